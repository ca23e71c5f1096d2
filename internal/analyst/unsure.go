package analyst

import (
	"context"
	"maps"
	"slices"

	"luminos"
	"luminos/internal/tool"
)

const (
	// unsureReport is the confidence below which a report on a unit is sent back once. The prompt directory.md states the
	// number.
	unsureReport = 0.5
	// leastLeft is the number of turns that have to be left then: one to look, one to submit.
	leastLeft = 2
)

// pace holds the number of turns that are left after the present one, and counts the results of the present one that
// the model has to see before its report is accepted.
type pace struct {
	left    int
	partly  bool // the present call left something out
	unseen  int  // calls of the present turn that failed or left something out
	returns int  // reports that were sent back because of unseen
}

// returnsMost is the maximal number of reports that are sent back because of unseen results.
const returnsMost = 2

// Left stores the number of turns that are left after the present one.
func (p *pace) Left(turns int) { p.left, p.unseen = turns, 0 }

// untold returns handle, after which p counts the calls that failed or left something out.
func untold[T any](p *pace, handle handler[T]) handler[T] {
	return func(ctx context.Context, in T) (tool.Result, error) {
		r, err := handle(ctx, in)
		if err == nil && (r.Failed || p.partly) {
			p.unseen++
		}
		p.partly = false
		return r, err
	}
}

// sendBack returns the reason why a report is not accepted before the model has seen other results of the turn, at most
// returnsMost times and only if a turn is left, or "".
func (p *pace) sendBack() string {
	if p.unseen == 0 || p.left == 0 || p.returns == returnsMost {
		return ""
	}
	p.returns++
	return "other calls of this turn left something out, as their results say: put that right if it matters"
}

// strategy returns a message to the model with ways to become surer, if a directory of the report has a low confidence
// and there are turns left. Otherwise it returns "".
func (in *reportInput) strategy(left int, unread []string) string {
	lowest := in.Confidence
	for _, d := range in.Directories {
		lowest = min(lowest, d.Confidence)
	}
	if lowest >= unsureReport || left < leastLeft {
		return ""
	}
	return render("unsure report", struct {
		Confidence float64
		Left       int
		Unread     []string
	}{lowest, left, unread})
}

// unread returns the names of the text files that the model has not opened.
func (l *looked) unread(files map[luminos.Path]*luminos.File) (names []string) {
	for _, p := range slices.Sorted(maps.Keys(files)) {
		if files[p].Text && !l.opened.has(p) {
			names = append(names, named(p))
		}
	}
	return names
}
