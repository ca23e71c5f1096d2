package decode

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// ConfigYAML is a limit for [YAML], in bytes, above the size of any file that
// people write by hand.
const ConfigYAML = 64 << 10

// Kind is the kind of a [Node].
type Kind int

// The kinds of nodes. An alias is Other: aliases are not followed, so that a value
// is never larger than its text.
const (
	Null Kind = iota
	Mapping
	Sequence
	String
	Number
	Bool
	Other
)

// Node is a part of a YAML document without its anchors and tags. The zero Node is
// Null.
type Node struct{ node ast.Node }

// Entry is an entry of a mapping.
type Entry struct {
	Key   string
	Line  int // of the key
	Value Node
}

// YAML parses the documents of a text of at most limit bytes. Empty documents are
// left out. The parser needs up to a second and hundreds of megabytes of
// allocations per megabyte of text: a caller that reads many files must bound
// their total size.
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

// newlines replaces all line ends of YAML by "\n", so that line numbers agree with
// the parser.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// message returns the message and the position of a YAML parser's error on one line. The Error
// method of these errors prints the file around the fault, in quadratic time.
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

// nodeOf returns a node of the YAML library as a Node, without its anchors and tags.
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

// Kind returns the kind of the node: mapping, sequence, string, number and so on.
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

// Text returns the value of a string, and a number or boolean as it is written. It returns "" for null and for nodes
// that are not scalars.
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

// Entries returns the entries of a mapping in order, or nil.
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

// Items returns the items of a sequence, or nil.
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

// Value returns the node as maps, slices and strings. Numbers and booleans are
// strings, null and aliases are nil.
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
