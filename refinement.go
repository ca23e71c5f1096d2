package luminos

import "strconv"

// MostRefinements is the maximal number of passes of refinement in a run.
const MostRefinements = 9

// Refined are the changes of one pass of refinement to the report.
type Refined struct {
	// Synthesis holds sections that replace sections of the report, flags that are added to its flags, and reviews of its
	// flags. Parts that are missing stay as they are.
	Synthesis
	Answers []Settled
	// Looked is the number of calls that read the target or an entry.
	Looked int
}

// Settled is the answer to a question that the report left open.
type Settled struct {
	Path Path // the directory about which the plan asked; "" for a question of the report
	Answer
}

// Refinement describes the changes of the passes of refinement to the report.
type Refinement struct {
	// Asked is the number of passes that the user asked for; Passes are the passes that were made.
	Asked  int              `json:"asked_passes"`
	Passes []RefinementPass `json:"passes"`
}

// RefinementPass describes the changes of one pass of refinement to the report.
type RefinementPass struct {
	// Looked is the number of calls that read the target or an entry.
	Looked int `json:"looked"`
	// Sections are the ids of changed and new sections.
	Sections []string `json:"changed_sections"`
	// Added and Withdrawn are flags. Changed are flags that were lowered, disputed, or merged with another one.
	Added     []FlagName `json:"flags_added"`
	Withdrawn []FlagName `json:"flags_withdrawn"`
	Changed   []FlagName `json:"flags_changed"`
	// Reordered reports that the order of the flags is another one.
	Reordered bool `json:"flags_reordered,omitempty"`
	// Answered are questions that were open before.
	Answered []string `json:"questions_answered"`
	// Unfinished reports that the pass failed after these changes.
	Unfinished bool `json:"unfinished,omitempty"`
}

// FlagName names a flag.
type FlagName struct {
	Path    Path   `json:"path"`
	Finding string `json:"finding"`
}

// Changes reports whether the pass changed anything in the report.
func (p *RefinementPass) Changes() bool {
	return p.Reordered || len(p.Sections)+len(p.Added)+len(p.Withdrawn)+len(p.Changed)+len(p.Answered) > 0
}

// RefinementConversation returns the name under which the messages of a pass of refinement are stored. n counts from 1.
func RefinementConversation(n int) string {
	return Conversation(PassRefine, Path(strconv.Itoa(n)))
}
