package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"luminos"
)

// report stores a report of an engine in the newest investigation of /t, or in a new one, with the file time at.
func report(t *testing.T, c *Cache, engine string, fresh bool, at int64) (id string) {
	t.Helper()
	inv, _ := begun(t, c, Begin{Target: "/t", Engine: engine, Fresh: fresh})
	defer inv.Close()
	if _, err := inv.PutReport(&luminos.Report{Target: luminos.Target{Engine: engine}}); err != nil {
		t.Fatal(err)
	}
	when := time.Unix(1_600_000_000+at, 0)
	if err := os.Chtimes(filepath.Join(c.Dir(), inv.ID(), reportFile), when, when); err != nil {
		t.Fatal(err)
	}
	if err := inv.Finish(1, 1, 0, nil); err != nil {
		t.Fatal(err)
	}
	return inv.ID()
}

// TestReportsOfEngines stores a report by a model, then one by rules, then one of a new investigation that replaces
// report.json and is killed.
func TestReportsOfEngines(t *testing.T) {
	c := opened(t, Options{})
	first := report(t, c, "model", false, 1)
	if report(t, c, "offline", false, 2) != first {
		t.Fatal("another investigation")
	}
	second := report(t, c, "offline", true, 3)
	if err := os.Remove(filepath.Join(c.Dir(), second, engineFile("offline"))); err != nil {
		t.Fatal(err)
	}
	// A run of the other engine that ends without a report does not change whose report that is.
	inv, _ := begun(t, c, Begin{Target: "/t", Engine: "model"})
	if err := inv.Start(); err != nil {
		t.Fatal(err)
	}
	inv.Close()
	list, newest, err := c.Reports("/t")
	if err != nil || len(list) != 3 || newest.ID != second {
		t.Fatalf("%+v, %+v, %v", list, newest, err)
	}
	for _, want := range []struct {
		Wanted
		id, engine string
	}{
		{Wanted{}, first, "model"}, {Wanted{Engine: "offline"}, second, "offline"},
		{Wanted{ID: first[:8], Engine: "offline"}, first, "offline"}, {Wanted{ID: second}, second, "offline"},
		{Wanted{ID: second, Engine: "model"}, "", ""}, {Wanted{Engine: "x"}, "", ""},
	} {
		s, ok := Choose(list, want.Wanted)
		if s.ID != want.id || s.Engine != want.engine || ok != (want.id != "") {
			t.Errorf("%+v: got %+v", want.Wanted, s)
		}
		if r, err := c.ReadReport(s); ok && (err != nil || r.Target.Engine != want.engine) {
			t.Errorf("%+v: read %+v, %v", want.Wanted, r, err)
		}
	}
}

// TestReduce removes by size in the order of the worth: superseded unfinished ones first.
func TestReduce(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	c := opened(t, Options{Clock: func() time.Time { now = now.Add(time.Hour); return now }})
	done := report(t, c, "offline", true, 0)
	begin := func(target string) string {
		inv, _ := begun(t, c, Begin{Target: target, Fresh: true})
		defer inv.Close()
		return inv.ID()
	}
	superseded, unfinished := begin("/t"), begin("/other")
	damaged := begin("/damaged")
	put(t, c, damaged+"/"+metaFile, "{")
	last := report(t, c, "offline", true, 0)
	busy, _ := begun(t, c, Begin{Target: "/busy"})
	defer busy.Close()
	ids := func(l Limits) (got []string) {
		removed, err := c.Reduce(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range removed {
			got = append(got, r.ID)
		}
		return got
	}
	list, err := c.List()
	if err != nil || len(list) != 6 {
		t.Fatalf("%+v, %v", list, err)
	}
	total := int64(0)
	for _, l := range list {
		total += l.Bytes
	}
	if got := ids(Limits{}); got != nil {
		t.Errorf("without limits: %v", got)
	}
	if got := ids(Limits{Bytes: total - 1}); !slices.Equal(got, []string{superseded}) {
		t.Errorf("one byte too many: %v", got)
	}
	if got := ids(Limits{Bytes: 1}); !slices.Equal(got, []string{unfinished, damaged, done, last}) {
		t.Errorf("all but the busy one: %v", got)
	}
	if v, err := c.investigations(); err != nil || len(v.Targets) != 1 {
		t.Errorf("the index still has %+v, %v", v, err)
	}
	if got := ids(Limits{Before: now.Add(time.Hour)}); got != nil {
		t.Errorf("the busy one: %v", got)
	}
}

// TestSpentSinceTheLastReport counts the calls in the log of an interrupted run after the last report.
func TestSpentSinceTheLastReport(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	c := opened(t, Options{Clock: func() time.Time { now = now.Add(time.Second); return now }})
	for i, finish := range []bool{true, false, false} {
		inv, before := begun(t, c, Begin{Target: "/t", Engine: "model"})
		if want := []luminos.Money{0, 0, luminos.Dollar}[i]; before.Spent != want || before.Calls != 2*int(want/luminos.Dollar) {
			t.Errorf("run %d: %v on %d calls, want %v", i, before.Spent, before.Calls, want)
		}
		inv.Event(luminos.Event{Kind: luminos.EventCall, Priced: true, Cost: luminos.Dollar})
		inv.Event(luminos.Event{Kind: luminos.EventCall})
		if err := inv.Start(); err != nil {
			t.Fatal(err)
		}
		if finish {
			if err := inv.Finish(1, 1, 0, nil); err != nil {
				t.Fatal(err)
			}
		}
		inv.Close()
	}
}
