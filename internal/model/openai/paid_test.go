package openai

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model"
)

func failure(t *testing.T, err error) *model.Error {
	t.Helper()
	e, ok := errors.AsType[*model.Error](err)
	if !ok {
		t.Fatalf("got %v, want an error of a class", err)
	}
	return e
}

// An answer that came whole and is of no use is billed like any other, and can be
// asked about.
func TestB15AnswerThatCannotBeUsedIsBilled(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("x-request-id", "req_9")
		says(lines(`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{}"}}]}`, finish, counts, "[DONE]"))(w, r)
	})
	_, err := client.Complete(t.Context(), ask(), nil)
	if e := failure(t, err); e.Usage != (luminos.Usage{Input: 10, CacheRead: 20, Output: 8}) || e.Request != "req_9" {
		t.Errorf("got %+v", e)
	}
}

// A made id may be one that the server uses as well.
func TestMadeIDsAreNotThoseOfOthers(t *testing.T) {
	client, _ := serve(t, says(lines(`"delta":{"tool_calls":[{"index":0,"id":"call_1_1","function":{"name":"a","arguments":"{}"}},{"index":1,"function":{"name":"b","arguments":"{}"}}]}`, finish, counts, "[DONE]")))
	r, err := client.Complete(t.Context(), ask(), nil)
	if err != nil {
		t.Fatal(err)
	}
	call := ask()
	call.Messages = model.Settle(append(call.Messages, r.Message()), "x")
	if err := call.Check(); err != nil || !strings.HasPrefix(r.Blocks[1].ID, "call_1_1") {
		t.Errorf("got %+v (%v)", r.Blocks, err)
	}
}

func TestB15UsageOutlivesTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		says(lines(counts, `"delta":{"content":"x"}`))(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := client.Complete(ctx, ask(), func(model.Delta) { cancel() })
	if e := failure(t, err); e.Class != model.Interrupted || !errors.Is(err, context.Canceled) || e.Usage.CacheRead != 20 {
		t.Errorf("got %+v", e)
	}
}
