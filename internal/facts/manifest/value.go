package manifest

import (
	"fmt"
	"maps"
	"slices"
)

// value is a decoded document or a table. Its methods return an empty value if a
// key is absent or has another type.
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

// str returns the string, number or boolean of v under keys, a path through nested tables, as text, else "".
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

// tables returns the tables in the list of v under keys, a path through nested tables.
func (v value) tables(keys ...string) []value {
	var out []value
	for _, x := range v.list(keys...) {
		if m, ok := x.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// strs returns the strings in the list of v under keys, a path through nested tables. A single string counts as a list.
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

// keys returns the keys of v, sorted.
func (v value) keys() []string { return slices.Sorted(maps.Keys(v)) }
