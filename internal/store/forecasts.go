package store

import (
	"context"
	"math"

	"luminos"
)

const (
	forecastsFile = "forecasts.json"
	forecastsMax  = 1 << 20
	// forecastsKept is the number of records that are kept, the newest ones. A run adds one for each pass.
	forecastsKept = 200
)

// Forecasted compares the work of one pass in a finished run with its forecast. It names no target.
type Forecasted struct {
	Pass          luminos.Pass `json:"pass"`
	Model         string       `json:"model"`
	Conversations int          `json:"conversations"`
	Forecast      Worked       `json:"forecast"`
	Actual        Worked       `json:"actual"`
}

// Worked is the work of models in a pass: turns and tokens.
type Worked struct {
	Turns  int   `json:"turns"`
	Fresh  int64 `json:"fresh"`  // input that was not in the cache of the provider
	Cached int64 `json:"cached"` // input that was
	Output int64 `json:"output"`
}

// WorkOf returns the turns and tokens of a number of calls with the usage u.
func WorkOf(turns int, u luminos.Usage) Worked {
	return Worked{turns, u.Fresh(), u.CacheRead, u.Output}
}

// forecasts is the content of forecasts.json.
type forecasts struct {
	Records []Forecasted `json:"records"`
}

// Forecasts returns the stored comparisons of forecasts with finished runs, the newest last. A damaged file counts as
// missing: only estimates depend on it, and the next run writes it anew.
func Forecasts(c *Cache) []Forecasted {
	var v forecasts
	if c.readSealed(forecastsFile, forecastsMax, &v) != nil {
		return nil
	}
	return v.Records[max(0, len(v.Records)-forecastsKept):]
}

// AddForecasts stores comparisons of forecasts with a finished run, and removes the oldest ones beyond forecastsKept.
// If another process is changing the file, it waits, at most until ctx ends.
func AddForecasts(ctx context.Context, c *Cache, more []Forecasted) error {
	l, err := c.lockNamed(ctx, investigationsLock, false, nil)
	if err != nil {
		return doing("storing the work of a run beside its estimate", err)
	}
	defer l.release()
	all := append(Forecasts(c), more...)
	return c.put(forecastsFile, forecasts{all[max(0, len(all)-forecastsKept):]})
}

// Bounds of the learning from earlier runs.
const (
	learnFrom = 10   // newest runs
	trust     = 1.0  // the weight of the forecast as it is, in conversations
	weightMax = 20.0 // of one run, in conversations
	ratioMost = 8.0
)

// Learn returns, for a pass and a model, the ratios of actual work to forecasts in the newest records, and the number
// of these records; without a record it returns false.
//
// A ratio is the weighted geometric mean over the runs. The weight of a run is the number of its conversations, at most
// weightMax. The ratio 1 has the weight trust in the mean, so that a run with few conversations changes little
// (shrinkage).
func Learn(records []Forecasted, pass luminos.Pass, model string) (l luminos.Learned, runs int, ok bool) {
	var sums [4]float64
	weight := trust
	for i := len(records) - 1; i >= 0 && runs < learnFrom; i-- {
		r := &records[i]
		if r.Pass != pass || r.Model != model || r.Conversations < 1 {
			continue
		}
		runs++
		n := min(float64(r.Conversations), weightMax)
		weight += n
		for k, pair := range [4][2]float64{
			{float64(r.Actual.Turns), float64(r.Forecast.Turns)}, {float64(r.Actual.Fresh), float64(r.Forecast.Fresh)},
			{float64(r.Actual.Cached), float64(r.Forecast.Cached)}, {float64(r.Actual.Output), float64(r.Forecast.Output)},
		} {
			ratio := max(pair[0], 1) / max(pair[1], 1)
			sums[k] += n * math.Log(min(max(ratio, 1/ratioMost), ratioMost))
		}
	}
	of := func(k int) float64 { return math.Exp(sums[k] / weight) }
	return luminos.Learned{Turns: of(0), Fresh: of(1), Cached: of(2), Output: of(3)}, runs, runs > 0
}
