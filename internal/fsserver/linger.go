package fsserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"time"
)

// A client that writes its questions and closes its end, as a shell does with a
// file, wants the answers all the same. The SDK takes the end of the input for the
// end of the session and drops them, so the end is held back until every question
// that came has its answer, or for a while.
type linger struct {
	in    *bufio.Reader
	out   io.WriteCloser
	close func() error // of the input
	grace time.Duration

	rest []byte // of a line that is being read

	once sync.Once
	shut chan struct{} // closed when nobody wants answers any more

	mu    sync.Mutex // guards what follows
	owed  int        // answers
	moved chan struct{}
}

func newLinger(in io.ReadCloser, out io.WriteCloser, grace time.Duration) *linger {
	return &linger{in: bufio.NewReaderSize(in, 64<<10), out: out, close: in.Close, grace: grace, shut: make(chan struct{}), moved: make(chan struct{}, 1)}
}

// Read implements [io.Reader]. It gives at most a line at a time, so that a
// question is counted before it can be answered.
func (l *linger) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.in.ReadSlice('\n') // a part of it where it is long: the bound on lines is the SDK's
		if len(line) == 0 && err != nil {
			l.wait()
			return 0, err
		}
		if isQuestion(line) {
			l.owe(1)
		}
		l.rest = line
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// isQuestion reports whether a message is one that is answered. What is cut off
// or no JSON counts as none: the wait for an answer may be too short then.
func isQuestion(line []byte) bool {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	return json.Unmarshal(line, &m) == nil && len(m.ID) > 0 && m.Method != ""
}

// Write implements [io.Writer]. The server sends nothing but answers, a line each.
func (l *linger) Write(p []byte) (int, error) {
	n, err := l.out.Write(p)
	l.owe(-bytes.Count(p[:n], []byte("\n")))
	return n, err
}

func (l *linger) owe(n int) {
	l.mu.Lock()
	l.owed += n
	l.mu.Unlock()
	select {
	case l.moved <- struct{}{}:
	default:
	}
}

// wait waits until nothing is owed.
func (l *linger) wait() {
	late := time.NewTimer(l.grace)
	defer late.Stop()
	for {
		l.mu.Lock()
		done := l.owed <= 0
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
