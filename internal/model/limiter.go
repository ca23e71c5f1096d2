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
// most, is halved if the provider rejects calls as too many, and rises by one after n calls that succeed.
//
// After two outage failures in a row (see [Error.Outage]) all calls of the model wait together, and one call at a time
// finds out whether the provider answers again. A Limiter is safe for concurrent use; nil limits nothing.
//
// It reads the time package's clock, whose differences do not change if the clock of the system is set.
type Limiter struct {
	most int

	mu    sync.Mutex
	pools map[string]*pool
	since time.Time // the start of an outage: the first failure after the last sign of life; zero without an outage
	// answers counts the calls that succeeded.
	answers int
}

// pool is the state of the limiter for one model. Providers limit each model separately.
type pool struct {
	allowed, busy int
	good          int           // successes since the last change of allowed
	round         int           // counts the rounds of failures
	streak        int           // rounds of outage failures since the last sign of life
	probing       bool          // a call finds out whether an outage is over
	until         time.Time     // no call starts before
	why           string        // the provider said so
	advised       bool          // until is of an allowance that is used up, and no call was refused
	fresh         bool          // no call has started since a wait for an allowance began
	doubted       bool          // an allowance was used up again by the first call after a wait: it is not believed
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
	probes  bool // the call finds out whether an outage is over
	first   bool // it is the first one after a wait for an allowance
}

// take waits until a call of the named model may start, and returns the permission. It also returns the time for which
// the provider delayed the call, and fails at once if that time would exceed patience. wait is called before a wait for
// an allowance, by one of the calls that wait.
func (l *Limiter) take(ctx context.Context, name string, patience time.Duration, wait func(*Error, time.Duration)) (place, time.Duration, error) {
	if l == nil {
		return place{}, 0, nil
	}
	var held time.Duration
	for ctx.Err() == nil {
		l.mu.Lock()
		p := l.pool(name)
		hold := time.Until(p.until)
		if hold <= 0 && p.busy < p.allowed && !p.probing {
			s := p.start(l)
			l.mu.Unlock()
			return s, held, nil
		}
		changed, e, advised := p.changed, p.closed(name, hold), p.advised
		if hold > 0 {
			p.advised = false
		}
		l.mu.Unlock()
		if hold > 0 && hold > patience-held {
			return place{}, held, e
		}
		if hold <= 0 {
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		if advised {
			wait(e, hold)
		}
		if sleep(ctx, hold) == nil {
			held += hold
		}
	}
	return place{}, held, context.Cause(ctx)
}

// start returns the permission for a call that starts now. The caller holds l.mu.
func (p *pool) start(l *Limiter) place {
	p.busy++
	s := place{limiter: l, pool: p, round: p.round, probes: p.streak > 1, first: p.fresh}
	p.probing, p.fresh = s.probes, false
	return s
}

// closed returns the error of a call that is not made, since the provider accepts no calls of the named model for the
// duration d.
func (p *pool) closed(name string, d time.Duration) *Error {
	class := RateLimited
	if p.streak > 1 {
		class = Overloaded // calls are stopped because of an outage
	}
	return &Error{Class: class, Doing: "waiting to ask " + name, After: d, Final: true,
		Message: fmt.Sprintf("the provider accepts no calls for %s: %s", d.Round(time.Second), p.why)}
}

// alive records a sign of life of the provider during the call: an outage is over.
func (s place) alive() {
	if s.limiter == nil {
		return
	}
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	s.revive()
}

// revive ends an outage. The caller holds the lock of the limiter.
func (s place) revive() {
	s.limiter.since = time.Time{}
	if s.pool.streak > 0 {
		s.pool.streak, s.pool.probing = 0, false
		s.pool.announce()
	}
}

// leave ends a call that [Limiter.take] permitted. It changes the number of calls that may run at once, depending on
// the error of the call, and stops new calls for a while if one of the provider's allowances is used up. After an
// outage failure, [place.release] must follow.
func (s place) leave(allowed []Allowance, err error) {
	if s.limiter == nil {
		return
	}
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	p := s.pool
	p.busy--
	e, failed := errors.AsType[*Error](err)
	outage := failed && e.Outage()
	if s.probes && !outage {
		p.probing = false
	}
	switch {
	case outage:
		s.failed(e)
	case err == nil:
		s.revive()
		s.limiter.answers++
		if p.allowed == s.limiter.most {
			break
		}
		if p.good++; p.good >= p.allowed {
			p.allowed++
			p.good = 0
		}
	case failed && e.Status >= 400:
		s.revive()
	}
	if failed {
		allowed = append(allowed, e.Allowances...)
	}
	for _, a := range allowed {
		if a.Remaining == 0 {
			s.usedUp(a)
		}
	}
	p.announce()
}

// release lets the next call find out whether an outage is over, after the wait until then is known: see
// [Limiter.suspend].
func (s place) release() {
	if s.limiter == nil || !s.probes {
		return
	}
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	s.pool.probing = false
	s.pool.announce()
}

// failed records a failure of the call that other calls share. The number of calls that may run at once is halved if
// the provider gets too many, but only once for calls that were under way together. If the provider demands a wait, no
// call starts before its end. The caller holds the lock of the limiter.
func (s place) failed(e *Error) {
	p := s.pool
	if s.limiter.since.IsZero() {
		s.limiter.since = time.Now()
	}
	if s.round == p.round {
		p.round++
		p.streak++
		if e.SlowDown() {
			p.allowed = max(p.allowed/2, 1)
			p.good = 0
		}
	}
	if e.SlowDown() {
		p.doubted = false
	}
	if e.After > 0 {
		p.hold(time.Now().Add(e.After), clip(e.Message))
	}
}

// usedUp stops new calls until the allowance a is restored, for longestHold at most. An allowance that the first call
// after such a wait has used up again is no longer believed: a wait for each call would make a run take hours, and a
// refusal costs nothing.
func (s place) usedUp(a Allowance) {
	p := s.pool
	if s.first {
		p.doubted = true
	}
	wait := min(time.Until(a.Reset), longestHold)
	if p.doubted || wait <= 0 {
		return
	}
	if p.hold(time.Now().Add(wait), "its limit of "+a.Name+" is used up") {
		p.advised, p.fresh = true, true
	}
}

// outage returns the number of rounds of failures in the outage of the named model, the start of the outage (zero
// without one), and the number of calls that succeeded.
func (l *Limiter) outage(name string) (streak int, since time.Time, answers int) {
	if l == nil {
		return 0, time.Time{}, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pool(name).streak, l.since, l.answers
}

// suspend stops new calls of the named model for the duration d, after a failure that other calls share.
func (l *Limiter) suspend(name string, d time.Duration, why string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pool(name).hold(time.Now().Add(d), why)
}

// hold stops new calls until a time, unless they are stopped for longer, and reports whether it did.
func (p *pool) hold(until time.Time, why string) bool {
	if !until.After(p.until) {
		return false
	}
	p.until, p.why, p.advised = until, why, false
	return true
}
