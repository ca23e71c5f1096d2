package history

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luminos/internal/history/historytest"
)

// TestTags checks that the newest commit with the tag of a version gives the tag, in files and among packed references.
func TestTags(t *testing.T) {
	commits := []historytest.Commit{
		{Name: "Ann", Address: "a@x", When: day(1), Changes: map[string]string{"a": "1"}},
		{Name: "Ann", Address: "a@x", When: day(2), Changes: map[string]string{"a": "2"}},
		{Name: "Ann", Address: "a@x", When: day(3), Changes: map[string]string{"a": "3"}},
	}
	for name, c := range map[string]struct {
		packed func(hashes []string) string
		loose  map[string]int // the commits by the names of tags with own files
		want   string
	}{
		"packed, by version": {func(h []string) string {
			return h[0] + " refs/tags/v1.0.0\n" + h[1] + " refs/tags/v1.1\n" + h[1] + " refs/tags/v1.1.0\n" + h[2] + " refs/tags/nightly\n"
		}, nil, "v1.1.0 2024-01-02"},
		"of an object that is missing": {func(h []string) string {
			return strings.Repeat("a", 40) + " refs/tags/x-2.0\n^" + h[1] + "\n" + h[2] + " refs/heads/v3.0\n"
		}, nil, "x-2.0 2024-01-02"},
		"a later one on another branch": {func(h []string) string {
			return h[0] + " refs/tags/v1.9.0\n" + strings.Repeat("b", 40) + " refs/tags/v1.10.0\n"
		}, nil, " "},
		"a candidate on another branch": {func(h []string) string {
			return h[0] + " refs/tags/v1.9.0\n" + strings.Repeat("b", 40) + " refs/tags/v2.0.0-rc1\n"
		}, nil, "v1.9.0 2024-01-01"},
		"a fix on another branch": {func(h []string) string {
			return h[0] + " refs/tags/v1.9.0\n" + strings.Repeat("b", 40) + " refs/tags/v1.9.1\n"
		}, nil, " "},
		"a trial": {func(h []string) string {
			return h[0] + " refs/tags/4.1.0\n" + h[1] + " refs/tags/4.1.0-test-publish\n"
		}, nil, "4.1.0 2024-01-01"},
		"the end of a series": {func(h []string) string {
			return h[0] + " refs/tags/2.2.0\n" + h[1] + " refs/tags/2.1.x\n"
		}, nil, "2.2.0 2024-01-01"},
		"with lines between the numbers": {func(h []string) string {
			return h[0] + " refs/tags/rel_1_9_4\n" + h[1] + " refs/tags/rel_1_19_1\n" + h[1] + " refs/tags/x_1\n"
		}, nil, "rel_1_19_1 2024-01-02"},
		"a release by its time": {func(h []string) string {
			return h[0] + " refs/tags/RELEASE.2024-01-01T10-30-00Z\n" + h[1] + " refs/tags/RELEASE.2024-01-02T10-30-00Z\n" +
				h[1] + " refs/tags/RELEASE.latest\n"
		}, nil, "RELEASE.2024-01-02T10-30-00Z 2024-01-02"},
		"a release on its candidate": {func(h []string) string {
			return h[1] + " refs/tags/1.9.8\n" + h[1] + " refs/tags/1.9.8-rc1\n"
		}, nil, "1.9.8 2024-01-02"},
		"of a part, after the whole": {func(h []string) string {
			return h[0] + " refs/tags/1.0.0\n" + h[1] + " refs/tags/part-0.4.1\n"
		}, nil, "1.0.0 2024-01-01"},
		"of the whole, under two names": {func(h []string) string {
			return h[0] + " refs/tags/1.0.0\n" + h[0] + " refs/tags/part-1.0.0\n" + h[1] + " refs/tags/part-1.1.0\n"
		}, nil, "part-1.1.0 2024-01-02"},
		"a release after a candidate": {func(h []string) string {
			return h[0] + " refs/tags/1.0.0-beta-5\n" + strings.Repeat("b", 40) + " refs/tags/1.0.0\n" +
				strings.Repeat("c", 40) + " refs/tags/1.4.0\n"
		}, nil, " "},
		"a release after a candidate with a number": {func(h []string) string {
			return h[0] + " refs/tags/v3.7.0-0.rc.1\n" + strings.Repeat("b", 40) + " refs/tags/v3.10.0\n"
		}, nil, " "},
		"a later one with lines": {func(h []string) string {
			return h[0] + " refs/tags/rel_1_9_4\n" + strings.Repeat("b", 40) + " refs/tags/rel_1_19_1\n"
		}, nil, " "},
		"after an r": {func(h []string) string {
			return h[0] + " refs/tags/r4.12\n" + h[1] + " refs/tags/r4.13.2\n" + h[2] + " refs/tags/river\n"
		}, nil, "r4.13.2 2024-01-02"},
		"a later one after an r": {func(h []string) string {
			return h[0] + " refs/tags/r4.9\n" + strings.Repeat("b", 40) + " refs/tags/r4.10\n"
		}, nil, " "},
		"a date": {func(h []string) string {
			return h[0] + " refs/tags/2023-10-01\n" + h[1] + " refs/tags/2023-11-05\n" +
				h[2] + " refs/tags/nightly-2023-12-01\n"
		}, nil, "2023-11-05 2024-01-02"},
		"a date beside versions": {func(h []string) string {
			return h[0] + " refs/tags/v1.0\n" + h[1] + " refs/tags/2024-01-02\n"
		}, nil, "v1.0 2024-01-01"},
		"a day after versions with a day": {func(h []string) string {
			return h[0] + " refs/tags/v20230916.1\n" + h[2] + " refs/tags/v20240103\n"
		}, nil, "v20240103 2024-01-03"},
		"of a part, the whole on another branch": {func(h []string) string {
			return h[0] + " refs/tags/part/v0.4.0\n" + h[1] + " refs/tags/v3.1.0\n"
		}, nil, "v3.1.0 2024-01-02"},
		"a whole number": {func(h []string) string {
			return h[0] + " refs/tags/v14\n" + h[1] + " refs/tags/14\n"
		}, nil, "v14 2024-01-01"},
		"in a file":  {nil, map[string]int{"v0.9": 0, "latest": 2}, "v0.9 2024-01-01"},
		"no version": {nil, map[string]int{"latest": 2}, " "},
		"none":       {nil, nil, " "},
	} {
		t.Run(name, func(t *testing.T) {
			dir, hashes := write(t, false, commits...)
			git := filepath.Join(dir, ".git")
			if c.packed != nil {
				if err := os.WriteFile(filepath.Join(git, "packed-refs"), []byte(c.packed(hashes)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(filepath.Join(git, "refs/tags"), 0o700); err != nil {
				t.Fatal(err)
			}
			for tag, n := range c.loose {
				if err := os.WriteFile(filepath.Join(git, "refs/tags", tag), []byte(hashes[n]+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			h := read(t, dir)
			if got := h.Tag + " " + h.TagDate; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if i := slices.Index(hashes, h.TagCommit); h.Tag == "v0.9" && i != 0 || (h.Tag == "") != (i < 0) {
				t.Errorf("the tag %q is on commit %d", h.Tag, i)
			}
		})
	}
}

// TestNumbersGivenUp checks that a tag of a later version outside of the log hides the newest tag only if it is at most
// two years older.
func TestNumbersGivenUp(t *testing.T) {
	for years, want := range map[int]string{1: "", 3: "v1.9.0"} {
		dir, hashes := write(t, false,
			historytest.Commit{Name: "A", When: day(1).AddDate(-years, 0, 0), Changes: map[string]string{"a": "0"}},
			historytest.Commit{Name: "A", When: day(2), Changes: map[string]string{"a": "1"}, Parents: []int{}})
		packed := hashes[1] + " refs/tags/v1.9.0\n" + hashes[0] + " refs/tags/v20.7.0\n"
		if err := os.WriteFile(filepath.Join(dir, ".git/packed-refs"), []byte(packed), 0o600); err != nil {
			t.Fatal(err)
		}
		if h := read(t, dir); h.Tag != want {
			t.Errorf("%d years before: %q, want %q", years, h.Tag, want)
		}
	}
}

// TestTagOfPart checks that the tag of a part is not the newest if versions of the whole are set on another branch.
func TestTagOfPart(t *testing.T) {
	at := func(d int, parents ...int) historytest.Commit {
		return historytest.Commit{Name: "Ann", Address: "a@x", When: day(d), Parents: parents,
			Changes: map[string]string{"a": strconv.Itoa(d)}}
	}
	for tag, want := range map[string]string{"v3.1.0": "", "other/v3.1.0": "part/v0.4.0"} {
		dir, hashes := write(t, false, at(1), at(2), at(3, 0), at(4, 1))
		packed := hashes[1] + " refs/tags/part/v0.4.0\n" + hashes[2] + " refs/tags/" + tag + "\n"
		if err := os.WriteFile(filepath.Join(dir, ".git/packed-refs"), []byte(packed), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := read(t, dir).Tag; got != want {
			t.Errorf("beside %s: got %q, want %q", tag, got, want)
		}
	}
}

// TestSharedAddresses checks that an address of many names joins no people, and that a name keeps its own address.
func TestSharedAddresses(t *testing.T) {
	log := []commit{
		{name: "Ann A", address: "bot@x"}, {name: "Bob B", address: "bot@x"}, {name: "Cy C", address: "bot@x"},
		{name: "Dan D", address: "bot@x"}, {name: "Ann A", address: "ann@x"}, {name: "Eve", address: "eve@x"},
	}
	people, all := persons(log), map[int]bool{}
	for i := range log {
		all[people.of(&log[i])] = true
	}
	if len(all) != 5 {
		t.Errorf("%d people, want 5", len(all))
	}
}

// TestOwnAddress checks that four forms of the name of one person do not make an address one of many.
func TestOwnAddress(t *testing.T) {
	log := []commit{
		{name: "Ann Lee", address: "annlee@x"}, {name: "LEE,Ann", address: "annlee@x"}, {name: "annlee", address: "annlee@x"},
		{name: "Lee Ann", address: "annlee@x"}, {name: `U-annlee-desk\annlee`, address: "annlee@x"},
		{name: "Ann M. Lee", address: "annlee@x"}, {name: "A. Lee", address: "annlee@x"},
	}
	people, all := persons(log), map[int]bool{}
	for i := range log {
		all[people.of(&log[i])] = true
	}
	if len(all) != 1 {
		t.Errorf("%d people, want 1", len(all))
	}
}
