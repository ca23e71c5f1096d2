package store

import (
	"slices"
	"testing"
	"time"

	"luminos"
)

// TestLatest stores reports of two engines in two investigations: the two latest ones of the engine of the newest count,
// each once, and a damaged one does not.
func TestLatest(t *testing.T) {
	c := opened(t, Options{})
	want := func(starts ...int64) {
		t.Helper()
		list, err := Latest(c, "/t")
		got := []int64{}
		for _, r := range list {
			got = append(got, r.Run.StartedAt.Unix())
		}
		if err != nil || !slices.Equal(got, starts) {
			t.Errorf("got %v, %v, want %v", got, err, starts)
		}
	}
	add := func(engine string, fresh bool, started int64) string {
		inv, _ := begun(t, c, Begin{Target: "/t", Engine: engine, Fresh: fresh})
		defer inv.Close()
		r := &luminos.Report{Target: luminos.Target{Engine: engine}, Run: luminos.Run{StartedAt: time.Unix(started, 0)}}
		if _, err := inv.PutReport(r); err != nil {
			t.Fatal(err)
		}
		return inv.ID()
	}
	want()
	add("offline", true, 1)
	want(1)
	add("offline", false, 2)
	want(2, 1)
	add("model", false, 3)
	want(3)
	last := add("offline", true, 4)
	want(4, 2)
	put(t, c, last+"/"+reportFile, "{")
	put(t, c, last+"/"+engineFile("offline"), "{")
	want(3)
}
