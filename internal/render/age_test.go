package render

import (
	"strings"
	"testing"

	"luminos"
)

// TestTagOfTheNewestCommit compares a tag on the newest commit with one on an earlier commit of the day.
func TestTagOfTheNewestCommit(t *testing.T) {
	for on, want := range map[string]string{
		"abcdef01": "of 2026-05-02, tag v1.2", "01234567": "after tag v1.2 of that day",
	} {
		h := &luminos.History{Commit: "abcdef01", Last: "2026-05-02", Tag: "v1.2", TagDate: "2026-05-02", TagCommit: on}
		if got := commits(h, ""); !strings.Contains(got, want) {
			t.Errorf("tag on %s: got %q, want %q", on, got, want)
		}
	}
}

// TestOldTag leaves out a tag that is years older than the last commit, except the tag of the version of the target.
func TestOldTag(t *testing.T) {
	h := &luminos.History{Commit: "abcdef01", Last: "2026-05-02", Tag: "v1.2", TagDate: "2018-05-02"}
	if got := commits(h, "1.3"); strings.Contains(got, "v1.2") {
		t.Errorf("got %q", got)
	}
	if got := commits(h, "1.2"); !strings.Contains(got, "after tag v1.2 of 2018-05-02") {
		t.Errorf("got %q", got)
	}
}
