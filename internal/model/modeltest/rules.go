package modeltest

import (
	"fmt"
	"net/http"
	"slices"
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
	RuleHistory    Rule = "history"     // model, system, tools and earlier messages are not edited
	RuleSchema     Rule = "schema"      // the public description of the API has such a body
)

// Violation is the record of a request that broke a rule.
type Violation struct {
	Rule Rule
	Text string // as the API would put it
	Call int    // the Number of the request
}

func (v Violation) String() string { return fmt.Sprintf("call %d: %s: %s", v.Call, v.Rule, v.Text) }

// checker checks one request and collects its violations.
type checker struct {
	r     *Request
	found []Violation
}

func (c *checker) say(rule Rule, format string, args ...any) {
	c.found = append(c.found, Violation{Rule: rule, Text: fmt.Sprintf(format, args...)})
}

// check returns the violations of all rules that need only the request, not the history of the conversation. The
// schema can be nil. If counting is true, the request counts tokens, needs no max_tokens and has no schema.
func check(r *Request, schema *Schema, counting bool) []Violation {
	c := checker{r: r}
	c.headers(r.Header)
	if !counting {
		c.limits()
		if !r.Stream {
			c.say(RuleBody, "stream: this server only streams its answers")
		}
	}
	c.roles()
	c.empty()
	c.results()
	c.choice()
	c.sampling()
	c.tools()
	c.marks()
	if schema != nil && !counting {
		if problem := schema.problem(r.Raw); problem != "" {
			c.say(RuleSchema, "%s", problem)
		}
	}
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
	model, err := modelOf(c.r.Model)
	switch {
	case n == -1:
		c.say(RuleLimits, "max_tokens: Field required")
	case n < 0:
		c.say(RuleLimits, "max_tokens: Input should be greater than or equal to 0")
	case err == nil && n > model.MaxOutput:
		c.say(RuleLimits, "max_tokens: %d > %d, which is the maximum allowed number of output tokens for %s", n, model.MaxOutput, c.r.Model)
	}
}

// roles adds a violation if there is no message or the model wrote the first one, for each unknown role, and for each
// block that its role may not write. The history of the conversation checks the order of the roles.
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

// results adds a violation for each tool call with a repeated id, with an input that is no object, or without a result
// in the next message, and for each result that belongs to no call of the message before or comes after other blocks.
func (c *checker) results() {
	ids := map[string]bool{}
	var open []string // the calls of the message before
	for i, m := range c.r.Messages {
		var calls []string
		for j, b := range m.Blocks {
			switch b.Type {
			case "tool_use":
				if ids[b.ID] {
					c.say(RuleResults, "messages.%d.content.%d: `tool_use` ids must be unique: %s", i, j, b.ID)
				}
				if len(b.Input) == 0 || b.Input[0] != '{' {
					c.say(RuleBody, "messages.%d.content.%d.input: Input should be an object", i, j)
				}
				ids[b.ID] = true
				calls = append(calls, b.ID)
			case "tool_result":
				k := slices.Index(open, b.ToolUseID)
				if k < 0 {
					c.say(RuleResults, "messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. "+
						"Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", i, j, b.ToolUseID)
					continue
				}
				open = slices.Delete(open, k, k+1)
				if j > 0 && m.Blocks[j-1].Type != "tool_result" {
					c.say(RuleResults, "messages.%d.content.%d: `tool_result` blocks must come before other content: %s", i, j, b.ToolUseID)
				}
			}
		}
		c.unanswered(i-1, open)
		open = calls
	}
	c.unanswered(len(c.r.Messages)-1, open)
}

// unanswered adds a violation if the message i has tool calls, with these ids, without a result.
func (c *checker) unanswered(i int, ids []string) {
	if len(ids) > 0 {
		c.say(RuleResults, "messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. "+
			"Each `tool_use` block must have a corresponding `tool_result` block in the next message.", i, strings.Join(ids, ", "))
	}
}

func (c *checker) choice() {
	switch kind := c.r.ToolChoice.Type; kind {
	case "any", "tool":
		c.say(RuleToolChoice, "tool_choice: forcing tool use (`%s`) is not supported on this model", kind)
	case "", "auto", "none":
	default:
		c.say(RuleToolChoice, "tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none', not %.40q", kind)
	}
	if c.r.ToolChoice.Type != "" && len(c.r.Tools) == 0 {
		c.say(RuleToolChoice, "tool_choice may only be specified while providing tools.")
	}
}

// sampling adds a violation for each sampling or thinking parameter, such as temperature, that the strictest current
// models reject.
func (c *checker) sampling() {
	for _, p := range []struct {
		name  string
		value *float64
		usual float64
	}{{"temperature", c.r.Temperature, 1}, {"top_p", c.r.TopP, 1}, {"top_k", c.r.TopK, 0}} {
		if p.value != nil && *p.value != p.usual {
			c.say(RuleSampling, "%s: non-default values are not supported on this model", p.name)
		}
	}
	switch t := c.r.Thinking; {
	case t.Type == "disabled":
		c.say(RuleSampling, "thinking.type: thinking cannot be disabled on this model")
	case t.Type == "enabled" || t.Budget != nil:
		c.say(RuleSampling, "thinking.budget_tokens: budgets are not supported on this model; use adaptive thinking")
	}
}
