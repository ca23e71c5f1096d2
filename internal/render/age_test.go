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
		if got := commits(h, nil); !strings.Contains(got, want) {
			t.Errorf("tag on %s: got %q, want %q", on, got, want)
		}
	}
}

// TestOldTag leaves out a tag that is years older than the last commit, except the tag of the version of the target, or if no
// version is known.
func TestOldTag(t *testing.T) {
	h := &luminos.History{Commit: "abcdef01", Last: "2026-05-02", Tag: "v1.2", TagDate: "2018-05-02"}
	if got := commits(h, []string{"1.3", "1"}); strings.Contains(got, "v1.2") {
		t.Errorf("got %q", got)
	}
	if got := commits(h, []string{"", "1.3-SNAPSHOT"}); !strings.Contains(got, "after tag v1.2 of 2018-05-02") {
		t.Errorf("with the version of a snapshot: %q", got)
	}
	if got := commits(h, []string{"", ""}); !strings.Contains(got, "after tag v1.2 of 2018-05-02") { // no other version is known
		t.Errorf("got %q", got)
	}
	if got := commits(h, []string{"", "1.2"}); !strings.Contains(got, "after tag v1.2 of 2018-05-02") {
		t.Errorf("got %q", got)
	}
}

// TestAuthors checks that a number of authors is rough from five on.
func TestAuthors(t *testing.T) {
	for n, want := range map[int]string{4: ", 4 authors in", 5: ", about 5 authors in"} {
		h := &luminos.History{Commit: "abcdef01", Year: luminos.Activity{People: n}}
		if got := commits(h, nil); !strings.Contains(got, want) {
			t.Errorf("%d: got %q", n, got)
		}
	}
}

// TestTagged checks which tags are of a version.
func TestTagged(t *testing.T) {
	for tag, want := range map[string]bool{
		"v1.2.0": true, "1.2.0": true, "tool-1.2.0": true, "tool-1.2.0-1": true, "": false, "v1.2.0-rc.1": false,
		"v11.2.0": false, "v3.1.2.0": false, "v1.2.01": false, "v1.2": false,
	} {
		if got := tagged(tag, "1.2.0"); got != want {
			t.Errorf("%q: %v, want %v", tag, got, want)
		}
	}
}

// TestCurrent checks that a change log without a new release, or without dates, counts if the newest tag is of its last
// release. Without tags, one without dates counts.
func TestCurrent(t *testing.T) {
	for tag, want := range map[string][2]bool{"tool-1.2-3": {true, true}, "v1.3": {}, "": {false, true}} {
		h := &luminos.History{Last: "2026-05-02", Tag: tag}
		for i, date := range []string{"2020-01-01", ""} {
			if got := current(&luminos.Releases{Last: "1.2", LastDate: date}, h); got != want[i] {
				t.Errorf("%q, log of %q: %v, want %v", tag, date, got, want[i])
			}
		}
	}
}
