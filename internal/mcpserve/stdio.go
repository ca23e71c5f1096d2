// Package mcpserve has the parts of an MCP server that do not depend on its tools:
// bounds on calls, and a transport over standard input and output.
package mcpserve

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Transport returns a transport for one client over in and out, which the SDK closes. The end of
// the input is delayed until every request is answered, but at most for grace, because a shell that
// sends a file closes its end at once. A line that is not a message, or has more than maxLine bytes,
// is answered with an error, where the SDK would end the session. No more lines are read while
// maxPending requests are unanswered, so that a client that does not read is bounded.
func Transport(in io.ReadCloser, out io.WriteCloser, maxLine int, grace time.Duration) mcp.Transport {
	c := &conn{in: bufio.NewReaderSize(in, 64<<10), out: out, closeIn: in.Close, maxLine: maxLine, grace: grace,
		closed: make(chan struct{}), pending: map[string]bool{}, answered: make(chan struct{}, 1)}
	return &mcp.IOTransport{Reader: reader{c}, Writer: writer{c}, MaxLineLength: -1}
}

// maxPending is the number of requests that are unanswered at a time. An answer has at most 6 MiB.
const maxPending = 64

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
		c.wait(maxPending-1, nil)
		line, long, err := c.line()
		switch {
		case long:
			c.refuse(cmp.Or(idOf(line), "null"), invalidRequest, fmt.Sprintf("a message has at most %d bytes", c.maxLine))
			continue
		case len(line) == 0 && err != nil:
			late := time.NewTimer(c.grace)
			defer late.Stop()
			c.wait(0, late.C)
			return 0, err
		}
		// The SDK permits no space after a message.
		if line = bytes.TrimSpace(line); len(line) > 0 && c.accept(line) {
			c.rest = append(line, '\n')
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// line reads and returns the next line of the input from the client. Of a line with more than
// maxLine bytes it returns the beginning, and true.
func (c *conn) line() (line []byte, long bool, err error) {
	for {
		part, err := c.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > c.maxLine; !long {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, long, err
		}
	}
}

// Error codes of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// accept reports whether to pass an input line on to the SDK. It stores the id of a request as
// pending. It answers invalid JSON, messages that the SDK does not decode, and duplicate or invalid
// ids with an error response itself.
func (c *conn) accept(line []byte) bool {
	if !json.Valid(line) {
		c.refuse("null", parseError, "this line is no JSON; a message is one line of it")
		return false
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		c.refuse("null", invalidRequest, "a message is one JSON object in one line")
		return false
	}
	id, given := fields["id"]
	if _, valid := idKey(id); given && !valid {
		c.refuse("null", invalidRequest, "an id is a string or a whole number")
		return false
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		c.refuse(cmp.Or(string(id), "null"), invalidRequest, err.Error())
		return false
	}
	r, ok := m.(*jsonrpc.Request)
	if !ok || !r.IsCall() {
		return true // a response or a notification
	}
	key := fmt.Sprint(r.ID.Raw())
	c.mu.Lock()
	twice := c.pending[key]
	c.pending[key] = true
	c.mu.Unlock()
	if twice {
		c.refuse(string(id), invalidRequest, "a request with this id has not been answered yet")
	}
	return !twice
}

// idKey returns the key in pending of an id, given as JSON text: the string or the whole number. It
// returns false for any other JSON. A client that uses both 1 and "1" gets an error.
func idKey(id []byte) (key string, valid bool) {
	var text *string
	if json.Unmarshal(id, &text) == nil && text != nil {
		return *text, true
	}
	var number *int64
	if json.Unmarshal(id, &number) == nil && number != nil {
		return strconv.FormatInt(*number, 10), true
	}
	return "", false
}

// refuse writes a JSON-RPC error response for the request id, with a code and the reason, to the
// client. It ignores a failure to write, because then the client is gone.
func (c *conn) refuse(id string, code int, why string) {
	message, _ := json.Marshal(why) // a string can always be encoded
	_, _ = c.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`+"\n", id, code, message))
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
	if key, ok := idKey([]byte(idOf(p))); ok {
		c.mu.Lock()
		delete(c.pending, key)
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

// wait returns when at most limit requests are unanswered, when the input is closed, or when the channel late receives
// a value. A nil late receives none.
func (c *conn) wait(limit int, late <-chan time.Time) {
	for {
		c.mu.Lock()
		done := len(c.pending) <= limit
		c.mu.Unlock()
		if done {
			return
		}
		select {
		case <-c.answered:
		case <-c.closed:
			return
		case <-late:
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
