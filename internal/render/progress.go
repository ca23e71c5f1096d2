package render

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"luminos"
	"luminos/internal/words"
)

// ProgressOptions are the options of the progress display.
type ProgressOptions struct {
	// Terminal means that a line can be rewritten in place; otherwise plain
	// lines are written from time to time.
	Terminal bool
	// Width is the number of columns of the terminal; 0 means 80.
	Width int
	// Measure returns the present number of columns, 0 if it is unknown; nil means that it stays at Width.
	Measure func() int
	// Color allows colour on a terminal.
	Color bool
	// Quiet shows nothing.
	Quiet bool
	// Clock is read at most once per event; nil means time.Now.
	Clock func() time.Time
}

// redraw is the least time between two states of a line, except for events of a model: a reader cannot follow faster
// changes.
const redraw = 80 * time.Millisecond

// Progress returns a sink that shows the state of a run, and a function that ends the display and removes the line
// in place. Both are safe for concurrent use. If o.Quiet is set, the sink is nil.
func Progress(w io.Writer, o ProgressOptions) (sink luminos.Sink, stop func()) {
	if o.Quiet {
		return nil, func() {}
	}
	if o.Width <= 0 {
		o.Width = defaultWidth
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	p := &progress{w: w, ProgressOptions: o}
	if o.Terminal {
		return p.inPlace, p.end
	}
	return p.lines, p.end
}

// maxWorks bounds the plain lines of a pass: after lines on more tasks than that, no line follows.
const maxWorks = 100

type progress struct {
	ProgressOptions
	// next is when the line may be redrawn, in Unix nanoseconds. It is read
	// without the lock: most events of a scan end there.
	next atomic.Int64

	mu      sync.Mutex
	w       io.Writer
	stopped bool
	drawn   int // the columns of the line in place
	pass    luminos.Pass
	// reported maps each task of the pass to the count of its last plain line.
	reported map[string]int
	work     work
	text     string    // of the line in place
	began    time.Time // of the pass in the line in place, which is shown
	shown    luminos.Pass
}

// inPlace shows an event on a terminal: it rewrites the last line, and writes lines that stay
// above it.
func (p *progress) inPlace(e luminos.Event) {
	if e.Kind == luminos.EventDegraded {
		return // the report lists them
	}
	clock := p.Clock()
	now := clock.UnixNano()
	// Events of a model are rare and new; others are shown about once in the time of a redraw.
	if !ofModel(e) && now < p.next.Load() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	p.work.pace.now = clock
	p.resize()
	kept := p.work.take(e)
	if len(kept) > 0 {
		p.clear()
	}
	for _, k := range kept {
		p.keep(k)
	}
	p.next.Store(now + int64(redraw))
	switch {
	case p.work.under(e):
		p.text = p.work.describe(p.room())
	case !ofModel(e):
		p.text = describe(e, p.elapsed(e.Pass, clock))
	}
	line := truncate(Clean(p.text), p.room(), "…")
	fmt.Fprintf(p.w, "\r%s\x1b[K", line)
	p.drawn = max(cells(line), 1)
}

// slow is the time from which on the line shows for how long a pass has run.
const slow = 5 * time.Second

// elapsed returns the time since the first event of a pass that runs, such as "12s", or "" before the time slow.
func (p *progress) elapsed(pass luminos.Pass, now time.Time) string {
	if pass != p.shown {
		p.shown, p.began = pass, now
	}
	if d := now.Sub(p.began); d >= slow {
		return brief(d)
	}
	return ""
}

// room returns the number of columns of the line in place. The last column stays free, since some terminals wrap when
// it is written, and so do two for the ^C that a terminal shows.
func (p *progress) room() int { return p.Width - len("^C") - 1 }

// resize measures the terminal. If it has become narrower than the line in place, most terminals have wrapped the line:
// resize removes its rows.
func (p *progress) resize() {
	if p.Measure == nil {
		return
	}
	if width := p.Measure(); width > 0 && width != p.Width {
		if rows := (p.drawn - 1) / width; p.drawn > 0 && rows > 0 {
			fmt.Fprintf(p.w, "\x1b[%dA\r\x1b[J", rows)
			p.drawn = 0
		}
		p.Width = width
	}
}

// clear removes the line in place, if there is one.
func (p *progress) clear() {
	if p.drawn > 0 {
		io.WriteString(p.w, "\r\x1b[K")
		p.drawn = 0
	}
}

// keep writes spans as one or two lines that stay on the terminal, above the line of the progress.
func (p *progress) keep(spans []span) {
	page := &page{width: p.Width - 1, color: p.Color}
	for i, l := range page.atMost(2, page.width-2, spans) {
		fmt.Fprintf(p.w, "%s%s\n", strings.Repeat("  ", i), strings.TrimRight(l, " "))
	}
}

// end removes the line of the progress from the terminal, if there is one. Later events write nothing.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.stopped {
		p.resize()
		p.clear()
	}
	p.stopped = true
}

// lines writes an event as a line of a log, if at all, so that the log of a long run stays short. It writes the start
// of a task and each doubling of its count, from 1,000 on; for a model, the start and end of each unit, its findings
// and notes. Tasks of a pass may interleave.
func (p *progress) lines(e luminos.Event) {
	if e.Kind == luminos.EventDegraded {
		return // the report lists them
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	if ofModel(e) {
		begun := p.work.begins(e)
		kept := p.work.take(e)
		if begun {
			fmt.Fprintln(p.w, Clean(p.work.heading()))
		}
		page := &page{}
		for _, k := range kept {
			if pass := cmp.Or(e.Pass, p.work.pass); pass != "" {
				k = append([]span{text("[" + string(pass) + "] ")}, k...)
			}
			fmt.Fprintln(p.w, page.line(longLine, k...))
		}
		return
	}
	p.work.take(e)
	if e.Pass != p.pass {
		p.pass, p.reported = e.Pass, map[string]int{}
	}
	last, known := p.reported[e.Text]
	if known && (e.Done < 1000 || e.Done < 2*last) || len(p.reported) > maxWorks {
		return
	}
	p.reported[e.Text] = e.Done
	e.Path = "" // a single file means nothing in a log
	fmt.Fprintln(p.w, Clean(describe(e, "")))
}

// longLine is the most characters of a text in a log; the report has all.
const longLine = 240

// describe returns the text of an event, such as "[scan] Counting lines… 1,200/5,000 12s foo.py". The count and the
// elapsed time, which can be "", come before the name, so that cutting the line cuts the name.
func describe(e luminos.Event, elapsed string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s…", e.Pass, e.Text)
	switch {
	case e.Total > 0:
		fmt.Fprintf(&b, " %s/%s", words.Count(e.Done), words.Count(e.Total))
	case e.Done > 0:
		fmt.Fprintf(&b, " %s", words.Count(e.Done))
	}
	if elapsed != "" {
		b.WriteString(" " + elapsed)
	}
	if e.Path != "" {
		b.WriteString(" " + subject(string(e.Path)))
	}
	return b.String()
}
