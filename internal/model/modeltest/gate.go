package modeltest

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Gate is a place where calls wait until a test lets them go. The zero value is
// open.
type Gate struct {
	mu      sync.Mutex
	shut    bool
	waiting []chan struct{} // in order of arrival
	changed chan struct{}   // closed when someone comes or goes
}

// Shut makes those who come wait.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = true
}

// Release lets the first n who wait go, and says how many there were. The gate
// stays as it is.
func (g *Gate) Release(n int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n = min(max(n, 0), len(g.waiting))
	for _, w := range g.waiting[:n] {
		close(w)
	}
	g.waiting = slices.Clone(g.waiting[n:])
	g.tell()
	return n
}

// Open lets everyone go, those who come later too.
func (g *Gate) Open() {
	g.mu.Lock()
	g.shut = false
	n := len(g.waiting)
	g.mu.Unlock()
	g.Release(n)
}

// Waiting is how many wait.
func (g *Gate) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting)
}

// Await returns once at least n wait, or with the error of ctx.
func (g *Gate) Await(ctx context.Context, n int) error {
	for {
		g.mu.Lock()
		if len(g.waiting) >= n {
			g.mu.Unlock()
			return nil
		}
		if g.changed == nil {
			g.changed = make(chan struct{})
		}
		changed := g.changed
		g.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// pass waits at a shut gate.
func (g *Gate) pass(ctx context.Context) error {
	g.mu.Lock()
	if !g.shut {
		g.mu.Unlock()
		return nil
	}
	me := make(chan struct{})
	g.waiting = append(g.waiting, me)
	g.tell()
	g.mu.Unlock()
	select {
	case <-me:
		return nil
	case <-ctx.Done():
		g.mu.Lock()
		defer g.mu.Unlock()
		g.waiting = slices.DeleteFunc(g.waiting, func(w chan struct{}) bool { return w == me })
		g.tell()
		return context.Cause(ctx)
	}
}

// tell wakes those who wait for a change. The lock is held.
func (g *Gate) tell() {
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}

// Clock is the time that a server lives by: what the cache forgets, and how long
// an answer is delayed.
type Clock interface {
	Now() time.Time
	// Wait returns after d, or with the error of ctx.
	Wait(ctx context.Context, d time.Duration) error
}

// wall is the time of the world.
type wall struct{}

func (wall) Now() time.Time { return time.Now() }

func (wall) Wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ManualClock stands still until it is told to advance.
type ManualClock struct {
	mu      sync.Mutex
	now     time.Time
	waiting map[*Gate]time.Time
	arrived chan struct{} // closed when someone comes to wait
}

// NewManualClock is a clock that shows a time.
func NewManualClock(now time.Time) *ManualClock {
	return &ManualClock{now: now, waiting: map[*Gate]time.Time{}, arrived: make(chan struct{})}
}

// Now is the time it was advanced to.
func (c *ManualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Wait returns once the clock was advanced by d.
func (c *ManualClock) Wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	g := &Gate{shut: true}
	c.mu.Lock()
	c.waiting[g] = c.now.Add(d)
	close(c.arrived)
	c.arrived = make(chan struct{})
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, g)
		c.mu.Unlock()
	}()
	return g.pass(ctx)
}

// Await returns once at least n wait for time to pass, or with the error of ctx.
func (c *ManualClock) Await(ctx context.Context, n int) error {
	for {
		c.mu.Lock()
		there, arrived := len(c.waiting), c.arrived
		c.mu.Unlock()
		if there >= n {
			return nil
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Advance moves the clock and lets those go whose time has come.
func (c *ManualClock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	for g, until := range c.waiting {
		if !until.After(c.now) {
			g.Open()
		}
	}
}
