package delivery

import (
	"errors"
	"fmt"
	"strings"

	"luminos"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

const (
	// The YAML parser takes quadratic time in nesting (1.3 s for 16,000 open
	// brackets) and milliseconds per kilobyte otherwise, so both are bounded first.
	composeLimit = 64 << 10
	composeDepth = 64
	composeTotal = 1 << 20 // of all files together
)

// readCompose fills in services, their images and published ports.
func readCompose(t luminos.Text, c *luminos.Container) error {
	doc, err := parseYAML(t.Content)
	if err != nil {
		return err
	}
	for _, top := range pairs(doc) {
		if key(top) != "services" {
			continue
		}
		services := pairs(top.Value)
		for i, s := range services {
			c.Services = add(c.Services, key(s))
			if line := s.Key.GetToken().Position.Line; i < maxCited {
				c.Evidence = append(c.Evidence, t.Cite(line, line))
			}
			for _, field := range pairs(s.Value) {
				switch key(field) {
				case "image":
					c.Bases = add(c.Bases, substitute(value(field.Value), nil))
				case "ports":
					addPorts(c, field.Value)
				}
			}
		}
	}
	return nil
}

// addPorts reads both forms of a port: "8080:80" and a mapping with "published" and "target".
func addPorts(c *luminos.Container, n ast.Node) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return
	}
	for _, item := range seq.Values[:min(len(seq.Values), maxItems)] {
		var published, target string
		for _, field := range pairs(item) {
			switch key(field) {
			case "published":
				published = value(field.Value)
			case "target":
				target = value(field.Value)
			}
		}
		switch {
		case published != "" && target != "":
			c.Ports = add(c.Ports, published+":"+target)
		case target != "":
			c.Ports = add(c.Ports, target)
		default:
			c.Ports = add(c.Ports, substitute(value(item), nil))
		}
	}
}

// parseYAML parses the first document of a text. The tree keeps aliases as
// aliases, so nothing in it can grow beyond the text.
func parseYAML(s string) (root ast.Node, err error) {
	if len(s) > composeLimit {
		return nil, fmt.Errorf("over %d bytes of YAML, not parsed", composeLimit)
	}
	if nesting(s) > composeDepth {
		return nil, errors.New("nested too deeply, not parsed")
	}
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, errors.New("the YAML parser gave up")
		}
	}()
	file, err := parser.ParseBytes([]byte(s), 0)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("not valid YAML: %s", first)
	}
	for _, doc := range file.Docs {
		if doc != nil && doc.Body != nil {
			return doc.Body, nil
		}
	}
	return nil, nil
}

// nesting is an upper bound of how deep flow brackets, and compact block
// entries on one line, nest. It may count brackets in strings too.
func nesting(s string) int {
	deepest, depth := 0, 0
	for line := range strings.Lines(s) {
		entries := 0
		for rest := strings.TrimSpace(line); len(rest) >= 2 && (rest[0] == '-' || rest[0] == '?') && rest[1] == ' '; entries++ {
			rest = strings.TrimSpace(rest[2:])
		}
		deepest = max(deepest, entries)
		for i := range len(line) {
			switch line[i] {
			case '[', '{':
				depth++
				deepest = max(deepest, depth)
			case ']', '}':
				depth = max(0, depth-1)
			}
		}
	}
	return deepest
}

// pairs are the entries of a mapping; nil for anything else.
func pairs(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	case *ast.AnchorNode:
		return pairs(n.Value)
	case *ast.TagNode:
		return pairs(n.Value)
	}
	return nil
}

// key is the text of a mapping's key.
func key(m *ast.MappingValueNode) string {
	if m.Key == nil || m.Key.GetToken() == nil {
		return ""
	}
	return m.Key.GetToken().Value
}

// value is the text of a scalar, or "".
func value(n ast.Node) string {
	if s, ok := n.(ast.ScalarNode); ok && s.GetToken() != nil {
		return s.GetToken().Value
	}
	return ""
}
