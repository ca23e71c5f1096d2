// Package agent holds one conversation with a model to its end: it calls the model, runs the tools that the model
// calls, sends the result of each call, and stores a record of every step. The conversation ends if the model submits
// a result, declines, gives no usable answer or has used up its turns or tokens.
//
// A message that was sent is never changed. The state of a conversation is computed from its records alone: an
// interrupted run and an uninterrupted one apply the same records in the same way, so both send the same bytes.
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
	// Append adds a record. If durable is set, Append returns only after this record and all records before it are on
	// the disk.
	Append(record any, durable bool) error
}

// Work is the data that the local tools of a conversation have stored. A value may also be a [Lender], a [Continuer],
// an [Observer], [Timed] or [Aging].
type Work interface {
	// Forget deletes the data. It is called if a stored conversation cannot continue, or the provider rejects it, and
	// the conversation therefore starts again from its opening.
	Forget()
}

// Lender is an optional interface of [Work] for work that can grant the conversation more turns.
type Lender interface {
	// Borrowed returns the number of turns beyond [Limits.Turns]. It is called before each turn.
	Borrowed() int
}

// Continuer is an optional interface of [Work] for work from which a new conversation can continue if the present
// conversation is full.
type Continuer interface {
	// Handover returns the first message of the new conversation.
	Handover() string
}

// Observer is an optional interface of [Work] for work that needs the results of tool calls.
type Observer interface {
	// Seen is called with each tool call and the result that is sent to the model, in the order of the calls. In a run
	// that resumes a conversation it is called again for the calls of earlier runs.
	Seen(use, result model.Block)
}

// Timed is an optional interface of [Work] for work whose answers depend on the turns that are left.
type Timed interface {
	// Left is called before the tool calls of a turn are made, with the number of later turns. It is not called for calls
	// that a resumed run repeats: their results are discarded.
	Left(turns int)
}

// Aging is an optional interface of [Work] for work that can find out whether results of tools still hold.
type Aging interface {
	// Outdated reports whether the target has changed since the tool calls that [Observer.Seen] has shown. It is called
	// before a stored conversation continues.
	Outdated(context.Context) bool
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

// Limits are the bounds of a conversation.
type Limits struct {
	Turns   int   // calls of the model
	Context int64 // input tokens of one call; 0 is unbounded
}

// Reporting holds the sink of the events of a conversation, and the values that are put into the events.
type Reporting struct {
	Event  luminos.Event // the fields that all events of the loop share
	Sink   luminos.Sink
	Prices *model.Prices // nil means [model.ListPrices]
}

// Loop describes one conversation with a model: its texts, client, tools, limits and journal.
type Loop struct {
	Terms
	Limits
	Reporting
	Client  model.Client // with retries and limits: see [model.Retry]
	Tools   []tool.Tool
	Submit  string   // the name of the tool that ends the loop; it must be local
	Savers  []string // the names of the tools that store results, for the model
	Work    Work     // may be nil
	Journal Journal  // nil stores no records
	// Mask removes secrets from a text. It is applied to System, to Opening, to hand-overs and to the results of tools.
	// nil removes nothing.
	Mask func(string) string
}

// End is the reason for which a conversation ended.
type End string

// The reasons for which a conversation ends.
const (
	EndSubmitted End = "submitted"
	EndTurns     End = "turns used up"
	EndBudget    End = "context budget used up" // [Limits.Context] tokens, or the window of the model
	EndRefused   End = "refused"                // the model declined; Detail is the category that the provider gives
	EndSilent    End = "no usable answers"
)

// Outcome describes how a conversation ended and counts its turns and tool calls. The counts include the earlier runs
// of a conversation that was resumed.
type Outcome struct {
	End    End // "" if an error ended the loop
	Detail string
	Turns  int // calls of the model that were answered
	// ToolCalls counts the calls of tools that the model made, ToolErrors the failed and rejected ones among them.
	ToolCalls, ToolErrors int
	Conversations         int // 1, and 1 more for each hand-over
}

// Version is the version of the texts that this package sends to a model. Raise it if a text changes.
const Version = 2

const (
	defaultOutput = 16384  // tokens of one answer
	mostOutput    = 64_000 // tokens of an answer that is asked for again
	mostPauses    = 5      // answers in a row that the provider interrupts
	mostHandovers = 2      // new conversations that continue the first one
	nearlyFull    = 80     // percent of the token budget
	toolTimeout   = time.Minute
)

// Run holds the conversation. It continues from the last record of the journal. The error is the *model.Error that
// ended the run, or an error of the context, the journal or the schema of a tool. The outcome counts the work that was
// done up to the error; another Run with the same journal continues from there.
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
		if resumed && r.asked == 1 && model.IsClass(err, model.BadRequest) {
			r.note("the provider rejects the stored conversation, which is begun anew: %v", err)
			if err = r.anew(); err == nil {
				err = r.hold(ctx)
			}
		}
	}
	return r.outcome(), err
}

// First returns the first call to the model. Run makes it, unless the journal holds an answer to it.
func (l Loop) First() (model.Call, error) {
	r, err := newRun(l)
	if err != nil {
		return model.Call{}, err
	}
	r.turns = []model.Message{model.Say(model.User, r.Opening)}
	return r.call(), nil
}

// clean returns s without secrets and as valid UTF-8. Encoding s as JSON would replace invalid bytes, too, and the
// bytes that are sent must be equal to the stored ones.
func (l *Loop) clean(s string) string { return l.Mask(strings.ToValidUTF8(s, "\uFFFD")) }

// run holds the conversation of a loop and the state that it has reached.
type run struct {
	Loop
	state
	first    json.RawMessage // the first record of the journal
	toolbox  toolbox
	reporter reporter
	asked    int // calls of the model that this run has made
}

func newRun(l Loop) (*run, error) {
	l.MaxOutput = cmp.Or(max(l.MaxOutput, 0), defaultOutput)
	l.Prices = cmp.Or(l.Prices, model.ListPrices())
	if l.Mask == nil {
		l.Mask = func(s string) string { return s }
	}
	l.System, l.Opening = l.clean(l.System), l.clean(l.Opening)
	r := &run{Loop: l, toolbox: newToolbox(l), reporter: reporter{Reporting: l.Reporting, model: l.Model, allowed: l.Turns}}
	r.base = model.Call{Model: l.Model, System: l.System, Effort: l.Effort, Cache: l.Cache}
	for _, t := range l.Tools {
		described, err := describe(t)
		if err != nil {
			return nil, err
		}
		r.base.Tools = append(r.base.Tools, described)
	}
	terms := begin{
		System: l.System, Tools: r.base.Tools, Opening: l.Opening, Model: l.Model,
		MaxOutput: l.MaxOutput, Effort: l.Effort, Cache: l.Cache, Key: l.Key,
	}
	r.first, _ = json.Marshal(record{Begin: &terms}) // of texts, numbers and encoded schemas
	r.state = r.newState()
	return r, nil
}

// newState returns the state of the conversation before its first record.
func (r *run) newState() state {
	observer, _ := r.Work.(Observer)
	return state{base: r.base, limit: r.MaxOutput, raised: r.raisedLimit(), observer: observer}
}

// raisedLimit returns the output limit that is used after an answer was cut at MaxOutput tokens: twice MaxOutput, but
// no more than mostOutput and than the model allows.
func (r *run) raisedLimit() int64 {
	n := min(2*r.MaxOutput, mostOutput)
	if most := r.Prices.Window(r.Model).MaxOutput; most > 0 {
		n = min(n, most)
	}
	return n
}

// hold makes the steps of the conversation, such as model calls and tool calls, until it has ended.
// The next step depends on the records alone, so that a resumed run makes the same steps.
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
	r.reporter.sent(r.taken, r.System, text)
	return r.keep(record{User: &userTurn{Blocks: []model.Block{{Kind: model.Text, Text: text}}}}, false)
}

// ask calls the model once and stores the answer as a record. A conversation that is too long for the model is not an
// error of ask: the next step ends it or hands it over.
func (r *run) ask(ctx context.Context) error {
	began := time.Now()
	r.asked++
	answer, err := r.Client.Complete(ctx, r.call(), r.reporter.arriving(r.taken+1))
	if !model.IsClass(err, model.Ceiling) { // else no call was made
		r.reporter.modelCall(r.taken+1, answer, err, time.Since(began))
	}
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
	// The answer is on the disk before its tools run: it was paid for, and it explains the effects of the tools.
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

// handOver ends a full conversation. It begins a new conversation with the text of [Continuer.Handover], at most
// mostHandovers times, if that text is not empty and is shorter than the full conversation.
func (r *run) handOver() error {
	tooLong := r.leave == leaveTooLong
	opening := ""
	continuer, ok := r.Work.(Continuer)
	if ok && r.handovers < mostHandovers && !(tooLong && r.overflowed) {
		opening = r.clean(continuer.Handover())
	}
	if strings.TrimSpace(opening) == "" || int64(len(opening)) >= r.size()*bytesPerToken {
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
	r.reporter.sent(r.taken, r.System, opening)
	return r.keep(record{Handover: &handover{Opening: opening, TooLong: tooLong}}, false)
}
