package anthropic

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model"
)

// begun is the whole usage of the small answer.
var begun = luminos.Usage{Input: 7, CacheWrite5m: 10, CacheWrite1h: 20, CacheRead: 500, Output: 42}

// An answer that came whole and is of no use is billed like any other.
func TestB15AnswerThatCannotBeUsedIsBilled(t *testing.T) {
	for name, body := range map[string]string{
		"a call without a name":  strings.Replace(stream, `"name":"read_file",`, ``, 1),
		"a block that is broken": strings.Replace(stream, `"name":"read_file","input":{}}`, `"name":"read_file","input":{},"caller":"\ud8"}`, 1),
		"no reason to stop":      strings.Replace(stream, `"stop_reason":"tool_use"`, `"stop_reason":null`, 1),
	} {
		_, err := answering(t, says(body)).Complete(t.Context(), ask(), nil)
		if e := failure(t, err); e.Usage.CacheRead != begun.CacheRead || e.Request != "req_9" {
			t.Errorf("%s: got %+v", name, e)
		}
	}
	_, err := answering(t, says(strings.Replace(stream, `"name":"read_file",`, ``, 1))).Complete(t.Context(), ask(), nil)
	if e := failure(t, err); e.Class != model.Garbled || e.Usage != begun {
		t.Errorf("got %+v, want %+v", e, begun)
	}
}

// whole answers in one piece.
func whole(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	}
}

// An answer with missing or repeated ids gets new ids, since it is paid for, and goes back with the same ids as its
// results.
func TestIDsOfCallsAreMadeWhereTheyAreNotUsable(t *testing.T) {
	const body = `{"id":"m","type":"message","content":[
		{"type":"tool_use","id":"call_1_2","name":"a","input":{"x":"\u003c"},"caller":{"type":"direct"}},
		{"type":"tool_use","id":"call_1_2","name":"b","input":{},"caller":{"type":"direct"}},
		{"type":"tool_use","name":"c","input":{}},
		{"type":"tool_use","id":7,"name":"d","input":{},"caller":{"type":"direct"}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}`
	r, err := answering(t, whole(body)).Complete(t.Context(), ask(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []model.Block{
		{ID: "call_1_2", Name: "a", Raw: `{"type":"tool_use","id":"call_1_2","name":"a","input":{"x":"\u003c"},"caller":{"type":"direct"}}`},
		{ID: "call_1_1", Name: "b", Raw: `{"type":"tool_use","caller":{"type":"direct"},"id":"call_1_1","input":{},"name":"b"}`},
		{ID: "call_1_2_", Name: "c"},
		{ID: "call_1_3", Name: "d", Raw: `{"type":"tool_use","caller":{"type":"direct"},"id":"call_1_3","input":{},"name":"d"}`},
	} {
		if b := r.Blocks[i]; b.ID != want.ID || b.Name != want.Name || b.Raw != want.Raw {
			t.Errorf("block %d: got %+v, want %+v", i, b, want)
		}
	}
	call := ask()
	call.Messages = model.Settle(append(call.Messages, r.Message()), "x")
	sent, err := encode(call, forAnswer)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"call_1_2", "call_1_1", "call_1_2_", "call_1_3"} {
		if strings.Count(string(sent), `"id":"`+id+`"`) != 1 || strings.Count(string(sent), `"tool_use_id":"`+id+`"`) != 1 {
			t.Errorf("%s is not there once, with one result: %s", id, sent)
		}
	}
}

// An impossible usage is never reported, for whole or broken answers.
func TestUsageThatNoServerCanMeanIsEstimated(t *testing.T) {
	for name, edit := range map[string][2]string{
		"negative":            {`"input_tokens":7`, `"input_tokens":-7`},
		"too much":            {`"cache_read_input_tokens":500`, `"cache_read_input_tokens":9000000000000`},
		"negative by the way": {`"ephemeral_1h_input_tokens":20`, `"ephemeral_1h_input_tokens":-20`},
		"not counted":         {`"usage":{"input_tokens":7,"cache_creation_input_tokens":30,"cache_read_input_tokens":500,`, `"usage":{`},
	} {
		r, err := answering(t, says(strings.Replace(stream, edit[0], edit[1], 1))).Complete(t.Context(), ask(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if u := r.Usage; !u.Estimated || u.Input != ask().Estimate() || u.Output < 10 || u.Output > 200 || r.Prompt != u.Input {
			t.Errorf("%s: got %+v and a prompt of %d", name, u, r.Prompt)
		}
		_, err = answering(t, says(strings.Replace(head, edit[0], edit[1], 1))).Complete(t.Context(), ask(), nil)
		if e := failure(t, err); !e.Usage.Estimated || e.Usage.Input != ask().Estimate() {
			t.Errorf("%s, broken: got %+v", name, e.Usage)
		}
	}
	r, err := answering(t, says(strings.Replace(stream, `"output_tokens":42`, `"output_tokens":100401`, 1))).Complete(t.Context(), ask(), nil)
	if err != nil || !r.Usage.Estimated {
		t.Errorf("got %+v (%v)", r.Usage, err)
	}
}
