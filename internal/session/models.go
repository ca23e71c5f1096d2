package session

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/analyst"
	"luminos/internal/budget"
	"luminos/internal/evidence"
	"luminos/internal/investigate"
	"luminos/internal/model"
	"luminos/internal/store"
)

// Models holds the settings of the model engine: the account, the models and their limits.
type Models struct {
	Account   Account
	Names     analyst.Models
	Prices    *model.Prices
	Effort    string // "" leaves it to the model
	Language  string // the BCP 47 tag of the language in which models write; "" leaves it to them
	Context   int64  // tokens; 0 means analyst.DefaultContext
	MaxOutput int64  // tokens of an answer; 0 leaves it to the engine
	// Turns are the turns of directories; the zero value means investigate.DefaultTurns.
	Turns investigate.Turns
	// Sizes are the sizes of targets; the zero value means luminos.DefaultSizes.
	Sizes luminos.Sizes
	// Refine is the maximal number of passes of refinement.
	Refine int
	// Ceilings bound the cost, the tokens and the time of the run.
	Ceilings budget.Ceilings
	// Retry bounds the repetition of failed calls. The run sets its limiter, its function and its clock.
	Retry model.Policy
}

// useModels sets opts.Engine to an engine that investigates with the models of the request, and completes opts for it.
// The sink in opts has to be complete: failed attempts are reported to it.
func (r *run) useModels(ctx context.Context, opts *investigate.Options) error {
	m := r.Models
	if r.ledger != nil {
		opts.Sink = luminos.Tee(opts.Sink, r.ledger.Add)
	}
	opts.Parallel = cmp.Or(r.Parallel, DefaultCalls)
	engine, err := newEngine(ctx, r, opts.Sink, opts.Parallel)
	if err != nil {
		return err
	}
	opts.Engine = engine
	if judge := analyst.NewJudge(engine); judge != nil {
		opts.Judge = judge
	}
	opts.Language = m.Language
	opts.Models, opts.Limited = m.distinct(), m.Ceilings.Any()
	if opts.Foresee, opts.Ahead = r.foresee, r.ahead; !r.ahead {
		opts.Choose = r.Choose
	}
	opts.Variant += ", " + m.Account.Provider
	opts.Refine = m.Refine
	if opts.Turns = m.Turns; m.turns() != "" { // the default is not named, so that results of earlier versions hold
		opts.Variant += ", turns " + m.turns()
	}
	if opts.Sizes = m.Sizes; m.sizes() != "" {
		opts.Variant += ", sizes " + m.sizes()
	}
	return nil
}

// newEngine returns an engine with the models of a run, which sends its events to sink and makes at most parallel calls
// at once.
func newEngine(ctx context.Context, r *run, sink luminos.Sink, parallel int) (*analyst.Engine, error) {
	m := r.Models
	tools, err := r.target.tools(ctx)
	if err != nil {
		return nil, err
	}
	var client model.Client // none is needed for an estimate
	if !r.ahead {
		refused := func(e *model.Error) { r.stop(&RefusedError{e}) }
		if client, err = m.client(sink, r.Clock, parallel, r.limits, refused); err != nil {
			return nil, err
		}
	}
	var mask func(string) string
	if !r.target.masked() {
		mask = unsecret
	}
	checker := checkerOf(r)
	checker.Blocks = evidence.NewBlocks()
	return analyst.New(analyst.Options{
		Client: client, Models: m.Names, Prices: m.Prices, Tools: tools, Checker: checker,
		Journal: r.journal(), Sink: sink, Mask: mask, Context: m.context(), MaxOutput: m.MaxOutput,
		Effort: m.Effort, Provider: m.Account.Provider,
		Language: m.Language, Learned: learned(m.Names, r.forecasts()),
	}), nil
}

// client returns a client for the account that repeats failed calls. It emits an event to sink for each failed attempt,
// and makes at most parallel calls at once. If the account is refused before any call succeeded, it calls refused
// instead of emitting an event.
func (m *Models) client(
	sink luminos.Sink, now func() time.Time, parallel int, limits *budget.Budget,
	refused func(*model.Error),
) (model.Client, error) {
	plain, err := m.Account.Client(now, nil)
	if err != nil {
		return nil, err
	}
	once := &answering{Client: plain}
	var reached sync.Once
	failed := func(ctx context.Context, e *model.Error, wait time.Duration, last bool) {
		if e.Class == model.Ceiling { // once for all the calls that are not made
			reached.Do(func() {
				pass, rest := luminos.EventIn(ctx).Pass, "rules do the rest"
				if pass == luminos.PassRefine {
					rest = "the report stays as it is"
				}
				sink.Emit(luminos.Event{Kind: luminos.EventNote, Failed: true, Pass: pass,
					Text: e.Message + ": " + rest, Class: string(e.Class), Hint: e.Hint()})
			})
			return
		}
		if last && hopeless(e.Class) && !once.answered.Load() {
			refused(e)
			return
		}
		event := luminos.EventIn(ctx)
		event.Kind, event.Failed = luminos.EventNote, true
		if last {
			event.Text = e.Error() + "; given up"
			event.Class, event.Hint = string(e.Class), e.Hint()
		} else {
			event.Text = e.Error() + "; asking again in " + wait.Round(100*time.Millisecond).String()
		}
		sink.Emit(event)
		if wait >= time.Second {
			event.Kind, event.Text = luminos.EventProgress, "waiting "+wait.Round(time.Second).String()+": "+string(e.Class)
			sink.Emit(event)
		}
	}
	policy := m.Retry
	policy.Limiter, policy.Failed, policy.Now = model.NewLimiter(parallel), failed, now
	policy.Until = limits.End()
	return model.Retry(limits.Client(once), policy), nil
}

// budget returns the budget of a run that begins now. Without ceilings it limits nothing until it is guarded.
func (m *Models) budget(now func() time.Time) (*budget.Budget, error) {
	last := model.Call{Model: m.Names.Synthesis, Cache: model.Cache5m, MaxOutput: cmp.Or(m.MaxOutput, lastOutput)}
	return budget.New(budget.Options{
		Ceilings: m.Ceilings, Prices: m.Prices, Last: last, LastPrompt: m.context(),
		Judge: m.Names.Judge != "", Counts: m.Account.Provider == Anthropic && m.Ceilings.Any(), Now: now,
	}, m.distinct())
}

// lastOutput is the number of tokens of an answer that is kept for the last pass.
const lastOutput = 16_384

// context returns the maximal number of input tokens of one model call.
func (m *Models) context() int64 { return cmp.Or(m.Context, analyst.DefaultContext) }

// journal returns the function that opens the stored history of a conversation, or nil if nothing is stored.
func (r *run) journal() func(name string) (agent.Journal, error) {
	if r.inv == nil {
		return nil
	}
	return func(name string) (agent.Journal, error) { return r.inv.Journal(name) }
}

// engineName returns "model" or "offline", the name of the engine in the list of stored investigations.
func (r *run) engineName() string {
	if r.Models != nil {
		return "model"
	}
	return "offline"
}

// settings returns the settings on which the results of the run depend, under the names of the flags.
func (r *run) settings() []store.Setting {
	quoted := make([]string, len(r.Scan.Excludes))
	for i, e := range r.Scan.Excludes {
		quoted[i] = fmt.Sprintf("%q", e)
	}
	list := []store.Setting{
		{Name: "engine", Value: r.engineName()},
		{Name: "luminos", Value: r.Version},
		{Name: "--exclude", Value: strings.Join(quoted, " ")},
		{Name: "--no-ignore", Value: onOff(r.Scan.NoIgnore)},
		{Name: "--one-file-system", Value: onOff(r.Scan.OneFileSystem)},
	}
	if r.Models != nil {
		list = append(list, r.Models.settings()...)
	}
	return list
}

// settings returns the settings of the models. The address of the server is not part of the list: the same model can
// answer at another address, and local servers change their port.
func (m *Models) settings() []store.Setting {
	list := []store.Setting{
		{Name: "--provider", Value: m.Account.Provider},
		{Name: "--survey-model", Value: m.Names.Survey},
		{Name: "--plan-model", Value: m.Names.Plan},
		{Name: "--dir-model", Value: m.Names.Directories},
		{Name: "--synthesis-model", Value: m.Names.Synthesis},
		{Name: "--judge-model", Value: cmp.Or(m.Names.Judge, "none")},
		{Name: "--effort", Value: m.Effort},
		{Name: "--context", Value: strconv.FormatInt(m.context(), 10)},
	}
	if m.MaxOutput > 0 {
		list = append(list, store.Setting{Name: "--max-output", Value: strconv.FormatInt(m.MaxOutput, 10)})
	}
	if m.Language != "" {
		list = append(list, store.Setting{Name: "--lang", Value: m.Language})
	}
	if m.Refine > 0 {
		list = append(list, store.Setting{Name: "--refine-depth", Value: strconv.Itoa(m.Refine)},
			store.Setting{Name: "--refine-model", Value: m.Names.Refine})
	}
	if m.turns() != "" {
		list = append(list, store.Setting{Name: "turns of directories", Value: m.turns()})
	}
	if m.sizes() != "" {
		list = append(list, store.Setting{Name: "--sizes", Value: m.sizes()})
	}
	return list
}

// turns returns the turns of directories by tier as text, or "" for the default.
func (m *Models) turns() string {
	if t := m.Turns; t != (investigate.Turns{}) && t != investigate.DefaultTurns {
		return fmt.Sprintf("%d/%d/%d/%d", t.Default, t.Priority, t.Shallow, t.Most)
	}
	return ""
}

// sizes returns the sizes of targets as text, or "" for the default.
func (m *Models) sizes() string {
	if m.Sizes == (luminos.Sizes{}) || m.Sizes == luminos.DefaultSizes {
		return ""
	}
	return m.Sizes.String()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
