package outline

import (
	"iter"
	"slices"
	"strings"

	"luminos"
)

// Head is the result of a quick pass over the lines of a source file: imports,
// public definitions and the package comment. The pass costs little more than
// reading the file. [Of] returns more, at a higher cost.
type Head struct {
	Package string // the declared package or namespace
	Imports []HeadImport
	Symbols []HeadSymbol // public definitions
	Comment *Comment     // the package comment, or nil

	path    luminos.Path
	past    bool // the imports are complete
	wrapper int  // 1 + the indentation of the module of Ruby that encloses the next line, or 0
}

// HeadImport is one import.
type HeadImport struct {
	Spec  string   // as written; "mod NAME" for a module of Rust, "file NAME" for an include of PHP
	Names []string // imported names that can be modules too
	Bound []string // in Python, the names by which the file uses Names, or the module if Names is empty
	Line  int      // from 1
	Text  string   // the line, for evidence
}

// HeadSymbol is one public definition. Doc is the head of its documentation; only
// [Head.Refine] sets it.
type HeadSymbol struct {
	Name, Kind string
	Line       int
	Text, Doc  string
}

// Comment is a package comment. If several files of a directory have one, the
// comment with the lowest Rank describes the directory.
type Comment struct {
	Text  string
	First int // line of Lines[0], from 1
	Lines []string
	Rank  int
}

// FamilyOf returns the family of languages to which a file belongs by its extension, or "" if
// [ReadHead] cannot read the file.
func FamilyOf(p luminos.Path) Family { return familyByExtension[p.Ext()] }

// headLine is a line with code.
type headLine struct {
	line   string // whole
	code   string // from its first code
	masked string // the text from there, without comments and contents of strings
	indent int
	n      int // from 1
}

// unindented returns the code of a line, or "" if the line is indented.
func (s *headLine) unindented() string {
	if s.indent > 0 {
		return ""
	}
	return s.code
}

// ReadHead returns the imports, public definitions and package comment in the head of a source
// file. The path decides about the language and about the rank of the package comment. The result
// is empty if FamilyOf(p) is "".
func ReadHead(p luminos.Path, content string) *Head {
	h := &Head{path: p}
	name := FamilyOf(p)
	if name == "" {
		return h
	}
	f := families[name]
	text := []byte(content)
	h.scan(name, f, content, text)
	if f.about {
		h.about(newLines(text, f.syntax))
	}
	return h
}

// scan adds the imports and public definitions of a text, the content as bytes, to the head. It reads the text line by
// line, or by the patterns of the language if it has no line scanner.
func (h *Head) scan(name Family, f family, content string, text []byte) {
	if name == PHP {
		text = insidePHP(text)
	}
	if f.statement == nil {
		h.match(string(name), text)
		return
	}
	masked := string(f.syntax.mask(text))
	modifiers := strings.Fields(f.modifiers)
	at, s := 0, new(headLine)
	for n, line := range numbered(content) {
		end := len(content)
		if i := strings.IndexByte(content[at:], '\n'); i >= 0 {
			end = at + i
		}
		code := strings.TrimSpace(masked[at:min(end, at+len(line))])
		if code != "" {
			from := strings.Index(masked[at:end], code)
			*s = headLine{line: line, code: strings.TrimSpace(line[from:]), masked: masked[at+from : min(len(masked), at+from+8*maxHeadLine)], indent: from, n: n}
			item := afterKeywords(f.statement(h, s), modifiers...)
			if name, kind := define(item, f.kinds); name != "" && name[0] != '_' && (!f.capitals || capital(name)) && !strings.Contains(" class struct fn from ", " "+name+" ") {
				h.addSymbol(name, kind, s)
			}
		}
		at = end + 1
	}
}

// match adds to the head the imports and the unindented definitions that the patterns of a language
// match in a text, except definitions whose names begin with "_".
func (h *Head) match(language string, text []byte) {
	m := newMatcher(language, text)
	m.code = m.mask(m.text)
	m.findImports()
	m.findDefs()
	for _, i := range m.found.imports {
		h.addImport(i.Name, &headLine{line: m.index.raw(i.First), n: i.First})
	}
	for _, d := range m.found.defs {
		n := m.index.number(d.start)
		imports := func(i luminos.Import) bool { return i.First == n }
		switch {
		case m.index.starts[n-1] != d.start || d.name[0] == '_' || slices.ContainsFunc(m.found.imports, imports):
			continue
		case h.Package == "" && (d.kind == Module || d.kind == Namespace):
			h.Package = d.name
		}
		h.addSymbol(d.name, string(d.kind), &headLine{line: m.index.raw(n), n: n})
	}
}

// importsOf returns the imports that the line scanner of a language finds. It returns
// false if the language has no line scanner.
func importsOf(language string, text []byte) ([]luminos.Import, bool) {
	for name, f := range families {
		if f.statement == nil || !slices.Contains(strings.Fields(f.languages), language) {
			continue
		}
		h := &Head{}
		h.scan(name, f, string(text), text)
		var list []luminos.Import
		for _, i := range h.Imports {
			if !strings.HasPrefix(i.Spec, "mod ") { // a definition
				list = append(list, luminos.Import{Name: strings.TrimPrefix(i.Spec, "file "), First: i.Line, Last: i.Line})
			}
		}
		return list, true
	}
	return nil, false
}

func capital(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// Bounds of a head.
const (
	maxHeadLine    = 2000 // bytes of a line; longer lines are cut
	maxHeadSymbols = 24
)

// addImport records an import on the line s and returns it, unless spec is empty or too long or the head has maxImports
// imports. It records no import on a line that was cut, because the digest of the line would be wrong.
func (h *Head) addImport(spec string, s *headLine, names ...string) *HeadImport {
	if spec == "" || len(h.Imports) >= maxImports || len(spec) > 300 || len(s.line) >= maxHeadLine {
		return nil
	}
	h.Imports = append(h.Imports, HeadImport{Spec: strings.Clone(spec), Names: names, Line: s.n, Text: strings.Clone(s.line)})
	return &h.Imports[len(h.Imports)-1]
}

// addSymbol records a public definition on the line s in the head, unless the name is empty or too
// long, the line was cut, or the head has maxHeadSymbols definitions.
func (h *Head) addSymbol(name, kind string, s *headLine) {
	if name == "" || len(h.Symbols) >= maxHeadSymbols || len(name) > 100 || len(s.line) >= maxHeadLine {
		return
	}
	h.Symbols = append(h.Symbols, HeadSymbol{Name: strings.Clone(name), Kind: kind, Line: s.n, Text: strings.Clone(s.line)})
}

// Refine copies documentation and, where the head has only a vague kind such as "type" or "var",
// the precise kind of each symbol from o, the outline of the same file.
func (h *Head) Refine(o *luminos.Outline) {
	for i := range h.Symbols {
		s := &h.Symbols[i]
		d := findDefinition(o.Symbols, s.Name, s.Line)
		if d == nil {
			continue
		}
		s.Doc = d.Doc
		if vague[s.Kind] && !vague[string(d.Kind)] && d.Kind != Impl {
			s.Kind = string(d.Kind)
		}
	}
}

// vague contains the kinds that name a form of declaration and not the thing declared.
var vague = map[string]bool{"type": true, "const": true, "var": true, "export": true}

// findDefinition returns the innermost definition with this name whose lines include line, or nil.
func findDefinition(list []luminos.Definition, name string, line int) *luminos.Definition {
	var best *luminos.Definition
	for i := range list {
		d := &list[i]
		if line < d.First || line > d.Last {
			continue
		}
		if d.Name == name && (best == nil || d.First > best.First) {
			best = d
		}
		if inner := findDefinition(d.Children, name, line); inner != nil && (best == nil || inner.First > best.First) {
			best = inner
		}
	}
	return best
}

// numbered yields the lines of a text with their numbers from 1. Lines are cut at
// maxHeadLine bytes, so that a minified file costs no more than any other.
func numbered(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 1; s != ""; n++ {
			var line string
			line, s, _ = strings.Cut(s, "\n")
			if !yield(n, line[:min(len(line), maxHeadLine)]) {
				return
			}
		}
	}
}

// quoted returns the content of the first quoted string of s.
func quoted(s string) string {
	i := strings.IndexAny(s, "\"'`")
	if i < 0 {
		return ""
	}
	end := strings.IndexByte(s[i+1:], s[i])
	if end < 0 {
		return ""
	}
	return s[i+1 : i+1+end]
}

// afterKeywords returns s without the words of the set at its beginning, such as modifiers before a
// keyword.
func afterKeywords(s string, set ...string) string {
	for {
		w, rest, ok := strings.Cut(s, " ")
		if !ok || !slices.Contains(set, w) {
			return s
		}
		s = strings.TrimLeft(rest, " \t")
	}
}

// define returns the name and the kind of the definition at the beginning of s, or "" and "" if kinds lacks its
// keyword: with kinds "class def:func" it returns f and func for "def f".
func define(s, kinds string) (name, kind string) {
	w, rest, ok := strings.Cut(s, " ")
	if !ok || w == "" {
		return "", ""
	}
	for k := range strings.FieldsSeq(kinds) {
		if key, kind, renamed := strings.Cut(k, ":"); key == w {
			if !renamed {
				kind = key
			}
			return word(rest, ""), kind
		}
	}
	return "", ""
}
