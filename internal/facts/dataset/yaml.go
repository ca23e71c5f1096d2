package dataset

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"luminos/internal/facts/reading"
)

// The YAML parser builds a tree and goes down it by recursion; these keep it
// small and shallow. Aliases are never followed.
const (
	yamlBytes  = 1 << 20
	yamlIndent = 200 // columns
	yamlOpen   = 100 // brackets, and list dashes on one line
)

// readYAML reads records: a list of mappings, several documents of one mapping
// each, or one mapping, which is a lone document.
func readYAML(b []byte) (t *table, lone bool, err error) {
	if err := yamlHarmless(b); err != nil {
		return nil, false, err
	}
	err = reading.Guard(func() (err error) {
		t, lone, err = parseYAML(b)
		return err
	})
	return t, lone, err
}

func parseYAML(b []byte) (t *table, lone bool, err error) {
	file, err := parser.ParseBytes(b, 0)
	if err != nil {
		// The parser's own words quote the file over several lines.
		return nil, false, fmt.Errorf("is not valid YAML")
	}
	t = newTable()
	lists, mappings := 0, 0
	for _, doc := range file.Docs {
		switch n := bare(doc.Body).(type) {
		case *ast.SequenceNode:
			lists++
			for _, v := range n.Values {
				if !t.yamlRecord(bare(v)) {
					t.bad++
				}
			}
		case nil:
		default:
			if t.yamlRecord(n) {
				mappings++
			}
		}
	}
	if t.bad > t.rows { // a list of words
		return newTable(), true, nil
	}
	t.bad = 0
	return t, lists == 0 && mappings <= 1, nil
}

// yamlRecord adds a mapping as a row; false for what is none.
func (t *table) yamlRecord(n ast.Node) bool {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return false
	}
	t.rows++
	for _, v := range values {
		if v.Key == nil || v.Key.GetToken() == nil {
			continue
		}
		if c := t.column(v.Key.GetToken().Value); c != nil {
			c.addNode(bare(v.Value))
		}
	}
	return true
}

func (c *column) addNode(n ast.Node) {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		c.add(value{kind: missing}, nil)
	case *ast.MappingNode, *ast.MappingValueNode:
		c.counts[object]++
	case *ast.SequenceNode:
		c.counts[array]++
	case *ast.BoolNode:
		c.add(value{kind: boolean}, []byte(n.GetToken().Value))
	case *ast.IntegerNode, *ast.FloatNode:
		b := []byte(n.GetToken().Value)
		c.add(classify(b), b)
	case *ast.StringNode:
		c.addString([]byte(n.Value))
	case *ast.LiteralNode:
		c.addString([]byte(n.Value.Value))
	default:
		c.counts[text]++
	}
}

// bare takes anchors and tags off a node.
func bare(n ast.Node) ast.Node {
	for range yamlOpen {
		switch m := n.(type) {
		case *ast.AnchorNode:
			n = m.Value
		case *ast.TagNode:
			n = m.Value
		default:
			return n
		}
	}
	return nil
}

// yamlHarmless refuses what would send the parser deep: it looks at brackets and
// indentation only, so a long bracketed text can be refused wrongly.
func yamlHarmless(b []byte) error {
	if len(b) > yamlBytes {
		return fmt.Errorf("is larger than %d KiB, more than is read of YAML", yamlBytes>>10)
	}
	open := 0
	for line := range bytes.Lines(b) {
		trimmed := bytes.TrimLeft(line, " ")
		in := len(line) - len(trimmed)
		dashes := strings.Count(string(trimmed[:min(len(trimmed), 1000)]), "- ") + bytes.Count(trimmed[:min(len(trimmed), 1000)], []byte("? "))
		if bytes.HasPrefix(trimmed, []byte("- - ")) && dashes > yamlOpen/2 || in > yamlIndent {
			return errTooDeep
		}
		for _, c := range trimmed {
			switch c {
			case '[', '{':
				open++
			case ']', '}':
				open = max(open-1, 0)
			}
		}
		if open > yamlOpen {
			return errTooDeep
		}
	}
	return nil
}
