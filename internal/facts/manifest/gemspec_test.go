package manifest

import (
	"testing"

	"luminos/internal/facts/factstest"
)

func TestLiteralsOfAGemspecAreJoined(t *testing.T) {
	src, scan := factstest.Archive(t, "-- x.gemspec --\nGem::Specification.new do |s|\n  s.name = 'x'\n"+
		"  s.summary = 'A console with powerful ' \\\n    'commands'\n  s.license = 'MIT'\nend\n")
	res, err := Read(t.Context(), src, scan, "Ruby")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Manifests[0].Description, "A console with powerful commands"; got != want {
		t.Errorf("description %q, want %q", got, want)
	}
}
