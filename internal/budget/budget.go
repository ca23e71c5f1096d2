// Package budget keeps the calls of models of one run below ceilings on their cost, their tokens and the time.
//
// Before each attempt of a call the most that it can take is reserved. After it, the usage that the provider states
// takes the place of the reservation; an attempt whose usage is unknown keeps it. The sum of usage and reservations never
// exceeds a ceiling, so that neither does the bill, as far as the table of prices is right.
package budget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"luminos"
	"luminos/internal/model"
)

// Ceilings are the limits of one run. A zero field limits nothing.
type Ceilings struct {
	Cost   luminos.Money
	Tokens int64 // read and written, the ones from the prompt cache among them
	Time   time.Duration
}

// Any reports whether there is a limit.
func (c Ceilings) Any() bool { return c != Ceilings{} }

// Options are the settings of a [Budget].
type Options struct {
	Ceilings
	Prices *model.Prices
	// Last is the largest call of the pass that comes last. A share of the ceilings is kept for it.
	Last model.Call
	// LastPrompt is the maximal number of tokens of its prompt.
	LastPrompt int64
	// Judge states that a second reader follows it. A small share of the ceilings is kept for that.
	Judge bool
	// Counts reports whether the provider counts the tokens of a prompt exactly.
	Counts bool
	Now    func() time.Time
}

// Parts of the ceilings that are kept for the last pass: at most a share, and of the time at most lastTime. Of cost and
// tokens, the share judgePercent is kept from the last pass for the second reader.
const (
	lastPercent  = 30
	judgePercent = 5
	lastTime     = 2 * time.Minute
)

// stage is the part of a run to which a call belongs.
type stage int

const (
	before stage = iota
	last         // the synthesis
	after        // the second reader, which may use all that is left
)

// stageOf returns the stage of a pass.
func stageOf(p luminos.Pass) stage {
	switch p {
	case luminos.PassSynthesis:
		return last
	case luminos.PassJudge:
		return after
	}
	return before
}

// Budget holds the ceilings of a run, and the usage and the reservations so far. It is safe for concurrent use.
type Budget struct {
	opts    Options
	end     time.Time // zero without a ceiling on the time
	kept    amount    // for the last pass
	judge   amount    // for the second reader
	mu      sync.Mutex
	used    amount
	pending amount
	open    int           // reservations
	changed chan struct{} // closed if a reservation ends
	closed  *model.Error  // the first refusal of a call before the last pass
	guarded bool          // the ceiling on the tokens is one of Guard
	known   map[string]prompt
}

// amount is a cost with the number of tokens.
type amount struct {
	cost   luminos.Money
	tokens int64
}

func (a amount) plus(b amount) amount { return amount{a.cost.Plus(b.cost), a.tokens + b.tokens} }
func (a amount) less(b amount) amount { return amount{a.cost - b.cost, a.tokens - b.tokens} }

// prompt is the size of the last prompt of a conversation.
type prompt struct{ bytes, tokens int64 }

// New returns the budget of a run that begins now. The error names a model without a known price, if there is a ceiling
// on the cost.
func New(o Options, models []string) (*Budget, error) {
	b := &Budget{opts: o, changed: make(chan struct{}), known: map[string]prompt{}}
	for _, name := range models {
		if _, ok := o.Prices.Worst(name, model.CacheOff, 1, 1); !ok && o.Cost > 0 {
			return nil, &UnpricedError{name}
		}
	}
	if o.Time > 0 {
		b.end = o.Now().Add(o.Time)
	}
	most, _ := o.Prices.Worst(o.Last.Model, o.Last.Cache, o.LastPrompt, o.Last.MaxOutput)
	b.kept = amount{min(most, o.Cost/100*lastPercent), b.keptOf(o.Tokens)}
	if o.Judge {
		b.judge = amount{o.Cost / 100 * judgePercent, o.Tokens / 100 * judgePercent}
	}
	return b, nil
}

// keptOf returns the part of a ceiling on the tokens that is kept for the last pass.
func (b *Budget) keptOf(tokens int64) int64 {
	return min(b.opts.LastPrompt+b.opts.Last.MaxOutput, tokens/100*lastPercent)
}

// GuardTimes is the number of times that a run without a ceiling may take its highest estimate; GuardLeast is the least
// number of tokens to which a run is held in this way.
const (
	GuardTimes = 4
	GuardLeast = 2_000_000
)

// Guard sets a ceiling on the tokens, unless there is one on the cost or the tokens: GuardTimes times highest, the
// highest number of tokens that was expected, and at least GuardLeast. It is called before the first call of a model. A
// run that takes far more than its estimate then ends by itself.
func (b *Budget) Guard(highest int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opts.Cost > 0 || b.opts.Tokens > 0 {
		return
	}
	b.guarded = true
	b.opts.Tokens = max(GuardLeast, GuardTimes*min(highest, math.MaxInt64/GuardTimes))
	b.kept.tokens = b.keptOf(b.opts.Tokens)
	if b.opts.Judge {
		b.judge.tokens = b.opts.Tokens / 100 * judgePercent
	}
}

// UnpricedError is the error of a ceiling on the cost of a model whose price is not known.
type UnpricedError struct{ Model string }

func (u *UnpricedError) Error() string {
	return fmt.Sprintf("no price is known for the model %s, so its cost cannot be limited", u.Model)
}

// End returns the time at which the ceiling on the time is reached, or the zero time.
func (b *Budget) End() time.Time { return b.end }

// Client returns a client that makes the calls of c within the budget. A call that could break a ceiling is not made:
// its error has the class [model.Ceiling]. If only the reservations of other calls are in the way, it waits for them.
func (b *Budget) Client(c model.Client) model.Client { return &client{c, b} }

type client struct {
	model.Client
	budget *Budget
}

// Complete makes a model call if the budget permits it.
func (c *client) Complete(ctx context.Context, call model.Call, show func(model.Delta)) (model.Response, error) {
	at := luminos.EventIn(ctx)
	name := string(at.Pass) + " " + string(at.Unit)
	in := stageOf(at.Pass)
	input := c.prompt(ctx, name, call)
	most := c.budget.most(call, input)
	for call.MaxOutput >= 2*leastOutput && !c.budget.fits(most, in) {
		call.MaxOutput /= 2
		most = c.budget.most(call, input)
	}
	if err := c.budget.reserve(ctx, name, most, in); err != nil {
		return model.Response{}, err
	}
	r, err := c.Client.Complete(ctx, call, show)
	took := most
	e, failed := errors.AsType[*model.Error](err)
	switch {
	case err == nil:
		took = c.budget.of(call, r.Usage)
		c.budget.learn(name, prompt{size(call), r.Usage.Prompt()})
	case failed && e.Status >= 300 && e.Usage == luminos.Usage{}:
		took = amount{} // the provider rejected it
	}
	c.budget.settle(most, took)
	return r, err
}

// leastOutput is the least number of tokens to which the output limit of a call is lowered if a higher one could break
// a ceiling. Few answers are longer.
const leastOutput = 4096

// prompt returns the most tokens that the prompt of a call can have: in a known conversation, the tokens of the last
// prompt and one for each byte since; else the tokens that the provider counts or, if it does not count, one for each
// byte.
func (c *client) prompt(ctx context.Context, name string, call model.Call) int64 {
	bytes := size(call)
	tokens := bytes
	if known, ok := c.budget.last(name); ok && bytes >= known.bytes {
		tokens = known.tokens + bytes - known.bytes
	} else if c.budget.opts.Counts {
		// A server that does not count answers with the estimate.
		if n, err := c.Client.Count(ctx, call); err == nil && n > 0 && n != call.Estimate() {
			tokens = min(tokens, n+n/50+margin)
		}
	}
	return tokens
}

// most returns the most that an attempt of a call with a prompt of at most prompt tokens can take.
func (b *Budget) most(call model.Call, prompt int64) amount {
	cost, _ := b.opts.Prices.Worst(call.Model, call.Cache, prompt, call.MaxOutput)
	return amount{cost, prompt + call.MaxOutput}
}

// fits reports whether an amount would break no ceiling if no other call were under way.
func (b *Budget) fits(most amount, in stage) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.exceeds(b.used.plus(most), in) == nil
}

// margin is the number of tokens by which a count can be too low: providers add texts of their own.
const margin = 500

// of returns the cost and the tokens of a usage.
func (b *Budget) of(call model.Call, u luminos.Usage) amount {
	cost, _ := b.opts.Prices.Cost(call.Model, u)
	return amount{cost, u.Prompt() + u.Output}
}

// size returns the number of bytes of a call, with the marks of the protocol.
func size(call model.Call) int64 {
	const mark = 64 // for each block and tool
	n := int64(len(call.System))
	for _, t := range call.Tools {
		n += int64(len(t.Name)+len(t.Description)+len(t.Schema)) + mark
	}
	for _, m := range call.Messages {
		for _, b := range m.Blocks {
			n += int64(max(len(b.Text)+len(b.Input)+len(b.Name), len(b.Raw))) + mark
		}
	}
	return n
}

func (b *Budget) last(name string) (prompt, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.known[name]
	return p, ok
}

func (b *Budget) learn(name string, p prompt) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known[name] = p
}

// reserve reserves the amount most for a call of the named conversation. It waits as long as only other reservations are
// in the way, and returns an error of the class Ceiling if a ceiling is. After the first such error no conversation
// begins before the last pass: it would build on work that is not done. in is the stage of the call.
func (b *Budget) reserve(ctx context.Context, name string, most amount, in stage) error {
	for {
		b.mu.Lock()
		err := b.exceeds(b.used.plus(most), in)
		if _, begun := b.known[name]; err == nil && b.closed != nil && !begun && in == before {
			err = b.closed
		}
		if err != nil && in == before && b.closed == nil {
			b.closed = err
		}
		if err == nil && (b.open == 0 || b.exceeds(b.used.plus(b.pending).plus(most), in) == nil) {
			b.pending, b.open = b.pending.plus(most), b.open+1
			b.mu.Unlock()
			return nil
		}
		changed := b.changed
		b.mu.Unlock()
		if err != nil {
			refused := *err // the caller may change it
			return &refused
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return model.Interruption(ctx)
		}
	}
}

// settle replaces the reservation most by the amount that the call took.
func (b *Budget) settle(most, took amount) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending, b.open = b.pending.less(most), b.open-1
	b.used = b.used.plus(took)
	close(b.changed)
	b.changed = make(chan struct{})
}

// exceeds returns an error that names the ceiling which an amount would break, or nil. The caller holds b.mu.
func (b *Budget) exceeds(a amount, in stage) *model.Error {
	o := b.opts
	if in == before {
		a = a.plus(b.kept)
	}
	if in != after {
		a = a.plus(b.judge)
	}
	switch {
	case o.Cost > 0 && a.cost > o.Cost:
		return reached("the ceiling of " + o.Cost.String() + " would be exceeded (--max-cost)")
	case o.Tokens > 0 && a.tokens > o.Tokens && b.guarded:
		const why = "this run could use more than %d tokens, far more than expected (--max-tokens N permits N)"
		return reached(fmt.Sprintf(why, o.Tokens))
	case o.Tokens > 0 && a.tokens > o.Tokens:
		return reached(fmt.Sprintf("more than %d tokens could be used (--max-tokens)", o.Tokens))
	case o.Time > 0 && o.Now().After(b.stop(in)):
		return reached("the time of " + o.Time.String() + " is over (--max-time)")
	}
	return nil
}

// stop returns the time from which on no call of a pass begins.
func (b *Budget) stop(in stage) time.Time {
	if in != before {
		return b.end
	}
	return b.end.Add(-min(b.opts.Time/100*lastPercent, lastTime))
}

func reached(why string) *model.Error {
	return &model.Error{Class: model.Ceiling, Message: why, Final: true}
}
