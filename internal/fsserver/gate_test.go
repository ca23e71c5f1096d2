package fsserver

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/localdir"
)

// stuck is a source that answers to nobody until it is released, whatever its
// context says, and one that panics.
type stuck struct {
	luminos.Source
	entered  chan struct{}
	release  chan struct{}
	most, at atomic.Int32
}

func (s *stuck) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	if p == "panic" {
		panic("a fault of our own")
	}
	if n := s.at.Add(1); n > s.most.Load() {
		s.most.Store(n)
	}
	defer s.at.Add(-1)
	s.entered <- struct{}{}
	<-s.release
	return luminos.Node{}, errors.New("too late")
}

func newStuck() *stuck {
	return &stuck{entered: make(chan struct{}, 10_000), release: make(chan struct{})}
}

func TestPanicIsAFailedResult(t *testing.T) {
	k := toolsOf(t, newStuck(), Options{})
	for _, name := range readers {
		r := k.call(t, name, at(name, "panic"))
		if !r.Failed || !strings.Contains(r.Text, "a fault of our own") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	s := newServer(newStuck(), Options{})
	if _, err := guard(t.Context(), s, func(context.Context) (int, error) { panic("oh") }); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("a method that panics gives %v", err)
	}
}

func TestSlowCallIsCutOff(t *testing.T) {
	src := newStuck()
	defer close(src.release)
	k := toolsOf(t, src, Options{Timeout: time.Millisecond})
	k.fails(t, "stat_file", args{"path": "a"}, "cut off after 1ms")
}

func TestCancelledCall(t *testing.T) {
	src := newStuck()
	defer close(src.release)
	k := toolsOf(t, src, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-src.entered; cancel() }()
	if r, err := k["stat_file"].Call(ctx, []byte(`{"path":"a"}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", r, err)
	}
}

// A flood of calls: few run, some wait, the others are told so.
func TestFlood(t *testing.T) {
	src := newStuck()
	k := toolsOf(t, src, Options{})
	var calls sync.WaitGroup
	var busy, late atomic.Int32
	for range maxCalls + maxWaiting + 100 {
		calls.Go(func() {
			r, err := k["stat_file"].Call(t.Context(), []byte(`{"path":"a"}`))
			switch {
			case err != nil:
				t.Error(err)
			case strings.Contains(r.Text, "are waiting already"):
				if busy.Add(1) == 100 {
					for range maxCalls { // those that may run have all begun
						<-src.entered
					}
					close(src.release)
				}
			case strings.Contains(r.Text, "could not be read"):
				late.Add(1)
			default:
				t.Errorf("%+v", r)
			}
		})
	}
	calls.Wait()
	if src.most.Load() != maxCalls || late.Load() != maxCalls+maxWaiting {
		t.Errorf("%d ran at a time, %d were answered, %d were refused", src.most.Load(), late.Load(), busy.Load())
	}
}

// Cancelling a request ends its work in the server.
func TestCancellationReachesTheServer(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error, 1)
	s := connect(t, open(t, t.TempDir()), Options{Programs: []string{"wait"}, Run: func(ctx context.Context, _ string, _ []string) Output {
		close(began)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return Output{}
	}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "run_command", Arguments: args{"program": "wait"}}); err == nil {
		t.Error("a cancelled call was answered")
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the work ended with %v", err)
	}
}

// Serve ends with its context and with its input, and takes its calls along.
func TestServeEnds(t *testing.T) {
	root := open(t, t.TempDir())
	for name, end := range map[string]func(cancel func(), in io.Closer){
		"the context": func(cancel func(), _ io.Closer) { cancel() },
		"the input":   func(_ func(), in io.Closer) { in.Close() },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		in, w := io.Pipe()
		out := discard{io.Discard}
		served := make(chan error, 1)
		go func() { served <- Serve(ctx, root, in, out, Options{}) }()
		end(cancel, w)
		if err := <-served; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}

type discard struct{ io.Writer }

func (discard) Close() error { return nil }

var _ func(context.Context, *localdir.Dir, io.ReadCloser, io.WriteCloser, Options) error = Serve

// Garbage and giant frames end the connection, not the process.
func TestGarbageOnTheWire(t *testing.T) {
	root := open(t, t.TempDir())
	for name, text := range map[string]string{
		"no JSON": "hello\n", "a cut object": `{"jsonrpc":"2.0","id":1,`, "no request": "[]\n", "another version": `{"jsonrpc":"1.0","id":1,"method":"tools/list"}` + "\n",
		"a giant":                     `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", maxFrame+1) + `"}` + "\n",
		"a call before the handshake": `{"jsonrpc":"2.0","id":1,"method":"luminos/read","params":{"path":"a","n":1}}` + "\n",
	} {
		in := struct {
			io.Reader
			io.Closer
		}{strings.NewReader(text), io.NopCloser(nil)}
		if err := Serve(t.Context(), root, in, discard{io.Discard}, Options{}); err != nil {
			t.Logf("%s: %.200v", name, err)
		}
	}
}
