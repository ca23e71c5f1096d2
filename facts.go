package luminos

import (
	"slices"
	"strings"
)

// Facts are the findings about a target that need no model. Prompts and rules start
// from them. Each has evidence of the place where it was read. Lists are sorted by
// path unless their comment states another order.
type Facts struct {
	Sorted
	Name         string `json:"name"`
	Description  string `json:"description"`
	Kind         string `json:"kind"` // "command-line program", "library", "data set"…
	Audience     string `json:"audience,omitempty"`
	MainLanguage string `json:"main_language"` // "" when the target is not code
	// SecondLanguage has at least a third of the own code beside the main language, or is "".
	SecondLanguage string `json:"second_language,omitempty"`
	Version        string `json:"version,omitempty"`
	// Vouched reports whether the target is developed or published as one thing: it is a repository, declares a
	// package, or has a README with a licence or the like. Other targets have no commands and no name of their own.
	Vouched bool `json:"vouched"`
	// Releases are read from change logs; nil if none lists a version.
	Releases *Releases `json:"releases,omitempty"`
	// History is the history of the git repository; nil if the target is no repository.
	History *History `json:"history,omitempty"`
	// Toolchains are the compilers, interpreters and platforms that the target needs, the main language's first.
	Toolchains []string `json:"toolchains"`
	License    string   `json:"license"` // an SPDX expression, or the licence's own name if SPDX has no id for it

	Manifests      []Manifest   `json:"manifests"`
	EntryPoints    []EntryPoint `json:"entry_points"` // most important first
	CI             []string     `json:"ci"`
	Checks         string       `json:"checks,omitempty"` // effects of the continuous integration, and when it starts
	TestFrameworks []string     `json:"test_frameworks"`

	Commands     []Command    `json:"commands"` // most useful first within a purpose
	Dependencies []Dependency `json:"dependencies"`
	// Stack names the libraries that the target's main packages are built on, by role: "Tauri 2 · React 19 · LanceDB".
	// Bars separate the parts of different package systems.
	Stack string `json:"stack,omitempty"`
	// Libraries are the dependencies with a known role of the main packages, by role.
	Libraries   []Library     `json:"libraries"`
	Containers  []Container   `json:"containers"`
	Licenses    []LicenseFile `json:"licenses"`
	Readme      *Document     `json:"readme,omitempty"`
	Status      *StatedStatus `json:"status,omitempty"` // nil when the README states none
	CIFiles     []CIFile      `json:"ci_files"`
	Imports     ImportGraph   `json:"imports"`
	Directories []DirFacts    `json:"directories"`
	Code        CodeSize      `json:"code"`
	// Core is the file with the name of the target, else the file with at least half of the own code, or nil.
	Core      *FileCode    `json:"core,omitempty"`
	Datasets  []Dataset    `json:"datasets"`
	Documents []Document   `json:"documents"`
	Themes    []Term       `json:"themes"` // key terms over all documents, strongest first
	Media     []MediaGroup `json:"media"`
	Photos    *Photos      `json:"photos,omitempty"`
	// Inside sums up the content of documents, mail, archives and the like; nil if no reader read a file.
	Inside *Inside `json:"inside,omitempty"`
	// Papers are the texts in LaTeX, the longest first, and Vaults the directories of linked notes, by path.
	Papers []Paper `json:"papers,omitempty"`
	Vaults []Vault `json:"vaults,omitempty"`
	// Checked compares files that belong together; nil if there are no such files.
	Checked *Checked `json:"checked,omitempty"`
	// Logs sums up logs, and the identity of a machine if the target is a part of its file system; nil without both.
	Logs *Logs `json:"logs,omitempty"`
	// Holdings are the numbers of files by the name of their format, such as "JPEG image", most first, of a target
	// without a main language. Files whose format has no common name are left out.
	Holdings []Counted `json:"holdings"`
	// Programs are the names of the programs of an unpacked package, at most 200.
	Programs   []string      `json:"programs,omitempty"`
	Formats    []FormatGroup `json:"formats"` // most files first, unknown formats last
	Injections []Injection   `json:"injections"`
	Exposures  []Exposure    `json:"exposures"`
	Interfaces *Interfaces   `json:"interfaces,omitempty"`
	// Upkeep holds comments that mark work as left to do, and the rules of CODEOWNERS; nil if the files have
	// neither.
	Upkeep *Upkeep `json:"upkeep,omitempty"`
	// Submodules are the directories for which .gitmodules names another repository, by path, at most 1,000.
	Submodules []Submodule `json:"submodules,omitempty"`
	// Secrets are the places that look like secrets, at most 20 of a file and 1,000 in all.
	Secrets  []Masked        `json:"secrets"`
	Settings *TargetSettings `json:"settings,omitempty"` // of its luminos.toml; nil without one
	// Problems are files with a known format that could not be parsed.
	Problems []Problem `json:"problems"`
	// NotRead counts, by reason, files that a later version or a model could read.
	NotRead []NotRead `json:"not_read"`
	// Read are the files that gave a fact, by path, and of Begun only the beginning did. Coverage counts them.
	Read, Begun []Path `json:"-"`
	// Parsed is the part of Read whose structure a parser found, by path. The other
	// source files were read by patterns.
	Parsed []Path `json:"-"`
	// Unparsed is the reason why source files were not parsed although another run may
	// parse them; nil if there are no such files.
	Unparsed error `json:"-"`
	// Evidence is the evidence of the fields that have no Evidence of their own, by JSON
	// name ("license", "ci/github-actions", "test_frameworks/pytest").
	Evidence map[string][]Evidence `json:"evidence"`
}

// Manifest is a file that declares a package, a workspace or a build.
type Manifest struct {
	Path        Path         `json:"path"`
	Ecosystem   string       `json:"ecosystem"` // "npm", "cargo", "go", "python", "maven", "gradle", "rubygems", "composer", "nuget", "cmake", "make", …
	Name        string       `json:"name,omitempty"`
	Version     string       `json:"version,omitempty"`
	Description string       `json:"description,omitempty"`
	License     string       `json:"license,omitempty"` // as declared; another name of an SPDX identifier as that
	Role        ManifestRole `json:"role"`
	Workspace   bool         `json:"workspace,omitempty"` // it lists members
	Members     []Path       `json:"members,omitempty"`   // directories of the workspace that exist
	Private     bool         `json:"private,omitempty"`   // declared as not to be published
	Lockfile    bool         `json:"lockfile,omitempty"`
	BuildTool   bool         `json:"-"`                  // it declares build steps but no package
	Evidence    []Evidence   `json:"evidence,omitempty"` // of name and description
}

// ManifestRole is the relation of a manifest to the target.
type ManifestRole string

// The roles of a manifest.
const (
	ManifestRoot     ManifestRole = "root"     // it declares the whole target
	ManifestMember   ManifestRole = "member"   // a member of its workspace
	ManifestNested   ManifestRole = "nested"   // a part outside of any workspace
	ManifestExample  ManifestRole = "example"  // an example
	ManifestTest     ManifestRole = "test"     // a test
	ManifestVendored ManifestRole = "vendored" // third-party code
)

// Own reports whether the manifest declares a part of the target itself. Lock files
// and the manifests of examples, tests and third-party code do not.
func (m *Manifest) Own() bool {
	return !m.Lockfile && (m.Role == ManifestRoot || m.Role == ManifestMember || m.Role == ManifestNested)
}

// EntryPoint is a file at which a reader or a process starts.
type EntryPoint struct {
	Path Path   `json:"path"`
	Kind string `json:"kind"` // "binary", "script", "library", "server", "page", "task", "document"
	Name string `json:"name,omitempty"`
	// Reason is the reason in words: "func main in package main".
	Reason string `json:"reason"`
	// Part marks the start of a small part that does not represent the whole target.
	Part     bool       `json:"part,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Command is a command line that the target's own files give for a purpose.
type Command struct {
	Purpose string `json:"purpose"` // "install", "build", "run", "test", "lint", "format"
	Line    string `json:"line"`
	Dir     Path   `json:"dir,omitempty"`  // its working directory; empty means the root
	Part    bool   `json:"part,omitempty"` // it is for a small part that does not represent the whole target
	// Note is a limit of the command in words: "leaves out 10 modules below".
	Note string `json:"note,omitempty"`
	// Basis is measured if a file of the target has the command, derived if it is a
	// convention of the ecosystem.
	Basis    Basis      `json:"basis"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Container is a container image recipe or a composition of services.
type Container struct {
	Path     Path       `json:"path"`
	Kind     string     `json:"kind"` // "dockerfile", "compose", "kubernetes", "helm"
	Bases    []string   `json:"bases,omitempty"`
	Services []string   `json:"services,omitempty"`
	Ports    []string   `json:"ports,omitempty"`
	Restarts bool       `json:"restarts,omitempty"` // a service of a composition starts again by itself
	Evidence []Evidence `json:"evidence,omitempty"`
}

// PlainKind returns the kind without the words about the whole to which the target belongs: "library" for "library in a
// monorepo".
func (f *Facts) PlainKind() string {
	kind, _, _ := strings.Cut(f.Kind, " in a")
	return kind
}

// SaysTerms reports whether a text states terms, or speaks of them, although no licence is known. Then it cannot be
// said that there is no licence.
func (f *Facts) SaysTerms() bool {
	return len(f.Evidence["license"]) > 0 ||
		slices.ContainsFunc(f.Licenses, func(l LicenseFile) bool { return l.Path.Depth() == 1 })
}

// LicenseFile is a file with a licence text or declaration.
type LicenseFile struct {
	Path Path `json:"path"`
	// License is an SPDX id or expression, or the licence's own name; "" if the text was not recognised.
	License string `json:"license"`
	// Note describes the change of the licence after a time, if it has one:
	// "becomes MIT two years after each version was made available".
	Note string `json:"note,omitempty"`
	// Coverage is the share of the text that known licences cover, 0–100; 0 for declarations.
	Coverage int        `json:"coverage,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// ImportGraph holds the imports between directories.
type ImportGraph struct {
	Edges []ImportEdge `json:"edges"`
	// Centrality ranks directories by the part of the others that imports them, directly
	// or not, highest first.
	Centrality []DirRank `json:"centrality"`
	// Files is the number of files read for imports, Unread the number over the budget.
	Files  int `json:"files"`
	Unread int `json:"unread,omitempty"`
	// Uses are the imports of files, by directory and file, without the ones over a bound.
	Uses []ImportUse `json:"-"`
}

// ImportUse is an import of the directory To by a file of another directory.
type ImportUse struct {
	File Path   `json:"file"`
	To   Path   `json:"to"`
	Text string `json:"text"` // the line
	// Names are names of the directory that the file uses, a sorted sample; nil if the line has them.
	Names []string `json:"names,omitempty"`
}

// ImportEdge is an import of the directory To by files of the directory From.
type ImportEdge struct {
	From     Path       `json:"from"`
	To       Path       `json:"to"`
	Files    int        `json:"files"`
	Evidence []Evidence `json:"evidence,omitempty"` // one example
}

// DirRank is a directory with its centrality, from 0 to 1, and the number of
// directories that import it, apart from tests, examples and the like.
type DirRank struct {
	Path       Path    `json:"path"`
	Score      float64 `json:"score"`
	ImportedBy int     `json:"imported_by"`
}

// DirFacts are the facts of one directory. They depend on its subtree only.
type DirFacts struct {
	Path       Path  `json:"path"`
	Files      int   `json:"files"`           // directly inside, without links
	Links      int   `json:"links,omitempty"` // directly inside
	Subdirs    int   `json:"subdirs"`         // directly inside
	TotalFiles int   `json:"total_files"`
	Ignored    int   `json:"ignored,omitempty"` // see [Dir]
	Bytes      int64 `json:"bytes"`             // apparent, of the subtree
	// Unreadable is the reason why the directory could not be listed, or "".
	Unreadable string `json:"unreadable,omitempty"`
	// Code counts lines in programming languages of files directly inside that
	// are neither generated nor vendored, nor measurements or examples by
	// their own names; TestCode is the part in tests.
	Code     int `json:"code_lines"`
	TestCode int `json:"test_code_lines,omitempty"`
	// Languages of files directly inside, most code first. If one of them is a
	// programming language, the others are left out.
	Languages []string `json:"languages"`
	// LanguageFiles counts the files directly inside that are in such a language.
	LanguageFiles int              `json:"language_files,omitempty"`
	Categories    map[Category]int `json:"categories"` // files directly inside
	// Extensions are the commonest extensions that name formats, of a directory in which less than half of the files
	// are code. Files of code do not count.
	Extensions []Counted `json:"extensions,omitempty"`
	// Formats are the commonest kinds of the files at any depth, named by language or as in [Facts.Holdings], behind
	// the one with more than half of the bytes. Images, sounds and videos have one kind each.
	Formats   []Counted `json:"formats,omitempty"`
	Generated int       `json:"generated,omitempty"`
	Vendored  bool      `json:"vendored,omitempty"`
	Tests     int       `json:"tests,omitempty"` // test files directly inside
	// Role is the purpose of the directory by its name and contents, or "".
	Role DirRole `json:"role,omitempty"`
	// About describes the directory. It is the first sentence of its README or of its
	// package comment.
	About         string     `json:"about,omitempty"`
	AboutEvidence []Evidence `json:"about_evidence,omitempty"`
	// Symbols are the public names defined directly inside, a sample.
	Symbols []Symbol `json:"symbols,omitempty"`
	// Notable are files a reader should open first, best first.
	Notable []Path `json:"notable,omitempty"`
	// Samples are names of a few typical files.
	Samples []string `json:"samples,omitempty"`
}

// DirRole is the purpose of a directory.
type DirRole string

const (
	DirSource        DirRole = "source"
	DirTests         DirRole = "tests"
	DirFixtures      DirRole = "fixtures"
	DirDocumentation DirRole = "documentation"
	DirDocuments     DirRole = "documents" // documents that do not describe code
	DirExamples      DirRole = "examples"
	DirBenchmarks    DirRole = "benchmarks"
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
	Name string `json:"name"`
	Kind string `json:"kind"` // "func", "type", "class"…
	Path Path   `json:"path"`
	Line int    `json:"line"`
	Doc  string `json:"doc,omitempty"` // the head of its documentation, if the file was parsed
	// Evidence quotes the definition. JSON leaves out its path and its lines if these are Path and Line.
	Evidence Evidence `json:"evidence,omitzero"`
}

// Document is a text document with its outline.
type Document struct {
	Path     Path     `json:"path"`
	Title    string   `json:"title,omitempty"`
	Summary  string   `json:"summary,omitempty"` // its first real paragraph, cut at a sentence
	Headings []string `json:"headings,omitempty"`
	Words    int      `json:"words"`
	Terms    []Term   `json:"terms,omitempty"`
	// Partial reports that only the beginning was read.
	Partial  bool       `json:"partial,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"` // of title and summary
}

// Term is a key term with its weight, from 0 to 1, and the number of documents with it.
type Term struct {
	Text      string  `json:"text"`
	Weight    float64 `json:"weight"`
	Documents int     `json:"documents,omitempty"`
}

// StatedStatus is a warning near the top of the README against new use of the target,
// because it is not maintained, for example.
type StatedStatus struct {
	// State is "archived", "deprecated", "unmaintained", "moved", "no longer
	// updated" or "in maintenance mode". The sentence may be about a part only,
	// so reports quote it.
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
	// Dimensions are in pixels: "4000x3000", "640x480 to 4000x3000", or, if no image has
	// both the smallest or both the largest sides, "174 to 734 by 38 to 448".
	Dimensions string `json:"dimensions,omitempty"`
	// Sized is the number of images whose dimensions were read; 0 if they were read in all.
	Sized    int        `json:"sized,omitempty"`
	Period   *Period    `json:"period,omitempty"`
	Largest  Path       `json:"largest,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Injection is a text in the target that reads like an instruction to a language model.
type Injection struct {
	Path    Path   `json:"path"`
	Line    int    `json:"line"`    // 0 for a name or the target of a link
	Pattern string `json:"pattern"` // which rule, in words
	// MoreLines are further lines of the file with text of the pattern, without evidence of their own.
	MoreLines []int `json:"more_lines,omitempty"`
	// Quoted is true if the text is in quotation marks, as an example in a document or a literal of a program is.
	Quoted   bool     `json:"quoted,omitempty"`
	Evidence Evidence `json:"evidence,omitzero"`
}

// AgentInstructions is the Pattern of files that are meant to instruct agents, such as
// AGENTS.md. All other patterns describe attempts.
const AgentInstructions = "instruction file for coding agents"

// Exposure is a setting that opens a program to others, such as a secret with a fixed value in case it is not set.
type Exposure struct {
	Rule     Rule     `json:"rule"`
	Path     Path     `json:"path"`
	Line     int      `json:"line"`
	Name     string   `json:"name"` // of the setting
	Evidence Evidence `json:"evidence,omitzero"`
	Cut      bool     `json:"cut,omitempty"` // the quote ends before the value
}

// NoReader is the Reason of files whose format has no reader in this version.
const NoReader = "this version does not read them"

// NotRead counts the files of a kind that were measured but not read, with the reason.
type NotRead struct {
	What   string `json:"what"` // "PDF documents"
	Files  int    `json:"files"`
	Reason string `json:"reason"`
}
