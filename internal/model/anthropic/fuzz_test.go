package anthropic

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// FuzzAnswer decodes answers of a hostile server: each accepted answer can be sent back in a request that is valid
// JSON.
func FuzzAnswer(f *testing.F) {
	f.Add(stream, "text/event-stream")
	f.Add(head+"event: error\ndata: {\"error\":7}", "text/event-stream")
	f.Add(strings.ReplaceAll(stream, "input_json_delta", "new_delta"), "")
	f.Add(strings.ReplaceAll(stream, `"thinking_delta","thinking"`, `"citations_delta","citation"`), "")
	f.Add(`{"id":"m","type":"message","content":[{"type":"tool_use","id":"a","name":"b","input":[]}],"stop_reason":"end_turn"}`, "application/json")
	f.Add(`{"content":[{"type":"tool_use","id":"a","name":"b","input":{}},{"type":"tool_use","id":"a","name":"b","input":{}}],"stop_reason":"tool_use"}`, "application/json")
	f.Add(`{"content":[{"type":"tool_use","id":"a","name":"b","input":[],"caller":{"type":"direct"}}],"stop_reason":"tool_use"}`, "application/json")
	f.Add(`{"content":[null,7],"stop_reason":"x"}`, "application/json")
	f.Fuzz(func(t *testing.T, body, media string) {
		w := transport.NewWatch(t.Context(), transport.Patience{})
		defer w.Stop()
		a := &accumulator{call: ask(), show: func(model.Delta) {}}
		answer := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {media}}, Body: io.NopCloser(strings.NewReader(body))}
		if (&Client{}).receive(answer, a, w) != nil {
			return
		}
		r, err := a.response()
		if err != nil {
			return
		}
		call := ask()
		if m := r.Message(); len(m.Blocks) > 0 {
			call.Messages = model.Settle(append(call.Messages, m), "x")
		}
		if err := call.Check(); err != nil {
			t.Fatal(err)
		}
		for _, b := range r.Blocks {
			if _, err := b.Arguments(); b.Kind == model.ToolUse && b.Raw != "" && err != nil {
				t.Fatalf("%+v would be refused", b)
			}
		}
		sent, err := encode(call, forAnswer)
		if err != nil || !json.Valid(sent) {
			t.Fatalf("%q (%v)", sent, err)
		}
	})
}
