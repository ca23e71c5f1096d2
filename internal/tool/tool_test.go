package tool_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"luminos/internal/tool"
)

type input struct {
	Path  string   `json:"path" jsonschema:"relative to the target"`
	Limit int      `json:"limit,omitempty" jsonschema:"at most so many"`
	Args  []string `json:"args,omitempty"`
}

type output struct {
	Names []string `json:"names"`
}

func reader() tool.Tool {
	return tool.New[input, output]("read", "Read", "Reads.", func(_ context.Context, in input) (tool.Result, error) {
		if in.Path == "panic" {
			panic("out of ideas")
		}
		return tool.Result{Text: in.Path, Data: output{Names: in.Args}}, nil
	})
}

func TestArgumentsThatFit(t *testing.T) {
	for args, want := range map[string]string{
		`{"path":"a"}`:                        "a",
		`{"path":"a","limit":3,"args":["x"]}`: "a",
		" {\"path\" : \"b\"}\n":               "b",
	} {
		r, err := reader().Call(t.Context(), json.RawMessage(args))
		if err != nil || r.Failed || r.Text != want {
			t.Errorf("%s: got %+v, %v, want %q", args, r, err, want)
		}
	}
}

func TestArgumentsThatDoNotFit(t *testing.T) {
	for name, args := range map[string]string{
		"nothing": "", "null": "null", "missing": `{"limit":3}`, "wrong type": `{"path":3}`, "unknown name": `{"path":"a","file":"b"}`,
		"a list": `["a"]`, "no JSON": `path=a`, "cut": `{"path":"a"`, "two objects": `{"path":"a"}{"path":"b"}`, "null in place of a string": `{"path":null}`,
		"null in place of a list": `{"path":"a","args":null}`, "a fraction": `{"path":"a","limit":1.5}`, "a huge number": `{"path":"a","limit":1e300}`,
	} {
		r, err := reader().Call(t.Context(), json.RawMessage(args))
		if err != nil || !r.Failed {
			t.Errorf("%s: got %+v, %v, want a failed result", name, r, err)
		}
		if !strings.Contains(r.Text, "{path: string, limit?: integer, args?: array}") {
			t.Errorf("%s: %q does not say what is expected", name, r.Text)
		}
		if strings.Contains(r.Text, "Go struct") {
			t.Errorf("%s: %q names a type of this program", name, r.Text)
		}
	}
}

func TestHandlerThatPanics(t *testing.T) {
	r, err := reader().Call(t.Context(), json.RawMessage(`{"path":"panic"}`))
	if err != nil || !r.Failed || !strings.Contains(r.Text, "out of ideas") {
		t.Errorf("got %+v, %v, want a failed result that says so", r, err)
	}
}

func TestSchemasHaveNoNulls(t *testing.T) {
	b, err := json.Marshal([]any{reader().Input, reader().Output})
	if err != nil || strings.Contains(string(b), "null") || !strings.Contains(string(b), `"additionalProperties":false`) {
		t.Errorf("schemas are %s, %v", b, err)
	}
}
