package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/evidence"
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

// State is the result of checking a citation of an earlier report.
type State string

// The states, the worst first.
const (
	Missing      State = "missing"      // the file or the lines are gone
	Changed      State = "changed"      // the place says something else, or the measure has another value
	Unverifiable State = "unverifiable" // it could not be checked
	Moved        State = "moved"        // the cited lines are elsewhere in the file
	Found        State = "found"
)

// States lists the states, the worst first.
var States = []State{Missing, Changed, Unverifiable, Moved, Found}

// Citation is a citation of a report with its state in the present target.
type Citation struct {
	ID        string             `json:"id"`
	Statement string             `json:"statement"`
	Path      luminos.Path       `json:"path"`
	Lines     *luminos.LineRange `json:"lines,omitempty"`
	Part      string             `json:"part,omitempty"`
	Measure   luminos.Measure    `json:"measure,omitempty"`
	State     State              `json:"state"`
	Reason    string             `json:"reason,omitempty"`
	// Now are the present lines of a citation that moved.
	Now *luminos.LineRange `json:"now,omitempty"`
	// Before states that the report itself gives the citation the same state, so that nothing has changed.
	Before bool `json:"before,omitempty"`
}

// Holds reports whether the evidence is still there, at the place of the report or at another, or was not there before.
func (c Citation) Holds() bool { return c.State == Found || c.State == Moved || c.Before }

// Citations checks the citations of a report against a source in which documents are text and secrets are masked. The
// result is in the order of the states, then of the report. The only error is the cause of the end of ctx.
func Citations(ctx context.Context, src luminos.Source, measure evidence.Measurer, r *Report) ([]Citation, error) {
	claims := slices.Clone(r.Claims)
	if err := (evidence.Checker{Source: src, Measure: measure}).Check(ctx, claims, 0); err != nil {
		return nil, err
	}
	list := make([]Citation, len(claims))
	texts := map[luminos.Path]*luminos.Text{}
	for i, now := range claims {
		c := Citation{
			ID: now.ID, Statement: now.Statement, Path: now.Path, Lines: now.Lines, Part: now.Part, Measure: now.Measure,
			State: State(now.Verdict), Reason: now.Reason,
		}
		if now.Verdict != luminos.Found && now.Measure == "" && now.Lines != nil {
			c.locate(ctx, src, texts, &now.Evidence)
		}
		c.Before = c.State != Found && State(r.Claims[i].Verdict) == c.State
		list[i] = c
	}
	slices.SortStableFunc(list, func(a, b Citation) int {
		return cmp.Compare(slices.Index(States, a.State), slices.Index(States, b.State))
	})
	return list, context.Cause(ctx)
}

const (
	citedLimit  = 8 << 20 // bytes of a file in which moved lines are looked for
	citedMost   = 1000    // lines of a citation that are looked for elsewhere; the program cites at most 30
	windowsMost = 20_000  // digests that are computed for one citation
)

// locate looks for the cited lines elsewhere in the file: lines with the same digest and, among several, the ones
// nearest to the cited lines. Without them it adds the place of the quote to the reason.
func (c *Citation) locate(
	ctx context.Context, src luminos.Source, texts map[luminos.Path]*luminos.Text, e *luminos.Evidence,
) {
	t := texts[e.Path]
	if t == nil {
		read, err := src.Text(ctx, e.Path, citedLimit)
		if err != nil {
			return
		}
		clear(texts) // citations of one file follow each other
		t = &read
		texts[e.Path] = t
	}
	if reader := readerOf(t); e.Reader != "" && e.Reader != reader {
		c.State = Unverifiable
		c.Reason = fmt.Sprintf("the reader %q cited it, and the present one is %q: make the report again", e.Reader, reader)
		return
	}
	n := e.Lines.Last - e.Lines.First + 1
	quote := luminos.Fold(e.Quote)
	if e.SHA256 == "" || quote == "" || n < 1 || n > citedMost || e.Lines.First < 1 {
		return
	}
	lines := t.Lines()
	word, _, _ := strings.Cut(quote, " ")
	best, found := 0, false
	tried := map[int]bool{}
	for i, line := range lines {
		if !strings.Contains(line, word) {
			continue
		}
		for first := max(i-n+1, 0); first <= i && first+n <= len(lines) && len(tried) < windowsMost; first++ {
			if tried[first] {
				continue
			}
			tried[first] = true
			near := !found || max(first-e.Lines.First+1, e.Lines.First-first-1) < max(best-e.Lines.First+1, e.Lines.First-best-1)
			if near && luminos.DigestLines(lines[first:first+n]) == e.SHA256 {
				best, found = first, true
			}
		}
	}
	if found {
		c.State, c.Now = Moved, &luminos.LineRange{First: best + 1, Last: best + n}
		c.Reason = ""
		return
	}
	list, standings, err := evidence.Checker{Source: src}.Locate(ctx, []luminos.Evidence{*e})
	if err == nil && standings[0] == luminos.Moved && list[0].Lines != nil {
		c.State = Changed
		c.Reason = fmt.Sprintf("the quote is on line %d now, and the lines around it are different", list[0].Lines.First)
	}
}

// readerOf returns the name of the reader of a text, or "".
func readerOf(t *luminos.Text) string {
	if t.From == nil {
		return ""
	}
	return t.From.Reader
}
