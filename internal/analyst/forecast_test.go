package analyst

import (
	"fmt"
	"testing"

	"luminos"
	"luminos/internal/model"
	"luminos/internal/model/modeltest"
)

// TestForecastOfUnits checks that a forecast has ordered bounds within the allowance, and that it grows with the files.
func TestForecastOfUnits(t *testing.T) {
	e := New(Options{Models: Models{"s", "s", model.DefaultStrong, model.DefaultStrong, "s", ""}, Tools: small.tools()})
	before := luminos.Work{}
	for n := range 12 {
		files := tree{}
		for i := range 3 * n {
			files[luminos.Path(fmt.Sprintf("src/f%d.go", i))] = fmt.Sprintf("package src\n\nvar V%d = %0*d\n", i, 4000, i)
		}
		u := files.unit(7, "src")
		f := e.ForecastUnit(&u)
		ordered := f.Low.Turns <= f.Likely.Turns && f.Likely.Turns <= f.High.Turns && f.Low.Cost < f.Likely.Cost && f.Likely.Cost < f.High.Cost
		if !ordered || f.Low.Turns < 1 || f.High.Turns > u.Turns || f.Plain != f.Likely {
			t.Errorf("%d files: %+v", 3*n, f)
		}
		if f.Likely.Cost < before.Cost {
			t.Errorf("%d files are forecast to cost %v, fewer files %v", 3*n, f.Likely.Cost, before.Cost)
		}
		before = f.Likely
	}
}

// TestForecastLearns checks that ratios of earlier runs scale a forecast, and leave its plain form.
func TestForecastLearns(t *testing.T) {
	o := Options{Models: Models{"s", "s", model.DefaultStrong, model.DefaultStrong, "s", ""}, Tools: small.tools()}
	u := small.unit(10, "src")
	plain := New(o).ForecastUnit(&u)
	o.Learned = map[luminos.Pass]luminos.Learned{luminos.PassDirectories: {Turns: 2, Fresh: 2, Cached: 3, Output: 0.5}}
	got := New(o).ForecastUnit(&u)
	near := func(a, b int64) bool { return a-b < 20 && b-a < 20 }
	w, p := got.Likely, plain.Likely
	if got.Plain != p || w.Turns != 2*p.Turns || !near(w.Usage.Fresh(), 2*p.Usage.Fresh()) ||
		!near(w.Usage.CacheRead, 3*p.Usage.CacheRead) || !near(w.Usage.Output, p.Usage.Output/2) {
		t.Errorf("without learning %+v, with it %+v", plain, got)
	}
	if got.High.Cost >= 4*got.Low.Cost || got.Low.Cost >= w.Cost || got.High.Cost <= w.Cost {
		t.Errorf("the range is %v-%v, most likely %v", got.Low.Cost, got.High.Cost, w.Cost)
	}
}

// TestFirstCallIsForecast compares the first call of a conversation, from which a forecast is made, with the first
// request that the server gets.
func TestFirstCallIsForecast(t *testing.T) {
	e, s := small.engine(t, modeltest.Diligent{}, nil)
	u := small.unit(6, "src")
	w := newWork(e, &u)
	first, err := w.loop().First()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Investigate(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	got := s.Requests()[0]
	if got.Opening() != first.Messages[0].Blocks[0].Text || len(got.Tools) != len(first.Tools) {
		t.Errorf("the first request opens with %q and %d tools, the forecast with %d tools", got.Opening(), len(got.Tools), len(first.Tools))
	}
	opening := float64(len(first.Messages[0].Blocks[0].Text)) / tokenBytes
	if size, parts := float64(first.Size())/tokenBytes, e.shared(&u)+opening; size-parts > 20 || parts-size > 20 {
		t.Errorf("the first call has %.0f tokens, its parts have %.0f", size, parts)
	}
	counted := float64(s.Ledger()[0].Usage.Prompt())
	if forecast := e.shared(&u) + opening; forecast < 0.8*counted || forecast > 1.3*counted {
		t.Errorf("the first prompt is forecast to have %.0f tokens, the server counts %.0f", forecast, counted)
	}
}
