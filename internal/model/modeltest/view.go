package modeltest

import (
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// Pass is what a conversation is for, as far as its tools tell.
type Pass string

// The passes that requests can seem to be in.
const (
	PassSurvey    Pass = "survey"
	PassPlan      Pass = "plan"
	PassDirectory Pass = "directory"
	PassGroup     Pass = "group"
	PassSynthesis Pass = "synthesis"
	PassRefine    Pass = "refine"
	PassUnknown   Pass = ""
)

// Pass guesses the pass from the tools that are offered.
func (r Request) Pass() Pass {
	switch {
	case r.Offers("submit_survey"):
		return PassSurvey
	case r.Offers("submit_plan"):
		return PassPlan
	case r.Offers("submit_grouping"):
		return PassGroup
	case !r.Offers("submit_report"):
		return PassUnknown
	}
	cache := r.Offers("list_cache") || r.Offers("read_cache")
	files := r.Offers("read_file") || r.Offers("list_directory")
	switch {
	case cache && files:
		return PassRefine
	case cache:
		return PassSynthesis
	case files || r.Offers("write_cache"):
		return PassDirectory
	}
	return PassSynthesis
}

// Tool is the offered tool with a name, or nil.
func (r Request) Tool(name string) *Tool {
	if i := slices.IndexFunc(r.Tools, func(t Tool) bool { return t.Name == name }); i >= 0 {
		return &r.Tools[i]
	}
	return nil
}

// Offers reports whether a tool with that name is offered.
func (r Request) Offers(name string) bool { return r.Tool(name) != nil }

// ToolNames are the names of the offered tools, in their order.
func (r Request) ToolNames() []string {
	var names []string
	for _, t := range r.Tools {
		names = append(names, t.Name)
	}
	return names
}

// Submit is the tool that ends the conversation: the one called submit_…, or nil.
func (r Request) Submit() *Tool {
	if i := slices.IndexFunc(r.Tools, func(t Tool) bool { return strings.HasPrefix(t.Name, "submit_") }); i >= 0 {
		return &r.Tools[i]
	}
	return nil
}

// Past is a call that was made earlier in the conversation and what came of it.
type Past struct {
	Name     string
	Input    json.RawMessage
	Answered bool
	Failed   bool
	Text     string // of the result
	Last     bool   // its result stands in the last message
}

// Arg is a string among the arguments, or "".
func (p Past) Arg(name string) string {
	var args map[string]any
	if json.Unmarshal(p.Input, &args) != nil {
		return ""
	}
	s, _ := args[name].(string)
	return s
}

// Calls are the calls of the conversation so far, in order, with their results.
func (r Request) Calls() []Past {
	var calls []Past
	at := map[string]int{}
	for i, m := range r.Messages {
		for _, b := range m.Blocks {
			switch b.Type {
			case "tool_use":
				at[b.ID] = len(calls)
				calls = append(calls, Past{Name: b.Name, Input: b.Input})
			case "tool_result":
				if k, ok := at[b.ToolUseID]; ok {
					c := &calls[k]
					c.Answered, c.Failed, c.Text, c.Last = true, b.IsError, textOf(b.Content), i == len(r.Messages)-1
				}
			}
		}
	}
	return calls
}

// Results are the calls that the last message answers.
func (r Request) Results() []Past {
	return slices.DeleteFunc(r.Calls(), func(p Past) bool { return !p.Last })
}

// SystemText is the system prompt.
func (r Request) SystemText() string { return textOf(r.System) }

// Opening is the text of the first message: what the conversation is about.
func (r Request) Opening() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return textOf(r.Messages[0].Blocks)
}

// Said is the text of the last message, results of tools left out: a nudge, a
// warning. In the first turn it is the opening.
func (r Request) Said() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return textOf(r.Messages[len(r.Messages)-1].Blocks)
}

// Text is everything that the model can read, tools left out.
func (r Request) Text() string {
	var b strings.Builder
	b.WriteString(r.SystemText())
	for _, m := range r.Messages {
		b.WriteString("\n" + textOf(m.Blocks))
		for _, c := range m.Blocks {
			b.WriteString("\n" + textOf(c.Content))
		}
	}
	return b.String()
}

// Rand is a source of chance that depends on a seed and on what was asked, and
// neither on the order of calls nor on how often they were repeated.
func (r Request) Rand(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, binary.LittleEndian.Uint64(r.key[:])))
}

func textOf(blocks []Block) string {
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
