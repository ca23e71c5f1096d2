package luminos

// Sorted is the sort of thing that a target is, before anything else.
type Sorted struct {
	Sort string `json:"sort"` // one of the constants such as [SortProject]
	// Members are the projects of a target of the sort [SortProjects], by path.
	Members []Member `json:"members"`
}

// The sorts of thing that a directory is, the values of [Sorted.Sort].
const (
	SortEmpty         = "empty"
	SortProject       = "project"
	SortMonorepo      = "monorepo"
	SortProjects      = "projects" // several unrelated projects side by side
	SortSystem        = "system"   // a part of the file system of a machine, or installed packages
	SortHome          = "home"     // the home folder of a person
	SortConfiguration = "configuration"
	SortDocuments     = "documents"
	SortData          = "data"
	SortMedia         = "media"
	SortMail          = "mail"
	SortBackups       = "backups" // archives
	SortPaper         = "paper"
	SortModels        = "models" // of machine learning, and notebooks
	SortBook          = "book"   // an unpacked e-book
	SortNotes         = "notes"  // linked notes, such as an Obsidian vault
	SortMixed         = "mixed"
)

// Member is one of several projects side by side in the target. Members after the first 200 have only a path, a name
// and a size.
type Member struct {
	Path        Path   `json:"path"` // its directory
	Name        string `json:"name"`
	Sort        string `json:"sort,omitempty"`
	Kind        string `json:"kind,omitempty"`
	Description string `json:"description,omitempty"`
	Language    string `json:"language,omitempty"`
	License     string `json:"license,omitempty"`
	Files       int    `json:"files"`
	Bytes       int64  `json:"bytes"`
	// Flags counts the flags of its report by severity.
	Flags map[Severity]int `json:"flags,omitempty"`
	// Evidence is the evidence of the name, the description and the licence.
	Evidence []Evidence    `json:"evidence,omitempty"`
	Report   *MemberReport `json:"report,omitempty"`
	// Facts and Scan are the values that the report is made from. Their paths are relative to Path.
	Facts *Facts `json:"-"`
	Scan  *Scan  `json:"-"`
}

// MemberReport is the report about one member by rules. Its paths are relative to the directory of the member.
type MemberReport struct {
	EntryPoints []EntryPoint `json:"entry_points"` // at most ten
	Commands    []Command    `json:"commands"`
	Sections    []Section    `json:"sections"`
	Flags       []Flag       `json:"flags"` // at most 50, the gravest first
}
