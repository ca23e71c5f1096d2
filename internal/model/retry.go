package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"luminos"
)

// Policy bounds the repetition of failed calls. The zero value suits a user who waits at a terminal.
type Policy struct {
	// Attempts bounds the attempts of one call; 0 means 8. Failures that rarely pass (no server, silence, an unusable
	// answer) get 3; answers that are cut get 4, and 3 if something was billed.
	Attempts int
	// Patience bounds the total wait of one call between its attempts; 0 means ten minutes. If a server demands a
	// longer wait, the call fails at once.
	Patience time.Duration
	// Until ends the waits; the zero time does not.
	Until time.Time
	// First is the wait after the first failure; 0 means one second. It doubles
	// with each failure up to Most; 0 means one minute.
	First, Most time.Duration
	// Limiter is shared by all that ask the same provider; nil limits nothing.
	Limiter *Limiter
	// Failed, unless nil, is called after each failed attempt with the wait that follows; after the last attempt with
	// wait 0 and last set.
	Failed func(ctx context.Context, e *Error, wait time.Duration, last bool)
	// Rand gives numbers in [0, 1); nil means math/rand.
	Rand func() float64
	// Now is the clock; nil means the time package's.
	Now func() time.Time
}

func (p Policy) orDefaults() Policy {
	if p.Attempts <= 0 {
		p.Attempts = 8
	}
	if p.Patience <= 0 {
		p.Patience = 10 * time.Minute
	}
	if p.First <= 0 {
		p.First = time.Second
	}
	if p.Most <= 0 {
		p.Most = time.Minute
	}
	if p.Failed == nil {
		p.Failed = func(context.Context, *Error, time.Duration, bool) {}
	}
	if p.Rand == nil {
		p.Rand = rand.Float64
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	return p
}

// Retry returns a client that repeats calls whose failures pass by themselves. Failed attempts are billed too: their
// usage is in Response.Wasted, or in the usage of the error.
func Retry(c Client, p Policy) Client { return &retrier{client: c, policy: p.orDefaults()} }

type retrier struct {
	client Client
	policy Policy
}

func (r *retrier) Complete(ctx context.Context, call Call, show func(Delta)) (Response, error) {
	if show == nil {
		show = func(Delta) {}
	}
	var answer Response
	shown := false
	wasted, attempts, err := r.insist(ctx, call.Model, func(ctx context.Context, before *Error) ([]Allowance, error) {
		if shown { // by the attempt before
			show(Delta{Restart: true, Text: before.Error()})
			shown = false
		}
		var err error
		answer, err = r.client.Complete(ctx, call, func(d Delta) { shown = true; show(d) })
		return answer.Allowances, err
	})
	if err != nil {
		return Response{}, err
	}
	answer.Wasted, answer.Attempts = answer.Wasted.Plus(wasted), attempts
	return answer, nil
}

func (r *retrier) Count(ctx context.Context, call Call) (n int64, err error) {
	err = r.glance(ctx, call.Model, func(ctx context.Context) (err error) {
		n, err = r.client.Count(ctx, call)
		return err
	})
	return n, err
}

func (r *retrier) Window(ctx context.Context, name string) (w Window, err error) {
	err = r.glance(ctx, name, func(ctx context.Context) (err error) {
		w, err = r.client.Window(ctx, name)
		return err
	})
	return w, err
}

// Requests whose result can also be estimated get these bounds on attempts and total time.
const (
	glances = 2
	glance  = 15 * time.Second
)

// glance calls attempt, a request for a count of tokens or for the limits of a model, with at most two attempts in 15
// seconds. The error is of the class Stalled if the time limit ends it.
func (r *retrier) glance(ctx context.Context, name string, attempt func(context.Context) error) error {
	short := &retrier{client: r.client, policy: r.policy}
	short.policy.Attempts, short.policy.Patience = min(r.policy.Attempts, glances), min(r.policy.Patience, glance)
	within, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	_, _, err := short.insist(within, name, func(ctx context.Context, _ *Error) ([]Allowance, error) { return nil, attempt(ctx) })
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return &Error{Class: Stalled, Doing: "asking about " + name, Message: "no attempt succeeded within " + glance.String(), Final: true, Err: err}
	}
	return err
}

// insist calls attempt until it succeeds, ctx ends, or the policy allows no further attempt. It returns the usage that
// the failed attempts are billed for, and the number of attempts. attempt gets the error of the previous attempt, or
// nil.
func (r *retrier) insist(ctx context.Context, name string, attempt func(context.Context, *Error) ([]Allowance, error)) (wasted luminos.Usage, attempts int, err error) {
	var before *Error
	var waited time.Duration
	for n := 1; ; n++ {
		held, err := r.once(ctx, name, r.left(waited), before, attempt)
		if err == nil {
			return wasted, n, nil
		}
		waited += held
		e, ok := errors.AsType[*Error](err)
		switch {
		case !ok && ctx.Err() == nil:
			return wasted, n, err // a fault of the program
		case !ok:
			e = Interruption(ctx)
		}
		wasted = wasted.Plus(e.Usage)
		wait, again := r.wait(e, n, waited, wasted != luminos.Usage{})
		if ctx.Err() != nil {
			again = false
		}
		if e.Class != Interrupted {
			r.policy.Failed(ctx, e, wait, !again)
		}
		if again && sleep(ctx, wait) != nil {
			e, again = Interruption(ctx), false // the usage up to now is kept
		}
		if !again {
			e.Attempts, e.Waited, e.Usage = n, waited, wasted
			return wasted, n, e
		}
		waited += wait
		before = e
	}
}

// once waits until the limiter permits a call of the named model, then calls attempt once. It also returns the time for
// which the provider's limits delayed the call.
func (r *retrier) once(ctx context.Context, name string, patience time.Duration, before *Error, attempt func(context.Context, *Error) ([]Allowance, error)) (held time.Duration, err error) {
	place, held, err := r.policy.Limiter.take(ctx, name, patience, r.policy.Now)
	if err != nil {
		return held, err
	}
	var allowed []Allowance
	defer func() { place.leave(allowed, err) }()
	allowed, err = attempt(ctx, before)
	return held, err
}

// wait returns the time to wait after the n-th attempt failed with e, and whether to try again. Failures that rarely
// pass get at most three attempts; a cut answer gets four if nothing was billed.
func (r *retrier) wait(e *Error, n int, waited time.Duration, billed bool) (time.Duration, bool) {
	most := r.policy.Attempts
	switch {
	case e.Class == Cut && !billed:
		most = min(most, 4)
	case e.Class == Unreachable, e.Class == Stalled, e.Class == Garbled, e.Class == Cut:
		most = min(most, 3)
	}
	if !e.Retryable() || n >= most {
		return 0, false
	}
	wait := min(r.policy.First, r.policy.Most)
	for range n - 1 {
		wait = min(2*wait, r.policy.Most)
	}
	// Half of the wait is random, so that calls that failed together do not return together; a wait that the server
	// demands is never shortened.
	wait = wait/2 + time.Duration(r.policy.Rand()*float64(wait/2))
	if e.After > 0 {
		wait = e.After + time.Duration(r.policy.Rand()*float64(min(e.After/10, time.Second)))
	}
	if wait > r.left(waited) {
		return 0, false
	}
	return wait, true
}

// left returns the time for which a call that has waited may still wait.
func (r *retrier) left(waited time.Duration) time.Duration {
	left := r.policy.Patience - waited
	if !r.policy.Until.IsZero() {
		left = min(left, r.policy.Until.Sub(r.policy.Now()))
	}
	return left
}

// sleep waits for the duration d. If ctx ends before, it returns the cause of the end.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
