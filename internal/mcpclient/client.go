package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/mcpext"
)

// connection is a transport to a server, with functions that end the connection and explain
// why it ended.
type connection struct {
	transport mcp.Transport
	close     func()        // ends the process in an orderly way, and waits; may be called again
	kill      func()        // ends it at once; nil if it is not a process
	abort     func()        // ends running requests if the server is not a process; may be nil
	cause     func() error  // returns the error of reading, if any
	lastWords func() string // the end of the standard error, as a clause; may be ""
}

// dialer starts or reaches a server. A process that it starts ends with life.
type dialer func(life context.Context) (connection, error)

// methodDirectory is resources/directory/read of the skills extension.
const methodDirectory = "resources/directory/read"

type (
	directoryParams struct {
		mcp.ParamsBase
		URI    string `json:"uri"`
		Cursor string `json:"cursor,omitempty"`
	}
	directoryResult struct {
		mcp.ResultBase
		Resources  []*mcp.Resource `json:"resources"`
		NextCursor string          `json:"nextCursor,omitempty"`
	}
)

// newClient returns an MCP client that offers no roots and no sampling, and declines each
// question to the user.
func newClient(l *link, s *session) *mcp.Client {
	c := mcp.NewClient(&mcp.Implementation{Name: "luminos", Version: l.opts.Version}, &mcp.ClientOptions{
		Capabilities:           &mcp.ClientCapabilities{},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { s.changed.Store(true) },
		ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			question := ""
			if r != nil && r.Params != nil {
				question = clean(r.Params.Message, 300)
			}
			l.opts.Notify(Notice{l.name, fmt.Sprintf("asked %q and was declined: a server is told nothing but what to read", question)})
			return &mcp.ElicitResult{Action: "decline"}, nil
		},
	})
	c.AddSendingMiddleware(forgetful)
	for _, err := range []error{
		mcp.AddSendingCustomMethod[*mcpext.ReadParams, *mcpext.ReadResult](c, mcpext.MethodRead),
		mcp.AddSendingCustomMethod[*mcpext.OutlinesParams, *mcpext.OutlinesResult](c, mcpext.MethodOutlines),
		mcp.AddSendingCustomMethod[*mcpext.HistoryParams, *mcpext.HistoryResult](c, mcpext.MethodHistory),
		mcp.AddSendingCustomMethod[*mcpext.ExtractParams, *mcpext.ExtractResult](c, mcpext.MethodExtract),
		mcp.AddSendingCustomMethod[*directoryParams, *directoryResult](c, methodDirectory),
	} {
		if err != nil {
			panic(err) // a standard method by that name, met by every test
		}
	}
	return c
}

// forgetful returns a handler that calls next and sets the lifetimes (ttl) in its results, such as lists of tools, to
// 0. The SDK would cache a result as long as the server wants; a list must be read again when it is used.
func forgetful(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, r)
		switch v := result.(type) {
		case *mcp.ListToolsResult:
			if v != nil {
				v.TTLMs = 0
			}
		case *mcp.ListResourcesResult:
			if v != nil {
				v.TTLMs = 0
			}
		case *mcp.ReadResourceResult:
			if v != nil {
				v.TTLMs = 0
			}
		}
		return result, err
	}
}

// maxFlood is the number of unrequested messages that a server may send between two
// answers.
const maxFlood = 10_000

// watched is a transport that remembers why reading failed, and drops messages that the
// client does not use.
type watched struct {
	mcp.Transport
	mu   sync.Mutex
	fail error
}

func (w *watched) cause() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fail
}

func (w *watched) failed(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fail == nil {
		w.fail = err
	}
	return err
}

// Connect implements [mcp.Transport]. Its connection drops notifications that the client does not use, such as logs. It
// fails if more than maxFlood messages come without an answer between them.
func (w *watched) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := w.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &watchedConn{Connection: c, w: w}, nil
}

type watchedConn struct {
	mcp.Connection
	w     *watched
	flood int // messages since the last answer; Read is called by one goroutine
}

func (c *watchedConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		m, err := c.Connection.Read(ctx)
		if err != nil {
			return nil, c.w.failed(err)
		}
		request, ok := m.(*jsonrpc.Request)
		if !ok {
			c.flood = 0
			return m, nil
		}
		if c.flood++; c.flood > maxFlood {
			return nil, c.w.failed(errors.New("the server floods the connection with unrequested messages"))
		}
		if request.IsCall() || useful[request.Method] {
			return m, nil
		}
	}
}

// useful are the notifications that the client handles. Logs and progress are dropped.
var useful = map[string]bool{
	"notifications/tools/list_changed":         true,
	"notifications/cancelled":                  true,
	"notifications/subscriptions/acknowledged": true,
}
