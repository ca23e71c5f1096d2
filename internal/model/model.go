// Package model is the neutral conversation with a language model: what is said
// and answered, what it cost, and how a call that failed is tried again.
//
// A [Client] makes one call and tells the truth about it: it says that an answer
// is whole only when it is, and everything else is an [*Error] of a [Class].
// Adapters for the wires of providers are the rooms below; [Retry] wraps any of
// them. Conversations are append-only: what was answered is sent back as it
// came, thinking byte for byte, since providers refuse a history that was edited.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"luminos"
)

// The models that are used unless others are named: a small one for the passes
// that only look, a strong one for those that read and write.
const (
	DefaultSmall  = "claude-haiku-5-5"
	DefaultStrong = "claude-opus-5-5"
)

// Client makes calls to one provider. It is safe for concurrent use, and makes
// each call once: see [Retry].
type Client interface {
	// Complete sends a conversation and gives the whole answer. Meanwhile show,
	// unless it is nil, is called with what arrives, from one goroutine. The
	// error is an *Error; where the context ended, one of the class Interrupted.
	Complete(ctx context.Context, call Call, show func(Delta)) (Response, error)
	// Count says how many tokens the prompt of a call has. Where the provider
	// does not count it is a guess that errs upwards.
	Count(ctx context.Context, call Call) (int64, error)
	// Window says what a model can hold. The zero Window is for a model that the
	// provider says nothing of.
	Window(ctx context.Context, name string) (Window, error)
}

// Window is how many tokens a model can read and write; 0 is not known.
type Window struct {
	Input     int64 `json:"window"`
	MaxOutput int64 `json:"max_output"`
}

// Call is a request: everything that the answer depends on.
type Call struct {
	Model     string    `json:"model"`
	System    string    `json:"system,omitempty"`
	Tools     []Tool    `json:"tools,omitempty"`
	Messages  []Message `json:"messages"`
	MaxOutput int64     `json:"max_output"`
	// Effort is how hard the model should think, in the provider's words; "" is its default.
	Effort string `json:"effort,omitempty"`
	// Cache says how long the provider should keep what it has read.
	Cache Cache `json:"cache,omitempty"`
}

// Room is how many bytes the content of an answer may have: far more than the
// tokens that were asked for are, however they are escaped.
func (c Call) Room() int64 {
	const least, most, perToken = 1 << 20, 64 << 20, 64
	return max(least, perToken*min(c.MaxOutput, most/perToken))
}

// Tool is what the model is told of a tool.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // of its arguments: a JSON object
}

// Role is who speaks.
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

// Kind is what a block is.
type Kind string

// The kinds of blocks.
const (
	Text     Kind = "text"
	Thinking Kind = "thinking" // what the model thought, hidden parts of it too
	ToolUse  Kind = "tool_use"
	Result   Kind = "tool_result"
	// Foreign is for what the provider sent and nobody here knows. It goes back
	// as it came.
	Foreign Kind = "foreign"
)

// Block is a part of a message. Its JSON is that of the history on disk, from
// which it comes back byte for byte.
type Block struct {
	Kind Kind `json:"kind"`
	// Text of a text, of a tool's result, or what can be read of thinking.
	Text string `json:"text,omitempty"`
	// ID of a use of a tool; a result has that of the use that it answers.
	ID string `json:"id,omitempty"`
	// Name of the tool that is used.
	Name string `json:"name,omitempty"`
	// Input is what the model wrote as the arguments of a tool, which need not
	// be JSON: see [Block.Arguments].
	Input string `json:"input,omitempty"`
	// Failed marks the result of a tool that could not answer.
	Failed bool `json:"failed,omitempty"`
	// Raw is the block in the provider's own JSON, where it says more than the
	// other fields. It is a string so that nothing re-encodes what was signed.
	Raw string `json:"raw,omitempty"`
}

// Say is a message of one text.
func Say(role Role, text string) Message {
	return Message{Role: role, Blocks: []Block{{Kind: Text, Text: text}}}
}

// Answer is the result of a use of a tool.
func Answer(use Block, text string, failed bool) Block {
	return Block{Kind: Result, ID: use.ID, Name: use.Name, Text: text, Failed: failed}
}

// Arguments are the input of a tool as a JSON object, or an error that tells
// the model why they cannot be used.
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

// Stop is why the model stopped. Tools are run after StopTools and after no other.
type Stop string

// The reasons to stop. One that is not among them is the provider's own word.
const (
	StopEnd   Stop = "end"
	StopTools Stop = "tools"
	// StopLimit is the limit of output; StopLimitInTool is the same while a tool
	// call was being written, so that its arguments are not what was meant.
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

// Response is a whole answer.
type Response struct {
	ID     string  `json:"id,omitempty"`
	Model  string  `json:"model,omitempty"` // as the provider calls the one that answered
	Blocks []Block `json:"blocks"`
	Stop   Stop    `json:"stop"`
	// Detail belongs to Stop: the category of a refusal, the sequence that stopped.
	Detail string        `json:"detail,omitempty"`
	Usage  luminos.Usage `json:"usage"`
	// Prompt is how many tokens of the window the prompt took; 0 when unknown. It
	// is not always that of Usage, which is for billing: providers that run tools
	// of their own add up what they read each time.
	Prompt int64 `json:"prompt"`
	// Wasted is what attempts that failed took before this one; see [Retry].
	Wasted luminos.Usage `json:"wasted,omitzero"`
	// Attempts is how many it took.
	Attempts int `json:"attempts,omitempty"`
	// Allowances are what the provider says that may still be asked of it.
	Allowances []Allowance `json:"-"`
}

// Message is the answer as a turn of the conversation. Blocks of empty text,
// which no provider takes back, are left out; an answer of nothing else has no
// blocks, and cannot be a turn.
func (r Response) Message() Message {
	m := Message{Role: Assistant}
	for _, b := range r.Blocks {
		if b.Kind != Text || b.Raw != "" || !blank(b.Text) {
			m.Blocks = append(m.Blocks, b)
		}
	}
	return m
}

// Text is what the model said to the user, the parts joined.
func (r Response) Text() string {
	var s string
	for _, b := range r.Blocks {
		if b.Kind == Text {
			s += b.Text
		}
	}
	return s
}

// Uses are the tools that the model asks for, in its order.
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

// Allowance is what a provider says of one of its limits.
type Allowance struct {
	Name      string // "requests", "input-tokens", "output-tokens", …
	Limit     int64
	Remaining int64
	Reset     time.Time // when it is full again
}

// Delta is a part of an answer that is arriving.
type Delta struct {
	Kind Kind // Text or Thinking: Text is the next part; ToolUse: Name is the tool
	Text string
	Name string
	// Restart says that what was shown of this answer is void: it broke off and
	// is being asked for again. Why is in Text.
	Restart bool
}
