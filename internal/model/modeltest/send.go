package modeltest

import (
	"cmp"
	"net"
	"net/http"
)

// send streams the answer a to the client, and lets the fault of the reply happen if it has one. It updates the ledger
// before it sends the bytes on which an entry reports, so that a client that has received them finds them there.
func (c *call) send(a answer) {
	h := c.w.Header()
	h.Set("request-id", c.s.requestID())
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	c.record(func(e *Entry) {
		e.Status, e.Stop, e.Tools = http.StatusOK, a.reply.Stop, nil
		for _, b := range a.reply.Blocks {
			if b.Type == "tool_use" {
				e.Tools = append(e.Tools, b.Name)
			}
		}
	})
	c.w.WriteHeader(http.StatusOK)
	events := a.events(c.r.key)
	at, n := -1, 0
	f := a.reply.Fault
	if f != nil {
		at, n = f.position(events)
	}
	for i, event := range events {
		if i == at {
			if !c.put(event[:n]) || !c.strike(f) {
				return
			}
			event = event[n:]
		}
		switch i {
		case 0:
			c.recordUsage(a.start)
		case len(events) - 2:
			c.recordUsage(a.usage)
		case len(events) - 1:
			if f == nil { // the client of an answer with garbage may ask again
				c.s.history.delivered(c.turn, a.reply)
				c.record(func(e *Entry) { e.Outcome = Completed })
			}
		default:
			if f != nil {
				c.recordUsage(a.part(i, len(events)))
			}
		}
		if !c.put(event) {
			return
		}
	}
}

// part returns the usage of the answer after the event i of n events: of the output, the part that was sent is billed.
func (a answer) part(i, n int) Usage {
	u := a.start
	u.Output = max(u.Output, a.usage.Output*i/n)
	return u
}

// put writes b to the client and flushes it. It returns false if the client no longer receives data.
func (c *call) put(b []byte) bool {
	if _, err := c.w.Write(b); err != nil {
		c.record(func(e *Entry) { e.Outcome = Cut })
		return false
	}
	return http.NewResponseController(c.w).Flush() == nil
}

// strike lets the fault f happen at the present position of the body: a reset, an error event or garbage. It returns
// true if the rest of the body is to be sent.
func (c *call) strike(f *Fault) bool {
	switch f.Kind {
	case FaultReset:
		conn, _, err := http.NewResponseController(c.w).Hijack()
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // a reset, not an end
		}
		_ = conn.Close()
	case FaultError:
		kind, message := cmp.Or(f.Type, "overloaded_error"), cmp.Or(f.Message, "Overloaded")
		c.put(event("error", string(errorBody(kind, message, c.w.Header().Get("request-id")))))
	case FaultGarbage:
		return c.put(event("content_block_delta", `{"type":"content_block_delta","index":0,"del`))
	}
	return false
}
