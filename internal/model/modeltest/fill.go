package modeltest

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// hints holds the values that a player wants to pass to a tool, by the names of the properties in its schema. Lists
// have the type []any.
type hints map[string]any

// fill returns arguments that fit the schema of a tool: all required properties, and the others for which there are
// hints. A value without a hint is "not stated", 0, false or empty. Hints that do not fit are converted or cut.
// References and alternatives within a schema are not followed.
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
	kind := s.Type
	if i := slices.IndexFunc(s.Types, func(t string) bool { return t != "null" }); i >= 0 {
		kind = s.Types[i]
	}
	switch kind {
	case "object":
		h, _ := hint.(hints)
		return fillObject(s, h)
	case "array":
		return fillArray(s, hint)
	case "integer":
		return int(math.Round(fillNumber(s, hint)))
	case "number":
		return fillNumber(s, hint)
	case "boolean":
		b, _ := hint.(bool)
		return b
	}
	if hint == nil {
		hint = "not stated"
	}
	if kind != "string" {
		return hint
	}
	text := fmt.Sprint(hint)
	if s.MinLength != nil {
		text += strings.Repeat(".", min(max(*s.MinLength-len(text), 0), 1000))
	}
	return text
}

func fillArray(s *jsonschema.Schema, hint any) []any {
	items, _ := hint.([]any)
	out := make([]any, 0, len(items))
	for _, h := range items {
		out = append(out, fillValue(s.Items, h))
	}
	if s.MinItems != nil && len(out) < *s.MinItems {
		for range min(*s.MinItems-len(out), 100) {
			out = append(out, fillValue(s.Items, nil))
		}
	}
	return out
}

func fillNumber(s *jsonschema.Schema, hint any) float64 {
	x, _ := hint.(float64)
	if n, ok := hint.(int); ok {
		x = float64(n)
	}
	if s.Minimum != nil {
		x = max(x, *s.Minimum)
	}
	if s.Maximum != nil {
		x = min(x, *s.Maximum)
	}
	return x
}
