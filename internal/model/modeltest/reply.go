package modeltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Player is a small program that answers as a model would. Play is called
// concurrently. A player that wants to be the same in every run decides by the
// request alone, and not by its Number.
type Player interface {
	Play(Request) Reply
}

// Reply is the answer of a player to one request.
type Reply struct {
	Blocks []Block
	// Stop is the stop reason; empty means "tool_use" if there is a call and
	// "end_turn" otherwise.
	Stop string
	// Category and Explanation go with the stop reason "refusal".
	Category, Explanation string
	// Header is added to the headers of the answer: rate limits, x-should-retry.
	Header http.Header
	// Fault is a defect of the answer; nil means no defect.
	Fault *Fault
}

// Text returns a block of text.
func Text(s string) Block { return Block{Type: "text", Text: s} }

// Think returns a block of thinking. The server adds a signature to it.
func Think(s string) Block { return Block{Type: "thinking", Thinking: s} }

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

// completed returns the reply with the ids, signatures and the stop reason that the player left out. They depend on the
// request alone, so that a repeated call has the same answer.
func (r Reply) completed(key digest) Reply {
	blocks := make([]Block, len(r.Blocks))
	stop := "end_turn"
	for i, b := range r.Blocks {
		b.Text, b.Thinking = strings.ToValidUTF8(b.Text, "\uFFFD"), strings.ToValidUTF8(b.Thinking, "\uFFFD")
		if b.Type == "tool_use" {
			stop = "tool_use"
			b.ID = cmp.Or(b.ID, "toolu_01"+mark(22, key, "tool", i))
		}
		if b.Type == "thinking" {
			b.Signature = cmp.Or(b.Signature, mark(96, key, "signature", i)+"==")
		}
		blocks[i] = b
	}
	r.Blocks = blocks
	r.Stop = cmp.Or(r.Stop, stop)
	return r
}

// omitThinking empties the texts of thinking in a completed reply, as the API does if no summary is asked for.
func (r Reply) omitThinking() {
	for i, b := range r.Blocks {
		if b.Type == "thinking" {
			r.Blocks[i].Thinking, r.Blocks[i].Pieces = "", nil
		}
	}
}

// mark returns a text of n letters and digits, which looks random, for ids and signatures. Equal arguments give equal
// texts.
func mark(n int, key digest, what string, i int) string {
	const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	var b strings.Builder
	for round := 0; b.Len() < n; round++ {
		d := digestOf(key[:], fmt.Appendf(nil, "0 %s %d %d", what, i, round))
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
