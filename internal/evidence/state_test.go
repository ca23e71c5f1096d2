package evidence_test

import (
	"testing"

	"luminos"
	"luminos/internal/evidence"
)

// TestStatesWithoutADigest checks evidence that a person wrote or edited: only its quote says whether it has moved.
func TestStatesWithoutADigest(t *testing.T) {
	const path = "a.txt"
	src, _ := open(t, map[string]string{path: "a line above\nthe register of boats is public\nan end\n"})
	lines := func(a, b int) *luminos.LineRange { return &luminos.LineRange{First: a, Last: b} }
	quote := "the register of boats is public"
	for name, c := range map[string]struct {
		e    luminos.Evidence
		want evidence.State
		now  int
	}{
		"at its place":           {luminos.Evidence{Path: path, Lines: lines(2, 2), Quote: quote}, evidence.Found, 0},
		"at another line":        {luminos.Evidence{Path: path, Lines: lines(1, 1), Quote: quote}, evidence.Moved, 2},
		"with another digest":    {luminos.Evidence{Path: path, Lines: lines(2, 2), Quote: quote, SHA256: "x"}, evidence.Changed, 0},
		"elsewhere, and changed": {luminos.Evidence{Path: path, Lines: lines(1, 1), Quote: quote, SHA256: "x"}, evidence.Changed, 0},
		"gone":                   {luminos.Evidence{Path: path, Lines: lines(1, 1), Quote: "nobody may read it"}, evidence.Changed, 0},
		"no file":                {luminos.Evidence{Path: "b.txt", Lines: lines(1, 1), Quote: quote}, evidence.Missing, 0},
	} {
		list, err := (evidence.Checker{Source: src}).States(t.Context(), []luminos.Claim{luminos.NewClaim("x", c.e)}, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := list[0]
		now := 0
		if got.Now != nil {
			now = got.Now.First
		}
		if got.State != c.want || now != c.now || (got.Reason == "") != got.State.Holds() {
			t.Errorf("%s: %+v, want %s at line %d", name, got, c.want, c.now)
		}
	}
}
