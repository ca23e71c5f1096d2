package modeltest

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestFillBendsHintsToSchemas(t *testing.T) {
	for name, c := range map[string]struct {
		schema string
		hints  hints
		want   string
	}{
		"what is required, and what there are hints for": {`{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"string"},"path":{"type":"string"}}}`,
			hints{"path": "x"}, `{"a":"not stated","b":0,"path":"x"}`},
		"choices":                {`{"type":"object","properties":{"severity":{"enum":["concern","info"]},"kind":{"enum":["x","y"]}}}`, hints{"severity": "info", "kind": "z"}, `{"severity":"info","kind":"x"}`},
		"types that may be null": {`{"type":"object","properties":{"notable_files":{"type":["null","array"],"items":{"type":"string"}},"a":{"type":["null","string"]}}}`, hints{"notable_files": []any{"f"}, "a": "b"}, `{"notable_files":["f"],"a":"b"}`},
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

func TestReadBrief(t *testing.T) {
	const tree = "## The upper part of the tree\n\n./ (9 files)\ncmd/ (1 file)\n    app/ (1 file; 2 directories below not shown)\n\"odd\\n\"/ (1 file)\ndocs/ (1 file)\n\n3 directories deeper.\n## Tools\n\nnot/ (a directory)\n"
	for opening, want := range map[string]Brief{
		"Look around.": {},
		"Unit: \"src/app\"\n\nYou have 12 turns.":                          {Dirs: []string{"src/app"}, Turns: 12},
		"Unit: src\nYou have 1 turn.":                                      {Turns: 1},
		"Directories of this unit:\n- \"b c\"\n- \"a\\nb\"\n\n- \"later\"": {Dirs: []string{"a\nb", "b c"}},
		tree: {Tree: []string{"cmd", "cmd/app", "docs"}},
	} {
		if got := ReadBrief(opening); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", opening, got, want)
		}
	}
}

func TestResultsThatPlayersRead(t *testing.T) {
	listing := "src: 4 entries\ndirectory - sub/\nfile 12 b.go\nfile 0 empty\nfile 99999999 big\nfile 7 \"a\\nb\"\nfile 30 README.md\nsymlink - l -> b.go\n"
	if got, want := filesIn("src", listing), []string{"src/README.md", "src/b.go", "src/a\nb"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the files are %q, want %q", got, want)
	}
	f := newReadFile("a.go", "a.go (2 lines, Go), lines 1 to 3 of 3\n1\tx\n2\tpackage something\n3\t// TODO: all of it\n")
	if f.line != 2 || f.quote != "package something" || f.lines != 3 || f.finding == "" {
		t.Errorf("got %+v", f)
	}
	if got, want := entryPaths("directory . 0.8 All\ndirectory docs 0.8 x\nfile src/a.go 0.9 y\nfile \"a b\" 0.9 z\n"), []string{".", "src/a.go"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the entries are %q, want %q", got, want)
	}
	if got, want := citations("- x\n  [12] It is. (a:1)\n[3] So\n[12] It is.\n[x] no\nsee [4] there"), []string{"[12]", "[3]"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the citations are %q, want %q", got, want)
	}
}
