package analyst

import (
	"cmp"
	"context"
	"encoding/json"
	"testing"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// A call that names no path looks at the unit. A call that looks outside of the unit, or can do so, is an inquiry.
func TestInquiriesLookOutsideOfTheUnit(t *testing.T) {
	for _, test := range []struct {
		unit       luminos.Path
		name, args string
		want       string       // the arguments of the tool's call, if they differ
		path       luminos.Path // of the inquiry, or ""
	}{
		{"src", "read_file", `{"path":"src/a.go"}`, "", ""},
		{"src", "read_file", `{"path":"./src/deep/a.go"}`, "", ""},
		{"src", "read_file", `{"path":"src2/a.go"}`, "", "src2/a.go"},
		{"src", "read_file", `{"path":"src/../etc/a"}`, "", "etc/a"},
		{"src", "list_directory", `{"path":"."}`, "", "."},
		{".", "list_directory", `{"path":"."}`, "", ""},
		{"src", "list_directory", `{}`, `{"path":"src"}`, ""},
		{"src", "search_files", `{"pattern":"x"}`, `{"path":"src","pattern":"x"}`, ""},
		{"src", "search_files", `{"pattern":"x","path":""}`, "", "."},
		{"src", "stat_file", `{"path":7}`, "", ""}, // the tool itself rejects it
		{"src", "parse_structure", `[]`, "", ""},
		{"src", "run_command", `{"program":"wc","args":["-l","src/a.go"]}`, "", ""},
		{"src", "run_command", `{"program":"head","args":["-n","2","lib/secret.txt","src/a"]}`, "", "."},
		{"src/a", "run_command", `{"program":"grep","args":["-r","x","src/b/","src/c/d"]}`, "", "src"},
		{"src", "run_command", `{"program":"find","args":["src","-newer","lib/f"]}`, "", "."},
		{"src", "run_command", `{"program":"grep","args":["-r","src"]}`, "", "."},
		{"src", "run_command", `{"program":"wc","args":["src/../lib/f"]}`, "", "."},
		{"src", "run_command", `{"program":"sh","args":["src/a"]}`, "", "."},
		{"src", "run_command", `{"program":"wc","args":["--help"]}`, "", ""},
		{"src", "run_command", `{"args":7}`, "", "."},
		{".", "run_command", `{"program":"find","args":["-name","*.go"]}`, "", ""},
		{"src", "query", `{"path":"elsewhere"}`, "", ""}, // the meaning of a foreign path is unknown
	} {
		asked := ""
		spy := tool.Tool{Name: test.name, Handle: func(_ context.Context, args json.RawMessage) (tool.Result, error) {
			asked = string(args)
			return tool.Result{Text: "ok"}, nil
		}}
		u := &luminos.Unit{Dirs: []luminos.DirFacts{{Path: test.unit}}}
		e := &Engine{opts: Options{Tools: []tool.Tool{spy}}}
		_, err := placed(e.opts.Tools, u)[0].Call(t.Context(), json.RawMessage(test.args))
		if err != nil || asked != cmp.Or(test.want, test.args) {
			t.Errorf("%s in %s, %s: asked %q, %v", test.name, test.unit, test.args, asked, err)
		}
		w := newWork(e, u)
		use := model.Block{Kind: model.ToolUse, Name: test.name, Input: test.args}
		for range 2 { // a repeated call is one inquiry
			w.Seen(use, model.Block{Kind: model.Result, Text: "ok"})
		}
		if len(w.inquiries) != min(len(test.path), 1) || test.path != "" && w.inquiries[0].Path != test.path {
			t.Errorf("%s in %s, %s: inquiries %+v, want %q", test.name, test.unit, test.args, w.inquiries, test.path)
		}
		if w.Outdated(t.Context()) {
			t.Errorf("%s in %s, %s: the same answer counts as another", test.name, test.unit, test.args)
		}
		if w.Seen(use, model.Block{Kind: model.Result, Text: "other"}); w.Outdated(t.Context()) != (test.path != "") {
			t.Errorf("%s in %s, %s: another answer is not noticed", test.name, test.unit, test.args)
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
