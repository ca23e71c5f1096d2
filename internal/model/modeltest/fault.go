package modeltest

import (
	"bytes"
	"net/http"
)

// FaultKind is the kind of a [Fault].
type FaultKind string

// The faults. All but the first three begin a good answer.
const (
	FaultStatus  FaultKind = "status"  // an error instead of an answer
	FaultInstead FaultKind = "instead" // status 200 and a body that is no answer
	FaultSilence FaultKind = "silence" // not even headers until the client or the server goes away

	FaultReset   FaultKind = "reset"   // the connection is reset; bytes sent just before may be lost, too
	FaultDrop    FaultKind = "drop"    // it is closed in the middle of the body
	FaultEnd     FaultKind = "end"     // the body ends as if it were whole
	FaultLength  FaultKind = "length"  // Content-Length promises more than comes
	FaultStall   FaultKind = "stall"   // nothing more comes until the client or the server goes away
	FaultPings   FaultKind = "pings"   // the same, after pings
	FaultError   FaultKind = "error"   // an error as the last event
	FaultBare    FaultKind = "bare"    // the same, without the blank line behind it
	FaultGarbage FaultKind = "garbage" // an event whose data is no JSON; then it goes on
	FaultSkip    FaultKind = "skip"    // an event is left out
	FaultTwice   FaultKind = "twice"   // an event comes twice
)

// Fault is a defect that the server adds to an answer, or an error that it sends instead of one.
type Fault struct {
	Kind FaultKind
	// Events is the number of events before the fault, Bytes the number of bytes after them, at most the length of the
	// next event less one. With Events 0, Bytes counts from the beginning of the body. Negative numbers count from the
	// end. A body that does not stream is one event.
	Bytes, Events int
	// Status, Type and Message make errors.
	Status        int
	Type, Message string
	// Body and ContentType stand instead of an answer.
	Body, ContentType string
}

// AfterBytes returns a fault of the given kind after n bytes of the body.
func AfterBytes(n int, kind FaultKind) *Fault { return &Fault{Kind: kind, Bytes: n} }

// AfterEvents returns a fault of the given kind after n events of the stream.
func AfterEvents(n int, kind FaultKind) *Fault { return &Fault{Kind: kind, Events: n} }

// Failed returns a reply that sends an HTTP error with the given status, error type (kind) and message.
func Failed(status int, kind, message string) Reply {
	return Reply{Fault: &Fault{Kind: FaultStatus, Status: status, Type: kind, Message: message}}
}

// Overload returns a fault that ends a stream with an overloaded_error event after the given number of events.
func Overload(events int) *Fault {
	return &Fault{Kind: FaultError, Events: events, Type: "overloaded_error", Message: "Overloaded"}
}

// Instead returns a reply that sends status 200 with the given body, which is no answer of the API.
func Instead(contentType, body string) Reply {
	return Reply{Fault: &Fault{Kind: FaultInstead, ContentType: contentType, Body: body}}
}

// offset returns the position of the fault in a body of these parts, in bytes, and the part that begins there or holds
// it.
func (f *Fault) offset(parts [][]byte) (at, part int) {
	total := 0
	for _, p := range parts {
		total += len(p)
	}
	if f.Events != 0 || f.Bytes == 0 {
		n := f.Events
		if n < 0 {
			n += len(parts)
		}
		n = min(max(n, 0), len(parts))
		for _, p := range parts[:n] {
			at += len(p)
		}
		if n < len(parts) {
			at += min(max(f.Bytes, 0), len(parts[n])-1)
		}
		return at, n
	}
	at = f.Bytes
	if at < 0 {
		at += total
	}
	at = min(max(at, 0), total)
	end := 0
	for i, p := range parts {
		if end += len(p); at < end {
			return at, i
		}
	}
	return at, len(parts)
}

// tampers reports whether the fault changes the meaning of a body of these parts. A missing ping, a missing empty
// delta, and a position behind the end change nothing.
func (f *Fault) tampers(parts [][]byte) bool {
	_, i := f.offset(parts)
	switch f.Kind {
	case FaultLength:
		return true
	case FaultTwice, FaultGarbage:
		return i < len(parts)
	case FaultSkip:
		return i < len(parts) && !bytes.HasPrefix(parts[i], []byte("event: ping\n")) && !bytes.Contains(parts[i], []byte(`"partial_json":""}`))
	}
	return false
}

// edited returns the parts of the body without the faulty event if the fault is FaultSkip, or with that event twice if
// it is FaultTwice. For other faults it returns parts.
func (f *Fault) edited(parts [][]byte) [][]byte {
	if f == nil || f.Kind != FaultSkip && f.Kind != FaultTwice {
		return parts
	}
	_, i := f.offset(parts)
	if i >= len(parts) {
		return parts
	}
	out := append([][]byte{}, parts[:i]...)
	if f.Kind == FaultTwice {
		out = append(out, parts[i], parts[i])
	}
	return append(out, parts[i+1:]...)
}

// kindOf returns the error type of the API, such as "rate_limit_error", for an HTTP status.
func kindOf(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "invalid_request_error"
	case http.StatusUnauthorized:
		return "authentication_error"
	case http.StatusPaymentRequired:
		return "billing_error"
	case http.StatusForbidden:
		return "permission_error"
	case http.StatusNotFound:
		return "not_found_error"
	case http.StatusRequestEntityTooLarge:
		return "request_too_large"
	case http.StatusTooManyRequests:
		return "rate_limit_error"
	case http.StatusGatewayTimeout:
		return "timeout_error"
	case 529:
		return "overloaded_error"
	}
	return "api_error"
}
