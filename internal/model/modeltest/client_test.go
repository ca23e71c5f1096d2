package modeltest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// obj is JSON in the making.
type obj = map[string]any

// answer is the HTTP answer to a call.
type answer struct {
	status int
	header http.Header
	body   []byte
	err    error // of reading the body
}

// post sends a body.
func post(t testing.TB, s *modeltest.Server, path string, body any) answer {
	t.Helper()
	raw, ok := body.([]byte)
	if !ok {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return do(req)
}

func do(req *http.Request) answer {
	if req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("anthropic-version", "2023-06-01")
		req.Header.Set("x-api-key", "test")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, b, err}
}

// errorType returns the type of an error body.
func (a answer) errorType() string {
	var e struct {
		Type  string
		Error struct{ Type, Message string }
	}
	if json.Unmarshal(a.body, &e) != nil || e.Type != "error" {
		return ""
	}
	return e.Error.Type
}

// message is a decoded answer.
type message struct {
	Model, ID string
	Content   []obj
	Stop      string
	Usage     obj
	Details   obj
	events    []string
	partial   map[int]string
	whole     bool
}

func (m message) calls() []obj {
	var calls []obj
	for _, b := range m.Content {
		if b["type"] == "tool_use" {
			calls = append(calls, b)
		}
	}
	return calls
}

// read makes a message of an answer.
func (a answer) read(t testing.TB) message {
	t.Helper()
	m := message{partial: map[int]string{}}
	for event := range strings.SplitSeq(string(a.body), "\n\n") {
		if name, data, ok := strings.Cut(event, "\ndata: "); ok {
			m.events = append(m.events, strings.TrimPrefix(name, "event: "))
			m.accumulate(data)
		}
	}
	for i, b := range m.Content {
		delete(b, "caller")
		if b["type"] == "tool_use" {
			b["input"] = obj{}
			if json.Valid([]byte(m.partial[i])) && strings.HasPrefix(m.partial[i], "{") {
				b["input"] = json.RawMessage(m.partial[i])
			}
		}
	}
	return m
}

// accumulate adds the data of one event; data that is not JSON is ignored.
func (m *message) accumulate(data string) {
	var e struct {
		Type    string
		Index   int
		Message struct {
			Model, ID string
			Usage     obj
		}
		Block obj `json:"content_block"`
		Delta obj
		Usage obj
	}
	if json.Unmarshal([]byte(data), &e) != nil {
		return
	}
	switch e.Type {
	case "message_start":
		m.Model, m.ID, m.Usage = e.Message.Model, e.Message.ID, e.Message.Usage
	case "content_block_start":
		m.Content = append(m.Content, e.Block)
	case "content_block_delta":
		b := m.Content[e.Index]
		for _, k := range []string{"text", "thinking", "signature"} {
			if v, ok := e.Delta[k].(string); ok {
				old, _ := b[k].(string)
				b[k] = old + v
			}
		}
		if v, ok := e.Delta["partial_json"].(string); ok {
			m.partial[e.Index] += v
		}
	case "message_delta":
		m.Stop, _ = e.Delta["stop_reason"].(string)
		m.Details, _ = e.Delta["stop_details"].(obj)
		for k, v := range e.Usage {
			m.Usage[k] = v
		}
	case "message_stop":
		m.whole = true
	}
}

// conversation is an honest client.
type conversation struct {
	s        *modeltest.Server
	model    string
	system   any
	tools    []obj
	messages []obj
	mark     bool // the last block and the tools carry cache markers
	max      int
}

func talk(s *modeltest.Server, opening string, tools ...obj) *conversation {
	return &conversation{s: s, model: "claude-sonnet-5-5", tools: tools, max: 4096, system: "You investigate.",
		messages: []obj{{"role": "user", "content": []obj{text(opening)}}}}
}

func text(s string) obj { return obj{"type": "text", "text": s} }

func (c *conversation) body() obj {
	b := obj{"model": c.model, "max_tokens": c.max, "messages": c.messages, "stream": true,
		"thinking": obj{"type": "adaptive", "display": "summarized"}}
	if c.system != nil {
		b["system"] = c.system
	}
	if len(c.tools) > 0 {
		b["tools"] = c.tools
	}
	if c.mark {
		b["cache_control"] = obj{"type": "ephemeral"}
	}
	return b
}

func (c *conversation) send(t testing.TB) answer {
	t.Helper()
	return post(t, c.s, "/v1/messages", c.body())
}

// turn sends the conversation and appends the answer.
func (c *conversation) turn(t testing.TB) message {
	t.Helper()
	a := c.send(t)
	if a.status != http.StatusOK || a.err != nil {
		t.Fatalf("status %d, %v: %.500s", a.status, a.err, a.body)
	}
	m := a.read(t)
	if !m.whole {
		t.Fatalf("the answer is not whole: %q", a.body)
	}
	c.take(m)
	return m
}

func (c *conversation) take(m message) {
	var content []obj
	for _, b := range m.Content {
		if b["type"] != "text" || strings.TrimSpace(b["text"].(string)) != "" {
			content = append(content, b)
		}
	}
	if len(content) > 0 {
		c.messages = append(c.messages, obj{"role": "assistant", "content": content})
	}
}

// say adds a message of the user.
func (c *conversation) say(blocks ...obj) {
	c.messages = append(c.messages, obj{"role": "user", "content": blocks})
}

func result(id any, s string) obj {
	return obj{"type": "tool_result", "tool_use_id": id, "content": []obj{text(s)}}
}

// tool returns the declaration of a tool.
func tool(name string, required []string, properties obj) obj {
	if properties == nil {
		properties = obj{}
	}
	if required == nil {
		required = []string{}
	}
	return obj{"name": name, "description": "Does " + name + ".", "input_schema": obj{"type": "object", "properties": properties, "required": required, "additionalProperties": false}}
}

// files is a target in memory, for players to investigate.
type files map[string]string

func (f files) call(name string, args map[string]any) (string, bool) {
	p, _ := args["path"].(string)
	switch name {
	case "list_directory":
		var out strings.Builder
		for file, text := range f {
			if dir, base := dirBase(file); dir == p {
				fmt.Fprintf(&out, "file %d %s\n", len(text), base)
			}
		}
		if out.Len() == 0 {
			return "there is no directory " + p, true
		}
		return out.String(), false
	case "read_file":
		text, ok := f[p]
		if !ok {
			return "there is no file " + p, true
		}
		var out strings.Builder
		for i, l := range strings.Split(text, "\n") {
			fmt.Fprintf(&out, "%d\t%s\n", i+1, l)
		}
		return out.String(), false
	}
	return "ok", false
}

func dirBase(p string) (string, string) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:]
	}
	return ".", p
}

// run loops until a submit tool is called. It returns the arguments of that call, and all calls.
func (c *conversation) run(t testing.TB, f files, turns int) (submitted obj, calls []obj) {
	t.Helper()
	for range turns {
		m := c.turn(t)
		var results []obj
		for _, call := range m.calls() {
			var args obj
			raw, _ := json.Marshal(call["input"])
			_ = json.Unmarshal(raw, &args)
			name := call["name"].(string)
			calls = append(calls, obj{"name": name, "args": args})
			if strings.HasPrefix(name, "submit_") {
				return args, calls
			}
			out, failed := f.call(name, args)
			r := result(call["id"], out)
			if failed {
				r["is_error"] = true
			}
			results = append(results, r)
		}
		if len(results) == 0 {
			results = append(results, text("Go on."))
		}
		c.say(results...)
	}
	return nil, calls
}

var claimSchema = obj{"type": "array", "items": obj{"type": "object", "required": []string{"statement", "path", "quote", "first_line"}, "properties": obj{
	"statement": obj{"type": "string"}, "path": obj{"type": "string"}, "quote": obj{"type": "string"},
	"first_line": obj{"type": "integer"}}}}

// dirTools returns the tools of a directory loop.
func dirTools() []obj {
	path := obj{"path": obj{"type": "string"}}
	return []obj{
		tool("list_directory", []string{"path"}, path), tool("read_file", []string{"path"}, path),
		tool("write_cache", []string{"path", "summary", "confidence", "freshness"}, obj{"path": obj{"type": "string"}, "summary": obj{"type": "string", "minLength": 10},
			"confidence": obj{"type": "number", "minimum": 0, "maximum": 1}, "freshness": obj{"enum": []string{"new", "old"}}, "claims": claimSchema}),
		tool("flag", []string{"path", "finding", "severity"}, obj{"path": obj{"type": "string"}, "finding": obj{"type": "string"}, "severity": obj{"type": "string", "enum": []string{"info", "concern", "critical"}}}),
		tool("submit_report", []string{"summary", "confidence", "completeness"}, obj{"summary": obj{"type": "string"}, "confidence": obj{"type": "number"}, "completeness": obj{"type": "number"},
			"claims": claimSchema, "notable_files": obj{"type": "array", "items": obj{"type": "string"}}}),
	}
}

var target = files{
	"src/README.md": "# A small library\n\nIt reads files and counts their lines.\n",
	"src/main.go":   "package main\n\n// TODO: say more here, as soon as it is known\nfunc main() {\n\tprintln(\"counting lines of files\")\n}\n",
	"src/a.txt":     "nothing much to see in this file\n",
	"src/b.txt":     "and even less to see in this one\n",
	"src/c.txt":     "this is the fifth file of five files\n",
}
