package luminos

// Releases are the releases that a change log of the target lists. A change log can be older than the target.
type Releases struct {
	// Count is the number of versions listed, without announced ones. It is a lower bound if Partial.
	Count   int  `json:"count"`
	Partial bool `json:"partial,omitempty"` // only the beginning of the source was read
	// Last is the newest version: by date if most versions are dated, otherwise by number.
	Last     string `json:"last"`
	LastDate string `json:"last_date,omitempty"` // YYYY-MM-DD
	// First is the day of the oldest dated version.
	FirstDate string `json:"first_date,omitempty"`
	// Source is a file, or a directory with one entry for each version.
	Source   Path       `json:"source"`
	Evidence []Evidence `json:"evidence"` // of the newest version
}
