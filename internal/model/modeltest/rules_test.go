package modeltest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// twoCalls thinks, says a word and makes two calls; from the second turn on it is done.
var twoCalls = modeltest.Script{
	modeltest.Say(modeltest.Think("What is there?"), modeltest.Text("Looking."), modeltest.Call("look", obj{"at": "a", "<": "&"}), modeltest.Call("look", obj{"at": "b"})),
	modeltest.Say(modeltest.Call("look", obj{"at": "c"})),
	modeltest.Say(modeltest.Text("Done.")),
}

// second returns a conversation whose second request is ready to be sent.
func second(t *testing.T, s *modeltest.Server) *conversation {
	c := talk(s, "What is in a and b?", tool("look", []string{"at"}, obj{"at": obj{"type": "string"}}))
	calls := c.turn(t).calls()
	c.say(result(calls[0]["id"], "A is here"), result(calls[1]["id"], "B is here"))
	return c
}

// blocks returns the blocks of message i.
func (c *conversation) blocks(i int) []obj { return c.messages[i]["content"].([]obj) }

// marked returns a block with a cache marker.
func marked(b obj, ttl string) obj {
	out := obj{"cache_control": obj{"type": "ephemeral", "ttl": ttl}}
	for k, v := range b {
		out[k] = v
	}
	return out
}

// edits are defects of the second request of a conversation.
var edits = map[string]struct {
	rule modeltest.Rule
	edit func(c *conversation, body obj)
}{
	"a result is missing": {modeltest.RuleResults, func(c *conversation, _ obj) { c.messages[2]["content"] = c.blocks(2)[:1] }},
	"a result comes twice": {modeltest.RuleResults, func(c *conversation, _ obj) {
		c.messages[2]["content"] = append(c.blocks(2), c.blocks(2)[0])
	}},
	"a result of nothing":           {modeltest.RuleResults, func(c *conversation, _ obj) { c.messages[2]["content"] = append(c.blocks(2), result("toolu_x", "x")) }},
	"text before the results":       {modeltest.RuleResults, func(c *conversation, _ obj) { c.messages[2]["content"] = append([]obj{text("So:")}, c.blocks(2)...) }},
	"no results at all":             {modeltest.RuleResults, func(c *conversation, _ obj) { c.messages[2]["content"] = []obj{text("Go on.")} }},
	"a result in the first message": {modeltest.RuleResults, func(c *conversation, _ obj) { c.messages[0]["content"] = c.blocks(2) }},
	"two calls of one id":           {modeltest.RuleResults, func(c *conversation, _ obj) { c.blocks(1)[3]["id"] = c.blocks(1)[2]["id"] }},
	"an edited question":            {modeltest.RuleHistory, func(c *conversation, _ obj) { c.blocks(0)[0]["text"] = "What is in A and B?" }},
	"an edited answer":              {modeltest.RuleHistory, func(c *conversation, _ obj) { c.blocks(1)[1]["text"] = "Looking" }},
	"an edited call":                {modeltest.RuleHistory, func(c *conversation, _ obj) { c.blocks(1)[2]["input"] = obj{"at": "z"} }},
	"an answer nobody gave": {modeltest.RuleHistory, func(c *conversation, _ obj) {
		c.messages[1]["content"] = []obj{text("I know.")}
		c.messages[2]["content"] = []obj{text("So?")}
		c.blocks(0)[0]["text"] = "New"
	}},
	"edited thinking":        {modeltest.RuleHistory, func(c *conversation, _ obj) { c.blocks(1)[0]["thinking"] = "What is there" }},
	"an edited signature":    {modeltest.RuleHistory, func(c *conversation, _ obj) { c.blocks(1)[0]["signature"] = c.blocks(1)[0]["signature"].(string) + "A" }},
	"thinking left out":      {modeltest.RuleHistory, func(c *conversation, _ obj) { c.messages[1]["content"] = c.blocks(1)[1:] }},
	"another system prompt":  {modeltest.RuleHistory, func(c *conversation, b obj) { b["system"] = "You investigate!" }},
	"no system prompt":       {modeltest.RuleHistory, func(c *conversation, b obj) { delete(b, "system") }},
	"another tool":           {modeltest.RuleHistory, func(c *conversation, b obj) { b["tools"] = append(c.tools, tool("more", nil, nil)) }},
	"another model":          {modeltest.RuleHistory, func(c *conversation, b obj) { b["model"] = "claude-opus-5-5" }},
	"an empty text":          {modeltest.RuleEmpty, func(c *conversation, _ obj) { c.messages[2]["content"] = append(c.blocks(2), text("")) }},
	"a blank text":           {modeltest.RuleEmpty, func(c *conversation, _ obj) { c.messages[2]["content"] = append(c.blocks(2), text(" \n")) }},
	"an empty result":        {modeltest.RuleEmpty, func(c *conversation, _ obj) { c.blocks(2)[0]["content"] = []obj{text("")} }},
	"an empty message":       {modeltest.RuleEmpty, func(c *conversation, _ obj) { c.messages[2]["content"] = []obj{} }},
	"an empty system prompt": {modeltest.RuleEmpty, func(c *conversation, b obj) { b["system"] = []obj{text("")} }},
	"a forced tool":          {modeltest.RuleToolChoice, func(c *conversation, b obj) { b["tool_choice"] = obj{"type": "tool", "name": "look"} }},
	"any tool forced":        {modeltest.RuleToolChoice, func(c *conversation, b obj) { b["tool_choice"] = obj{"type": "any"} }},
	"a temperature":          {modeltest.RuleSampling, func(c *conversation, b obj) { b["temperature"] = 0.2 }},
	"a budget for thinking":  {modeltest.RuleSampling, func(c *conversation, b obj) { b["thinking"] = obj{"type": "enabled", "budget_tokens": 2048} }},
	"thinking disabled":      {modeltest.RuleSampling, func(c *conversation, b obj) { b["thinking"] = obj{"type": "disabled"} }},
	"two users in a row":     {modeltest.RuleRoles, func(c *conversation, b obj) { c.say(text("And?")); b["messages"] = c.messages }},
	"the assistant is first": {modeltest.RuleRoles, func(c *conversation, b obj) { b["messages"] = c.messages[1:] }},
	"the assistant is last":  {modeltest.RuleResults, func(c *conversation, b obj) { b["messages"] = c.messages[:2] }},
	"no messages":            {modeltest.RuleRoles, func(c *conversation, b obj) { b["messages"] = []obj{} }},
	"a system message":       {modeltest.RuleRoles, func(c *conversation, _ obj) { c.messages[2]["role"] = "system" }},
	"a call by the user": {modeltest.RuleRoles, func(c *conversation, _ obj) {
		c.messages[2]["content"] = append(c.blocks(2), obj{"type": "tool_use", "id": "toolu_y", "name": "look", "input": obj{}})
	}},
	"no max_tokens":                 {modeltest.RuleLimits, func(c *conversation, b obj) { delete(b, "max_tokens") }},
	"max_tokens beyond the model's": {modeltest.RuleLimits, func(c *conversation, b obj) { b["max_tokens"] = 128_001 }},
	"max_tokens below zero":         {modeltest.RuleLimits, func(c *conversation, b obj) { b["max_tokens"] = -2 }},
	"a tool with a bad name":        {modeltest.RuleTools, func(c *conversation, b obj) { b["tools"] = append(c.tools, tool("look.at", nil, nil)) }},
	"two tools of one name":         {modeltest.RuleTools, func(c *conversation, b obj) { b["tools"] = append(c.tools, c.tools[0]) }},
	"a tool without a schema":       {modeltest.RuleTools, func(c *conversation, b obj) { b["tools"] = append(c.tools, obj{"name": "x"}) }},
	"a schema that is no object": {modeltest.RuleTools, func(c *conversation, b obj) {
		b["tools"] = append(c.tools, obj{"name": "x", "input_schema": obj{"type": "string"}})
	}},
	"a schema that is none": {modeltest.RuleTools, func(c *conversation, b obj) {
		b["tools"] = append(c.tools, tool("x", nil, obj{"a": obj{"type": "text"}}))
	}},
	"a schema from elsewhere": {modeltest.RuleTools, func(c *conversation, b obj) {
		b["tools"] = append(c.tools, tool("x", nil, obj{"a": obj{"$ref": "file:///etc/passwd"}}))
	}},
	"a property with a bad name": {modeltest.RuleTools, func(c *conversation, b obj) {
		b["tools"] = append(c.tools, tool("x", nil, obj{"a b": obj{"type": "string"}}))
	}},
	"calls without tools": {modeltest.RuleTools, func(c *conversation, b obj) { delete(b, "tools") }},
	"five cache markers": {modeltest.RuleMarkers, func(c *conversation, b obj) {
		b["cache_control"] = obj{"type": "ephemeral"}
		b["system"] = []obj{marked(text("1"), "5m"), marked(text("2"), "5m"), marked(text("3"), "5m"), marked(text("4"), "5m")}
	}},
	"a long marker behind a short":   {modeltest.RuleMarkers, func(c *conversation, b obj) { b["system"] = []obj{marked(text("1"), "5m"), marked(text("2"), "1h")} }},
	"a marker on thinking":           {modeltest.RuleMarkers, func(c *conversation, b obj) { c.blocks(1)[0]["cache_control"] = obj{"type": "ephemeral"} }},
	"a marker for two hours":         {modeltest.RuleBody, func(c *conversation, b obj) { b["cache_control"] = obj{"type": "ephemeral", "ttl": "2h"} }},
	"a number as messages":           {modeltest.RuleBody, func(c *conversation, b obj) { b["messages"] = 7 }},
	"an answer as a whole":           {modeltest.RuleBody, func(c *conversation, b obj) { b["stream"] = false }},
	"no messages member":             {modeltest.RuleRoles, func(c *conversation, b obj) { delete(b, "messages") }},
	"a call whose input is a string": {modeltest.RuleBody, func(c *conversation, b obj) { c.blocks(1)[2]["input"] = "a" }},
}

func TestEachRuleIsChecked(t *testing.T) {
	for name, e := range edits {
		t.Run(name, func(t *testing.T) {
			s := modeltest.New(modeltest.Options{Player: twoCalls})
			defer s.Close()
			c := second(t, s)
			if v := s.Violations(); v != nil {
				t.Fatalf("the first request broke %v", v)
			}
			body := c.body()
			e.edit(c, body)
			a := post(t, s, "/v1/messages", body)
			if a.status != http.StatusBadRequest || a.errorType() != "invalid_request_error" {
				t.Errorf("status %d and %s, want 400 and invalid_request_error", a.status, a.body)
			}
			got := s.Violations()
			if !slices.ContainsFunc(got, func(v modeltest.Violation) bool { return v.Rule == e.rule }) {
				t.Errorf("violations are %v, want one of %q", got, e.rule)
			}
			if len(s.Ledger()) != 2 || s.Ledger()[1].Outcome != modeltest.Refused || s.Ledger()[1].Cost != 0 {
				t.Errorf("the ledger has\n%v, want the second call refused, for nothing", s.Ledger())
			}
		})
	}
}

func TestAnHonestConversationBreaksNoRule(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Player: twoCalls})
	c := second(t, s)
	c.mark = true
	m := c.turn(t)
	c.say(result(m.calls()[0]["id"], "C is here"), text("This is your last turn."))
	if m = c.turn(t); m.Stop != "end_turn" {
		t.Errorf("the stop reason is %q, want end_turn", m.Stop)
	}
	l := s.Ledger()
	if len(l.Conversations()) != 1 || l[2].Turn != 3 {
		t.Errorf("the ledger has\n%v, want one conversation of three turns", l)
	}
}

// Markers and white space may change between requests.
func TestMarkersMayMove(t *testing.T) {
	s := modeltest.Start(t, modeltest.Options{Player: twoCalls})
	const head = `{"model":"claude-opus-5","max_tokens":99,"stream":true,"tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[`
	const first, marked = `{"role":"user","content":[{"type":"text" , "t\u0065xt":"Look."}]}`, `{"role":"user","content":[{"type":"text", "cache_control":{"type":"ephemeral"},"t\u0065xt":"Look."}]}`
	m := post(t, s, "/v1/messages", []byte(head+marked+"]}")).read(t)
	said, err := json.Marshal(m.Content)
	if err != nil {
		t.Fatal(err)
	}
	results := fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"yes"},{"type":"tool_result","tool_use_id":%q,"content":"yes","cache_control":{"type":"ephemeral"}}]}`, m.calls()[0]["id"], m.calls()[1]["id"])
	a := post(t, s, "/v1/messages", []byte(head+first+`,{"role":"assistant","content":`+string(said)+"},"+results+"]}"))
	if l := s.Ledger(); a.status != 200 || l[1].Turn != 2 {
		t.Errorf("status %d: %s\n%v", a.status, a.body, l)
	}
}

// A client may leave out or add some parts without editing its history.
func TestPermittedChanges(t *testing.T) {
	broken := modeltest.Say(modeltest.Text("  "), modeltest.Text("Calling. \n"), modeltest.CallRaw("look", `{"at": "a`))
	cases := map[string]struct {
		player modeltest.Player
		edit   func(c *conversation)
	}{
		"blank text is dropped and a broken call has no input": {modeltest.Script{broken}, func(c *conversation) {
			c.say(result(c.blocks(1)[1]["id"], "no JSON"))
		}},
		"a call that the limit cut is dropped": {modeltest.Script{{Blocks: broken.Blocks, Stop: "max_tokens"}}, func(c *conversation) {
			c.messages[1]["content"] = c.blocks(1)[:1]
			c.say(text("Shorter, please."))
		}},
		"after an empty answer the user goes on": {modeltest.Script{{}}, func(c *conversation) { c.say(text("Please submit.")) }},
		"something stands for an empty answer": {modeltest.Script{{}}, func(c *conversation) {
			c.messages = append(c.messages, obj{"role": "assistant", "content": "(no answer)"})
			c.say(text("Please submit."))
		}},
		"white space at the end is trimmed": {modeltest.Script{modeltest.Say(modeltest.Text("Well. \n"))}, func(c *conversation) {
			c.blocks(1)[0]["text"] = "Well."
			c.say(text("Go on."))
		}},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			s := modeltest.Start(t, modeltest.Options{Player: k.player})
			c := talk(s, "Look.", tool("look", nil, obj{"at": obj{"type": "string"}}))
			c.turn(t)
			k.edit(c)
			if a := c.send(t); a.status != http.StatusOK {
				t.Errorf("status %d: %s", a.status, a.body)
			}
		})
	}
}

func TestPausedAnswersGoOn(t *testing.T) {
	for _, joined := range []bool{false, true} {
		s := modeltest.Start(t, modeltest.Options{Player: modeltest.Pausing{Times: 2, Player: twoCalls}})
		c := talk(s, "Look.", tool("look", nil, nil))
		for range 2 {
			if m := c.turn(t); m.Stop != "pause_turn" {
				t.Fatalf("the stop reason is %q, want pause_turn", m.Stop)
			}
			if n := len(c.messages); joined && n == 3 {
				c.messages[1]["content"] = append(c.blocks(1), c.blocks(2)...)
				c.messages = c.messages[:2]
			}
		}
		c.turn(t)
		if l := s.Ledger(); l[2].Turn != 3 || len(l.Conversations()) != 1 {
			t.Errorf("the ledger has\n%v, want three turns of one conversation", l)
		}
	}
	s := modeltest.New(modeltest.Options{Player: modeltest.Script{modeltest.Say(modeltest.Text("Done."))}})
	defer s.Close()
	c := talk(s, "Look.")
	c.turn(t)
	if a := c.send(t); a.status != 400 || len(s.Violations()) != 1 || s.Violations()[0].Rule != modeltest.RuleRoles {
		t.Errorf("going on from an answer that is whole: status %d, violations %v", a.status, s.Violations())
	}
}

func TestHeadersAreDemanded(t *testing.T) {
	s := modeltest.New(modeltest.Options{Key: "secret"})
	defer s.Close()
	for name, c := range map[string]struct {
		header http.Header
		status int
		found  int
	}{
		"none":         {http.Header{"Content-Type": {"application/json"}}, 401, 1},
		"another key":  {http.Header{"Content-Type": {"application/json"}, "X-Api-Key": {"x"}, "Anthropic-Version": {"2023-06-01"}}, 401, 0},
		"no version":   {http.Header{"Content-Type": {"application/json"}, "X-Api-Key": {"secret"}}, 400, 1},
		"not JSON":     {http.Header{"Content-Type": {"text/plain"}, "X-Api-Key": {"secret"}, "Anthropic-Version": {"2023-06-01"}}, 400, 1},
		"as they are":  {http.Header{"Content-Type": {"application/json"}, "X-Api-Key": {"secret"}, "Anthropic-Version": {"2023-06-01"}}, 200, 0},
		"bearer token": {http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer secret"}, "Anthropic-Version": {"2023-06-01"}}, 200, 0},
	} {
		s.DropViolations()
		req, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/v1/messages", strings.NewReader(`{"model":"claude-opus-5","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"Hi"}]}`))
		req.Header = c.header
		if a := do(req); a.status != c.status || len(s.Violations()) != c.found {
			t.Errorf("%s: status %d and %v, want %d and %d violations", name, a.status, s.Violations(), c.status, c.found)
		}
	}
}

// Some defects are found by the public description only.
func TestBodiesAreHeldAgainstTheDescription(t *testing.T) {
	schema, err := modeltest.FindSchema()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("there is no description of the API here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string]func(b obj){
		"an unknown field":    func(b obj) { b["colour"] = "red" },
		"a result without id": func(b obj) { delete(b["messages"].([]obj)[2]["content"].([]obj)[0], "tool_use_id") },
		"an unknown block": func(b obj) {
			b["messages"].([]obj)[2]["content"] = append(b["messages"].([]obj)[2]["content"].([]obj), obj{"type": "song"})
		},
		"a wrong effort":       func(b obj) { b["output_config"] = obj{"effort": 7} },
		"a tool's stray field": func(b obj) { b["tools"].([]obj)[0]["color"] = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			s := modeltest.New(modeltest.Options{Player: twoCalls, Schema: schema})
			defer s.Close()
			b := second(t, s).body()
			edit(b)
			if a := post(t, s, "/v1/messages", b); a.status != 400 {
				t.Errorf("status %d, want 400", a.status)
			}
			if !slices.ContainsFunc(s.Violations(), func(v modeltest.Violation) bool { return v.Rule == modeltest.RuleSchema }) {
				t.Errorf("violations are %v, want one of the schema", s.Violations())
			}
		})
	}
	s := modeltest.New(modeltest.Options{Schema: schema})
	defer s.Close()
	b := second(t, modeltest.Start(t, modeltest.Options{Player: twoCalls, Schema: schema})).body()
	delete(b, "max_tokens")
	delete(b, "stream")
	if a := post(t, s, "/v1/messages/count_tokens", b); a.status != 200 {
		t.Errorf("counting: status %d: %s", a.status, a.body)
	}
}
