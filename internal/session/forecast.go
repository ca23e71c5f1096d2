package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/model"
	"luminos/internal/store"
	"luminos/internal/words"
)

// errAhead ends a run after its estimate.
var errAhead = errors.New("the run ends with its estimate")

// Estimate returns the expected work and cost of the models of a run. It makes no call and needs no key. It reads the
// target and the cache, and stores no result. The request has models. The errors are the same as of [Run].
func Estimate(ctx context.Context, req Request) (*luminos.Estimate, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Request: req, stop: stop, ahead: true}
	defer r.close()
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	r.confine()
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	report, err := r.passes(ctx)
	switch {
	case err == nil: // the stored report is reused
		n := len(report.Entries)
		none := &luminos.Estimate{Models: req.Models.distinct(), Directories: n, Reused: n}
		return complete(none, req.Models.Prices, nil), nil
	case errors.Is(err, errAhead):
		return r.estimate, nil
	}
	return nil, err
}

// foresee stores the estimate of the run. Unless only the estimate is asked for, it sends a notice with the estimate to
// the user, guards the budget and asks for a confirmation.
func (r *run) foresee(ctx context.Context, e *luminos.Estimate) error {
	r.estimate = complete(e, r.Models.Prices, r.forecasts())
	if r.ahead {
		return errAhead
	}
	r.limits.Guard(e.High.Tokens())
	r.notify(luminos.Info, asking(r.Models, e, r.inv != nil))
	if r.Confirm == nil {
		return nil
	}
	err := r.Confirm(ctx, e)
	r.unasked = err != nil
	return err
}

// asking returns the notice before the first call of a model. kept states whether an interrupted run can go on.
func asking(m *Models, e *luminos.Estimate, kept bool) string {
	about := words.Plural(e.Asked, "directory", "directories")
	if e.Asked < e.Directories {
		about = words.Count(e.Asked) + " of " + words.Plural(e.Directories, "directory", "directories")
	}
	text := "asking " + words.List(m.distinct()) + " at " + m.Account.Host() + " about " + about + ": " +
		Projected(&e.Range) + " expected" + ending(m, e)
	if e.Masked > 0 {
		text += "; " + words.Plural(e.Masked, "place") + " with secrets masked"
	}
	if kept {
		text += "; Ctrl-C keeps the finished part"
	}
	return text
}

// ending returns the words on the ceiling that ends a run before the work that it can take at most, or "".
func ending(m *Models, e *luminos.Estimate) string {
	if most := m.Ceilings.Cost; most > 0 && most < e.High.Cost {
		return ", and --max-cost ends it at " + most.String()
	}
	return ""
}

// Projected returns a range of work as a phrase: "40-130 calls, $0.60-$2.10", with tokens if no price is known.
func Projected(r *luminos.Range) string {
	calls := words.Between(words.Count(r.Low.Turns), words.Count(r.High.Turns)) + " calls, "
	if r.High.Cost > 0 {
		return calls + words.Between(r.Low.Cost.Cents(), r.High.Cost.Cents())
	}
	return calls + words.Between(words.Compact(r.Low.Tokens()), words.Compact(r.High.Tokens())) + " tokens"
}

// complete adds to the estimate e the date of the prices and the number of runs from which it has learned.
func complete(e *luminos.Estimate, prices *model.Prices, records []store.Forecasted) *luminos.Estimate {
	e.PricesDate = prices.Date
	for i := range e.ByPass {
		_, runs, _ := store.Learn(records, e.ByPass[i].Pass, e.ByPass[i].Model)
		e.Runs = max(e.Runs, runs)
	}
	return e
}

// forecasts returns the stored comparisons of forecasts with finished runs.
func (r *run) forecasts() []store.Forecasted {
	if r.cache == nil {
		return nil
	}
	return store.Forecasts(r.cache)
}

// learned returns, by pass, the ratios of work to forecasts in finished runs with the same model.
func learned(names analyst.Models, records []store.Forecasted) map[luminos.Pass]luminos.Learned {
	m := map[luminos.Pass]luminos.Learned{}
	for pass, name := range map[luminos.Pass]string{
		luminos.PassSurvey: names.Survey, luminos.PassPlan: names.Plan,
		luminos.PassDirectories: names.Directories, luminos.PassGrouping: names.Synthesis,
		luminos.PassSynthesis: names.Synthesis, luminos.PassRefine: names.Refine, luminos.PassJudge: names.Judge,
	} {
		if l, _, ok := store.Learn(records, pass, name); ok {
			m[pass] = l
		}
	}
	return m
}

// learn stores the work of each pass of a finished run beside its forecast. It does nothing after a run that a ceiling
// or a provider cut short, or that went on with the calls of an interrupted one.
func (r *run) learn(ctx context.Context, report *luminos.Report) {
	spent := report.Run.Spending
	cut := slices.ContainsFunc(report.Quality.Degraded, func(d luminos.Degradation) bool { return d.Class != "" })
	if r.cache == nil || r.estimate == nil || spent == nil || cut || r.before.Calls > 0 {
		return
	}
	var records []store.Forecasted
	for _, row := range r.estimate.ByPass {
		same := func(p luminos.PassSpending) bool { return p.Pass == row.Pass && p.Model == row.Model }
		i := slices.IndexFunc(spent.ByPass, same)
		if i < 0 || row.Conversations == 0 {
			continue
		}
		p := spent.ByPass[i]
		records = append(records, store.Forecasted{
			Pass: row.Pass, Model: row.Model, Conversations: row.Conversations,
			Forecast: store.WorkOf(row.Plain.Turns, row.Plain.Usage), Actual: store.WorkOf(p.Calls, p.Usage),
		})
	}
	if err := store.AddForecasts(ctx, r.cache, records); err != nil {
		r.notify(luminos.Info, fmt.Sprintf("later estimates do not learn from this run: %v", err))
	}
}
