// Package agent holds one conversation with a model to its end: it asks, runs
// the tools that the model calls, answers each call, keeps a record of all, and
// stops when something was submitted or an allowance is used up.
//
// What was sent is never changed. The conversation is a fold over its records:
// a run that is broken off and one that is not apply the same records in the
// same way, so that both send the same bytes.
package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// Journal keeps the records of one conversation durably. Where a [Loop] has
// none, nothing is kept.
type Journal interface {
	// Records are what an earlier run left, in order.
	Records() []json.RawMessage
	// Reset forgets them: the conversation begins anew.
	Reset() error
	// Append keeps one more; durable waits until the disk has it and all before it.
	Append(record any, durable bool) error
}

// Loop is a conversation to be held.
type Loop struct {
	Client  model.Client // retried and limited already: see [model.Retry]
	Model   string
	System  string
	Opening string // the first message of the user
	Tools   []tool.Tool
	Submit  string // the tool that ends the loop
	Turns   int    // how many calls of the model are allowed
	// Borrowed is how many are allowed beyond Turns; it is asked before each
	// turn. Nil is none.
	Borrowed  func() int
	MaxOutput int64 // tokens of one answer; 0 means 16384
	Effort    string
	Cache     model.Cache
	// Context is the budget of input tokens of one call; 0 is none.
	Context int64
	// Handover gives the opening of a fresh conversation that goes on from what
	// was written down. Without it a full conversation ends.
	Handover func() string
	// Key is what else the conversation depends on: one that was kept with
	// another key is not gone on with.
	Key     string
	Journal Journal
	Prices  *model.Prices // nil knows none
	// Savers are the tools that write down what is known, for a conversation that is
	// nearly full to be told of.
	Savers []string
	// Forget voids what local tools have written down: a conversation that was kept
	// is given up and begun anew, because the provider takes it no more.
	Forget func()
	// Seen is told of each call and the result that the model has of it, those of
	// earlier runs of the loop too, in order; nil is told nothing.
	Seen func(use, result model.Block)
	// Mask takes out of a text what must not leave, such as secrets: of all that is
	// sent and kept, but for what the model says itself. Nil takes out nothing.
	Mask func(string) string
	// Event holds what all events of the loop have in common.
	Event       luminos.Event
	Sink        luminos.Sink
	ToolTimeout time.Duration    // 0 means 60 seconds
	Clock       func() time.Time // asked from many goroutines; nil means time.Now
}

// End is why a loop ended.
type End string

// The ends.
const (
	EndSubmitted End = "submitted"
	EndTurns     End = "turns used up"
	EndBudget    End = "context budget used up" // the budget, or the model's window
	EndRefused   End = "refused"                // Detail is the category
	EndSilent    End = "no usable answers"
)

// Outcome is how a loop ended, and what it took, earlier runs of it included.
type Outcome struct {
	End    End // "" when an error ended it
	Detail string
	Turns  int // calls of the model that were answered
	// ToolCalls are the calls of tools that the model made, ToolErrors those
	// that failed or could not be run.
	ToolCalls, ToolErrors int
	Conversations         int // one, and one more for each hand-over
}

// Version is a number to raise if a change of this package changes the text that a model reads.
const Version = 1

const (
	defaultOutput = 16384
	mostOutput    = 64_000
	mostPauses    = 5
	mostHandovers = 2
	nearlyFull    = 80 // percent of the budget
	toolTimeout   = 60 * time.Second
)

// Run holds the conversation, going on from where its journal ends. The error
// is the *model.Error that ended it, or that of the context, or of the journal;
// the outcome counts what was done all the same, and another Run goes on.
func (l Loop) Run(ctx context.Context) (Outcome, error) {
	r, err := newRun(l)
	if err != nil {
		return Outcome{}, err
	}
	if err = r.resume(ctx); err == nil {
		resumed := r.taken > 0
		err = r.hold(ctx)
		// Thinking is bound to an account and to the conversation as it was: what
		// another account, or a model of another day, gave is refused for good.
		if resumed && r.asked == 1 && model.IsClass(err, model.BadRequest) && ctx.Err() == nil {
			r.note("the conversation that was kept is refused, and begun anew: %v", err)
			if err = r.anew(); err == nil {
				err = r.hold(ctx)
			}
		}
	}
	return r.outcome(), err
}

// clean makes a text fit to be sent. JSON replaces bytes that are not UTF-8: what is
// sent must be what is kept.
func (l *Loop) clean(s string) string { return l.Mask(strings.ToValidUTF8(s, "\uFFFD")) }

// run is a loop under way.
type run struct {
	Loop
	begin begin
	tools map[string]tool.Tool
	// allowed is the allowance as it was last asked for: events are sent from
	// many goroutines, and Borrowed is asked from one.
	allowed int
	asked   int // calls of this run
	state
}

func newRun(l Loop) (*run, error) {
	l.MaxOutput = cmp.Or(max(l.MaxOutput, 0), defaultOutput)
	l.ToolTimeout = cmp.Or(max(l.ToolTimeout, 0), toolTimeout)
	if l.Clock == nil {
		l.Clock = time.Now
	}
	if l.Mask == nil {
		l.Mask = func(s string) string { return s }
	}
	l.System, l.Opening = l.clean(l.System), l.clean(l.Opening)
	r := &run{Loop: l, tools: map[string]tool.Tool{}}
	r.begin = begin{System: l.System, Opening: l.Opening, Model: l.Model, MaxOutput: l.MaxOutput, Effort: l.Effort, Cache: l.Cache, Key: l.Key}
	for _, t := range l.Tools {
		told, err := describe(t)
		if err != nil {
			return nil, err
		}
		r.tools[t.Name] = t
		r.begin.Tools = append(r.begin.Tools, told)
	}
	r.state, r.allowed = state{limit: l.MaxOutput}, l.Turns
	return r, nil
}

// hold takes the next step until the conversation has ended. Which one it is
// depends on the records alone, so that it does not matter where a run begins.
func (r *run) hold(ctx context.Context) error {
	for r.end == "" {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var err error
		switch {
		case len(r.turns) == 0:
			err = r.open()
		case r.reply && (r.taken < r.allowance() || len(model.Pending(r.turns)) > 0):
			err = r.answer(ctx)
		case r.taken >= r.allowance():
			r.end = EndTurns
			r.note("all %d turns are used up, and nothing was submitted", r.taken)
		case r.leave != stay:
			err = r.handOver()
		case r.Context > 0 && r.used() > r.Context:
			r.end, r.detail = EndBudget, "the context budget is used up"
			r.note("the next call would take about %d tokens, and the context budget is %d: the conversation ends", r.used(), r.Context)
		default:
			err = r.ask(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *run) allowance() int {
	r.allowed = r.Turns
	if r.Borrowed != nil {
		r.allowed += max(r.Borrowed(), 0)
	}
	return r.allowed
}

func (r *run) outcome() Outcome {
	return Outcome{End: r.end, Detail: r.detail, Turns: r.taken, ToolCalls: r.calls, ToolErrors: r.errors, Conversations: r.conversations}
}

// open begins the conversation.
func (r *run) open() error {
	text := r.Opening
	if r.allowance() == 1 {
		text += "\n\n" + r.lastTurn()
	}
	return r.keep(record{User: &userTurn{Blocks: []model.Block{{Kind: model.Text, Text: text}}}}, false)
}

// call is the conversation as it is sent.
func (r *run) call() model.Call {
	return model.Call{
		Model: r.Model, System: r.System, Tools: r.begin.Tools, Messages: r.turns, MaxOutput: r.limit, Effort: r.Effort, Cache: r.Cache,
	}
}

// used guesses how many tokens the next call has to read: what the latest one
// read, and what was said since at three bytes a token.
func (r *run) used() int64 {
	if r.prompt == 0 {
		return r.call().Estimate()
	}
	return r.prompt + r.since/bytesPerToken
}

// ask makes one call.
func (r *run) ask(ctx context.Context) error {
	began := r.Clock()
	r.asked++
	answer, err := r.Client.Complete(ctx, r.call(), r.arriving())
	r.tellCall(answer, err, r.Clock().Sub(began))
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case model.IsClass(err, model.Overflow):
		r.note("the conversation is too long for %s: %v", r.Model, err)
		r.leave = leaveTooLong
		return nil
	case err != nil:
		return err
	}
	void := r.isVoid(answer)
	if void {
		r.note("an answer of %s was cut at %d tokens and is asked for again with %d", r.Model, r.limit, r.raised())
	}
	// Durable before its tools are run: it was paid for, and what tools do must
	// have a reason on the disk.
	if err := r.keep(record{Answer: &answer, Void: void}, true); err != nil {
		return err
	}
	switch {
	case r.end == EndRefused:
		r.note("%s declines to go on: %s", r.Model, cmp.Or(r.detail, "no reason is given"))
	case r.end == EndSilent:
		r.note("%s gives no answer that can be used", r.Model)
	case r.leave == leaveTooLong:
		r.note("the conversation has filled the window of %s", r.Model)
	}
	return nil
}

// isVoid reports whether an answer is thrown away: the limit cut a call in it,
// and a higher one may not.
func (r *run) isVoid(a model.Response) bool {
	cut := a.Stop == model.StopLimitInTool || a.Stop == model.StopLimit && len(a.Uses()) > 0
	return cut && r.raised() > r.limit // which it is once only
}

// raised is the limit of output after an answer was cut.
func (r *run) raised() int64 {
	n := min(2*r.MaxOutput, mostOutput)
	if r.Prices == nil {
		return n
	}
	if most := r.Prices.Window(r.Model).MaxOutput; most > 0 {
		n = min(n, most) // a higher one is refused
	}
	return n
}

// handOver ends a full conversation and begins one that goes on from what was
// written down, where that is possible and makes it shorter.
func (r *run) handOver() error {
	tooLong := r.leave == leaveTooLong
	opening := ""
	if r.Handover != nil && r.handovers < mostHandovers && !(tooLong && r.overflowed) {
		opening = r.clean(r.Handover())
	}
	if strings.TrimSpace(opening) == "" || len(opening) >= r.size() {
		detail := "the conversation is full"
		if tooLong {
			detail = "the conversation is too long for the model"
		}
		r.note("%s, and cannot be handed over: it ends", detail)
		return r.keep(record{End: EndBudget, Detail: detail}, false)
	}
	if r.taken+1 >= r.allowance() {
		opening += "\n\n" + r.lastTurn()
	}
	r.note("the conversation is full: a fresh one goes on from what was written down")
	return r.keep(record{Handover: &handover{Opening: opening, TooLong: tooLong}}, false)
}
