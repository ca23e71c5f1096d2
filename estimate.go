package luminos

import (
	"context"
	"math"
)

// Estimate is the expected work of the models of a run. It is computed from measurements, facts, the plan of rules and
// the first messages of the conversations, without a call.
type Estimate struct {
	Models      []string `json:"models"`      // sorted
	Directories int      `json:"directories"` // of the target
	// Asked counts the directories about which a model is asked. For the Reused ones stored results are used; the plan
	// of rules skips the others.
	Asked  int `json:"asked_directories"`
	Reused int `json:"reused_directories"`
	Units  int `json:"units"`  // conversations about directories
	Masked int `json:"masked"` // places that look like secrets
	Range
	// ByPass has a row for each pass in which a model is asked, in their order.
	ByPass []PassEstimate `json:"by_pass"`
	// Costliest are the directories that take most, the highest first.
	Costliest  []DirEstimate `json:"costliest"`
	PricesDate string        `json:"prices_date"`
	// Unpriced are the models whose price is unknown. Their part of the cost is missing.
	Unpriced []string `json:"unpriced_models,omitempty"`
	// Runs is the number of earlier runs on this machine from which the estimate has learned.
	Runs int `json:"learned_from_runs"`
}

// Range is an expected amount of work with its bounds.
type Range struct {
	Low    Work `json:"low"`
	Likely Work `json:"likely"`
	High   Work `json:"high"`
}

// Work is an amount of work of models.
type Work struct {
	Turns int   `json:"turns"` // calls
	Usage Usage `json:"usage"`
	Cost  Money `json:"cost_usd"` // of the calls that have a price
}

// Plus returns the sum of w and v.
func (w Work) Plus(v Work) Work {
	return Work{w.Turns + v.Turns, w.Usage.Plus(v.Usage), w.Cost.Plus(v.Cost)}
}

// Tokens returns the number of tokens that are read and written.
func (w Work) Tokens() int64 { return sum(w.Usage.Prompt(), w.Usage.Output) }

// Plus returns the sum of r and v.
func (r Range) Plus(v Range) Range {
	return Range{r.Low.Plus(v.Low), r.Likely.Plus(v.Likely), r.High.Plus(v.High)}
}

// Excess returns the factor by which each bound of r has to move, for the upper one to be at most times the lower one: of
// the cost or, without a price, of the tokens. It is at least 1.
func (r Range) Excess(times float64) float64 {
	low, high := float64(r.Low.Cost), float64(r.High.Cost)
	if low == 0 {
		low, high = float64(r.Low.Tokens()), float64(r.High.Tokens())
	}
	if low <= 0 {
		return 1
	}
	return max(1, math.Sqrt(high/(times*low)))
}

// Narrowed returns r with each bound moved towards the other by the factor by.
func (r Range) Narrowed(by float64) Range {
	return Range{r.Low.times(by), r.Likely, r.High.times(1 / by)}
}

// times returns w with all numbers multiplied by f.
func (w Work) times(f float64) Work {
	by := func(n int64) int64 { return int64(float64(n) * f) }
	u := w.Usage
	return Work{int(float64(w.Turns)*f + 0.5), Usage{
		Input: by(u.Input), CacheWrite5m: by(u.CacheWrite5m), CacheWrite1h: by(u.CacheWrite1h),
		CacheRead: by(u.CacheRead), Output: by(u.Output),
	}, Money(by(int64(w.Cost)))}
}

// Forecast is the expected work of a conversation, or of all conversations of a pass.
type Forecast struct {
	Range
	// Plain is the likely work if nothing is learned from earlier runs.
	Plain Work `json:"-"`
}

// Plus returns the sum of f and v.
func (f Forecast) Plus(v Forecast) Forecast {
	return Forecast{f.Range.Plus(v.Range), f.Plain.Plus(v.Plain)}
}

// PassEstimate is the part of an estimate for one pass.
type PassEstimate struct {
	Pass          Pass   `json:"pass"`
	Model         string `json:"model"`
	Priced        bool   `json:"priced"`
	Conversations int    `json:"conversations"`
	Forecast
}

// DirEstimate is the part of an estimate for one directory, with all directories below it.
type DirEstimate struct {
	Path Path `json:"path"`
	Range
	// Share is the part of the whole likely work that leaving out the directory would save, from 0 to 1.
	Share float64 `json:"share"`
}

// Choice is a decision about stored results of directories that have not changed since but were made with other
// settings.
type Choice struct {
	Directories, Of int      // with such results, and all
	Settings        []string // that differ, as "NAME: was A, is B"
	Use, Redo       Range    // the work of the run if they are used, and if not
}

// Choose decides whether the results are used. An error ends the run.
type Choose func(context.Context, *Choice) (bool, error)

// Confirm decides, with the estimate of a run, whether its first call is made. An error ends the run.
type Confirm func(context.Context, *Estimate) error

// Learned holds the ratios of actual work to forecasts of one pass in earlier runs. 1 is a forecast that was right.
type Learned struct{ Turns, Fresh, Cached, Output float64 }

// Fresh returns the number of tokens of input that are not read from the cache of the provider.
func (u Usage) Fresh() int64 { return u.Prompt() - u.CacheRead }
