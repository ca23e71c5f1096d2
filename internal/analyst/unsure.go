package analyst

import (
	"maps"
	"slices"

	"luminos"
)

const (
	// unsureReport is the confidence below which a report on a unit is sent back once. The prompt directory.md states the
	// number.
	unsureReport = 0.5
	// leastLeft is the number of turns that have to be left then: one to look, one to submit.
	leastLeft = 2
)

// pace holds the number of turns that are left after the present one.
type pace struct{ left int }

// Left stores the number of turns that are left after the present one.
func (p *pace) Left(turns int) { p.left = turns }

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
		if files[p].Text && !l.opened[p] {
			names = append(names, named(p))
		}
	}
	return names
}
