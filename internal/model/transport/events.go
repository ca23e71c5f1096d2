package transport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Event is one server-sent event: a name and data.
type Event struct {
	Name string // of the "event" line, or ""
	Data []byte // valid until the next event
}

// Events reads server-sent events.
//
// Two things differ from readers that were measured to lose answers: an event
// that the end of the stream follows at once, without an empty line, counts; it
// is often the error that explains the end. And one without a name counts.
type Events struct {
	r    *bufio.Reader
	data bytes.Buffer
	line []byte
	err  error
}

// NewEvents returns a reader of the server-sent events in r. The caller limits the length of r.
func NewEvents(r io.Reader) *Events { return &Events{r: bufio.NewReaderSize(r, 16<<10)} }

// Next returns the next event. The error is io.EOF if the stream ended before another event, and another error if the
// stream broke.
func (e *Events) Next() (Event, error) {
	var ev Event
	e.data.Reset()
	some := false
	for e.err == nil {
		line, err := e.readLine()
		e.err = err
		if err != nil && !errors.Is(err, io.EOF) {
			return Event{}, err
		}
		if len(line) == 0 {
			if some {
				break
			}
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "event":
			ev.Name = string(value)
			some = true
		case "data":
			if e.data.Len() > 0 {
				e.data.WriteByte('\n')
			}
			e.data.Write(value)
			some = true
		}
	}
	if !some {
		return Event{}, e.err
	}
	ev.Data = e.data.Bytes()
	return ev, nil
}

// Ended reports whether the stream ended directly after the last event, without an empty line, so that the event may be
// incomplete.
func (e *Events) Ended() bool { return e.err != nil }

// readLine returns the next line of the stream without its line end. The bytes are valid until the next call.
func (e *Events) readLine() ([]byte, error) {
	line, err := e.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		e.line = append(e.line[:0], line...)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = e.r.ReadSlice('\n')
			e.line = append(e.line, line...)
		}
		line = e.line
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), err
}
