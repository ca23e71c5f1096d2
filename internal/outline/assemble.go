package outline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
)

// findings are what a reader found in a text, in any order.
type findings struct {
	defs    []def
	imports []use
	mended  bool // the parser did not find all of it
}

// def is a definition by the bytes of the text that it takes.
type def struct {
	kind  Kind
	name  string
	start int // with decorators and modifiers
	body  int // where the body begins, or end
	end   int
}

// use is an import by the bytes that its statement takes.
type use struct {
	name       string
	start, end int
}

// inType reports whether an import lies inside of a type.
func (f findings) inType(u use) bool {
	return slices.ContainsFunc(f.defs, func(d def) bool { return types[d.kind] && d.start < u.start && u.start < d.end })
}

// fill turns what was found into the outline.
func fill(o *luminos.Outline, text []byte, language string, found findings) {
	t := newLines(text, commentsOf(language))
	o.Doc = t.fileDoc()
	if language == "PHP" {
		found.imports = slices.DeleteFunc(found.imports, found.inType) // a class uses traits
	}
	slices.SortStableFunc(found.imports, func(a, b use) int { return cmp.Compare(a.start, b.start) })
	for _, u := range found.imports {
		name := shorten(u.name, maxName)
		if name == "" {
			continue
		}
		if len(o.Imports) == maxImports {
			o.Lack(fmt.Sprintf("only the first %d imports are listed", maxImports))
			break
		}
		first, last := t.span(u.start, u.end)
		o.Imports = append(o.Imports, luminos.Import{Name: name, First: first, Last: last})
	}
	// What begins first comes first; of two that begin together the longer holds the other.
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

// nest puts definitions that come in the order of the text into each other.
type nest struct {
	lines *lines
	top   []luminos.Definition
	open  []opened // from the outside in
	count int
}

// opened is a symbol whose end has not been reached.
type opened struct {
	symbol luminos.Definition
	end    int
	def    def
}

// place is a definition without its name: several names can be defined in one place.
func (d def) place() def { return def{kind: d.kind, start: d.start, body: d.body, end: d.end} }

// types are the kinds that make methods of the functions inside.
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
	if keep > 0 { // what patterns take for the end can be wrong
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

// close ends the symbols beyond the first keep that are open.
func (n *nest) close(keep int) {
	for len(n.open) > keep {
		s := n.open[len(n.open)-1].symbol
		n.open = n.open[:len(n.open)-1]
		n.put(s)
	}
}

// put gives a symbol that is complete to the one around it.
func (n *nest) put(s luminos.Definition) {
	to := &n.top
	if len(n.open) > 0 {
		to = &n.open[len(n.open)-1].symbol.Children
	}
	*to = append(*to, s)
}

// shorten puts a text on one line, valid and within n bytes.
func shorten(s string, n int) string {
	if len(s) > 4*n {
		s = s[:4*n] // most of it may be white space, but not all
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
