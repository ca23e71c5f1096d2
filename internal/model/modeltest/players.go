package modeltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// orDiligent returns p or, if it is nil, a [Diligent] player.
func orDiligent(p Player) Player {
	if p == nil {
		return Diligent{}
	}
	return p
}

// Script is a player with a fixed list of replies, one for each turn of a conversation. The last reply is repeated for
// all later turns.
type Script []Reply

// Play returns the reply of the script for the turn of the request, or the last reply if the script is shorter.
func (s Script) Play(r Request) Reply {
	if len(s) == 0 {
		return Reply{}
	}
	return s[min(r.Turn, len(s))-1]
}

// Lazy is a player that calls the submitting tool in the first turn, with empty texts.
type Lazy struct{}

// Play returns a call of the tool "submit_…" in which the main texts, such as the summary, are
// empty, or a text if there is no such tool.
func (Lazy) Play(r Request) Reply {
	t := r.Submit()
	if t == nil {
		return Say(Text("Done."))
	}
	return Say(Call(t.Name, fill(t.Schema, hints{"summary": "", "brief": "", "description": "", "approach": ""})))
}

// Looping is a player that makes the same call in each turn: list_directory or, if that is not offered, the first tool.
type Looping struct{}

// Play returns the same call for every request: of list_directory, else of the first tool, or a text without tools.
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

// Spoiled is a player that adds a fault to the replies of another player, in the first attempts at each turn.
type Spoiled struct {
	Player   Player
	Fault    *Fault
	Attempts int // that fail
}

// Play returns the reply of the player s.Player, in the first s.Attempts attempts at a turn with the fault s.Fault.
func (s Spoiled) Play(r Request) Reply {
	reply := orDiligent(s.Player).Play(r)
	if r.Attempt <= s.Attempts {
		reply.Fault = s.Fault
	}
	return reply
}

// CutAnywhere is a player that adds a random fault at a random place to the replies of another player, in the first
// attempt at each turn.
type CutAnywhere struct {
	Player Player
	Seed   uint64
}

// Play returns the reply of the player c.Player. In the first attempt at a turn, a random fault spoils the reply.
func (c CutAnywhere) Play(r Request) Reply {
	rnd := r.Rand(c.Seed)
	kind := []FaultKind{FaultReset, FaultEnd, FaultError, FaultGarbage}[rnd.IntN(4)]
	f := &Fault{Kind: kind, Events: rnd.IntN(12), Bytes: rnd.IntN(2) * rnd.IntN(60)}
	return Spoiled{Player: c.Player, Fault: f, Attempts: 1}.Play(r)
}

// Slow is a player that delays the replies of another player by a fixed time.
type Slow struct {
	Player  Player
	Latency time.Duration
}

// Play waits for s.Latency and returns the reply of the player s.Player.
func (s Slow) Play(r Request) Reply {
	time.Sleep(s.Latency)
	return orDiligent(s.Player).Play(r)
}

// Overloaded is a player whose first attempts at each turn fail with HTTP errors; later attempts get the reply of
// another player.
type Overloaded struct {
	Player Player
	// Statuses are the statuses of the failures, in order: 429, 529 and 500 unless set.
	Statuses []int
}

// Play returns an HTTP error such as 529 in the first attempts at a turn, one for each status in o.Statuses, and the
// reply of the player o.Player in later attempts.
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
		reply.Header.Set("Retry-After", "0")
	}
	return reply
}

// Refusing is a player that refuses to answer the turns for which Only returns true, with the stop reason "refusal".
type Refusing struct {
	Player Player
	Only   func(Request) bool // nil is every turn
}

// Play returns a reply with the stop reason "refusal" if f.Only is nil or true for the request, else the reply of the
// player f.Player.
func (f Refusing) Play(r Request) Reply {
	if f.Only != nil && !f.Only(r) {
		return orDiligent(f.Player).Play(r)
	}
	return Reply{Stop: "refusal", Category: "cyber", Explanation: "This request was declined under the usage policy."}
}

// Pausing is a player that sends Times answers with the stop reason "pause_turn" before each reply of another player. A
// negative Times means that it only pauses.
type Pausing struct {
	Player Player
	Times  int
}

// Play returns a reply with the stop reason "pause_turn" until the conversation ends with p.Times such replies, then
// the reply of the player p.Player. If p.Times is negative, it always pauses.
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

// Overflowing is a player that rejects the prompt as too long in the turn Turn and all later turns.
type Overflowing struct {
	Player Player
	Turn   int // the first that is too long; 1 unless set
	// How is the form of the rejection: status "400" (the default) or "413", or "stop", an answer that the window cut.
	How string
}

// Play returns the reply of the player o.Player before the turn o.Turn. From that turn on it rejects the prompt as too
// long, in the form that o.How names.
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

// Play returns the reply of c.Player with its last tool call cut, as if by the limit on output, if the request allows
// fewer than c.Needs tokens or, if c.Needs is 0, in the first c.Attempts attempts (0 means all).
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
