package luminos

// Review is the judgement of a synthesis about a flag that was raised before it.
type Review struct {
	Flag    Flag // rule, path and finding identify it
	Verdict ReviewVerdict
	// Severity is the lower severity of a flag that is downgraded.
	Severity Severity
	// Into is the flag that names the same defect, for [Merged].
	Into   Flag
	Reason string
	// Finding puts the finding of a flag of a model that is kept or downgraded in other words; "" leaves it.
	Finding string
	// Evidence are further places of a flag of a model that is kept or downgraded, or of the flag that it is merged into.
	Evidence []Evidence
}

// ReviewVerdict is the outcome of a [Review].
type ReviewVerdict string

// The verdicts. A flag of a rule keeps its severity and its place in the report: the report states the reason of a
// model that does not agree beside the flag ([Flag.Disputed]).
const (
	Kept       ReviewVerdict = "keep"
	Downgraded ReviewVerdict = "downgrade"
	Withdrawn  ReviewVerdict = "withdraw"
	Merged     ReviewVerdict = "merge_into"
)

// WithdrawnFlag is a flag of an investigator that the synthesis or a second reader withdrew, and the reason.
type WithdrawnFlag struct {
	Flag
	Reason string `json:"reason"`
}
