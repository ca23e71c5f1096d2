package luminos

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Survey describes the target and how to investigate it.
type Survey struct {
	Description   string   `json:"description"`    // a description of the target, in a few sentences
	Approach      string   `json:"approach"`       // how to investigate it
	RelevantTools []string `json:"relevant_tools"` // by name
	SkipTools     []string `json:"skip_tools"`     // tools without use here
	DomainNotes   string   `json:"domain_notes"`   // background for investigators
	Confidence    float64  `json:"confidence"`     // 0 to 1
}

// Plan allots turns to directories. Directories that it does not name get the default.
type Plan struct {
	Priority []PlannedDir `json:"priority_dirs"`
	Shallow  []PlannedDir `json:"shallow_dirs"`
	Skip     []PlannedDir `json:"skip_dirs"`
	Order    string       `json:"investigation_order"` // "leaf-first", "priority-first" or "breadth-first"
	Notes    string       `json:"notes"`
}

// PlannedDir is one directory of a plan, with the reason.
type PlannedDir struct {
	Path   Path   `json:"path"`
	Reason string `json:"reason"`
	Turns  int    `json:"suggested_turns,omitempty"`
	// Questions are asked of the loop over a directory with priority, at most [QuestionsMost].
	Questions []string `json:"questions,omitempty"`
}

// QuestionsMost is the maximal number of questions of a plan about one directory, QuestionLength the maximal number of
// characters of one.
const (
	QuestionsMost  = 5
	QuestionLength = 300
)

// Answer is a question of the plan with the answer of the loop; the answer is "" if the question is open.
type Answer struct {
	Question string     `json:"question"`
	Answer   string     `json:"answer,omitempty"`
	Claims   []string   `json:"claims,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"` // see [Statement]
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

// Tiers returns a function that returns the tier of a directory: "skip" if it is skipped or below a skipped one, else
// its own tier, or "default" if the plan does not name it. Later changes of the plan do not change the function.
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

// PlanEvaluation compares a plan with its results.
type PlanEvaluation struct {
	Order              string         `json:"plan_order"`
	Investigated       int            `json:"total_dirs_investigated"`
	TurnsAllocated     int            `json:"total_turns_allocated"`
	TurnsUsed          int            `json:"total_turns_used"`
	OverallUtilization float64        `json:"overall_utilization"` // used / allocated; 0 without turns
	PerDirectory       []EvaluatedDir `json:"per_directory"`       // by path
	EvaluatedAt        time.Time      `json:"evaluated_at"`
}

// EvaluatedDir is one directory of an evaluated plan. Rules use no turns.
type EvaluatedDir struct {
	Dir            Path    `json:"dir"`
	Tier           Tier    `json:"planned_tier"`
	TurnsAllocated int     `json:"turns_allocated"`
	TurnsUsed      int     `json:"turns_used"`
	Utilization    float64 `json:"utilization"` // used / allocated; 0 without turns
	Completeness   float64 `json:"completeness"`
	Confidence     float64 `json:"confidence"`
	// Unit is the directory that names the unit of this one and has the turns of the
	// unit; "" for a directory that names its own unit.
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
	// Inside are the formats, states, numbers and properties of files directly in Dirs that are no plain text.
	Inside []FileInside `json:"inside,omitempty"`
	// Children are the finished entries of the directories directly below that
	// belong to other units.
	Children []Entry `json:"children,omitempty"`
	// Raised are the flags of rules on Dirs and on files directly in them, without remedies and evidence.
	Raised []Flag `json:"raised,omitempty"`
	// Questions are the questions of the plan about Dirs.
	Questions []string `json:"questions,omitempty"`
	// Around are facts and results of other units that concern Dirs.
	Around Around `json:"around,omitzero"`

	// The entries of the unit do not depend on the fields below.

	// Files are the investigated files directly in Dirs, by path.
	Files []File `json:"files,omitempty"`
	// Texts are the texts of Files if the unit is small, by path; else Outlines are the outlines of some of Files.
	Texts    []Text        `json:"-"`
	Outlines []FileOutline `json:"-"`
	// Changed is the day of the newest commit that changed a file in or below the unit; "" if unknown.
	Changed string `json:"changed,omitempty"`
	// Turns is the allowance, and Pool the number of turns that may be borrowed beyond it.
	Turns int `json:"turns,omitempty"`
	Pool  int `json:"pool,omitempty"`
	// Earlier holds the results of an earlier run, or nil.
	Earlier *Earlier `json:"-"`
	// Survey is advice for the loop; nil if there is no survey.
	Survey *Survey `json:"survey,omitempty"`
	// Fingerprint is a digest of all that the entries depend on, and Content the same without the engine and its
	// settings. Both are "" if unknown.
	Fingerprint string `json:"fingerprint,omitempty"`
	Content     string `json:"-"`
}

// Around holds facts and results about the surroundings of a unit. Each list is bounded.
type Around struct {
	// Imports are imports of files directly in the unit from other directories, ImportedBy imports of its directories by
	// files elsewhere. ImportsLeft and ImportedByLeft count the imports that the lists leave out.
	Imports        []ImportUse `json:"imports,omitempty"`
	ImportsLeft    int         `json:"imports_left,omitempty"`
	ImportedBy     []ImportUse `json:"imported_by,omitempty"`
	ImportedByLeft int         `json:"imported_by_left,omitempty"`
	// Imported are imported directories that were investigated before, with the beginning of their summaries.
	Imported []Entry `json:"imported,omitempty"`
	// Dependencies are declared by manifests of the unit.
	Dependencies []Dependency `json:"dependencies,omitempty"`
	// Variables are environment variables that a file directly in the unit names first, or documents.
	Variables []Variable `json:"variables,omitempty"`
	// Copies are groups of equal files, one of them directly in the unit.
	Copies []DuplicateGroup `json:"copies,omitempty"`
	// Below are the directories below the children, with the first sentence of their summaries.
	Below []Entry `json:"below,omitempty"`
	// Flags were raised by the loops of the units below, the gravest first. FlagsLeft counts the others.
	Flags     []Flag `json:"flags,omitempty"`
	FlagsLeft int    `json:"flags_left,omitempty"`
}

// FileOutline is the outline of a file.
type FileOutline struct {
	Path Path
	*Outline
}

// SmallUnit is the maximal number of bytes of the texts in a unit that is shown whole, and SmallFiles of their number.
const (
	SmallUnit  = 25 << 10
	SmallFiles = 40
)

// Small returns the text files of the unit if the unit is small, else nil.
func (u *Unit) Small() (texts []File) {
	size := int64(0)
	for _, f := range u.Files {
		if f.Text && f.Regular() {
			texts = append(texts, f)
			size += max(f.Size, 0)
		}
	}
	if size > SmallUnit || len(texts) > SmallFiles {
		return nil
	}
	return texts
}

// Basis returns a copy of the unit without the fields that do not influence its entries, such as the turns.
func (u Unit) Basis() Unit {
	u.Texts, u.Outlines, u.Changed, u.Earlier = nil, nil, "", nil
	u.Files, u.Turns, u.Pool, u.Survey, u.Fingerprint, u.Content = nil, 0, 0, nil, "", ""
	return u
}

// Path returns the topmost directory of the unit, which names the unit.
func (u *Unit) Path() Path { return u.Dirs[0].Path }

// Holds reports whether a path is a directory of the unit, or directly in one.
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
	// ToolCalls counts the calls of tools, and ToolErrors the failed ones.
	ToolCalls  int `json:"tool_calls,omitempty"`
	ToolErrors int `json:"tool_errors,omitempty"`
	// Inquiries are the calls of tools that looked outside of the unit. The results depend on their answers.
	Inquiries []Inquiry `json:"inquiries,omitempty"`
	// Again marks entries that are partial for a reason that another run may not meet.
	Again bool `json:"again,omitempty"`
	// Withdrawals are the findings of an earlier run that do not hold.
	Withdrawals []Withdrawal `json:"-"`
	// Dropped are the findings of an earlier run that these do not have, with the reasons. The engine does not set it.
	Dropped []FindingChange `json:"-"`
}

// Inquiry is a call of a tool that looked at a part of the target outside of the unit.
type Inquiry struct {
	Tool   string `json:"tool"`
	Args   string `json:"args"`   // JSON
	Answer string `json:"answer"` // a digest of the result
	// Path is the file or directory that the call concerned, and Digest the digest of its content then, "" if unknown.
	Path   Path   `json:"path"`
	Digest string `json:"digest,omitempty"`
}

// Entry is the result of the investigation of one directory. It depends on the subtree of the directory and, if a model
// made it, on the answers to the inquiries of its unit.
type Entry struct {
	Path             Path       `json:"path"`
	ChildCount       int        `json:"child_count"` // entries directly inside
	DominantCategory Category   `json:"dominant_category"`
	Summary          string     `json:"summary"`
	Basis            Basis      `json:"basis"`
	Confidence       float64    `json:"confidence"` // 0 to 1: how sure the summary is
	ConfidenceReason string     `json:"confidence_reason,omitempty"`
	Completeness     float64    `json:"completeness"` // 0 to 1: the part that was read
	NotableFiles     []Path     `json:"notable_files,omitempty"`
	Tier             Tier       `json:"tier,omitempty"`
	Claims           []string   `json:"claims,omitempty"`
	Evidence         []Evidence `json:"evidence,omitempty"` // see [Statement]
	// ClaimsFailed counts claims that did not hold when they were made.
	ClaimsFailed  int    `json:"claims_failed,omitempty"`
	Partial       bool   `json:"partial,omitempty"`
	PartialReason string `json:"partial_reason,omitempty"`
	// Answers has each question of the plan to the unit of which this is the first directory.
	Answers []Answer `json:"answers,omitempty"`
}

// Dominant returns the commonest category of the files directly in a directory, whose numbers are in categories. Without
// files it is the commonest category of children, the entries of the subdirectories; for an empty directory it is
// [CategoryOther].
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

// FileEntry is the result of the investigation of one file.
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

// LowConfidence returns the entries whose confidence is less than below, the lowest first.
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
	ID    string `json:"id"` // the subject: "brief", "architecture", …; ids are never reworded
	Title string `json:"title"`
	// Statements are one paragraph or several, before the Items if there are any.
	Statements []Statement `json:"statements"`
	Items      []Item      `json:"items,omitempty"`
	// Questions are set in the sections "open_questions" and "answers" only.
	Questions []Question `json:"questions,omitempty"`
	// Failed reports that all claims of the section are unsupported.
	Failed bool `json:"failed,omitempty"`
}

// Question is an open question of the investigation.
type Question struct {
	Question string `json:"question"`
	Why      string `json:"why"`             // why it matters or stays open
	Tried    string `json:"tried"`           // the files and facts that were consulted
	Basis    Basis  `json:"basis,omitempty"` // "" for a question of rules
}

// Item is a labelled line of a section: a path, a command, a column.
type Item struct {
	// Heading is the heading above the item inside of the section, or "".
	Heading string `json:"heading,omitempty"`
	Label   string `json:"label"`
	Statement
	// More are the sentences after the first, each with its own citations.
	More []Statement `json:"more,omitempty"`
}

// Synthesis is the result of the pass that sums up entries and facts.
type Synthesis struct {
	Sections []Section
	Flags    []Flag
	// Reviews judge the flags that were raised before the synthesis, at most one for each flag.
	Reviews []Review
	// Worst lists flags in the order in which a reader needs them; rule, path and finding identify each.
	Worst []Flag
	// Withdrawn lists the flags that Reviews withdraw.
	Withdrawn []WithdrawnFlag
	// Refinement describes later changes; nil without them.
	Refinement *Refinement
}
