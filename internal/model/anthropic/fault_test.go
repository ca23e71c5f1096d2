package anthropic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/model"
)

// stream is a small answer as the API sends it: thinking, a text and a tool call.
const stream = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[],"stop_reason":null,"usage":{"input_tokens":7,"cache_creation_input_tokens":30,"cache_read_input_tokens":500,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20},"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a < b \ud83d"}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"\ude00 \u00e9"}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Sig/+<=="}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I read"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" it."}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"read_file","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"path\": \"a"}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":".go\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":42}}

event: message_stop
data: {"type":"message_stop"}

`

// answering gives a client of a server with one answer for every request.
func answering(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c, err := New(Options{Key: "sk-secret", Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// says answers with a stream.
func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		w.Header().Set("request-id", "req_9")
		io.WriteString(w, body)
	}
}

func ask() model.Call {
	return model.Call{Model: "claude-x", MaxOutput: 100, Messages: []model.Message{model.Say(model.User, "read it")}}
}

func TestAnswerWithThinkingTextAndTool(t *testing.T) {
	var shown strings.Builder
	c := answering(t, says(stream))
	r, err := c.Complete(t.Context(), ask(), func(d model.Delta) { fmt.Fprintf(&shown, "%s:%s%s|", d.Kind, d.Text, d.Name) })
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Block{
		{Kind: model.Thinking, Text: "a < b 😀 é", Raw: `{"type":"thinking","signature":"Sig/+<==","thinking":"a < b \ud83d\ude00 \u00e9"}`},
		{Kind: model.Text, Text: "I read it."},
		{Kind: model.ToolUse, ID: "toolu_1", Name: "read_file", Input: `{"path": "a.go"}`},
	}
	if diff := cmp.Diff(want, r.Blocks); diff != "" {
		t.Error(diff)
	}
	if u := (luminos.Usage{Input: 7, CacheWrite5m: 10, CacheWrite1h: 20, CacheRead: 500, Output: 42}); r.Usage != u || r.Prompt != 537 {
		t.Errorf("got %+v and a prompt of %d, want %+v", r.Usage, r.Prompt, u)
	}
	if r.Stop != model.StopTools || r.ID != "msg_1" || r.Model != "claude-x" {
		t.Errorf("got %+v", r)
	}
	if got, want := shown.String(), "thinking:a < b \ufffd|thinking:\ufffd é|text:I read|text: it.|tool_use:read_file|"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
}

// cutAt gives the first n bytes of a body and then ends, in the way of end.
func cutAt(body string, n int, end string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		if end == "length" {
			w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		}
		io.WriteString(w, body[:n])
		if end != "clean" {
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
	}
}

// Row of the notes: "EOF after tool_use delta, or after message_delta without
// message_stop: err == nil". The stream is cut after every byte: a clean end of
// the body, a connection that is reset, and less than the announced length.
func TestS22EndOfStreamAtAnyByteIsNoSuccess(t *testing.T) {
	for _, end := range []string{"clean", "reset", "length"} {
		// The last event needs only its JSON; the bytes after it may be missing.
		complete := strings.LastIndex(stream, "}") + 1
		var n int
		c := answering(t, func(w http.ResponseWriter, r *http.Request) { cutAt(stream, n, end)(w, r) })
		for n = 0; n <= len(stream); n++ {
			r, err := c.Complete(t.Context(), ask(), nil)
			switch {
			case end == "clean" && n >= complete, n == len(stream):
				if err != nil || len(r.Blocks) != 3 {
					t.Fatalf("%s: after %d of %d bytes: got %d blocks and %v", end, n, len(stream), len(r.Blocks), err)
				}
			case err == nil && n >= complete:
				// The event may be whole when the connection is lost.
			default:
				e, ok := errors.AsType[*model.Error](err)
				if !ok || !e.Retryable() || e.Status == 200 || strings.Contains(e.Error(), "200") {
					t.Fatalf("%s: after %d bytes: got %+v and %v", end, n, r, err)
				}
				if end == "clean" && e.Class != model.Cut {
					t.Fatalf("after %d bytes: got class %q: %v", n, e.Class, err)
				}
				if n > 500 && e.Usage.CacheRead != 500 {
					t.Fatalf("after %d bytes: what was read is not billed: %+v", n, e.Usage)
				}
			}
		}
	}
}

func TestCompleteEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the user went away")
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		says(head)(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := c.Complete(ctx, ask(), func(model.Delta) { cancel(why) })
	if e, ok := errors.AsType[*model.Error](err); !ok || !errors.Is(err, why) || e.Class != model.Interrupted || e.Error() != why.Error() {
		t.Fatalf("got %v, want %v", err, why)
	} else if e.Usage.CacheRead != 500 || e.Request != "req_9" {
		t.Errorf("what was read until then is not billed: %+v", e)
	}
}
