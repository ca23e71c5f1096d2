package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"luminos"
)

// Policy bounds the repetition of failed calls. The zero value suits a user who waits at a terminal.
type Policy struct {
	// Attempts bounds the attempts of one call. 0 means that an outage is bounded by Patience alone, and other failures
	// by their class: silence and unusable answers get 3 attempts; answers that are cut get 4, and 3 if something was
	// billed. A call that alone fails, while the provider answers others, gets 8.
	Attempts int
	// Patience bounds an outage, for all calls together, and the total wait of one call between its attempts; 0 means
	// DefaultPatience. If a server demands a longer wait, the call fails at once.
	Patience time.Duration
	// Until ends the waits; the zero time does not.
	Until time.Time
	// First is the wait after the first failure; 0 means one second. It doubles
	// with each failure up to Most; 0 means one minute.
	First, Most time.Duration
	// Limiter is shared by all that ask the same provider; nil means one without a bound on the calls at once.
	Limiter *Limiter
	// Failed, unless nil, is called after each failed attempt with the wait that follows; after the last attempt with
	// wait 0 and last set. It is also called before a wait that the limits of the provider impose.
	Failed func(ctx context.Context, e *Error, wait time.Duration, last bool)
	// Rand gives numbers in [0, 1); nil means math/rand.
	Rand func() float64
	// Now is the clock of Until; nil means the time package's.
	Now func() time.Time
}

// DefaultPatience is the default of [Policy.Patience].
const DefaultPatience = 10 * time.Minute

func (p Policy) orDefaults() Policy {
	if p.Attempts < 0 {
		p.Attempts = 0
	}
	if p.Patience <= 0 {
		p.Patience = DefaultPatience
	}
	if p.Limiter == nil {
		p.Limiter = NewLimiter(math.MaxInt)
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
	attempt := func(ctx context.Context, s place, before *Error) ([]Allowance, error) {
		if shown { // by the attempt before
			show(Delta{Restart: true, Text: before.Error()})
			shown = false
		}
		var err error
		answer, err = r.client.Complete(ctx, call, func(d Delta) {
			if !shown {
				s.alive()
			}
			shown = true
			show(d)
		})
		return answer.Allowances, err
	}
	wasted, attempts, err := r.insist(ctx, call.Model, attempt)
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
	short.policy.Attempts, short.policy.Patience = glances, min(r.policy.Patience, glance)
	if r.policy.Attempts > 0 {
		short.policy.Attempts = min(r.policy.Attempts, glances)
	}
	within, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	_, _, err := short.insist(within, name, func(ctx context.Context, _ place, _ *Error) ([]Allowance, error) {
		return nil, attempt(ctx)
	})
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return &Error{Class: Stalled, Doing: "asking about " + name, Message: "no attempt succeeded within " + glance.String(), Final: true, Err: err}
	}
	return err
}

// attempt makes one attempt of a call with the permission of the limiter. It gets the error of the attempt before, or
// nil.
type attempt func(context.Context, place, *Error) ([]Allowance, error)

// effort holds the state of a call over its attempts.
type effort struct {
	name   string // of the model
	n      int    // attempts
	waited time.Duration
	billed bool
	// alone counts the failures between which the provider answered other calls, the number of which is answers.
	alone, answers int
}

// insist calls try until it succeeds, ctx ends, or the policy allows no further attempt. It returns the usage that the
// failed attempts are billed for, and the number of attempts.
func (r *retrier) insist(ctx context.Context, name string, try attempt) (wasted luminos.Usage, attempts int, err error) {
	var before *Error
	f := effort{name: name}
	for f.n = 1; ; f.n++ {
		place, held, err := r.once(ctx, &f, before, try)
		if err == nil {
			return wasted, f.n, nil
		}
		f.waited += held
		e, ok := errors.AsType[*Error](err)
		switch {
		case !ok && ctx.Err() == nil:
			return wasted, f.n, err // a fault of the program
		case !ok:
			e = Interruption(ctx)
		}
		wasted = wasted.Plus(e.Usage)
		f.billed = wasted != luminos.Usage{}
		wait, again := r.wait(e, &f)
		place.release()
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
			e.Attempts, e.Waited, e.Usage = f.n, f.waited, wasted
			return wasted, f.n, e
		}
		f.waited += wait
		before = e
	}
}

// once waits until the limiter permits a call, then calls try once. It also returns the permission, which the caller
// releases, and the time for which the provider's limits delayed the call.
func (r *retrier) once(ctx context.Context, f *effort, before *Error, try attempt) (s place, held time.Duration, err error) {
	tell := func(e *Error, wait time.Duration) { r.policy.Failed(ctx, e, wait, false) }
	s, held, err = r.policy.Limiter.take(ctx, f.name, r.left(f.waited), tell)
	if err != nil {
		return s, held, err
	}
	var allowed []Allowance
	defer func() { s.leave(allowed, err) }()
	allowed, err = try(ctx, s, before)
	return s, held, err
}

// alone is the number of attempts of a call that fails again and again while the provider answers others.
const alone = 8

// wait returns the time to wait after an attempt failed with e, and whether to try again. In an outage it stops the
// calls of others for the same time. It sets a hint in e if the call is given up.
func (r *retrier) wait(e *Error, f *effort) (time.Duration, bool) {
	if e.After > r.policy.Patience {
		e.Lasting, e.Advice = true, r.comeBack(e.After)
	}
	if e.Final && e.Class == Overloaded { // the call was never made
		e.Advice = r.goneFor()
	}
	if !e.Retryable() || e.Lasting {
		return 0, false
	}
	streak, since, answers := r.policy.Limiter.outage(f.name)
	if f.n == 1 || answers > f.answers {
		f.alone++
	}
	f.answers = answers
	if most := r.most(e, f); most > 0 && f.n >= most || e.Class == Transient && f.alone >= alone {
		return 0, false
	}
	left, n := r.left(f.waited), f.n
	if e.Outage() {
		n = max(streak, n)
		if !since.IsZero() {
			left = min(left, r.policy.Patience-time.Since(since))
		}
	}
	wait := r.pause(n, e.After)
	switch {
	case wait <= left:
	case e.Outage() && e.After == 0 && left > 0 && r.policy.Until.IsZero():
		wait = left // the last attempt is at the end of the patience
	default:
		if e.Outage() {
			e.Advice = r.goneFor()
		}
		return 0, false
	}
	if e.Outage() && streak > 1 {
		r.policy.Limiter.suspend(f.name, wait, clip(e.Message))
	}
	return wait, true
}

// goneFor returns the advice after an outage that outlasts the patience.
func (r *retrier) goneFor() string {
	return "the provider was waited for as long as --wait permits (" + shortly(r.policy.Patience) +
		"); run the same command later: it goes on where it stopped"
}

// most returns the maximal number of attempts of the call f, whose last one failed with e, or 0 if only the time bounds
// them.
func (r *retrier) most(e *Error, f *effort) int {
	most := r.policy.Attempts
	bound := func(n int) {
		if most == 0 || n < most {
			most = n
		}
	}
	switch {
	case e.Class == Cut && !f.billed:
		bound(4)
	case e.Class == Stalled, e.Class == Garbled, e.Class == Cut:
		bound(3)
	}
	return most
}

// pause returns the wait after the n-th failure in a row. One half is random, so that calls that failed together do not
// return together; a wait that the server demands is never shortened.
func (r *retrier) pause(n int, demanded time.Duration) time.Duration {
	if demanded > 0 {
		return demanded + time.Duration(r.policy.Rand()*float64(min(demanded/10, time.Second)))
	}
	wait := min(r.policy.First, r.policy.Most)
	for range n - 1 {
		if wait = 2 * wait; wait >= r.policy.Most {
			wait = r.policy.Most
			break
		}
	}
	return wait/2 + time.Duration(r.policy.Rand()*float64(wait/2))
}

// comeBack returns the hint for a provider that demands a longer wait than is permitted.
func (r *retrier) comeBack(after time.Duration) string {
	now := r.policy.Now()
	at, form := now.Add(after), "15:04"
	if at.YearDay() != now.YearDay() || after > 24*time.Hour {
		form = "2006-01-02 15:04"
	}
	return "run the same command again after " + at.Local().Format(form) + ": it goes on where it stopped; --wait " +
		shortly(after.Round(time.Minute)+time.Minute) + " would wait for it"
}

// shortly returns a duration without parts that are zero: 10m, not 10m0s.
func shortly(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
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
