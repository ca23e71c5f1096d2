package fsserver

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/localdir"
)

// panicking is a source with a fault.
type panicking struct{ luminos.Source }

func (panicking) Stat(context.Context, luminos.Path) (luminos.Node, error) {
	panic("a fault of our own")
}

func TestPanicIsFailedResult(t *testing.T) {
	k := toolsOf(t, panicking{}, Options{})
	for _, name := range readers {
		r := k.call(t, name, at(name, "panic"))
		if !r.Failed || !strings.Contains(r.Text, "a fault of our own") {
			t.Errorf("%s: %+v", name, r)
		}
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
