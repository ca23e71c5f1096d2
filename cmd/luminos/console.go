package main

import (
	"sync"

	"luminos"
	"luminos/internal/render"
)

// console shows the events of a run on standard error: progress, and notices as
// lines of their own. It is safe for concurrent use.
type console struct {
	app    *app
	output *output

	mu       sync.RWMutex // guards the fields below
	progress luminos.Sink
	stop     func()            // ends the progress; nil before it begins
	hints    map[string]string // how to avoid a failure, by its class
}

func newConsole(a *app, o *output) *console {
	return &console{app: a, output: o, hints: map[string]string{}}
}

// event prints the event e as progress or as a notice, and stores the hint of a failed call, as a [luminos.Sink].
func (c *console) event(e luminos.Event) {
	switch {
	case e.Kind == luminos.EventNotice:
		c.notice(e)
		return
	case e.Class != "":
		c.mu.Lock()
		c.hints[e.Class] = e.Hint
		c.mu.Unlock()
	}
	c.mu.RLock()
	progress, begun := c.progress, c.stop != nil
	c.mu.RUnlock()
	if !begun {
		progress = c.begin()
	}
	progress.Emit(e)
}

// begin starts the display of progress, unless it was started, and returns the sink of the display.
func (c *console) begin() luminos.Sink {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop == nil {
		t := c.app.terminal(c.app.stderr)
		c.progress, c.stop = render.Progress(c.app.stderr, render.ProgressOptions{
			Terminal: t.escapes, Width: t.width, Quiet: c.output.quiet, Clock: c.app.clock,
			Measure: func() int { return c.app.terminal(c.app.stderr).width },
			Color:   t.escapes && c.app.colored(c.output.color.value, t),
		})
	}
	return c.progress
}

// notice prints a notice for the user. With --quiet it prints only notices of severity concern or above. The line of
// the progress is removed, and drawn again by the next event.
func (c *console) notice(e luminos.Event) {
	if c.output.quiet && e.Severity.Rank() < luminos.Concern.Rank() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
	c.app.say("note", render.Clean(e.Text))
}

// close ends the display of progress and removes its line.
func (c *console) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
}

func (c *console) end() {
	if c.stop != nil {
		c.stop()
		c.progress, c.stop = nil, nil
	}
}

// advice returns the hint for failed model calls of a class; "" if no call was given up with that class.
func (c *console) advice(class string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.hints[class]
}
