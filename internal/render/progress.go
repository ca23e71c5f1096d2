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

// ProgressOptions say how the progress of a run is shown.
type ProgressOptions struct {
	// Terminal says that lines can be rewritten in place; otherwise plain lines
	// are written now and then.
	Terminal bool
	// Width is the terminal's; 0 means 80.
	Width int
	// Color allows colour on a terminal.
	Color bool
	// Quiet shows nothing.
	Quiet bool
	// Clock is read at most once per event; nil means time.Now.
	Clock func() time.Time
}

// redraw is how often a line is rewritten: faster cannot be read.
const redraw = 80 * time.Millisecond

// Progress makes a sink that shows where a run is, and a function that removes
// the line at the end; after it nothing more is shown. Both are safe for
// concurrent use.
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
		return p.inPlace, p.erase
	}
	return p.lines, p.end
}

// maxWorks bounds the plain lines of a pass, should texts be many.
const maxWorks = 100

type progress struct {
	ProgressOptions
	// next is when the line may be redrawn, in Unix nanoseconds. It is read
	// without the lock: most events of a scan end there.
	next atomic.Int64

	mu      sync.Mutex
	w       io.Writer
	stopped bool
	drawn   bool
	pass    luminos.Pass
	// reported is, for each work of the pass, the count of its last plain line.
	reported map[string]int
	work     work
	text     string // of the line in place
}

// inPlace rewrites the one line, and puts above it what is to stay.
func (p *progress) inPlace(e luminos.Event) {
	now := p.Clock().UnixNano()
	if !ofModel(e) && now < p.next.Load() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	kept := p.work.take(e)
	if len(kept) > 0 && p.drawn {
		io.WriteString(p.w, "\r\x1b[K")
	}
	for _, k := range kept {
		p.keep(k)
	}
	// What a model does is rare and tells something new; the rest need not be
	// shown more often than it can be read.
	if !ofModel(e) && now < p.next.Load() {
		return
	}
	p.next.Store(now + int64(redraw))
	switch {
	case p.work.under(e):
		p.text = p.work.describe(p.Width - 1)
	case !ofModel(e):
		p.text = describe(e)
	}
	// The last column stays free: some terminals wrap when it is written.
	line := truncate(Clean(p.text), p.Width-1, "…")
	fmt.Fprintf(p.w, "\r%s\x1b[K", line)
	p.drawn = true
}

// keep writes what is to stay on a terminal, at most two lines of it.
func (p *progress) keep(spans []span) {
	page := &page{width: p.Width - 1, color: p.Color}
	for i, l := range page.atMost(2, page.width-2, spans) {
		fmt.Fprintf(p.w, "%s%s\n", strings.Repeat(" ", min(i, 1)*2), strings.TrimRight(l, " "))
	}
}

func (p *progress) erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn && !p.stopped {
		io.WriteString(p.w, "\r\x1b[K")
	}
	p.stopped = true
}

// lines writes a line when a pass begins a work, and when its count has
// doubled: a log of a long run stays short. Works of a pass may interleave. Of
// a model it writes which unit begins, what was found, and how it ended.
func (p *progress) lines(e luminos.Event) {
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
	e.Path = "" // which file it is says nothing afterwards
	fmt.Fprintln(p.w, Clean(describe(e)))
}

// longLine is how much of a text goes into a log: the report has it whole.
const longLine = 240

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
}

// describe is "[scan] Counting lines… foo.py (1,200 of 5,000)"; the count
// stands before the name so that cutting the line cuts the name.
func describe(e luminos.Event) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s…", e.Pass, e.Text)
	switch {
	case e.Total > 0:
		fmt.Fprintf(&b, " %s/%s", words.Count(e.Done), words.Count(e.Total))
	case e.Done > 0:
		fmt.Fprintf(&b, " %s", words.Count(e.Done))
	}
	if e.Path != "" {
		b.WriteString(" " + string(e.Path))
	}
	return b.String()
}
