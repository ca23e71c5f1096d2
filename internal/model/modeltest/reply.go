package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Player is a small program that answers as a model would. Play is called
// concurrently. A player that wants to be the same in every run decides by the
// request alone, and not by its Number.
type Player interface {
	Play(Request) Reply
}

// PlayerFunc makes a [Player] of a function.
type PlayerFunc func(Request) Reply

// Play returns f(r).
func (f PlayerFunc) Play(r Request) Reply { return f(r) }

// Reply is the answer of a player to one request.
type Reply struct {
	Blocks []Block
	// Stop is the stop reason; empty means "tool_use" if there is a call and
	// "end_turn" otherwise.
	Stop string
	// Category and Explanation go with the stop reason "refusal".
	Category, Explanation string
	// Usage replaces the server's count, in the answer and in the ledger.
	Usage *Usage
	// Header is added to the answer's: rate limits, x-should-retry.
	Header http.Header
	// Delay passes, by the server's clock, before the answer begins.
	Delay time.Duration
	// Fault is a defect of the answer; nil means no defect.
	Fault *Fault
}

// Text returns a block of text.
func Text(s string) Block { return Block{Type: "text", Text: s} }

// Think returns a block of thinking. The server adds a signature to it.
func Think(s string) Block { return Block{Type: "thinking", Thinking: s} }

// Redacted returns a block of encrypted thinking.
func Redacted(data string) Block { return Block{Type: "redacted_thinking", Data: data} }

// Call returns a block that calls the named tool with args encoded as JSON. It panics if args cannot be encoded.
func Call(name string, args any) Block {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(fmt.Sprintf("modeltest: arguments of %s: %v", name, err))
	}
	return Block{Type: "tool_use", Name: name, Input: raw}
}

// CallRaw returns a block that calls the named tool with args as they are, whether they are JSON or not.
func CallRaw(name, args string) Block {
	return Block{Type: "tool_use", Name: name, Input: json.RawMessage(args)}
}

// Say returns a reply with the given blocks and no stop reason, which the server adds.
func Say(blocks ...Block) Reply { return Reply{Blocks: blocks} }

// Usage holds the numbers of tokens of a call, in the categories in which the API bills them.
type Usage struct {
	Input   int // neither read from the cache nor written to it
	Write5m int // written to the cache for five minutes
	Write1h int // written to it for an hour
	Read    int // read from it
	Output  int
}

// Prompt returns the number of tokens of the whole prompt, cached or not.
func (u Usage) Prompt() int { return u.Input + u.Write5m + u.Write1h + u.Read }

// Fresh returns the number of tokens of the prompt that were not read from the cache.
func (u Usage) Fresh() int { return u.Input + u.Write5m + u.Write1h }

func (u Usage) plus(o Usage) Usage {
	return Usage{u.Input + o.Input, u.Write5m + o.Write5m, u.Write1h + o.Write1h, u.Read + o.Read, u.Output + o.Output}
}

// stop returns the Stop of the reply or, if that is empty, "tool_use" or "end_turn", depending on the blocks.
func (r Reply) stop() string {
	if r.Stop != "" {
		return r.Stop
	}
	for _, b := range r.Blocks {
		if b.Type == "tool_use" {
			return "tool_use"
		}
	}
	return "end_turn"
}

// completed returns the reply with ids and signatures. They depend on the request and on the seed, so that a repeated
// call has the same answer.
func (r Reply) completed(seed uint64, key digest) Reply {
	blocks := make([]Block, len(r.Blocks))
	for i, b := range r.Blocks {
		b.Text, b.Thinking = strings.ToValidUTF8(b.Text, "\uFFFD"), strings.ToValidUTF8(b.Thinking, "\uFFFD")
		if b.Type == "tool_use" && b.ID == "" {
			b.ID = "toolu_01" + mark(22, seed, key, "tool", i)
		}
		if b.Type == "thinking" && b.Signature == "" {
			b.Signature = mark(96, seed, key, "signature", i) + "=="
		}
		blocks[i] = b
	}
	r.Blocks = blocks
	r.Stop = r.stop()
	return r
}

// mark returns a text of n letters and digits for ids and signatures. Equal arguments give equal texts.
func mark(n int, seed uint64, key digest, what string, i int) string {
	const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	var b strings.Builder
	for round := 0; b.Len() < n; round++ {
		d := digestOf(key[:], fmt.Appendf(nil, "%d %s %d %d", seed, what, i, round))
		for _, c := range d {
			if b.Len() < n {
				b.WriteByte(alphabet[int(c)%len(alphabet)])
			}
		}
	}
	return b.String()
}

// size returns the number of bytes of a reply from which its output tokens are computed.
func (r Reply) size() int {
	n := 0
	for _, b := range r.Blocks {
		n += len(b.Text) + len(b.Thinking) + len(b.Data) + len(b.Name) + len(b.Input)
	}
	return n
}
