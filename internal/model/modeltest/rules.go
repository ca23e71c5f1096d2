package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Rule names a rule of the API against which the server checks requests.
type Rule string

// The rules. A request that breaks one is answered with 400, as by the API, and
// recorded as a [Violation].
const (
	RuleHeaders    Rule = "headers"     // version, key and content type are there
	RuleBody       Rule = "body"        // the body has the right shape
	RuleLimits     Rule = "limits"      // max_tokens is there and within the model's
	RuleRoles      Rule = "roles"       // user and assistant take turns; the user is first and last
	RuleEmpty      Rule = "empty"       // no message and no text block without text
	RuleResults    Rule = "results"     // each tool_use is answered once, in the next message, first
	RuleToolChoice Rule = "tool choice" // no tool is forced
	RuleSampling   Rule = "sampling"    // nothing that current models refuse: temperature, budgets
	RuleTools      Rule = "tools"       // names and schemas are valid
	RuleMarkers    Rule = "markers"     // at most four cache markers, at permitted places
	RuleHead       Rule = "head"        // model, system and tools stay in a conversation
	RuleHistory    Rule = "history"     // earlier messages are not edited
	RuleThinking   Rule = "thinking"    // thinking comes back as it was given
	RuleSchema     Rule = "schema"      // the public description of the API has such a body
	RulePlayer     Rule = "player"      // not the client's: the player panicked
)

// Violation is the record of a request that broke a rule.
type Violation struct {
	Rule         Rule
	Text         string // as the API would put it
	Call         int    // the Number of the request
	Conversation string
	Turn         int
}

func (v Violation) String() string {
	return fmt.Sprintf("call %d: %s: %s", v.Call, v.Rule, v.Text)
}

// checker checks one request and collects its violations.
type checker struct {
	r     *Request
	model *Model // nil if unknown
	found []Violation
}

func (c *checker) say(rule Rule, format string, args ...any) {
	c.found = append(c.found, Violation{Rule: rule, Text: fmt.Sprintf(format, args...)})
}

// check returns the violations of all rules that need only the request, not the history of the conversation. If
// counting is true, the request counts tokens and needs no max_tokens.
func check(r *Request, m *Model, counting bool) []Violation {
	c := checker{r: r, model: m}
	c.headers(r.Header)
	if !counting {
		c.limits()
	}
	c.roles()
	c.empty()
	c.results()
	c.choice()
	c.sampling()
	c.tools()
	c.marks()
	return c.found
}

func (c *checker) headers(h http.Header) {
	if h.Get("anthropic-version") == "" {
		c.say(RuleHeaders, "anthropic-version: header is required")
	}
	if t := h.Get("Content-Type"); !strings.HasPrefix(t, "application/json") {
		c.say(RuleHeaders, "content-type: %q should be application/json", t)
	}
}

func (c *checker) limits() {
	n := c.r.MaxTokens
	switch {
	case n == -1:
		c.say(RuleLimits, "max_tokens: Field required")
	case n < 0:
		c.say(RuleLimits, "max_tokens: Input should be greater than or equal to 0")
	case c.model != nil && n > c.model.MaxOutput:
		c.say(RuleLimits, "max_tokens: %d > %d, which is the maximum allowed number of output tokens for %s", n, c.model.MaxOutput, c.r.Model)
	}
}

// roles checks the roles of the messages, except for their order, which the history of the conversation checks.
func (c *checker) roles() {
	if len(c.r.Messages) == 0 {
		c.say(RuleRoles, "messages: at least one message is required")
		return
	}
	for i, m := range c.r.Messages {
		if m.Role != "user" && m.Role != "assistant" {
			c.say(RuleRoles, "messages.%d.role: Input should be 'user' or 'assistant', not %.40q", i, m.Role)
		}
		for j, b := range m.Blocks {
			if (b.Type == "tool_use" || b.thinks()) && m.Role == "user" || b.Type == "tool_result" && m.Role == "assistant" {
				c.say(RuleRoles, "messages.%d.content.%d: `%s` blocks can not be in `%s` messages", i, j, b.Type, m.Role)
			}
		}
	}
	if c.r.Messages[0].Role == "assistant" {
		c.say(RuleRoles, "messages: first message must use the \"user\" role")
	}
}

func (c *checker) empty() {
	text := func(where string, b Block) {
		switch {
		case b.Type == "":
			c.say(RuleBody, "%s.type: Field required", where)
		case b.Type != "text":
		case b.Text == "":
			c.say(RuleEmpty, "%s: text content blocks must be non-empty", where)
		case strings.TrimSpace(b.Text) == "":
			c.say(RuleEmpty, "%s: text content blocks must contain non-whitespace text", where)
		}
	}
	for i, b := range c.r.System {
		text(fmt.Sprintf("system.%d", i), b)
	}
	for i, m := range c.r.Messages {
		if len(m.Blocks) == 0 {
			c.say(RuleEmpty, "messages.%d: all messages must have non-empty content", i)
		}
		for j, b := range m.Blocks {
			where := fmt.Sprintf("messages.%d.content.%d", i, j)
			text(where, b)
			for k, inner := range b.Content {
				text(fmt.Sprintf("%s.content.%d", where, k), inner)
			}
		}
	}
	if n := len(c.r.Messages); n > 0 {
		last := c.r.Messages[n-1]
		if k := len(last.Blocks); k > 0 && last.Role == "assistant" && strings.TrimRight(last.Blocks[k-1].Text, " \t\r\n") != last.Blocks[k-1].Text {
			c.say(RuleEmpty, "messages: final assistant content cannot end with trailing whitespace")
		}
	}
}

// results checks that calls and results pair up. Messages of one role in a row
// count as one, as they do for the API.
func (c *checker) results() {
	ids := map[string]bool{}
	for i := 0; i < len(c.r.Messages); i++ {
		m := c.r.Messages[i]
		var open []string
		for j, b := range m.Blocks {
			switch {
			case b.Type == "tool_result" && (i == 0 || c.r.Messages[i-1].Role != "assistant"):
				c.say(RuleResults, "messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", i, j, b.ToolUseID)
			case b.Type == "tool_use" && ids[b.ID]:
				c.say(RuleResults, "messages.%d.content.%d: `tool_use` ids must be unique: %s", i, j, b.ID)
			case b.Type == "tool_use":
				ids[b.ID] = true
				open = append(open, b.ID)
				if len(b.Input) == 0 || b.Input[0] != '{' {
					c.say(RuleBody, "messages.%d.content.%d.input: Input should be an object", i, j)
				}
			}
		}
		if m.Role != "assistant" {
			continue
		}
		var answers []Block
		if i+1 < len(c.r.Messages) {
			answers = c.r.Messages[i+1].Blocks
		}
		c.answers(i, open, answers)
	}
}

// answers checks that blocks, the message after the assistant message i, begin with one result for each tool call id in
// open.
func (c *checker) answers(i int, open []string, blocks []Block) {
	times := map[string]int{}
	for _, id := range open {
		times[id] = 0
	}
	first := true
	for j, b := range blocks {
		if b.Type != "tool_result" {
			first = false
			continue
		}
		n, asked := times[b.ToolUseID]
		switch {
		case !asked:
			c.say(RuleResults, "messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", i+1, j, b.ToolUseID)
		case n > 0:
			c.say(RuleResults, "messages.%d.content.%d: each tool_use must have a single result. Found multiple `tool_result` blocks with id: %s", i+1, j, b.ToolUseID)
		case !first:
			c.say(RuleResults, "messages.%d.content.%d: `tool_result` blocks must come before other content: %s", i+1, j, b.ToolUseID)
		}
		times[b.ToolUseID]++
	}
	var missing []string
	for _, id := range open {
		if times[id] == 0 {
			missing = append(missing, id)
		}
	}
	if len(missing) > 0 {
		c.say(RuleResults, "messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. Each `tool_use` block must have a corresponding `tool_result` block in the next message.", i, strings.Join(missing, ", "))
	}
}

func (c *checker) choice() {
	switch c.r.ToolChoice {
	case "any", "tool":
		c.say(RuleToolChoice, "tool_choice: forcing tool use (`%s`) is not supported on this model", c.r.ToolChoice)
	case "", "auto", "none":
	default:
		c.say(RuleToolChoice, "tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none', not %.40q", c.r.ToolChoice)
	}
	if c.r.ToolChoice != "" && len(c.r.Tools) == 0 {
		c.say(RuleToolChoice, "tool_choice may only be specified while providing tools.")
	}
}

// sampling checks the sampling parameters by the rules of the strictest current models.
func (c *checker) sampling() {
	usual := map[string]string{"temperature": "1", "top_p": "1", "top_k": "0"}
	for _, name := range []string{"temperature", "top_p", "top_k"} {
		v, ok := c.r.fields[name]
		if ok && string(v) != "null" && strings.TrimRight(strings.TrimSuffix(string(v), ".0"), " ") != usual[name] {
			c.say(RuleSampling, "%s: non-default values are not supported on this model", name)
		}
	}
	var thinking struct {
		Type   string `json:"type"`
		Budget *int   `json:"budget_tokens"`
	}
	if v, ok := c.r.fields["thinking"]; ok {
		if err := json.Unmarshal(v, &thinking); err != nil {
			c.say(RuleBody, "thinking: %v", err)
		}
	}
	switch {
	case thinking.Type == "disabled":
		c.say(RuleSampling, "thinking.type: thinking cannot be disabled on this model")
	case thinking.Type == "enabled" || thinking.Budget != nil:
		c.say(RuleSampling, "thinking.budget_tokens: budgets are not supported on this model; use adaptive thinking")
	}
}
