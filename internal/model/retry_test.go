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

	"luminos"
)

// scripted is a client whose attempts have the given outcomes, the last one repeatedly.
type scripted struct {
	mu    sync.Mutex
	steps []error // nil is a success
	calls int
	took  luminos.Usage // of each success
}

func (s *scripted) step() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := min(s.calls, len(s.steps)-1)
	s.calls++
	if e, ok := errors.AsType[*Error](s.steps[i]); ok {
		again := *e // an adapter makes a new one each time
		return &again
	}
	return s.steps[i]
}

func (s *scripted) Complete(_ context.Context, _ Call, show func(Delta)) (Response, error) {
	show(Delta{Kind: Text, Text: "I "})
	if err := s.step(); err != nil {
		return Response{Blocks: []Block{{Kind: Text, Text: "half"}}}, err
	}
	show(Delta{Kind: Text, Text: "know"})
	return Response{Blocks: []Block{{Kind: Text, Text: "I know"}}, Stop: StopEnd, Usage: s.took}, nil
}

func (s *scripted) Count(context.Context, Call) (int64, error)     { return 7, s.step() }
func (s *scripted) Window(context.Context, string) (Window, error) { return Window{}, s.step() }

func of(c Class, after time.Duration) *Error { return &Error{Class: c, After: after, Message: "m"} }

func half() float64 { return 0.5 }

// ignore takes the place of the function that [Limiter.take] calls before a wait.
func ignore(*Error, time.Duration) {}

func TestS22AndBehavioursOfRetry(t *testing.T) {
	final := of(RateLimited, 0)
	final.Final = true
	paid := of(Cut, 0)
	paid.Usage.Output = 1
	long := func(n int, e *Error) []error {
		steps := make([]error, n)
		for i := range steps {
			steps[i] = e
		}
		return append(steps, nil)
	}
	for name, c := range map[string]struct {
		steps  []error
		calls  int
		waited time.Duration // in all
		class  Class         // of the error; "" for a success
	}{
		"529 twice then ok":                         {[]error{of(Overloaded, 0), of(Overloaded, 0), nil}, 3, 750*time.Millisecond + 1500*time.Millisecond, ""},
		"B01 overloaded in a stream, then ok":       {[]error{of(Overloaded, 0), nil}, 2, 750 * time.Millisecond, ""},
		"B02 cut, then ok":                          {[]error{of(Cut, 0), nil}, 2, 750 * time.Millisecond, ""},
		"retry-after is honoured":                   {[]error{of(RateLimited, 90*time.Second), nil}, 2, 90*time.Second + 500*time.Millisecond, ""},
		"429 retry-after 3600 is given up at once":  {[]error{of(RateLimited, time.Hour), nil}, 1, 0, RateLimited},
		"x-should-retry: false on 429":              {[]error{final, nil}, 1, 0, RateLimited},
		"400":                                       {[]error{of(BadRequest, 0), nil}, 1, 0, BadRequest},
		"B04 too long":                              {[]error{of(Overflow, 0), nil}, 1, 0, Overflow},
		"404":                                       {[]error{of(NotFound, 0), nil}, 1, 0, NotFound},
		"401":                                       {[]error{of(Auth, 0), nil}, 1, 0, Auth},
		"B12 spend limit":                           {[]error{of(Billing, 0), nil}, 1, 0, Billing},
		"B03 silence is not waited for for ever":    {long(9, of(Stalled, 0)), 3, 2250 * time.Millisecond, Stalled},
		"cut, over and over":                        {long(9, of(Cut, 0)), 4, 5250 * time.Millisecond, Cut},
		"cut, and billed once":                      {append([]error{paid}, long(9, of(Cut, 0))...), 3, 2250 * time.Millisecond, Cut},
		"nobody there for a while":                  {long(9, of(Unreachable, 0)), 10, (47250 + 3*45000) * time.Millisecond, ""},
		"nobody there":                              {long(99, of(Unreachable, 0)), 20, 10 * time.Minute, Unreachable},
		"an outage is bounded by time":              {long(99, of(Transient, 0)), 20, 10 * time.Minute, Transient},
		"B11 patience is bounded":                   {long(99, of(RateLimited, 4*time.Minute)), 3, 8*time.Minute + time.Second, RateLimited},
		"an end of the context is not tried again":  {[]error{context.Canceled, nil}, 1, 0, ""},
		"a fault of the program is not tried again": {[]error{errors.New("bug"), nil}, 1, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scripted{steps: c.steps}
				begin := time.Now()
				r, err := Retry(s, Policy{Rand: half}).Complete(t.Context(), Call{Model: "m"}, nil)
				if got := time.Since(begin); s.calls != c.calls || got != c.waited {
					t.Errorf("%d attempts in %v, want %d in %v", s.calls, got, c.calls, c.waited)
				}
				e, failed := errors.AsType[*Error](err)
				switch {
				case failed && (e.Class != c.class || e.Attempts != c.calls || len(r.Blocks) > 0):
					t.Errorf("got %+v and %+v", r, e)
				case !failed && err == nil && (c.class != "" || r.Text() != "I know" || r.Attempts != c.calls):
					t.Errorf("got %+v", r)
				case err != nil && c.class == "" && c.calls > 1:
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

// The parts that were shown of an answer that broke off are void.
func TestB01PartialAnswerIsDiscarded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []string
		s := &scripted{steps: []error{of(Overloaded, 0), nil}}
		_, err := Retry(s, Policy{}).Complete(t.Context(), Call{}, func(d Delta) {
			if d.Restart {
				shown = append(shown, "RESTART")
			} else {
				shown = append(shown, d.Text)
			}
		})
		if got := strings.Join(shown, ","); err != nil || got != "I ,RESTART,I ,know" {
			t.Errorf("shown %s (%v)", got, err)
		}
	})
}

func TestB15FailedAttemptsAreBilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := &Error{Class: Cut, Usage: luminos.Usage{Input: 10, CacheRead: 100, Output: 1}}
		told := 0
		p := Policy{Failed: func(_ context.Context, e *Error, wait time.Duration, last bool) { told++ }}
		r, err := Retry(&scripted{steps: []error{cut, cut, nil}, took: luminos.Usage{Input: 5}}, p).Complete(t.Context(), Call{}, nil)
		if want := (luminos.Usage{Input: 20, CacheRead: 200, Output: 2}); err != nil || r.Wasted != want || r.Usage.Input != 5 || told != 2 {
			t.Errorf("got %+v wasted and %+v, told %d times (%v)", r.Wasted, r.Usage, told, err)
		}
		_, err = Retry(&scripted{steps: []error{cut}}, p).Complete(t.Context(), Call{}, nil)
		if e, ok := errors.AsType[*Error](err); !ok || e.Usage.Input != 30 || e.Attempts != 3 || !strings.Contains(e.Error(), "tried 3 times") {
			t.Errorf("got %+v", err)
		}
	})
}

// The usage of attempts is not lost if the context ends between them, or while the next one waits for its place.
func TestB15UsageOutlivesTheContext(t *testing.T) {
	for name, crowded := range map[string]bool{"between attempts": false, "waiting for a place": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(10*time.Second, cancel)
				cut, told := &Error{Class: Cut, Doing: "asking", Usage: luminos.Usage{Input: 10}}, 0
				p := Policy{First: time.Minute, Failed: func(context.Context, *Error, time.Duration, bool) { told++ }}
				if crowded {
					p.First, p.Limiter = time.Second, NewLimiter(1)
					p.Failed = func(context.Context, *Error, time.Duration, bool) {
						told++
						p.Limiter.take(t.Context(), "m", 0, ignore) // and it never leaves
					}
				}
				_, err := Retry(&scripted{steps: []error{cut}}, p).Complete(ctx, Call{Model: "m"}, nil)
				e, ok := errors.AsType[*Error](err)
				if !ok || e.Class != Interrupted || e.Usage.Input != 10 || told != 1 || !errors.Is(err, context.Canceled) {
					t.Errorf("got %+v, told %d times", err, told)
				}
				if ok && (e.Error() != "context canceled" || e.Hint() != "" || e.Retryable()) {
					t.Errorf("got %q with the hint %q", e, e.Hint())
				}
			})
		})
	}
	// The adapter's usage of a begun answer is added to the earlier usage.
	s := &scripted{steps: []error{&Error{Class: Cut, Usage: luminos.Usage{Input: 10}}, &Error{Class: Interrupted, Err: context.Canceled, Usage: luminos.Usage{Input: 1}}}}
	_, err := Retry(s, Policy{First: 1}).Complete(t.Context(), Call{}, nil)
	if e, ok := errors.AsType[*Error](err); !ok || e.Usage.Input != 11 || s.calls != 2 {
		t.Errorf("got %+v after %d calls", err, s.calls)
	}
}

func TestLastFailureIsReportedWithoutAWait(t *testing.T) {
	for name, c := range map[string]struct {
		err   *Error
		calls int
	}{
		"all attempts are used": {of(Garbled, 0), 3},
		"not retryable":         {of(Auth, 0), 1},
		"patience is used up":   {of(RateLimited, time.Hour), 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			p := Policy{Failed: func(_ context.Context, _ *Error, wait time.Duration, last bool) {
				calls++
				if last != (calls == c.calls) || last != (wait == 0) {
					t.Errorf("%s: failure %d is reported with wait %v, last %v", name, calls, wait, last)
				}
			}}
			Retry(&scripted{steps: []error{c.err}}, p).Complete(t.Context(), Call{}, nil)
			if calls != c.calls {
				t.Errorf("%s: %d failures are reported, want %d", name, calls, c.calls)
			}
		})
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("interrupted")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(10*time.Second, func() { cancel(why) })
		begin := time.Now()
		_, err := Retry(&scripted{steps: []error{of(RateLimited, time.Minute)}}, Policy{}).Complete(ctx, Call{}, nil)
		if !errors.Is(err, why) || time.Since(begin) != 10*time.Second {
			t.Errorf("after %v: got %v", time.Since(begin), err)
		}
	})
}

func TestJitterNeverShortensADemandedWait(t *testing.T) {
	for _, x := range []float64{0, 0.25, 0.999} {
		r := &retrier{policy: Policy{Rand: func() float64 { return x }}.orDefaults()}
		for n := 1; n < 8; n++ {
			base := min(time.Second<<(n-1), time.Minute)
			if wait := r.pause(n, 0); wait < base/2 || wait > base {
				t.Errorf("after failure %d with %v: waits %v", n, x, wait)
			}
			if wait := r.pause(n, 20*time.Second); wait < 20*time.Second || wait > 21*time.Second {
				t.Errorf("after failure %d with %v: waits %v for 20s", n, x, wait)
			}
		}
	}
}

// blocking counts the calls that are under way at once.
type blocking struct {
	scripted
	now, most atomic.Int64
	fail      atomic.Bool
}

func (b *blocking) Complete(context.Context, Call, func(Delta)) (Response, error) {
	n := b.now.Add(1)
	defer b.now.Add(-1)
	for m := b.most.Load(); n > m && !b.most.CompareAndSwap(m, n); m = b.most.Load() {
	}
	time.Sleep(time.Second)
	if b.fail.Load() {
		return Response{}, of(RateLimited, 0)
	}
	return Response{Stop: StopEnd}, nil
}

func round(t *testing.T, c Client, n int) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { c.Complete(t.Context(), Call{Model: "m"}, nil) })
	}
	wg.Wait()
}

func TestB11SharedLimiterShrinksAndGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(8)
		b := &blocking{}
		c := Retry(b, Policy{Limiter: l, Attempts: 1})
		round(t, c, 20)
		if b.most.Load() != 8 || l.Allowed("m") != 8 {
			t.Fatalf("%d at once, %d allowed, want 8", b.most.Load(), l.Allowed("m"))
		}
		// Eight simultaneous requests to slow down count once.
		b.fail.Store(true)
		round(t, c, 8)
		if l.Allowed("m") != 4 || l.Allowed("other") != 8 {
			t.Fatalf("%d allowed after one round of refusals, want 4, and %d of the other model", l.Allowed("m"), l.Allowed("other"))
		}
		for range 5 {
			round(t, c, 8)
		}
		if l.Allowed("m") != 1 {
			t.Fatalf("%d allowed, want 1", l.Allowed("m"))
		}
		b.fail.Store(false)
		b.most.Store(0)
		round(t, c, 3)
		if l.Allowed("m") != 3 && l.Allowed("m") != 2 {
			t.Errorf("%d allowed after three successes", l.Allowed("m"))
		}
		round(t, c, 100)
		if l.Allowed("m") != 8 || b.most.Load() != 8 {
			t.Errorf("%d allowed, %d at once after many successes, want 8", l.Allowed("m"), b.most.Load())
		}
	})
}

func TestB11WaitOfOneCallHoldsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(4)
		first := Retry(&scripted{steps: []error{of(RateLimited, 30*time.Second), nil}}, Policy{Limiter: l, Rand: half})
		second := &scripted{steps: []error{nil}}
		begin := time.Now()
		var wg sync.WaitGroup
		wg.Go(func() { first.Complete(t.Context(), Call{Model: "m"}, nil) })
		synctest.Wait()
		if _, err := Retry(second, Policy{Limiter: l}).Complete(t.Context(), Call{Model: "m"}, nil); err != nil || time.Since(begin) < 30*time.Second {
			t.Errorf("the second asked after %v (%v)", time.Since(begin), err)
		}
		wg.Wait()
		// A caller with less patience gets an error without a call.
		begin, second.calls = time.Now(), 0
		third := Retry(&scripted{steps: []error{of(RateLimited, time.Hour)}}, Policy{Limiter: l})
		third.Complete(t.Context(), Call{Model: "m"}, nil)
		_, err := Retry(second, Policy{Limiter: l}).Complete(t.Context(), Call{Model: "m"}, nil)
		if e, ok := errors.AsType[*Error](err); !ok || e.Class != RateLimited || second.calls != 0 || time.Since(begin) != 0 || e.Retryable() {
			t.Errorf("got %v after %v and %d calls", err, time.Since(begin), second.calls)
		}
		if _, err := Retry(second, Policy{Limiter: l}).Complete(t.Context(), Call{Model: "another"}, nil); err != nil {
			t.Errorf("another model waits too: %v", err)
		}
	})
}

func TestB11AllowanceUsedUpHoldsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ reset, want time.Duration }{{40 * time.Second, 40 * time.Second}, {time.Hour, 2 * time.Minute}, {-time.Hour, 0}} {
			l := NewLimiter(2)
			p, _, err := l.take(t.Context(), "m", time.Minute, ignore)
			if err != nil {
				t.Fatal(err)
			}
			p.leave([]Allowance{{Name: "requests", Limit: 50, Remaining: 0, Reset: time.Now().Add(c.reset)}, {Name: "tokens", Limit: 9, Remaining: 1, Reset: time.Now().Add(time.Hour)}}, nil)
			begin := time.Now()
			if _, held, err := l.take(t.Context(), "m", 10*time.Minute, ignore); err != nil || time.Since(begin) != c.want || held != c.want {
				t.Errorf("reset in %v: held for %v (%v), want %v", c.reset, held, err, c.want)
			}
		}
	})
}

func TestAllowancesOfAFailureHoldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(2)
		p, _, err := l.take(t.Context(), "m", time.Minute, ignore)
		if err != nil {
			t.Fatal(err)
		}
		e := of(Transient, 0)
		e.Allowances = []Allowance{{Name: "requests", Limit: 50, Reset: time.Now().Add(40 * time.Second)}}
		p.leave(nil, e)
		if _, held, err := l.take(t.Context(), "m", time.Minute, ignore); err != nil || held != 40*time.Second {
			t.Errorf("held for %v (%v), want 40s", held, err)
		}
	})
}

func TestPlaceIsGivenBackByAPanic(t *testing.T) {
	l := NewLimiter(1)
	r := &retrier{policy: Policy{Limiter: l}.orDefaults()}
	for range 2 {
		func() {
			defer func() { recover() }()
			r.once(t.Context(), &effort{name: "m"}, nil, func(context.Context, place, *Error) ([]Allowance, error) { panic("x") })
		}()
	}
	if busy := l.pools["m"].busy; busy != 0 {
		t.Errorf("%d places are lost", busy)
	}
}

// mute is a client that answers nothing until its context ends.
type mute struct{ scripted }

func (m *mute) Count(ctx context.Context, _ Call) (int64, error) {
	<-ctx.Done()
	return 0, Interruption(ctx)
}

func (m *mute) Window(ctx context.Context, _ string) (Window, error) {
	<-ctx.Done()
	return Window{}, context.Cause(ctx)
}

// Optional requests delay no call.
func TestCountAndWindowAreNotWaitedFor(t *testing.T) {
	for name, ask := range map[string]func(context.Context, Client) error{
		"count":  func(ctx context.Context, c Client) error { _, err := c.Count(ctx, Call{Model: "m"}); return err },
		"window": func(ctx context.Context, c Client) error { _, err := c.Window(ctx, "m"); return err },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scripted{steps: []error{of(Transient, 0)}}
				if err := ask(t.Context(), Retry(s, Policy{Rand: half})); !IsClass(err, Transient) || s.calls != 2 {
					t.Errorf("%d attempts: %v", s.calls, err)
				}
				s = &scripted{steps: []error{of(RateLimited, 16*time.Second)}}
				if err := ask(t.Context(), Retry(s, Policy{Rand: half})); !IsClass(err, RateLimited) || s.calls != 1 {
					t.Errorf("%d attempts: %v", s.calls, err)
				}
				begin := time.Now()
				err := ask(t.Context(), Retry(&mute{}, Policy{}))
				if e, ok := errors.AsType[*Error](err); !ok || e.Class != Stalled || e.Retryable() || time.Since(begin) != 15*time.Second {
					t.Errorf("after %v: %v", time.Since(begin), err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				if err := ask(ctx, Retry(&mute{}, Policy{})); !errors.Is(err, context.Canceled) || !IsClass(err, Interrupted) {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}
