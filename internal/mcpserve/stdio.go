// Package mcpserve has the parts of an MCP server that do not depend on its tools:
// bounds on calls, and a transport over standard input and output.
package mcpserve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Transport returns a transport for one client over in and out, which the SDK closes. The end of
// the input is delayed until every request is answered, but at most for grace, because a shell that
// sends a file closes its end at once. A line that is not a JSON object is answered with an error,
// where the SDK would end the session; a line of more than maxLine bytes ends the session.
func Transport(in io.ReadCloser, out io.WriteCloser, maxLine int, grace time.Duration) mcp.Transport {
	c := &conn{in: bufio.NewReaderSize(in, 64<<10), out: out, closeIn: in.Close, maxLine: maxLine, grace: grace,
		closed: make(chan struct{}), pending: map[string]bool{}, answered: make(chan struct{}, 1)}
	return &mcp.IOTransport{Reader: reader{c}, Writer: writer{c}, MaxLineLength: maxLine}
}

// conn passes lines between a client and the SDK. It answers lines that are not messages, and keeps the ids of
// requests without an answer.
type conn struct {
	in      *bufio.Reader
	out     io.WriteCloser
	closeIn func() error
	maxLine int
	grace   time.Duration

	rest []byte // the unread part of the current line

	once   sync.Once
	closed chan struct{} // closed with the reading end

	writing sync.Mutex // lines are written whole

	mu       sync.Mutex      // guards pending
	pending  map[string]bool // ids of requests without an answer
	answered chan struct{}   // signals a change of pending
}

// Read implements [io.Reader] for the input from the client. It returns at most one line at a time,
// so that the id of a request is stored before the request can be answered.
func (c *conn) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		line, err := c.line()
		if len(line) == 0 && err != nil {
			c.wait()
			return 0, err
		}
		if c.accept(line) {
			c.rest = line
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// line reads and returns the next line of the input from the client. Of a line with more than maxLine bytes it
// returns a beginning that is longer than the SDK accepts, so that the SDK ends the session.
func (c *conn) line() ([]byte, error) {
	var line []byte
	for {
		part, err := c.in.ReadSlice('\n')
		line = append(line, part...)
		if err != bufio.ErrBufferFull || len(line) > c.maxLine {
			return line, err
		}
	}
}

// Error codes of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// accept reports whether to pass an input line on to the SDK. It stores the id of a request as
// pending. It drops empty lines, and answers invalid JSON, messages that are no objects, and
// duplicate or invalid ids with an error response itself.
func (c *conn) accept(line []byte) bool {
	if len(bytes.TrimSpace(line)) == 0 {
		return false
	}
	if len(line) > c.maxLine {
		return true // the SDK refuses it
	}
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
	}
	if !json.Valid(line) {
		c.refuse("null", parseError, "this line is no JSON; a message is one line of it")
		return false
	}
	if err := json.Unmarshal(line, &m); err != nil {
		c.refuse("null", invalidRequest, "a message is one JSON object in one line, and its method is a string")
		return false
	}
	if m.Method == nil || m.ID == nil {
		return true // a response or a notification
	}
	id := string(m.ID)
	var text string
	var number int64
	if json.Unmarshal(m.ID, &text) != nil && json.Unmarshal(m.ID, &number) != nil || id == "null" {
		c.refuse("null", invalidRequest, "an id is a string or a whole number")
		return false
	}
	c.mu.Lock()
	twice := c.pending[id]
	c.pending[id] = true
	c.mu.Unlock()
	if twice {
		c.refuse(id, invalidRequest, "a request with this id has not been answered yet")
	}
	return !twice
}

// refuse writes a JSON-RPC error response for the request id, with a code and the reason, to the
// client. It ignores a failure to write, because then the client is gone.
func (c *conn) refuse(id string, code int, why string) {
	_, _ = c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`+"\n", id, code, why))
}

func (c *conn) write(p []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.out.Write(p)
}

// Write implements [io.Writer] for the output to the client. The SDK passes one message in each
// call. If the message is a response, its request is then no longer pending.
func (c *conn) Write(p []byte) (int, error) {
	n, err := c.write(p)
	if id := idOf(p); id != "" {
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return n, err
}

// idOf returns the JSON text of the id in a JSON-RPC response, or "" if the id is missing. It does
// not parse the part after the id, which can be long.
func idOf(line []byte) string {
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return ""
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return ""
		}
		if name == "id" {
			return string(value)
		}
	}
	return ""
}

// wait returns when all requests are answered, the reading end is closed, or the grace period is
// over.
func (c *conn) wait() {
	late := time.NewTimer(c.grace)
	defer late.Stop()
	for {
		c.mu.Lock()
		done := len(c.pending) == 0
		c.mu.Unlock()
		if done {
			return
		}
		select {
		case <-c.answered:
		case <-c.closed:
			return
		case <-late.C:
			return
		}
	}
}

// writer is the writing end of a conn.
type writer struct{ *conn }

// Close implements [io.Closer]. It closes the output to the client.
func (w writer) Close() error { return w.out.Close() }

// reader is the reading end of a conn.
type reader struct{ *conn }

// Close implements [io.Closer]. It closes the input from the client and ends the wait for unanswered requests.
func (r reader) Close() error {
	r.once.Do(func() { close(r.closed) })
	return r.closeIn()
}
