// Package agent holds one conversation with a model to its end: it asks, runs the tools that the model calls, answers
// each call, keeps a record of every step, and stops if something was submitted or an allowance is used up.
//
// A message that was sent is never changed. The conversation is a fold over its records: an interrupted run and an
// uninterrupted one apply the same records in the same way, so both send the same bytes.
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

// Journal stores the records of one conversation, so that an interrupted conversation can continue.
type Journal interface {
	// Records returns the records that an earlier run left, in order.
	Records() []json.RawMessage
	// Reset deletes all records: the conversation begins anew.
	Reset() error
	// Append adds a record. If durable is set it returns only after this record and all before it are on the disk.
	Append(record any, durable bool) error
}

// Work is the data that the local tools of a conversation have written down. It may also be a [Lender], a [Continuer]
// or an [Observer].
type Work interface {
	// Forget deletes the data: a stored conversation is given up, because the provider rejects it, and begun anew.
	Forget()
}

// Lender is an optional interface of [Work] for work that can grant the conversation more turns.
type Lender interface {
	// Borrowed returns the number of turns beyond [Limits.Turns]. It is called before each turn.
	Borrowed() int
}

// Continuer is an optional interface of [Work] for work from which a new conversation can continue if the present one
// is full.
type Continuer interface {
	// Handover returns the opening of the fresh conversation.
	Handover() string
}

// Observer is an optional interface of [Work] for work that needs the results of tool calls.
type Observer interface {
	// Seen is called with each call and the result that the model gets, in order. After a resume it is called again
	// for the calls of earlier runs.
	Seen(use, result model.Block)
}

// Terms are the values on which the answers of the model depend, except for the tools. A stored conversation continues
// only if its terms are equal.
type Terms struct {
	Model     string
	System    string
	Opening   string // the first message of the user
	MaxOutput int64  // tokens of one answer; 0 means 16384
	Effort    string
	Cache     model.Cache
	Key       string // a digest of everything else that the conversation depends on
}

// Limits are the bounds of a conversation: model calls, tokens and time.
type Limits struct {
	Turns       int           // calls of the model
	Context     int64         // input tokens of one call; 0 is unbounded
	ToolTimeout time.Duration // 0 means 60 seconds
}

// Reporting holds the sink of the events and the values that events need.
type Reporting struct {
	Event  luminos.Event // the fields that all events of the loop share
	Sink   luminos.Sink
	Prices *model.Prices    // nil: no call has a price
	Clock  func() time.Time // called from many goroutines; nil means time.Now
}

// Loop describes one conversation with a model: its texts, tools, limits and helpers.
type Loop struct {
	Terms
	Limits
	Reporting
	Client  model.Client // with retries and limits: see [model.Retry]
	Tools   []tool.Tool
	Submit  string   // the tool that ends the loop
	Savers  []string // the tools that write down; a nearly full conversation names them to the model
	Work    Work     // may be nil
	Journal Journal  // nil keeps no records
	// Mask removes secrets from a text. It is applied to everything that is sent and kept, except for the model's own
	// words. nil removes nothing.
	Mask func(string) string
}

// End is the reason for which a conversation ended.
type End string

// The ends.
const (
	EndSubmitted End = "submitted"
	EndTurns     End = "turns used up"
	EndBudget    End = "context budget used up" // the budget, or the model's window
	EndRefused   End = "refused"                // Detail is the category
	EndSilent    End = "no usable answers"
)

// Outcome describes how a conversation ended and counts its turns and tool calls. The counts include earlier runs that
// it continues.
type Outcome struct {
	End    End // "" if an error ended the loop
	Detail string
	Turns  int // calls of the model that were answered
	// ToolCalls counts the calls of tools that the model made, ToolErrors the failed and rejected ones among them.
	ToolCalls, ToolErrors int
	Conversations         int // 1, and 1 more for each hand-over
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

// Run holds the conversation, from the end of its journal on. The error is the *model.Error that ended it, or an error of
// the context or of the journal. The outcome counts the work done up to an error, and another Run continues from there.
func (l Loop) Run(ctx context.Context) (Outcome, error) {
	r, err := newRun(l)
	if err != nil {
		return Outcome{}, err
	}
	if err = r.resume(ctx); err == nil {
		resumed := r.taken > 0
		err = r.hold(ctx)
		// Thinking is bound to an account and to an unchanged conversation: a provider rejects thinking of another
		// account or of an older model for good.
		if resumed && r.asked == 1 && model.IsClass(err, model.BadRequest) && ctx.Err() == nil {
			r.note("the conversation that was kept is refused, and begun anew: %v", err)
			if err = r.anew(); err == nil {
				err = r.hold(ctx)
			}
		}
	}
	return r.outcome(), err
}

// clean returns s without secrets and with valid UTF-8, as it is sent and stored. JSON would replace invalid bytes too,
// so the stored text must be cleaned before.
func (l *Loop) clean(s string) string { return l.Mask(strings.ToValidUTF8(s, "\uFFFD")) }

// run is the state of a conversation that is under way.
type run struct {
	Loop
	state
	begin    begin
	toolbox  toolbox
	reporter reporter
	asked    int // calls of this run
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
	r := &run{Loop: l, toolbox: newToolbox(l), reporter: reporter{Reporting: l.Reporting, model: l.Model, allowed: l.Turns}}
	r.begin = begin{System: l.System, Opening: l.Opening, Model: l.Model, MaxOutput: l.MaxOutput, Effort: l.Effort, Cache: l.Cache, Key: l.Key}
	for _, t := range l.Tools {
		described, err := describe(t)
		if err != nil {
			return nil, err
		}
		r.begin.Tools = append(r.begin.Tools, described)
	}
	r.state = r.newState()
	return r, nil
}

func (r *run) newState() state {
	observer, _ := r.Work.(Observer)
	return state{
		base:  model.Call{Model: r.Model, System: r.System, Tools: r.begin.Tools, Effort: r.Effort, Cache: r.Cache},
		limit: r.MaxOutput, raised: r.raisedLimit(), observer: observer,
	}
}

// raisedLimit returns the output limit that is used after an answer was cut at MaxOutput: twice that limit, but no more
// than the model allows.
func (r *run) raisedLimit() int64 {
	n := min(2*r.MaxOutput, mostOutput)
	if r.Prices == nil {
		return n
	}
	if most := r.Prices.Window(r.Model).MaxOutput; most > 0 {
		n = min(n, most)
	}
	return n
}

// hold takes the next step until the conversation has ended. The records alone decide which step comes next, so that a
// resumed run takes the same steps.
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

// allowance returns the number of turns that the conversation may have in all at present, including borrowed ones.
func (r *run) allowance() int {
	n := r.Turns
	if lender, ok := r.Work.(Lender); ok {
		n += max(lender.Borrowed(), 0)
	}
	r.reporter.allowed = n
	return n
}

func (r *run) outcome() Outcome {
	return Outcome{End: r.end, Detail: r.detail, Turns: r.taken, ToolCalls: r.toolCalls, ToolErrors: r.toolErrors, Conversations: r.conversations}
}

func (r *run) note(format string, args ...any) { r.reporter.note(r.taken, format, args...) }

// open stores the first message of the conversation, the opening, as a record.
func (r *run) open() error {
	text := r.Opening
	if r.allowance() == 1 {
		text += "\n\n" + r.lastTurn()
	}
	return r.keep(record{User: &userTurn{Blocks: []model.Block{{Kind: model.Text, Text: text}}}}, false)
}

// ask makes one call of the model and stores the answer as a record. An overflow of the window is not an error; the
// conversation then ends or is handed over.
func (r *run) ask(ctx context.Context) error {
	began := r.Clock()
	r.asked++
	answer, err := r.Client.Complete(ctx, r.call(), r.reporter.arriving(r.taken+1))
	r.reporter.modelCall(r.taken+1, answer, err, r.Clock().Sub(began))
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
		r.note("an answer of %s was cut at %d tokens and is asked for again with %d", r.Model, r.limit, r.raised)
	}
	// The answer is durable before its tools run: it was paid for, and the effects of tools need a cause on the disk.
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

// isVoid reports whether the answer is discarded and asked for again: the output limit cut a tool call in it, and a
// higher limit is possible. This happens at most once in a conversation.
func (r *run) isVoid(a model.Response) bool {
	cut := a.Stop == model.StopLimitInTool || a.Stop == model.StopLimit && len(a.Uses()) > 0
	return cut && r.raised > r.limit
}

// handOver ends a full conversation. It begins a new one with the text of [Continuer.Handover] if there is such a text
// and it is shorter than the conversation.
func (r *run) handOver() error {
	tooLong := r.leave == leaveTooLong
	opening := ""
	continuer, ok := r.Work.(Continuer)
	if ok && r.handovers < mostHandovers && !(tooLong && r.overflowed) {
		opening = r.clean(continuer.Handover())
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
