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

// Limiter bounds the calls of each model that are under way at once, for all workers together. The bound n begins at
// most, is halved if the provider rejects calls as too many, and rises by one after n calls that succeed. A Limiter is
// safe for concurrent use; nil limits nothing.
type Limiter struct {
	most int

	mu    sync.Mutex
	pools map[string]*pool
}

// pool is the state of the limiter for one model. Providers limit each model separately.
type pool struct {
	allowed, busy int
	good          int           // successes since the last change of allowed
	round         int           // counts the requests to slow down
	until         time.Time     // no call starts before
	why           string        // the provider said so
	changed       chan struct{} // closed if the state changes
}

// NewLimiter returns a limiter that allows at most most calls of each model at once. A most below 1 means 1.
func NewLimiter(most int) *Limiter {
	return &Limiter{most: max(most, 1), pools: map[string]*pool{}}
}

// Allowed returns the number of calls of the named model that may be under way at once now.
func (l *Limiter) Allowed(name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pool(name).allowed
}

// pool returns the state of the named model and creates it if necessary. The caller holds l.mu.
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

// place is the permission to make one call, which [Limiter.take] gives.
type place struct {
	limiter *Limiter
	pool    *pool
	round   int
	now     func() time.Time
}

// take waits until a call of the named model may start, and returns the permission. It also returns the time for which
// the provider's limits delayed the call, and fails at once if that time would exceed patience.
func (l *Limiter) take(ctx context.Context, name string, patience time.Duration, now func() time.Time) (place, time.Duration, error) {
	if l == nil {
		return place{}, 0, nil
	}
	var held time.Duration
	for ctx.Err() == nil {
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
				Message: fmt.Sprintf("the provider accepts no calls for %s: %s", hold.Round(time.Second), why)}
		}
		if hold <= 0 {
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		if sleep(ctx, hold) == nil {
			held += hold
		}
	}
	return place{}, held, context.Cause(ctx)
}

// leave ends a call that [Limiter.take] permitted. It changes the number of calls that may run at once, depending on
// the error of the call, and stops new calls for a while if one of the provider's allowances is used up.
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
			p.hold(minTime(a.Reset, s.now().Add(longestHold)), "its limit of "+a.Name+" is used up")
		}
	}
	p.announce()
}

// slowDown halves the number of calls that may run at once after the provider refused a call as too many, but only once
// for calls that were under way together. If the provider demands a wait, no call starts before its end.
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
