package luminos

import "time"

// Report is one document, rendered in several formats. Everything that differs
// between two runs on an unchanged target stands in Run.
type Report struct {
	SchemaVersion int       `json:"schema_version"`
	Run           Run       `json:"run"`
	Target        Target    `json:"target"`
	Facts         *Facts    `json:"facts"`
	Scan          *Scan     `json:"scan"`
	Survey        *Survey   `json:"survey"`
	Plan          *Plan     `json:"plan"`
	Sections      []Section `json:"sections"`
	Claims        []Claim   `json:"claims"`
	Entries       []Entry   `json:"entries"`
	// Files are what a model wrote down of single files, by path.
	Files    []FileEntry `json:"files,omitempty"`
	Flags    []Flag      `json:"flags"`
	Coverage Coverage    `json:"coverage"`
	Quality  Quality     `json:"quality"`
}

// Section finds a section by id; nil when the report has none.
func (r *Report) Section(id string) *Section {
	for i := range r.Sections {
		if r.Sections[i].ID == id {
			return &r.Sections[i]
		}
	}
	return nil
}

// Run is what differs between two runs on an unchanged target.
type Run struct {
	ID        string    `json:"id"`
	Root      string    `json:"root"` // absolute path of the target, escaped like a Path, or where its server is
	StartedAt time.Time `json:"started_at"`
	Seconds   float64   `json:"seconds"`
	Version   string    `json:"version"` // of Luminos
	Parallel  int       `json:"parallel"`
	Timings   []Timing  `json:"timings"`
	// Memory is what came from earlier runs; nil when nothing is kept.
	Memory *Memory `json:"memory,omitempty"`
	// Backend is who showed the target.
	Backend Backend `json:"backend"`
	// Spending is what the models took; nil when none was asked.
	Spending *Spending `json:"spending,omitempty"`
}

// Spending is what the calls of models took, failed attempts too.
type Spending struct {
	Calls int   `json:"calls"`
	Usage Usage `json:"usage"`
	Cost  Money `json:"cost_usd"` // of the calls that have a price
	// Unpriced counts calls of models whose price is not known.
	Unpriced   int    `json:"unpriced_calls,omitempty"`
	PricesDate string `json:"prices_date"` // of the table of prices
	// ByPass has a row for each pass and model, passes in their order.
	ByPass []PassSpending `json:"by_pass"`
}

// PassSpending is what one model took in one pass.
type PassSpending struct {
	Pass   Pass   `json:"pass"`
	Model  string `json:"model"`
	Calls  int    `json:"calls"`
	Usage  Usage  `json:"usage"`
	Cost   Money  `json:"cost_usd"`
	Priced bool   `json:"priced"`
}

// Backend is who showed the target to a run, and how it was held.
type Backend struct {
	// Adapter is how the target was read: "directory" for one of this machine,
	// else how the tree of a server was found: "native", "filesystem", "sqlite"…
	Adapter string `json:"adapter"`
	// Server is the name and version of the server that parsed, or showed, files;
	// "" when none was needed.
	Server   string `json:"server,omitempty"`
	Protocol string `json:"protocol,omitempty"` // version of MCP
	// Sandbox is how far the kernel held that server: "full", "partial: what is
	// missing", "none"; "" when it does not say.
	Sandbox string   `json:"sandbox,omitempty"`
	Notes   []string `json:"notes,omitempty"` // what is not as it could be
}

// Memory says what a run had of earlier runs on the same target.
type Memory struct {
	// Unchanged says that the whole report was made by an earlier run, and still holds.
	Unchanged bool `json:"unchanged,omitempty"`
	// Resumed says that the run before was interrupted.
	Resumed bool `json:"resumed,omitempty"`
	// Reused and Investigated count directories.
	Reused       int `json:"reused_directories"`
	Investigated int `json:"investigated_directories"`
	// Settings are those that differ from the run before, as "NAME: was A, is B".
	Settings []string `json:"changed_settings,omitempty"`
	// Volatile are files that changed while they were investigated. What they
	// went into is in the report and is not kept.
	Volatile []Path `json:"volatile_files,omitempty"`
	// Problems are stored files that could not be used, and why.
	Problems []Problem `json:"problems,omitempty"`
	// Failed says why this run was not kept; "" when it was.
	Failed string `json:"failed,omitempty"`
}

// Timing is how long one pass took.
type Timing struct {
	Pass    Pass    `json:"pass"`
	Seconds float64 `json:"seconds"`
}

// Target says what was investigated and how.
type Target struct {
	Name   string `json:"name"`   // the directory's own name in the manifest or README, else of the facts
	Engine string `json:"engine"` // "offline" or "model"
	// Models are those that were to be asked, sorted; none for rules.
	Models []string `json:"models,omitempty"`
}

// Coverage says what was looked at, and how.
type Coverage struct {
	Files    int `json:"files"`
	Read     int `json:"read"`     // every byte
	Sampled  int `json:"sampled"`  // the beginning, for facts
	Measured int `json:"measured"` // counted and classified only
	Skipped  int `json:"skipped"`
	// Reasons say how files were looked at and why so, commonest first.
	Reasons []CoverageReason `json:"reasons"`
	// Directories by the tier they were investigated at.
	Directories map[Tier]int `json:"directories"`
	// MaskedPlaces is how many places looked like secrets when facts were gathered, and
	// Masked are the first of them: at most 20 of a file, and 1,000 in all. They are
	// quoted nowhere and shown to no model, as are others that are met later.
	MaskedPlaces int      `json:"masked_places,omitempty"`
	Masked       []Masked `json:"masked,omitempty"`
	// Unknown are questions that rules cannot answer.
	Unknown []string `json:"unknown"`
}

// Masked is a place in a file that looks like a secret.
type Masked struct {
	Path  Path      `json:"path"`
	Kind  string    `json:"kind"` // "github-token", "private-key", "password"…
	Lines LineRange `json:"lines"`
}

// CoverageReason is how many files were treated in a way, and why.
type CoverageReason struct {
	How    string `json:"how"` // "read", "sampled", "measured", "skipped"
	Reason string `json:"reason"`
	Files  int    `json:"files"`
}

// Quality is how the investigation went.
type Quality struct {
	ClaimsMade       int     `json:"claims_made"`
	ClaimsVerified   int     `json:"claims_verified"`
	MeanConfidence   float64 `json:"mean_confidence"`
	MeanCompleteness float64 `json:"mean_completeness"`
	Partial          int     `json:"partial_directories"`
	// LowConfidence are the directories whose entries are below 0.7, the least
	// sure first; the first hundred.
	LowConfidence []Path `json:"low_confidence"`
	// TurnUtilization is turns used of those allotted, and ToolErrorRate calls of
	// tools that failed of all; both 0 without a model.
	TurnUtilization float64 `json:"turn_utilization"`
	ToolErrorRate   float64 `json:"tool_error_rate"`
	// Degraded lists the passes and the units that failed, in the order of the
	// passes, units by path.
	Degraded []Degradation `json:"degraded,omitempty"`
	// Doubts are signs that the investigation went badly though nothing failed.
	Doubts []string `json:"doubts,omitempty"`
}
