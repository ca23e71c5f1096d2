package analyst

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/evidence"
	"luminos/internal/model"
)

// provider is a client that fails each call, and has a window for each model.
type provider struct {
	calls   int
	fail    []*model.Error // by call; after the last one the model submits an empty report of any kind
	window  model.Window
	unknown []string // models that the provider does not have
	silent  bool     // it does not answer questions about models
	noList  bool     // it has no list of models
}

func (p *provider) Complete(_ context.Context, c model.Call, _ func(model.Delta)) (model.Response, error) {
	p.calls++
	if p.calls <= len(p.fail) && p.fail[p.calls-1] != nil {
		return model.Response{}, p.fail[p.calls-1]
	}
	return model.Response{Stop: model.StopTools, Prompt: 9, Blocks: []model.Block{{Kind: model.ToolUse, ID: "u", Name: "submit_survey", Input: `{"description":"d","approach":"a","confidence":1}`}}}, nil
}

func (p *provider) Window(ctx context.Context, name string) (model.Window, error) {
	if p.silent {
		<-ctx.Done()
		return model.Window{}, ctx.Err()
	}
	for _, u := range p.unknown {
		if u == name || p.noList {
			return model.Window{}, &model.Error{Class: model.NotFound, Message: "no model " + name}
		}
	}
	return p.window, nil
}

func (p *provider) Count(context.Context, model.Call) (int64, error) { return 0, errors.ErrUnsupported }

// over returns an engine that asks the provider, and its notes.
func over(p *provider) (e *Engine, notes *[]string) {
	notes = new([]string)
	return New(Options{
		Client: p, Models: Models{"a", "b", "c", "d", "", "d"}, Checker: evidence.Checker{Source: small}, Tools: small.tools(),
		Sink: func(ev luminos.Event) {
			if ev.Kind == luminos.EventNote {
				*notes = append(*notes, ev.Text)
			}
		},
	}), notes
}

// After three failures in a row, or after one that will not pass, the model is not asked any more.
func TestFailuresThatStopTheEngine(t *testing.T) {
	down := &model.Error{Class: model.Transient, Message: "down"}
	for name, c := range map[string]struct {
		fail  []*model.Error
		calls int // of 5 surveys
	}{
		"none":            {nil, 5},
		"two in a row":    {[]*model.Error{down, down, nil, down, down}, 5},
		"three in a row":  {[]*model.Error{down, down, down}, 3},
		"a wrong key":     {[]*model.Error{nil, {Class: model.Auth}}, 2},
		"no credit":       {[]*model.Error{{Class: model.Billing}}, 1},
		"an unknown name": {[]*model.Error{{Class: model.NotFound}}, 1},
	} {
		p := &provider{fail: c.fail}
		e, notes := over(p)
		var err error
		for range 5 {
			_, err = e.Survey(t.Context(), dossier())
		}
		stopped := c.calls < 5
		if f, ok := errors.AsType[*luminos.Failure](err); p.calls != c.calls || stopped != (ok && f.NotAsked && f.Class == string(c.fail[c.calls-1].Class)) || (len(*notes) == 1) != stopped {
			t.Errorf("%s: %d calls, want %d; the last survey returns %v, the notes are %q", name, p.calls, c.calls, err, *notes)
		}
	}
	// An interrupted run is no failure of the provider.
	ctx, cancel := context.WithCancel(t.Context())
	e, _ := over(&provider{})
	e.learn(ctx, luminos.PassSurvey, down)
	cancel()
	e.learn(ctx, luminos.PassSurvey, down)
	e.learn(ctx, luminos.PassSurvey, down)
	if e.learn(t.Context(), luminos.PassSurvey, errors.New("a full disk")); e.failures != 1 || e.stopped != nil {
		t.Errorf("%d failures are counted, want 1", e.failures)
	}
}

// A wrong name of a model is found before the first call, unless the provider has no list of models.
func TestUnknownModelIsFoundBeforeTheFirstCall(t *testing.T) {
	for name, c := range map[string]struct {
		p     provider
		calls int
	}{
		"all known": {provider{}, 2}, "one unknown": {provider{unknown: []string{"d"}}, 0}, "no list": {provider{unknown: []string{"d"}, noList: true}, 2},
	} {
		e, notes := over(&c.p)
		var err error
		for range 2 {
			_, err = e.Survey(t.Context(), dossier())
		}
		if c.p.calls != c.calls || (err == nil) != (c.calls == 2) || (len(*notes) == 1) != (err != nil) {
			t.Errorf("%s: %d calls, %v, the notes are %q", name, c.p.calls, err, *notes)
		}
		if err != nil && (!strings.Contains(err.Error(), "no model d") || !strings.Contains(err.Error(), string(luminos.PassSynthesis))) {
			t.Errorf("%s: the error %v does not name the model and its pass", name, err)
		}
	}
}

// One call may read 70 % of the window of its model, at most Options.Context tokens. An impossible window is ignored.
func TestContextIsAShareOfTheWindow(t *testing.T) {
	for window, want := range map[int64]int64{0: 140_000, 7_999: 140_000, 8_000: 5_600, 100_000: 70_000, 200_000: 140_000, 1_000_000: 140_000} {
		e, _ := over(&provider{window: model.Window{Input: window}})
		if e.check(t.Context()); e.budget("a") != want {
			t.Errorf("a window of %d gives a budget of %d, want %d", window, e.budget("a"), want)
		}
	}
	for set, want := range map[int64]int64{-1: 140_000, 1000: 1000} {
		if got := New(Options{Context: set}).budget("a"); got != want {
			t.Errorf("Options.Context %d gives a budget of %d, want %d", set, got, want)
		}
	}
	known := New(Options{Client: &provider{}, Models: Models{model.DefaultStrong, "b", "c", "d", "", "e"}, Context: 1 << 40})
	known.check(t.Context())
	if got, want := known.budget(model.DefaultStrong), model.ListPrices().Window(model.DefaultStrong).Input*7/10; got != want || want == 0 {
		t.Errorf("without an answer of the provider the budget of %s is %d, want %d", model.DefaultStrong, got, want)
	}
}

// A provider that does not answer questions about its models delays the first call by 15 seconds a model, and each
// model is asked about once.
func TestSilentProviderIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &provider{silent: true}
		e, _ := over(p)
		e.opts.Models.Plan = "a"
		began := time.Now()
		for range 2 {
			if _, err := e.Survey(t.Context(), dossier()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != 45*time.Second {
			t.Errorf("three models took %v, want 45 s", took)
		}
		// An interrupted question is no answer.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		other, _ := over(&provider{silent: true})
		other.check(ctx)
		if len(other.windows) != 0 {
			t.Errorf("the windows are taken for known: %v", other.windows)
		}
		ended, _ := over(&provider{silent: true})
		if ended.check(ctx); ended.checked {
			t.Error("after the end of the context models are taken for checked")
		}
	})
}

// flaky is a journal whose methods fail after some records.
type flaky struct {
	kept           []json.RawMessage
	left           int // records until Append fails
	stuck          bool
	appends, reset int
	closed         bool
}

func (j *flaky) Records() []json.RawMessage { return j.kept }
func (j *flaky) Close() error               { j.closed = true; return nil }

func (j *flaky) Reset() error {
	j.reset++
	if j.stuck {
		return errors.New("the disk is gone")
	}
	j.kept = nil
	return nil
}

func (j *flaky) Append(record any, _ bool) error {
	if j.appends++; j.appends > j.left {
		return errors.New("the disk is full")
	}
	raw, err := json.Marshal(record)
	j.kept = append(j.kept, raw)
	return err
}

// A journal that fails does not end an investigation: a note states that calls will be made again.
func TestJournalThatFailsIsNoted(t *testing.T) {
	for name, c := range map[string]struct {
		journal *flaky
		open    error
		notes   int
		appends int
		calls   int // of two surveys
	}{
		"a good one":            {&flaky{left: 99}, nil, 0, 4, 1},
		"one that is full":      {&flaky{left: 1}, nil, 1, 2, 1},
		"one that is stuck":     {&flaky{kept: []json.RawMessage{json.RawMessage(`{}`)}, left: 99, stuck: true}, nil, 1, 0, 1},
		"one that is not there": {&flaky{}, errors.New("no permission"), 1, 0, 1},
	} {
		p := &provider{}
		e, notes := over(p)
		e.opts.Journal = func(name string) (agent.Journal, error) {
			if name != "survey" {
				t.Errorf("the journal is called %q", name)
			}
			return c.journal, c.open
		}
		if _, err := e.Survey(t.Context(), dossier()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		unkept := 0
		for _, n := range *notes {
			if strings.Contains(n, "this conversation is not kept: ") {
				unkept++
			}
		}
		if unkept != c.notes || c.journal.appends != c.appends || p.calls != c.calls || c.journal.closed != (c.open == nil) {
			t.Errorf("%s: %d calls, %d records, closed is %t, the notes are %q", name, p.calls, c.journal.appends, c.journal.closed, *notes)
		}
	}
}
