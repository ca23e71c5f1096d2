package luminos

// Paper is a text in LaTeX with the files that it brings in, by its main file. Names of authors and keys of
// references, which are made of names, are counted only.
type Paper struct {
	Path     Path   `json:"path"`
	Title    string `json:"title,omitempty"`
	Class    string `json:"class"`
	Authors  int    `json:"authors,omitempty"`  // entries
	Abstract string `json:"abstract,omitempty"` // its first sentence
	// Chapters, Sections and Subsections count headings, and Frames the slides of a presentation.
	Chapters    int       `json:"chapters,omitempty"`
	Sections    int       `json:"sections,omitempty"`
	Subsections int       `json:"subsections,omitempty"`
	Frames      int       `json:"frames,omitempty"`
	Tables      int       `json:"tables,omitempty"`
	Equations   int       `json:"equations,omitempty"` // in environments of their own
	Outline     []Heading `json:"outline,omitempty"`   // at most 100
	// Files are the main file and the files that it brings in. MissingFiles are named in the text and not there.
	Files        []Path   `json:"files"`
	MissingFiles []string `json:"missing_files,omitempty"`

	Figures    PaperFigures    `json:"figures,omitzero"`
	References PaperReferences `json:"references,omitzero"`
	// Labels counts labels. Dangling are the references to labels that no file has, at most 20; DanglingTotal
	// counts all. Both are left out if labels may come from elsewhere.
	Labels        int      `json:"labels,omitempty"`
	Dangling      []string `json:"dangling,omitempty"`
	DanglingTotal int      `json:"dangling_total,omitempty"`
	// Bytes is the size of the files that were read, and Cut reports that a bound was reached: there is more.
	Bytes int  `json:"bytes"`
	Cut   bool `json:"cut,omitempty"`
}

// PaperFigures are the image files of a paper. Each counts once.
type PaperFigures struct {
	Used         int      `json:"used"`
	Missing      []string `json:"missing,omitempty"` // at most 20
	MissingTotal int      `json:"missing_total,omitempty"`
	Unchecked    int      `json:"unchecked,omitempty"` // their names are made by macros
	Files        []Path   `json:"files,omitempty"`     // of the figures that are there
	// Scripted counts the files that a script of the target names, and Scripts are these scripts, at most 20.
	Scripted int    `json:"scripted,omitempty"`
	Scripts  []Path `json:"scripts,omitempty"`
}

// PaperReferences compares the citations of a paper with its bibliography.
type PaperReferences struct {
	Cited   int `json:"cited"` // keys
	Entries int `json:"entries"`
	DOIs    int `json:"dois,omitempty"`
	First   int `json:"first_year,omitempty"`
	Last    int `json:"last_year,omitempty"`
	// Missing counts keys without an entry, and Unused entries without a citation. Both are 0 if a file of the
	// bibliography was not read.
	Missing int `json:"missing"`
	Unused  int `json:"unused"`
	// MissingAt are the places of the first missing keys, at most 3.
	MissingAt []Spot `json:"missing_at,omitempty"`
	All       bool   `json:"all,omitempty"` // \nocite{*}: the paper lists every entry
	Files     []Path `json:"files,omitempty"`
	// Unread are the files of the bibliography that were not read: they are not there or not investigated.
	Unread []string `json:"unread,omitempty"`
}

// Spot is a line of a file, counted from 1.
type Spot struct {
	Path Path `json:"path"`
	Line int  `json:"line"`
}

// Vault is a directory of notes that link to each other.
type Vault struct {
	Path      Path `json:"path"`
	Notes     int  `json:"notes"`     // with templates
	Templates int  `json:"templates"` // notes in directories of templates
	Links     int  `json:"links"`
	// Missing counts the different targets of links that do not exist, and MissingLinks the links to them. MissingAt are
	// the places of the first such links, at most 3. Targets are not named: they can be names of persons.
	Missing      int    `json:"missing"`
	MissingLinks int    `json:"missing_links"`
	MissingAt    []Spot `json:"missing_at,omitempty"`
	// Orphans are notes without a link to or from another note, apart from templates and daily notes.
	Orphans     int     `json:"orphans"`
	Tags        int     `json:"tags"` // different ones
	Attachments int     `json:"attachments"`
	Daily       int     `json:"daily"` // notes with a day as their name
	Period      *Period `json:"period,omitempty"`
	Cut         bool    `json:"cut,omitempty"` // not all notes were read
}

// Checked holds comparisons of files that belong together.
type Checked struct {
	Sums     []ChecksumFile `json:"checksums,omitempty"`
	Series   []Series       `json:"series,omitempty"`
	Declared []Declared     `json:"declared,omitempty"`
}

// ChecksumFile is a file with checksums of others, compared with their content.
type ChecksumFile struct {
	Path    Path   `json:"path"`
	OK      int    `json:"ok"`
	Failed  []Path `json:"failed,omitempty"` // at most 20
	Missing []Path `json:"missing,omitempty"`
	// FailedTotal and MissingTotal count all. Unchecked files are beyond the bounds, or were not compared as stored.
	FailedTotal  int `json:"failed_total,omitempty"`
	MissingTotal int `json:"missing_total,omitempty"`
	Unchecked    int `json:"unchecked,omitempty"`
}

// Series is a series of backups by the dates in their names.
type Series struct {
	Pattern string `json:"pattern"` // "nightly/home-*.tar.gz"
	Files   int    `json:"files"`
	First   string `json:"first"` // YYYY-MM-DD
	Last    string `json:"last"`
	Every   string `json:"every"` // "daily", "weekly", "monthly", "yearly", "every 3 days", or "" if irregular
	// Gaps are the last days before gaps, at most 20, and Absent is the number of backups that a regular series lacks.
	Gaps   []string `json:"gaps,omitempty"`
	Absent int      `json:"absent,omitempty"`
	// Shrunk are the days of files of at most half the size of the file before, at most 20. LastSmaller is the
	// percentage by which the last file is smaller than the one before, if it is among them.
	Shrunk      []string `json:"shrunk,omitempty"`
	LastSmaller int      `json:"last_smaller_percent,omitempty"`
}

// Declared is a description of files of which some are not there.
type Declared struct {
	Path    Path   `json:"path"`
	Missing []Path `json:"missing"` // at most 20
	Total   int    `json:"total"`   // of the missing files
}
