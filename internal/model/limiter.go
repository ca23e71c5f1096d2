package model

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// longestHold bounds the wait for a new allowance. Its date is that one of the provider, and clocks differ; if a call
// is really rejected, the error has a wait of its own.
const longestHold = 2 * time.Minute

// Limiter is how many calls of each model may be under way at once, shared by
// all workers. It begins at the most, halves if the provider demands less,
// and grows by one for every round of successes. A provider that names a wait
// holds all back. It is safe for concurrent use; a nil Limiter limits nothing.
type Limiter struct {
	most int

	mu    sync.Mutex
	pools map[string]*pool
}

// pool is the state of one model: providers limit each model separately.
type pool struct {
	allowed, busy int
	good          int           // successes since the last change of allowed
	round         int           // counts the requests to slow down
	until         time.Time     // no call starts before
	why           string        // the provider said so
	changed       chan struct{} // closed if the state changes
}

// NewLimiter returns a limiter for at most most calls at once, at least one.
func NewLimiter(most int) *Limiter {
	return &Limiter{most: max(most, 1), pools: map[string]*pool{}}
}

// Allowed says how many calls of a model may be under way now.
func (l *Limiter) Allowed(name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pool(name).allowed
}

// pool returns the state of a model. The lock must be held.
func (l *Limiter) pool(name string) *pool {
	p := l.pools[name]
	if p == nil {
		p = &pool{allowed: l.most, changed: make(chan struct{})}
		l.pools[name] = p
	}
	return p
}

func (p *pool) announce() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// place is the right to one call.
type place struct {
	limiter *Limiter
	pool    *pool
	round   int
	now     func() time.Time
}

// take waits for a place. It also returns the time for which the provider's limits delayed it, and fails at once if the
// wait would exceed patience.
func (l *Limiter) take(ctx context.Context, name string, patience time.Duration, now func() time.Time) (place, time.Duration, error) {
	if l == nil {
		return place{}, 0, nil
	}
	var held time.Duration
	for {
		if err := ctx.Err(); err != nil {
			return place{}, held, context.Cause(ctx)
		}
		l.mu.Lock()
		p := l.pool(name)
		hold := p.until.Sub(now())
		if hold <= 0 && p.busy < p.allowed {
			p.busy++
			round := p.round
			l.mu.Unlock()
			return place{l, p, round, now}, held, nil
		}
		changed, why := p.changed, p.why
		l.mu.Unlock()
		if hold > patience-held {
			return place{}, held, &Error{Class: RateLimited, Doing: "waiting to ask " + name, After: hold, Final: true,
				Message: fmt.Sprintf("the provider wants to be left alone for %s: %s", hold.Round(time.Second), why)}
		}
		if hold <= 0 {
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		if err := sleep(ctx, hold); err != nil {
			return place{}, held, err
		}
		held += hold
	}
}

// leave returns a place, with the outcome of the call.
func (s place) leave(allowed []Allowance, err error) {
	if s.limiter == nil {
		return
	}
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	p := s.pool
	p.busy--
	e, failed := errors.AsType[*Error](err)
	switch {
	case failed && e.SlowDown():
		s.slowDown(e)
	case err == nil && p.allowed < s.limiter.most:
		if p.good++; p.good >= p.allowed {
			p.allowed++
			p.good = 0
		}
	}
	if failed {
		allowed = append(allowed, e.Allowances...)
	}
	for _, a := range allowed {
		if a.Remaining == 0 {
			p.hold(minTime(a.Reset, s.now().Add(longestHold)), "no "+a.Name+" left")
		}
	}
	p.announce()
}

// slowDown halves the number of calls at once, only one time for all calls that were under way together.
func (s place) slowDown(e *Error) {
	p := s.pool
	if s.round == p.round {
		p.allowed = max(p.allowed/2, 1)
		p.round++
		p.good = 0
	}
	if e.After > 0 {
		p.hold(s.now().Add(e.After), clip(e.Message))
	}
}

func (p *pool) hold(until time.Time, why string) {
	if until.After(p.until) {
		p.until, p.why = until, why
	}
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
