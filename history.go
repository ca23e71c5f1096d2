package luminos

// Releases are the releases that a change log of the target lists. A change log can be older than the target.
type Releases struct {
	// Count is the number of versions listed, without announced ones. It is a lower bound if Partial.
	Count   int  `json:"count"`
	Partial bool `json:"partial,omitempty"` // only the beginning of the source was read
	// Last is the newest version: the greatest if the source begins with it, otherwise by date if most versions are dated.
	Last     string `json:"last"`
	LastDate string `json:"last_date,omitempty"` // YYYY-MM-DD
	// Rebuild is the version of a package of a distribution that was built again after Last: 1.82.0-3+b3.
	Rebuild string `json:"rebuild,omitempty"`
	// First is the day of the oldest dated version.
	FirstDate string `json:"first_date,omitempty"`
	// Source is a file, or a directory with one entry for each version.
	Source   Path       `json:"source"`
	Evidence []Evidence `json:"evidence"` // of the newest version
}

// History is the history of a target that is a git repository, as far as it was read. It depends on the repository
// only, not on the time of the run: periods end with the newest commit.
type History struct {
	// NotRead is the reason why the history was not read; the fields after Branch are then empty.
	NotRead string `json:"not_read,omitempty"`
	Failed  error  `json:"-"`                // the failure because of which another run may read more
	Branch  string `json:"branch,omitempty"` // "" if HEAD names a commit
	Commit  string `json:"commit,omitempty"` // the newest commit, the one that is checked out
	// Remote is the address at which a browser shows the repository "origin", at a known forge; "" without such a remote.
	Remote string `json:"remote,omitempty"`
	// Last is the day of the newest commit, First of the oldest that was read: YYYY-MM-DD, by its committer's clock. If
	// all commits were read, First is the first day on which an author wrote one.
	Last  string `json:"last,omitempty"`
	First string `json:"first,omitempty"`
	// Tag is the name of the tag of a version on the newest commit that has one, and TagDate the day on which it was set,
	// or the day of the commit for a tag without a date. TagCommit is this commit.
	Tag       string `json:"tag,omitempty"`
	TagDate   string `json:"tag_date,omitempty"`
	TagCommit string `json:"tag_commit,omitempty"`
	// Commits is the number of commits that were read. If More is set, the history has more commits; if Shallow is set,
	// the copy lacks the older ones.
	Commits int          `json:"commits,omitempty"`
	More    bool         `json:"more,omitempty"`
	Shallow bool         `json:"shallow,omitempty"`
	Year    Activity     `json:"year,omitzero"` // the year before the newest commit, of the commits that were read
	Periods []Activity   `json:"quarters"`      // the quarters of that year, newest first; the first is not over
	Changes *FileChanges `json:"changes,omitempty"`
}

// Activity counts the commits of a period and their authors. Authors with the same name or the same address are one
// person.
type Activity struct {
	Period  string `json:"period,omitempty"` // "2026 Q3"
	Commits int    `json:"commits"`
	People  int    `json:"people"`
	Bots    int    `json:"bots,omitempty"` // authors with names of programs
}

// FileChanges are statistics over the files that the newest commits changed.
type FileChanges struct {
	NotRead string `json:"not_read,omitempty"` // the reason why the commits could not be compared
	Commits int    `json:"commits"`            // commits that were compared with their parents
	Since   string `json:"since,omitempty"`    // the day of the oldest of these
	// Merges and Mass are numbers of commits that were left out: with several parents, and with more than MassFiles files.
	Merges    int `json:"merges,omitempty"`
	Mass      int `json:"mass,omitempty"`
	MassFiles int `json:"mass_files"`
	// Files, Pairs and Parts begin with the most frequent.
	Files []ChangedFile `json:"files"`
	Pairs []ChangedPair `json:"pairs"`
	Parts []KnownPart   `json:"parts"`
	// Directories have the day of the newest of these commits that changed a file in or below them, by path; if there are
	// many, the deepest are left out.
	Directories []ChangedDir `json:"directories"`
	// Settings are the hidden files at the root, which hold settings, each with the day of the newest of these commits
	// that changed it, by path.
	Settings []ChangedDir `json:"settings,omitempty"`
}

// ChangedDir is a file or a directory with the day of the newest commit that changed it, or a file in or below it.
type ChangedDir struct {
	Path Path   `json:"path"`
	Day  string `json:"day"`
}

// ChangedFile is a file with the number of commits that changed it.
type ChangedFile struct {
	Path    Path `json:"path"`
	Commits int  `json:"commits"`
}

// ChangedPair is a pair of files that the same commits changed.
type ChangedPair struct {
	A       Path `json:"a"`
	B       Path `json:"b"`
	Commits int  `json:"commits"` // that changed both
	OfA     int  `json:"of_a"`    // commits that changed A
	OfB     int  `json:"of_b"`
}

// KnownPart is a directory with the people who wrote most of the commits to files below it.
type KnownPart struct {
	Path    Path     `json:"path"`
	Commits int      `json:"commits"` // by people
	Authors int      `json:"authors"` // people
	Most    []Author `json:"most"`
}

// Author is a person with a number of commits. The history has no addresses of persons.
type Author struct {
	Name    string `json:"name"`
	Commits int    `json:"commits"`
}
