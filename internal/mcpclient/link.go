package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"

	"luminos"
)

const (
	crowd = 16 // calls at a time
	// failures by one path until the path is barred
	maxStrikes = 2
	// failures without an answer between them until the server is given up
	maxDeaths   = 40
	maxTimeouts = 4
)

// link is the connection to one server. It starts the server again after the server dies.
type link struct {
	name   string
	opts   Options
	dial   dialer
	policy *policy // set before any call that needs it

	// gate admits calls in parallel, and a repeated call alone: if the server dies then,
	// the call is the cause.
	gate *semaphore.Weighted

	lifetime
	starting chan struct{} // holds a token; its owner may replace live

	mu     sync.Mutex // guards the fields below
	live   *session
	closed bool
	health
}

// session is one connection to a running server, from its start to its end.
type session struct {
	*mcp.ClientSession
	conn     connection
	done     chan struct{} // closed when it has ended
	gone     atomic.Bool   // this program ended it
	changed  atomic.Bool   // the tools must be checked again
	checking chan struct{} // holds a token; its owner may check the tools
}

func newLink(name string, o Options, dial dialer) *link {
	l := &link{name: clean(name, 100), opts: o, dial: dial, gate: semaphore.NewWeighted(crowd), starting: make(chan struct{}, 1), health: health{strikes: map[luminos.Path]int{}}}
	l.life, l.end = context.WithCancel(context.Background())
	l.starting <- struct{}{}
	return l
}

// ask describes a call, for messages and to find the path that kills a server.
type ask struct {
	what string       // "list_directory"
	path luminos.Path // the path that the call is about; "" if it is not one path
	long bool         // a call with the time limit of extractions
}

// do makes a call to the server. If the server dies during the call, do starts it again, notifies the user, and repeats
// the call. If the server dies again, do bars the path of the call: later calls for this path are
// refused, calls for other paths are not.
func (l *link) do(ctx context.Context, a ask, call func(context.Context, *session) error) error {
	died, err := l.attempt(ctx, a, 1, call)
	if !died {
		return err
	}
	reason := clean(err.Error(), 300)
	died, err = l.attempt(ctx, a, crowd, func(ctx context.Context, s *session) error {
		l.opts.Notify(Notice{l.name, "was started again: " + reason})
		return call(ctx, s)
	})
	if died {
		l.strike(a.path, maxStrikes)
		err = fmt.Errorf("the server %q failed, was started again, and failed once more: %w", l.name, err)
		if a.path != "" {
			err = fmt.Errorf("asking the server %q about the path %q: %w: %w", l.name, a.path, err, ErrBarred)
		}
	}
	return err
}

// attempt makes a call to the server once. With the weight 1 it runs at the same time as other calls, with the weight
// crowd it runs alone. It reports whether the server died during the call.
func (l *link) attempt(ctx context.Context, a ask, weight int64, call func(context.Context, *session) error) (died bool, err error) {
	if err := l.gate.Acquire(ctx, weight); err != nil {
		return false, err
	}
	defer l.gate.Release(weight)
	if err := l.fit(a); err != nil {
		return false, err
	}
	s, err := l.session(ctx)
	if err != nil {
		return false, err
	}
	ctx2, cancel := context.WithTimeout(ctx, l.opts.limit(a))
	defer cancel()
	err = s.guard(ctx2, func() error {
		if err := l.check(ctx2, s); err != nil {
			return err
		}
		return call(ctx2, s)
	})
	if _, ok := errors.AsType[*jsonrpc.Error](err); ok {
		err = fmt.Errorf("asking the server %q for %s: %w", l.name, a.what, said(err))
	}
	switch {
	case err == nil || answered(err):
		l.mu.Lock()
		l.deaths, l.timeouts = 0, 0
		l.mu.Unlock()
		return false, err
	case ctx.Err() != nil:
		return false, ctx.Err()
	case ctx2.Err() != nil && errors.Is(err, context.DeadlineExceeded):
		return false, l.slow(a, s)
	case s.dead(err):
		return true, l.dead(a, s, err)
	}
	return false, fmt.Errorf("asking the server %q for %s: %w", l.name, a.what, said(err))
}

// guard calls the function call and returns its error. If call runs for longer than grace after the end of ctx, guard
// kills the process of the server: the end of ctx alone would not interrupt a write to a process that does not read.
func (s *session) guard(ctx context.Context, call func() error) error {
	returned := make(chan struct{})
	defer close(returned)
	defer context.AfterFunc(ctx, func() {
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case <-returned:
		case <-late.C:
			if s.conn.kill != nil {
				s.conn.kill()
			}
		}
	})()
	return call()
}

// fit returns an error if the call a must not be made: because the connection is closed, because
// the server is given up, or because the server died or hung during calls for the same path before.
func (l *link) fit(a ask) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return fmt.Errorf("the server %q is not called any more, since this program closed the connection: %w", l.name, mcp.ErrConnectionClosed)
	case l.lost != nil:
		return l.lost
	case a.path != "" && l.strikes[a.path] >= maxStrikes:
		return fmt.Errorf("the server %q died or hung during calls for this path before: %w", l.name, ErrBarred)
	}
	return nil
}

func (l *link) strike(p luminos.Path, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p != "" {
		l.strikes[p] += n
	}
}

// errSlow is part of the error of a call that was not answered in time.
var errSlow = errors.New("the server did not answer")

// slow returns the error of a call that was not answered in time. It kills the process of the
// server, if there is one, so that the next call starts a new process. After maxTimeouts such calls
// without an answer between them it gives the server up.
func (l *link) slow(a ask, s *session) error {
	l.strike(a.path, 1)
	err := fmt.Errorf("asking the server %q for %s: %w within %v%s",
		l.name, a.what, errSlow, l.opts.limit(a), s.conn.lastWords())
	l.mu.Lock()
	l.timeouts++
	if l.timeouts >= maxTimeouts && l.lost == nil {
		l.lost = fmt.Errorf("asking the server %q, which left %d calls without an answer: %w: %w", l.name, l.timeouts, ErrGivenUp, err)
	}
	l.mu.Unlock()
	if s.conn.kill != nil {
		s.conn.kill()
		s.stop()
	}
	return err
}

// dead ends the session s after the server died during the call a, and returns the error for the
// caller. After maxDeaths deaths without an answer between them it gives the server up.
func (l *link) dead(a ask, s *session, err error) error {
	if s.conn.kill != nil {
		s.conn.kill() // stop a server whose answers are no longer read
	}
	s.stop()
	if cause := s.conn.cause(); cause != nil {
		err = cause
	}
	reason := said(err).Error()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		reason = "the server ended the connection"
	}
	err = fmt.Errorf("the server %q failed while it was asked for %s: %s%s", l.name, a.what, reason, s.conn.lastWords())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deaths++
	if l.deaths >= maxDeaths && l.lost == nil {
		l.lost = fmt.Errorf("asking the server %q, which died %d times without an answer: %w: %w", l.name, l.deaths, ErrGivenUp, err)
	}
	return err
}

// session returns the running session of the link. It starts a new session if the last one has
// ended or the link has not been used before. A server that does not start again is given up.
func (l *link) session(ctx context.Context) (*session, error) {
	select {
	case <-l.starting:
		defer func() { l.starting <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l.mu.Lock()
	s, closed := l.live, l.closed
	l.mu.Unlock()
	if closed {
		return nil, fmt.Errorf("the server %q is not called any more, since this program closed the connection: %w", l.name, mcp.ErrConnectionClosed)
	}
	if s != nil && !s.ended() {
		return s, nil
	}
	if s != nil {
		s.stop()
	}
	s, err := l.connect(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil && ctx.Err() == nil && l.live != nil:
		l.lost = fmt.Errorf("the server %q does not start again: %w: %w", l.name, ErrGivenUp, err)
		return nil, l.lost
	case err != nil:
		return nil, err
	case l.closed:
		l.stray.Go(s.stop) // close was called meanwhile and did not see this session
		return nil, fmt.Errorf("the server %q is not called any more, since this program closed the connection: %w", l.name, mcp.ErrConnectionClosed)
	}
	l.live = s
	return s, nil
}

// connect starts the server or opens the connection to it, and waits until MCP is initialized.
func (l *link) connect(ctx context.Context) (*session, error) {
	ctx2, cancel := context.WithTimeout(ctx, l.opts.Connect)
	defer cancel()
	began := time.Now()
	conn, err := l.dial(l.life)
	if err != nil {
		return nil, fmt.Errorf("starting the server %q: %w", l.name, err)
	}
	s := &session{conn: conn, done: make(chan struct{}), checking: make(chan struct{}, 1)}
	s.checking <- struct{}{}
	s.changed.Store(l.policy != nil) // a server that was started again may have other tools
	if conn.abort != nil {           // the SDK sends a goodbye and waits until it is read
		defer context.AfterFunc(ctx2, conn.abort)()
	}
	s.ClientSession, err = newClient(l, s).Connect(ctx2, conn.transport, nil)
	if err == nil && s.InitializeResult() == nil {
		err = errors.New("the server answered the initialize request without a result")
	}
	if err != nil {
		cause := conn.cause()
		if conn.kill != nil {
			conn.kill()
		}
		conn.close()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case ctx2.Err() != nil:
			return nil, fmt.Errorf("connecting to the server %q: it was not ready within %v%s", l.name, time.Since(began).Round(time.Millisecond), conn.lastWords())
		case cause != nil && !errors.Is(cause, io.EOF):
			err = cause
		case errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed):
			err = errors.New("the server ended before it was ready")
		}
		return nil, fmt.Errorf("connecting to the server %q: %w%s", l.name, said(err), conn.lastWords())
	}
	go func() { // ends with the session; stop waits for that
		_ = s.Wait() // the connection reports the reason
		close(s.done)
	}()
	return s, nil
}

// hello returns the answer of the server to the initialize request of MCP: its name, its version
// and its capabilities.
func (l *link) hello(ctx context.Context) (*mcp.InitializeResult, error) {
	s, err := l.session(ctx)
	if err != nil {
		return nil, err
	}
	r := *s.InitializeResult()
	if r.Capabilities == nil {
		r.Capabilities = &mcp.ServerCapabilities{}
	}
	return &r, nil
}

func (l *link) close() error {
	l.mu.Lock()
	s := l.live
	l.closed = true
	l.mu.Unlock()
	if s != nil {
		s.stop()
	}
	l.end()
	l.stray.Wait()
	return nil
}

// stop ends a session and waits until the process of the server is gone, if the server is a
// process.
func (s *session) stop() {
	s.gone.Store(true)
	if s.conn.kill != nil {
		s.conn.close() // the SDK would wait for answers that never come
		_ = s.Close()
		return
	}
	_ = s.Close()
	s.conn.close()
}

func (s *session) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return s.gone.Load() || s.conn.cause() != nil
	}
}

// dead reports whether the error err of a call means that the connection to the server is broken.
func (s *session) dead(err error) bool {
	if _, ok := errors.AsType[*url.Error](err); ok { // reaching an HTTP server
		return true
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok { // the pipe broke before its end was read
		return true
	}
	return errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, mcp.ErrSessionMissing) || s.ended()
}

// refusal is an error of this package in a call whose connection works.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// answered reports whether the error err of a call leaves the connection intact: because the server
// sent the error as its answer, or because err is a refusal of this package.
func answered(err error) bool {
	_, ours := errors.AsType[refusal](err)
	_, failed := errors.AsType[*toolError](err)
	_, wire := errors.AsType[*jsonrpc.Error](err)
	return ours || failed || wire
}

// said returns err with its text, parts of which a server may have written, cleaned of control characters and cut to
// 500 bytes. [errors.Is] and [errors.As] still find the errors inside.
func said(err error) error {
	if text := err.Error(); clean(text, 500) != text {
		return saidError{clean(text, 500), err}
	}
	return err
}

type saidError struct {
	text string
	err  error
}

func (e saidError) Error() string { return e.text }
func (e saidError) Unwrap() error { return e.err }
