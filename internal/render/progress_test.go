package render

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"luminos"
)

// ticking returns a clock that advances by a step at each reading.
func ticking(step time.Duration) func() time.Time {
	var mu sync.Mutex
	now := time.Unix(1000, 0)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(step)
		return now
	}
}

func TestProgressInPlace(t *testing.T) {
	var b bytes.Buffer
	sink, stop := Progress(&b, ProgressOptions{Terminal: true, Width: 40, Clock: ticking(time.Second)})
	sink(luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Path: "foo.py"})
	sink(luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Path: "evil\x1b[2J\n" + luminos.Path(strings.Repeat("long/", 30)), Done: 1200, Total: 5000})
	stop()
	sink(luminos.Event{Pass: luminos.PassScan, Text: "too late"})
	stop()
	want := "\r[scan] Counting lines… foo.py\x1b[K" +
		"\r[scan] Counting lines… 1,200/5,000 \"…\x1b[K" +
		"\r\x1b[K"
	if got := b.String(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, l := range strings.Split(b.String(), "\r") {
		if ansi.StringWidth(l) >= 40 {
			t.Errorf("a line fills the last column: %q", l)
		}
	}
}

func TestProgressRedrawsSeldom(t *testing.T) {
	var b bytes.Buffer
	sink, stop := Progress(&b, ProgressOptions{Terminal: true, Clock: ticking(time.Millisecond)})
	for i := range 1000 {
		sink(luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Done: i})
	}
	stop()
	if n := strings.Count(b.String(), "\r"); n < 10 || n > 15 {
		t.Errorf("drawn %d times in a second", n)
	}
}

func TestProgressLines(t *testing.T) {
	var b bytes.Buffer
	sink, stop := Progress(&b, ProgressOptions{})
	for i := range 10000 {
		sink(luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Path: "x\x1b", Done: i})
	}
	for i := range 50 { // two works of one pass, by turns
		sink(luminos.Event{Pass: luminos.PassFacts, Text: "Reading documents", Done: i})
		sink(luminos.Event{Pass: luminos.PassFacts, Text: "Reading media", Done: i})
	}
	for i := range 10000 {
		sink(luminos.Event{Pass: luminos.PassVerify, Text: fmt.Sprint("ever new\n", i)})
	}
	stop()
	sink(luminos.Event{Pass: luminos.PassVerify, Text: "too late"})
	got := b.String()
	want := "[scan] Counting lines…\n[scan] Counting lines… 1,000\n[scan] Counting lines… 2,000\n[scan] Counting lines… 4,000\n" +
		"[scan] Counting lines… 8,000\n[facts] Reading documents…\n[facts] Reading media…\n[verify] ever new\\n0…\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to begin\n%s", got, want)
	}
	if n := strings.Count(got, "\n"); n != 108 {
		t.Errorf("%d lines", n)
	}
	checkClean(t, "progress", got)
}

func TestProgressQuietAndConcurrent(t *testing.T) {
	sink, stop := Progress(nil, ProgressOptions{Quiet: true})
	sink.Emit(luminos.Event{})
	stop()

	for _, terminal := range []bool{false, true} {
		var b bytes.Buffer
		sink, stop := Progress(&b, ProgressOptions{Terminal: terminal, Clock: ticking(time.Millisecond)})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for i := range 500 {
					sink(luminos.Event{Pass: luminos.PassScan, Text: "Counting", Done: i})
				}
			})
		}
		wg.Go(stop)
		wg.Wait()
	}
}

// TestProgressFollowsTheWidth draws a line on a terminal that becomes narrower: the rows into which the terminal wraps
// the line are removed, and the next line has the new width. A pass that takes long shows for how long.
func TestProgressFollowsTheWidth(t *testing.T) {
	var b bytes.Buffer
	width := 60
	sink, stop := Progress(&b, ProgressOptions{
		Terminal: true, Width: 60, Measure: func() int { return width }, Clock: ticking(3 * time.Second),
	})
	e := luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Path: luminos.Path(strings.Repeat("long/", 30))}
	sink(e)
	width = 25
	b.Reset()
	sink(e)
	sink(e)
	stop()
	want := "\x1b[2A\r\x1b[J\r[scan] Counting lines…\x1b[K\r[scan] Counting lines…\x1b[K\r\x1b[K"
	if got := b.String(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	b.Reset()
	width = 60
	sink, stop = Progress(&b, ProgressOptions{Terminal: true, Width: 60, Clock: ticking(3 * time.Second)})
	for range 3 {
		sink(luminos.Event{Pass: luminos.PassScan, Text: "Counting lines", Path: "a.go"})
	}
	stop()
	if got := b.String(); !strings.Contains(got, "lines… a.go") || !strings.Contains(got, "lines… 6s a.go") {
		t.Errorf("got %q", got)
	}
}
