package fsserver

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"luminos/internal/localdir"
)

// kept is an output that can be read once the server is done.
type kept struct{ bytes.Buffer }

func (*kept) Close() error { return nil }

const session = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"by hand","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"run_command","arguments":{"program":"slow","args":[]}}}
`

// served is what a server over an empty directory answers to a session that ends
// as soon as everything was asked.
func served(t *testing.T, session string, o Options) string {
	t.Helper()
	dir, err := localdir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	var out kept
	// How it ends when the client is gone is the SDK's affair.
	_ = Serve(t.Context(), dir, io.NopCloser(strings.NewReader(session)), &out, o)
	return out.String()
}

func TestWhatWasAskedIsAnsweredAfterTheEnd(t *testing.T) {
	o := Options{Programs: []string{"slow"}, Run: func(context.Context, string, []string) Output {
		return Output{Stdout: "slow and sure\n"}
	}}
	out := served(t, session, o)
	for _, want := range []string{`"id":1`, `"id":2`, `"id":3`, "slow and sure"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

func TestWhatIsNoQuestionIsAnsweredAsSuch(t *testing.T) {
	bad := map[string]string{
		"garbage": `"code":-32700`, "[]": `"code":-32600`, "{": `"code":-32700`, `"x"`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`: `"code":-32600`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`: `"id":2`,
	}
	for line, want := range bad {
		out := served(t, strings.Replace(session, "{\"jsonrpc\":\"2.0\",\"id\":3", line+"\n{\"jsonrpc\":\"2.0\",\"id\":3", 1),
			Options{Programs: []string{"slow"}, Run: func(context.Context, string, []string) Output { return Output{Stdout: "still here\n"} }})
		if !strings.Contains(out, want) || !strings.Contains(out, "still here") {
			t.Errorf("%s: want %s, and what follows answered: %s", line, want, out)
		}
	}
}

func TestNobodyWaitsForAnswersForEver(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	o := Options{Timeout: 50 * time.Millisecond, Programs: []string{"slow"}, Run: func(context.Context, string, []string) Output {
		<-hang
		return Output{}
	}}
	if out := served(t, session, o); !strings.Contains(out, `"id":2`) {
		t.Errorf("got %s", out)
	}
}
