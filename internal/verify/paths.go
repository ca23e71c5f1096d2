package verify

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// pathForm matches a relative path as code names it, with lines: "a/b.go:12-20", "b.go#L12".
	pathForm = lazyregexp.Lazy(`^((?:\./)?[\w.@+-]+(?:/[\w.@+()\[\]-]+)*/?)` +
		`(?:(?::L?|#L)(\d{1,9})(?:[-–](?:L)?(\d{1,9}))?)?(?::\d+)?$`)
	// extension matches the extension of a file. Versions and domains have others.
	extension = lazyregexp.Lazy(`\.(?:[a-zA-Z][a-zA-Z0-9]{0,9})$`)
	// hedge matches words of sentences about files that are not there: they are made, removed, or of others.
	hedge = lazyregexp.Lazy(`(?i)\b(?:creat\w*|add|adds|your|e\.g|for example|for instance|examples?|samples?|remov\w*|` +
		`delet\w*|renam\w*|former\w*|previous\w*|used to be|used to have|` +
		`tutorial|deprecated|no longer|legacy|missing|not exist|` +
		`doesn't|does not|propos\w*|plan(?:s|ned)?|future|todo|new|instead|mov(?:e|ed|ing)|migrat\w*|hypothetical|` +
		`user's|users|scaffold\w*|gitignored?|untracked|artefacts?|artifacts?|upstream|downstream|ejemplo|exemplo|` +
		`exemple|beispiel)\b|示例|例如|例えば`)
	// ownHedge matches the words of hedge that count even if an earlier revision had the file.
	ownHedge = lazyregexp.Lazy(`(?i)\b(?:creat\w*|add|adds|your|missing|not exist|doesn't|does not|e\.g|for instance|` +
		`examples?|remov\w*|delet\w*|renam\w*|former\w*|previous\w*|used to|` +
		`tutorial|deprecated|no longer|legacy|instead|mov(?:e|ed|ing)|migrat\w*|user's|users|` +
		`scaffold\w*|gitignored?|untracked|artefacts?|artifacts?|upstream|downstream)\b`)
	// makesIt matches a line that has the reader make a file, or permits it.
	makesIt = lazyregexp.Lazy(`(?i)\b(?:can|could|may|should|must|have to|need to)\s+(?:also\s+)?(?:be\s+)?` +
		`(?:plac\w*|stor\w*|put|creat\w*|add\w*|kept|keep|sav\w*|includ\w*)\b|` +
		`^\W*(?:create|add|include|place|put)\b`)
	// weakHedge matches words that are also in sentences about files that are there.
	weakHedge = lazyregexp.Lazy(`(?i)\b(?:such as|like|generat\w*|outputs?|writ\w+|would|could|old|` +
		`older|was|were|optional\w*|` +
		`may|might|upgrad\w*|sav(?:e|es|ed|ing)|plac(?:e|es|ed|ing)|put|puts|called|named|cop(?:y|ied|ies)|download\w*|` +
		`built|produc\w*|compil\w*|install\w*|rather|stores|stored|export\w*|emit\w*|overrid\w*|unlike|looks? for|` +
		`cach\w*|restor\w*|back ?up|ignored?)\b`)
	// headingHedge matches words of headings above text about things that are not there.
	headingHedge = lazyregexp.Lazy(`(?i)\b(?:examples?|tutorial|creat\w*|migrat\w*|upgrad\w*|roadmap|` +
		`plan(?:s|ned)?|future|todo|` +
		`deprecat\w*|legacy|remov\w*|add(?:ing)?|your|new|ideas?|proposals?|what's new)\b`)
)

// hedged reports whether a word of a sentence says that a thing need not be there.
func hedged(context string) bool {
	return hedge().MatchString(context) || weakHedge().MatchString(context)
}

// strict reports whether GitHub shows the document at the addresses of its files, so that its links are relative paths.
// Pages below a generator of sites have other addresses.
func (c *checker) strict(d *document) bool {
	return atFront(d.path) || !c.tree.site && len(d.header) == 0
}

// checkLines checks that the file found has the lines first to last, as text in the document d says.
func (c *checker) checkLines(ctx context.Context, d *document, line int, says string, found luminos.Path, first,
	last string) {
	const most = 8 << 20 // bytes of a file whose lines are counted
	t, err := c.tree.src.Text(ctx, found, most)
	if err != nil || t.Cut {
		return
	}
	c.out.Checked++
	n := len(t.Lines())
	a, _ := strconv.Atoi(first)
	b := a
	if last != "" {
		b, _ = strconv.Atoi(last)
	}
	switch {
	case b < a:
		c.report(d, luminos.RuleDocLine, line, says, "the last line comes before the first one", "")
	case b > n:
		c.report(d, luminos.RuleDocLine, line, says, fmt.Sprintf("%s has only %d lines", found, n), "")
	}
}

// checkSpanPath checks a span of code that has the form of a path. It reports whether the span is a path of the target.
func (c *checker) checkSpanPath(ctx context.Context, d *document, s span) bool {
	m := pathForm().FindStringSubmatch(s.text)
	if m == nil || strings.HasPrefix(m[1], "@") || strings.HasPrefix(m[1], "-") {
		return false
	}
	p := strings.TrimPrefix(m[1], "./")
	if p = strings.TrimSuffix(p, "/"); p == "" || p == "." || strings.Contains(p, "..") {
		return false
	}
	if found := c.resolve(ctx, d, p); len(found) > 0 {
		c.out.Checked++
		c.there++
		if m[2] != "" && len(found) == 1 {
			c.checkLines(ctx, d, s.line, s.text, found[0], m[2], m[3])
		}
		return true
	}
	if to := page(s.link); !strings.Contains(to, "://") && to != "" {
		return strings.Contains(p, "/") // it is the title of a page, which the check of the link reports
	}
	if !c.english || makesIt().MatchString(s.context) {
		return strings.Contains(p, "/")
	}
	if !c.ofTarget(d, m[1], m[2] != "") {
		if strings.Contains(p, "/") && !ownHedge().MatchString(s.context) ||
			bareFile().MatchString(p) && !hedge().MatchString(s.context) {
			c.claimPath(ctx, d, s.line, s.text, p)
		}
		return strings.Contains(p, "/")
	}
	c.out.Checked++
	if !s.titles {
		c.missingPath(ctx, d, s, p)
	}
	return true
}

// ofTarget reports whether a path that is not there claims to be one of the target: its first element is a directory of
// the target, and it has the form of a file, names a line, or lies in a directory that is there.
func (c *checker) ofTarget(d *document, p string, withLine bool) bool {
	isFile := extension().MatchString(strings.TrimSuffix(p, "/"))
	p = strings.TrimPrefix(p, "./")
	first, rest, below := strings.Cut(p, "/")
	if !below {
		return isFile && withLine && linkedFile().MatchString(p)
	}
	for _, base := range []luminos.Path{luminos.Root, d.path.Dir()} {
		if !c.tree.known[base.Join(first)] {
			continue
		}
		if isFile || rest == "" {
			return true
		}
		if parent := base.Join(path.Dir(strings.TrimSuffix(p, "/"))); parent.Depth() > base.Depth()+1 &&
			c.tree.known[parent] {
			return true
		}
	}
	return false
}

// resolve returns the paths of the target that a path in the document d can mean: relative to the document, to the
// root, or the end of a path.
func (c *checker) resolve(ctx context.Context, d *document, p string) []luminos.Path {
	for _, base := range []luminos.Path{luminos.Root, d.path.Dir()} {
		if q := luminos.PathFromOS(path.Join(base.OS(), p)); c.tree.exists(ctx, q) {
			return []luminos.Path{q}
		}
	}
	if found := c.tree.suffixed(p); len(found) > 0 {
		return found
	}
	for d := d.path.Dir(); d != luminos.Root; d = d.Dir() {
		if q := luminos.PathFromOS(path.Join(d.OS(), p)); c.tree.exists(ctx, q) {
			return []luminos.Path{q}
		}
	}
	if first, rest, below := strings.Cut(p, "/"); below && !c.tree.known[luminos.Path(first)] {
		return c.tree.suffixed(rest) // the first element can be the name of the repository
	}
	return nil
}

// missingPath reports a path that is not there, unless the context, the form of the path or a rule of .gitignore shows
// that it need not be.
func (c *checker) missingPath(ctx context.Context, d *document, s span, p string) {
	q := luminos.PathFromOS(path.Clean(p))
	first, _, _ := strings.Cut(p, "/")
	if ownHedge().MatchString(s.context) || c.tree.incomplete || c.tree.excluded(ctx, q) || c.tree.hasTemplate(q) {
		return
	}
	if strings.HasPrefix(first, ".") && !strings.HasPrefix(p, ".github/") || hedge().MatchString(s.context) {
		c.claimPath(ctx, d, s.line, s.text, p) // settings of the user's tools, or a file of users
		return
	}
	for _, ending := range []string{".md", ".js", ".ts", ".py", ".go", ".rs", ".rb", ".h", ".mdx", ".tsx", ".java", ".c"} {
		if len(c.tree.suffixed(p+ending)) > 0 {
			return // a module or a page, named without its ending
		}
	}
	near := c.tree.nearest(q)
	sure := near != "" && (near.Dir() == q.Dir() || sharesDirectory(near, q))
	c.soft = append(c.soft, claim{doc: d, sure: sure && !c.tree.placeholder(p) && !d.patterned(s.group),
		paths: []string{q.OS(), path.Join(d.path.Dir().OS(), p)},
		finding: Finding{Rule: luminos.RuleDocPath, Line: s.line, Says: s.text, Truth: "there is no " + p,
			Nearest: string(near)}})
}

// hasTemplate reports whether the target has a template of the file p, which a build or a user copies to its place.
func (t *tree) hasTemplate(p luminos.Path) bool {
	for _, ending := range []string{".in", ".tmpl", ".tpl", ".template", ".dist", ".erb", ".j2", ".jinja"} {
		if len(t.named[p.Base()+ending]) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(t.named[p.Base()], func(q luminos.Path) bool {
		return templateDir().MatchString(string(q))
	})
}

// sharesDirectory reports whether the directories of one path are all in the other path. Files of the same name in
// others are common to many projects.
func sharesDirectory(p, q luminos.Path) bool {
	a, b := strings.Split(p.Dir().OS(), "/"), strings.Split(q.Dir().OS(), "/")
	within := func(a, b []string) bool {
		return !slices.ContainsFunc(a, func(dir string) bool { return !slices.Contains(b, dir) })
	}
	return within(a, b) || within(b, a)
}
