package modeltest

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// hints are what a player wants to say, by the name of the property that it
// would say it in. A func is called with the schema of an element's object.
type hints map[string]any

// fill makes arguments that fit the schema of a tool: what is required, and
// whatever else there are hints for. So a player goes on working when a schema
// gains properties. A hint is bent to the type that is wanted.
func fill(schema json.RawMessage, h hints) map[string]any {
	var s node
	if json.Unmarshal(schema, &s) != nil {
		return map[string]any{}
	}
	f := &filler{root: &s, hints: h, left: maxValues}
	v, _ := f.value(&s, nil, 0).(map[string]any)
	if v == nil {
		v = map[string]any{}
	}
	return v
}

// node is as much of a schema as filling takes.
type node struct {
	Type       any              `json:"type"`
	Properties map[string]*node `json:"properties"`
	Required   []string         `json:"required"`
	Items      *node            `json:"items"`
	Enum       []any            `json:"enum"`
	Const      any              `json:"const"`
	AnyOf      []*node          `json:"anyOf"`
	OneOf      []*node          `json:"oneOf"`
	AllOf      []*node          `json:"allOf"`
	Ref        string           `json:"$ref"`
	Defs       map[string]*node `json:"$defs"`
	MinItems   int              `json:"minItems"`
	MaxItems   *int             `json:"maxItems"`
	MinLength  int              `json:"minLength"`
	MaxLength  *int             `json:"maxLength"`
	Minimum    *float64         `json:"minimum"`
	Maximum    *float64         `json:"maximum"`
}

// maxValues bounds what is made of one schema: a few that refer to themselves
// ask for more than there is room for.
const maxValues = 10_000

type filler struct {
	root  *node
	hints hints
	left  int // values that may still be made
}

// kind is the type of a node, "null" left out.
func (n *node) kind() string {
	switch t := n.Type.(type) {
	case string:
		return t
	case []any:
		for _, k := range t {
			if s, ok := k.(string); ok && s != "null" {
				return s
			}
		}
	}
	if n.Properties != nil {
		return "object"
	}
	return ""
}

// resolved is the node that a reference or a choice leads to.
func (f *filler) resolved(n *node) *node {
	for range 16 {
		switch {
		case n == nil:
			return &node{}
		case strings.HasPrefix(n.Ref, "#/$defs/"):
			n = f.root.Defs[strings.TrimPrefix(n.Ref, "#/$defs/")]
		case n.Ref == "#":
			n = f.root
		case len(n.AnyOf) > 0:
			n = firstKind(n.AnyOf)
		case len(n.OneOf) > 0:
			n = firstKind(n.OneOf)
		case len(n.AllOf) > 0 && n.kind() == "":
			n = n.AllOf[0]
		default:
			return n
		}
	}
	return n
}

func firstKind(nodes []*node) *node {
	for _, n := range nodes {
		if n != nil && n.kind() != "null" {
			return n
		}
	}
	return nodes[0]
}

// value makes a value for a node; hint may be nil.
func (f *filler) value(n *node, hint any, depth int) any {
	n = f.resolved(n)
	if f.left--; depth > 12 || f.left < 0 {
		return nil
	}
	if n.Const != nil {
		return n.Const
	}
	if len(n.Enum) > 0 {
		if i := slices.IndexFunc(n.Enum, func(e any) bool { return fmt.Sprint(e) == fmt.Sprint(hint) }); i >= 0 && hint != nil {
			return n.Enum[i]
		}
		return n.Enum[0]
	}
	switch n.kind() {
	case "object":
		return f.object(n, hint, depth)
	case "array":
		return f.array(n, hint, depth)
	case "string":
		return n.text(hint)
	case "integer", "number":
		return n.numeral(hint)
	case "boolean":
		b, _ := hint.(bool)
		return b
	}
	if hint == nil {
		return "not stated"
	}
	return plainJSON(hint)
}

func (f *filler) object(n *node, hint any, depth int) any {
	own, _ := hint.(hints)
	v := map[string]any{}
	for name, p := range n.Properties {
		h, ok := own[name]
		if !ok && depth == 0 {
			h, ok = f.hints[name]
		}
		if ok || slices.Contains(n.Required, name) {
			v[name] = f.value(p, h, depth+1)
		}
	}
	return v
}

func (f *filler) array(n *node, hint any, depth int) any {
	var items []any
	switch h := hint.(type) {
	case nil:
	case []any:
		items = h
	case []string:
		for _, s := range h {
			items = append(items, s)
		}
	case []hints:
		for _, s := range h {
			items = append(items, s)
		}
	default:
		items = []any{h}
	}
	for len(items) < min(n.MinItems, 100) {
		items = append(items, nil)
	}
	if n.MaxItems != nil && len(items) > *n.MaxItems {
		items = items[:max(*n.MaxItems, 0)]
	}
	out := make([]any, 0, len(items))
	for _, h := range items {
		out = append(out, f.value(n.Items, h, depth+1))
	}
	return out
}

func (n *node) text(hint any) string {
	s := "not stated"
	switch h := hint.(type) {
	case nil:
	case string:
		s = h
	case hints: // lines of a place, as text
		s = fmt.Sprint(h["first"])
		if h["last"] != h["first"] {
			s += fmt.Sprint("-", h["last"])
		}
	default:
		s = fmt.Sprint(h)
	}
	s += strings.Repeat(".", min(max(n.MinLength-len(s), 0), 1000))
	if n.MaxLength != nil && len(s) > *n.MaxLength {
		s = strings.ToValidUTF8(s[:max(*n.MaxLength, 0)], "")
	}
	return s
}

func (n *node) numeral(hint any) any {
	x := 0.0
	switch h := hint.(type) {
	case int:
		x = float64(h)
	case float64:
		x = h
	case hints:
		if first, ok := h["first"].(int); ok {
			x = float64(first)
		}
	}
	if n.Minimum != nil {
		x = max(x, *n.Minimum)
	}
	if n.Maximum != nil {
		x = min(x, *n.Maximum)
	}
	if n.kind() == "integer" {
		return int(math.Round(x))
	}
	return x
}

// plainJSON is a hint where a schema does not say what it wants.
func plainJSON(hint any) any {
	if h, ok := hint.(hints); ok {
		return map[string]any(h)
	}
	return hint
}
