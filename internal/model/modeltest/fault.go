package modeltest

import "net/http"

// FaultKind is the kind of a [Fault].
type FaultKind string

// The faults. With all kinds except FaultStatus, the server begins to send a good answer.
const (
	FaultStatus  FaultKind = "status"  // an HTTP error instead of an answer
	FaultReset   FaultKind = "reset"   // the connection is reset; bytes sent just before may be lost, too
	FaultEnd     FaultKind = "end"     // the body ends as if it were whole
	FaultError   FaultKind = "error"   // an error as the last event
	FaultGarbage FaultKind = "garbage" // an event whose data is no JSON; then the answer goes on
)

// Fault is a defect that the server adds to an answer, or an error that it sends instead of one.
type Fault struct {
	Kind FaultKind
	// Events is the number of events before the fault, Bytes the number of bytes of the next event before it. A negative
	// number of events counts from the end. The fault is always before the end of the last event.
	Events, Bytes int
	// Status, Type and Message describe the error of FaultStatus and FaultError. An empty Type means the one of
	// the status, or an overload.
	Status        int
	Type, Message string
}

// AfterEvents returns a fault of the given kind after n events of the stream.
func AfterEvents(n int, kind FaultKind) *Fault { return &Fault{Kind: kind, Events: n} }

// Failed returns a reply that sends an HTTP error with the given status, error type (kind) and message.
func Failed(status int, kind, message string) Reply {
	return Reply{Fault: &Fault{Kind: FaultStatus, Status: status, Type: kind, Message: message}}
}

// Overload returns a fault that ends a stream with an overloaded_error event after the given number of events.
func Overload(events int) *Fault { return AfterEvents(events, FaultError) }

// position returns the index of the event in which the fault happens, and the number of bytes of that event before it.
func (f *Fault) position(events [][]byte) (event, n int) {
	event = f.Events
	if event < 0 {
		event += len(events)
	}
	event = min(max(event, 0), len(events)-1)
	return event, min(f.Bytes, len(events[event])-1)
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
