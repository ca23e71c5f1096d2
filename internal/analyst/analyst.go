// Package analyst is the model engine: the passes as conversations with a language model, which investigates with tools
// and writes down its findings.
//
// The model is not trusted; a file that it read may have taken it over. Its output is checked against a schema, against
// the unit that it was given and, claim by claim, against the target. Its flags are added to the flags of rules and
// replace none of them.
package analyst

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// Checker checks the claims of a model against the files of the target.
type Checker interface {
	// Cite returns the evidence with its place in the target. The error states, for the author of the claim, why the
	// evidence does not hold.
	Cite(ctx context.Context, e luminos.Evidence) (luminos.Evidence, error)
	// Copies reports whether text repeats a long piece of the file p literally.
	Copies(ctx context.Context, p luminos.Path, text string) bool
}

// Models holds, for each pass, the name of the model that is asked. Without a Judge there is no second reader, and without
// Refine no refinement.
type Models struct{ Survey, Plan, Directories, Synthesis, Judge, Refine string }

// Names returns the names of all models, each once, sorted.
func (m Models) Names() []string {
	all := []string{m.Survey, m.Plan, m.Directories, m.Synthesis, m.Judge, m.Refine}
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	slices.Sort(all)
	return slices.Compact(all)
}

// Options are the settings of an engine. Client, Models and Checker are required.
type Options struct {
	Client model.Client // with retries: see [model.Retry]
	Models Models
	Prices *model.Prices // nil means model.ListPrices()
	Tools  []tool.Tool   // of the target
	// Mask removes secrets from texts that are sent to a model, for tools that do not mask their results; nil removes
	// nothing. A path that looks like a secret is masked, too, so that such a file cannot be read.
	Mask    func(string) string
	Checker Checker
	// Journal opens the stored records of the conversation with the given name. nil stores no conversation.
	Journal func(name string) (agent.Journal, error)
	Sink    luminos.Sink
	// Context is the most that one call may read, in tokens; 0 means 140,000. It is
	// never more than 70 % of a model's own window.
	Context   int64
	MaxOutput int64  // 0 means 16,384 tokens
	Effort    string // in the provider's words; "" is its default
	Provider  string // its name, for events
	Language  string // the BCP 47 tag of the language in which models write; "" leaves it to them
	// Learned holds, by pass, how the work of earlier runs differed from its forecasts.
	Learned map[luminos.Pass]luminos.Learned
}

const (
	// DefaultContext is the default of Options.Context: 70 % of 200,000 tokens, the window of most models.
	DefaultContext = 140_000
	windowShare    = 0.7
	passTurns      = 3 // survey and plan
	synthesisTurns = 12
)

// Engine is the model engine. It is safe for concurrent use.
type Engine struct {
	grouper
	opts Options

	looking  sync.Mutex // held during a call of check
	mu       sync.Mutex
	windows  map[string]int64 // the tokens that one call may read, by model
	digests  map[luminos.Pass]string
	checked  bool  // whether the provider was asked about all models
	stopped  error // an error that every further call would return, too
	failures int   // conversations in a row that an error of the provider ended
	// sharedTokens is the number of tokens that conversations about units share; 0 before it is needed.
	sharedTokens float64
}

// New returns an engine with the settings o, and defaults for settings that are not set.
func New(o Options) *Engine {
	if o.Prices == nil {
		o.Prices = model.ListPrices()
	}
	if o.Context <= 0 {
		o.Context = DefaultContext
	}
	e := &Engine{opts: o, windows: map[string]int64{}, digests: map[luminos.Pass]string{}}
	e.grouper = grouper{e}
	return e
}

// Name returns "model", the name of the engine in the report.
func (e *Engine) Name() string { return "model" }

// failuresMost is the number of conversations in a row, each ended by an error of the provider, after which the engine
// makes no more calls.
const failuresMost = 3

// ask holds the conversation l for the pass of the event at, and returns its outcome. If earlier failures show that
// calls are useless, ask returns an error at once. All events of the conversation get the fields of at. Its
// messages are stored under the name of its unit or, without one, its key.
func (e *Engine) ask(ctx context.Context, at luminos.Event, l agent.Loop) (agent.Outcome, error) {
	e.check(ctx)
	e.mu.Lock()
	stopped := e.stopped
	e.mu.Unlock()
	if stopped != nil {
		return agent.Outcome{}, classified(stopped, true)
	}
	row, _ := rowOf(at.Pass)
	at.Provider = e.opts.Provider
	ctx = luminos.WithEvent(ctx, at)
	l.Model, l.MaxOutput, l.Effort = row.model(e.opts.Models), e.opts.MaxOutput, e.opts.Effort
	l.System += inLanguage(e.opts.Language)
	l.Client, l.Mask, l.Context = e.opts.Client, e.opts.Mask, e.budget(l.Model)
	l.Reporting = agent.Reporting{Event: at, Sink: e.opts.Sink, Prices: e.opts.Prices}
	if e.opts.Journal != nil {
		j, err := e.opts.Journal(luminos.Conversation(at.Pass, cmp.Or(at.Unit, luminos.Path(l.Key))))
		if err != nil {
			e.noteUnkept(at, err)
		} else {
			l.Journal = &optionalJournal{Journal: j, failed: func(err error) { e.noteUnkept(at, err) }}
		}
		if c, ok := j.(io.Closer); ok && err == nil {
			defer c.Close() // all records are on the disk already
		}
	}
	out, err := l.Run(ctx)
	e.learn(ctx, at.Pass, err)
	return out, classified(err, false)
}

// classified wraps err, the error of a conversation, in a [*luminos.Failure] with the class of the failed model call.
// Other errors are returned unchanged, unless notAsked states that earlier failures prevented the call. The number of
// attempts and the id of the request are left out, so that units that fail alike have the same text; the log has them.
func classified(err error, notAsked bool) error {
	failure, ok := errors.AsType[*model.Error](err)
	if !ok && !notAsked {
		return err
	}
	f := &luminos.Failure{NotAsked: notAsked, Err: err}
	if ok {
		f.Class = string(failure.Class)
	}
	if err == error(failure) {
		alike := *failure
		alike.Attempts, alike.Request = 0, ""
		f.Err = &alike
	}
	return f
}

// learn counts the conversations in a row that an error of the provider ended. After too many, or after an error that
// cannot pass, such as a wrong key, the engine makes no more calls.
func (e *Engine) learn(ctx context.Context, pass luminos.Pass, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	failure, ok := errors.AsType[*model.Error](err)
	switch {
	case err == nil:
		e.failures = 0
	case ctx.Err() != nil || !ok, failure.Class == model.Ceiling: // a part is kept for the last pass
	default:
		e.failures++
		switch failure.Class {
		case model.Auth, model.Billing, model.NotFound:
			e.failures = failuresMost
		}
		if failure.Lasting {
			e.failures = failuresMost
		}
		if e.failures >= failuresMost && e.stopped == nil {
			e.stopped = err
			e.opts.Sink.Emit(luminos.Event{Kind: luminos.EventNote, Pass: pass, Failed: true,
				Text: "no more calls are made: " + err.Error()})
		}
	}
}

// noteUnkept emits a note that the records of a conversation cannot be stored. After an interruption its model calls
// are made again.
func (e *Engine) noteUnkept(at luminos.Event, err error) {
	at.Kind, at.Failed, at.Text = luminos.EventNote, true, "this conversation is not kept: "+err.Error()
	e.opts.Sink.Emit(at)
}

// optionalJournal wraps a journal and hides its errors: after the first error it stores no more records.
type optionalJournal struct {
	agent.Journal
	failed func(error)
	broken bool
}

func (j *optionalJournal) Append(record any, durable bool) error {
	if !j.broken {
		j.check(j.Journal.Append(record, durable))
	}
	return nil
}

func (j *optionalJournal) Reset() error {
	if !j.broken {
		j.check(j.Journal.Reset())
	}
	return nil
}

func (j *optionalJournal) check(err error) {
	if err != nil {
		j.broken = true
		j.failed(err)
	}
}

// check asks the provider about all models before the first call. If it knows some of them and not others, the engine
// makes no calls. If it knows none, it is taken to have no list of models, and the calls are made.
func (e *Engine) check(ctx context.Context) {
	e.looking.Lock()
	defer e.looking.Unlock()
	if e.checked || ctx.Err() != nil {
		return
	}
	e.checked = true
	var unknown error
	found := false
	names := map[string]bool{"": true} // a run that does without a pass names no model for it
	for _, row := range passRows() {
		name := row.model(e.opts.Models)
		if names[name] {
			continue
		}
		names[name] = true
		switch err := e.look(ctx, name); {
		case model.IsClass(err, model.NotFound):
			unknown = cmp.Or(unknown, fmt.Errorf("checking the model of the %s pass: %w", row.pass, err))
		case err == nil:
			found = true
		}
	}
	if found && unknown != nil {
		e.mu.Lock()
		e.stopped = unknown
		e.mu.Unlock()
		e.opts.Sink.Emit(luminos.Event{Kind: luminos.EventNote, Pass: luminos.PassSurvey, Failed: true, Text: "no model is asked: " + unknown.Error()})
	}
}

const (
	// lookTime bounds the request for the window of a model. Without an answer the table of prices gives the window.
	lookTime = 15 * time.Second
	// leastWindow is enough for the instructions and a file. A smaller number of a provider is ignored.
	leastWindow = 8_000
)

// look asks the provider for the window of a model, and stores the number of tokens that one call to it may read. If
// the provider gives no usable window, the table of prices gives it.
func (e *Engine) look(ctx context.Context, name string) error {
	e.mu.Lock()
	_, known := e.windows[name]
	e.mu.Unlock()
	if known {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	window := e.opts.Prices.Window(name)
	w, err := e.opts.Client.Window(within, name)
	if err == nil && w.Input >= leastWindow {
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
	return err
}

// budget returns the maximal number of tokens that one call to the named model may read.
func (e *Engine) budget(name string) int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return cmp.Or(e.windows[name], e.opts.Context)
}
