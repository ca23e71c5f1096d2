package mcpserve

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/tool"
)

const session = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"by hand","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"slow","arguments":{}}}
`

// output is an output that is read after the server has ended.
type output struct{ bytes.Buffer }

func (*output) Close() error { return nil }

type noInput struct{}

// served returns the output of a server with one tool for a session whose input ends
// at once.
func served(t *testing.T, session string, grace time.Duration, slow func(context.Context) tool.Result) string {
	t.Helper()
	m := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	one := tool.New[noInput, struct{}]("slow", "Slow", "Answers slowly.", func(ctx context.Context, _ noInput) (tool.Result, error) { return slow(ctx), nil })
	m.AddTool(&mcp.Tool{Name: one.Name, InputSchema: one.Input}, Handler(t.Context(), NewCalls(time.Minute).Bound(one)))
	var out output
	// The SDK decides which error the end of the input is.
	_ = m.Run(t.Context(), Transport(io.NopCloser(strings.NewReader(session)), &out, 1<<20, grace))
	return out.String()
}

func TestRequestsAreAnsweredAfterInputEnds(t *testing.T) {
	t.Parallel()
	out := served(t, session, time.Minute, func(context.Context) tool.Result {
		time.Sleep(20 * time.Millisecond)
		return tool.Result{Text: "slow and sure"}
	})
	for _, want := range []string{`"id":1`, `"id":2`, `"id":3`, "slow and sure"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

func TestInvalidLinesAreAnswered(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"garbage": `"code":-32700`, "[]": `"code":-32600`, "{": `"code":-32700`, `"x"`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`: `"code":-32600`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`: `"code":-32600`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`: `"id":2`,
	} {
		out := served(t, strings.Replace(session, "{\"jsonrpc\":\"2.0\",\"id\":3", line+"\n{\"jsonrpc\":\"2.0\",\"id\":3", 1), time.Minute,
			func(context.Context) tool.Result { return tool.Result{Text: "still here"} })
		if !strings.Contains(out, want) || !strings.Contains(out, "still here") {
			t.Errorf("%s: want %s, and an answer to the next line, in %s", line, want, out)
		}
	}
}

func TestWaitForAnswersIsBounded(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	defer close(hang)
	out := served(t, session, 50*time.Millisecond, func(context.Context) tool.Result { <-hang; return tool.Result{} })
	if !strings.Contains(out, `"id":2`) {
		t.Errorf("got %s", out)
	}
}

func TestIDOfResponse(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":7,"result":{}}`: "7", `{"id":"a"}`: `"a"`, `{"result":{"id":1}}`: "", "[1]": "", "{": "", "": "", `{"a":`: "",
	} {
		if got := idOf([]byte(line)); got != want {
			t.Errorf("id of %s is %s, want %s", line, got, want)
		}
	}
}
