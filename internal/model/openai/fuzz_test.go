package openai

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// FuzzAnswer decodes answers of a hostile server: each accepted answer is a turn from which a conversation can
// continue.
func FuzzAnswer(f *testing.F) {
	f.Add(lines(`"delta":{"content":"Hello","tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":"{"}}]}`, finish, counts, "[DONE]"), "text/event-stream")
	f.Add(lines(`"delta":{"tool_calls":[{"id":"a"},{"function":{"name":"n","arguments":{}}},{"index":-5}]},"finish_reason":"stop"`, "[DONE]"), "")
	f.Add(`{"choices":[{"message":{"content":[7]},"finish_reason":"stop"}],"usage":{"prompt_tokens":-1}}`, "application/json")
	f.Add(`data: {"error":[]}`, "")
	f.Fuzz(func(t *testing.T, body, media string) {
		readProblem([]byte(body))
		w := transport.NewWatch(t.Context(), transport.Patience{})
		defer w.Stop()
		a := newAccumulator(ask(), nil)
		answer := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {media}}, Body: io.NopCloser(strings.NewReader(body))}
		if receive(answer, a, w) != nil {
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
		if sent, err := encode(call, dialect{}, true); err != nil || !json.Valid(sent) {
			t.Fatalf("%q (%v)", sent, err)
		}
	})
}
