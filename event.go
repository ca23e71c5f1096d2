package luminos

// Pass is a stage of the investigation.
type Pass string

// The passes, in order.
const (
	PassScan        Pass = "scan"
	PassMemory      Pass = "memory"
	PassFacts       Pass = "facts"
	PassParsing     Pass = "parsing" // the part of PassFacts that parses source files
	PassSurvey      Pass = "survey"
	PassPlan        Pass = "plan"
	PassDirectories Pass = "directories"
	PassSynthesis   Pass = "synthesis"
	PassVerify      Pass = "verify"
)

// Conversation names the conversation of a pass, or that of one unit in it, under
// which its history is kept.
func Conversation(pass Pass, unit Path) string {
	if unit == "" {
		return string(pass)
	}
	return string(pass) + " " + string(unit)
}

// Event is one thing that happened during a run.
type Event struct {
	Kind EventKind
	Pass Pass
	// Text says what is being done ("Counting lines"), what was found, what was
	// decided; it can be foreign. Path is what it is about, or "".
	Text string
	Path Path
	// Done and Total count the pass's own units; Total is 0 while unknown.
	Done, Total int

	// What follows is of a model at work.

	Unit  Path // the unit of the loop, by its topmost directory; "" outside of loops
	Turn  int  // from 1
	Turns int  // the allowance
	// Model answered a call, or failed to. Usage is what the call took, all
	// attempts together, and Cost its price where that is known (Priced).
	Model  string
	Usage  Usage
	Cost   Money
	Priced bool
	// Tool was called, or is about to be. Bytes is how much of its result the model
	// is sent, and SHA256 its digest.
	Tool     string
	Bytes    int
	SHA256   string
	Failed   bool
	Severity Severity // of a finding or a notice
	// Degradation is set in events of EventDegraded only.
	Degradation *Degradation
	Seconds     float64
	// Class and Hint belong to a call that was given up: the class of its failure,
	// and a sentence on how to avoid it.
	Class, Hint string
}

// EventKind is what sort of thing happened.
type EventKind string

// The kinds of events.
const (
	// EventProgress tells what is under way; most events are that.
	EventProgress EventKind = ""
	// EventCall is a call of a model that ended, well or not.
	EventCall EventKind = "call"
	// EventTool is a call of a tool that was answered.
	EventTool EventKind = "tool"
	// EventFlag is a flag that was raised.
	EventFlag EventKind = "flag"
	// EventUnit is a unit that is done: Text is its summary.
	EventUnit EventKind = "unit"
	// EventNote is something that people should be able to look up afterwards: a
	// budget that was reached, a directory that was skipped, a call that is
	// tried again.
	EventNote EventKind = "note"
	// EventDegraded is a pass or a unit that failed, for the log: Text is the
	// Degradation as a sentence. The report lists all of them.
	EventDegraded EventKind = "degraded"
	// EventNotice is a message to the user about the run as a whole, such as an
	// interrupted run that is resumed. With severity Concern it is also shown where
	// progress is not.
	EventNotice EventKind = "notice"
)

// Sink receives events. It is called from many goroutines at once and must be
// quick; a nil Sink is legal and discards.
type Sink func(Event)

// Emit calls s unless it is nil.
func (s Sink) Emit(e Event) {
	if s != nil {
		s(e)
	}
}

// Tee is a sink that gives what it gets to each of several; nil ones are left out.
func Tee(sinks ...Sink) Sink {
	return func(e Event) {
		for _, s := range sinks {
			s.Emit(e)
		}
	}
}
