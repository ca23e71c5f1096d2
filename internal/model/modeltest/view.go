package modeltest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// Pass is the pass of an investigation to which a conversation belongs.
type Pass string

// The passes.
const (
	PassSurvey    Pass = "survey"
	PassPlan      Pass = "plan"
	PassDirectory Pass = "directory"
	PassGrouping  Pass = "grouping"
	PassSynthesis Pass = "synthesis"
	PassJudge     Pass = "judge"
	PassRefine    Pass = "refine"
)

// Pass returns the pass of the conversation, which the names of the offered tools show, or "".
func (r Request) Pass() Pass {
	switch {
	case r.Offers("submit_survey"):
		return PassSurvey
	case r.Offers("submit_plan"):
		return PassPlan
	case r.Offers("submit_verdicts"):
		return PassJudge
	case r.Offers("submit_grouping"):
		return PassGrouping
	case !r.Offers("submit_report"):
		return ""
	case r.Offers("read_cache") && bytes.Contains(r.Submit().Schema, []byte(`"answers"`)):
		return PassRefine
	case r.Offers("read_cache"):
		return PassSynthesis
	case r.Offers("write_cache"), r.Offers("read_file"):
		return PassDirectory
	}
	return PassSynthesis
}

// Tool returns the offered tool with this name, or nil.
func (r Request) Tool(name string) *Tool {
	if i := slices.IndexFunc(r.Tools, func(t Tool) bool { return t.Name == name }); i >= 0 {
		return &r.Tools[i]
	}
	return nil
}

// Offers reports whether the request offers a tool with this name.
func (r Request) Offers(name string) bool { return r.Tool(name) != nil }

// Submit returns the first offered tool whose name begins with "submit_", which ends the conversation, or nil.
func (r Request) Submit() *Tool {
	if i := slices.IndexFunc(r.Tools, func(t Tool) bool { return strings.HasPrefix(t.Name, "submit_") }); i >= 0 {
		return &r.Tools[i]
	}
	return nil
}

// Past is an earlier call of a tool in the conversation, with its result.
type Past struct {
	Name     string
	Input    json.RawMessage
	Answered bool
	Failed   bool
	Text     string // of the result
}

// Arg returns the argument of the call with this name if it is a string, else "".
func (p Past) Arg(name string) string {
	var args map[string]any
	if json.Unmarshal(p.Input, &args) != nil {
		return ""
	}
	s, _ := args[name].(string)
	return s
}

// Calls returns all tool calls in the messages of the request, in order, with their results.
func (r Request) Calls() []Past {
	var calls []Past
	at := map[string]int{}
	for _, m := range r.Messages {
		for _, b := range m.Blocks {
			switch b.Type {
			case "tool_use":
				at[b.ID] = len(calls)
				calls = append(calls, Past{Name: b.Name, Input: b.Input})
			case "tool_result":
				if k, ok := at[b.ToolUseID]; ok {
					c := &calls[k]
					c.Answered, c.Failed, c.Text = true, b.IsError, textOf(b.Content)
				}
			}
		}
	}
	return calls
}

// Opening returns the text of the first message, in which the program describes the task.
func (r Request) Opening() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return textOf(r.Messages[0].Blocks)
}

// urged reports whether the last message, unless it is the first, contains the word "submit_" outside of tool results.
// The program then asks for the end of the conversation.
func (r Request) urged() bool {
	n := len(r.Messages)
	return n > 1 && strings.Contains(textOf(r.Messages[n-1].Blocks), "submit_")
}

// Rand returns a source of random numbers that depends on the seed, the pass, the directories to investigate and the
// turn. It does not depend on the wording of prompts, on the order of calls, or on the number of attempts.
func (r Request) Rand(seed uint64) *rand.Rand {
	key := digestOf([]byte(r.Pass()), []byte(strings.Join(r.Brief().Dirs, "\n")), []byte{byte(r.Turn)})
	return rand.New(rand.NewPCG(seed, binary.LittleEndian.Uint64(key[:])))
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
