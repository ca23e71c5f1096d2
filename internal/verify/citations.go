package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/search"
)

// Report is the part of a JSON report that holds citations.
type Report struct {
	SchemaVersion int `json:"schema_version"`
	Run           struct {
		Root string `json:"root"`
	} `json:"run"`
	Claims []luminos.Claim `json:"claims"`
}

// claimsMost is the maximal number of citations of a report: a thousand times more than a report of the largest targets
// has.
const claimsMost = 1_000_000

// errNoReport is the error of JSON that is not a report.
var errNoReport = errors.New("it is JSON, but no report: it has no schema_version and no claims")

// ParseReport reads the citations of a JSON report. It returns an error for a report of a later version of the program.
func ParseReport(data []byte) (*Report, error) {
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("it is no JSON report: %w", err)
	}
	switch {
	case r.SchemaVersion < 1 || r.Claims == nil:
		return nil, errNoReport
	case r.SchemaVersion > luminos.SchemaVersion:
		return nil, fmt.Errorf("it has the schema version %d, and this version of luminos reads up to %d",
			r.SchemaVersion, luminos.SchemaVersion)
	case len(r.Claims) > claimsMost:
		return nil, fmt.Errorf("it has over %d citations", claimsMost)
	}
	return &r, nil
}

// Citation is a citation of a report with its state in the present target.
type Citation struct {
	ID        string             `json:"id"`
	Statement string             `json:"statement"`
	Path      luminos.Path       `json:"path"`
	Lines     *luminos.LineRange `json:"lines,omitempty"`
	Part      string             `json:"part,omitempty"`
	Measure   luminos.Measure    `json:"measure,omitempty"`
	State     evidence.State     `json:"state"`
	Reason    string             `json:"reason,omitempty"`
	// Now are the present lines of a citation that moved.
	Now *luminos.LineRange `json:"now,omitempty"`
	// Before states that the report itself gives the citation the same state, so that nothing has changed.
	Before bool `json:"before,omitempty"`
}

// CitationResult is the result of checking a report.
type CitationResult struct {
	Target    string                 `json:"target"`
	Counts    map[evidence.State]int `json:"counts"`
	Citations []Citation             `json:"citations"`
}

// Holds reports whether the evidence is still there, at the place of the report or at another, or was not there before.
func (c Citation) Holds() bool { return c.State.Holds() || c.Before }

// Flags returns the citations that do not hold and the ones that moved as flags, for writers of flags.
func Flags(list []Citation) []luminos.Flag {
	flags := []luminos.Flag{}
	for _, c := range list {
		if c.State == evidence.Found || c.Before {
			continue
		}
		f := luminos.Flag{
			Rule: luminos.Rule("citation." + c.State), Path: c.Path, Lines: c.Lines,
			Finding: c.Statement, Severity: luminos.Concern, Source: "rules",
		}
		if c.Reason != "" {
			f.Finding += " (" + c.Reason + ")"
		}
		if c.Now != nil {
			f.Lines = c.Now
		}
		if c.State.Holds() {
			f.Severity = luminos.Info
		}
		flags = append(flags, f)
	}
	return flags
}

// Citations checks the citations of a report against a source in which documents are text and secrets are masked. The
// result is in the order of the states, then of the report. The only error is the cause of the end of ctx.
func Citations(ctx context.Context, src luminos.Source, measure evidence.Measurer, r *Report) ([]Citation, error) {
	states, err := evidence.Checker{Source: src, Measure: measure, Count: search.Count}.States(ctx, r.Claims, 0)
	if err != nil {
		return nil, err
	}
	list := make([]Citation, len(r.Claims))
	for i, c := range r.Claims {
		list[i] = Citation{
			ID: c.ID, Statement: c.Statement, Path: c.Path, Lines: c.Lines, Part: c.Part, Measure: c.Measure,
			State: states[i].State, Reason: states[i].Reason, Now: states[i].Now,
		}
		list[i].Before = list[i].State != evidence.Found && string(c.Verdict) == string(list[i].State)
	}
	slices.SortStableFunc(list, func(a, b Citation) int {
		return cmp.Compare(slices.Index(evidence.States, a.State), slices.Index(evidence.States, b.State))
	})
	return list, context.Cause(ctx)
}
