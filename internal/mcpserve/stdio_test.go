package mcpserve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
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
	synctest.Test(t, func(t *testing.T) {
		out := served(t, session, time.Minute, func(context.Context) tool.Result {
			time.Sleep(59 * time.Second) // of the bubble's clock
			return tool.Result{Text: "slow and sure"}
		})
		for _, want := range []string{`"id":1`, `"id":2`, `"id":3`, "slow and sure"} {
			if !strings.Contains(out, want) {
				t.Errorf("no %s in %s", want, out)
			}
		}
	})
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
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		defer close(hang)
		began := time.Now()
		out := served(t, session, 10*time.Second, func(context.Context) tool.Result { <-hang; return tool.Result{} })
		if took := time.Since(began); !strings.Contains(out, `"id":2`) || took != 10*time.Second {
			t.Errorf("after %v: got %s", took, out)
		}
	})
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

// TestBadMessagesEndNoSession sends messages that the SDK cannot decode, and then a request. The
// server answers the request.
func TestBadMessagesEndNoSession(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 1500) + strings.Repeat("]", 1500)
	for name, tt := range map[string]struct{ line, want string }{
		"deep arguments":     {`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"slow","arguments":` + deep + `}}`, `"id":9,"error":{"code":-32600`},
		"no version":         {`{"id":9,"method":"ping"}`, `"id":9,"error":{"code":-32600`},
		"another version":    {"{\"jsonrpc\":\"1.0 \U000e0001\",\"id\":9,\"method\":\"ping\"}", `"id":9,"error":{"code":-32600`},
		"null":               {"null", `"id":null,"error":{"code":-32600`},
		"empty object":       {"{}", `"id":null,"error":{"code":-32600`},
		"number as method":   {`{"jsonrpc":"2.0","id":9,"method":5}`, `"id":9,"error":{"code":-32600`},
		"number as error":    {`{"jsonrpc":"2.0","id":9,"error":5}`, `"id":9,"error":{"code":-32600`},
		"object as id":       {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `"id":null,"error":{"code":-32600`},
		"long":               {`{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":"` + strings.Repeat("x", 2<<20) + `"}}`, `"id":9,"error":{"code":-32600`},
		"long without an id": {strings.Repeat("x", 2<<20), `"id":null,"error":{"code":-32600`},
		"space at the end":   {`{"jsonrpc":"2.0","id":9,"method":"ping"}` + " \t", `"id":9,"result":{}`},
		"unknown response":   {`{"jsonrpc":"2.0","id":9,"result":{}}`, ""},
		"large number as id": {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `"id":900719925474099`},
	} {
		out := served(t, strings.Replace(session, "{\"jsonrpc\":\"2.0\",\"id\":3", tt.line+"\n{\"jsonrpc\":\"2.0\",\"id\":3", 1), time.Minute,
			func(context.Context) tool.Result { return tool.Result{Text: "still here"} })
		if !strings.Contains(out, tt.want) || !strings.Contains(out, "still here") {
			t.Errorf("%s: want %s, and an answer to the next line, in %.1000s", name, tt.want, out)
		}
		for line := range strings.Lines(out) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: the answer %s is no JSON", name, line)
			}
		}
	}
}

// TestRequestsWithoutAnswerAreBounded reads requests of a client without answering them.
func TestRequestsWithoutAnswerAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines strings.Builder
		for i := range 10 * maxPending {
			fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i)
		}
		var out output
		c := Transport(io.NopCloser(strings.NewReader(lines.String())), &out, 1<<20, time.Minute).(*mcp.IOTransport).Reader.(reader)
		var read atomic.Int32
		go func() {
			p := make([]byte, 1000)
			for {
				if _, err := c.Read(p); err != nil {
					return
				}
				read.Add(1)
			}
		}()
		synctest.Wait()
		if n := read.Load(); n != maxPending {
			t.Errorf("%d requests without an answer were read, want %d", n, maxPending)
		}
		for i := range 3 {
			if _, err := c.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"result":{}}`, i)); err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		if n := read.Load(); n != maxPending+3 {
			t.Errorf("%d requests were read after 3 answers, want %d", n, maxPending+3)
		}
		c.Close()
	})
}

// TestClientThatReadsLateIsAnswered writes many requests before it reads the first answer.
func TestClientThatReadsLateIsAnswered(t *testing.T) {
	t.Parallel()
	const requests = 1000
	in, input := io.Pipe()
	answers, out := io.Pipe()
	half := make(chan struct{})
	go func() {
		_, _ = io.WriteString(input, session)
		for i := range requests {
			if i == maxPending/2 {
				close(half)
			}
			if _, err := fmt.Fprintf(input, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i+10); err != nil {
				t.Error(err)
			}
		}
		input.Close()
	}()
	m := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	one := tool.New[noInput, struct{}]("slow", "Slow", "Answers.", func(context.Context, noInput) (tool.Result, error) { return tool.Result{}, nil })
	m.AddTool(&mcp.Tool{Name: one.Name, InputSchema: one.Input}, Handler(t.Context(), one))
	var serving sync.WaitGroup
	serving.Go(func() { _ = m.Run(t.Context(), Transport(in, out, 1<<20, time.Minute)) })
	<-half
	n := 0
	for lines := bufio.NewScanner(answers); n < requests+3 && lines.Scan(); n++ {
	}
	if n != requests+3 {
		t.Errorf("%d answers to %d requests", n, requests+3)
	}
	serving.Wait()
}
