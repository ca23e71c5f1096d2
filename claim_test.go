package luminos_test

import (
	"testing"

	"luminos"
)

func TestClaimIDDependsOnItsContentOnly(t *testing.T) {
	lines := func(first, last int) *luminos.LineRange { return &luminos.LineRange{First: first, Last: last} }
	e := luminos.Evidence{Path: "a.go", Lines: lines(3, 4), Quote: "func main", SHA256: "d"}
	c := luminos.NewClaim("It runs.", e)
	// printf 'It runs.\0a.go\0003\0004\0func main\0' | sha256sum
	if want := "fe06fb19990c"; c.ID != want {
		t.Errorf("id %q, want %q", c.ID, want)
	}
	if c.Statement != "It runs." || c.Verdict != "" {
		t.Errorf("claim %+v", c)
	}
	e.SHA256, e.Value = "another digest", "another value"
	if got := luminos.NewClaim("It runs.", e).ID; got != c.ID {
		t.Errorf("digest and value change the id to %q", got)
	}
	e.Statement = "It runs."
	if got := luminos.NewClaim("A text around it.", e); got.ID != c.ID || got.Statement != "It runs." {
		t.Errorf("a statement of its own gives %+v", got)
	}
	for what, other := range map[string]luminos.Evidence{
		"path":      {Path: "b.go", Lines: lines(3, 4), Quote: "func main"},
		"lines":     {Path: "a.go", Lines: lines(3, 5), Quote: "func main"},
		"no lines":  {Path: "a.go", Quote: "func main"},
		"quote":     {Path: "a.go", Lines: lines(3, 4), Quote: "func Main"},
		"measure":   {Path: "a.go", Lines: lines(3, 4), Quote: "func main", Measure: luminos.MeasureSize},
		"statement": {Path: "a.go", Lines: lines(3, 4), Quote: "func main", Statement: "It stops."},
	} {
		if luminos.NewClaim("It runs.", other).ID == c.ID {
			t.Errorf("another %s gives the same id", what)
		}
	}
}
