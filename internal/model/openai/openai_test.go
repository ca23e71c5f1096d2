package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/model"
)

// server answers chat completions and keeps the requests.
type server struct {
	mu       sync.Mutex
	requests []map[string]any
	answer   http.HandlerFunc
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	var v map[string]any
	if json.Unmarshal(data, &v) == nil {
		v["path"], v["authorization"] = r.URL.Path, r.Header.Get("Authorization")
		s.mu.Lock()
		s.requests = append(s.requests, v)
		s.mu.Unlock()
		r.Body = io.NopCloser(strings.NewReader(string(data)))
	}
	s.answer(w, r)
}

func serve(t *testing.T, answer http.HandlerFunc) (*Client, *server) {
	t.Helper()
	s := &server{answer: answer}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	c, err := New(Options{Key: "sk-secret", Base: h.URL})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, body)
	}
}

// lines makes a stream of chunks: of the delta of one choice, or as they are.
func lines(chunks ...string) string {
	var b strings.Builder
	for _, c := range chunks {
		if !strings.HasPrefix(c, `{"`) && c != "[DONE]" {
			c = `{"id":"c1","model":"m-1","choices":[{"index":0,` + c + `}]}`
		}
		b.WriteString("data: " + c + "\n\n")
	}
	return b.String()
}

func ask() model.Call {
	return model.Call{Model: "m", MaxOutput: 100, Messages: []model.Message{model.Say(model.User, "read it")}}
}

func call(id, name, input string) model.Block {
	return model.Block{Kind: model.ToolUse, ID: id, Name: name, Input: input}
}

const (
	finish = `"delta":{},"finish_reason":"tool_calls"`
	counts = `{"id":"c1","choices":[],"usage":{"prompt_tokens":30,"completion_tokens":8,"prompt_tokens_details":{"cached_tokens":20}}}`
)

func TestToolCallsOfOddServers(t *testing.T) {
	two := []model.Block{call("a", "read", `{"p":1}`), call("b", "list", `{"p":2}`)}
	made := []model.Block{call("call_1_0", "read", `{"p":1}`), call("call_1_1", "list", `{"p":2}`)}
	for name, c := range map[string]struct {
		chunks []string
		want   []model.Block
	}{
		"parts by index": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"read","arguments":""}}]}`,
			`"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"p\""}}]}`, `"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"list","arguments":"{\"p\":"}}]}`,
			`"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}},{"index":1,"function":{"arguments":"2}"}}]}`, finish, counts, "[DONE]"}, two},
		"whole calls without an index": {[]string{
			`"delta":{"tool_calls":[{"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}}]}`, `"delta":{"tool_calls":[{"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, finish, counts, "[DONE]"}, two},
		"whole calls without index and id": {[]string{
			`"delta":{"tool_calls":[{"function":{"name":"read","arguments":"{\"p\":1}"}},{"function":{"name":"list","arguments":"{\"p\":2}"}}]}`, finish, counts, "[DONE]"}, made},
		"parts without an index": {[]string{
			`"delta":{"tool_calls":[{"id":"a","function":{"name":"read","arguments":"{\"p\":"}}]}`, `"delta":{"tool_calls":[{"id":"a","function":{"arguments":"1}"}}]}`,
			`"delta":{"tool_calls":[{"id":"b","function":{"name":"list","arguments":"{"}}]}`, `"delta":{"tool_calls":[{"function":{"arguments":"\"p\":2}"}}]}`, finish, counts, "[DONE]"}, two},
		"all have index 0, ids differ": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}}]}`, `"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, finish, counts, "[DONE]"}, two},
		"all have index 0, the first has no arguments": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":""}}]}`, `"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, finish, counts, "[DONE]"},
			[]model.Block{call("a", "read", ""), call("b", "list", `{"p":2}`)}},
		"all have index 0 and no id": {[]string{
			`"delta":{"tool_calls":[{"index":0,"function":{"name":"read","arguments":"{\"p\":1}"}}]}`, `"delta":{"tool_calls":[{"index":0,"function":{"name":"list","arguments":"{\"p\":2}"}}]}`, finish, counts, "[DONE]"}, made},
		"the same id for all": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}},{"index":1,"id":"a","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, finish, counts, "[DONE]"},
			[]model.Block{call("a", "read", `{"p":1}`), call("call_1_1", "list", `{"p":2}`)}},
		"arguments that are objects": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":{"p":1}}},{"index":1,"id":"b","function":{"name":"list","arguments":{"p":2}}}]}`, finish, counts, "[DONE]"}, two},
		"finish_reason stop with calls": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}},{"index":1,"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, `"delta":{},"finish_reason":"stop"`, counts, "[DONE]"}, two},
		"no finish_reason, only the end": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}},{"index":1,"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, counts, "[DONE]"}, two},
		"no end, only a finish_reason": {[]string{
			`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}},{"index":1,"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}`, counts, finish}, two},
		"usage with every chunk is a total": {[]string{
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}}]}}],"usage":{"prompt_tokens":30,"completion_tokens":3}}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"b","function":{"name":"list","arguments":"{\"p\":2}"}}]}}],"usage":null}`, finish, counts, "[DONE]"}, two},
	} {
		t.Run(name, func(t *testing.T) {
			c1, _ := serve(t, says(lines(c.chunks...)))
			r, err := c1.Complete(t.Context(), ask(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, r.Blocks); diff != "" || r.Stop != model.StopTools {
				t.Errorf("stop %q\n%s", r.Stop, diff)
			}
			if u := (luminos.Usage{Input: 10, CacheRead: 20, Output: 8}); r.Usage != u || r.Prompt != 30 {
				t.Errorf("got %+v and a prompt of %d, want %+v", r.Usage, r.Prompt, u)
			}
		})
	}
}

func TestAnswersAndHowTheyEnd(t *testing.T) {
	const half = `"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\""}}]}`
	for name, c := range map[string]struct {
		body, media string
		stop        model.Stop
		text        string
	}{
		"a text":                       {lines(`"delta":{"role":"assistant","content":"Hel"}`, `"delta":{"content":"lo"}`, `"delta":{},"finish_reason":"stop"`, "[DONE]"), "text/event-stream", model.StopEnd, "Hello"},
		"by lines that end in \\r\\n":  {strings.ReplaceAll(lines(`"delta":{"content":"Hello"},"finish_reason":"stop"`, "[DONE]"), "\n", "\r\n"), "text/event-stream", model.StopEnd, "Hello"},
		"content as a list of parts":   {lines(`"delta":{"content":[{"type":"text","text":"Hello"}]},"finish_reason":"stop"`, "[DONE]"), "text/event-stream", model.StopEnd, "Hello"},
		"comments between":             {strings.Repeat(": processing\n\n", 400) + lines(`"delta":{"content":"Hello"},"finish_reason":"stop"`, "[DONE]"), "text/event-stream", model.StopEnd, "Hello"},
		"in one piece":                 {`{"id":"c1","model":"m-1","choices":[{"message":{"content":"Hello","tool_calls":null},"finish_reason":"stop"}]}`, "application/json", model.StopEnd, "Hello"},
		"the limit":                    {lines(`"delta":{"content":"Hello"},"finish_reason":"length"`, "[DONE]"), "text/event-stream", model.StopLimit, "Hello"},
		"B06 the limit inside a call":  {lines(half, `"delta":{},"finish_reason":"length"`, "[DONE]"), "text/event-stream", model.StopLimitInTool, ""},
		"B08 a filter":                 {lines(`"delta":{"content":"He"},"finish_reason":"content_filter"`, "[DONE]"), "text/event-stream", model.StopRefusal, "He"},
		"B08 a refusal in words":       {lines(`"delta":{"refusal":"I can't"},"finish_reason":"stop"`, "[DONE]"), "text/event-stream", model.StopRefusal, ""},
		"a reason that nobody knows":   {lines(`"delta":{"content":"Hello"},"finish_reason":"tired"`, "[DONE]"), "text/event-stream", "tired", "Hello"},
		"a call written as text":       {lines(`"delta":{"content":"<tool_call>{}</tool_call>"},"finish_reason":"stop"`, "[DONE]"), "text/event-stream", model.StopEnd, "<tool_call>{}</tool_call>"},
		"a second choice is not asked": {lines(`{"choices":[{"index":1,"delta":{"content":"no"}}]}`, `"delta":{"content":"Hello"},"finish_reason":"stop"`, "[DONE]"), "text/event-stream", model.StopEnd, "Hello"},
	} {
		t.Run(name, func(t *testing.T) {
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", c.media)
				io.WriteString(w, c.body)
			})
			r, err := client.Complete(t.Context(), ask(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Stop != c.stop || r.Text() != c.text {
				t.Errorf("got %q and %q, want %q and %q", r.Stop, r.Text(), c.stop, c.text)
			}
			// None of these servers counts: tokens are guessed, and said to be.
			if !r.Usage.Estimated || r.Usage.Input == 0 || r.Usage.Output == 0 || r.Prompt == 0 {
				t.Errorf("got %+v", r.Usage)
			}
		})
	}
}

func TestReasoningIsKeptAndSentOnlyWhereWanted(t *testing.T) {
	for _, field := range []string{"reasoning_content", "reasoning"} {
		client, s := serve(t, says(lines(`"delta":{"`+field+`":"think "}`, `"delta":{"`+field+`":"hard","content":null}`, `"delta":{"content":"Yes"},"finish_reason":"stop"`, "[DONE]")))
		var shown string
		r, err := client.Complete(t.Context(), ask(), func(d model.Delta) { shown += string(d.Kind) + ":" + d.Text + "|" })
		if err != nil || len(r.Blocks) != 2 || r.Blocks[0] != (model.Block{Kind: model.Thinking, Text: "think hard"}) || shown != "thinking:think |thinking:hard|text:Yes|" {
			t.Fatalf("got %+v and %q (%v)", r.Blocks, shown, err)
		}
		next := ask()
		next.Messages = append(next.Messages, r.Message(), model.Say(model.User, "go on"))
		for _, send := range []bool{false, true} {
			client.options.SendReasoning = send
			if _, err := client.Complete(t.Context(), next, nil); err != nil {
				t.Fatal(err)
			}
			last := s.requests[len(s.requests)-1]["messages"].([]any)[1].(map[string]any)
			if _, sent := last["reasoning_content"]; sent != send || last["content"] != "Yes" {
				t.Errorf("sending it is %v: got %v", send, last)
			}
		}
	}
}

func TestCutAtAnyByteIsNoSuccess(t *testing.T) {
	stream := lines(`"delta":{"content":"Hello"}`, `"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}}]}`, finish, counts, "[DONE]")
	ended := strings.Index(stream, `"tool_calls"}]}`) + len(`"tool_calls"}]}`) // the reason for the end is there
	for _, reset := range []bool{false, true} {
		n := 0
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			says(stream[:n])(w, r)
			if reset {
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			}
		})
		for ; n <= len(stream); n++ {
			r, err := client.Complete(t.Context(), ask(), nil)
			if err == nil {
				if n < ended || len(r.Blocks) != 2 || r.Blocks[1].Input != `{"p":1}` {
					t.Fatalf("after %d of %d bytes: a success with %+v", n, len(stream), r)
				}
				continue
			}
			e, ok := errors.AsType[*model.Error](err)
			if !ok || !e.Retryable() || !reset && e.Class != model.Cut {
				t.Fatalf("after %d bytes: got %v", n, err)
			}
		}
	}
}

func TestErrorsOfServers(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		class  model.Class
		text   string
	}{
		"an object":                  {400, `{"error":{"message":"bad tools","type":"invalid_request_error","code":null}}`, model.BadRequest, "bad tools"},
		"a text":                     {400, `{"error":"model does not support tools"}`, model.BadRequest, "does not support tools"},
		"without a frame":            {404, `{"object":"error","message":"The model ` + "`x`" + ` does not exist.","type":"NotFoundError","code":404}`, model.NotFound, "does not exist"},
		"details":                    {422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, model.BadRequest, "field required"},
		"no JSON":                    {404, `404 page not found`, model.NotFound, "page not found"},
		"a web page":                 {502, `<html><body>Bad Gateway`, model.Transient, "web page"},
		"a model that is not there":  {404, `{"error":{"message":"model \"x\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`, model.NotFound, "pulling"},
		"B04 a context that is full": {400, `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}`, model.Overflow, "context size"},
		"B12 no money":               {429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, model.Billing, "quota"},
		"too many requests":          {429, `{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}`, model.RateLimited, "Rate limit"},
		"a wrong key":                {401, `{"error":{"message":"Incorrect API key","type":"invalid_request_error","code":"invalid_api_key"}}`, model.Auth, "key"},
		"a model that is loading":    {503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, model.Overloaded, "Loading"},
		"nothing":                    {500, ``, model.Transient, ""},
		"inside a stream":            {200, `data: {"error":{"message":"CUDA out of memory","type":"server_error","code":500}}` + "\n\n", model.Transient, "CUDA"},
		"inside, after a part":       {200, lines(`"delta":{"content":"x"}`) + `data: {"error":"boom"}`, model.Transient, "boom"},
		"the server says error":      {200, lines(`"delta":{"content":"x"},"finish_reason":"error"`, "[DONE]"), model.Transient, "error"},
		"no JSON inside":             {200, "data: {\"id\":}\n\ndata: [DONE]\n\n", model.Garbled, ""},
		"a half call, then the end":  {200, lines(`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"r","arguments":"{"}}]}`, "[DONE]"), model.Cut, "tool call"},
		"a call without a name":      {200, lines(`"delta":{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{}"}}]}`, finish, "[DONE]"), model.Cut, "tool call"},
	} {
		t.Run(name, func(t *testing.T) {
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if c.status == 200 {
					w.Header().Set("Content-Type", "text/event-stream")
				}
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			})
			_, err := client.Complete(t.Context(), ask(), nil)
			e, ok := errors.AsType[*model.Error](err)
			if !ok || e.Class != c.class || !strings.Contains(e.Message, c.text) || e.Hint() == "" || !strings.HasPrefix(e.Error(), "asking m at 127.0.0.1:") {
				t.Errorf("got %+v (%v)", e, err)
			}
			if strings.Contains(fmt.Sprint(err), "sk-secret") {
				t.Errorf("%v: shows the key", err)
			}
		})
	}
}

func TestFieldsThatAServerRefusesAreLeftOutOnce(t *testing.T) {
	client, s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var v map[string]any
		json.NewDecoder(r.Body).Decode(&v)
		for _, unknown := range []string{"stream_options", "max_tokens", "reasoning_effort"} {
			if _, there := v[unknown]; there {
				w.WriteHeader(400)
				fmt.Fprintf(w, `{"error":{"message":"Unsupported parameter: '%s'"}}`, unknown)
				return
			}
		}
		says(lines(`"delta":{"content":"ok"},"finish_reason":"stop"`, "[DONE]"))(w, r)
	})
	c := ask()
	c.Effort = "high"
	for want := range 2 {
		if _, err := client.Complete(t.Context(), c, nil); err != nil || len(s.requests) != 4+want {
			t.Fatalf("got %v after %d requests", err, len(s.requests))
		}
	}
	if last := s.requests[4]; last["max_completion_tokens"] != 100.0 || last["stream"] != true {
		t.Errorf("got %v", last)
	}
	// A server that rejects every request is asked a few times only.
	stubborn, s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(400)
		io.WriteString(w, `{"error":"stream_options max_tokens max_completion_tokens reasoning_effort"}`)
	})
	if _, err := stubborn.Complete(t.Context(), c, nil); !model.IsClass(err, model.BadRequest) || len(s.requests) > 5 {
		t.Errorf("got %v after %d requests", err, len(s.requests))
	}
}

// TestCallsLearnDifferentFieldsAtOnce learns from the refusals of two requests that were made at the
// same time, each of another field. Both fields are left out afterwards.
func TestCallsLearnDifferentFieldsAtOnce(t *testing.T) {
	c, _ := serve(t, says(""))
	used := c.speaks()
	for _, field := range []string{"stream_options", "reasoning_effort", "max_tokens"} {
		if !c.learn(used, &model.Error{Status: 400, Message: "Unsupported parameter: " + field}) {
			t.Errorf("the refusal of %s is not learned", field)
		}
	}
	if got, want := c.speaks(), (dialect{noUsage: true, noEfforts: true, newLimit: true}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestRequestHasCommonFieldsOnly(t *testing.T) {
	client, s := serve(t, says(lines(`"delta":{"content":"ok"},"finish_reason":"stop"`, "[DONE]")))
	use, bad := call("a", "read", `{"p":"<x>"}`), call("b", "list", `{"p"`)
	c := ask()
	c.System = "Be brief."
	c.Tools = []model.Tool{{Name: "read", Description: "Reads.", Schema: json.RawMessage(`{"type":"object","properties":{"p":{"type":"string"}}}`)}}
	c.Messages = append(c.Messages,
		model.Message{Role: model.Assistant, Blocks: []model.Block{{Kind: model.Thinking, Text: "t"}, {Kind: model.Text, Text: "I look."}, use, bad}},
		model.Message{Role: model.User, Blocks: []model.Block{model.Answer(use, "", false), model.Answer(bad, "not JSON", true), {Kind: model.Text, Text: "Last turn."}}})
	if _, err := client.Complete(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(s.requests[0], "", " ")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal([]byte(`{"path":"/v1/chat/completions","authorization":"Bearer sk-secret","model":"m","max_tokens":100,"stream":true,"stream_options":{"include_usage":true},
		"tools":[{"type":"function","function":{"name":"read","description":"Reads.","parameters":{"type":"object","properties":{"p":{"type":"string"}}}}}],
		"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"read it"},
		{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"read","arguments":"{\"p\":\"<x>\"}"}},{"id":"b","type":"function","function":{"name":"list","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"a","content":"(no output)"},{"role":"tool","tool_call_id":"b","content":"Error: not JSON"},{"role":"user","content":"Last turn."}]}`), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, s.requests[0]); diff != "" {
		t.Errorf("%s\n%s", diff, got)
	}
	c.Messages = c.Messages[:2]
	if _, err := client.Complete(t.Context(), c, nil); !model.IsClass(err, model.BadRequest) || len(s.requests) != 1 {
		t.Errorf("B05: a use without a result was sent: %v", err)
	}
}

func TestWindowsOfServers(t *testing.T) {
	for body, want := range map[string]int64{
		`{"data":[{"id":"x","max_model_len":1},{"id":"m","max_model_len":32768}]}`: 32768,
		`{"data":[{"id":"m","meta":{"n_ctx":4096,"n_ctx_train":131072}}]}`:         4096,
		`{"data":[{"id":"m","context_length":200000}]}`:                            200000,
		`{"data":[{"id":"m"}]}`: 0,
		`[]`:                    0,
		`<html>`:                0,
	} {
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) })
		if got, err := client.Window(t.Context(), "m"); err != nil || got.Input != want {
			t.Errorf("%s: got %+v (%v), want %d", body, got, err, want)
		}
	}
	client, _ := serve(t, http.NotFound)
	if got, err := client.Window(t.Context(), "m"); err != nil || got != (model.Window{}) {
		t.Errorf("got %+v (%v)", got, err)
	}
}

// TestModelsBesideTheList asks for a model that the list of a server lacks.
func TestModelsBesideTheList(t *testing.T) {
	for body, refused := range map[string]bool{
		`{"error":{"message":"The model does not exist","type":"model_not_found"}}`: true,
		`{"error":{"message":"model \"team/m\" not found"}}`:                        true,
		`404 page not found`: false, // the server only lists its models
		"":                   false,
	} {
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/models"):
				io.WriteString(w, `{"data":[{"id":"x"}]}`)
			case strings.HasSuffix(r.URL.EscapedPath(), "/models/team%2Fm") && body == "":
				io.WriteString(w, `{"id":"team/m"}`)
			default:
				w.WriteHeader(http.StatusNotFound)
				io.WriteString(w, body)
			}
		})
		if _, err := client.Window(t.Context(), "team/m"); model.IsClass(err, model.NotFound) != refused {
			t.Errorf("%s: got %v", body, err)
		}
	}
}

func TestUnreachableServerHasAHint(t *testing.T) {
	client, err := New(Options{Base: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Complete(t.Context(), ask(), nil)
	e, ok := errors.AsType[*model.Error](err)
	if !ok || e.Class != model.Unreachable || !strings.Contains(e.Hint(), "127.0.0.1:1; start it") {
		t.Errorf("got %+v", err)
	}
	wrong, _ := serve(t, http.NotFound)
	_, err = wrong.Complete(t.Context(), ask(), nil)
	if e, ok := errors.AsType[*model.Error](err); !ok || e.Class != model.NotFound || !strings.Contains(e.Hint(), "/v1") {
		t.Errorf("got %+v", err)
	}
}
