package luminos

// Pass is a stage of the investigation.
type Pass string

// The passes. [Passes] has their order.
const (
	PassScan        Pass = "scan"
	PassMemory      Pass = "memory"
	PassFacts       Pass = "facts"
	PassParsing     Pass = "parsing" // the part of PassFacts that parses source files
	PassSurvey      Pass = "survey"
	PassPlan        Pass = "plan"
	PassDirectories Pass = "directories"
	PassGrouping    Pass = "grouping"
	PassSynthesis   Pass = "synthesis"
	PassRefine      Pass = "refine"
	PassVerify      Pass = "verify"
	PassJudge       Pass = "judge" // claims, by a second reader

	// PassAsk is the answer to a question of the user about a finished report. It is no pass of an investigation.
	PassAsk Pass = "ask"
)

// Passes returns all passes in the order in which they run.
func Passes() []Pass {
	return []Pass{
		PassScan, PassMemory, PassFacts, PassParsing, PassSurvey, PassPlan, PassDirectories, PassGrouping, PassSynthesis,
		PassRefine, PassVerify, PassJudge,
	}
}

// Results are the results of passes that the report holds as they are. A field that
// is added here is in the [Dossier] and in the JSON report.
type Results struct {
	Facts  *Facts  `json:"facts"`
	Scan   *Scan   `json:"scan"`
	Survey *Survey `json:"survey"` // nil before the survey, and if it failed
	Plan   *Plan   `json:"plan"`
	// Grouping is nil unless an engine other than rules investigated a large target.
	Grouping *Grouping `json:"grouping,omitempty"`
}

// Dossier holds the results of a run so far. Each pass reads it; internal/investigate
// adds the result of the pass.
type Dossier struct {
	Results
	Entries []Entry // by path
	// Files and Flags are the results of the loops, by path.
	Files []FileEntry
	Flags []Flag
	// Raised are the flags of rules, which an engine other than rules is shown; nil until the loops.
	Raised []Flag
	// Synthesis is nil until the pass of that name.
	Synthesis *Synthesis
	// Doubtful are the directories with a low confidence, the lowest first; nil until a refinement.
	Doubtful []Path
	// Unsupported are the statements of the report that a second reader does not find supported, the worst first; nil until
	// a refinement.
	Unsupported []Unsupported
	// Known are the directories with an entry of an earlier run.
	Known []Path
	// Sizes are the sizes of targets; the zero value means [DefaultSizes].
	Sizes Sizes
	// Last is the evaluation of the plan of the last run; nil if there is no such plan.
	Last *PlanEvaluation
}

// Conversation returns the name under which the messages of a pass with a model are stored or, if unit is not "", the
// messages of one unit in the pass.
func Conversation(pass Pass, unit Path) string {
	if unit == "" {
		return string(pass)
	}
	return string(pass) + " " + string(unit)
}
