package fsserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"luminos/internal/tool"
)

const (
	maxCalls   = 8   // that run at a time: each holds a few MiB
	maxWaiting = 256 // that wait for one of those to end
	// answerGrace is how long a call that was cut off may take to say what it
	// has found so far.
	answerGrace = 200 * time.Millisecond
)

var (
	errSlow = errors.New("cut off: it took too long")
	errBusy = errors.New("too many calls at a time")
)

// gate bounds how many calls run and how many wait.
type gate struct {
	slots   chan struct{}
	waiting *atomic.Int32
}

func newGate() gate { return gate{slots: make(chan struct{}, maxCalls), waiting: new(atomic.Int32)} }

// enter waits until a call may run. It says how to leave.
func (g gate) enter(ctx context.Context) (leave func(), err error) {
	if g.waiting.Add(1) > maxWaiting {
		g.waiting.Add(-1)
		return nil, errBusy
	}
	defer g.waiting.Add(-1)
	select {
	case g.slots <- struct{}{}:
		return func() { <-g.slots }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// guard runs a call within the bounds that hold for all of them. One that does
// not notice the end of its time is answered for all the same, and keeps its
// slot until it ends.
func guard[T any](ctx context.Context, s *server, call func(context.Context) (T, error)) (T, error) {
	var none T
	ctx, cancel := context.WithTimeoutCause(ctx, s.opts.Timeout, errSlow)
	defer cancel()
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return none, err
	}
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	s.calls.Go(func() {
		defer leave()
		defer func() {
			if v := recover(); v != nil {
				done <- answer{none, fmt.Errorf("internal error: %.200v", v)}
			}
		}()
		value, err := call(ctx)
		if err != nil && ctx.Err() != nil { // whatever else it says, this is why
			err = context.Cause(ctx)
		}
		done <- answer{value, err}
	})
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
	}
	if !errors.Is(context.Cause(ctx), errSlow) { // nobody waits for the answer
		return none, context.Cause(ctx)
	}
	late := time.NewTimer(answerGrace)
	defer late.Stop()
	select {
	case a := <-done:
		return a.value, a.err
	case <-late.C:
		return none, context.Cause(ctx)
	}
}

// guarded is the handler of a tool within the bounds.
func (s *server) guarded(t tool.Tool) func(context.Context, json.RawMessage) (tool.Result, error) {
	return func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
		r, err := guard(ctx, s, func(ctx context.Context) (tool.Result, error) { return t.Call(ctx, args) })
		switch {
		case errors.Is(err, errSlow):
			return tool.Failure("%s: cut off after %v without an answer; ask for less: a directory further down, a lower limit", t.Name, s.opts.Timeout), nil
		case errors.Is(err, errBusy):
			return tool.Failure("%s: %d calls are waiting already; wait for some of their answers, then call again", t.Name, maxWaiting), nil
		}
		return r, err
	}
}
