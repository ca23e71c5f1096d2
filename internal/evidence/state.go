package evidence

import (
	"context"
	"fmt"
	"strings"

	"luminos"
)

// State is the state of a citation of an earlier report in the present target.
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

// Holds reports whether the evidence is in the present target, at its place or elsewhere in its file.
func (s State) Holds() bool { return s == Found || s == Moved }

// Present is the state of a claim of an earlier report in the present target.
type Present struct {
	State  State
	Reason string             // "" if the evidence holds
	Now    *luminos.LineRange // the present lines of evidence that moved
}

// States checks claims of an earlier report against the present target and does not change them. It checks files at a
// time as [Checker.Check] does. The only error is the cause of the end of ctx.
func (c Checker) States(ctx context.Context, claims []luminos.Claim, parallel int) ([]Present, error) {
	list := make([]Present, len(claims))
	err := c.each(ctx, claims, parallel, func(r *pathReader, i int) {
		list[i] = present(ctx, r, &claims[i].Evidence)
	})
	return list, err
}

// present returns the state of evidence. Evidence whose lines say something else has moved if the same lines, or for
// evidence without a digest the quote, stand elsewhere in the file.
func present(ctx context.Context, r *pathReader, e *luminos.Evidence) Present {
	err := check(ctx, r, e)
	if err == nil {
		return Present{State: Found}
	}
	f := asFailure(err)
	p := Present{State: State(f.verdict), Reason: f.reason}
	if p.State == Unverifiable || e.Measure != "" || e.Lines == nil {
		return p
	}
	t, err := r.text(ctx)
	if err != nil {
		return p
	}
	if lines := t.same(e); lines != nil {
		return Present{State: Moved, Now: lines}
	}
	switch now, standing := locate(ctx, r, *e); {
	case now.Lines == nil || e.Quote == "":
	case standing == luminos.Stands:
		p.Reason += "; the quote is still in them"
	case standing == luminos.Moved && e.SHA256 == "":
		return Present{State: Moved, Now: now.Lines}
	case standing == luminos.Moved:
		p.State = Changed
		p.Reason = fmt.Sprintf("the quote is on line %d now, and the lines around it are different", now.Lines.First)
	}
	return p
}

const (
	sameMost    = 1000   // lines of a citation that are looked for elsewhere; the program cites at most 30
	windowsMost = 20_000 // digests that are computed for one citation
)

// same returns the lines with the digest of the evidence that are nearest to its lines, or nil.
func (t *text) same(e *luminos.Evidence) *luminos.LineRange {
	n := e.Lines.Last - e.Lines.First + 1
	word, _, _ := strings.Cut(luminos.Fold(e.Quote), " ")
	if e.SHA256 == "" || word == "" || n < 1 || n > sameMost || e.Lines.First < 1 {
		return nil
	}
	var best *luminos.LineRange
	tried := map[int]bool{}
	for i, line := range t.lines {
		if !strings.Contains(line, word) {
			continue
		}
		for first := max(i-n+1, 0); first <= i && first+n <= len(t.lines) && len(tried) < windowsMost; first++ {
			if tried[first] {
				continue
			}
			tried[first] = true
			r := luminos.LineRange{First: first + 1, Last: first + n}
			nearer := best == nil || distance(r, *e.Lines) < distance(*best, *e.Lines)
			if nearer && luminos.DigestLines(t.lines[first:first+n]) == e.SHA256 {
				best = &r
			}
		}
	}
	return best
}
