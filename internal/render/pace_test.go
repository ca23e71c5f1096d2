package render

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"luminos"
)

// TestPace checks the elapsed and the expected time on the line of the progress, which appear after ten units.
func TestPace(t *testing.T) {
	var b strings.Builder
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	sink, stop := Progress(&b, ProgressOptions{Terminal: true, Width: 120, Clock: func() time.Time { return now }})
	defer stop()
	shown := func() string { return b.String()[strings.LastIndexByte(b.String(), '\r'):] }
	const total = 42
	for i := range 21 {
		unit := luminos.Path(fmt.Sprintf("unit%d", i))
		at := luminos.Event{Pass: luminos.PassDirectories, Unit: unit, Path: unit, Done: 2 + i, Total: total}
		call := at
		call.Kind, call.Turn, call.Turns, call.Priced, call.Cost = luminos.EventCall, 1, 10, true, luminos.Dollar/100
		sink(call)
		want, never := "", "left"
		if i >= 10 {
			want, never = fmt.Sprintf("· $0.%02d · %s, about %s left", i+1, brief(time.Duration(i)*8*time.Second), brief(time.Duration(40-i)*8*time.Second)), "\n"
		}
		if got := shown(); !strings.Contains(got, want) || strings.Contains(got, never) {
			t.Errorf("after %d units the line is %q, want %q", i, got, want)
		}
		now = now.Add(8 * time.Second)
		end := at
		end.Kind, end.Done, end.Turn = luminos.EventUnit, 3+i, 1
		sink(end)
	}
	next := luminos.Event{Kind: luminos.EventCall, Pass: luminos.PassSynthesis, Turn: 1, Priced: true}
	if sink(next); strings.Contains(shown(), "left") {
		t.Errorf("the next pass begins with %q", shown())
	}
}

// TestBrief checks durations of each length.
func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 45 * time.Second: "45s", 80 * time.Second: "1m20s", 599 * time.Second: "9m59s", 10 * time.Minute: "10m",
		12*time.Minute + 20*time.Second: "12m", 2*time.Hour + 5*time.Minute: "2h05m", 59*time.Minute + 59*time.Second: "60m",
	} {
		if got := brief(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
