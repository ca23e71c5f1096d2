package analyst

import (
	"context"
	"encoding/json"
	"testing"

	"luminos"
	"luminos/internal/tool"
)

func TestToolsStayInTheirUnit(t *testing.T) {
	var asked string
	spy := func(name string) tool.Tool {
		return tool.Tool{Name: name, Handle: func(_ context.Context, args json.RawMessage) (tool.Result, error) {
			asked = string(args)
			return tool.Result{Text: "ok"}, nil
		}}
	}
	at := func(p luminos.Path) *luminos.Unit {
		return &luminos.Unit{Dirs: []luminos.DirFacts{{Path: p}}}
	}
	for _, test := range []struct {
		unit       luminos.Path
		name, args string
		want       string // the arguments of the tool's call; "" if it was not called
	}{
		{"src", "read_file", `{"path":"src/a.go"}`, `{"path":"src/a.go"}`},
		{"src", "read_file", `{"path":"./src/deep/a.go"}`, `{"path":"./src/deep/a.go"}`},
		{"src", "read_file", `{"path":"src2/a.go"}`, ""},
		{"src", "read_file", `{"path":"src/../etc/a"}`, ""},
		{"src", "read_file", `{"path":"/etc/passwd"}`, ""},
		{"src", "list_directory", `{"path":"."}`, ""},
		{".", "list_directory", `{"path":"."}`, `{"path":"."}`},
		{"src", "search_files", `{"pattern":"x"}`, `{"path":"src","pattern":"x"}`},
		{"src", "search_files", `{"pattern":"x","path":""}`, ""},
		{"src", "stat_file", `{"path":7}`, `{"path":7}`}, // the tool itself rejects it
		{"src", "parse_structure", `[]`, `[]`},
		{"src", "run_command", `{"program":"grep","args":["-rn","cmd/x","src"]}`, `{"program":"grep","args":["-rn","cmd/x","src"]}`},
		{"src", "run_command", `{"program":"grep","args":["-e","cmd/x","src/a.go"]}`, `{"program":"grep","args":["-e","cmd/x","src/a.go"]}`},
		{"src", "run_command", `{"program":"find","args":[".","-name","*.go"]}`, ""},
		{"src", "run_command", `{"program":"find","args":["-name","*.go"]}`, ""},
		{"src", "run_command", `{"program":"wc","args":["src/a.go","docs/b.md"]}`, ""},
		{"src", "run_command", `{"args":7}`, `{"args":7}`},
		{"src", "run_command", `{"program":"wc","args":["","src"]}`, `{"program":"wc","args":["","src"]}`},
		{"src", "run_command", `{"program":"grep","args":["--","cmd/x","src"]}`, `{"program":"grep","args":["--","cmd/x","src"]}`},
		{"src", "run_command", `{"program":"grep","args":["x","--","cmd/x","src"]}`, ""},
		{"src", "run_command", `{"program":"wc","args":["-l","cmd/x"]}`, ""},
		{"src", "run_command", `{"program":"grep","args":["src","cmd/x"]}`, ""},
		{"src", "run_command", `{"program":"wc","args":["cmd/x"]}`, ""},
		{"src", "run_command", `{"program":"wc","args":[]}`, ""},
		{".", "run_command", `{"program":"find","args":["-name","*.go"]}`, `{"program":"find","args":["-name","*.go"]}`},
		{"src", "query", `{"path":"elsewhere"}`, `{"path":"elsewhere"}`}, // the meaning of a foreign path is unknown
	} {
		asked = ""
		u := at(test.unit)
		r, err := scoped([]tool.Tool{spy(test.name)}, u)[0].Call(t.Context(), json.RawMessage(test.args))
		if err != nil || asked != test.want || r.Failed != (test.want == "") {
			t.Errorf("%s in %s, %s: asked %q (%+v, %v), want %q", test.name, test.unit, test.args, asked, r, err, test.want)
		}
	}
}

func TestWithheldTools(t *testing.T) {
	e := &Engine{opts: Options{Tools: []tool.Tool{{Name: "read_file"}, {Name: "parse_structure"}, {Name: "run_command"}}}}
	for _, test := range []struct {
		survey *luminos.Survey
		want   int
	}{
		{nil, 3},
		{&luminos.Survey{SkipTools: []string{"parse_structure", "read_file"}, Confidence: 0.5}, 2},
		{&luminos.Survey{SkipTools: []string{"parse_structure"}, Confidence: 0.49}, 3},
	} {
		if got := e.offered(test.survey); len(got) != test.want || got[0].Name != "read_file" {
			t.Errorf("%+v: got %v", test.survey, got)
		}
	}
	if len(e.opts.Tools) != 3 {
		t.Error("the engine's own list was changed")
	}
}

func TestPathsAsModelsWriteThem(t *testing.T) {
	for in, want := range map[string]luminos.Path{
		"src": "src", "./src/": "src", " src ": "src", "": ".", "/": "/", `"a b"`: "a b", `"a\u00e9"`: "aé", `"broken`: `"broken`, "a/../b": "b", "../x": "../x", `app/"[id]"/x`: "app/[id]/x", `"a/b"/c`: "a/b/c",
	} {
		if got := pathOf(in); got != want {
			t.Errorf("pathOf(%q) = %q, want %q", in, got, want)
		}
	}
	for _, p := range []luminos.Path{"src", "a b", "a\nb", `a"b`, "ü", "a`b", "a:b", "[id]", "x\U000e0041y", "x\u202ey", "-", "a,b"} {
		if got := pathOf(named(p)); got != p {
			t.Errorf("pathOf(named(%q)) = %q", p, got)
		}
	}
}

func TestSurveyWithoutTextIsRefused(t *testing.T) {
	for args, want := range map[string]bool{
		`{"description":"d","approach":"a","confidence":1}`: true, `{"description":" ","approach":"a","confidence":1}`: false, `{"description":"d","approach":"","confidence":1}`: false,
	} {
		var got *luminos.Survey
		r, err := (&Engine{}).submitSurvey(&got).Call(t.Context(), json.RawMessage(args))
		if err != nil || r.Ends != want || (got != nil) != want {
			t.Errorf("%s: %+v, %v, %+v", args, r, err, got)
		}
	}
}
