package luminos

// Facts are what can be known about a target without a model. Prompts and rules
// start from them; each carries where it was read. Lists are sorted by path
// unless their comment says otherwise.
type Facts struct {
	Name         string `json:"name"`
	Description  string `json:"description"`
	Kind         string `json:"kind"` // "command-line program", "library", "data set"…
	Audience     string `json:"audience,omitempty"`
	MainLanguage string `json:"main_language"` // "" when the target is not code
	// License is an SPDX expression, or the licence's own name where SPDX has none.
	License string `json:"license"`

	Manifests      []Manifest   `json:"manifests"`
	EntryPoints    []EntryPoint `json:"entry_points"` // most important first
	CI             []string     `json:"ci"`
	TestFrameworks []string     `json:"test_frameworks"`

	Commands     []Command     `json:"commands"` // most useful first within a purpose
	Dependencies []Dependency  `json:"dependencies"`
	Containers   []Container   `json:"containers"`
	Licenses     []LicenseFile `json:"licenses"`
	Readme       *Document     `json:"readme,omitempty"`
	Status       *StatedStatus `json:"status,omitempty"` // nil when the README states none
	CIFiles      []CIFile      `json:"ci_files"`
	Imports      ImportGraph   `json:"imports"`
	Directories  []DirFacts    `json:"directories"`
	Datasets     []Dataset     `json:"datasets"`
	Documents    []Document    `json:"documents"`
	Themes       []Term        `json:"themes"` // key terms over all documents, strongest first
	Media        []MediaGroup  `json:"media"`
	Injections   []Injection   `json:"injections"`
	// Problems are files that should have told something and could not be understood.
	Problems []Problem `json:"problems"`
	// NotRead counts, by reason, files that a later version or a model could read.
	NotRead []NotRead `json:"not_read"`
	// Read are the files that told something, by path: what coverage counts as read.
	Read []Path `json:"-"`
	// Parsed are those of Read whose structure a parser found, by path; the other
	// source files were read by patterns.
	Parsed []Path `json:"-"`
	// Unparsed is why files that should have been parsed were not, and another run
	// could find more; nil otherwise.
	Unparsed error `json:"-"`
	// Evidence backs the fields above that have none of their own, under their
	// JSON name ("license", "ci/github-actions", "test_frameworks/pytest").
	Evidence map[string][]Evidence `json:"evidence"`
}

// Manifest is a file that declares a package, a workspace or a build.
type Manifest struct {
	Path        Path         `json:"path"`
	Ecosystem   string       `json:"ecosystem"` // "npm", "cargo", "go", "python", "maven", "gradle", "rubygems", "composer", "nuget", "cmake", "make", …
	Name        string       `json:"name,omitempty"`
	Version     string       `json:"version,omitempty"`
	Description string       `json:"description,omitempty"`
	License     string       `json:"license,omitempty"` // as declared
	Role        ManifestRole `json:"role"`
	Workspace   bool         `json:"workspace,omitempty"` // it lists members
	Members     []Path       `json:"members,omitempty"`   // directories of the workspace that exist
	Private     bool         `json:"private,omitempty"`   // declared as not to be published
	Lockfile    bool         `json:"lockfile,omitempty"`
	Evidence    []Evidence   `json:"evidence,omitempty"` // of name and description
}

// ManifestRole is how a manifest stands to the target.
type ManifestRole string

// The roles of a manifest: of the whole target, of a member of its workspace, of
// a part that belongs to no workspace, of an example, of a test, of somebody else's code.
const (
	ManifestRoot     ManifestRole = "root"
	ManifestMember   ManifestRole = "member"
	ManifestNested   ManifestRole = "nested"
	ManifestExample  ManifestRole = "example"
	ManifestTest     ManifestRole = "test"
	ManifestVendored ManifestRole = "vendored"
)

// Own reports whether the manifest declares a part of the target itself: no
// lock file, nor that of an example, a test or somebody else's code.
func (m *Manifest) Own() bool {
	return !m.Lockfile && (m.Role == ManifestRoot || m.Role == ManifestMember || m.Role == ManifestNested)
}

// EntryPoint is where a reader or a process starts.
type EntryPoint struct {
	Path Path   `json:"path"`
	Kind string `json:"kind"` // "binary", "script", "library", "server", "page", "task"
	Name string `json:"name,omitempty"`
	// Reason says in words why this is an entry point: "func main in package main".
	Reason string `json:"reason"`
	// Part says that it starts a small part of the target, which does not stand for the whole.
	Part     bool       `json:"part,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Command is a command line that the target's own files give for a purpose.
type Command struct {
	Purpose string `json:"purpose"` // "install", "build", "run", "test", "lint", "format"
	Line    string `json:"line"`
	Dir     Path   `json:"dir,omitempty"`  // where to run it; empty means the root
	Part    bool   `json:"part,omitempty"` // it is for a small part of the target, which does not stand for the whole
	// Basis is measured when the target itself says so, derived when it is the ecosystem's convention.
	Basis    Basis      `json:"basis"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Dependency is one declared direct dependency on something that the target does
// not hold itself: packages of one workspace that need each other are left out.
type Dependency struct {
	Name      string `json:"name"`
	Version   string `json:"version,omitempty"` // the constraint as written
	Ecosystem string `json:"ecosystem"`
	Scope     string `json:"scope,omitempty"` // "" (runtime), "dev", "test", "build", "optional"
	Manifest  Path   `json:"manifest"`
}

// Container is a container image recipe or a composition of services.
type Container struct {
	Path     Path       `json:"path"`
	Kind     string     `json:"kind"` // "dockerfile", "compose", "kubernetes", "helm"
	Bases    []string   `json:"bases,omitempty"`
	Services []string   `json:"services,omitempty"`
	Ports    []string   `json:"ports,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// CIFile is one continuous-integration configuration.
type CIFile struct {
	Path   Path   `json:"path"`
	System string `json:"system"` // "github-actions", "gitlab-ci", …
	Name   string `json:"name,omitempty"`
	// Triggers are what starts it, in the order below, as far as the file or its
	// system says; empty when neither does.
	Triggers []string `json:"triggers,omitempty"`
}

// What starts a continuous-integration configuration: a push of changes, a
// proposal to merge them, a tag, a release, the clock, a person, anything else.
const (
	TriggerPush        = "push"
	TriggerPullRequest = "pull request" // GitLab's merge requests as well
	TriggerTag         = "tag"
	TriggerRelease     = "release"
	TriggerSchedule    = "schedule"
	TriggerManual      = "manual"
	TriggerOther       = "other"
)

// LicenseFile is a file with a licence text or declaration.
type LicenseFile struct {
	Path Path `json:"path"`
	// License is an SPDX id or expression, or the licence's own name; "" when the text was not recognised.
	License string `json:"license"`
	// Note says in words what the licence becomes and when, where it does:
	// "becomes MIT two years after each version was made available".
	Note string `json:"note,omitempty"`
	// Coverage is the share of the text that known licences cover, 0–100; 0 for declarations.
	Coverage int        `json:"coverage,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// ImportGraph is which directories use which, found by patterns.
type ImportGraph struct {
	Edges []ImportEdge `json:"edges"`
	// Centrality ranks directories by how much of the rest rests on them, highest first.
	Centrality []DirRank `json:"centrality"`
	// Files were read for imports; Unread were not, over the budget.
	Files  int `json:"files"`
	Unread int `json:"unread,omitempty"`
}

// ImportEdge says that files of From import To, with how many do.
type ImportEdge struct {
	From     Path       `json:"from"`
	To       Path       `json:"to"`
	Files    int        `json:"files"`
	Evidence []Evidence `json:"evidence,omitempty"` // one example
}

// DirRank is a directory with its centrality, 0–1, and how many directories import it.
type DirRank struct {
	Path       Path    `json:"path"`
	Score      float64 `json:"score"`
	ImportedBy int     `json:"imported_by"`
}

// DirFacts orients in one directory. It depends only on the directory's own subtree.
type DirFacts struct {
	Path       Path  `json:"path"`
	Files      int   `json:"files"`   // directly inside
	Subdirs    int   `json:"subdirs"` // directly inside
	TotalFiles int   `json:"total_files"`
	Bytes      int64 `json:"bytes"` // apparent, of the subtree
	// Unreadable is why what is directly inside could not be listed, or "".
	Unreadable string `json:"unreadable,omitempty"`
	// Code counts lines in programming languages of files directly inside that
	// are neither generated nor vendored; TestCode is the part in test files.
	Code     int `json:"code_lines"`
	TestCode int `json:"test_code_lines,omitempty"`
	// Languages of files directly inside, most code first; programming languages
	// only where there are any.
	Languages  []string         `json:"languages"`
	Categories map[Category]int `json:"categories"` // files directly inside
	Generated  int              `json:"generated,omitempty"`
	Vendored   bool             `json:"vendored,omitempty"`
	Tests      int              `json:"tests,omitempty"` // test files directly inside
	// Role is what the name and the contents say the directory is for, or "".
	Role DirRole `json:"role,omitempty"`
	// About is what the directory says of itself: its README's first sentence or its package comment.
	About         string     `json:"about,omitempty"`
	AboutEvidence []Evidence `json:"about_evidence,omitempty"`
	// Symbols are the public names defined directly inside, a sample.
	Symbols []Symbol `json:"symbols,omitempty"`
	// Notable are files a reader should open first, best first.
	Notable []Path `json:"notable,omitempty"`
	// Samples are names of a few typical files.
	Samples []string `json:"samples,omitempty"`
}

// DirRole is what a directory is for.
type DirRole string

// The roles of a directory.
const (
	DirSource        DirRole = "source"
	DirTests         DirRole = "tests"
	DirFixtures      DirRole = "fixtures"
	DirDocumentation DirRole = "documentation"
	DirDocuments     DirRole = "documents" // that document nothing else
	DirExamples      DirRole = "examples"
	DirVendored      DirRole = "vendored"
	DirGenerated     DirRole = "generated"
	DirOutput        DirRole = "build output"
	DirCI            DirRole = "ci"
	DirData          DirRole = "data"
	DirMedia         DirRole = "media"
	DirAssets        DirRole = "assets"
	DirConfiguration DirRole = "configuration"
)

// Symbol is a public definition.
type Symbol struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"` // "func", "type", "class"…
	Path     Path     `json:"path"`
	Line     int      `json:"line"`
	Doc      string   `json:"doc,omitempty"` // the head of its documentation, where the file was parsed
	Evidence Evidence `json:"evidence,omitzero"`
}

// Dataset is a data file, or a family of files of one schema, with what is in it.
type Dataset struct {
	Path   Path   `json:"path"`             // the file, or the first of the family
	Count  int    `json:"count"`            // files in the family
	Family string `json:"family,omitempty"` // pattern of the family, "logs/*.csv"
	Format string `json:"format"`           // "csv", "tsv", "json", "jsonl", "geojson", "yaml", "table" of a database
	// Rows is -1 when the file was too large to count whole; then RowsSampled says how many were seen.
	Rows        int64    `json:"rows"`
	RowsSampled int64    `json:"rows_sampled,omitempty"`
	Columns     []Column `json:"columns"`
	Period      *Period  `json:"period,omitempty"`
	// Layout says, in words, how the records lie in the file where that is not
	// plain: "the records stand under "items"".
	Layout []string `json:"layout,omitempty"`
	// Issues are defects met while reading, in words: "3 rows have 5 fields instead of 7".
	Issues   []string   `json:"issues,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Column is one column, or one key, of a dataset.
type Column struct {
	Name string `json:"name"`
	// Type is "integer", "number", "boolean", "date", "timestamp", "string", "object", "array", "mixed" or "empty";
	// for a table of a database what it was declared as.
	Type     string   `json:"type"`
	Missing  int64    `json:"missing,omitempty"`  // of the rows seen
	Distinct int      `json:"distinct,omitempty"` // -1 when there are more than are tracked
	Min      string   `json:"min,omitempty"`
	Max      string   `json:"max,omitempty"`
	Examples []string `json:"examples,omitempty"` // for columns of few values only
}

// Period is a span of days, YYYY-MM-DD, with where it was found.
type Period struct {
	First  string `json:"first"`
	Last   string `json:"last"`
	Source string `json:"source"` // "column date", "file names", "modification times"
}

// Document is a text document with its outline.
type Document struct {
	Path     Path     `json:"path"`
	Title    string   `json:"title,omitempty"`
	Summary  string   `json:"summary,omitempty"` // its first real paragraph, cut at a sentence
	Headings []string `json:"headings,omitempty"`
	Words    int      `json:"words"`
	Terms    []Term   `json:"terms,omitempty"`
	// Partial says that only the beginning was read.
	Partial  bool       `json:"partial,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"` // of title and summary
}

// Term is a key term with its weight, 0–1, and in how many documents it stands.
type Term struct {
	Text      string  `json:"text"`
	Weight    float64 `json:"weight"`
	Documents int     `json:"documents,omitempty"`
}

// StatedStatus is what the README says near its top of the state of the target:
// that nobody should build on it any more, or only with care.
type StatedStatus struct {
	// State is "archived", "deprecated", "unmaintained", "moved", "no longer
	// updated" or "in maintenance mode". The sentence may be about a part only,
	// so whoever reports it quotes it.
	State    string     `json:"state"`
	Text     string     `json:"text"` // the sentence, without markup
	Evidence []Evidence `json:"evidence,omitempty"`
}

// MediaGroup is the images, sounds or videos of one directory.
type MediaGroup struct {
	Dir      Path     `json:"dir"`
	Category Category `json:"category"`
	Files    int      `json:"files"`
	Bytes    int64    `json:"bytes"`
	Formats  []string `json:"formats"` // commonest first
	// Dimensions are in pixels: "4000x3000", "640x480 to 4000x3000", or where no image
	// is the smallest or largest both ways "174 to 734 by 38 to 448".
	Dimensions string     `json:"dimensions,omitempty"`
	Period     *Period    `json:"period,omitempty"`
	Largest    Path       `json:"largest,omitempty"`
	Evidence   []Evidence `json:"evidence,omitempty"`
}

// Injection is text in the target that tries to instruct an agent.
type Injection struct {
	Path     Path     `json:"path"`
	Line     int      `json:"line"`
	Pattern  string   `json:"pattern"` // which rule, in words
	Evidence Evidence `json:"evidence,omitzero"`
}

// AgentInstructions is the Pattern of files that are meant to instruct agents, as
// AGENTS.md is; all other patterns are of attempts.
const AgentInstructions = "instruction file for coding agents"

// NotRead is how many files of a kind were measured but not read, and why.
type NotRead struct {
	What   string `json:"what"` // "PDF documents"
	Files  int    `json:"files"`
	Reason string `json:"reason"`
}
