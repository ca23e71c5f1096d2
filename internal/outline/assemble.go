package outline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
)

// findings are the definitions and imports that one reader found in a text, in any order.
type findings struct {
	defs    []def
	imports []luminos.Import
	mended  bool // patterns added definitions that the parser had missed
}

// def is a definition with its byte range.
type def struct {
	kind  Kind
	name  string
	start int // with decorators and modifiers
	body  int // where the body begins, or end
	end   int
}

// fill stores the definitions and imports that a parser or the patterns found in text, and the
// documentation of the file, in the outline o: as a sorted tree within the limits on their numbers.
func fill(o *luminos.Outline, text []byte, language string, found findings) {
	t := newLines(text, commentsOf(language))
	o.Doc = t.fileDoc()
	slices.SortStableFunc(found.imports, func(a, b luminos.Import) int { return cmp.Compare(a.First, b.First) })
	for _, i := range found.imports[:min(len(found.imports), maxImports)] {
		if i.Name = shorten(i.Name, maxName); i.Name != "" {
			o.Imports = append(o.Imports, i)
		}
	}
	if len(found.imports) >= maxImports {
		o.Lack(fmt.Sprintf("at most %d imports are listed", maxImports))
	}
	// Definitions are sorted by their start; of two with the same start the longer
	// comes first, because it contains the other.
	slices.SortStableFunc(found.defs, func(a, b def) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	n := nest{lines: t}
	for _, d := range found.defs {
		if n.count == maxSymbols {
			o.Lack(fmt.Sprintf("only the first %d definitions are listed", maxSymbols))
			break
		}
		n.add(d)
	}
	n.close(0)
	o.Symbols = n.top
}

// nest builds the tree of definitions from a list in text order.
type nest struct {
	lines *lines
	top   []luminos.Definition
	open  []opened // from the outside in
	count int
}

// opened is a definition that has begun and not ended at the current position of the pass.
type opened struct {
	symbol luminos.Definition
	end    int
	def    def
}

// place returns a copy of the definition d without its name, so that definitions of several names in one range are
// equal.
func (d def) place() def { return def{kind: d.kind, start: d.start, body: d.body, end: d.end} }

// types contains the kinds whose functions are methods.
var types = map[Kind]bool{Class: true, Struct: true, Enum: true, Union: true, Interface: true, Trait: true, Impl: true, Record: true, Type: true}

func (n *nest) add(d def) {
	name := shorten(d.name, maxName)
	if name == "" {
		return
	}
	keep, place := len(n.open), d.place()
	for keep > 0 && (n.open[keep-1].end <= d.start || n.open[keep-1].def == place) {
		keep--
	}
	n.close(keep)
	if keep > 0 { // an end found by patterns can be wrong
		d.end = min(d.end, n.open[keep-1].end)
		d.body = min(d.body, d.end)
	}
	first, last := n.lines.span(d.start, d.end)
	s := luminos.Definition{Kind: d.kind, Name: name, First: first, Last: last,
		Signature: n.lines.signature(d.start, d.body), Doc: n.lines.doc(d, first)}
	if d.kind == Func && keep > 0 && types[n.open[keep-1].symbol.Kind] {
		s.Kind = Method
	}
	n.count++
	if keep == maxNesting {
		n.put(s)
		return
	}
	n.open = append(n.open, opened{s, d.end, place})
}

// close ends the innermost open definitions until the number of open ones is keep, and adds each to the definition
// that encloses it.
func (n *nest) close(keep int) {
	for len(n.open) > keep {
		s := n.open[len(n.open)-1].symbol
		n.open = n.open[:len(n.open)-1]
		n.put(s)
	}
}

// put adds a finished definition to the definition that encloses it, or to the top level.
func (n *nest) put(s luminos.Definition) {
	to := &n.top
	if len(n.open) > 0 {
		to = &n.open[len(n.open)-1].symbol.Children
	}
	*to = append(*to, s)
}

// shorten returns a text on one line, valid UTF-8 and at most n bytes long.
func shorten(s string, n int) string {
	if len(s) > 4*n {
		s = s[:4*n] // some of the text may be white space
	}
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "\uFFFD")
	if len(s) <= n {
		return s
	}
	const dots = "…"
	n -= len(dots)
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return strings.TrimRight(s[:n], " ") + dots
}
