package luminos

import "time"

// Scan holds the measurements of one walk over the target. All lists are sorted, so
// that equal trees give equal bytes.
type Scan struct {
	// Tree is the target to the depth that was asked for; TreeRendered is the same for reading.
	Tree         *TreeNode `json:"tree"`
	TreeRendered string    `json:"tree_rendered"`
	// ClassifiedFiles lists investigated files, up to a bound; Files has all of them.
	ClassifiedFiles ClassifiedFiles    `json:"classified_files"`
	FileCategories  map[Category]Tally `json:"file_categories"`
	SurveySignals   SurveySignals      `json:"survey_signals"`
	Languages       []LanguageLines    `json:"languages"`
	// LinesOfCode sums up the programming languages of Languages, LinesOfText all of them.
	LinesOfCode    Lines       `json:"lines_of_code"`
	LinesOfText    Lines       `json:"lines_of_text"`
	LargeFiles     []SizedPath `json:"large_files"`
	RecentFiles    []DatedPath `json:"recent_files"`
	DiskUsage      DiskUsage   `json:"disk_usage"`
	TopDirectories []DirUsage  `json:"top_directories"`
	Duplicates     Duplicates  `json:"duplicates"`
	Mismatches     []Mismatch  `json:"mismatches"`
	// Unreadable are paths that could not be read. Special are entries other than files,
	// directories and links.
	Unreadable []Problem `json:"unreadable"`
	Special    []Special `json:"special"`
	Links      []Link    `json:"links"`
	// Shared are files that have a further name (hard link) outside of the directory.
	Shared     []SharedFile `json:"shared_files,omitempty"`
	Ignored    Ignored      `json:"ignored"`
	Git        *GitState    `json:"git,omitempty"`
	Excludes   []string     `json:"excludes"`
	Unmeasured []string     `json:"unmeasured,omitempty"` // fields that this backend cannot give
	Truncated  []Truncated  `json:"truncated,omitempty"`  // lists that were cut, with how long they were

	// Files are all investigated regular files and links by path; Dirs all
	// investigated directories by path, the root first.
	Files []File `json:"-"`
	Dirs  []Dir  `json:"-"`
}

// Category is the kind of a file in plain words, such as "source".
type Category string

// The categories, one of which every file has.
const (
	CategorySource     Category = "source"
	CategoryConfig     Category = "config"
	CategoryDocument   Category = "document"
	CategoryData       Category = "data"
	CategoryImage      Category = "image"
	CategoryAudio      Category = "audio"
	CategoryVideo      Category = "video"
	CategoryArchive    Category = "archive"
	CategoryExecutable Category = "executable"
	CategoryFont       Category = "font"
	CategoryModel      Category = "model"
	CategoryOther      Category = "other"
)

// File is one investigated file.
type File struct {
	Path        Path      `json:"path"`
	Kind        EntryKind `json:"kind,omitempty"` // empty means a regular file
	Category    Category  `json:"category"`
	Language    string    `json:"language,omitempty"`
	MIME        string    `json:"mime,omitempty"`
	Description string    `json:"description,omitempty"`
	Size        int64     `json:"size_bytes"`
	Lines       Lines     `json:"lines,omitzero"`
	Generated   bool      `json:"generated,omitempty"`
	Vendored    bool      `json:"vendored,omitempty"`
	Executable  bool      `json:"executable,omitempty"`  // has an execute permission
	PrivateKey  bool      `json:"private_key,omitempty"` // its beginning holds one
	Encrypted   bool      `json:"encrypted,omitempty"`   // the private key is encrypted with a passphrase
	Text        bool      `json:"text,omitempty"`        // content is text
	Table       bool      `json:"table,omitempty"`       // it represents a table of a database; see [Node]
	ModTime     time.Time `json:"-"`
	// Stamp is a number that changes if the file may have changed. It is valid on one
	// machine only and saves reading unchanged files.
	Stamp uint64 `json:"-"`
	// Sum is the digest of the content, or nil if the scan did not compute it.
	Sum *Digest `json:"-"`
}

// Regular reports whether f is a regular file and not a link: one whose bytes may be read.
func (f *File) Regular() bool { return f.Kind == "" || f.Kind == KindFile }

// Counted reports whether the file counts for its language: it has a language, and is neither generated nor vendored.
func (f *File) Counted() bool { return f.Language != "" && !f.Generated && !f.Vendored }

// Dir is one investigated directory.
type Dir struct {
	Path Path
	// Files and Subdirs are the investigated entries directly inside.
	Files, Subdirs int
	// TotalFiles and TotalBytes (apparent) cover the whole subtree.
	TotalFiles int
	TotalBytes int64
	// Ignored is the number of ignored files directly inside and in ignored directories directly inside. A directory
	// that could not be listed counts as one.
	Ignored int
	// Vendored reports that the rules of linguist classify the directory as third-party code.
	Vendored bool
}

// ClassifiedFiles is a list of files that may be cut. Total is their number before the cut.
type ClassifiedFiles struct {
	Total int    `json:"total"`
	Files []File `json:"files"`
}

// Tally is a count of files and their apparent size.
type Tally struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// Lines counts lines by their content.
type Lines struct {
	Code    int `json:"code"`
	Comment int `json:"comment"`
	Blank   int `json:"blank"`
	// Tests are the lines of Code in tests that stand in the files that they test.
	Tests int `json:"tests,omitempty"`
}

// Add adds the numbers of lines in o to the numbers in l.
func (l *Lines) Add(o Lines) {
	l.Code += o.Code
	l.Comment += o.Comment
	l.Blank += o.Blank
	l.Tests += o.Tests
}

// LanguageLines is one row of the language table. Generated and vendored files
// are counted apart and are not in Files, Bytes and Lines.
type LanguageLines struct {
	Name string `json:"name"`
	// Type is the type of the language in linguist: programming, markup, data or prose.
	Type  string `json:"type"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
	Lines
	Generated Tally `json:"generated,omitzero"`
	Vendored  Tally `json:"vendored,omitzero"`
}

// SurveySignals are counts and samples of the investigated files, from which a survey can guess the nature of the target.
type SurveySignals struct {
	Files       int              `json:"files"`
	Directories int              `json:"directories"`
	MaxDepth    int              `json:"max_depth"`
	Bytes       int64            `json:"bytes"` // apparent size of investigated files
	Extensions  []ExtensionCount `json:"extensions"`
	// Descriptions are of a representative sample of files, commonest first.
	Descriptions []DescriptionCount `json:"descriptions"`
	Filenames    []string           `json:"filenames"` // a sample
	Oldest       *time.Time         `json:"oldest,omitempty"`
	Newest       *time.Time         `json:"newest,omitempty"`
	// SameDay is the number of files that were last changed on the most frequent day (UTC).
	SameDay int `json:"changed_same_day"`
}

// ExtensionCount is the number of files with an extension; Extension is "" for the files without one.
type ExtensionCount struct {
	Extension string `json:"extension"`
	Tally
}

// DescriptionCount is the number of files in the sample with a description, and an
// example.
type DescriptionCount struct {
	Description string `json:"description"`
	Count       int    `json:"count"`
	Example     Path   `json:"example"`
}

// SizedPath is a path with its sizes in bytes.
type SizedPath struct {
	Path      Path  `json:"path"`
	Size      int64 `json:"size_bytes"`
	Allocated int64 `json:"allocated_bytes"`
}

// DatedPath is a path with its modification time, and its age against the newest file.
type DatedPath struct {
	Path     Path      `json:"path"`
	Modified time.Time `json:"modified"`
	// AgeDays is relative to the newest file of the target, never to the clock.
	AgeDays int `json:"age_days"`
}

// DiskUsage is the disk usage of the whole target, with ignored files and version
// control, as du counts it: hard links once.
type DiskUsage struct {
	Allocated int64 `json:"allocated_bytes"` // equals du -s -B1
	Apparent  int64 `json:"apparent_bytes"`  // sum of file sizes, hard links once
	Entries   int   `json:"entries"`
	Ignored   int64 `json:"ignored_bytes"`         // allocated, part of Allocated
	VCS       int64 `json:"version_control_bytes"` // allocated, part of Allocated
}

// DirUsage is a directory with the disk usage of its subtree, as du counts it.
type DirUsage struct {
	Path      Path  `json:"path"`
	Allocated int64 `json:"allocated_bytes"`
	Apparent  int64 `json:"apparent_bytes"`
	Files     int   `json:"files"`
	Ignored   bool  `json:"ignored,omitempty"`
}

// Duplicates are groups of files with equal content, heaviest waste first.
type Duplicates struct {
	Groups []DuplicateGroup `json:"groups"` // may be cut
	// Wasted is the size of all copies except one of each group, in bytes.
	Wasted int64 `json:"wasted_bytes"`
	Total  int   `json:"total_groups"`
	// Directories are the topmost directories all of whose files have copies elsewhere, the heaviest first; may be cut.
	Directories []CopiedDir `json:"directories,omitempty"`
	// Unhashed are same-size candidates left unread because of their size.
	Unhashed int `json:"unhashed_files"`
}

// CopiedDir is a directory all of whose files have a copy in another directory. Empty files are never taken for copies.
type CopiedDir struct {
	Path  Path   `json:"path"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
	In    []Path `json:"in"`   // the directories that hold most of the copies; may be cut
	Dirs  int    `json:"dirs"` // that hold copies
}

// DuplicateGroup is a set of files with equal content. They were compared by
// size and a 64-bit hash; the digest is of the first path.
type DuplicateGroup struct {
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size_bytes"`
	Count  int    `json:"count"`
	Paths  []Path `json:"paths"` // may be cut
}

// Mismatch is a file whose extension contradicts its content.
type Mismatch struct {
	Path      Path   `json:"path"`
	Extension string `json:"extension"`
	Found     string `json:"found"`          // MIME type of the content
	Name      string `json:"name,omitempty"` // of the format of the content, for people
}

// Problem is a path that could not be read or parsed, with the reason.
type Problem struct {
	Path   Path   `json:"path"`
	Reason string `json:"reason"`
}

// Special is an entry that is neither file nor directory nor link; it is never opened.
type Special struct {
	Path Path      `json:"path"`
	Kind EntryKind `json:"kind"`
}

// Link is a symbolic link. Links are listed, never followed.
type Link struct {
	Path   Path       `json:"path"`
	Target string     `json:"target"` // escaped like a Path
	Status LinkStatus `json:"status"`
}

// SharedFile is a file with several names (hard links), at least one of them outside of the directory.
type SharedFile struct {
	Path   Path  `json:"path"`   // the first of its names inside
	Names  int64 `json:"names"`  // all of its names
	Inside int   `json:"inside"` // the names in the directory
}

// LinkStatus is the kind of the target of a link.
type LinkStatus string

// The kinds of the file that a link leads to: in the investigated directory, outside, missing, or the link itself.
const (
	LinkInside  LinkStatus = "inside"
	LinkOutside LinkStatus = "outside"
	LinkBroken  LinkStatus = "broken"
	LinkLoop    LinkStatus = "loop"
)

// Ignored sums up the files that were measured but not investigated.
type Ignored struct {
	Files     int   `json:"files"`
	Allocated int64 `json:"allocated_bytes"`
	// Roots are the topmost ignored files and directories, heaviest first; may be cut.
	Roots []IgnoredRoot `json:"roots"`
}

// IgnoredRoot is one ignored file or directory with the rule that ignored it.
type IgnoredRoot struct {
	Path      Path   `json:"path"`
	Files     int    `json:"files"`
	Allocated int64  `json:"allocated_bytes"`
	Rule      string `json:"rule"` // ".gitignore:3 node_modules/", "--exclude *.iso", "version control"
}

// GitState is the cheaply readable state of a git work tree.
type GitState struct {
	Branch string `json:"branch,omitempty"`
	Commit string `json:"commit,omitempty"`
}

// Truncated is a list of the scan that was cut.
type Truncated struct {
	Field string `json:"field"`
	Kept  int    `json:"kept"`
	Total int    `json:"total"`
}

// TreeNode is one line of the tree of the target. The line of a directory with too many entries has the number of
// entries that were left out.
type TreeNode struct {
	Name     string      `json:"name"`
	Kind     EntryKind   `json:"kind"`
	Size     int64       `json:"size_bytes"` // apparent; of the subtree for directories
	Files    int         `json:"files,omitempty"`
	Note     string      `json:"note,omitempty"` // "ignored", "unreadable", "→ target"
	Children []*TreeNode `json:"children,omitempty"`
	Omitted  int         `json:"omitted,omitempty"`
	// Hidden counts the entries of a directory that are not shown since their names begin with a dot.
	Hidden *HiddenEntries `json:"hidden,omitempty"`
}

// HiddenEntries counts hidden directories with investigated files, the files in them, and hidden files.
type HiddenEntries struct {
	Dirs   int `json:"directories,omitempty"`
	Within int `json:"files_in_directories,omitempty"`
	Files  int `json:"files,omitempty"`
}
