package facts

import (
	"fmt"
	"testing"

	"luminos"
	"luminos/internal/facts/inside"
)

// TestMailsBeyondTheList reads more mails than a report lists: none is a file that was not read.
func TestMailsBeyondTheList(t *testing.T) {
	r := &readings{facts: luminos.Facts{
		Inside:  &luminos.Inside{},
		NotRead: []luminos.NotRead{{What: "mails", Files: inside.KeptMost + 2}},
	}}
	for i := range inside.KeptMost + 1 {
		f := luminos.FileInside{Path: luminos.Path(fmt.Sprintf("cur/%d", i))}
		f.Reader = "mail 1"
		r.facts.Inside.Files = append(r.facts.Inside.Files, f)
	}
	r.finish()
	if n := r.facts.NotRead; len(n) != 1 || n[0].Files != 1 || len(r.facts.Inside.Files) != inside.KeptMost {
		t.Errorf("%+v, %d files listed", n, len(r.facts.Inside.Files))
	}
}
