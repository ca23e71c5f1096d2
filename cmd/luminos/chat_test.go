package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"luminos"
)

// localServer is a server of chat completions, with the differences between the
// servers in use.
type localServer struct {
	noUsage   bool // sends no usage
	noIndex   bool // calls of tools have no index
	objects   bool // arguments are objects, not strings
	stopWords bool // ends with "stop" although there are calls
	calls     atomic.Int64
}

type chatRequest struct {
	Messages []struct {
		Role    string
		Content any
	}
	Tools []struct{ Function struct{ Name string } }
}

type chatCall struct {
	name string
	args map[string]any
}

var chatUnit = regexp.MustCompile(`(?m)^(?:Unit: |- )"(.*)"$`)

// play returns the calls of the model: it lists its directory and submits a report.
func (r *chatRequest) play() []chatCall {
	offers := func(name string) bool {
		return slices.ContainsFunc(r.Tools, func(t struct{ Function struct{ Name string } }) bool { return t.Function.Name == name })
	}
	answered, opening := 0, ""
	for _, m := range r.Messages {
		switch m.Role {
		case "tool":
			answered++
		case "user":
			if opening == "" {
				opening = fmt.Sprint(m.Content)
			}
		}
	}
	switch {
	case offers("submit_survey"):
		return []chatCall{{"submit_survey", map[string]any{"description": "Seen locally.", "approach": "Leaves first.", "confidence": 0.5}}}
	case offers("submit_plan"):
		return []chatCall{{"submit_plan", map[string]any{"priority_dirs": []any{}, "shallow_dirs": []any{}, "skip_dirs": []any{}, "investigation_order": "leaf-first"}}}
	case offers("list_cache"):
		return []chatCall{{"submit_report", map[string]any{"brief": "A report of a local model."}}}
	}
	var dirs []string
	for _, m := range chatUnit.FindAllStringSubmatch(opening, -1) {
		dirs = append(dirs, m[1])
	}
	if answered == 0 {
		return []chatCall{{"list_directory", map[string]any{"path": dirs[0]}}, {"think", map[string]any{"thought": "It is a directory."}}}
	}
	each := []any{}
	for _, d := range dirs {
		each = append(each, map[string]any{"path": d, "summary": "A local model saw " + d, "confidence": 0.6, "completeness": 0.6})
	}
	return []chatCall{{"submit_report", map[string]any{"summary": "A local model saw " + dirs[0], "confidence": 0.6, "completeness": 0.6, "directories": each}}}
}

func (c *localServer) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.HasSuffix(req.URL.Path, "/models") {
		fmt.Fprint(w, `{"object":"list","data":[{"id":"local","object":"model"}]}`)
		return
	}
	if !strings.HasSuffix(req.URL.Path, "/chat/completions") {
		http.NotFound(w, req)
		return
	}
	c.calls.Add(1)
	var r chatRequest
	if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(delta, usage map[string]any, finish any) {
		chunk := map[string]any{"id": "c", "object": "chat.completion.chunk", "choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}}
		if usage != nil {
			chunk["usage"] = usage
		}
		b, _ := json.Marshal(chunk)
		fmt.Fprintf(w, "data: %s\n\n", b)
	}
	for i, call := range r.play() {
		var args any = call.args
		if !c.objects {
			b, _ := json.Marshal(call.args)
			args = string(b)
		}
		one := map[string]any{"id": fmt.Sprintf("call_%d", i), "type": "function", "function": map[string]any{"name": call.name, "arguments": args}}
		if !c.noIndex {
			one["index"] = i
		}
		send(map[string]any{"tool_calls": []any{one}}, nil, nil)
	}
	finish := "tool_calls"
	if c.stopWords {
		finish = "stop"
	}
	var usage map[string]any
	if !c.noUsage {
		usage = map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
	}
	send(map[string]any{}, usage, finish)
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func TestServersOfChatCompletions(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	for name, server := range map[string]*localServer{
		"usual": {}, "without usage in streams": {noUsage: true}, "calls without an index": {noIndex: true},
		"arguments as objects": {objects: true}, "stop for calls": {stopWords: true}, "all of it": {noUsage: true, noIndex: true, objects: true, stopWords: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(server)
			defer s.Close()
			a, out, errs := testApp()
			env := map[string]string{"OPENAI_BASE_URL": s.URL + "/v1", "LUMINOS_CACHE_DIR": filepath.Join(t.TempDir(), "cache")}
			a.env = func(name string) string { return env[name] }
			if got := a.run(t.Context(), []string{"--provider", "openai", "--model", "local", "--json", target}); got != statusDone {
				t.Fatalf("status %d: %s", got, errs)
			}
			var r modelReport
			if err := json.Unmarshal(out.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			for _, e := range r.Entries {
				if e.Basis != luminos.Judged || e.Partial {
					t.Errorf("%+v", e)
				}
			}
			s2 := r.Run.Spending
			if s2 == nil || int64(s2.Calls) != server.calls.Load() || s2.Unpriced != s2.Calls || s2.Usage.Estimated != server.noUsage {
				t.Errorf("spending %+v for %d calls", s2, server.calls.Load())
			}
			if strings.Contains(errs.String(), "$") {
				t.Errorf("it names a cost that nobody knows: %s", errs)
			}
		})
	}
}
