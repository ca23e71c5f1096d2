// Package model is the neutral conversation with a language model: messages, answers, costs, and the repetition of
// failed calls.
//
// A [Client] makes one call. It returns an answer only if the answer is whole; everything else is an [*Error] of a
// [Class]. Adapters for the protocols of providers are subpackages; [Retry] wraps any of them. Conversations are
// append-only: an answer is sent back as the client returned it, thinking byte for byte, since providers reject an
// edited one.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"luminos"
)

// The default models: a small one for the survey and the plan, a strong one for the passes that read and write.
const (
	DefaultSmall  = "claude-haiku-5-5"
	DefaultStrong = "claude-opus-5-5"
)

// Client makes calls to one provider and is safe for concurrent use. It makes one attempt for each call; [Retry]
// repeats failed calls.
type Client interface {
	// Complete sends a conversation and returns the whole answer. Meanwhile it calls show, unless that is nil, with the
	// arriving parts, from one goroutine. The error is an *Error, of the class Interrupted if the context ended.
	Complete(ctx context.Context, call Call, show func(Delta)) (Response, error)
	// Count returns the number of tokens of the prompt of a call, or an estimate if the provider does not count.
	Count(ctx context.Context, call Call) (int64, error)
	// Window returns the limits of a model. The zero Window means that the provider does not state them.
	Window(ctx context.Context, name string) (Window, error)
}

// Window holds the maximal number of tokens that a model can read, and that it can write. A number is 0 if it is
// unknown.
type Window struct {
	Input     int64 `json:"window"`
	MaxOutput int64 `json:"max_output"`
}

// Call is one request to a model: the whole conversation and the settings on which the answer depends.
type Call struct {
	Model     string    `json:"model"`
	System    string    `json:"system,omitempty"`
	Tools     []Tool    `json:"tools,omitempty"`
	Messages  []Message `json:"messages"`
	MaxOutput int64     `json:"max_output"`
	// Effort is the model's effort of thinking, in the provider's words; "" is its default.
	Effort string `json:"effort,omitempty"`
	// Cache is the time for which the provider should keep the prompt.
	Cache Cache `json:"cache,omitempty"`
}

// Room returns the maximal number of bytes of content that an answer to the call may have, far more than the requested
// number of tokens needs with any escaping.
func (c Call) Room() int64 {
	const least, most, perToken = 1 << 20, 64 << 20, 64
	return max(least, perToken*min(c.MaxOutput, most/perToken))
}

// Tool is the declaration of a tool to a model.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // of its arguments: a JSON object
}

// Role is the author of a message: the user or the model.
type Role string

// The two roles. Results of tools are the user's.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of a conversation.
type Message struct {
	Role   Role    `json:"role"`
	Blocks []Block `json:"blocks"`
}

// Kind is the type of content in a [Block].
type Kind string

// The kinds of blocks.
const (
	Text     Kind = "text"
	Thinking Kind = "thinking" // including hidden parts
	ToolUse  Kind = "tool_use"
	Result   Kind = "tool_result"
	// Foreign is a block of an unknown type. It goes back unchanged.
	Foreign Kind = "foreign"
)

// Block is a part of a message. It keeps its bytes through its JSON, in which the history is stored.
type Block struct {
	Kind Kind `json:"kind"`
	// Text is a text, the text of a tool's result, or the readable part of thinking.
	Text string `json:"text,omitempty"`
	// ID is the id of a use of a tool. A result has the id of its use.
	ID string `json:"id,omitempty"`
	// Name of the tool that is used.
	Name string `json:"name,omitempty"`
	// Input is the model's text for the arguments of a tool, which need not be JSON: see [Block.Arguments].
	Input string `json:"input,omitempty"`
	// Failed marks the result of a tool that could not answer.
	Failed bool `json:"failed,omitempty"`
	// Raw is the block in the provider's own JSON, if the other fields do not hold all of its data. It is a string, so
	// that signed bytes are not encoded again.
	Raw string `json:"raw,omitempty"`
}

// Say returns a message of the given role with one block of text.
func Say(role Role, text string) Message {
	return Message{Role: role, Blocks: []Block{{Kind: Text, Text: text}}}
}

// Answer returns the block with the result of the tool call use. failed marks a call that the tool could not do.
func Answer(use Block, text string, failed bool) Block {
	return Block{Kind: Result, ID: use.ID, Name: use.Name, Text: text, Failed: failed}
}

// Arguments returns the input of a tool as a JSON object. The error states, for the model, why the input cannot be
// used.
func (b Block) Arguments() (json.RawMessage, error) {
	if b.Input == "" {
		return json.RawMessage("{}"), nil
	}
	raw := json.RawMessage(b.Input)
	var object map[string]json.RawMessage
	err := json.Unmarshal(raw, &object)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("the arguments of %s are not JSON: %w at byte %d of %d; send the call again, whole", b.Name, err, syntax.Offset, len(b.Input))
	case err != nil || object == nil:
		return nil, fmt.Errorf("the arguments of %s are JSON and no object; send the call again with an object", b.Name)
	}
	return raw, nil
}

// Stop is the reason for which a model ended its answer. The caller runs the tools of an answer only after StopTools.
type Stop string

// The reasons to stop. One that is not among them is the provider's own word.
const (
	StopEnd   Stop = "end"
	StopTools Stop = "tools"
	// StopLimit is the limit of output. StopLimitInTool is the same within a tool call, whose arguments are incomplete.
	StopLimit       Stop = "output limit"
	StopLimitInTool Stop = "output limit inside a tool call"
	StopSequence    Stop = "stop sequence"
	// StopPause asks for the same conversation again, the answer appended.
	StopPause Stop = "pause"
	// StopRefusal is final: the same conversation will be refused again.
	StopRefusal Stop = "refusal"
	// StopWindow is a conversation that has filled the model's window.
	StopWindow Stop = "context window full"
)

// Response is the complete answer of a model, with its usage.
type Response struct {
	ID     string  `json:"id,omitempty"`
	Model  string  `json:"model,omitempty"` // as the provider calls the one that answered
	Blocks []Block `json:"blocks"`
	Stop   Stop    `json:"stop"`
	// Detail belongs to Stop: the category of a refusal, the sequence that stopped.
	Detail string        `json:"detail,omitempty"`
	Usage  luminos.Usage `json:"usage"`
	// Prompt is the number of tokens of the prompt in the window; 0 if unknown. It may differ from Usage, which is for
	// billing: providers that run tools of their own add up the tokens of each step.
	Prompt int64 `json:"prompt"`
	// Wasted is the usage of the failed attempts before this one; see [Retry].
	Wasted luminos.Usage `json:"wasted,omitzero"`
	// Attempts is the number of attempts.
	Attempts int `json:"attempts,omitempty"`
	// Allowances are the remaining amounts under the provider's limits.
	Allowances []Allowance `json:"-"`
}

// Message returns the answer as a turn of the conversation, without empty texts, which providers reject. An answer of
// empty texts has no blocks and cannot be a turn.
func (r Response) Message() Message {
	m := Message{Role: Assistant}
	for _, b := range r.Blocks {
		if b.Kind != Text || b.Raw != "" || !blank(b.Text) {
			m.Blocks = append(m.Blocks, b)
		}
	}
	return m
}

// Text returns the texts of all text blocks of the answer, joined without a separator.
func (r Response) Text() string {
	var s string
	for _, b := range r.Blocks {
		if b.Kind == Text {
			s += b.Text
		}
	}
	return s
}

// Uses returns the blocks of the answer that call tools, in their order.
func (r Response) Uses() []Block { return uses(r.Blocks) }

func uses(blocks []Block) []Block {
	var u []Block
	for _, b := range blocks {
		if b.Kind == ToolUse {
			u = append(u, b)
		}
	}
	return u
}

// Allowance is the state of one rate limit of a provider, as an answer reports it.
type Allowance struct {
	Name      string // "requests", "input-tokens", "output-tokens", …
	Limit     int64
	Remaining int64
	Reset     time.Time // the time of the next full amount
}

// Delta is a part of an answer that is shown while the rest still arrives.
type Delta struct {
	Kind Kind // Text or Thinking: Text is the next part; ToolUse: Name is the tool
	Text string
	Name string
	// Restart is set if the parts shown so far are void: the answer broke off and is asked for again. Text is the
	// reason.
	Restart bool
}
