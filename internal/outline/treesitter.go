//go:build cgo && !noparsers

package outline

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"time"
	"unicode/utf8"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// Reasons why a text is not parsed although there is a grammar.
var (
	errTooLarge  = fmt.Errorf("the text is larger than the %d KiB that are parsed", maxParsed>>10)
	errTooHard   = errors.New("the parse was cut off: it needed too much memory for a text of this size")
	errZero      = errors.New("the text contains zero bytes, which the parsers take for the end")
	errNotUTF8   = errors.New("the text is not UTF-8, on which the parsers can crash")
	errTooHungry = errors.New("the parse was cut off: it read the text too often")
)

const (
	// allocatedPerByte and allocatedAlways limit the bytes that a parse allocates, all in all. This is the measure of
	// its work: a limit in seconds would give another report on a busy machine. Of 4,955 sources from 48 repositories
	// one takes 143 bytes for each byte of text and no other more than 95; "a(" repeated takes 1,740.
	allocatedPerByte = 160
	allocatedAlways  = 1 << 20
	// maxParses is the number of parses at a time: each can take 80 MiB.
	maxParses = 3
	// kept is the size of a text after which free memory stays with the C library.
	kept = 32 << 10
	// chunk is the number of bytes that the parser gets at a time. The bindings
	// copy each chunk and keep the copies until the parse ends.
	chunk = 64 << 10
	// maxGiven limits the size of these copies. A scanner that repeatedly runs to
	// the end of the text requests the text each time.
	maxGiven = 16 << 20
)

// parses holds a token for each running parse.
var parses = make(chan struct{}, maxParses)

// grammar is a parsed language: its tables and rules.
type grammar struct {
	language *ts.Language
	rules    []rule // indexed by node kind; nil for kinds without a rule
}

// rule handles one kind of node and reports whether to visit its children.
type rule func(w *walk, n *ts.Node) bool

// newGrammar returns the grammar of a language with its rules, indexed by the numbers of node
// kinds. The keys of the argument rules are names of node kinds.
func newGrammar(language *ts.Language, rules map[string]rule) *grammar {
	g := &grammar{language: language, rules: make([]rule, language.NodeKindCount())}
	for id := range g.rules {
		if n := uint16(id); language.NodeKindIsNamed(n) {
			g.rules[id] = rules[language.NodeKindForId(n)]
		}
	}
	return g
}

func grammarNames() []string { return slices.Sorted(maps.Keys(grammars)) }

// parse returns the definitions in the syntax tree of a text, and its imports, which the line
// scanner or the patterns find. After syntax errors it adds definitions that only the patterns
// find.
func parse(language string, text []byte, most time.Duration) (found findings, err error) {
	load, ok := grammars[language]
	if !ok {
		return findings{}, errNoGrammar
	}
	if len(text) > maxParsed {
		return findings{}, errTooLarge
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return findings{}, errZero
	}
	if !utf8.Valid(text) {
		return findings{}, errNotUTF8
	}
	// The bindings panic if the C code returns NULL.
	defer func() {
		if r := recover(); r != nil {
			found, err = findings{}, fmt.Errorf("parsing the text by tree-sitter failed: %v", r)
		}
	}()
	parses <- struct{}{}
	defer func() { <-parses }()
	countAllocations()
	if len(text) > kept {
		defer giveBack()
	}
	g := load()
	tree, err := g.tree(text, most)
	if err != nil {
		return findings{}, err
	}
	defer tree.Close()
	w := &walk{text: text, found: findings{imports: matchImports(language, text)}}
	w.run(g, tree.RootNode())
	if tree.RootNode().HasError() {
		w.found.mend(language, text)
	}
	return w.found, nil
}

// mend adds definitions that only the patterns find, except constants and variables, to the findings of a parse with
// syntax errors: one macro can hide the rest of a class. It also removes functions with names of macros.
func (f *findings) mend(language string, text []byte) {
	other, _ := match(language, text)
	starts := map[int]bool{}
	for _, d := range other.defs {
		starts[d.start] = starts[d.start] || d.kind == Func
	}
	known := map[string][]def{}
	// A macro after a declaration is parsed as its name.
	f.defs = slices.DeleteFunc(f.defs, func(d def) bool { return d.kind == Func && isConstant(d.name) && starts[d.start] })
	for _, d := range f.defs {
		known[d.name] = append(known[d.name], d)
	}
	for _, d := range other.defs {
		same := func(k def) bool { return types[k.kind] == types[d.kind] && k.start < d.end && d.start < k.end }
		if d.kind != Const && d.kind != Var && !slices.ContainsFunc(known[d.name], same) {
			f.defs = append(f.defs, d)
			f.mended = true
		}
	}
}

// tree parses a text and returns its syntax tree, which the caller closes. It returns an error if the parser allocates
// or reads too much, or ErrTooSlow after the time most; an interrupted parse would repeat work, so it is never resumed.
func (g *grammar) tree(text []byte, most time.Duration) (*ts.Tree, error) {
	runtime.LockOSThread() // allocations are counted for each thread
	defer runtime.UnlockOSThread()
	parser := ts.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(g.language); err != nil {
		return nil, fmt.Errorf("loading the grammar of the language: %w", err)
	}
	//lint:ignore SA1019 the bindings leak each callback of the replacement
	parser.SetTimeoutMicros(uint64(most.Microseconds()))
	//lint:ignore SA1019 the same
	parser.SetCancellationFlag(allow(allocatedAlways + allocatedPerByte*len(text)))
	given := 0
	read := func(at int, _ ts.Point) []byte {
		if at >= len(text) || given > maxGiven {
			return nil
		}
		part := text[at:min(at+chunk, len(text))]
		given += len(part)
		return part
	}
	tree := parser.ParseWithOptions(read, nil, nil)
	switch {
	case tree == nil && usedUp():
		return nil, errTooHard
	case tree == nil:
		return nil, ErrTooSlow
	case given > maxGiven:
		tree.Close()
		return nil, errTooHungry
	}
	return tree, nil
}

// walk visits the nodes of a tree in text order.
type walk struct {
	text  []byte
	found findings

	// A wrapper is a node that contains a definition and belongs to it: decorators,
	// template parameters, an export.
	wrapStart, wrapEnd int
	funcEnd            int // end of the enclosing function
	typeEnd            int // end of the enclosing class or module (Ruby)
}

// run calls the rules of the grammar g for the nodes of a tree, until there are more definitions than an outline lists.
func (w *walk) run(g *grammar, root *ts.Node) {
	c := root.Walk()
	defer c.Close()
	for len(w.found.defs) <= 2*maxSymbols {
		n := c.Node()
		inside := true
		if id := int(n.KindId()); id < len(g.rules) && g.rules[id] != nil {
			inside = g.rules[id](w, n)
		}
		if inside && c.GotoFirstChild() {
			continue
		}
		for !c.GotoNextSibling() {
			if !c.GotoParent() {
				return
			}
		}
	}
}

// define records a definition of this kind and name for the node n. The body is a descendant of n,
// or nil.
func (w *walk) define(kind Kind, name string, n, body *ts.Node) {
	d := def{kind: kind, name: name, start: int(n.StartByte()), end: int(n.EndByte())}
	d.body = d.end
	if body != nil {
		d.body = int(body.StartByte())
	}
	if d.start >= w.wrapStart && d.end <= w.wrapEnd && w.wrapEnd-d.end < 8 && len(bytes.Trim(w.text[d.end:w.wrapEnd], "; \t\r\n")) == 0 {
		d.start, d.end = w.wrapStart, w.wrapEnd
		w.wrapStart, w.wrapEnd = 0, 0
	}
	w.found.defs = append(w.found.defs, d)
	if kind == Func || kind == Method {
		w.funcEnd = max(w.funcEnd, d.end)
	}
}

// local reports whether the node n is inside a function.
func (w *walk) local(n *ts.Node) bool { return int(n.StartByte()) < w.funcEnd }

// string returns the text of a node, or "" for nil.
func (w *walk) string(n *ts.Node) string {
	if n == nil {
		return ""
	}
	start, end := n.ByteRange()
	if start > end || end > uint(len(w.text)) {
		return ""
	}
	return string(w.text[start:end])
}

// field returns the text of the child in a field of the node n, or "" without such a child.
func (w *walk) field(n *ts.Node, name string) string { return w.string(n.ChildByFieldName(name)) }

// named returns a rule that records a node as a definition, with the name in the field "name" and
// the body in the field "body".
func named(kind Kind) rule { return fields(kind, "name", "body") }

// fields returns a rule that records a node as a definition, with the name in one field and the
// body in another.
func fields(kind Kind, name, body string) rule {
	return func(w *walk, n *ts.Node) bool {
		w.define(kind, w.field(n, name), n, n.ChildByFieldName(body))
		return true
	}
}

// namedUnlessLocal returns a rule that records a node as a definition, as the rule of [named] does,
// unless the node is inside a function.
func namedUnlessLocal(kind Kind) rule {
	return func(w *walk, n *ts.Node) bool {
		return w.local(n) || named(kind)(w, n)
	}
}

// wrapper marks the node n as a wrapper of a definition, such as a decorated definition: the
// definition inside takes the range of n. It returns true, so that the children are visited.
func wrapper(w *walk, n *ts.Node) bool {
	if int(n.StartByte()) >= w.wrapEnd { // the outermost wrapper counts
		w.wrapStart, w.wrapEnd = int(n.StartByte()), int(n.EndByte())
	}
	return true
}

// skip returns false, so that a node without definitions is ignored together with its children.
func skip(*walk, *ts.Node) bool { return false }

// children yields the named children of a node.
func children(n *ts.Node) func(yield func(*ts.Node) bool) {
	return func(yield func(*ts.Node) bool) {
		c := n.Walk()
		defer c.Close()
		for ok := c.GotoFirstChild(); ok; ok = c.GotoNextSibling() {
			if child := c.Node(); child.IsNamed() && !yield(child) {
				return
			}
		}
	}
}
