package scan

import (
	"testing"

	"luminos"
)

// In languages whose strings hold other programs, a line that begins with the word of a comment is one, also in quotes.
func TestCommentsInsideOfQuotedPrograms(t *testing.T) {
	var c counter
	for _, test := range []struct {
		language, text string
		want           luminos.Lines
	}{
		{"Shell", "#!/bin/sh\nawk '\n# one\n  # two\n{ print }\n\n'\n", luminos.Lines{Code: 3, Comment: 3, Blank: 1}},
		{"Shell", "cat <<E\n# a heading\ntext # no\nE", luminos.Lines{Code: 3, Comment: 1}},
		{"M4Sugar", "dnl one\nAC_INIT([a])\n[# two\n # three\n]\n", luminos.Lines{Code: 3, Comment: 2}},
		{"Tcl", "#!/usr/bin/expect\nset x {\n# one\n}\n", luminos.Lines{Code: 2, Comment: 2}},
	} {
		if got, note := c.count(test.language, "f", []byte(test.text)); got != test.want || note != "" {
			t.Errorf("%s %q: %+v %s, want %+v", test.language, test.text, got, note, test.want)
		}
	}
}
