package luminos

// Upkeep holds the statements of files about work that is left and about the people who are responsible.
type Upkeep struct {
	// Todos lists the files of own source with lines whose comments have TODO, FIXME or XXX, most lines first. Tests,
	// examples, vendored and generated files do not count.
	Todos []TodoFile `json:"todos"`
	// Owners are the rules of CODEOWNERS files, in their order.
	Owners []OwnerRule `json:"owners"`
}

// TodoFile is a source file with comments that mark work as left to do.
type TodoFile struct {
	Path  Path  `json:"path"`
	Count int   `json:"count"` // lines with such a comment
	First Place `json:"first"`
}

// OwnerRule is a line of a CODEOWNERS file.
type OwnerRule struct {
	Pattern string `json:"pattern"` // of the files, as written
	// Owners is empty if the line takes the files out of the rules before, or calls them unmaintained.
	Owners []string `json:"owners"`
	// Unmaintained reports that the line, possibly a comment, calls the files unmaintained.
	Unmaintained bool     `json:"unmaintained,omitempty"`
	Evidence     Evidence `json:"evidence"`
}

// Submodule is a directory that holds another repository once its files are fetched.
type Submodule struct {
	Path     Path     `json:"path"`
	Evidence Evidence `json:"evidence"` // the line of .gitmodules
}
