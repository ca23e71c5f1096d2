package luminos

import "context"

// Event reports one step of a run.
type Event struct {
	Kind EventKind
	Pass Pass
	// Text describes an activity ("Counting lines"), a finding or a decision. It can be
	// foreign. Path is its subject, or "".
	Text string
	Path Path
	// Done and Total count the pass's own units; Total is 0 while unknown.
	Done, Total int

	// The fields below describe the work of a model.

	Unit  Path // the unit of the loop, by its topmost directory; "" outside of loops
	Turn  int  // from 1
	Turns int  // the allowance
	// Model is the called model, and Answered the one that answered if the provider names another: a dated
	// version, or a replacement. Usage counts the tokens of all attempts of the call. Cost is its price if
	// Priced is set.
	Model, Answered string
	// Provider is the provider to which the texts of a conversation are sent.
	Provider string

	Usage  Usage
	Cost   Money
	Priced bool
	// Tool is the called tool. Bytes is the size of its result, or of the text that opens a conversation, as the model
	// gets it; SHA256 is its digest.
	Tool   string
	Bytes  int
	SHA256 string
	Failed bool
	// Cut states that the run was interrupted before the answer of a call arrived. A provider may bill that call.
	Cut      bool
	Severity Severity // of a finding or a notice
	// Degradation is set in events of EventDegraded only.
	Degradation *Degradation
	Seconds     float64
	// Class and Hint belong to a call that was given up: the class of its failure,
	// and a sentence on how to avoid it.
	Class, Hint string
}

// EventKind is the kind of an event.
type EventKind string

// The kinds of events.
const (
	// EventProgress describes the current activity.
	EventProgress EventKind = ""
	// EventCall is the end of a call of a model, successful or not.
	EventCall EventKind = "call"
	// EventTool is the end of a call of a tool.
	EventTool EventKind = "tool"
	// EventSent is a text that opens a conversation: its system prompt or its first message. The other texts that are
	// sent are results of tools.
	EventSent EventKind = "sent"
	// EventFlag is a flag that was raised.
	EventFlag EventKind = "flag"
	// EventUnit is a finished unit. Text is its summary or, if Failed is set, the reason.
	EventUnit EventKind = "unit"
	// EventNote is a detail for the log: a budget was reached, a directory was skipped,
	// a call is tried again.
	EventNote EventKind = "note"
	// EventDegraded is a pass or a unit that failed, for the log: Text is the
	// Degradation as a sentence. The report lists all of them.
	EventDegraded EventKind = "degraded"
	// EventNotice is a message to the user about the run as a whole, such as an
	// interrupted run that is resumed. With severity Concern it is also shown if
	// progress is not.
	EventNotice EventKind = "notice"
)

// Sink receives events. It must be safe for concurrent use and must not block. A nil
// Sink discards events.
type Sink func(Event)

// Emit passes the event to the sink s, unless s is nil.
func (s Sink) Emit(e Event) {
	if s != nil {
		s(e)
	}
}

// Tee returns a sink that passes each event to all the given sinks, some of which may be nil.
func Tee(sinks ...Sink) Sink {
	return func(e Event) {
		for _, s := range sinks {
			s.Emit(e)
		}
	}
}

type eventKey struct{}

// WithEvent returns a context for work whose events share the pass, the unit and the provider of e.
func WithEvent(ctx context.Context, e Event) context.Context {
	return context.WithValue(ctx, eventKey{}, e)
}

// EventIn returns a new event with the fields that [WithEvent] stored in the context.
func EventIn(ctx context.Context) Event {
	e, _ := ctx.Value(eventKey{}).(Event)
	return Event{Pass: e.Pass, Unit: e.Unit, Provider: e.Provider}
}
