package modeltest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sync"
)

var (
	toolName     = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`)
	propertyName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
)

// checkedSchemas caches the results of schemaProblem: a run offers the same few tools thousands of times.
var checkedSchemas sync.Map // digest → string

// tools checks the names and the schemas of the offered tools, and that there are tools if messages contain tool calls.
func (c *checker) tools() {
	seen := map[string]bool{}
	for i, t := range c.r.Tools {
		switch {
		case t.Name == "":
			c.say(RuleTools, "tools.%d.custom.name: Field required", i)
		case !toolName.MatchString(t.Name):
			c.say(RuleTools, "tools.%d.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", i)
		case seen[t.Name]:
			c.say(RuleTools, "tools: Tool names must be unique: %s", t.Name)
		}
		seen[t.Name] = true
		if problem := schemaProblem(t.Schema); problem != "" {
			c.say(RuleTools, "tools.%d.custom.input_schema: %s", i, problem)
		}
	}
	if len(c.r.Tools) > 0 {
		return
	}
	for i, m := range c.r.Messages {
		if slices.ContainsFunc(m.Blocks, func(b Block) bool { return b.Type == "tool_use" || b.Type == "tool_result" }) {
			c.say(RuleTools, "messages.%d: requests which have `tool_use` or `tool_result` blocks in `messages` must define tools", i)
			return
		}
	}
}

// schemaProblem returns the defect of raw, the JSON schema for the input of a tool, or "" if it is valid.
func schemaProblem(raw json.RawMessage) string {
	key := digestOf(raw)
	if known, ok := checkedSchemas.Load(key); ok {
		return known.(string)
	}
	problem := judgeSchema(raw)
	checkedSchemas.Store(key, problem)
	return problem
}

func judgeSchema(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "Field required"
	}
	var top struct {
		Type       string
		Properties map[string]any
	}
	switch err := json.Unmarshal(raw, &top); {
	case err != nil:
		return err.Error()
	case top.Type != "object":
		return "type: Input should be 'object'"
	}
	for name := range top.Properties {
		if !propertyName.MatchString(name) {
			return fmt.Sprintf("properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$': %.80q", name)
		}
	}
	if _, err := compile(raw, ""); err != nil {
		return "JSON schema is invalid. It must match JSON Schema draft 2020-12: " + err.Error()
	}
	return ""
}

// marks checks the cache_control members of the request: there are at most four, their lifetimes are in the permitted
// order, and they are on blocks that may have one.
func (c *checker) marks() {
	short, found := false, 0
	for _, p := range c.r.places {
		if p.marker == nil {
			continue
		}
		if found++; p.marker.ttl > shortTTL && short {
			c.say(RuleMarkers, "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block")
		}
		short = short || p.marker.ttl == shortTTL
	}
	if found > 4 {
		c.say(RuleMarkers, "A maximum of 4 blocks with cache_control may be provided. Found %d.", found)
	}
	for i, m := range c.r.Messages {
		for j, b := range m.Blocks {
			if b.marker != nil && b.unmarkable() {
				c.say(RuleMarkers, "messages.%d.content.%d: cache_control cannot be set for empty text or thinking blocks", i, j)
			}
		}
	}
}
