package store

import (
	"fmt"
	"path"
	"slices"
	"time"
)

const (
	metaFile = "meta.json"
	metaMax  = 1 << 20
)

// State is the state of an investigation: running, complete or partial.
type State string

// The states of an investigation.
const (
	Running  State = "running"  // under way, or interrupted
	Complete State = "complete" // its last run ended with a report
	// Partial is the state of a complete investigation whose report lacks parts. Lists show it; it is never stored.
	Partial State = "partial"
)

// Meta is the content of meta.json, which describes an investigation.
type Meta struct {
	ID       string    `json:"id"`
	Target   string    `json:"target"` // absolute path, escaped like a Path
	Engine   string    `json:"engine"`
	Settings []Setting `json:"settings"`
	Started  time.Time `json:"started_at"`           // the first run
	Updated  time.Time `json:"updated_at"`           // the start or the end of the last run
	Finished time.Time `json:"finished_at,omitzero"` // the end of the last run that ended with a report
	Whole    time.Time `json:"whole_at,omitzero"`    // the end of the last run whose report lacked nothing
	Runs     int       `json:"runs"`
	State    State     `json:"state"`
	// Directories, Files and Flags are counts of the last report.
	Directories int `json:"directories"`
	Files       int `json:"files"`
	Flags       int `json:"flags"`
	// Report identifies the last report; nil before the first.
	Report *ReportID `json:"report,omitempty"`
}

// ReportID identifies the stored report and the input from which it was made.
type ReportID struct {
	// Key is a digest of all input of the report; "" if the report must not be reused.
	Key    string `json:"key"`
	SHA256 string `json:"report_sha256"`
	// Partial states that the report lacks parts.
	Partial bool `json:"partial,omitempty"`
}

// Setting is one setting of a run, under the name of its command-line flag.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Changed compares two lists of settings. It returns a text "NAME: was A, is B" for each setting with another value.
func Changed(was, is []Setting) []string {
	value := func(list []Setting, name string) string {
		if i := slices.IndexFunc(list, func(s Setting) bool { return s.Name == name }); i >= 0 && list[i].Value != "" {
			return list[i].Value
		}
		return "not set"
	}
	var out []string
	seen := map[string]bool{}
	for _, s := range slices.Concat(is, was) {
		a, b := value(was, s.Name), value(is, s.Name)
		if a != b && !seen[s.Name] {
			seen[s.Name] = true
			out = append(out, fmt.Sprintf("%s: was %s, is %s", s.Name, a, b))
		}
	}
	return out
}

// meta reads the meta.json of the investigation id. It returns an error if the file is of another investigation.
func (c *Cache) meta(id string) (m Meta, err error) {
	err = c.readSealed(path.Join(id, metaFile), metaMax, &m)
	if err == nil && m.ID != id {
		err = fmt.Errorf("the file of the cache is of another investigation, %q: %w", m.ID, errBroken)
	}
	if err != nil {
		return Meta{}, err
	}
	return m, nil
}
