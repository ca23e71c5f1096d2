package fsserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// A linger stands between the client and the SDK, for two things that the SDK
// does not bear. A client that writes its questions and closes its end, as a shell
// does with a file, wants the answers all the same: the end of the input is held
// back until every question has its answer, or for a while. And a line that is no
// question ends the session there: here it is answered with an error.
type linger struct {
	in    *bufio.Reader
	out   io.WriteCloser
	close func() error // of the input
	grace time.Duration

	rest []byte // of a line that is being read

	once sync.Once
	shut chan struct{} // closed when nobody wants answers any more

	writing sync.Mutex // a line is written whole

	mu    sync.Mutex // guards what follows
	owed  map[string]bool
	moved chan struct{}
}

func newLinger(in io.ReadCloser, out io.WriteCloser, grace time.Duration) *linger {
	return &linger{in: bufio.NewReaderSize(in, 64<<10), out: out, close: in.Close, grace: grace,
		shut: make(chan struct{}), owed: map[string]bool{}, moved: make(chan struct{}, 1)}
}

// Read implements [io.Reader]. It gives at most a line at a time, so that a
// question is noted before it can be answered.
func (l *linger) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.line()
		if len(line) == 0 && err != nil {
			l.wait()
			return 0, err
		}
		if l.admit(line) {
			l.rest = line
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line reads a line, or of one that is longer than a message may be as much as
// makes the SDK refuse it.
func (l *linger) line() ([]byte, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		if err != bufio.ErrBufferFull || len(line) > maxFrame {
			return line, err
		}
	}
}

// Codes of JSON-RPC 2.0 for what is no question.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// admit notes a question, and answers what is none.
func (l *linger) admit(line []byte) bool {
	if len(bytes.TrimSpace(line)) == 0 {
		return false
	}
	if len(line) > maxFrame {
		return true // whose refusal is the SDK's
	}
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
	}
	if !json.Valid(line) {
		l.refuse("null", parseError, "this line is no JSON; a message is one line of it")
		return false
	}
	if err := json.Unmarshal(line, &m); err != nil {
		l.refuse("null", invalidRequest, "a message is a JSON object with a method, one a line")
		return false
	}
	if m.Method == nil {
		return true // an answer to a question of ours, of which there are none
	}
	if m.ID == nil {
		return true // a notification
	}
	id := string(m.ID)
	var text string
	var number int64
	if json.Unmarshal(m.ID, &text) != nil && json.Unmarshal(m.ID, &number) != nil || id == "null" {
		l.refuse("null", invalidRequest, "an id is a string or a whole number")
		return false
	}
	l.mu.Lock()
	twice := l.owed[id]
	l.owed[id] = true
	l.mu.Unlock()
	if twice {
		l.refuse(id, invalidRequest, "a question with this id has not been answered yet")
	}
	return !twice
}

// refuse answers what is no question.
func (l *linger) refuse(id string, code int, why string) {
	// Who does not listen any more learns nothing.
	_, _ = fmt.Fprintf(raw{l}, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`+"\n", id, code, why)
}

// raw writes without noting an answer.
type raw struct{ *linger }

func (r raw) Write(p []byte) (int, error) {
	r.writing.Lock()
	defer r.writing.Unlock()
	return r.out.Write(p)
}

// Write implements [io.Writer]. The server sends nothing but answers, one a call.
func (l *linger) Write(p []byte) (int, error) {
	n, err := raw{l}.Write(p)
	if id := answered(p); id != "" {
		l.mu.Lock()
		delete(l.owed, id)
		l.mu.Unlock()
		select {
		case l.moved <- struct{}{}:
		default:
		}
	}
	return n, err
}

// answered is the id of an answer, which stands near its beginning: the rest can be
// long, and is not read.
func answered(line []byte) string {
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

// wait waits until nothing is owed.
func (l *linger) wait() {
	late := time.NewTimer(l.grace)
	defer late.Stop()
	for {
		l.mu.Lock()
		done := len(l.owed) == 0
		l.mu.Unlock()
		if done {
			return
		}
		select {
		case <-l.moved:
		case <-l.shut:
			return
		case <-late.C:
			return
		}
	}
}

// answers is the writing end.
type answers struct{ *linger }

// Close implements [io.Closer].
func (a answers) Close() error { return a.out.Close() }

// questions is the reading end.
type questions struct{ *linger }

// Close implements [io.Closer].
func (q questions) Close() error {
	q.once.Do(func() { close(q.shut) })
	return q.close()
}
