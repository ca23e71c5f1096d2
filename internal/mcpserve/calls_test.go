package mcpserve

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
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
	entered, release := make(chan struct{}, 1), make(chan struct{})
	defer close(release)
	r, err := blocking(NewCalls(time.Millisecond), entered, release).Call(t.Context(), []byte("{}"))
	if err != nil || !r.Failed || !strings.Contains(r.Text, "cut off after 1ms") {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPartialResultOfSlowCallIsReturned(t *testing.T) {
	c := NewCalls(time.Millisecond)
	v, err := Do(t.Context(), c, func(ctx context.Context) (string, error) { <-ctx.Done(); return "a part", nil })
	if v != "a part" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
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

func TestNumberOfCallsIsBounded(t *testing.T) {
	entered, release := make(chan struct{}, maxCalls+maxWaiting), make(chan struct{})
	one := blocking(NewCalls(time.Minute), entered, release)
	var calls sync.WaitGroup
	var busy, answered atomic.Int32
	for range maxCalls + maxWaiting + 100 {
		calls.Go(func() {
			r, err := one.Call(t.Context(), []byte("{}"))
			switch {
			case err != nil:
				t.Error(err)
			case strings.Contains(r.Text, "are waiting already"):
				if busy.Add(1) == 100 {
					for range maxCalls {
						<-entered
					}
					if n := len(entered); n != 0 {
						t.Errorf("%d more calls run than %d", n, maxCalls)
					}
					close(release)
				}
			case r.Text == "released":
				answered.Add(1)
			default:
				t.Errorf("%+v", r)
			}
		})
	}
	calls.Wait()
	if answered.Load() != maxCalls+maxWaiting {
		t.Errorf("%d calls were answered and %d refused, want %d answered", answered.Load(), busy.Load(), maxCalls+maxWaiting)
	}
}

func TestWaitIsBounded(t *testing.T) {
	entered, release := make(chan struct{}, 1), make(chan struct{})
	c := NewCalls(time.Millisecond)
	if _, err := blocking(c, entered, release).Call(t.Context(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	c.Wait(time.Millisecond) // the call still runs
	close(release)
	c.Wait(time.Minute)
}
