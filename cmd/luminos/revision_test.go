package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNotesOfBothSides checks that a remark on both revisions is there once: CocoaPods has three submodules in each.
func TestNotesOfBothSides(t *testing.T) {
	a := side{shown: ".@v1", notes: []string{"partial"}, files: &checkout{notes: []string{"empty: 3", "lost: 1"}}}
	b := side{shown: ".@v2", files: &checkout{notes: []string{"empty: 3", "lost: 2"}}}
	want := []string{"partial", "both sides: empty: 3", ".@v1: lost: 1", ".@v2: lost: 2"}
	if diff := cmp.Diff(want, notesOf(a, b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := notesOf(side{}, side{shown: ".@v2", files: b.files}); len(got) != 2 || got[0] != ".@v2: empty: 3" {
		t.Errorf("beside a work tree: %q", got)
	}
}
