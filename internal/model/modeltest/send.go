package modeltest

import (
	"bytes"
	"net"
	"net/http"
	"strconv"
)

// send writes the answer a to the client, with the fault of the reply, and updates the ledger.
func (c *call) send(a answer) {
	h := c.w.Header()
	h.Set("request-id", c.s.requestID())
	var parts [][]byte
	start, end := 0, 0 // parts after which the client has the first usage, and the final one
	if c.r.Stream {
		h.Set("Content-Type", "text/event-stream; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		for _, f := range a.frames(c.s.opts.Seed, c.r.key) {
			parts = append(parts, f.bytes())
		}
		start, end = 1, len(parts)-1
	} else {
		h.Set("Content-Type", "application/json")
		parts = [][]byte{a.message()}
		start, end = 1, 1
	}
	f := a.reply.Fault
	if f == nil {
		f = &Fault{Kind: FaultSilence} // which is over: nothing strikes
	}
	tampered := f.tampers(parts)
	if edited := f.edited(parts); len(edited) != len(parts) {
		if _, i := f.offset(parts); i < end {
			start, end = start+len(edited)-len(parts), end+len(edited)-len(parts)
		}
		parts = edited
	}
	if f.Kind == FaultLength {
		total := 64
		for _, p := range parts {
			total += len(p)
		}
		h.Set("Content-Length", strconv.Itoa(total))
	}
	c.record(func(e *Entry) {
		e.Status, e.Stop, e.Tools = http.StatusOK, a.reply.Stop, nil
		for _, b := range a.reply.Blocks {
			if b.Type == "tool_use" {
				e.Tools = append(e.Tools, b.Name)
			}
		}
	})
	c.w.WriteHeader(http.StatusOK)
	c.write(a, parts, start, end, f, tampered)
}

// write writes the parts up to the fault, and the rest if the fault permits it. It updates the ledger before it sends
// the bytes in question, so that a client that has received them finds them there.
func (c *call) write(a answer, parts [][]byte, start, end int, f *Fault, tampered bool) {
	at, pos := -1, 0
	if f.strikes() {
		at, _ = f.offset(parts)
	}
	if f.Kind == FaultReset {
		// A reset discards bytes that the client has not read yet. The end must not be among them: it would be unknown
		// whether the answer arrived.
		at = min(at, len(bytes.Join(parts, nil))-1)
	}
	for i, p := range parts {
		if at >= pos && at < pos+len(p) {
			if !c.put(p[:at-pos]) || !c.strike(f) {
				return
			}
			p, pos = p[at-pos:], at
		}
		if i+1 == start {
			c.recordUsage(a.start)
		}
		if i+1 == end {
			c.recordUsage(a.usage)
		}
		if i == len(parts)-1 && !tampered {
			c.complete(a)
		}
		if !c.put(p) {
			return
		}
		pos += len(p)
	}
	if at == pos {
		c.strike(f)
	}
}

// strikes reports whether the fault happens at one position of the body, in contrast to faults of a header or of whole
// events.
func (f *Fault) strikes() bool {
	switch f.Kind {
	case FaultReset, FaultDrop, FaultEnd, FaultStall, FaultPings, FaultError, FaultBare, FaultGarbage:
		return true
	}
	return false
}

// complete records a call that is about to be answered whole. An answer that was tampered with is not whole: its client
// may ask again.
func (c *call) complete(a answer) {
	c.s.history.delivered(c.turn, a.reply)
	c.record(func(e *Entry) { e.Outcome = Completed })
}

// put writes b to the client and flushes it. It returns false if the client no longer receives data.
func (c *call) put(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if _, err := c.w.Write(b); err != nil {
		c.record(func(e *Entry) { e.Outcome = Cut })
		return false
	}
	return http.NewResponseController(c.w).Flush() == nil
}

// strike carries out the fault f at the present position of the body. It returns true if the rest of the body is to be
// sent.
func (c *call) strike(f *Fault) bool {
	switch f.Kind {
	case FaultReset:
		if conn, _, err := http.NewResponseController(c.w).Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0) // a reset, not an end
			}
			_ = conn.Close()
			return false
		}
		panic(http.ErrAbortHandler)
	case FaultDrop:
		_ = http.NewResponseController(c.w).Flush()
		panic(http.ErrAbortHandler)
	case FaultPings:
		for range 3 {
			c.put(frame{"ping", []byte(`{"type": "ping"}`)}.bytes())
		}
		<-c.ctx.Done()
		return false
	case FaultStall:
		_ = http.NewResponseController(c.w).Flush()
		<-c.ctx.Done()
		return false
	case FaultError, FaultBare:
		kind, message := f.Type, f.Message
		if kind == "" {
			kind, message = "overloaded_error", "Overloaded"
		}
		b := frame{"error", errorBody(kind, message, c.w.Header().Get("request-id"))}.bytes()
		if f.Kind == FaultBare {
			b = b[:len(b)-1]
		}
		c.put(b)
		return false
	case FaultGarbage:
		return c.put([]byte("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"del\n\n"))
	}
	return false
}
