package verify

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// claim is a statement about a thing that is not there. It is reported if an earlier revision had the thing while the
// document named it, or if it is sure: nothing else can be meant.
type claim struct {
	doc     *document
	finding Finding
	sure    bool
	page    bool         // it is a link to a page, from one that a site elsewhere can show
	paths   []string     // of a file from the root, of which one was there
	base    string       // the last element of a path that was there
	target  string       // a command: make x, npm x, just x
	missing luminos.Path // whose nearest path is the nearest statement; "" if the finding has one
}

// claim keeps a statement until the earlier revisions are read.
func (c *checker) claim(k claim) {
	for _, p := range k.paths {
		c.past.paths[p] = nil
	}
	if k.base != "" {
		c.past.bases[k.base] = nil
	}
	if k.target != "" {
		c.past.targets[k.target] = nil
	}
	k.finding.Path = k.doc.path
	c.claims = append(c.claims, k)
}

// checkClaims reports the claims that are sure, and the ones that earlier revisions show.
func (c *checker) checkClaims(ctx context.Context, s *sources) {
	scripts, elsewhere := s.scripts.String(), c.past.siteElsewhere(c.claims)
	for _, k := range c.claims {
		from := c.past.originOf(k)
		if k.page && elsewhere && from == nil && (k.finding.Nearest == "" || strings.Contains(k.finding.Nearest, "/")) {
			continue
		}
		if from != nil && c.tree.excluded(ctx, luminos.PathFromOS(from.path)) || s.absent[bareName(luminos.Path(k.base))] {
			continue // a build makes it there now, or users do
		}
		if from == nil && slices.ContainsFunc(k.paths, func(p string) bool {
			return strings.Contains(p, "/") && strings.Contains(scripts, p)
		}) {
			continue // a script makes the file
		}
		f := k.finding
		if !k.sure && (from == nil || !c.past.stated(ctx, k.doc, from, f.Says)) {
			continue
		}
		if from != nil {
			f.Truth += "; " + from.String()
		}
		if k.missing != "" {
			f.Nearest = string(c.tree.nearest(k.missing))
		}
		c.report(k.doc, f.Rule, f.Line, f.Says, f.Truth, f.Nearest)
	}
}

// originOf returns the newest place of the thing of a claim, or nil.
func (p *past) originOf(k claim) *origin {
	from := p.bases[k.base]
	for _, name := range k.paths {
		if from == nil {
			from = p.paths[name]
		}
	}
	if from == nil {
		from = p.targets[k.target]
	}
	return from
}

// siteElsewhere reports whether documents link to several pages that were never there: a site whose other pages are in
// another repository shows the documents.
func (p *past) siteElsewhere(claims []claim) bool {
	const least = 3 // pages
	never := map[string]bool{}
	for _, k := range claims {
		if k.sure && k.page && k.finding.Nearest == "" && p.originOf(k) == nil {
			never[k.paths[0]] = true
		}
	}
	return len(never) >= least
}

// claimPath keeps the statement of the document d that a path is there, which is relative to the root or to d.
func (c *checker) claimPath(ctx context.Context, d *document, line int, says, p string) {
	k := claim{doc: d, missing: luminos.PathFromOS(path.Clean(p)),
		finding: Finding{Rule: luminos.RuleDocPath, Line: line, Says: says, Truth: "there is no " + p}}
	if strings.Contains(p, "/") {
		k.paths = []string{path.Clean(p), path.Join(d.path.Dir().OS(), p)}
	} else if k.base = p; !c.english || !bareFile().MatchString(p) || slices.Contains(usual, p) ||
		c.tree.hasStem(k.missing) {
		return
	}
	if !c.tree.excluded(ctx, k.missing) {
		c.claim(k)
	}
}

// hasStem reports whether a file of the target differs from p in its ending and its directory only: a build can make
// one of the other.
func (t *tree) hasStem(p luminos.Path) bool { return t.stems[bareName(p)] }

// shownPath matches a path of a file in a block of code, and the name of a file in a drawing of a tree, whose lines can
// be only indented.
var shownPath = lazyregexp.Lazy(`[\w.@+-]+(?:/[\w.@+-]+)+\.[A-Za-z]\w{0,9}\b|` +
	`(?:─|--) ([\w-]+\.[a-z]+)\b|^\s+([\w-]+\.[a-z]+)(?:\s{2,}\S|\s*$|\s+(?:#|-|–|//))`)

// collectPaths keeps the paths in a block of code, which are of the target if it had them.
func (c *commands) collectPaths(ctx context.Context, f fence) {
	if f.sample || hedge().MatchString(f.context) {
		return
	}
	for i, line := range f.lines {
		words := commandWords(strings.TrimPrefix(line, "$ "))
		if len(line) > lineMost || f.isOutput(line) || len(words) > 0 && c.made.isProgram(words[0]) {
			continue // the files of a command of the target are of users
		}
		for _, m := range shownPath().FindAllStringSubmatchIndex(line, -1) {
			p := line[m[0]:m[1]]
			if begin := max(m[2], m[4]); begin >= 0 {
				if p = line[begin:max(m[3], m[5])]; !f.isShown() {
					continue // a comment of code draws its output
				}
			}
			p = strings.TrimPrefix(p, "./")
			if pathrole.Aside(luminos.PathFromOS(p)) && !ownCommands().MatchString(string(c.d.path)) {
				continue // tests and examples of users have such names, too
			}
			if m[0] > 0 && strings.IndexByte("/:~$}>.", line[m[0]-1]) >= 0 || strings.Contains(p, "..") ||
				len(c.resolve(ctx, c.d, p)) > 0 {
				continue
			}
			c.claimPath(ctx, c.d, f.first+i, p, p)
		}
	}
}

// targetOf returns the command that runs a target of a makefile, a script or a recipe, as [claim] names it.
func targetOf(tool, name string) string { return tool + " " + name }

// has reports whether m has the target of a command.
func (m *made) has(target string) bool {
	switch tool, name, _ := strings.Cut(target, " "); tool {
	case "make":
		return m.targets[name]
	case "npm":
		return m.scripts[name]
	default:
		return m.recipes[name]
	}
}

// ownCommands matches the names of documents whose commands are for the target, not for projects of users.
var ownCommands = lazyregexp.Lazy(`(?i)^(?:.*/)?(?:README|AGENTS|CLAUDE|HACKING|CONTRIBUT\w*|DEVELOP\w*|` +
	`INSTALL\w*|BUILD\w*)\b`)
