package mcpserve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/tool"
)

const (
	maxCalls   = 8   // running at a time: each uses a few MiB
	maxWaiting = 256 // waiting for a running call to end
	// answerGrace is the time in which a call that ran out of time may still return
	// its partial result.
	answerGrace = 200 * time.Millisecond
)

var (
	errSlow = errors.New("the call was cut off: it took longer than its time limit")
	errBusy = errors.New("too many calls are waiting: ask again later")
)

// Calls bounds the calls of one server: their time, how many run at a time and how
// many wait. It is safe for concurrent use.
type Calls struct {
	timeout time.Duration
	slots   chan struct{}
	waiting atomic.Int32
	running sync.WaitGroup
}

// NewCalls returns a new limiter for the calls of one server. Each call may take timeout; at most
// maxCalls run and maxWaiting wait at a time.
func NewCalls(timeout time.Duration) *Calls {
	return &Calls{timeout: timeout, slots: make(chan struct{}, maxCalls)}
}

// enter waits until one of the maxCalls slots for running calls is free, takes it, and returns the
// function that frees it. It returns errBusy if maxWaiting calls wait already, and the cause if ctx
// ends first.
func (c *Calls) enter(ctx context.Context) (leave func(), err error) {
	if c.waiting.Add(1) > maxWaiting {
		c.waiting.Add(-1)
		return nil, errBusy
	}
	defer c.waiting.Add(-1)
	select {
	case c.slots <- struct{}{}:
		return func() { <-c.slots }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Wait waits until all running calls have ended, but at most for the duration grace, because a call
// on a file system that hangs does not notice its cancellation.
func (c *Calls) Wait(grace time.Duration) {
	ended := make(chan struct{})
	go func() { c.running.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(grace):
	}
}

// Do waits for a slot of c and then runs call; the timeout of c covers both. If ctx ends, or the
// timeout and then answerGrace are over, Do returns an error even if call still runs; call keeps
// its slot until it returns. A panic of call becomes an error.
func Do[T any](ctx context.Context, c *Calls, call func(context.Context) (T, error)) (T, error) {
	var zero T
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, errSlow)
	defer cancel()
	leave, err := c.enter(ctx)
	if err != nil {
		return zero, err
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	c.running.Go(func() {
		defer leave()
		defer func() {
			if v := recover(); v != nil {
				done <- result{zero, fmt.Errorf("the call ended by a panic, an error in the server itself: %.200v", v)}
			}
		}()
		value, err := call(ctx)
		if err != nil && ctx.Err() != nil { // the end of the context is the reason
			err = context.Cause(ctx)
		}
		done <- result{value, err}
	})
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	if !errors.Is(context.Cause(ctx), errSlow) { // the caller does not wait for the answer
		return zero, context.Cause(ctx)
	}
	late := time.NewTimer(answerGrace)
	defer late.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-late.C:
		return zero, context.Cause(ctx)
	}
}

// DoMethod runs call with [Do], for a method of the MCP protocol that is not a tool. It also
// cancels call when serving, the context of the server, ends.
func DoMethod[T any](ctx, serving context.Context, c *Calls, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(serving, cancel)()
	return Do(ctx, c, call)
}

// Bound returns a copy of tool t whose calls run with [Do], within the limits of c. A call that is
// refused or exceeds its time gives the model a failed result with the reason instead of an error.
func (c *Calls) Bound(t tool.Tool) tool.Tool {
	inner := t
	t.Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
		r, err := Do(ctx, c, func(ctx context.Context) (tool.Result, error) { return inner.Call(ctx, args) })
		switch {
		case errors.Is(err, errSlow):
			return tool.Failure("%s: cut off after %v without an answer; ask for less: a directory further down, a lower limit", t.Name, c.timeout), nil
		case errors.Is(err, errBusy):
			return tool.Failure("%s: %d calls are waiting already; wait for some of their answers, then call again", t.Name, maxWaiting), nil
		}
		return r, err
	}
	return t
}

// Handler returns the function by which the SDK calls tool t. A call is cancelled when serving, the
// context of the server, ends. Every failure becomes a result that the model can read, not a
// protocol error.
func Handler(serving context.Context, t tool.Tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(serving, cancel)()
		r, err := t.Call(ctx, req.Params.Arguments)
		if err != nil {
			r = tool.Failure("%s: ended before there was an answer: %v", t.Name, err)
		}
		result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: r.Text}}, IsError: r.Failed}
		if !r.Failed {
			result.StructuredContent = r.Data
		}
		return result, nil
	}
}
