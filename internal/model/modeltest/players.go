package modeltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// The players here are small, and most of them spoil the answer of another one,
// which is a [Diligent] when left out.

func orDiligent(p Player) Player {
	if p == nil {
		return Diligent{}
	}
	return p
}

// Passes gives each pass its player; those it does not name get the one of
// [PassUnknown], or a [Diligent].
type Passes map[Pass]Player

// Play answers a request.
func (p Passes) Play(r Request) Reply {
	if by := p[r.Pass()]; by != nil {
		return by.Play(r)
	}
	return orDiligent(p[PassUnknown]).Play(r)
}

// When plays Then where If holds and Else where it does not.
type When struct {
	If         func(Request) bool
	Then, Else Player
}

// Play answers a request.
func (w When) Play(r Request) Reply {
	if w.If(r) {
		return orDiligent(w.Then).Play(r)
	}
	return orDiligent(w.Else).Play(r)
}

// Script answers turn after turn from a list, the same one in each
// conversation, and then with its last.
type Script []Reply

// Play answers a request.
func (s Script) Play(r Request) Reply {
	if len(s) == 0 {
		return Reply{}
	}
	return s[min(r.Turn, len(s))-1]
}

// Lazy submits at once, and says next to nothing.
type Lazy struct{}

// Play answers a request.
func (Lazy) Play(r Request) Reply {
	t := r.Submit()
	if t == nil {
		return Say(Text("Done."))
	}
	return Say(Call(t.Name, fill(t.Schema, hints{"summary": "", "brief": "", "description": "", "approach": "", "domain_notes": "", "notes": ""})))
}

// Looping makes the same call for ever: it lists the target again.
type Looping struct {
	Tool  string // list_directory unless set; where it is not offered, the first tool
	Input any
}

// Play answers a request.
func (l Looping) Play(r Request) Reply {
	name := cmp.Or(l.Tool, "list_directory")
	t := r.Tool(name)
	switch {
	case l.Input != nil:
		return Say(Call(name, l.Input))
	case t == nil && len(r.Tools) > 0:
		t = &r.Tools[0]
	case t == nil:
		return Say(Text("Again."))
	}
	if t.Name == "list_directory" || t.Name == "read_file" {
		return Say(Call(t.Name, fill(t.Schema, hints{"path": "."})))
	}
	return Say(Call(t.Name, fill(t.Schema, hints{})))
}

// Spoiled answers as another player does, with a fault in the first attempts at
// every turn that Only allows.
type Spoiled struct {
	Player   Player
	Fault    *Fault
	Attempts int                // how many attempts fail; 0 is all of them
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

// CutAnywhere breaks the first attempts at every turn at some point of the body
// and in some way, by a seed.
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
	// Not those that no client can tell from a whole answer: one more byte promised
	// after the last event, or a piece left out from the middle.
	kinds := []FaultKind{FaultReset, FaultDrop, FaultEnd, FaultError, FaultBare, FaultGarbage}
	rnd := r.Rand(c.Seed + uint64(r.Attempt))
	kind := kinds[rnd.IntN(len(kinds))]
	if rnd.IntN(2) == 0 {
		reply.Fault = AfterBytes(1+rnd.IntN(4000), kind)
	} else {
		reply.Fault = AfterEvents(rnd.IntN(12), kind)
	}
	return reply
}

// Slow answers after a fixed time, by the server's clock.
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

// Overloaded fails the first attempts at every turn, in order, and then recovers.
type Overloaded struct {
	Player Player
	// Statuses are those of the failures: 429, 529 and 500 unless set.
	Statuses []int
	// RetryAfter goes with the 429s, in seconds.
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
	reply := Failed(status, "", map[int]string{429: "This request would exceed your account's rate limit. Please try again later.", 529: "Overloaded"}[status])
	if reply.Fault.Message == "" {
		reply.Fault.Message = "Internal server error"
	}
	reply.Header = http.Header{"X-Should-Retry": {"true"}}
	if status == http.StatusTooManyRequests {
		reply.Header.Set("Retry-After", strconv.Itoa(o.RetryAfter))
	}
	return reply
}

// Refusing declines the turns that Only allows, all unless set, however often it
// is asked.
type Refusing struct {
	Player   Player
	Category string             // "cyber" unless set
	Text     string             // what it says before it declines; it may be nothing
	Only     func(Request) bool // nil is every turn
}

// Play answers a request.
func (f Refusing) Play(r Request) Reply {
	if f.Only != nil && !f.Only(r) {
		return orDiligent(f.Player).Play(r)
	}
	reply := Reply{Stop: "refusal", Category: cmp.Or(f.Category, "cyber"), Explanation: "This request was declined under the usage policy."}
	if f.Text != "" {
		reply.Blocks = []Block{Text(f.Text)}
	}
	return reply
}

// Pausing pauses so many times before each answer, for ever when negative.
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

// Overflowing finds the prompt too long from some turn on.
type Overflowing struct {
	Player Player
	Turn   int // the first that is too long; 1 unless set
	// How it says so: "400" (the default), "413", or "stop", which is an answer
	// that the window cut.
	How string
	// Over is the number of tokens that still fit; without it the turn alone decides.
	Over int
}

// Play answers a request.
func (o Overflowing) Play(r Request) Reply {
	size := 0
	if n := len(r.places); n > 0 {
		size = r.places[n-1].end / 4
	}
	if r.Turn < cmp.Or(o.Turn, 1) || o.Over > 0 && size <= o.Over {
		return orDiligent(o.Player).Play(r)
	}
	switch o.How {
	case "413":
		return Failed(http.StatusRequestEntityTooLarge, "", "Request exceeds the maximum size")
	case "stop":
		return Reply{Blocks: []Block{Text("What I found is that")}, Stop: "model_context_window_exceeded"}
	}
	most := cmp.Or(o.Over, 200_000)
	return Failed(http.StatusBadRequest, "", fmt.Sprintf("prompt is too long: %d tokens > %d maximum", max(size, most+1), most))
}

// CutShort stops at the output limit within the arguments of its last call, as
// long as the limit is below Needs, or in the first attempts at a turn.
type CutShort struct {
	Player   Player
	Needs    int // tokens of output
	Attempts int // without Needs: how many attempts are cut; 0 is all
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

// Alternating asks its players in turn, by the number of the turn.
type Alternating []Player

// Play answers a request.
func (a Alternating) Play(r Request) Reply {
	if len(a) == 0 {
		return Reply{}
	}
	return orDiligent(a[(max(r.Turn, 1)-1)%len(a)]).Play(r)
}
