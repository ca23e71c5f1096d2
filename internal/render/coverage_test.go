package render

import (
	"testing"

	"luminos"
)

// TestMaskedExamples checks that the list of masked places calls the ones that the facts know as examples so.
func TestMaskedExamples(t *testing.T) {
	at := func(p luminos.Path, shown bool) luminos.Masked {
		return luminos.Masked{Path: p, Kind: "token", Lines: luminos.LineRange{First: 2, Last: 2}, Shown: shown}
	}
	facts := &luminos.Facts{Secrets: []luminos.Masked{at("a.go", true), at("b.go", false)}}
	d := &dossier{report: &luminos.Report{}, facts: facts}
	d.report.Coverage = luminos.Coverage{MaskedPlaces: 2, Masked: []luminos.Masked{at("a.go", false), at("b.go", false)}}
	blocks := composeMasked(d)
	for i, want := range []string{" (token, an example)", " (token)"} {
		if got := blocks[i+1].(row).text[1].text; got != want {
			t.Errorf("place %d: got %q, want %q", i, got, want)
		}
	}
}
