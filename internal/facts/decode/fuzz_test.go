package decode

import (
	"encoding/json"
	"strings"
	"testing"
)

// depthOf returns the depth of nesting of a decoded value.
func depthOf(x any) int {
	deepest := 0
	switch x := x.(type) {
	case map[string]any:
		for _, v := range x {
			deepest = max(deepest, depthOf(v))
		}
	case []any:
		for _, v := range x {
			deepest = max(deepest, depthOf(v))
		}
	default:
		return 0
	}
	return 1 + deepest
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,],}`, "{/* \" */\"a\":\"//\"}", `{"a":"\"`, "[[[[", "{//\n}", `{"a":"/*"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got map[string]any
		err := JSON(s, &got)
		var want map[string]any
		if plainErr := json.Unmarshal([]byte(s), &want); plainErr == nil && err != nil && err != errTooDeep {
			t.Errorf("%q is valid as it stands, and refused: %v", s, err)
		}
		if d := depthOf(any(got)); d > maxDepth {
			t.Errorf("%q nests %d deep", s, d)
		}
		if plain := withoutComments(s); len(plain) != len(s) || strings.Count(plain, "\n") != strings.Count(s, "\n") {
			t.Errorf("%q became %q: offsets or lines moved", s, plain)
		}
	})
}

func FuzzTOML(f *testing.F) {
	for _, s := range []string{"a.b = 1\n[c.d]\ne = [0.1, 0.2]", "a = \"\"\"x\"\"\"\"\nb = '''y'''''", "a = {b.c = {d.e = 1.5}, f = 'x'}", "'a.b'.\"c.d\" = 1979-05-27T07:32:00.5Z # .", "a = '\n.\nb", "[[x.y]]\n1.2 = 3.4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got map[string]any
		err := TOML(s, &got)
		// A table's head and a key below it are bounded each.
		if d := depthOf(any(got)); err == nil && d > 2*maxDepth+2 {
			t.Errorf("%q nests %d deep", s, d)
		}
		if err != nil {
			return
		}
		lines := TOMLLines(s)
		for key, line := range lines {
			if line < 1 || line > 1+strings.Count(s, "\n") {
				t.Errorf("%q: %q is on line %d", s, key, line)
			}
		}
		for key := range got {
			if lines[key] == 0 && key != "" {
				t.Errorf("%q: %q has no line", s, key)
			}
		}
	})
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: [1, {b: c}]\n", "- - a\n- ? b\n  : c\n", "a: &x !t |\n  y\n<<: *x\n---\n- 'z\n", "? [a]\n: {b}\n", "a:\n  - b: 1\n    c: \"\\x41\"\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		docs, _ := YAML(s, ConfigYAML)
		for _, d := range docs {
			if n := depthOf(d.Value()); n > maxIndent+maxDepth {
				t.Errorf("%q nests %d deep", s, n)
			}
			walk(t, d)
		}
	})
}

// walk calls all methods of a node and of the nodes below it.
func walk(t *testing.T, n Node) {
	if k := n.Kind(); k == Mapping && n.Text() != "" || k != Mapping && n.Entries() != nil || k != Sequence && len(n.Items()) > 0 {
		t.Errorf("a node of kind %d is of two kinds", k)
	}
	for _, e := range n.Entries() {
		if e.Line < 0 {
			t.Errorf("the entry %q is on line %d", e.Key, e.Line)
		}
		walk(t, e.Value)
	}
	for _, item := range n.Items() {
		walk(t, item)
	}
}

func FuzzXML(f *testing.F) {
	f.Add("<a b='c'>d<e/></a>")
	f.Add("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>")
	f.Fuzz(func(t *testing.T, s string) {
		if root, err := XML(s); err == nil && (root == nil || root.Name == "") {
			t.Errorf("%q has no root, and no fault", s)
		}
	})
}
