package modeltest

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// hints holds the values that a player wants to pass to a tool, by the names of the properties in its schema. Lists
// have the type []any.
type hints map[string]any

// fill returns arguments that fit the schema of a tool: all required properties, and the others for which there are
// hints. A value without a hint is "not stated", 0, false, empty, or the first of the permitted values. A hint of
// another type is converted or dropped; references, alternatives and bounds within a schema are not followed.
func fill(raw json.RawMessage, h hints) map[string]any {
	var s jsonschema.Schema
	if json.Unmarshal(raw, &s) != nil {
		return map[string]any{}
	}
	return fillObject(&s, h)
}

func fillObject(s *jsonschema.Schema, h hints) map[string]any {
	v := map[string]any{}
	for name, p := range s.Properties {
		hint, ok := h[name]
		if ok || slices.Contains(s.Required, name) {
			v[name] = fillValue(p, hint)
		}
	}
	return v
}

func fillValue(s *jsonschema.Schema, hint any) any {
	if s == nil {
		return hint
	}
	if len(s.Enum) > 0 {
		return s.Enum[max(0, slices.Index(s.Enum, hint))]
	}
	switch s.Type {
	case "object":
		h, _ := hint.(hints)
		return fillObject(s, h)
	case "array":
		items, _ := hint.([]any)
		out := make([]any, len(items))
		for i, item := range items {
			out[i] = fillValue(s.Items, item)
		}
		return out
	case "integer", "number":
		x, _ := hint.(float64)
		if n, ok := hint.(int); ok {
			return n
		}
		return x
	case "boolean":
		b, _ := hint.(bool)
		return b
	case "string":
		if hint == nil {
			return "not stated"
		}
		return fmt.Sprint(hint)
	}
	return hint
}
