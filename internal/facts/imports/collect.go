package imports

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// collect sets the sample of symbols and the package comment of each directory from
// the heads of its files.
func (r *Result) collect(files []*source) {
	byDir := map[luminos.Path][]*source{}
	uses := map[use]int{}
	for _, f := range files {
		dir := f.path.Dir()
		byDir[dir] = append(byDir[dir], f)
		for i := range f.head.Imports {
			for _, n := range taken(f.family, &f.head.Imports[i]) {
				uses[use{f.family, n}]++
			}
		}
	}
	for dir, list := range byDir { // each directory is written once, so the order does not matter
		if s := sample(list, uses); len(s) > 0 {
			r.Symbols[dir] = s
		}
		if a, ok := about(list); ok {
			r.Abouts[dir] = a
		}
	}
}

// use is an imported name. Definitions that share a name are not distinguished,
// which does not matter for ordering.
type use struct {
	family outline.Family
	name   string
}

// taken returns the names that the import r takes from another package: the names that it lists, or the last part of a
// name separated by dots, colons or backslashes. It returns nil for other imports.
func taken(family outline.Family, r *outline.HeadImport) []string {
	if len(r.Names) > 0 {
		return r.Names
	}
	if m := family.Modules(); m != (outline.Modules{}) && m.Packages == "" {
		return nil
	}
	if i := strings.LastIndexAny(r.Spec, `.:\`); i >= 0 && !strings.Contains(r.Spec, "/") {
		return []string{r.Spec[i+1:]}
	}
	return nil
}

// candidate is a symbol with its sort key.
type candidate struct {
	outline.HeadSymbol
	file  *source
	score int
	nth   int // in its file
}

// sample returns at most maxSymbols symbols of a directory, the most informative first. A score prefers imported names,
// types, symbols of the entry file, and the first symbols of each file.
func sample(files []*source, uses map[use]int) []luminos.Symbol {
	var list []candidate
	for _, f := range files {
		for i, s := range f.head.Symbols {
			c := candidate{HeadSymbol: s, file: f, nth: i, score: lead(f) + min(i, 12)}
			// Each doubling of the number of importers is worth two places.
			c.score -= 2 * min(bits.Len(uint(uses[use{f.family, s.Name}])), 6)
			switch s.Kind {
			case "func":
				c.score += 3
			case "module", "namespace":
				c.score += 5
			case "const", "var":
				c.score += 6
			}
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.file.path, b.file.path), cmp.Compare(a.nth, b.nth))
	})
	var out []luminos.Symbol
	seen := map[string]bool{}
	for _, c := range list {
		if seen[c.Name] || len(out) == maxSymbols {
			continue
		}
		seen[c.Name] = true
		out = append(out, luminos.Symbol{Name: c.Name, Kind: c.Kind, Path: c.file.path, Line: c.Line, Doc: c.Doc, Evidence: cite(c.file.path, c.Line, c.Text)})
	}
	return out
}

// leads reports whether p is the entry file of the directory dir: main.go, index.js and the like, or named after dir.
func leads(dir, p luminos.Path) bool {
	base := p.Base()
	stem, _, _ := strings.Cut(base, ".")
	switch stem {
	case "index", "mod", "lib", "main", "__init__":
		return true
	}
	return strings.EqualFold(stem, dir.Base())
}

// manyFiles is the number of files of a package from which on a comment in any of them can be about that file alone.
const manyFiles = 50

// about returns the package comment of a directory: the comment of lowest rank in its files, such as in doc.go. In a
// large package only a file with a name for the whole has it.
func about(files []*source) (About, bool) {
	var best *source
	for _, f := range files {
		if f.head.Comment == nil {
			continue
		}
		if c := f.head.Comment; f.path.Ext() == ".py" && strings.HasPrefix(strings.TrimSpace(c.Lines[0]), "#") {
			continue // the documentation of Python is a string
		}
		if len(files) >= manyFiles && !strings.HasPrefix(f.path.Base(), "doc.") && !leads(f.path.Dir(), f.path) {
			continue
		}
		if best == nil || f.head.Comment.Rank < best.head.Comment.Rank || f.head.Comment.Rank == best.head.Comment.Rank && f.path < best.path {
			best = f
		}
	}
	if best == nil {
		return About{}, false
	}
	c := best.head.Comment
	// Three lines suffice to check the quoted sentence.
	return About{Text: c.Text, Evidence: []luminos.Evidence{cite(best.path, c.First, c.Lines[:min(len(c.Lines), 3)]...)}}, true
}
