package model

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// provider is a client whose answers take a second. It fails while down returns an error.
type provider struct {
	scripted
	down func(busy int) error // nil is never
	took func() []Allowance

	lock        sync.Mutex
	busy, asked int
}

func (p *provider) Complete(ctx context.Context, _ Call, _ func(Delta)) (Response, error) {
	p.lock.Lock()
	p.asked++
	p.busy++
	var err error
	if p.down != nil {
		err = p.down(p.busy)
	}
	p.lock.Unlock()
	if err == nil && sleep(ctx, time.Second) != nil {
		err = Interruption(ctx)
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.busy--
	if err != nil {
		return Response{}, err
	}
	r := Response{Stop: StopEnd}
	if p.took != nil {
		r.Allowances = p.took()
	}
	return r, nil
}

// work lets a number of workers make calls, one after another, and returns the errors.
func work(ctx context.Context, c Client, workers, calls int) (failed []*Error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range calls {
				_, err := c.Complete(ctx, Call{Model: "m"}, nil)
				if e, ok := errors.AsType[*Error](err); ok {
					mu.Lock()
					failed = append(failed, e)
					mu.Unlock()
					return
				}
			}
		})
	}
	wg.Wait()
	return failed
}

var outages = []Class{RateLimited, Overloaded, Transient, Unreachable}

// An outage that is shorter than the patience costs no call, and the provider gets one attempt at a time.
func TestOutageIsWaitedOutByAll(t *testing.T) {
	for _, class := range outages {
		synctest.Test(t, func(t *testing.T) {
			begin, during := time.Now(), 0
			p := &provider{}
			p.down = func(int) error {
				at := time.Since(begin)
				if at < 3*time.Second || at >= 10*time.Minute {
					return nil
				}
				if at > 30*time.Second {
					during++
				}
				return of(class, 0)
			}
			var notes atomic.Int64
			policy := Policy{Rand: half, Limiter: NewLimiter(8), Failed: func(context.Context, *Error, time.Duration, bool) { notes.Add(1) }}
			failed := work(t.Context(), Retry(p, policy), 8, 10)
			took := time.Since(begin)
			// Both attempts of 8 calls can fail before the first wait for all, then 4 fail in 30 s, then at most 14 at 45 s each.
			if len(failed) > 0 || during > 14 || notes.Load() > 2*8+4+14 {
				t.Errorf("%s: %d calls failed, %d attempts in the outage, %d notes: %v", class, len(failed), during, notes.Load(), failed)
			}
			if most := 10*time.Minute + time.Minute + 40*time.Second; took > most {
				t.Errorf("%s: the work of ten seconds took %v, want at most %v", class, took, most)
			}
		})
	}
}

// A longer outage ends all calls when the patience is over, and not before.
func TestOutageBeyondThePatienceEndsAllCalls(t *testing.T) {
	for _, class := range outages {
		for _, patience := range []time.Duration{time.Second, time.Minute, 10 * time.Minute} {
			synctest.Test(t, func(t *testing.T) {
				p := &provider{down: func(int) error { return of(class, 0) }}
				begin := time.Now()
				failed := work(t.Context(), Retry(p, Policy{Limiter: NewLimiter(8), Patience: patience}), 8, 10)
				if took := time.Since(begin); len(failed) != 8 || took != patience {
					t.Errorf("%s: %d of 8 calls failed after %v, want %v", class, len(failed), took, patience)
				}
				for _, e := range failed {
					if e.Class != class || e.Lasting || !strings.Contains(e.Hint(), "--wait permits ("+shortly(patience)+")") {
						t.Errorf("%s: %v, hint %q", class, e, e.Hint())
					}
				}
				// The next call is not waited for again, but made once: the provider may be back.
				asked := p.asked
				if failed := work(t.Context(), Retry(p, Policy{Limiter: NewLimiter(1), Patience: patience}), 1, 1); len(failed) != 1 {
					t.Errorf("%v", failed)
				} else if asked == p.asked {
					t.Error("no further call was made")
				}
			})
		}
	}
}

// After an outage that was too long, each further call is made once, until one succeeds.
func TestCallsAfterALongOutageAreMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := true
		p := &provider{}
		p.down = func(int) error {
			if gone {
				return of(Unreachable, 0)
			}
			return nil
		}
		c := Retry(p, Policy{Limiter: NewLimiter(4)})
		work(t.Context(), c, 1, 1)
		asked, begin := p.asked, time.Now()
		if failed := work(t.Context(), c, 1, 1); len(failed) != 1 || p.asked != asked+1 || time.Since(begin) > 0 {
			t.Errorf("%d attempts in %v: %v", p.asked-asked, time.Since(begin), failed)
		}
		gone = false
		if failed := work(t.Context(), c, 4, 3); len(failed) > 0 {
			t.Errorf("after the outage: %v", failed)
		}
		begin, gone = time.Now(), true
		if work(t.Context(), c, 1, 1); time.Since(begin) != 10*time.Minute {
			t.Errorf("the next outage is waited for %v", time.Since(begin))
		}
	})
}

// A wait of an hour is longer than the patience: all calls end at once, with the time to come back.
func TestDemandedWaitBeyondThePatienceEndsAllCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &provider{down: func(int) error { return of(RateLimited, time.Hour) }}
		noon := time.Date(2026, 11, 27, 12, 0, 0, 0, time.Local)
		policy := Policy{Limiter: NewLimiter(8), Now: func() time.Time { return noon }}
		begin := time.Now()
		failed := work(t.Context(), Retry(p, policy), 8, 10)
		if len(failed) != 8 || p.asked > 8 || time.Since(begin) != 0 {
			t.Errorf("%d failed after %d calls and %v", len(failed), p.asked, time.Since(begin))
		}
		failed = append(failed, work(t.Context(), Retry(p, policy), 1, 1)...)
		for _, e := range failed {
			want := "run the same command again after 13:00: it goes on where it stopped; --wait 1h1m would wait for it"
			if !e.Lasting || e.Class != RateLimited || e.Hint() != want {
				t.Errorf("got %v, hint %q", e, e.Hint())
			}
		}
		if p.asked > 8 {
			t.Error("a call was made in the time for which the provider accepts none")
		}
	})
}

// A provider whose limit shrinks in mid-run delays calls, and refuses none for good.
func TestLimitsThatShrinkInMidRun(t *testing.T) {
	for _, after := range []time.Duration{0, 2 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			p := &provider{}
			p.down = func(busy int) error {
				if at := time.Since(begin); at > 5*time.Second && busy > 1 || at <= 5*time.Second && busy > 16 {
					return of(RateLimited, after)
				}
				return nil
			}
			failed := work(t.Context(), Retry(p, Policy{Limiter: NewLimiter(16)}), 16, 20)
			if took := time.Since(begin); len(failed) > 0 || took > 30*time.Minute {
				t.Errorf("%d calls failed, %v: %v", len(failed), took, failed)
			}
		})
	}
}

// Headers that state after each answer that nothing is left are believed twice at most.
func TestAllowancesThatLie(t *testing.T) {
	for _, reset := range []time.Duration{time.Minute, 1000 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			p := &provider{}
			p.took = func() []Allowance {
				return []Allowance{{Name: "requests", Limit: 50, Reset: time.Now().Add(reset)}}
			}
			var told atomic.Int64
			policy := Policy{Limiter: NewLimiter(4), Failed: func(_ context.Context, e *Error, wait time.Duration, last bool) {
				if told.Add(1); last || wait <= 0 || !strings.Contains(e.Message, "its limit of requests is used up") {
					t.Errorf("told of %v, %v", e, wait)
				}
			}}
			begin := time.Now()
			failed := work(t.Context(), Retry(p, policy), 4, 50)
			if took := time.Since(begin); len(failed) > 0 || took > time.Minute+2*longestHold || told.Load() < 1 || told.Load() > 2 {
				t.Errorf("%d failed, %v, told %d times", len(failed), took, told.Load())
			}
		})
	}
}

// The clock of the system jumps by a year and back: no wait changes.
func TestClockThatJumps(t *testing.T) {
	for _, jump := range []time.Duration{-365 * 24 * time.Hour, 365 * 24 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			jumped := time.Duration(0)
			s := &scripted{steps: []error{of(Overloaded, 0), of(RateLimited, time.Minute), of(Unreachable, 0), nil}}
			policy := Policy{Rand: half, Limiter: NewLimiter(2), Now: func() time.Time {
				jumped += jump
				return time.Now().Round(0).Add(jumped)
			}}
			begin := time.Now()
			_, err := Retry(s, policy).Complete(t.Context(), Call{Model: "m"}, nil)
			want := 750*time.Millisecond + time.Minute + 500*time.Millisecond + 3*time.Second
			if took := time.Since(begin); err != nil || took != want {
				t.Errorf("%v after %v, want %v", err, took, want)
			}
		})
	}
}

// An interruption ends the waits of all workers at once.
func TestInterruptionEndsTheSharedWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := &provider{down: func(int) error { return of(Unreachable, 0) }}
		time.AfterFunc(2*time.Minute, cancel)
		begin := time.Now()
		failed := work(ctx, Retry(p, Policy{Limiter: NewLimiter(8)}), 8, 1)
		if took := time.Since(begin); took != 2*time.Minute {
			t.Errorf("it took %v", took)
		}
		for _, e := range failed {
			if e.Class != Interrupted {
				t.Errorf("got %v", e)
			}
		}
	})
}

// A call that alone fails is given up after some attempts: the provider answers the others.
func TestCallThatAloneFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(4)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { work(ctx, Retry(&provider{}, Policy{Limiter: l}), 3, 1<<20) })
		bad := &scripted{steps: []error{of(Transient, 0)}}
		begin := time.Now()
		_, err := Retry(bad, Policy{Limiter: l}).Complete(t.Context(), Call{Model: "m"}, nil)
		if took := time.Since(begin); !IsClass(err, Transient) || bad.calls < alone || bad.calls > alone+1 || took > 3*time.Minute {
			t.Errorf("%d attempts in %v: %v", bad.calls, took, err)
		}
		cancel()
		wg.Wait()
	})
}

// In an outage one call finds out whether the provider answers. Its first words, or its end, let the others go.
func TestOneCallAtATimeProbesAnOutage(t *testing.T) {
	for name, end := range map[string]func(place){
		"first words": place.alive,
		"success":     func(s place) { s.leave(nil, nil) },
		"failure":     func(s place) { s.leave(nil, of(Unreachable, 0)); s.release() },
	} {
		synctest.Test(t, func(t *testing.T) {
			l := NewLimiter(4)
			take := func() place {
				s, _, err := l.take(t.Context(), "m", time.Minute, ignore)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			for range 2 {
				take().leave(nil, of(Unreachable, 0))
			}
			probe := take()
			var others atomic.Int64
			for range 2 {
				go func() {
					s := take()
					others.Add(1)
					time.Sleep(time.Second)
					s.leave(nil, nil)
				}()
			}
			synctest.Wait()
			if n := others.Load(); n != 0 {
				t.Errorf("%s: %d more calls were made in the outage", name, n)
			}
			end(probe)
			synctest.Wait()
			want := int64(2)
			if name == "failure" {
				want = 1 // the next one finds out
			}
			if n := others.Load(); n != want {
				t.Errorf("%s: then %d calls were made, want %d", name, n, want)
			}
			time.Sleep(2 * time.Second)
			if n := others.Load(); n != 2 {
				t.Errorf("%s: in the end %d calls were made, want 2", name, n)
			}
		})
	}
}

// A refusal shows that the allowances of the provider are true.
func TestAllowanceIsBelievedAgainAfterARefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(2)
		used := func() []Allowance {
			return []Allowance{{Name: "tokens", Limit: 9, Reset: time.Now().Add(time.Minute)}}
		}
		for i, want := range []time.Duration{0, time.Minute, 0, 0, time.Minute} {
			s, held, err := l.take(t.Context(), "m", time.Hour, ignore)
			if err != nil || held != want {
				t.Errorf("call %d was held for %v (%v), want %v", i, held, err, want)
			}
			if i == 2 {
				s.leave(nil, of(RateLimited, 0))
				continue
			}
			s.leave(used(), nil)
		}
	})
}
