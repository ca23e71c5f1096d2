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

// FamilyOf returns the family of a file by its extension, or "" if [ReadHead] cannot
// read the file.
func FamilyOf(p luminos.Path) Family { return familyByExtension[p.Ext()] }

// headLine is a line with code.
type headLine struct {
	line   string // whole
	code   string // from its first code
	masked string // the text from there, without comments and contents of strings
	indent int
	n      int // from 1
}

// unindented returns the code of a line that is not indented, or "".
func (s *headLine) unindented() string {
	if s.indent > 0 {
		return ""
	}
	return s.code
}

// ReadHead reads the head of a file. The path decides about the language and about
// the rank of the package comment. The result is empty if FamilyOf(p) is "".
func ReadHead(p luminos.Path, content string) *Head {
	h := &Head{path: p}
	family := FamilyOf(p)
	f, ok := families[family]
	if !ok {
		return h
	}
	text := []byte(content)
	if family == PHP {
		text = insidePHP(text)
	}
	masked := string(f.syntax.mask(text))
	modifiers := strings.Fields(f.modifiers)
	at := 0
	for n, line := range numbered(content) {
		end := len(content)
		if i := strings.IndexByte(content[at:], '\n'); i >= 0 {
			end = at + i
		}
		code := strings.TrimSpace(masked[at:min(end, at+len(line))])
		if code != "" {
			from := strings.Index(masked[at:end], code)
			s := &headLine{line: line, code: strings.TrimSpace(line[from:]), masked: masked[at+from : min(len(masked), at+from+8*maxHeadLine)], indent: from, n: n}
			item := afterKeywords(f.statement(h, s), modifiers...)
			if name, kind := define(item, f.kinds); name != "" && name[0] != '_' && (!f.capitals || capital(name)) && !strings.Contains(" class struct fn from ", " "+name+" ") {
				h.addSymbol(name, kind, s)
			}
		}
		at = end + 1
	}
	if f.about {
		h.about(newLines([]byte(content), f.syntax))
	}
	return h
}

func capital(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// Bounds of a head.
const (
	maxHeadLine    = 2000 // bytes of a line; longer lines are cut
	maxHeadImports = 500
	maxHeadSymbols = 24
)

// addImport records an import. A line that was cut is not recorded, because its
// digest would be wrong.
func (h *Head) addImport(spec string, s *headLine, names ...string) {
	if spec == "" || len(h.Imports) >= maxHeadImports || len(spec) > 300 || len(s.line) >= maxHeadLine {
		return
	}
	h.Imports = append(h.Imports, HeadImport{Spec: strings.Clone(spec), Names: names, Line: s.n, Text: strings.Clone(s.line)})
}

// addSymbol records a public definition.
func (h *Head) addSymbol(name, kind string, s *headLine) {
	if name == "" || len(h.Symbols) >= maxHeadSymbols || len(name) > 100 || len(s.line) >= maxHeadLine {
		return
	}
	h.Symbols = append(h.Symbols, HeadSymbol{Name: strings.Clone(name), Kind: kind, Line: s.n, Text: strings.Clone(s.line)})
}

// Refine adds precise kinds and documentation from an outline of the same file.
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

// findDefinition returns the innermost definition of a name that contains a line,
// or nil.
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

// identifier returns the name at the beginning of s.
func identifier(s string) string {
	for i, r := range s {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 || i > 0 && (r >= '0' && r <= '9' || r == '\'') {
			continue
		}
		return s[:i]
	}
	return s
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

// afterKeywords returns s without leading words of a set that white space follows.
func afterKeywords(s string, set ...string) string {
	for {
		w, rest, ok := strings.Cut(s, " ")
		if !ok || !slices.Contains(set, w) {
			return s
		}
		s = strings.TrimLeft(rest, " \t")
	}
}

// define parses "KEYWORD Name" and returns the name and the kind that kinds has for
// the keyword.
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
			return strings.TrimRight(identifier(strings.TrimLeft(rest, " \t")), "'"), kind
		}
	}
	return "", ""
}
