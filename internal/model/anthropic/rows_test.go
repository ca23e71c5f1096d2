package anthropic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/transport"
)

// The tests of this file are the rows of the measurements of the SDK under faults (S22), with the required behaviour.

// head is the stream up to the first block that is not thinking. That block is not closed.
var head = stream[:strings.Index(stream, "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1")]

func failure(t *testing.T, err error) *model.Error {
	t.Helper()
	e, ok := errors.AsType[*model.Error](err)
	if !ok {
		t.Fatalf("got %v, want an error of a class", err)
	}
	if e.Hint() == "" {
		t.Errorf("%v: no hint", err)
	}
	if strings.Contains(e.Error(), "sk-secret") || strings.Contains(e.Error(), "status 200") {
		t.Errorf("%v: says what it should not", err)
	}
	return e
}

func TestS22ErrorAsLastEventWithoutBlankLine(t *testing.T) {
	const e = `event: error` + "\n" + `data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
	for _, end := range []string{"", "\n", "\n\n", "\r\n"} {
		c := answering(t, says(head+e+end))
		_, err := c.Complete(t.Context(), ask(), nil)
		if got := failure(t, err); got.Class != model.Overloaded || got.Message != "Overloaded" {
			t.Errorf("end %q: got %+v", end, got)
		}
	}
}

func TestS22SuccessWithoutAnAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		media, body string
		class       model.Class
	}{
		"empty":                      {"text/event-stream", "", model.Cut},
		"empty without a type":       {"", "", model.Cut},
		"HTML":                       {"text/html; charset=utf-8", "<html>Sign in</html>", model.Garbled},
		"HTML as a stream":           {"text/event-stream", "<html>\n<p>Sign in\n</html>", model.Cut},
		"JSON that is no message":    {"application/json", `{"ok":true}`, model.Garbled},
		"JSON that is cut":           {"application/json", `{"type":"message","content":[{"ty`, model.Cut},
		"a list":                     {"application/json", `[]`, model.Garbled},
		"an error as JSON":           {"application/json", `{"type":"error","error":{"type":"overloaded_error","message":"busy"}}`, model.Overloaded},
		"pings only":                 {"text/event-stream", strings.Repeat("event: ping\ndata: {\"type\": \"ping\"}\n\n", 3), model.Cut},
		"comments only":              {"text/event-stream", ": alive\n\n: alive\n\n", model.Cut},
		"an end without a beginning": {"text/event-stream", "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", model.Cut},
		"no reason to stop":          {"text/event-stream", strings.Replace(stream, `"tool_use","stop_sequence":null`, `null,"stop_sequence":null`, 1), model.Cut},
	} {
		t.Run(name, func(t *testing.T) {
			client := answering(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", c.media)
				io.WriteString(w, c.body)
			})
			r, err := client.Complete(t.Context(), ask(), nil)
			if err == nil {
				t.Fatalf("got a success: %+v", r)
			}
			// A page stays a page; all else may be whole the next time.
			if e := failure(t, err); e.Class != c.class || e.Retryable() == (name == "HTML") {
				t.Errorf("got %q: %v, want %q", e.Class, err, c.class)
			}
		})
	}
}

func TestS22ErrorInsideAStreamHasNoStatus(t *testing.T) {
	for word, want := range map[string]model.Class{
		"overloaded_error": model.Overloaded, "api_error": model.Transient, "rate_limit_error": model.RateLimited,
		"timeout_error": model.Transient, "something_new": model.Transient, "invalid_request_error": model.BadRequest,
	} {
		c := answering(t, says(head+fmt.Sprintf("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":%q,\"message\":\"m\"}}\n\n", word)))
		_, err := c.Complete(t.Context(), ask(), nil)
		e := failure(t, err)
		if e.Class != want || e.Status != 0 || e.Request != "req_9" {
			t.Errorf("%s: got %+v, want %q", word, e, want)
		}
		// Behaviour 15: the prompt of the attempt is billed, and the output so far: 111 bytes at three bytes a token.
		u := luminos.Usage{Input: 7, CacheWrite5m: 10, CacheWrite1h: 20, CacheRead: 500, Output: 37, Estimated: true}
		if e.Usage != u {
			t.Errorf("%s: got %+v, want %+v", word, e.Usage, u)
		}
	}
}

// Behaviour 6 too: the arguments that arrived are kept, and the error states their defect.
func TestS22CutToolInputIsNotEmptied(t *testing.T) {
	for name, c := range map[string]struct {
		reason string
		stop   model.Stop
	}{"by the limit of output": {"max_tokens", model.StopLimitInTool}, "for no reason": {"tool_use", model.StopTools}} {
		t.Run(name, func(t *testing.T) {
			body := strings.Replace(stream, `.go\"}"`, `.g"`, 1)
			body = strings.Replace(body, `"stop_reason":"tool_use"`, `"stop_reason":"`+c.reason+`"`, 1)
			r, err := answering(t, says(body)).Complete(t.Context(), ask(), nil)
			if err != nil {
				t.Fatal(err)
			}
			use := r.Uses()[0]
			if use.Input != `{"path": "a.g` || r.Stop != c.stop {
				t.Errorf("got %q and %q", use.Input, r.Stop)
			}
			if _, err := use.Arguments(); err == nil || !strings.Contains(err.Error(), "not JSON") {
				t.Errorf("got %v, want what is wrong with them", err)
			}
			// In the history it is an object, which alone can be sent.
			call := ask()
			call.Messages = append(call.Messages, r.Message(), model.Message{Role: model.User, Blocks: []model.Block{model.Answer(use, "cut", true)}})
			sent, err := encode(call, forAnswer)
			if err != nil || !strings.Contains(string(sent), `"name":"read_file","input":{}}`) {
				t.Errorf("got %s and %v", sent, err)
			}
		})
	}
}

func TestS22MalformedDataLine(t *testing.T) {
	for _, bad := range []string{"data: {not json}\n\n", "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":7,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}\n\n",
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":-1,\"delta\":{}}\n\n", "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":99,\"content_block\":{\"type\":\"text\"}}\n\n",
		"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":null}\n\n", "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":7}\n\n",
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":\"x\"}\n\n", "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n"} {
		_, err := answering(t, says(head+bad+stream[len(head):])).Complete(t.Context(), ask(), nil)
		if e := failure(t, err); e.Class != model.Garbled || !e.Retryable() || e.Usage.CacheRead != 500 {
			t.Errorf("%q: got %+v", bad, e)
		}
	}
}

// The row on the reset connection and the cut chunk is part of
// TestS22EndOfStreamAtAnyByteIsNoSuccess.

func TestS22B12RefusalsByStatus(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		header string
		body   string
		class  model.Class
		retry  bool
		after  time.Duration
	}{
		"529":                               {529, "", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, model.Overloaded, true, 0},
		"429 with retry-after 3600":         {429, "retry-after: 3600", `{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}`, model.RateLimited, true, time.Hour},
		"429 with milliseconds":             {429, "retry-after-ms: 1500", `{}`, model.RateLimited, true, 1500 * time.Millisecond},
		"429 with a date":                   {429, "retry-after: Sat, 21 Nov 2026 12:00:30 GMT", `{}`, model.RateLimited, true, 30 * time.Second},
		"429 with nonsense":                 {429, "retry-after: -NaN", `{}`, model.RateLimited, true, 0},
		"429 with eternity":                 {429, "retry-after: 1e300", `{}`, model.RateLimited, true, 365 * 24 * time.Hour},
		"x-should-retry: false on 429":      {429, "x-should-retry: false", `{}`, model.RateLimited, false, 0},
		"x-should-retry: true on 400":       {400, "x-should-retry: true", `{}`, model.Transient, true, 0},
		"400 too long":                      {400, "", `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, model.Overflow, false, 0},
		"404":                               {404, "", `{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}`, model.NotFound, false, 0},
		"413":                               {413, "", `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, model.Overflow, false, 0},
		"413 of a proxy":                    {413, "", `<html>413`, model.Overflow, false, 0},
		"401":                               {401, "", `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`, model.Auth, false, 0},
		"402":                               {402, "", `{"type":"error","error":{"type":"billing_error","message":"pay"}}`, model.Billing, false, 0},
		"400 spend limit (behaviour 12)":    {400, "", `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`, model.Billing, false, 0},
		"429 spend limit (behaviour 12)":    {429, "", `{"type":"error","error":{"type":"rate_limit_error","message":"You have reached your specified API usage limits"}}`, model.Billing, false, 0},
		"500":                               {500, "", `{"type":"error","error":{"type":"api_error","message":"Internal"}}`, model.Transient, true, 0},
		"502 of a proxy":                    {502, "", `<html>bad gateway`, model.Transient, true, 0},
		"307":                               {307, "Location: http://192.0.2.1/", ``, model.BadRequest, false, 0},
		"400 thinking bound (behaviour 9)":  {400, "", `{"type":"error","error":{"type":"invalid_request_error","message":"thinking block is bound to a different conversation"}}`, model.BadRequest, false, 0},
		"400 with a body without end":       {400, "", strings.Repeat("x", 1<<20), model.BadRequest, false, 0},
		"400 that moves a terminal's curso": {400, "", "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"\\u001b[2J\"}}", model.BadRequest, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			client := answering(t, func(w http.ResponseWriter, r *http.Request) {
				if name, value, ok := strings.Cut(c.header, ": "); ok {
					w.Header().Set(name, value)
				}
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("request-id", "req_1")
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			})
			client.now = func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
			_, err := client.Complete(t.Context(), ask(), nil)
			e := failure(t, err)
			if e.Class != c.class || e.Retryable() != c.retry || e.After != c.after || e.Status != c.status || e.Request != "req_1" {
				t.Errorf("got %+v", e)
			}
			if s := e.Error(); len(s) > 600 || strings.ContainsAny(s, "\x1b\n") || !strings.HasPrefix(s, "asking claude-x at 127.0.0.1:") {
				t.Errorf("got %q", s)
			}
			if name == "400 too long" && (e.Tokens != 210000 || e.Most != 200000) {
				t.Errorf("got %d of %d tokens", e.Tokens, e.Most)
			}
		})
	}
}

// silent answers with some bytes and then nothing, until the request is given up. It works in memory, so that it uses
// the clock of the test's bubble.
type silent struct {
	body string
	drip func(read int) string // the further bytes, and their times
}

func (s *silent) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.body == "never" {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Request: r,
		Body: &slowBody{silent: s, ctx: r.Context(), rest: s.body}}, nil
}

type slowBody struct {
	*silent
	ctx   context.Context
	rest  string
	reads int
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.rest == "" && b.drip != nil {
		time.Sleep(time.Minute)
		b.rest = b.drip(b.reads)
		b.reads++
	}
	if b.rest == "" || b.ctx.Err() != nil {
		<-b.ctx.Done()
		return 0, b.ctx.Err()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *slowBody) Close() error { return nil }

// Behaviour 3 too: pings keep bytes flowing and are no sign of life.
func TestS22B03StalledStreamIsGivenUp(t *testing.T) {
	ping := func(int) string { return "event: ping\ndata: {\"type\":\"ping\"}\n\n" }
	word := func(int) string {
		return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}\n\n"
	}
	for name, c := range map[string]struct {
		silent silent
		after  time.Duration
	}{
		"before the answer":       {silent{"never", nil}, 300 * time.Second},
		"before the first event":  {silent{"event: ping\ndata: {}\n\n", nil}, 300 * time.Second},
		"in the middle":           {silent{head, nil}, 180 * time.Second},
		"in the middle, by pings": {silent{head, ping}, 180 * time.Second},
		"never, and never ends":   {silent{head, word}, 3600 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, err := New(Options{HTTP: &http.Client{Transport: &c.silent}})
				if err != nil {
					t.Fatal(err)
				}
				begin := time.Now()
				_, err = client.Complete(t.Context(), ask(), nil)
				e := failure(t, err)
				if got := time.Since(begin); e.Class != model.Stalled || !e.Retryable() || got < c.after || got > c.after+time.Minute {
					t.Errorf("after %v: got %+v", got, e)
				}
			})
		})
	}
}

func TestAnswerWithoutEndIsBounded(t *testing.T) {
	for name, part := range map[string]string{
		"of a text":            `{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"` + strings.Repeat("x", 1<<16) + `"}}`,
		"of what nobody knows": `{"type":"content_block_delta","index":1,"delta":{"type":"new_delta","new":"` + strings.Repeat("x", 1<<16) + `"}}`,
		"of blocks":            `{"type":"content_block_start","index":%d,"content_block":{"type":"text","text":"` + strings.Repeat("x", 1<<16) + `"}}`,
	} {
		sent := 0
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			says(head)(w, r)
			for i := 2; r.Context().Err() == nil && sent < 32<<20; i++ {
				n, err := io.WriteString(w, "data: "+strings.Replace(part, "%d", fmt.Sprint(i), 1)+"\n\n")
				if sent += n; err != nil {
					return
				}
			}
		})
		_, err := c.Complete(t.Context(), ask(), nil)
		if e := failure(t, err); e.Class != model.Garbled || e.Retryable() || e.Usage.CacheRead != 500 || !strings.Contains(e.Error(), "longer than the output limit") {
			t.Errorf("%s: got %+v", name, e)
		}
	}
	// So it is in one piece, and where it ends with the part that is too long.
	long := strings.Repeat("x", 1<<20)
	_, err := answering(t, whole(`{"content":[{"type":"text","text":"`+long+`"}],"stop_reason":"end_turn","usage":{"input_tokens":9}}`)).Complete(t.Context(), ask(), nil)
	if e := failure(t, err); e.Class != model.Garbled || e.Retryable() || e.Usage.Input != 9 {
		t.Errorf("got %.300v", err)
	}
	_, err = answering(t, says(head+`data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"`+long+`"}}`)).Complete(t.Context(), ask(), nil)
	if e := failure(t, err); e.Class != model.Garbled || e.Retryable() {
		t.Errorf("got %.300v", err)
	}
	// A caller can ask for more.
	more := ask()
	more.MaxOutput = 1 << 15
	if _, err = answering(t, says(strings.Replace(stream, `" it."`, `"`+long+`"`, 1))).Complete(t.Context(), more, nil); err != nil {
		t.Error(err)
	}
}

// The text of an error holds a short excerpt of the server's answer only.
func TestErrorsOfServersAreShort(t *testing.T) {
	long := strings.Repeat("é", 40<<10)
	said := `{"type":"error","error":{"type":"` + long + `","message":"` + long + `"}}`
	for name, h := range map[string]http.HandlerFunc{
		"inside":           says(head + "event: error\ndata: " + said + "\n\n"),
		"inside, in words": says(head + "event: error\ndata: \"" + long + "\"\n\n"),
		"by a status": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			io.WriteString(w, strings.ReplaceAll(said, long, long[:20<<10]))
		},
		"by the name of an event": says("event: " + long + "\ndata: {\n\n" + stream),
	} {
		_, err := answering(t, h).Complete(t.Context(), ask(), nil)
		if e := failure(t, err); len(e.Message) > 4<<10 || len(e.Type) > 4<<10 || e.Message == "" || !utf8.ValidString(e.Message) || len(e.Error()) > 1000 {
			t.Errorf("%s: %d bytes, of the type %d", name, len(e.Message), len(e.Type))
		}
	}
}

func TestUnreachableServer(t *testing.T) {
	client, err := New(Options{Base: "http://user:hunter2@127.0.0.1:1/v1", Patience: transport.Patience{First: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Complete(t.Context(), ask(), nil)
	if e := failure(t, err); e.Class != model.Unreachable || strings.Contains(e.Error(), "hunter2") {
		t.Errorf("got %+v", e)
	}
	for _, bad := range []string{"localhost:8080", "ftp://x/", "http://", "http://h/?key=1", "http://h\x7f/"} {
		if _, err := New(Options{Base: bad}); err == nil {
			t.Errorf("%q was taken for an address", bad)
		}
	}
}
