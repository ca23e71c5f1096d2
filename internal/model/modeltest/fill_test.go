package modeltest

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestFillBendsHintsToSchemas(t *testing.T) {
	claim := hints{"statement": "It is so.", "path": "a.go", "quote": "so", "lines": hints{"first": 3, "last": 4}}
	for name, c := range map[string]struct {
		schema string
		hints  hints
		want   string
	}{
		"what is required, and what there are hints for": {`{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"string"},"path":{"type":"string"}}}`,
			hints{"path": "x"}, `{"a":"not stated","b":0,"path":"x"}`},
		"bounds":                 {`{"type":"object","required":["a","b","c"],"properties":{"a":{"type":"number","minimum":2},"b":{"type":"array","minItems":2,"items":{"type":"boolean"}},"c":{"type":"string","maxLength":3}}}`, hints{"c": "long"}, `{"a":2,"b":[false,false],"c":"lon"}`},
		"choices":                {`{"type":"object","properties":{"severity":{"enum":["concern","info"]},"kind":{"enum":["x","y"]}}}`, hints{"severity": "info", "kind": "z"}, `{"severity":"info","kind":"x"}`},
		"types that may be null": {`{"type":"object","properties":{"notable_files":{"type":["null","array"],"items":{"type":"string"}},"a":{"anyOf":[{"type":"null"},{"type":"string"}]}}}`, hints{"notable_files": []string{"f"}, "a": "b"}, `{"notable_files":["f"],"a":"b"}`},
		"lines as an object":     {claims(`{"type":"object","required":["first","last"],"properties":{"first":{"type":"integer"},"last":{"type":"integer"}}}`), hints{"claims": []hints{claim}}, `{"claims":[{"path":"a.go","lines":{"first":3,"last":4}}]}`},
		"lines as text":          {claims(`{"type":"string"}`), hints{"claims": []hints{claim}}, `{"claims":[{"path":"a.go","lines":"3-4"}]}`},
		"lines as a number":      {claims(`{"type":"integer"}`), hints{"claims": []hints{claim}}, `{"claims":[{"path":"a.go","lines":3}]}`},
		"references":             {`{"type":"object","properties":{"claims":{"type":"array","items":{"$ref":"#/$defs/c"}}},"$defs":{"c":{"type":"object","properties":{"path":{"type":"string"}}}}}`, hints{"claims": []hints{claim}}, `{"claims":[{"path":"a.go"}]}`},
		"no schema":              {`7`, hints{}, `{}`},
	} {
		var got, want any
		raw, err := json.Marshal(fill(json.RawMessage(c.schema), c.hints))
		if err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(raw, &got) != nil || json.Unmarshal([]byte(c.want), &want) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s, want %s", name, raw, c.want)
		}
	}
}

func claims(lines string) string {
	return `{"type":"object","properties":{"claims":{"type":"array","items":{"type":"object","required":["path","lines"],"properties":{"path":{"type":"string"},"lines":` + lines + `}}}}}`
}

// Schemas that ask for more than there is room for end all the same.
func TestFillIsBounded(t *testing.T) {
	for _, schema := range []string{
		`{"type":"object","required":["a"],"properties":{"a":{"type":"array","minItems":50,"items":{"$ref":"#"}}}}`,
		`{"type":"object","required":["a"],"properties":{"a":{"type":"array","minItems":1000000000}}}`,
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string","minLength":1000000000}}}`,
		`{"type":"object","required":["a","b"],"properties":{"a":{"type":"string","maxLength":-1},"b":{"type":"array","minItems":1,"maxItems":-1}}}`,
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"$ref":"#/$defs/b"}}}`,
	} {
		if raw, err := json.Marshal(fill(json.RawMessage(schema), hints{})); err != nil || len(raw) > 1<<20 {
			t.Errorf("%s gave %d bytes, %v", schema, len(raw), err)
		}
	}
}

func TestWhatPlayersMakeOfTexts(t *testing.T) {
	shown := dirsShown("A tree:\n.\n├── cmd/\n│   └── app/\n├── docs/ [ignored]\n├── \"odd\\n\"/\n└── main.go\n\ninternal/deep/\nsrc/  (12 files)\nThis is about src/ and more.\n")
	if want := []string{"cmd", "cmd/app", "docs", "internal/deep", "src"}; !reflect.DeepEqual(shown, want) {
		t.Errorf("the directories shown are %q, want %q", shown, want)
	}
	for opening, want := range map[string][]string{
		"Look around.":                                 {"."},
		"Unit: src/app":                                {"src/app"},
		"# Directories: `a b`, `c/`":                   {"a b", "c"},
		"## Your unit:\n- one/\n- two (3 files)\n":     {"one", "two"},
		"Intro.\nThe directories of this unit: x, y.z": {"x", "y.z"},
		"Directory: .":                                 {"."},
	} {
		r := Request{Messages: []Message{{Role: "user", Blocks: []Block{Text(opening)}}}}
		if got := dirsOf(r); !reflect.DeepEqual(got, want) {
			t.Errorf("%q names %q, want %q", opening, got, want)
		}
	}
	listing := "src: 4 entries\ndirectory - sub/\nfile 12 b.go\nfile 0 empty\nfile 99999999 big\nfile 7 \"a\\nb\"\nfile 30 README.md\nsymlink - l -> b.go\n"
	if got, want := filesIn("src", listing), []string{"src/README.md", "src/b.go", "src/a\nb"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the files are %q, want %q", got, want)
	}
	s := seen("a.go", "a.go (2 lines, Go), lines 1 to 3 of 3\n1\tx\n2\tpackage something\n3\t// TODO: all of it\n")
	if s.line != 2 || s.quote != "package something" || s.lines != 3 || s.finding == "" {
		t.Errorf("seen %+v", s)
	}
	if got := claimsShown(`entry {"path":"a","claims":[{"path":"a","quote":"q","lines":{"first":1}}]} and {"quote": 7}`); len(got) != 1 || got[0]["quote"] != "q" {
		t.Errorf("the claims shown are %v", got)
	}
}
