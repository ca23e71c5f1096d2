package render

import (
	"strings"
	"testing"

	"luminos/internal/diff"
)

// TestDiffOfHostileTexts writes a comparison whose texts try to act on a terminal, to be markup, and to break lines.
func TestDiffOfHostileTexts(t *testing.T) {
	evil := "a\x1b[31m\u202e\n# x <script>|`[l](javascript:x)"
	c := &diff.Comparison{
		Before: diff.Side{Root: evil, Commit: evil, Version: evil}, Notes: []string{evil},
		Changes: []diff.Change{
			{Topic: diff.Flags, Kind: diff.Added, Name: evil, After: evil, Severity: "critical"},
			{Topic: diff.Parts, Kind: diff.Changed, Name: evil, Before: evil, After: evil},
		},
		LeftOut: map[diff.Topic]int{diff.Parts: 3},
	}
	for _, f := range DiffFormats() {
		var b strings.Builder
		if err := f.Diff(&b, c, Style{Width: 60}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\u202e") || strings.Contains(b.String(), "\n# x") {
			t.Errorf("%s: raw text of the target:\n%q", f.Name, b.String())
		}
		if f.Name == "markdown" && strings.Contains(b.String(), "<script>") {
			t.Errorf("HTML in Markdown:\n%s", b.String())
		}
		if f.Name != "json" && !strings.Contains(b.String(), "and 3 more changes") {
			t.Errorf("%s: changes are left out silently:\n%s", f.Name, b.String())
		}
	}
}

func TestDiffShortensOnlyWithoutVerbose(t *testing.T) {
	c := &diff.Comparison{}
	for range changesShown + 5 {
		c.Changes = append(c.Changes, diff.Change{Topic: diff.Size, Kind: diff.Changed, Name: "n", Before: "1", After: "2"})
	}
	for _, verbose := range []bool{false, true} {
		var b strings.Builder
		if err := diffTerminal(&b, c, Style{Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		n := strings.Count(b.String(), "n: 1 → 2")
		if verbose != (n == changesShown+5) || verbose == strings.Contains(b.String(), "and 5 more changes") {
			t.Errorf("verbose %v: %d changes in\n%s", verbose, n, b.String())
		}
	}
}

func TestWordsOfChanges(t *testing.T) {
	c := &diff.Comparison{Changes: []diff.Change{
		{Topic: diff.Release, Kind: diff.Added, Name: "version", After: "1"},
		{Topic: diff.Purpose, Kind: diff.Removed, Name: "kind", Before: "library"},
		{Topic: diff.Languages, Kind: diff.Removed, Name: "C", Before: "9 %"},
		{Topic: diff.Interfaces, Kind: diff.Removed, Name: "route /x"},
		{Topic: diff.Flags, Kind: diff.Changed, Name: "x.go:1", Before: "a", After: "b", Severity: "info"},
	}}
	var b strings.Builder
	if err := diffTerminal(&b, c, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"version: not found → 1", "kind: library → not found", "C: 9 % → none", "no longer found: route /x",
		"changed info: x.go:1: a → b",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
