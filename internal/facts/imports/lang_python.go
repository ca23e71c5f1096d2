package imports

import (
	"strings"

	"luminos"
)

var pythonKinds = map[string]string{"class": "class", "def": "func"}

// scanPython reads imports at any depth, public names of the first column, and
// the docstring of the module. Strings in triple quotes are skipped.
func scanPython(f *source, content string) {
	quote, started := "", false
	var doc []string
	docFirst := 0
	var open *ref // a parenthesised import that goes on
	for n, line := range lines(content) {
		trimmed := strings.TrimSpace(line)
		if quote != "" {
			if docFirst > 0 && f.about == nil && len(doc) < 40 {
				doc = append(doc, line)
			}
			if strings.Contains(line, quote) {
				quote = ""
				f.closeDoc(doc, docFirst)
				doc, docFirst = nil, 0 // whatever string comes next is not the module's
			}
			continue
		}
		if open != nil {
			names, _, closed := strings.Cut(strings.SplitN(trimmed, "#", 2)[0], ")")
			open.names = append(open.names, importedNames(names)...)
			if closed || n-open.line > 100 {
				open = nil
			}
			continue
		}
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		q := tripleQuote(trimmed)
		if !started {
			started = true
			if q != "" && strings.Index(trimmed, q) <= 1 {
				docFirst, doc = n, []string{line}
				if strings.Count(trimmed, q) >= 2 {
					f.closeDoc(doc, docFirst)
					doc, docFirst = nil, 0
					continue
				}
			}
		}
		if q != "" {
			if strings.Count(line, q)%2 == 1 {
				quote = q
			}
			continue
		}
		open = f.pythonLine(n, line, trimmed)
	}
}

// closeDoc takes the docstring of the module.
func (f *source) closeDoc(doc []string, first int) {
	if len(doc) == 0 || f.about != nil {
		return
	}
	rank := 3
	switch f.path.Base() {
	case "__init__.py":
		rank = 0
	case "__main__.py", "main.py", "cli.py", "app.py":
		rank = 2
	}
	if strings.TrimSuffix(f.path.Base(), ".py") == f.path.Dir().Base() {
		rank = 1
	}
	// A docstring of any other module speaks for the module, not its directory.
	if rank < 3 {
		f.about = newComment(doc, first, rank)
	}
}

// pythonLine reads one statement; it answers with an import whose list of names goes on.
func (f *source) pythonLine(n int, line, trimmed string) *ref {
	first, rest, _ := strings.Cut(trimmed, " ")
	switch first {
	case "import":
		for part := range strings.SplitSeq(rest, ",") {
			f.addRef(dotted(strings.TrimSpace(part)), n, line)
		}
	case "from":
		module, names, ok := strings.Cut(rest, " import")
		if !ok {
			return nil
		}
		before := len(f.refs)
		names, _, _ = strings.Cut(names, "#")
		list, paren := strings.CutPrefix(strings.TrimSpace(names), "(")
		list, _, closed := strings.Cut(list, ")")
		f.addRef(dotted(strings.TrimSpace(module)), n, line, importedNames(list)...)
		if paren && !closed && len(f.refs) > before {
			return &f.refs[before]
		}
	case "class", "def", "async":
		if line[0] == ' ' || line[0] == '\t' {
			return nil
		}
		if name, kind := define(afterKeywords(line, "async"), pythonKinds); name != "" && name[0] != '_' {
			f.addSymbol(name, kind, n, line)
		}
	}
	return nil
}

// tripleQuote is the triple quote that opens first on a line, or "".
func tripleQuote(s string) string {
	d, q := strings.Index(s, `"""`), strings.Index(s, `'''`)
	switch {
	case d >= 0 && (q < 0 || d < q):
		return `"""`
	case q >= 0:
		return `'''`
	}
	return ""
}

// dotted is the module name that s begins with, leading dots included.
func dotted(s string) string {
	i := 0
	for i < len(s) && (s[i] == '.' || s[i] == '_' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= '0' && s[i] <= '9' || s[i] >= 0x80) {
		i++
	}
	return s[:i]
}

// importedNames are the names of "a, b as c".
func importedNames(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if w := word(strings.TrimSpace(part)); w != "" && len(out) < 50 {
			out = append(out, strings.Clone(w))
		}
	}
	return out
}

// resolvePython finds a module by its dotted name: relative to the file's
// package, or from every directory that modules of this name are in.
func resolvePython(ix *index, f *source, r *ref) []luminos.Path {
	dots := len(r.spec) - len(strings.TrimLeft(r.spec, "."))
	name := r.spec[dots:]
	if dots > 0 {
		dir := f.path.Dir()
		for range dots - 1 {
			if dir == luminos.Root {
				return nil
			}
			dir = dir.Dir()
		}
		to, _ := ix.pythonModule(dir, name, r.names)
		return to
	}
	top, _, _ := strings.Cut(name, ".")
	var best []luminos.Path
	depth, near := 0, -1
	for _, root := range ix.pythonRoots[top] {
		to, d := ix.pythonModule(root, name, r.names)
		if len(to) == 0 {
			continue
		}
		// The deepest match wins (a package can be spread over several
		// directories), then the nearest to the file that imports.
		if c := common(f.path, root); d > depth || d == depth && c > near {
			best, depth, near = to, d, c
		}
	}
	return best
}

// pythonModule follows a dotted name down from a directory, and says how many
// of its parts it found. Names can be modules of the package that they are taken from.
func (ix *index) pythonModule(dir luminos.Path, name string, names []string) ([]luminos.Path, int) {
	depth := 0
	if name != "" {
		for part := range strings.SplitSeq(name, ".") {
			if ix.pythonDirs[dir.Join(part)] {
				dir = dir.Join(part)
				depth++
				continue
			}
			if ix.isFile(dir.Join(part+".py")) || ix.isFile(dir.Join(part+".pyi")) {
				return []luminos.Path{dir}, depth + 1
			}
			if depth == 0 {
				return nil, 0
			}
			break // the rest is a name inside the package
		}
	}
	var to []luminos.Path
	for _, n := range names {
		if sub := dir.Join(n); ix.pythonDirs[sub] && !ix.isFile(dir.Join(n+".py")) {
			to = append(to, sub)
		}
	}
	// "from package import sub" uses sub; anything else uses the package itself.
	if len(to) < len(names) || len(names) == 0 {
		to = append(to, dir)
	}
	return to, depth
}

// common is how many leading elements two paths share.
func common(a, b luminos.Path) int {
	if b == luminos.Root {
		return 0
	}
	n := 0
	as, bs := strings.Split(string(a), "/"), strings.Split(string(b), "/")
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}
