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
		"\r[scan] Counting lines… 1,200/5,000 \"ev…\x1b[K" +
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
