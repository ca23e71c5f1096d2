package anthropic

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"luminos/internal/model"
)

// long returns a conversation in which every kind of block occurs.
func long() model.Call {
	use := model.Block{Kind: model.ToolUse, ID: "toolu_1", Name: "read_file", Input: `{"path": "<a>.go"}`}
	bad := model.Block{Kind: model.ToolUse, ID: "toolu_2", Name: "read_file", Input: `{"pa`}
	return model.Call{
		Model: "claude-opus-5-5", MaxOutput: 8000, System: "You read & report.", Effort: "high", Cache: model.Cache5m,
		Tools: []model.Tool{{Name: "read_file", Description: "Reads a file.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)}},
		Messages: []model.Message{
			model.Say(model.User, "listing"),
			{Role: model.Assistant, Blocks: []model.Block{
				{Kind: model.Thinking, Text: "a < b", Raw: `{"type":"thinking","thinking":"a < \u0062","signature":"S+/="}`},
				{Kind: model.Thinking, Raw: `{"type":"redacted_thinking","data":"<x>"}`}, {Kind: model.Text, Text: " "}, use, bad}},
			{Role: model.User, Blocks: []model.Block{model.Answer(use, "", false), model.Answer(bad, "not JSON", true), {Kind: model.Text, Text: "Last turn."}}},
			model.Say(model.Assistant, "Reading \x00 on."),
			model.Say(model.User, "Yes."),
		},
	}
}

// Behaviours 9 (bytes of thinking), 10 (nothing empty), 14 (no budget of thinking,
// which an output limit could be below), and where marks are.
func TestB09B10B14RequestByteForByte(t *testing.T) {
	got, err := encode(long(), forSummary)
	if err != nil {
		t.Fatal(err)
	}
	const m = `,"cache_control":{"type":"ephemeral"}`
	want := `{"model":"claude-opus-5-5","max_tokens":8000,"stream":true,"output_config":{"effort":"high"},` +
		`"thinking":{"type":"adaptive","display":"summarized"},` +
		`"tools":[{"name":"read_file","description":"Reads a file.","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}}],` +
		`"system":[{"type":"text","text":"You read & report."` + m + `}],"messages":[` +
		`{"role":"user","content":[{"type":"text","text":"listing"` + m + `}]},` +
		`{"role":"assistant","content":[{"type":"thinking","thinking":"a < \u0062","signature":"S+/="},{"type":"redacted_thinking","data":"<x>"},` +
		`{"type":"tool_use","id":"toolu_1","name":"read_file","input":{"path": "<a>.go"}},{"type":"tool_use","id":"toolu_2","name":"read_file","input":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"(no output)"},{"type":"tool_result","tool_use_id":"toolu_2","content":"not JSON","is_error":true},{"type":"text","text":"Last turn."` + m + `}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"Reading \u0000 on."}]},` +
		`{"role":"user","content":[{"type":"text","text":"Yes."` + m + `}]}]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	for _, never := range []string{"tool_choice", "temperature", "top_p", "top_k", "budget_tokens"} {
		if strings.Contains(string(got), never) {
			t.Errorf("%s is sent, which current models refuse", never)
		}
	}
	call := long()
	call.System, call.Cache, call.Effort = "", model.Cache1h, ""
	got, err = encode(call, forCount)
	if err != nil || strings.Count(string(got), `"ttl":"1h"`) != 4 || strings.Contains(string(got), "max_tokens") ||
		strings.Contains(string(got), "summarized") || !strings.Contains(string(got), `"required":["path"]},"cache_control"`) {
		t.Errorf("got %s (%v)", got, err)
	}
}

// Requests hold against the published schema, where it is at hand.
func TestRequestFitsThePublishedSchema(t *testing.T) {
	f, err := os.Open(evalFile(t, "LUMINOS_EVAL_OPENAPI", "anthropic-openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///api.json", doc); err != nil {
		t.Fatal(err)
	}
	for f, part := range map[form]string{
		forSummary: "CreateMessageParams", forAnswer: "CreateMessageParams", forCount: "CountMessageTokensParams",
	} {
		schema, err := c.Compile("mem:///api.json#/components/schemas/" + part)
		if err != nil {
			t.Fatal(err)
		}
		for _, cache := range []model.Cache{model.CacheOff, model.Cache5m, model.Cache1h} {
			call := long()
			call.Cache = cache
			body, err := encode(call, f)
			if err != nil {
				t.Fatal(err)
			}
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(body)))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("%s, cache %q: %v", part, cache, err)
			}
		}
	}
}

// Earlier messages have the same bytes in each later request, except for cache markers: the provider's cache and its
// signatures depend on it.
func TestB09HistoryIsAppendOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		call := long()
		call.Cache = model.CacheOff
		call.Messages = call.Messages[:1]
		before := ""
		for i := range rapid.IntRange(1, 5).Draw(t, "turns") {
			body, err := encode(call, forAnswer)
			if err != nil {
				t.Fatal(err)
			}
			now := strings.TrimSuffix(string(body), `]}`)
			if !strings.HasPrefix(now, before) {
				t.Fatalf("the request\n%s\ndoes not begin with the one before\n%s", now, before)
			}
			before = now
			use := model.Block{Kind: model.ToolUse, ID: fmt.Sprint("t", i), Name: "n", Input: rapid.SampledFrom([]string{"{}", "", "{", `{"a":"<"}`}).Draw(t, "input")}
			call.Messages = append(call.Messages,
				model.Message{Role: model.Assistant, Blocks: []model.Block{{Kind: model.Text, Text: rapid.String().Draw(t, "text")}, use}},
				model.Message{Role: model.User, Blocks: []model.Block{model.Answer(use, rapid.String().Draw(t, "result"), rapid.Bool().Draw(t, "failed"))}})
		}
	})
}

func TestB13RequestsOver32MiBAreNotSent(t *testing.T) {
	client := answering(t, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") })
	call := ask()
	call.Messages[0] = model.Say(model.User, strings.Repeat("\n", 17<<20)) // two bytes each in JSON
	call.Messages[0].Blocks[0].Text += "x"
	_, err := client.Complete(t.Context(), call, nil)
	if !model.IsClass(err, model.Overflow) {
		t.Errorf("got %v", err)
	}
}

func TestB05UnansweredUseIsNotSent(t *testing.T) {
	client := answering(t, func(http.ResponseWriter, *http.Request) { t.Error("it was sent") })
	call := long()
	call.Messages = call.Messages[:2]
	if _, err := client.Complete(t.Context(), call, nil); !model.IsClass(err, model.BadRequest) {
		t.Errorf("got %v", err)
	}
	if _, err := client.Count(t.Context(), call); !model.IsClass(err, model.BadRequest) {
		t.Errorf("got %v", err)
	}
}

// Behaviours 4 (a full window), 6 (the limit), 7 (a pause goes back unchanged) and 8 (a refusal is final and has its
// reason), and unknown stops.
func TestB04B06B07B08Stops(t *testing.T) {
	for name, c := range map[string]struct {
		end    string
		stop   model.Stop
		detail string
	}{
		"end":          {`"stop_reason":"end_turn"`, model.StopEnd, ""},
		"limit":        {`"stop_reason":"max_tokens"`, model.StopLimitInTool, "read_file"},
		"sequence":     {`"stop_reason":"stop_sequence","stop_sequence":"END"`, model.StopSequence, "END"},
		"pause":        {`"stop_reason":"pause_turn"`, model.StopPause, "pause_turn"},
		"compaction":   {`"stop_reason":"compaction"`, model.StopPause, "compaction"},
		"refusal":      {`"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber"}`, model.StopRefusal, "cyber"},
		"bare refusal": {`"stop_reason":"refusal","stop_details":null`, model.StopRefusal, ""},
		"window":       {`"stop_reason":"model_context_window_exceeded"`, model.StopWindow, ""},
		"new":          {`"stop_reason":"tea_time"`, "tea_time", ""},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			client := answering(t, func(w http.ResponseWriter, r *http.Request) {
				calls++
				says(strings.Replace(stream, `"stop_reason":"tool_use","stop_sequence":null`, c.end, 1))(w, r)
			})
			r, err := model.Retry(client, model.Policy{}).Complete(t.Context(), ask(), nil)
			if err != nil || r.Stop != c.stop || r.Detail != c.detail || calls != 1 {
				t.Errorf("got %q, %q after %d calls (%v)", r.Stop, r.Detail, calls, err)
			}
		})
	}
	body := strings.Replace(stream[:strings.Index(stream, "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":2")], "I read", "I read ", 1) +
		"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"pause_turn\"},\"usage\":{\"output_tokens\":3,\"server_tool_use\":{\"web_search_requests\":2}}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
	r, err := answering(t, says(body)).Complete(t.Context(), ask(), nil)
	if err != nil || r.Prompt != 0 || r.Usage.Prompt() != 537 {
		t.Fatalf("usage that is a sum was taken for the size of the prompt: %+v (%v)", r, err)
	}
	call := ask()
	call.Messages = append(call.Messages, r.Message())
	sent, err := encode(call, forAnswer)
	if err != nil || !strings.Contains(string(sent), `{"role":"assistant","content":[{"type":"thinking","signature":"Sig/+<==","thinking":"a < b \ud83d\ude00 \u00e9"},{"type":"text","text":"I read  it."}]}]}`) {
		t.Errorf("a pause does not go back unchanged: %s (%v)", sent, err)
	}
}

func TestCountAndWindow(t *testing.T) {
	model1 := `{"type":"model","id":"m","display_name":"M","max_input_tokens":200000,"max_tokens":64000,"created_at":"2026-01-01T00:00:00Z"}`
	for name, c := range map[string]struct {
		status int
		body   string
		count  int64 // -1 is a guess, -2 an error
		window model.Window
	}{
		"both":               {200, `{"input_tokens":123}`, 123, model.Window{}},
		"a model":            {200, model1, -1, model.Window{Input: 200000, MaxOutput: 64000}},
		"no such path":       {404, `404 page not found`, -1, model.Window{}},
		"no such path, said": {404, `{"type":"error","error":{"type":"not_found_error","message":"Not found"}}`, -1, model.Window{}},
		"no such model":      {404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}`, -2, model.Window{}},
		"not allowed":        {405, ``, -1, model.Window{}},
		"a web page":         {200, `<html>`, -1, model.Window{}},
		"a wrong key":        {401, `{"type":"error","error":{"type":"authentication_error","message":"x"}}`, -2, model.Window{}},
		"a negative count":   {200, `{"input_tokens":-1,"max_input_tokens":-5}`, -1, model.Window{}},
	} {
		t.Run(name, func(t *testing.T) {
			client := answering(t, func(w http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get("x-api-key"); got != "sk-secret" || r.Header.Get("anthropic-version") == "" {
					t.Errorf("asked with key %q", got)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			})
			call := ask()
			n, err := client.Count(t.Context(), call)
			switch {
			case c.count == -2 && err == nil, c.count != -2 && err != nil, c.count == -1 && n != call.Estimate(), c.count >= 0 && n != c.count:
				t.Errorf("counted %d (%v)", n, err)
			}
			w, err := client.Window(t.Context(), "claude-x")
			if w != c.window || (err != nil) != (c.count == -2) {
				t.Errorf("got %+v (%v)", w, err)
			}
		})
	}
}

// Nothing of the environment decides where a conversation goes.
func TestEnvironmentIsNotRead(t *testing.T) {
	t.Setenv("ANTHROPIC_BASE_URL", "http://192.0.2.1/")
	t.Setenv("ANTHROPIC_API_KEY", "sk-other")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "other")
	client := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("x-api-key") != "sk-secret" || r.Header.Get("authorization") != "" {
			t.Errorf("asked with %v", r.Header)
		}
		says(stream)(w, r)
	})
	if _, err := client.Complete(t.Context(), ask(), nil); err != nil {
		t.Error(err)
	}
	// A local server without a key gets none that happens to lie around.
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("x-api-key") != "" || r.Header.Get("authorization") != "" {
			t.Errorf("asked with %v", r.Header)
		}
		says(stream)(w, r)
	}))
	defer s.Close()
	local, err := New(Options{Base: s.URL + "/v1/"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := local.Complete(t.Context(), ask(), nil); err != nil {
		t.Error(err)
	}
}

// BenchmarkCall measures the processor time of a call: a conversation of 750 KB is sent, an answer of 1,000 parts is
// received. The budget is 5 ms.
func BenchmarkCall(b *testing.B) {
	call := long()
	for i := range 20 {
		use := model.Block{Kind: model.ToolUse, ID: fmt.Sprint("t", i), Name: "n", Input: "{}"}
		call.Messages = append(call.Messages, model.Message{Role: model.Assistant, Blocks: []model.Block{use}},
			model.Message{Role: model.User, Blocks: []model.Block{model.Answer(use, strings.Repeat("some \"line\" of text <x>\n", 1300), false)}})
	}
	part := "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\" words\"}}\n\n"
	body := head + strings.Repeat(part, 1000) + stream[len(head):]
	client, err := New(Options{HTTP: &http.Client{Transport: &silent{body: body}}, Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := client.Complete(b.Context(), call, func(model.Delta) {}); err != nil {
			b.Fatal(err)
		}
	}
}

// Only a model that thinks without being asked is asked for a summary, and only until the server has refused it.
func TestSummaryOfThinkingIsAskedFor(t *testing.T) {
	const field = `"thinking":{"type":"adaptive","display":"summarized"}`
	refused := func(message string) string {
		return `{"type":"error","error":{"type":"invalid_request_error","message":"` + message + `"}}`
	}
	for name, c := range map[string]struct {
		model, refusal string
		status         int
		want           []bool // with the field, of two calls
		failed         bool
	}{
		"default model":   {model.DefaultStrong, "", 0, []bool{true, true}, false},
		"small model":     {model.DefaultSmall, "", 0, []bool{true, true}, false},
		"dated name":      {"claude-sonnet-5-5-20261007", "", 0, []bool{true, true}, false},
		"name at Amazon":  {"eu.anthropic.claude-opus-5-5", "", 0, []bool{true, true}, false},
		"older model":     {"claude-opus-4-8", "", 0, []bool{false, false}, false},
		"model of others": {"qwen3", "", 0, []bool{false, false}, false},
		"unknown field": {model.DefaultStrong, "thinking: Extra inputs are not permitted", 400,
			[]bool{true, false, false}, false},
		"unknown display": {model.DefaultStrong, "thinking.adaptive.display: Extra inputs are not permitted", 422,
			[]bool{true, false, false}, false},
		"changed thinking": {model.DefaultStrong, "messages.1.content.0: `thinking` blocks cannot be modified", 400,
			[]bool{true, true}, true},
		"another refusal": {model.DefaultStrong, "max_tokens: too large", 400, []bool{true, true}, true},
		"no right":        {model.DefaultStrong, "thinking is not for this account", 403, []bool{true, true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			var got []bool
			client := answering(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				with := strings.Contains(string(body), field)
				got = append(got, with)
				if with != strings.Contains(string(body), "summarized") {
					t.Errorf("sent %s", body)
				}
				if with && c.status > 0 {
					w.Header().Set("Content-Type", "application/json")
					w.WriteHeader(c.status)
					io.WriteString(w, refused(c.refusal))
					return
				}
				says(stream)(w, r)
			})
			for range 2 {
				call := ask()
				call.Model = c.model
				if _, err := client.Complete(t.Context(), call, nil); (err != nil) != c.failed {
					t.Errorf("got %v", err)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("with the field: got %v, want %v", got, c.want)
			}
		})
	}
}
