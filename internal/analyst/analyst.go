// Package analyst is the model engine: the passes as conversations with a
// language model, which investigates with tools and writes down what it found.
//
// The model is not trusted. What it writes is checked against a schema, against
// the unit it was given and, claim by claim, against the target; what it raises
// stands beside what rules found and replaces none of it. It may have been taken
// over by a file that it read.
package analyst

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// Checker tells whether what is said of the target holds.
type Checker interface {
	// Cite finds the place that a piece of evidence means. The error says, for
	// whoever claimed it, what does not hold.
	Cite(ctx context.Context, e luminos.Evidence) (luminos.Evidence, error)
	// Copies reports whether a text repeats a long piece of a file as it stands.
	Copies(ctx context.Context, p luminos.Path, said string) bool
}

// Models are the names of the models that do each pass.
type Models struct{ Survey, Plan, Directories, Synthesis string }

// Options say how a model is put to work. Client, Models and Checker are needed.
type Options struct {
	Client  model.Client // which tries again what passes by itself
	Models  Models
	Prices  *model.Prices // nil means model.ListPrices()
	Tools   []tool.Tool   // of the target
	Checker Checker
	// Journal keeps the conversation of a name; nil keeps none.
	Journal func(name string) (agent.Journal, error)
	Sink    luminos.Sink
	// Context is the most that one call may read, in tokens; 0 means 140,000. It is
	// never more than 70 % of a model's own window.
	Context   int64
	MaxOutput int64  // 0 means 16,384 tokens
	Effort    string // in the provider's words; "" is its default
}

const (
	// DefaultContext is 70 % of 200,000 tokens.
	DefaultContext = 140_000
	windowShare    = 0.7
	passTurns      = 3 // survey and plan
	synthesisTurns = 5
)

// Engine is the model engine. It is safe for concurrent use.
type Engine struct {
	opts Options

	mu       sync.Mutex
	windows  map[string]int64 // context budgets by model
	stopped  error            // what no further call would escape
	failures int              // calls in a row that failed for good
}

// New makes an engine.
func New(o Options) *Engine {
	if o.Prices == nil {
		o.Prices = model.ListPrices()
	}
	if o.Context <= 0 {
		o.Context = DefaultContext
	}
	return &Engine{opts: o, windows: map[string]int64{}}
}

// Name is "model".
func (e *Engine) Name() string { return "model" }

// Version tells apart engines that could say different things of the same target
// in a pass.
func (e *Engine) Version(pass luminos.Pass) string {
	return fmt.Sprintf("%s %s %d %d %s", promptDigest(promptOf[pass]), e.modelOf(pass), e.opts.Context, e.opts.MaxOutput, e.opts.Effort)
}

// modelOf is the model that does a pass.
func (e *Engine) modelOf(pass luminos.Pass) string {
	m := e.opts.Models
	return map[luminos.Pass]string{
		luminos.PassSurvey: m.Survey, luminos.PassPlan: m.Plan, luminos.PassDirectories: m.Directories, luminos.PassSynthesis: m.Synthesis,
	}[pass]
}

// failuresMost is after how many failures in a row, each of them tried again as
// often as makes sense, nothing more is asked.
const failuresMost = 3

// ask holds a conversation, unless it is known that nobody will answer.
func (e *Engine) ask(ctx context.Context, l agent.Loop) (agent.Outcome, error) {
	e.mu.Lock()
	stopped := e.stopped
	e.mu.Unlock()
	if stopped != nil {
		return agent.Outcome{}, fmt.Errorf("not asked any more, since %w", stopped)
	}
	l.Client, l.Prices, l.Sink = e.opts.Client, e.opts.Prices, e.opts.Sink
	l.MaxOutput, l.Effort = e.opts.MaxOutput, e.opts.Effort
	l.Context = e.budget(ctx, l.Model)
	if e.opts.Journal != nil {
		j, err := e.opts.Journal(luminos.Conversation(l.Event.Pass, l.Event.Unit))
		if err != nil {
			return agent.Outcome{}, fmt.Errorf("opening the record of the conversation: %w", err)
		}
		l.Journal = j
		if c, ok := j.(io.Closer); ok {
			defer c.Close() // what was kept is on the disk already
		}
	}
	out, err := l.Run(ctx)
	e.learn(ctx, l.Event.Pass, err)
	return out, err
}

// learn notes whether there is any use in asking further.
func (e *Engine) learn(ctx context.Context, pass luminos.Pass, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	failure, ok := errors.AsType[*model.Error](err)
	switch {
	case err == nil:
		e.failures = 0
	case ctx.Err() != nil || !ok:
	default:
		e.failures++
		switch failure.Class {
		case model.Auth, model.Billing, model.NotFound:
			e.failures = failuresMost
		}
		if e.failures >= failuresMost && e.stopped == nil {
			e.stopped = err
			e.opts.Sink.Emit(luminos.Event{Kind: luminos.EventNote, Pass: pass, Failed: true,
				Text: "no more calls are made: " + err.Error()})
		}
	}
}

// budget is how many tokens one call to a model may read.
func (e *Engine) budget(ctx context.Context, name string) int64 {
	e.mu.Lock()
	known, ok := e.windows[name]
	e.mu.Unlock()
	if ok {
		return known
	}
	window := e.opts.Prices.Window(name)
	if w, err := e.opts.Client.Window(ctx, name); err == nil && w.Input > 0 {
		window = w // the provider knows its models better than a table
	}
	budget := e.opts.Context
	if window.Input > 0 {
		budget = min(budget, int64(float64(window.Input)*windowShare))
	}
	if ctx.Err() == nil {
		e.mu.Lock()
		e.windows[name] = budget
		e.mu.Unlock()
	}
	return budget
}
