package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/pelletier/go-toml/v2"
)

// value is a decoded document or a table of it. Its methods forgive: what is
// absent or of another type than expected is simply empty.
type value map[string]any

func (v value) get(keys ...string) any {
	var cur any = map[string]any(v)
	for _, k := range keys {
		m, ok := cur.(map[string]any)
		if !ok {
			return nil
		}
		cur = m[k]
	}
	return cur
}

// str is a string; of a number or a boolean it is its text.
func (v value) str(keys ...string) string { return scalar(v.get(keys...)) }

func scalar(x any) string {
	switch x := x.(type) {
	case string:
		return x
	case int64, uint64, float64, bool:
		return fmt.Sprint(x)
	}
	return ""
}

func (v value) obj(keys ...string) value {
	m, _ := v.get(keys...).(map[string]any)
	return m
}

func (v value) list(keys ...string) []any {
	l, _ := v.get(keys...).([]any)
	return l
}

// tables are the tables of a list.
func (v value) tables(keys ...string) []value {
	var out []value
	for _, x := range v.list(keys...) {
		if m, ok := x.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// strs are the strings of a list; a lone string is a list of one.
func (v value) strs(keys ...string) []string {
	x := v.get(keys...)
	if s, ok := x.(string); ok {
		return []string{s}
	}
	l, _ := x.([]any)
	var out []string
	for _, e := range l {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func (v value) has(key string) bool { _, ok := v[key]; return ok }

// keys are the names in a table, sorted.
func (v value) keys() []string { return slices.Sorted(maps.Keys(v)) }

// maxDepth is how deep a manifest may nest. Real ones stay below a dozen; the
// parsers recurse, so deeper ones are refused before they see them.
const maxDepth = 64

var errTooDeep = fmt.Errorf("nested deeper than %d levels", maxDepth)

// bracketDepth refuses text whose brackets nest too deep. Brackets in strings
// count as well: that errs towards refusing, and needs 64 unclosed ones.
func bracketDepth(s string) error {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			if depth++; depth > maxDepth {
				return errTooDeep
			}
		case ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return nil
}

// decodeJSON decodes a JSON object, with comments and trailing commas where
// people write them.
func decodeJSON(s string) (value, error) {
	if err := bracketDepth(s); err != nil {
		return nil, err
	}
	var v map[string]any
	err := json.Unmarshal([]byte(s), &v)
	if err == nil {
		return v, nil
	}
	if json.Unmarshal([]byte(stripJSONComments(s)), &v) == nil {
		return v, nil
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("not valid JSON: line %d: %w", lineOf(s, int(syntax.Offset)), err)
	}
	return nil, errors.New("not a JSON object")
}

// stripJSONComments blanks comments and commas before a closing bracket.
func stripJSONComments(s string) string {
	b := []byte(s)
	comma := -1 // the last comma with nothing but space and comments after it
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			comma = -1
		case c == '/' && i+1 < len(b) && (b[i+1] == '/' || b[i+1] == '*'):
			i = blankComment(b, i) - 1
		case c == ',':
			comma = i
		case c == ']' || c == '}':
			if comma >= 0 {
				b[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
	}
	return string(b)
}

// blankComment overwrites the comment at i and returns where it ends.
func blankComment(b []byte, i int) int {
	block := b[i+1] == '*'
	b[i], b[i+1] = ' ', ' '
	for i += 2; i < len(b); i++ {
		if !block && b[i] == '\n' {
			return i
		}
		if block && b[i] == '*' && i+1 < len(b) && b[i+1] == '/' {
			b[i], b[i+1] = ' ', ' '
			return i + 2
		}
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return i
}

// decodeTOML decodes a TOML document.
func decodeTOML(s string) (value, error) {
	if err := bracketDepth(s); err != nil {
		return nil, err
	}
	for line := range strings.Lines(s) {
		if dottedParts(line) > maxDepth {
			return nil, errTooDeep
		}
	}
	var v map[string]any
	if err := toml.Unmarshal([]byte(s), &v); err != nil {
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			row, _ := decode.Position()
			return nil, fmt.Errorf("not valid TOML: line %d: %w", row, err)
		}
		return nil, fmt.Errorf("not valid TOML: %w", err)
	}
	return v, nil
}

// dottedParts bounds how deep the keys of a TOML line nest ("a.b.c = 1"): dots
// outside quotes, before the value.
func dottedParts(line string) int {
	n := 0
	var quote byte
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '.':
			n++
		case c == '=' || c == '#':
			if c == '#' {
				return n
			}
		}
	}
	return n
}

// maxYAML bounds YAML manifests, which are small, harder than others: the
// parser is by far the slowest of the three.
const maxYAML = 64 << 10

// maxYAMLLine keeps off what the parser takes quadratic time over: 64 KiB of
// flow sequences on one line cost it a second.
const maxYAMLLine = 4 << 10

// decodeYAML decodes the first document of a YAML file. Aliases and tags are
// not followed, so that no bomb made of them goes off.
func decodeYAML(s string) (value, error) {
	if len(s) > maxYAML {
		return nil, fmt.Errorf("larger than %d KiB: not parsed", maxYAML>>10)
	}
	if err := yamlDepth(s); err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes([]byte(s), 0)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("not valid YAML: %s", line)
	}
	for _, doc := range file.Docs {
		if v, ok := yamlValue(doc.Body).(map[string]any); ok {
			return v, nil
		}
	}
	return nil, errors.New("not a YAML mapping")
}

// yamlDepth refuses YAML that nests too deep, by brackets or by indentation,
// and lines of a length that nobody writes.
func yamlDepth(s string) error {
	if err := bracketDepth(s); err != nil {
		return err
	}
	for line := range strings.Lines(s) {
		// Every level of a block costs a column at least, "- - -" two.
		if indent := len(line) - len(strings.TrimLeft(line, " \t-?")); indent > 4*maxDepth {
			return errTooDeep
		}
		if strings.Count(line, ": ")+strings.Count(line, "- ")+strings.Count(line, "? ")+strings.Count(line, "!") > 8*maxDepth {
			return errTooDeep
		}
		if len(line) > maxYAMLLine {
			return fmt.Errorf("a line is longer than %d KiB: not parsed", maxYAMLLine>>10)
		}
	}
	return nil
}

func yamlValue(n ast.Node) any {
	switch n := n.(type) {
	case *ast.MappingNode:
		m := map[string]any{}
		for _, e := range n.Values {
			m[yamlKey(e.Key)] = yamlValue(e.Value)
		}
		return m
	case *ast.MappingValueNode:
		return map[string]any{yamlKey(n.Key): yamlValue(n.Value)}
	case *ast.SequenceNode:
		var l []any
		for _, e := range n.Values {
			l = append(l, yamlValue(e))
		}
		return l
	case *ast.AnchorNode:
		return yamlValue(n.Value)
	case *ast.LiteralNode:
		return n.Value.Value
	case ast.ScalarNode:
		if n.Type() == ast.NullType {
			return nil
		}
		return n.GetToken().Value
	}
	return nil
}

func yamlKey(n ast.MapKeyNode) string {
	if n == nil || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}
