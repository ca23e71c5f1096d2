package luminos

import "time"

// ReportMark is the first line of a report in Markdown, and the second of one in HTML, by which a later run leaves the
// report out.
const ReportMark = "<!-- A report of Luminos -->"

// Report is the result of an investigation. All formats are written from it. Only Run
// differs between two runs on an unchanged target.
type Report struct {
	SchemaVersion int    `json:"schema_version"`
	Run           Run    `json:"run"`
	Target        Target `json:"target"`
	Results
	Sections []Section `json:"sections"`
	Claims   []Claim   `json:"claims"`
	Entries  []Entry   `json:"entries"`
	// Files are the entries that a model wrote about files, by path.
	Files []FileEntry `json:"files,omitempty"`
	Flags []Flag      `json:"flags"`
	// Withdrawn are the flags that a synthesis or a second reader withdrew, with the reasons.
	Withdrawn []WithdrawnFlag `json:"withdrawn,omitempty"`
	// Retracted are the sentences that a second reader found contradicted by the lines that they cite.
	Retracted []Retraction `json:"retracted,omitempty"`
	// Refinement describes the changes of a model to its report; nil if none were asked for.
	Refinement *Refinement `json:"refinement,omitempty"`
	Coverage   Coverage    `json:"coverage"`
	Quality    Quality     `json:"quality"`
	// Folded counts the elements that the JSON output leaves out of its lists; nil if they are whole.
	Folded *Folded `json:"folded,omitempty"`
}

// Folded counts the elements that the JSON output leaves out of its lists, with the reason.
type Folded struct {
	Reason      string `json:"reason"`
	Directories int    `json:"directories"`      // of facts.directories
	Manifests   int    `json:"manifests"`        // of facts.manifests
	Files       int    `json:"classified_files"` // of scan.classified_files.files
	Entries     int    `json:"entries"`
	Planned     int    `json:"shallow_dirs"`        // of plan.shallow_dirs
	Changed     int    `json:"changed_directories"` // of facts.history.changes.directories
}

// Section returns the section of the report with this id, or nil if it is missing.
func (r *Report) Section(id string) *Section {
	for i := range r.Sections {
		if r.Sections[i].ID == id {
			return &r.Sections[i]
		}
	}
	return nil
}

// Run holds the values that differ between two runs on an unchanged target.
type Run struct {
	ID        string    `json:"id"`
	Root      string    `json:"root"` // absolute path of the target, escaped like a Path, or the address of its server
	StartedAt time.Time `json:"started_at"`
	Seconds   float64   `json:"seconds"`
	Version   string    `json:"version"` // of Luminos
	Parallel  int       `json:"parallel"`
	Timings   []Timing  `json:"timings"`
	// Memory describes the use of earlier runs; nil if nothing is stored.
	Memory *Memory `json:"memory,omitempty"`
	// Changes compares the report with the last one; nil without one, and if nothing has changed.
	Changes *Changes `json:"changes,omitempty"`
	// Backend describes the program that read the target.
	Backend Backend `json:"backend"`
	// Sandbox is the confinement of this process by the kernel, as in Backend; "" if it was not asked for.
	Sandbox string `json:"sandbox,omitempty"`
	// Spending is the cost of the models; nil if no model was called.
	Spending *Spending `json:"spending,omitempty"`
}

// Spending sums up the calls of models, with failed attempts.
type Spending struct {
	Calls int   `json:"calls"`
	Usage Usage `json:"usage"`
	Cost  Money `json:"cost_usd"` // of the calls that have a price
	// Unpriced counts calls of models whose price is unknown.
	Unpriced   int    `json:"unpriced_calls,omitempty"`
	PricesDate string `json:"prices_date"` // of the table of prices
	// Earlier is the cost of the earlier runs of the same investigation since its last whole report, and EarlierCalls the
	// number of their calls. Neither is part of the other fields.
	Earlier      Money `json:"earlier_cost_usd,omitempty"`
	EarlierCalls int   `json:"earlier_calls,omitempty"`
	// AtLeast states that this run was interrupted while a call was under way. A provider may bill such a call, and its
	// cost is not known. EarlierAtLeast states it of the earlier runs.
	AtLeast        bool `json:"at_least,omitempty"`
	EarlierAtLeast bool `json:"earlier_at_least,omitempty"`
	// Expected is the estimate before the first call; nil without one.
	Expected *Range `json:"expected,omitempty"`
	// ByPass has a row for each pass and model, passes in their order.
	ByPass []PassSpending `json:"by_pass"`
}

// PassSpending sums up the calls of one model in one pass.
type PassSpending struct {
	Pass  Pass   `json:"pass"`
	Model string `json:"model"`
	// Answered are the other models that answered, sorted, at most ten. A provider may answer with a dated version or a
	// replacement.
	Answered []string `json:"answered_by,omitempty"`
	Calls    int      `json:"calls"`
	Usage    Usage    `json:"usage"`
	Cost     Money    `json:"cost_usd"`
	Priced   bool     `json:"priced"`
}

// Backend describes the program that read the target, and its confinement by the kernel.
type Backend struct {
	// Adapter is "directory" for a directory of this machine, else the adapter for the
	// server: "native", "filesystem", "sqlite"…
	Adapter string `json:"adapter"`
	// Server is the name and version of the server that parsed or served files; "" if
	// no server was needed.
	Server   string `json:"server,omitempty"`
	Protocol string `json:"protocol,omitempty"` // version of MCP
	// Sandbox is the confinement of the server by the kernel: "full", "partial: …" with
	// the missing parts, "none"; "" if unknown.
	Sandbox string   `json:"sandbox,omitempty"`
	Notes   []string `json:"notes,omitempty"` // limitations
}

// Memory describes the stored results of earlier runs on the same target that a run used, and the results that it
// stored.
type Memory struct {
	// Unchanged reports that the whole report is of an earlier run and still current.
	Unchanged bool `json:"unchanged,omitempty"`
	// Resumed reports that the last run was interrupted.
	Resumed bool `json:"resumed,omitempty"`
	// Reused and Investigated count directories.
	Reused       int `json:"reused_directories"`
	Investigated int `json:"investigated_directories"`
	// Extracted counts the readings of documents, archives and the like; other ones were made by an earlier run.
	Extracted int `json:"extracted_files,omitempty"`
	// Mixed counts the reused directories that were investigated with other settings: the user chose to use them.
	// Settings are these settings, as "NAME: was A, is B".
	Mixed    int      `json:"mixed_directories,omitempty"`
	Settings []string `json:"changed_settings,omitempty"`
	// Volatile are files that changed during the run. Results that depend on them are
	// in the report but not stored.
	Volatile []Path `json:"volatile_files,omitempty"`
	// Problems are unusable files of the cache, with the reason.
	Problems []Problem `json:"problems,omitempty"`
	// Failed is the reason why this run was not stored, or "".
	Failed string `json:"failed,omitempty"`
}

// Timing is the duration of one pass.
type Timing struct {
	Pass    Pass    `json:"pass"`
	Seconds float64 `json:"seconds"`
}

// Target identifies the target and the engine.
type Target struct {
	Name   string `json:"name"`   // the name in the manifest or README, else the name of the directory
	Engine string `json:"engine"` // "offline" or "model"
	// Models are the configured models, sorted; empty for rules.
	Models []string `json:"models,omitempty"`
	// Language is the BCP 47 tag of the language that the models were asked to write in; "" if none was given. Sentences
	// of rules are in English.
	Language string `json:"language,omitempty"`
}

// Coverage counts the files of the target by the extent to which they were read.
type Coverage struct {
	Files    int `json:"files"`
	Read     int `json:"read"`     // every byte
	Sampled  int `json:"sampled"`  // the beginning, for facts
	Measured int `json:"measured"` // counted and classified only
	Skipped  int `json:"skipped"`
	// Reasons lists the treatments of files with their reasons, commonest first.
	Reasons []CoverageReason `json:"reasons"`
	// Treatments list the files of each of the Reasons, in the same order.
	Treatments []CoverageFiles `json:"treatments"`
	// Directories counts directories by their tier.
	Directories map[Tier]int `json:"directories"`
	// MaskedPlaces is the number of places that looked like secrets when facts were
	// gathered. Masked are the first of these places: at most 20 in a file, and 1,000
	// in all. They are never quoted or shown to a model; the same is true for places
	// that are found later.
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
	// Aside is true if the place is in a comment, a docstring or a test within a source file, or a key that a document
	// shows as an example.
	Aside bool `json:"aside,omitempty"`
	// Shown is true if the place is in the comment at the end of a line or in the examples of a help text, or if a comment
	// in its line or in the line above speaks of tests, examples or public values, or if its file is a test.
	Shown bool `json:"shown,omitempty"`
	// Plain is true if only a name or a place suggests the secret: its value consists of words, is short or simple, or is
	// published with the program that has it.
	Plain bool `json:"plain,omitempty"`
	// Evidence cites the first line, with the secret masked. Only facts have it.
	Evidence []Evidence `json:"evidence,omitempty"`
}

// CoverageReason counts the files with one treatment and reason.
type CoverageReason struct {
	How    string `json:"how"` // "read", "sampled", "measured", "skipped"
	Reason string `json:"reason"`
	Files  int    `json:"files"`
}

// CoverageFiles lists the files with one treatment and reason.
type CoverageFiles struct {
	How    string `json:"how"`
	Reason string `json:"reason"`
	// Whole are directories all of whose files, also the files of their subdirectories, have this treatment.
	Whole []Path `json:"whole_directories"`
	// Files are the names of other files, by directory; at most 10,000 in all treatments.
	Files map[Path][]string `json:"files"`
	// Unlisted is the number of files over this bound.
	Unlisted int `json:"unlisted,omitempty"`
}

// Quality holds measures of the investigation itself.
type Quality struct {
	// Citations counts the claims, CitationsFound the claims whose evidence is at its place.
	// No program decided whether their statements follow from it.
	Citations      int `json:"citations"`
	CitationsFound int `json:"citations_found"`
	// CitationsRefused counts the claims that did not hold when they were made. They are not in the report; the entries
	// say how many of theirs failed.
	CitationsRefused int `json:"citations_refused,omitempty"`
	// Judged counts the verdicts of a second reader about claims of models; nil without such claims.
	Judged           *JudgedClaims `json:"judged,omitempty"`
	MeanConfidence   float64       `json:"mean_confidence"`
	MeanCompleteness float64       `json:"mean_completeness"`
	Partial          int           `json:"partial_directories"`
	// LowConfidence are the directories whose entries have a confidence below 0.7, the
	// lowest first, at most 100.
	LowConfidence []Path `json:"low_confidence"`
	// LowConfidenceAll is the number of all such directories.
	LowConfidenceAll int `json:"low_confidence_directories"`
	// TurnUtilization is the part of the allotted turns that was used, ToolErrorRate the
	// part of the calls of tools that failed; both are 0 without a model.
	TurnUtilization float64 `json:"turn_utilization"`
	ToolErrorRate   float64 `json:"tool_error_rate"`
	// Degraded lists the passes and the units that failed, in the order of the
	// passes, units by path.
	Degraded []Degradation `json:"degraded,omitempty"`
	// Doubts are signs of a bad investigation without a failure.
	Doubts []string `json:"doubts,omitempty"`
}
