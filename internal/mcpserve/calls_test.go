package mcpserve

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"luminos/internal/tool"
)

// blocking returns a tool whose calls ignore their context and wait for release.
func blocking(c *Calls, entered chan<- struct{}, release <-chan struct{}) tool.Tool {
	return c.Bound(tool.New[noInput, struct{}]("block", "Block", "Blocks.", func(context.Context, noInput) (tool.Result, error) {
		entered <- struct{}{}
		<-release
		return tool.Result{Text: "released"}, nil
	}))
}

func TestPanicIsError(t *testing.T) {
	c := NewCalls(time.Minute)
	if _, err := Do(t.Context(), c, func(context.Context) (int, error) { panic("oh") }); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("a call that panics gives %v", err)
	}
	if v, err := Do(t.Context(), c, func(context.Context) (int, error) { return 1, nil }); err != nil || v != 1 {
		t.Errorf("the call after it gives %v, %v", v, err)
	}
}

func TestSlowCallIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entered, release := make(chan struct{}, 1), make(chan struct{})
		defer close(release)
		began := time.Now()
		r, err := blocking(NewCalls(time.Second), entered, release).Call(t.Context(), []byte("{}"))
		if took := time.Since(began); err != nil || !r.Failed || !strings.Contains(r.Text, "cut off after 1s") || took != time.Second+answerGrace {
			t.Errorf("after %v: %+v, %v", took, r, err)
		}
	})
}

func TestPartialResultOfSlowCallIsReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCalls(time.Second)
		v, err := Do(t.Context(), c, func(ctx context.Context) (string, error) { <-ctx.Done(); return "a part", nil })
		if v != "a part" || err != nil {
			t.Errorf("got %q, %v", v, err)
		}
	})
}

func TestCancelledCallIsError(t *testing.T) {
	entered, release := make(chan struct{}, 1), make(chan struct{})
	defer close(release)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-entered; cancel() }()
	if r, err := blocking(NewCalls(time.Minute), entered, release).Call(ctx, []byte("{}")); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestNumberOfCallsIsBounded begins maxCalls calls, which run, then maxWaiting calls, which wait, and then 100 more.
func TestNumberOfCallsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entered, release := make(chan struct{}, maxCalls+maxWaiting), make(chan struct{})
		one := blocking(NewCalls(time.Minute), entered, release)
		var calls sync.WaitGroup
		var answered atomic.Int32
		for _, n := range []int{maxCalls, maxWaiting} {
			for range n {
				calls.Go(func() {
					r, err := one.Call(t.Context(), []byte("{}"))
					if err != nil || r.Text != "released" {
						t.Errorf("%+v, %v", r, err)
						return
					}
					answered.Add(1)
				})
			}
			synctest.Wait()
		}
		for range 100 {
			if r, err := one.Call(t.Context(), []byte("{}")); err != nil || !strings.Contains(r.Text, "are waiting already") {
				t.Errorf("%+v, %v", r, err)
			}
		}
		if n := len(entered); n != maxCalls {
			t.Errorf("%d calls run, want %d", n, maxCalls)
		}
		close(release)
		calls.Wait()
		if n := answered.Load(); n != maxCalls+maxWaiting {
			t.Errorf("%d calls were answered, want %d", n, maxCalls+maxWaiting)
		}
	})
}

func TestWaitIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entered, release := make(chan struct{}, 1), make(chan struct{})
		c := NewCalls(time.Second)
		if _, err := blocking(c, entered, release).Call(t.Context(), []byte("{}")); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if c.Wait(time.Second); time.Since(began) != time.Second { // the call still runs
			t.Errorf("waited %v for a call that does not end", time.Since(began))
		}
		close(release)
		if c.Wait(time.Minute); time.Since(began) != time.Second {
			t.Errorf("waited %v in all for a call that has ended", time.Since(began))
		}
	})
}
