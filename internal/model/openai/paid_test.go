package openai

import (
	"context"
	"errors"
	"io"
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
func TestNewIDsAreUnique(t *testing.T) {
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

func TestAnswerWithoutEndIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	for name, part := range map[string]string{
		"text":      `"delta":{"content":"` + long + `"}`,
		"reasoning": `"delta":{"reasoning":"` + long + `"}`,
		"a refusal": `"delta":{"refusal":"` + long + `"}`,
		"arguments": `"delta":{"tool_calls":[{"index":0,"function":{"arguments":"` + long + `"}}]}`,
		"calls":     `"delta":{"tool_calls":[` + strings.Repeat(`{"id":"a","index":1},{"id":"b","index":1,"function":{"name":"n","arguments":"{}"}},`, 1000) + `{"index":0}]}`,
	} {
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			body, sent := lines(part), 0
			for says(lines(counts))(w, r); r.Context().Err() == nil && sent < 32<<20; sent += len(body) {
				if _, err := io.WriteString(w, body); err != nil {
					return
				}
			}
		})
		_, err := client.Complete(t.Context(), ask(), nil)
		if e := failure(t, err); e.Class != model.Garbled || e.Retryable() || e.Usage.CacheRead != 20 || !strings.Contains(e.Error(), "longer than the output limit") {
			t.Errorf("%s: got %+v", name, e)
		}
	}
}

func TestErrorsOfServersAreShort(t *testing.T) {
	long := strings.Repeat("é", 40<<10)
	for _, body := range []string{`{"error":{"message":"` + long + `","type":"` + long + `"}}`, `{"error":"` + long + `"}`, `{"error":{"message":[{"text":"` + long + `"}]}}`} {
		client, _ := serve(t, says("data: "+body+"\n\n"))
		_, err := client.Complete(t.Context(), ask(), nil)
		if e := failure(t, err); len(e.Message) > 4<<10 || len(e.Type) > 4<<10 || e.Message == "" || len(e.Error()) > 1000 {
			t.Errorf("%d bytes, of the type %d", len(e.Message), len(e.Type))
		}
	}
}

// An impossible usage is never reported, for whole or broken answers.
func TestUsageThatNoServerCanMeanIsEstimated(t *testing.T) {
	said := `"delta":{"content":"Hello","tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":"{}"}}]}`
	for name, usage := range map[string]string{
		"negative":        `{"prompt_tokens":-30,"completion_tokens":8}`,
		"negative cached": `{"prompt_tokens":30,"completion_tokens":8,"prompt_tokens_details":{"cached_tokens":-9223372036854775808}}`,
		"too much":        `{"prompt_tokens":9000000000000,"completion_tokens":8}`,
		"too much output": `{"prompt_tokens":30,"completion_tokens":100401}`,
		"not counted":     `null`,
	} {
		for _, end := range []string{finish, `"delta":{}`} {
			client, _ := serve(t, says(lines(said, `{"id":"c1","choices":[],"usage":`+usage+`}`, end)))
			r, err := client.Complete(t.Context(), ask(), nil)
			u := r.Usage
			if err != nil {
				u = failure(t, err).Usage
			}
			if (err == nil) != (end == finish) || u != (luminos.Usage{Input: ask().Estimate(), Output: 3, Estimated: true}) || err == nil && r.Prompt != u.Input {
				t.Errorf("%s: got %+v (%v)", name, u, err)
			}
		}
	}
}
