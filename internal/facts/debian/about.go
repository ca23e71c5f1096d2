package debian

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/injection"
	"luminos/internal/lazyregexp"
)

// field matches a field that describes a library or a program. A group is its text.
var field = lazyregexp.Lazy(`^(?:Description|Comment) ?[:=](.*)$|^\s*<summary>([^<&]+)</summary>\s*$`)

// readField sets the description by the field of a file for pkg-config, for menus, for the plug-ins of a desktop or for
// catalogues of programs.
func (p *Package) readField(t luminos.Text) {
	for i, line := range t.Lines() {
		if m := field().FindStringSubmatch(line); m != nil && !injection.In(m[1]+m[2]) {
			p.Description = luminos.Fold(m[1] + m[2])
			p.Evidence["description"] = []luminos.Evidence{t.Cite(i+1, i+1)}
			return
		}
	}
}

// readAbstract sets the description of a package of documents by its file for doc-base, the register of documents: the
// abstract is about one document, so that it does not describe a program. Lines that begin with a space go on with the
// field.
func (p *Package) readAbstract(t luminos.Text) {
	lines := t.Lines()
	for i, line := range lines {
		text, ok := strings.CutPrefix(line, "Abstract:")
		if !ok {
			continue
		}
		last := i
		for last+1 < len(lines) && strings.HasPrefix(lines[last+1], " ") {
			last++
			text += lines[last]
		}
		if text = luminos.Fold(text); text != "" && !injection.In(text) {
			p.Description = text
			p.Evidence["description"] = []luminos.Evidence{t.Cite(i+1, last+1)}
		}
		return
	}
}

// isDocument matches the names of packages of documents.
var isDocument = lazyregexp.Lazy(`-(?:doc|faq|manual|guide|handbook|reference|howto)$`)

var (
	// heading matches the heading above the line of a manual with the names and the purpose of a program.
	heading = lazyregexp.Lazy(`^\.S[Hh] "?NAME"?$`)
	// purpose matches that line, and the macro for the purpose alone.
	purpose = lazyregexp.Lazy(`^(?:[\w.+:-]+(?:, )?)+ -{1,2} (\S.*)$|^\.Nd (\S.*)$`)
	// dash matches the forms of a dash in a manual.
	dash = lazyregexp.Lazy(`\\(?:-|\(hy|\(e[nm])`)
	// named matches a line with the name in bold alone, after which the purpose is a line of its own.
	named = lazyregexp.Lazy(`^\.B ([\w.+:-]+)$`)
	// styled matches a line of a purpose in another face. Its groups are the macro and the words.
	styled = lazyregexp.Lazy(`^\.([BI]|BR|RB|BI|IB|IR|RI) ([^"\\]+)$`)
	// manual matches the manual of a program or of a module of Perl. Its first group is the name.
	manual = lazyregexp.Lazy(`^usr/share/man/man[1368]/([^/]+)\.(?:[168]p?|3pm|3perl)\.gz$`)
	// programDir matches the directories of programs.
	programDir = lazyregexp.Lazy(`^(?:usr/)?(?:s?bin|games)$`)
)

// readManual sets the purpose of the package, if nothing else did, by the manual of the program with its name, or with
// the name before a "-": "fortune" of "fortune-mod". One of several packages of a source can have one program beside
// others, so that it must have the name itself. The only manual, of the only program, can name the package instead. The
// only manual of a package of Perl is about its module.
func (p *Package) readManual(ctx context.Context, src luminos.Source, files map[luminos.Path]bool) {
	if p.Purpose != "" {
		return
	}
	names := []string{p.Name}
	if short, _, ok := strings.Cut(p.Name, "-"); ok && p.Version() != "" {
		names = append(names, short)
	}
	programs, pages := map[string]bool{}, map[string]luminos.Path{}
	for _, at := range slices.Sorted(maps.Keys(files)) {
		m := manual().FindStringSubmatch(string(at))
		if m != nil {
			pages[m[1]] = cmp.Or(pages[m[1]], at)
		}
		if programDir().MatchString(string(at.Dir())) {
			programs[at.Base()] = true
		}
	}
	for _, name := range names {
		if at := pages[name]; at != "" && programs[name] {
			p.readNames(ctx, src, at, "")
			return
		}
	}
	for name, at := range pages {
		if len(pages) == 1 && len(programs) == 1 && programs[name] && p.Version() != "" {
			p.readNames(ctx, src, at, p.Name)
			return
		}
		module := strings.ToLower(strings.ReplaceAll(name, "::", "-"))
		if p.Name == "lib"+module+"-perl" || len(pages) == 1 && strings.Contains(at.Base(), ".3p") && len(programs) == 0 {
			p.readNames(ctx, src, at, "")
			return
		}
	}
}

var (
	// readme matches the name of a compressed README of the authors.
	readme = lazyregexp.Lazy(`^README(?:\.(?:md|rst|txt))?\.gz$`)
	// markup matches marks of a markup language around words.
	markup = lazyregexp.Lazy("`|\\*\\*|\\b__|__\\b")
	// introduces matches the beginning of a paragraph that describes a thing. Its group is the name of the thing.
	introduces = lazyregexp.Lazy(`^(?:The |GNU )?([\w.+-]+(?: [A-Z][\w.+-]*)?)(?: \d[\w.]*| \([^)]{1,40}\))? ` +
		`(?:is (?:an?|the) |(?:provides|contains) )\w`)
)

// readReadme sets the purpose of the package, if nothing else did, by the first paragraph of its compressed README that
// describes the package, or its source: "GNU jo is a …".
func (p *Package) readReadme(ctx context.Context, src luminos.Source, files []luminos.Path) {
	for _, at := range files {
		if p.Purpose != "" || at.Dir() != p.Docs || !readme().MatchString(at.Base()) {
			continue
		}
		text, _, _ := p.textOf(ctx, src, at)
		for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n\n") {
			part = luminos.Fold(markup().ReplaceAllString(part, ""))
			m := introduces().FindStringSubmatch(part)
			if m != nil && (p.isNamed(m[1]) || strings.EqualFold(m[1], p.Source)) && !injection.In(part) {
				p.Purpose, p.Evidence["purpose"] = part, exists(at)
				break
			}
		}
	}
}

// metadata matches the metadata of a package of Python. Its group is the name.
var metadata = lazyregexp.Lazy(`^usr/lib/python3/dist-packages/([^/]+?)(?:-\d[^/]*)?` +
	`(?:\.dist-info/METADATA|\.egg-info(?:/PKG-INFO)?)$`)

// readSummary sets the purpose of the package, if nothing else did, by the metadata of its only package of Python:
// the package has its name, or is one of Python.
func (p *Package) readSummary(ctx context.Context, src luminos.Source, files map[luminos.Path]bool) {
	var found []luminos.Path
	same := strings.HasPrefix(p.Name, "python3-")
	for at := range files {
		if m := metadata().FindStringSubmatch(string(at)); m != nil {
			found = append(found, at)
			same = same || strings.EqualFold(strings.ReplaceAll(m[1], "_", "-"), p.Name)
		}
	}
	if len(found) != 1 || p.Purpose != "" || !same {
		return
	}
	p.text(ctx, src, found[0], func(t luminos.Text) {
		for i, line := range t.Lines() {
			if text, ok := strings.CutPrefix(line, "Summary:"); ok && !injection.In(text) {
				p.Purpose, p.Evidence["purpose"] = luminos.Fold(text), []luminos.Evidence{t.Cite(i+1, i+1)}
			}
			if p.Purpose != "" || line == "" {
				return
			}
		}
	})
}

var (
	// emacsPackage matches the file that describes a package of Emacs Lisp to its manager.
	emacsPackage = lazyregexp.Lazy(`^usr/share/emacs/site-lisp/elpa(?:-src)?/[^/]+/[^/]+-pkg\.el$`)
	// defines matches the definition in that file. The group is the summary.
	defines = lazyregexp.Lazy(`\(define-package\s+"[^"\\]+"\s+"[^"\\]+"\s+"([^"\\\n]+)"`)
)

// readEmacs sets the purpose of the package, if nothing else did, by the definition of its only package of Emacs Lisp.
func (p *Package) readEmacs(ctx context.Context, src luminos.Source, files map[luminos.Path]bool) {
	var found []luminos.Path
	for at := range files {
		if emacsPackage().MatchString(string(at)) {
			found = append(found, at)
		}
	}
	if len(found) != 1 || p.Purpose != "" {
		return
	}
	p.text(ctx, src, found[0], func(t luminos.Text) {
		if m := defines().FindStringSubmatchIndex(t.Content); m != nil && !injection.In(t.Content[m[2]:m[3]]) {
			line := strings.Count(t.Content[:m[2]], "\n") + 1
			p.Purpose, p.Evidence["purpose"] = t.Content[m[2]:m[3]], []luminos.Evidence{t.Cite(line, line)}
		}
	})
}

// readNames sets the purpose of the package by a compressed manual, if the manual is about the given name or that is
// "". A purpose with other macros is left out.
func (p *Package) readNames(ctx context.Context, src luminos.Source, at luminos.Path, about string) {
	text, _, _ := p.textOf(ctx, src, at)
	lines := strings.Split(dash().ReplaceAllString(text, "-"), "\n")
	name, head := "", func(l string) bool { return heading().MatchString(strings.TrimSpace(l)) }
	first := slices.IndexFunc(lines, head) + 1
	for i := first; i > 0 && i < len(lines) && !strings.HasPrefix(lines[i], ".S"); i++ {
		if m := named().FindStringSubmatch(lines[i]); m != nil {
			name = m[1] + " "
			continue
		}
		m := purpose().FindStringSubmatch(name + lines[i])
		if m == nil {
			continue
		}
		s := m[1] + m[2]
		for _, more := range lines[i+1:] { // the purpose goes on up to the next macro
			if m := styled().FindStringSubmatch(more); m != nil {
				more = m[2]
				if len(m[1]) == 2 { // the words alternate between two faces, without spaces
					more = strings.ReplaceAll(more, " ", "")
				}
			}
			if more = strings.TrimSpace(more); more == "" || more[0] == '.' {
				break
			}
			s += " " + more
		}
		is := about == "" || strings.HasPrefix(strings.ToLower(name+lines[i]), about+" ")
		if is && !strings.Contains(s, `\`) && !injection.In(s) {
			p.Purpose, p.Evidence["purpose"] = luminos.Fold(s), exists(at)
		}
		return
	}
}
