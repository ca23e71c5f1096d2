package rules

import (
	"testing"

	"luminos"
)

func TestReleasesText(t *testing.T) {
	for want, r := range map[string]luminos.Releases{
		"NEWS lists the release 1.0.":               {Source: "NEWS", Count: 1, Last: "1.0"},
		"NEWS lists the release 1.0 of 2020-01-02.": {Source: "NEWS", Count: 1, Last: "1.0", LastDate: "2020-01-02", FirstDate: "2020-01-02"},
		"NEWS lists 3 releases, the newest 1.2.":    {Source: "NEWS", Count: 3, Last: "1.2"},
		"NEWS lists 3 releases, the newest 1.2 of 2024-05-06, the oldest of 2020-01-02.": {
			Source: "NEWS", Count: 3, Last: "1.2", LastDate: "2024-05-06", FirstDate: "2020-01-02",
		},
		"NEWS lists at least 1 release, the newest 1.2 of 2024-05-06.": {Source: "NEWS", Count: 1, Partial: true, Last: "1.2", LastDate: "2024-05-06"},
	} {
		if got := releasesText(&r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCommitsText(t *testing.T) {
	quarters := []luminos.Activity{{Period: "2024 Q2", Commits: 3}, {Period: "2024 Q1", Commits: 17}}
	year := luminos.Activity{Commits: 1200, People: 12, Bots: 1}
	for _, c := range []struct {
		h             luminos.History
		commits, year string
	}{
		{
			luminos.History{Branch: "main", Last: "2024-05-06", First: "2020-01-02", Commits: 1500, Year: year, Periods: quarters},
			"Branch main, the newest commit of 2024-05-06, the first of 2020-01-02, 1,500 commits in all.",
			"In the year before that commit 1,200 commits by 12 authors and 1 bot; " +
				"2024 Q2: 3 until then, 2024 Q1: 17, before: 1,180.",
		},
		{
			luminos.History{Branch: "main", Last: "2024-05-06", First: "2024-01-02", Commits: 5000, More: true, Year: year, Periods: quarters},
			"Branch main, the newest commit of 2024-05-06; the newest 5,000 commits were read, back to 2024-01-02.",
			"In the year before that commit at least 1,200 commits by 12 authors and 1 bot.",
		},
		{
			luminos.History{Last: "2024-05-06", First: "2024-01-02", Commits: 2, Year: luminos.Activity{Commits: 2, People: 1}, Periods: quarters},
			"No branch is checked out, the newest commit of 2024-05-06, the first of 2024-01-02, 2 commits in all.",
			"In the year before that commit 2 commits by 1 author.",
		},
		{
			luminos.History{Last: "2024-05-06", First: "2024-01-02", Commits: 7, Year: luminos.Activity{Commits: 7, Bots: 1}},
			"No branch is checked out, the newest commit of 2024-05-06, the first of 2024-01-02, 7 commits in all.",
			"In the year before that commit 7 commits by 1 bot.",
		},
		{
			luminos.History{Branch: "b", Last: "2024-05-06", Commits: 1, Shallow: true, Year: year},
			"Branch b, the newest commit of 2024-05-06; shallow: only 1 commit of the history is here.", "",
		},
		{luminos.History{Branch: "b", Last: "2024-05-06", Commits: 1}, "Branch b, the newest commit of 2024-05-06, the only one.", ""},
	} {
		if got := commitsText(&c.h); got != c.commits {
			t.Errorf("%q, want %q", got, c.commits)
		}
		if got := yearText(&c.h); got != c.year {
			t.Errorf("%q, want %q", got, c.year)
		}
	}
}

func TestPaired(t *testing.T) {
	for _, c := range []struct {
		a, b luminos.Path
		want bool
	}{
		{"a/x.go", "a/x_test.go", true}, {"vmtest.go", "vmtest_test.go", true}, {"lib/x.py", "tests/test_x.py", true},
		{"src/X.java", "test/XTest.java", true}, {"x.ts", "x.test.ts", true}, {"src/x.c", "include/x.h", true},
		{"a/main.go", "b/main.go", false}, {"a/x.go", "a/y.go", false},
	} {
		if got := paired(c.a, c.b); got != c.want {
			t.Errorf("paired(%s, %s) = %v", c.a, c.b, got)
		}
	}
}
