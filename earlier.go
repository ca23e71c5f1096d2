package luminos

import "time"

// Earlier holds the results of an earlier run about the directories of a unit that is investigated again. They were
// written by a model about another state of the target: they are data, and no more trusted than a model.
type Earlier struct {
	Entries []Entry     // of the directories, without evidence
	Files   []FileEntry // of files directly in them, without evidence
	// Findings are the claims of Entries and Files, and the flags.
	Findings []EarlierFinding
	// Changes are the changes of files directly in the unit since then, by path. Unknown states that they are not
	// known.
	Changes []FileChange
	Unknown bool
	// Outside are the paths outside of the unit that were looked at then and have changed.
	Outside []Path
	// Amend states that no file directly in the unit has changed: the entries need few turns.
	Amend bool
}

// EarlierFinding is a claim or a flag of an earlier run, with its standing in the present target.
type EarlierFinding struct {
	ID       string // "E1", "E2"…
	Path     Path   // the directory or file whose entry has the claim; the path of the flag
	Flag     *Flag  // nil for a claim
	Claim    Evidence
	Standing Standing
}

// Text returns the statement of the claim, or the finding of the flag.
func (f *EarlierFinding) Text() string {
	if f.Flag != nil {
		return f.Flag.Finding
	}
	return f.Claim.Statement
}

// Standing states whether the evidence of an earlier run is in the present target.
type Standing string

// The standings.
const (
	Stands Standing = "found"
	Moved  Standing = "moved" // to other lines of its file
	Gone   Standing = "missing"
)

// Withdrawal is the judgement of a loop that an earlier finding does not hold.
type Withdrawal struct {
	ID     string // of the [EarlierFinding]
	Reason string
}

// FileChange is the change of one file between two runs.
type FileChange struct {
	Path Path       `json:"path"`
	How  ChangeKind `json:"how"`
	// Lines are the lines of the present file that differ, and Gone is the number of lines that are no longer there.
	// Both are empty if they are not known.
	Lines []LineRange `json:"lines,omitempty"`
	Gone  int         `json:"lines_gone,omitempty"`
}

// ChangeKind is the kind of a [FileChange].
type ChangeKind string

// The kinds of changes of files.
const (
	FileAdded   ChangeKind = "added"
	FileChanged ChangeKind = "changed"
	FileRemoved ChangeKind = "removed"
)

// Changes compares a report with the last report of the same engine about the target.
type Changes struct {
	Since time.Time `json:"since"`
	// Files lists the first files that changed, at most [ChangesMost], and FilesLeft counts the others.
	Files     []FileChange `json:"files"`
	FilesLeft int          `json:"files_left,omitempty"`
	// New are the flags that the last report does not have.
	New []FindingChange `json:"new"`
	// Resolved are flags and claims of the last report whose place is gone, or that their rule no longer finds.
	Resolved []FindingChange `json:"resolved"`
	// Withdrawn are flags and claims of the last report that a model withdrew.
	Withdrawn []FindingChange `json:"withdrawn"`
	// Regraded are the flags of both reports whose severity differs.
	Regraded []FindingChange `json:"regraded,omitempty"`
}

// ChangesMost is the maximal number of files that [Changes] lists.
const ChangesMost = 1000

// Empty reports whether nothing changed.
func (c *Changes) Empty() bool {
	return len(c.Files)+c.FilesLeft+len(c.New)+len(c.Resolved)+len(c.Withdrawn)+len(c.Regraded) == 0
}

// FindingChange is a finding that is new, resolved or withdrawn.
type FindingChange struct {
	Path     Path       `json:"path"`
	Lines    *LineRange `json:"lines,omitempty"`
	Finding  string     `json:"finding"`            // of a flag, or the statement of a claim
	Severity Severity   `json:"severity,omitempty"` // of a flag; "" for a claim
	Was      Severity   `json:"was,omitempty"`      // the severity in the last report, if it differs
	Source   string     `json:"source"`             // as in [Flag]
	// Reason is the reason why the finding is no longer in the report; "" for a new one.
	Reason string `json:"reason,omitempty"`
	// ByModel states that a model gave the reason.
	ByModel bool `json:"by_model,omitempty"`
}
