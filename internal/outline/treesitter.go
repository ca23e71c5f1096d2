//go:build cgo

package outline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// Reasons why a text is not parsed although there is a grammar.
var (
	errTooLarge  = fmt.Errorf("the text is larger than the %d KiB that are parsed", maxParsed>>10)
	errTooSlow   = errors.New("the parse was cut off: it took too long")
	errZero      = errors.New("the text contains zero bytes, which the parsers take for the end")
	errTooHungry = errors.New("the parse was cut off: it read the text too often")
)

const (
	// maxParse is the time limit of a parse without an earlier deadline. The
	// largest source takes an eighth of a second; only junk takes longer.
	maxParse = 2 * time.Second
	// chunk is the number of bytes that the parser gets at a time. The bindings
	// copy each chunk and keep the copies until the parse ends.
	chunk = 64 << 10
	// maxGiven limits the size of these copies. A scanner that repeatedly runs to
	// the end of the text requests the text each time.
	maxGiven = 16 << 20
	// checkEvery is the number of nodes between two checks of the deadline.
	checkEvery = 4096
)

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
func parse(ctx context.Context, language string, text []byte) (found findings, err error) {
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
	// The bindings panic if the C code returns NULL.
	defer func() {
		if r := recover(); r != nil {
			found, err = findings{}, fmt.Errorf("parsing the text by tree-sitter failed: %v", r)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, maxParse)
	defer cancel()
	g := load()
	tree, err := g.tree(ctx, text)
	if err != nil {
		return findings{}, err
	}
	defer tree.Close()
	w := &walk{text: text, found: findings{imports: matchImports(language, text)}}
	if err := w.run(ctx, g, tree.RootNode()); err != nil {
		return findings{}, err
	}
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

// tree parses a text and returns its syntax tree. It returns an error at the deadline of ctx, which
// must be set, or if the parser reads too much; an interrupted parse would repeat work, so it is
// never resumed. A cancellation of ctx does not interrupt the parse.
func (g *grammar) tree(ctx context.Context, text []byte) (*ts.Tree, error) {
	parser := ts.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(g.language); err != nil {
		return nil, fmt.Errorf("loading the grammar of the language: %w", err)
	}
	deadline, _ := ctx.Deadline()
	left := time.Until(deadline)
	if left <= 0 || ctx.Err() != nil {
		return nil, errTooSlow
	}
	//lint:ignore SA1019 the bindings leak each callback of the replacement
	parser.SetTimeoutMicros(uint64(max(left.Microseconds(), 1)))
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
	case tree == nil:
		return nil, errTooSlow
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

func (w *walk) run(ctx context.Context, g *grammar, root *ts.Node) error {
	c := root.Walk()
	defer c.Close()
	for visited := 1; ; visited++ {
		if visited%checkEvery == 0 && ctx.Err() != nil {
			return errTooSlow
		}
		if len(w.found.defs) > 2*maxSymbols { // more than an outline lists
			return nil
		}
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
				return nil
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
