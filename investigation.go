package luminos

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Survey is the pass that says what the target is and how to investigate it.
type Survey struct {
	Description   string   `json:"description"`    // what the target is, in a few sentences
	Approach      string   `json:"approach"`       // how to investigate it
	RelevantTools []string `json:"relevant_tools"` // by name
	SkipTools     []string `json:"skip_tools"`     // tools that would tell nothing here
	DomainNotes   string   `json:"domain_notes"`   // what an investigator should know before
	Confidence    float64  `json:"confidence"`     // 0 to 1
}

// Plan allots turns to directories. Those it does not name get the default.
type Plan struct {
	Priority []PlannedDir `json:"priority_dirs"`
	Shallow  []PlannedDir `json:"shallow_dirs"`
	Skip     []PlannedDir `json:"skip_dirs"`
	Order    string       `json:"investigation_order"` // "leaf-first", "priority-first" or "breadth-first"
	Notes    string       `json:"notes"`
}

// PlannedDir is one directory of a plan, and why it is there.
type PlannedDir struct {
	Path   Path   `json:"path"`
	Reason string `json:"reason"`
	Turns  int    `json:"suggested_turns,omitempty"`
}

// Tier is the depth at which a directory is investigated.
type Tier string

// The tiers of a plan.
const (
	TierPriority Tier = "priority"
	TierDefault  Tier = "default"
	TierShallow  Tier = "shallow"
	TierSkip     Tier = "skip"
)

// Tiers gives the function that finds the tier of a directory: its own, or
// "skip" below a skipped one. The plan must not change while it is in use.
func (p *Plan) Tiers() func(Path) Tier {
	named := map[Path]Tier{}
	for _, part := range []struct {
		dirs []PlannedDir
		tier Tier
	}{{p.Shallow, TierShallow}, {p.Priority, TierPriority}, {p.Skip, TierSkip}} {
		for _, d := range part.dirs {
			named[d.Path] = part.tier
		}
	}
	return func(dir Path) Tier {
		for up := dir; ; up = up.Dir() {
			if named[up] == TierSkip {
				return TierSkip
			}
			if up == Root {
				break
			}
		}
		return cmp.Or(named[dir], TierDefault)
	}
}

// PlanEvaluation compares a plan with what became of it.
type PlanEvaluation struct {
	Order              string         `json:"plan_order"`
	Investigated       int            `json:"total_dirs_investigated"`
	TurnsAllocated     int            `json:"total_turns_allocated"`
	TurnsUsed          int            `json:"total_turns_used"`
	OverallUtilization float64        `json:"overall_utilization"` // used / allocated; 0 without turns
	PerDirectory       []EvaluatedDir `json:"per_directory"`       // by path
	EvaluatedAt        time.Time      `json:"evaluated_at"`
}

// EvaluatedDir is one directory of an evaluated plan. Rules take no turns.
type EvaluatedDir struct {
	Dir            Path    `json:"dir"`
	Tier           Tier    `json:"planned_tier"`
	TurnsAllocated int     `json:"turns_allocated"`
	TurnsUsed      int     `json:"turns_used"`
	Utilization    float64 `json:"utilization"` // used / allocated; 0 without turns
	Completeness   float64 `json:"completeness"`
	Confidence     float64 `json:"confidence"`
	// Unit names the directory together with which this one was investigated, and
	// which has the turns of both; "" for a directory that names its own unit.
	Unit Path `json:"unit,omitempty"`
}

// Unit is the work of one loop: a directory, or a few that belong together, with
// the facts of their own subtrees and nothing else.
type Unit struct {
	// Dirs are its directories, parents before children. The first one holds all
	// others and names the unit.
	Dirs        []DirFacts   `json:"directories"`
	Tier        Tier         `json:"tier"`
	Manifests   []Manifest   `json:"manifests,omitempty"`
	EntryPoints []EntryPoint `json:"entry_points,omitempty"`
	Datasets    []Dataset    `json:"datasets,omitempty"`
	Documents   []Document   `json:"documents,omitempty"`
	Media       []MediaGroup `json:"media,omitempty"`
	// Children are the finished entries of the directories directly below that
	// belong to other units.
	Children []Entry `json:"children,omitempty"`

	// The entries of the unit do not depend on the fields below.

	// Files are the investigated files directly in Dirs, by path.
	Files []File `json:"files,omitempty"`
	// Turns is the allowance, and Pool the number of turns that may be borrowed beyond it.
	Turns int `json:"turns,omitempty"`
	Pool  int `json:"pool,omitempty"`
	// Survey is advice for the loop; nil if there is none.
	Survey *Survey `json:"survey,omitempty"`
	// Fingerprint is a digest of all that the entries depend on; "" if unknown.
	Fingerprint string `json:"fingerprint,omitempty"`
}

// Basis returns the unit without the fields that its entries do not depend on.
func (u Unit) Basis() Unit {
	u.Files, u.Turns, u.Pool, u.Survey, u.Fingerprint = nil, 0, 0, nil, ""
	return u
}

// Path names the unit.
func (u *Unit) Path() Path { return u.Dirs[0].Path }

// Holds reports whether a path is one of the unit's directories, or lies directly
// in one.
func (u *Unit) Holds(p Path) bool {
	for i := range u.Dirs {
		if d := u.Dirs[i].Path; d == p || p != Root && p.Dir() == d {
			return true
		}
	}
	return false
}

// Findings are the results of the investigation of a unit.
type Findings struct {
	Entries []Entry     `json:"entries"` // one for each directory of the unit, in its order
	Files   []FileEntry `json:"files,omitempty"`
	Flags   []Flag      `json:"flags,omitempty"`
	// Read are the files that were read.
	Read []Path `json:"read,omitempty"`
	// Turns is the number of turns used, and Borrowed the part of them that was borrowed.
	Turns    int `json:"turns,omitempty"`
	Borrowed int `json:"borrowed_turns,omitempty"`
	// ToolCalls counts the calls of tools, and ToolErrors those that failed.
	ToolCalls  int `json:"tool_calls,omitempty"`
	ToolErrors int `json:"tool_errors,omitempty"`
	// Again marks entries that are partial for a reason that another run may not meet.
	Again bool `json:"again,omitempty"`
}

// Dossier is what is known so far in a run: each pass reads it, and the story
// of the run (internal/investigate) adds what the pass gave.
type Dossier struct {
	Scan    *Scan
	Facts   *Facts
	Survey  *Survey // nil until surveyed, and when the survey failed
	Plan    *Plan
	Entries []Entry // by path
	// Files and Flags are what the loops wrote down, by path.
	Files []FileEntry
	Flags []Flag
	// Synthesis is nil until the last pass.
	Synthesis *Synthesis
	// Known are the directories of which an earlier run left an entry.
	Known []Path
	// Last is how the plan of the run before did; nil when there was none.
	Last *PlanEvaluation
}

// Entry is what is known about one directory after its investigation. It
// depends on the directory's own subtree only.
type Entry struct {
	Path             Path       `json:"path"`
	ChildCount       int        `json:"child_count"` // entries directly inside
	DominantCategory Category   `json:"dominant_category"`
	Summary          string     `json:"summary"`
	Basis            Basis      `json:"basis"`
	Confidence       float64    `json:"confidence"` // 0 to 1: how sure the summary is
	ConfidenceReason string     `json:"confidence_reason,omitempty"`
	Completeness     float64    `json:"completeness"` // 0 to 1: how much of it was looked at
	NotableFiles     []Path     `json:"notable_files,omitempty"`
	Tier             Tier       `json:"tier,omitempty"`
	Claims           []string   `json:"claims,omitempty"`
	Evidence         []Evidence `json:"evidence,omitempty"` // see [Statement]
	// ClaimsFailed counts claims that did not hold when they were made.
	ClaimsFailed  int    `json:"claims_failed,omitempty"`
	Partial       bool   `json:"partial,omitempty"`
	PartialReason string `json:"partial_reason,omitempty"`
}

// Dominant is the commonest of the categories of files directly inside, else of
// the directories; what is empty is of the category that says nothing.
func Dominant(categories map[Category]int, children []Entry) Category {
	if len(categories) == 0 {
		categories = map[Category]int{}
		for _, c := range children {
			categories[c.DominantCategory]++
		}
	}
	best := CategoryOther
	for _, c := range slices.Sorted(maps.Keys(categories)) {
		if categories[c] > categories[best] {
			best = c
		}
	}
	return best
}

// FileEntry is what is known about one file.
type FileEntry struct {
	Path             Path       `json:"path"`
	Size             int64      `json:"size_bytes"`
	Category         Category   `json:"category"`
	Summary          string     `json:"summary"`
	Confidence       float64    `json:"confidence,omitempty"` // 0 to 1: how sure the summary is
	ConfidenceReason string     `json:"confidence_reason,omitempty"`
	Notable          bool       `json:"notable,omitempty"`
	NotableReason    string     `json:"notable_reason,omitempty"`
	Claims           []string   `json:"claims,omitempty"`
	Evidence         []Evidence `json:"evidence,omitempty"` // see [Statement]
	// ClaimsFailed counts claims that did not hold when they were made.
	ClaimsFailed int `json:"claims_failed,omitempty"`
}

// LowConfidence are the entries below a confidence, the least sure first.
func LowConfidence(entries []Entry, below float64) []Entry {
	var low []Entry
	for _, e := range entries {
		if e.Confidence < below {
			low = append(low, e)
		}
	}
	slices.SortStableFunc(low, func(a, b Entry) int { return cmp.Compare(a.Confidence, b.Confidence) })
	return low
}

// Section is one part of the report.
type Section struct {
	ID    string `json:"id"` // what the section is about: "brief", "architecture", … never reworded
	Title string `json:"title"`
	// Statements stand as a paragraph when the section has no Items, before them otherwise.
	Statements []Statement `json:"statements"`
	Items      []Item      `json:"items,omitempty"`
	// Questions stand in the section "open_questions" only.
	Questions []Question `json:"questions,omitempty"`
	// Failed says that all claims of the section failed to verify.
	Failed bool `json:"failed,omitempty"`
}

// Question is something that the investigation could not settle.
type Question struct {
	Question string `json:"question"`
	Why      string `json:"why"`             // why it matters or stays open
	Tried    string `json:"tried"`           // what was looked at
	Basis    Basis  `json:"basis,omitempty"` // "" for one that rules asked
}

// Item is a labelled line of a section: a path, a command, a column.
type Item struct {
	Label string `json:"label"`
	Statement
}

// Synthesis is what the last pass makes of entries and facts.
type Synthesis struct {
	Sections []Section
	Flags    []Flag
}
