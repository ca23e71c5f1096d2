package render

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// row is the same failure again and again, as a server gives it that is not there:
// once told, it is told again when it has happened four times, eight times and so
// on, and when it is given up for the first time.
type row struct {
	failure string
	times   int
	ended   bool // it was told that a call was given up
}

// take notes a failure, and reports whether it is to be told; its text then says
// how often it was.
func (r *row) take(e *luminos.Event) bool {
	what, then := e.Text, ""
	if i := strings.LastIndex(what, "; "); i >= 0 {
		what, then = what[:i], what[i:]
	}
	same, _, _ := strings.Cut(what, " [request ") // which differs each time
	if same != r.failure {
		*r = row{failure: same}
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
	e.Text = what + " (" + words.Plural(r.times, "time") + ")" + then
	return true
}
