package store

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"luminos"
)

// compared returns the comparison of a forecast with work that took ratio times as much.
func compared(model string, conversations int, ratio float64) Forecasted {
	of := func(f float64) Worked {
		return Worked{Turns: int(1000 * f), Fresh: int64(50_000 * f), Cached: int64(90_000 * f), Output: int64(9000 * f)}
	}
	return Forecasted{Pass: luminos.PassDirectories, Model: model, Conversations: conversations, Forecast: of(1), Actual: of(ratio)}
}

// TestForecastsAreKept checks that comparisons are stored in order, that the number of them is bounded, and that a
// damaged file counts as missing and is replaced.
func TestForecastsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	c, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := Forecasts(c); len(got) != 0 {
		t.Errorf("an empty cache has %v", got)
	}
	for i := range forecastsKept + 3 {
		if err := AddForecasts(t.Context(), c, []Forecasted{compared("m", i+1, 2)}); err != nil {
			t.Fatal(err)
		}
	}
	got := Forecasts(c)
	if len(got) != forecastsKept || got[0].Conversations != 4 || got[len(got)-1].Conversations != forecastsKept+3 {
		t.Errorf("%d records are kept, from %+v", len(got), got[0])
	}
	name := filepath.Join(dir, forecastsFile)
	for _, damage := range []string{"", "{", `{"records":[]}`} {
		if err := os.WriteFile(name, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Forecasts(c); len(got) != 0 {
			t.Errorf("a file with %q gives %v", damage, got)
		}
		if err := AddForecasts(t.Context(), c, []Forecasted{compared("m", 1, 2)}); err != nil || len(Forecasts(c)) != 1 {
			t.Errorf("after %q: %d records, %v", damage, len(Forecasts(c)), err)
		}
	}
	c.Close()
	if err := Clear(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Error("the directory of a cleared cache is left")
	}
}

// TestLearning checks the ratio that is learned from records of forecasts that were wrong by a factor.
func TestLearning(t *testing.T) {
	for name, c := range map[string]struct {
		records []Forecasted
		from    float64
		to      float64
		runs    int
	}{
		"no run":                       {nil, 0, 0, 0},
		"another model":                {[]Forecasted{compared("other", 30, 2)}, 0, 0, 0},
		"a large run counts whole":     {[]Forecasted{compared("m", 30, 2)}, 1.9, 2, 1},
		"a small one less":             {[]Forecasted{compared("m", 1, 2)}, 1.4, 1.45, 1},
		"a small one after a large":    {[]Forecasted{compared("m", 20, 2), compared("m", 1, 0.5)}, 1.6, 1.9, 2},
		"two that contradict":          {[]Forecasted{compared("m", 20, 2), compared("m", 20, 0.5)}, 0.99, 1.01, 2},
		"a wild one is bounded":        {[]Forecasted{compared("m", 20, 1e6)}, 6, 8, 1},
		"a row without conversations":  {[]Forecasted{compared("m", 0, 2)}, 0, 0, 0},
		"the newest ten runs":          {append(repeated(compared("m", 20, 8), 5), repeated(compared("m", 20, 1), 10)...), 0.99, 1.01, 10},
		"a record with negative sizes": {[]Forecasted{{luminos.PassDirectories, "m", 20, Worked{-1, -1, -1, -1}, Worked{-5, -5, -5, -5}}}, 0.99, 1.01, 1},
	} {
		l, runs, ok := Learn(c.records, luminos.PassDirectories, "m")
		if runs != c.runs || ok != (runs > 0) {
			t.Errorf("%s: learned from %d runs, %t", name, runs, ok)
		}
		for _, ratio := range []float64{l.Turns, l.Fresh, l.Cached, l.Output} {
			if ok && (math.IsNaN(ratio) || ratio < c.from || ratio > c.to) {
				t.Errorf("%s: the ratio is %v, want %v to %v", name, ratio, c.from, c.to)
			}
		}
	}
}

func repeated(r Forecasted, n int) (list []Forecasted) {
	for range n {
		list = append(list, r)
	}
	return list
}
