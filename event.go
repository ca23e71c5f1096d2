package luminos

// Pass is a stage of the investigation.
type Pass string

// The passes, in order.
const (
	PassScan        Pass = "scan"
	PassMemory      Pass = "memory"
	PassFacts       Pass = "facts"
	PassSurvey      Pass = "survey"
	PassPlan        Pass = "plan"
	PassDirectories Pass = "directories"
	PassSynthesis   Pass = "synthesis"
	PassVerify      Pass = "verify"
)

// Event is one thing that happened during a run.
type Event struct {
	Pass Pass
	// Text says what is being done ("Counting lines"); Path is what it is done to, or "".
	Text string
	Path Path
	// Done and Total count the pass's own units; Total is 0 while unknown.
	Done, Total int
}

// Sink receives events. It is called from many goroutines at once and must be
// quick; a nil Sink is legal and discards.
type Sink func(Event)

// Emit calls s unless it is nil.
func (s Sink) Emit(e Event) {
	if s != nil {
		s(e)
	}
}
