package imports

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// collect gathers symbols and package comments by directory.
func (r *Result) collect(files []*source) {
	byDir := map[luminos.Path][]*source{}
	uses := map[use]int{}
	for _, f := range files {
		dir := f.path.Dir()
		byDir[dir] = append(byDir[dir], f)
		for i := range f.refs {
			for _, n := range f.refs[i].taken() {
				uses[use{f.lang.name, n}]++
			}
		}
	}
	for dir, list := range byDir { // each directory is written once, so the order does not matter
		if s := sample(dir, list, uses); len(s) > 0 {
			r.Symbols[dir] = s
		}
		if a, ok := about(list); ok {
			r.Abouts[dir] = a
		}
	}
}

// use is a name that imports take from somewhere. Which of several definitions
// of one name is meant does not matter for ordering.
type use struct {
	lang langName
	name string
}

// taken are the names that an import takes: those listed, or its last part.
func (r *ref) taken() []string {
	if len(r.names) > 0 {
		return r.names
	}
	if i := strings.LastIndexAny(r.spec, `.:\`); i >= 0 && !strings.Contains(r.spec, "/") {
		return []string{r.spec[i+1:]}
	}
	return nil
}

// candidate is a symbol with what it is ordered by.
type candidate struct {
	symbol
	file  *source
	score int
	nth   int // in its file
}

// sample picks the symbols that say most about a directory: what others import
// before what they do not, types before functions, the file named after the
// directory before others, and a few from each file rather than all from one.
func sample(dir luminos.Path, files []*source, uses map[use]int) []luminos.Symbol {
	var list []candidate
	for _, f := range files {
		lead := 0
		if leads(dir, f.path) {
			lead = -3
		}
		for i, s := range f.symbols {
			c := candidate{symbol: s, file: f, nth: i, score: lead + min(i, 12)}
			// Each doubling of the importers is worth two places.
			c.score -= 2 * min(bits.Len(uint(uses[use{f.lang.name, s.name}])), 6)
			switch s.kind {
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
		if seen[c.name] || len(out) == maxSymbols {
			continue
		}
		seen[c.name] = true
		out = append(out, luminos.Symbol{Name: c.name, Kind: c.kind, Path: c.file.path, Line: c.line, Doc: c.doc, Evidence: cite(c.file.path, c.line, c.text)})
	}
	return out
}

// leads reports whether a file is the one that a reader of the directory opens first.
func leads(dir, p luminos.Path) bool {
	base := p.Base()
	stem, _, _ := strings.Cut(base, ".")
	switch stem {
	case "index", "mod", "lib", "main", "__init__":
		return true
	}
	return strings.EqualFold(stem, dir.Base())
}

// about picks the package comment that speaks for a directory.
func about(files []*source) (About, bool) {
	var best *source
	for _, f := range files {
		if f.about == nil {
			continue
		}
		if best == nil || f.about.rank < best.about.rank || f.about.rank == best.about.rank && f.path < best.path {
			best = f
		}
	}
	if best == nil {
		return About{}, false
	}
	c := best.about
	// Three lines are enough to check the sentence that is quoted.
	return About{Text: c.text, Evidence: []luminos.Evidence{cite(best.path, c.first, c.lines[:min(len(c.lines), 3)]...)}}, true
}

// docLink is a reference of Rust documentation, [`Name`] or [`Name`](path), and
// rdocEscape the backslash that keeps RDoc from making a reference of a name.
// reference and literal are of docstrings: :mod:`name` and “name“; link is one
// of Markdown.
var (
	docLink    = lazyregexp.Lazy("\\[`([^`\\]]+)`\\](?:\\([^)]*\\))?")
	rdocEscape = lazyregexp.Lazy(`\\([A-Z][a-z])`)
	reference  = lazyregexp.Lazy(":[a-z]+(?::[a-z]+)?:`~?([^`<]+?)(?:\\s*<[^`>]*>)?`")
	literal    = lazyregexp.Lazy("``([^`]+)``")
	link       = lazyregexp.Lazy(`\[([^\[\]]+)\]\([^()\s]*[/#.:][^()\s]*\)`)
)

// plain takes the markup of documentation comments out of a text.
func plain(text string) string {
	if strings.Contains(text, "[`") {
		text = docLink().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, "`") {
		text = literal().ReplaceAllString(reference().ReplaceAllString(text, "`$1`"), "`$1`")
	}
	if strings.Contains(text, "](") {
		text = link().ReplaceAllString(text, "$1")
	}
	if strings.Contains(text, `\`) {
		text = rdocEscape().ReplaceAllString(text, "$1")
	}
	return withoutTags(text)
}

// withoutTags keeps the last word of inline tags of documentation comments:
// "{@link java.lang.String strings}" is "strings".
func withoutTags(text string) string {
	for from := 0; ; {
		i := strings.Index(text[from:], "{@")
		if i < 0 {
			return text
		}
		i += from
		n := strings.IndexByte(text[i:], '}')
		if n < 0 {
			return text
		}
		fields := strings.Fields(text[i+2 : i+n])
		last := ""
		if len(fields) > 1 {
			last = fields[len(fields)-1]
		}
		text = text[:i] + last + text[i+n+1:]
		from = i + len(last)
	}
}

// newComment cleans a comment: marks and decoration gone, first paragraph, cut
// at the end of a sentence. It is nil when nothing of use is left.
func newComment(raw []string, first, rank int) *comment {
	var said []string
	start, end, size := 0, 0, 0
	only, onlyAt := "", 0
	for i, line := range raw {
		if len(line) >= maxLine || size > 2*maxText {
			break
		}
		s := unmarked(line)
		if s != "" && strings.Trim(s, "=-~*_#^/ ") == "" { // a ruler
			if len(said) == 1 {
				said = nil // what it underlines is a title: most often the name of the file
			}
			s = ""
		}
		if title, ok := strings.CutPrefix(s, "#"); ok {
			// A title stands in where nothing follows it.
			if s = ""; len(said) == 0 {
				only, onlyAt = strings.TrimLeft(title, "# "), i
			}
		}
		switch {
		case s != "":
			if len(said) == 0 {
				start = i
			}
			said, end = append(said, s), i
			size += len(s)
			continue
		case len(said) == 0:
			continue
		}
		break // the end of the first paragraph
	}
	if len(said) == 0 && only != "" {
		said, start, end = []string{only}, onlyAt, onlyAt
	}
	text := plain(luminos.Fold(strings.Join(said, " ")))
	if len(text) < 8 || isNotice(text) {
		return nil
	}
	return &comment{text: words.Sentences(text, maxText), first: first + start, lines: cloneAll(raw[start : end+1]), rank: rank}
}

// commentMarks are what begins a line of a comment, the longer first.
var commentMarks = []string{"///", "//!", "//", "/**", "/*!", "/*", "*/", "*", `r"""`, `u"""`, `"""`, "r'''", "'''", "<!--"}

// unmarked is a line of a comment without the marks of its language and
// without tags that say nothing about the code.
func unmarked(line string) string {
	s := strings.TrimSpace(line)
	if strings.HasPrefix(s, "//go:") || strings.HasPrefix(s, "// +build") {
		return "" // for the compiler
	}
	for _, mark := range commentMarks {
		if rest, ok := strings.CutPrefix(s, mark); ok {
			s = rest
			break
		}
	}
	s = strings.TrimSpace(s)
	for _, end := range []string{"*/", `"""`, "'''", "-->"} {
		s = strings.TrimSuffix(s, end)
	}
	switch {
	case strings.HasPrefix(s, "@"):
		return strings.TrimSpace(describes(s))
	case strings.HasPrefix(s, "[!["), strings.HasPrefix(s, "!["), strings.HasPrefix(s, "<"):
		return "" // badges and layout
	}
	return strings.TrimSpace(s)
}

// describes is the text after a tag that introduces one; other tags say nothing.
func describes(s string) string {
	for _, tag := range []string{"@fileoverview", "@file", "@description", "@brief"} {
		if rest, ok := strings.CutPrefix(s, tag); ok {
			return rest
		}
	}
	return ""
}

// isNotice reports whether a comment is about rights or for tools, not about the code.
func isNotice(s string) bool {
	l := strings.ToLower(s[:min(len(s), 300)])
	for _, w := range []string{"copyright", "licensed under", "license:", "spdx-", "all rights reserved", "eslint-", "@ts-", "prettier-", "istanbul", "(c) ", "@generated",
		"do not edit", "module dependencies", "installed from", "autogenerated", "auto-generated", "<reference", "-*- ", "coding:", "vim:", "jshint", "tslint:", "@flow", "noqa", "pylint", "use strict"} {
		if strings.Contains(l, w) {
			return true
		}
	}
	return false
}

func cloneAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.Clone(s)
	}
	return out
}
