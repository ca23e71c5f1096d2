package decode

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// ConfigYAML is a limit for [YAML] that no file that people write by hand
// comes near.
const ConfigYAML = 64 << 10

// Kind is what a [Node] is.
type Kind int

// The kinds of nodes. An alias is Other: it is not followed, so that nothing
// grows beyond the text.
const (
	Null Kind = iota
	Mapping
	Sequence
	String
	Number
	Bool
	Other
)

// Node is a part of a YAML document, without its anchors and tags. The zero
// Node is Null.
type Node struct{ node ast.Node }

// Entry is one entry of a mapping.
type Entry struct {
	Key   string
	Line  int // of the key
	Value Node
}

// YAML parses the documents of a text of at most limit bytes. Empty ones are
// left out. The parser is by far the slowest of all here, up to a second per
// megabyte, for which it allocates hundreds: whoever reads many files bounds them
// all together.
func YAML(s string, limit int) ([]Node, error) {
	if len(s) > limit {
		return nil, fmt.Errorf("larger than %d KiB: not parsed", limit>>10)
	}
	s = newlines.Replace(s)
	if err := yamlBounds(s); err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(s)
	if err := yamlLoad(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, fmt.Errorf("not valid YAML: %s", message(err))
	}
	var docs []Node
	for _, doc := range file.Docs {
		if doc != nil && doc.Body != nil {
			docs = append(docs, nodeOf(doc.Body))
		}
	}
	return docs, nil
}

// newlines makes one of the three ends of a line that YAML knows, so that whoever
// counts lines counts those of the parser.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// message is what the parser found and where, on one line. Its Error method
// would print the file around it, in time that grows with the square of that.
func message(err error) string {
	var plain interface {
		error
		FormatError(colored, withSource bool) string
	}
	if errors.As(err, &plain) {
		err = errors.New(plain.FormatError(false, false))
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

// nodeOf takes anchors and tags off a node.
func nodeOf(n ast.Node) Node {
	for {
		switch m := n.(type) {
		case *ast.AnchorNode:
			n = m.Value
		case *ast.TagNode:
			n = m.Value
		default:
			return Node{n}
		}
	}
}

// Kind is what the node is.
func (n Node) Kind() Kind {
	switch n.node.(type) {
	case nil, *ast.NullNode:
		return Null
	case *ast.MappingNode, *ast.MappingValueNode:
		return Mapping
	case *ast.SequenceNode:
		return Sequence
	case *ast.StringNode, *ast.LiteralNode:
		return String
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return Number
	case *ast.BoolNode:
		return Bool
	}
	return Other
}

// Text is a scalar as it is written, without quotes; "" of null and of what is
// no scalar.
func (n Node) Text() string {
	switch m := n.node.(type) {
	case *ast.LiteralNode:
		if m.Value != nil {
			return m.Value.Value
		}
	case ast.ScalarNode:
		if n.Kind() != Null && m.GetToken() != nil {
			return m.GetToken().Value
		}
	}
	return ""
}

// Entries are the entries of a mapping, in order; nil of anything else.
func (n Node) Entries() []Entry {
	var values []*ast.MappingValueNode
	switch m := n.node.(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	}
	var out []Entry
	for _, v := range values {
		e := Entry{Value: nodeOf(v.Value)}
		var key ast.Node = v.Key
		if explicit, ok := key.(*ast.MappingKeyNode); ok { // "? key"
			key = explicit.Value
		}
		if key != nil && key.GetToken() != nil {
			e.Key, e.Line = key.GetToken().Value, key.GetToken().Position.Line
		}
		out = append(out, e)
	}
	return out
}

// Items are the items of a sequence; nil of anything else.
func (n Node) Items() []Node {
	m, ok := n.node.(*ast.SequenceNode)
	if !ok {
		return nil
	}
	out := make([]Node, len(m.Values))
	for i, v := range m.Values {
		out[i] = nodeOf(v)
	}
	return out
}

// Value is the node as maps, slices and strings; numbers and booleans are the
// text of them, and null and aliases are nil.
func (n Node) Value() any {
	switch n.Kind() {
	case Mapping:
		m := map[string]any{}
		for _, e := range n.Entries() {
			m[e.Key] = e.Value.Value()
		}
		return m
	case Sequence:
		var l []any
		for _, item := range n.Items() {
			l = append(l, item.Value())
		}
		return l
	case Null, Other:
		return nil
	}
	return n.Text()
}
