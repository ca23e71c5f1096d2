package render

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// repeat counts equal failures in a row, such as the failed calls of a dead server. A failure is shown the 1st, 4th,
// 8th, 16th time and at each further doubling, and the first time that a call is given up.
type repeat struct {
	failure string
	times   int
	ended   bool // it was shown that a call was given up
}

// shows counts how often the failure in e occurred in a row, and reports whether to show it this
// time. If so, it adds the count to the text of e.
func (r *repeat) shows(e *luminos.Event) bool {
	problem, then := e.Text, ""
	if i := strings.LastIndex(problem, "; "); i >= 0 {
		problem, then = problem[:i], problem[i:]
	}
	same, _, _ := strings.Cut(problem, " [request ") // which differs each time
	if same != r.failure {
		*r = repeat{failure: same}
	}
	r.times++
	ends := strings.HasSuffix(then, "given up") && !r.ended
	r.ended = r.ended || ends
	if r.times == 1 {
		return true
	}
	if power := r.times&(r.times-1) == 0; !ends && (!power || r.times < 4) {
		return false
	}
	e.Text = problem + " (" + words.Plural(r.times, "time") + ")" + then
	return true
}
