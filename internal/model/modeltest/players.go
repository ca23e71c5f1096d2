package modeltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Most players here change the answers of another player, which is a [Diligent] if it is nil.

func orDiligent(p Player) Player {
	if p == nil {
		return Diligent{}
	}
	return p
}

// Script answers each turn of a conversation from a list; turns beyond its end get the last reply.
type Script []Reply

// Play answers a request.
func (s Script) Play(r Request) Reply {
	if len(s) == 0 {
		return Reply{}
	}
	return s[min(r.Turn, len(s))-1]
}

// Lazy submits at once, with empty texts.
type Lazy struct{}

// Play answers a request.
func (Lazy) Play(r Request) Reply {
	t := r.Submit()
	if t == nil {
		return Say(Text("Done."))
	}
	return Say(Call(t.Name, fill(t.Schema, hints{"summary": "", "brief": "", "description": "", "approach": ""})))
}

// Looping makes the same call in each turn: list_directory or, if that is not offered, the first tool.
type Looping struct{}

// Play answers a request.
func (l Looping) Play(r Request) Reply {
	t := r.Tool("list_directory")
	if t == nil && len(r.Tools) > 0 {
		t = &r.Tools[0]
	}
	if t == nil {
		return Say(Text("Again."))
	}
	return Say(Call(t.Name, fill(t.Schema, hints{"path": "."})))
}

// Spoiled adds a fault to the first attempts at each turn that Only allows.
type Spoiled struct {
	Player   Player
	Fault    *Fault
	Attempts int                // that fail; 0 is all of them
	Only     func(Request) bool // nil is every turn
}

// Play answers a request.
func (s Spoiled) Play(r Request) Reply {
	reply := orDiligent(s.Player).Play(r)
	if (s.Attempts == 0 || r.Attempt <= s.Attempts) && (s.Only == nil || s.Only(r)) {
		reply.Fault = s.Fault
	}
	return reply
}

// CutAnywhere breaks the first attempts at each turn, at a random place and in a random way.
type CutAnywhere struct {
	Player   Player
	Seed     uint64
	Attempts int // that fail; 1 unless set
}

// Play answers a request.
func (c CutAnywhere) Play(r Request) Reply {
	reply := orDiligent(c.Player).Play(r)
	if r.Attempt > cmp.Or(c.Attempts, 1) {
		return reply
	}
	// Only faults that a client can notice: not a promised byte after the last event, and not a missing piece.
	kinds := []FaultKind{FaultReset, FaultDrop, FaultEnd, FaultError, FaultBare, FaultGarbage}
	rnd := r.Rand(c.Seed + uint64(r.Attempt))
	reply.Fault = &Fault{Kind: kinds[rnd.IntN(len(kinds))], Events: rnd.IntN(12)}
	if rnd.IntN(2) == 0 {
		reply.Fault.Bytes = 1 + rnd.IntN(60)
	}
	return reply
}

// Slow answers after a fixed time.
type Slow struct {
	Player  Player
	Latency time.Duration
}

// Play answers a request.
func (s Slow) Play(r Request) Reply {
	reply := orDiligent(s.Player).Play(r)
	reply.Delay += s.Latency
	return reply
}

// Overloaded fails the first attempts at each turn with error statuses.
type Overloaded struct {
	Player Player
	// Statuses are the statuses of the failures, in order: 429, 529 and 500 unless set.
	Statuses []int
	// RetryAfter goes with status 429, in seconds.
	RetryAfter int
}

// Play answers a request.
func (o Overloaded) Play(r Request) Reply {
	statuses := o.Statuses
	if statuses == nil {
		statuses = []int{http.StatusTooManyRequests, 529, http.StatusInternalServerError}
	}
	if r.Attempt > len(statuses) {
		return orDiligent(o.Player).Play(r)
	}
	status := statuses[r.Attempt-1]
	message := map[int]string{429: "This request would exceed your account's rate limit. Please try again later.", 529: "Overloaded"}[status]
	reply := Failed(status, "", cmp.Or(message, "Internal server error"))
	reply.Header = http.Header{"X-Should-Retry": {"true"}}
	if status == http.StatusTooManyRequests {
		reply.Header.Set("Retry-After", strconv.Itoa(o.RetryAfter))
	}
	return reply
}

// Refusing declines the turns that Only allows, at each attempt.
type Refusing struct {
	Player Player
	Only   func(Request) bool // nil is every turn
}

// Play answers a request.
func (f Refusing) Play(r Request) Reply {
	if f.Only != nil && !f.Only(r) {
		return orDiligent(f.Player).Play(r)
	}
	return Reply{Stop: "refusal", Category: "cyber", Explanation: "This request was declined under the usage policy."}
}

// Pausing pauses a number of times before each answer, without end if the number is negative.
type Pausing struct {
	Player Player
	Times  int
}

// Play answers a request.
func (p Pausing) Play(r Request) Reply {
	const said = "One moment; this goes on."
	paused := 0
	for i := len(r.Messages) - 1; i >= 0 && r.Messages[i].Role == "assistant"; i-- {
		for _, b := range r.Messages[i].Blocks {
			if b.Text == said {
				paused++
			}
		}
	}
	if p.Times < 0 || paused < p.Times {
		return Reply{Blocks: []Block{Text(said)}, Stop: "pause_turn"}
	}
	return orDiligent(p.Player).Play(r)
}

// Overflowing rejects prompts as too long from some turn on.
type Overflowing struct {
	Player Player
	Turn   int // the first that is too long; 1 unless set
	// How is the form of the rejection: status "400" (the default) or "413", or "stop", an answer that the window cut.
	How string
}

// Play answers a request.
func (o Overflowing) Play(r Request) Reply {
	if r.Turn < cmp.Or(o.Turn, 1) {
		return orDiligent(o.Player).Play(r)
	}
	switch o.How {
	case "413":
		return Failed(http.StatusRequestEntityTooLarge, "", "Request exceeds the maximum size")
	case "stop":
		return Reply{Blocks: []Block{Text("What I found is that")}, Stop: "model_context_window_exceeded"}
	}
	return Failed(http.StatusBadRequest, "", fmt.Sprintf("prompt is too long: %d tokens > %d maximum", 200_001, 200_000))
}

// CutShort stops at the output limit within the arguments of its last call, if the limit is below Needs or, without
// Needs, in the first attempts at a turn.
type CutShort struct {
	Player   Player
	Needs    int // tokens of output
	Attempts int // that are cut; 0 is all
}

// Play answers a request.
func (c CutShort) Play(r Request) Reply {
	reply := orDiligent(c.Player).Play(r)
	if c.Needs > 0 && r.MaxTokens >= c.Needs || c.Needs == 0 && c.Attempts > 0 && r.Attempt > c.Attempts {
		return reply
	}
	n := len(reply.Blocks)
	if n == 0 || reply.Blocks[n-1].Type != "tool_use" {
		return reply
	}
	reply.Blocks = append([]Block{}, reply.Blocks...)
	last := &reply.Blocks[n-1]
	last.Input = last.Input[:(len(last.Input)+1)/2]
	if json.Valid(last.Input) {
		last.Input = json.RawMessage(`{"path": "`)
	}
	reply.Stop = "max_tokens"
	return reply
}
