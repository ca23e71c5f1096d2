package render

import (
	"io"
	"strings"
	"testing"

	"luminos"
)

// passageReport returns a report of a model with paragraphs, headings and lists, and facts of rules beneath them.
func passageReport() *luminos.Report {
	r := modelReport()
	said := func(text string, claims ...string) luminos.Statement {
		return luminos.Statement{Text: text, Basis: luminos.Judged, Claims: claims, Unsupported: len(claims) == 0}
	}
	begins := func(s luminos.Statement) luminos.Statement {
		s.Paragraph = true
		return s
	}
	r.Sections = append(r.Sections, luminos.Section{ID: "architecture", Title: "Architecture",
		Statements: []luminos.Statement{
			said("A query becomes a Plan, which carries the words, the field and the limits that the later steps need.", "c1"),
			said("quarry.__main__:main builds it."),
			begins(said("The index is mapped into memory and never written to while it is read.", "c2")),
			{Text: "9 of 11 directories import internal/index.", Basis: luminos.Measured},
		},
		Items: []luminos.Item{
			{
				Heading: "Storage", Statement: begins(said("Shards lie in one directory.", "c2")),
				More: []luminos.Statement{said("Nobody deletes them.")},
			},
			{Heading: "Storage", Statement: begins(said("A shard has at most 4 GiB."))},
			{Heading: "Storage", Label: "Builder", Statement: said("writes a shard.", "c1")},
			{Label: "largest", Statement: luminos.Statement{Text: "index/, with 9,000 lines.", Basis: luminos.Measured}},
		},
	}, luminos.Section{ID: "flows", Title: "From outside to outside", Items: []luminos.Item{
		{Label: "1. The command", Statement: said("reads the flags.", "c1")},
		{Label: "2.", Statement: said("The plan is run.")},
	}}, luminos.Section{ID: "concerns", Title: "Concerns", Statements: []luminos.Statement{}, Items: []luminos.Item{
		{
			Label:     "Lost errors",
			Statement: said("the merge drops them, so that a full disk makes an index without its newest stones.", "c1", "c2"),
			More:      []luminos.Statement{said("No test fills a disk.", "c1")},
		},
	}})
	return r
}

// The text of a model keeps its paragraphs, headings and numbers; each sentence has its own citations. Facts of rules
// stand beneath it without ">".
func TestPassagesOfAModel(t *testing.T) {
	golden(t, "passages.txt", func(w io.Writer) error {
		return Terminal(w, passageReport(), Style{Sections: []string{"architecture", "flows", "concerns"}})
	})
}

// A report of a model has its text first, in a fixed order, then flags, then facts of rules and the contents.
func TestOrderOfAReportOfAModel(t *testing.T) {
	r := passageReport()
	for title, basis := range map[string]luminos.Basis{"Components": luminos.Judged, "History": luminos.Measured} {
		r.Sections = append(r.Sections, luminos.Section{
			ID: strings.ToLower(title), Title: title, Statements: []luminos.Statement{{Text: "Two.", Basis: basis}},
		})
	}
	for range 3 { // more than the first screen shows
		r.Flags = append(r.Flags, luminos.Flag{
			Path: "a.go", Finding: "It waits.", Severity: luminos.Concern, Source: luminos.SourceModel,
		})
	}
	for _, s := range []Style{{}, {Verbose: true}} {
		got := rendered(t, r, s)
		last := 0
		for _, title := range []string{
			"In brief", "Architecture", "From outside to outside", "Concerns", "Components", "Open questions", "Flags",
			"Flags of the model", "History", "Contents", "What was looked at",
		} {
			at := strings.Index(got, "\n\n"+title+"\n")
			if at < last {
				t.Errorf("%+v: %q is at %d, after %d, in\n%s", s, title, at, last, got)
			}
			last = at
		}
	}
}

// If the report is too long, the text of a model loses lines after the facts of rules.
func TestTextOfAModelComesBeforeFactsOfRules(t *testing.T) {
	r := passageReport()
	for _, id := range []string{"history", "upkeep", "build", "interfaces", "media"} {
		s := luminos.Section{ID: id, Title: id, Statements: []luminos.Statement{}}
		for range 60 {
			said := luminos.Statement{Text: "Measured.", Basis: luminos.Measured}
			s.Items = append(s.Items, luminos.Item{Label: "x", Statement: said})
		}
		r.Sections = append(r.Sections, s)
	}
	got := rendered(t, r, Style{})
	whole := strings.Contains(got, "\n>   - Builder: writes a shard. *\n")
	if n := strings.Count(got, "\n"); n > mostLinesOfModel || !whole || strings.Count(got, "Measured.") < 20 {
		t.Errorf("%d lines:\n%s", n, got)
	}
}

// The files that investigators named as notable are the places to start to read: the first of each directory, the ones
// with priority first, then tests. Rules name places only if these are too few.
func TestNotableFilesAreTheReadList(t *testing.T) {
	r := modelReport()
	entry := func(dir luminos.Path, basis luminos.Basis, files ...luminos.Path) {
		r.Entries = append(r.Entries, luminos.Entry{Path: dir, Basis: basis, NotableFiles: files})
	}
	read := func() (list []string) {
		for _, p := range composeReport(newDossier(r, Style{})).screen.places {
			list = append(list, string(p.path))
		}
		return list
	}
	r.Entries = nil
	entry("testdata", luminos.Judged, "testdata/a.txt")
	entry("cmd/quarry", luminos.Judged, "cmd/quarry/flags.go")
	entry("docs", luminos.Derived, "docs/made.md")
	if got, want := strings.Join(read(), " "), "cmd/quarry/flags.go testdata/a.txt cmd/quarry/main.go"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	entry("internal/index", luminos.Judged, "internal/index/shard.go", "internal/index/merge.go")
	if got, want := strings.Join(read(), " "), "internal/index/shard.go cmd/quarry/flags.go testdata/a.txt"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	shard := luminos.FileEntry{Path: "internal/index/shard.go", Summary: "It maps a shard. It is long."}
	shard.Claims = []string{"c1"}
	r.Files = []luminos.FileEntry{shard}
	if got := rendered(t, r, Style{}); !strings.Contains(got, "Read     internal/index/shard.go  It maps a shard. *\n") {
		t.Error(got)
	}
	want := "\nFiles to open first\n> - internal/index/shard.go: It maps a shard. *\n" +
		"> - cmd/quarry/flags.go: named as notable in cmd/quarry *?\n"
	if got := rendered(t, r, Style{}); !strings.Contains(got, want) {
		t.Error(got)
	}
	r.Target.Engine = "rules"
	if got := read(); got[0] != "cmd/quarry/main.go" {
		t.Errorf("a report of rules names %v", got)
	}
}

// Evidence that several claims share is listed once, with one number, and below it all that rests on it.
func TestEvidenceIsListedOnce(t *testing.T) {
	at := func(id, statement, path string) luminos.Claim {
		line := &luminos.LineRange{First: 3, Last: 3}
		e := luminos.Evidence{Path: luminos.Path(path), Lines: line, Quote: "x = 1", Statement: statement}
		return luminos.Claim{ID: id, Evidence: e, Verdict: luminos.Found}
	}
	r := modelReport()
	r.Claims = []luminos.Claim{at("a", "It is set.", "a.go"), at("b", "It is one.", "a.go"), at("c", "It is two.", "b.go")}
	r.Sections = []luminos.Section{{ID: "brief", Title: "In brief", Statements: []luminos.Statement{
		{Text: "Both.", Basis: luminos.Judged, Claims: []string{"a", "b"}},
		{Text: "Other.", Basis: luminos.Judged, Claims: []string{"c", "b"}},
	}}}
	r.Entries, r.Flags = nil, nil
	got := rendered(t, r, Style{Verbose: true})
	for _, want := range []string{
		"> Both. * [1] Other. * [1–2]\n",
		"\nEvidence\n  1       a.go:3 “x = 1”\n>         It is set.\n>         It is one.\n  2       b.go:3 “x = 1”\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// The doubts of investigators are among the things that are not known, the gravest first.
func TestDoubtsAreNamed(t *testing.T) {
	r := modelReport()
	for i, c := range []float64{0.6, 0.2, 0.8, 0.5, 0.4, 0.3, 0.1} {
		r.Entries = append(r.Entries, luminos.Entry{
			Path: luminos.Path("d" + string(rune('0'+i))), Basis: luminos.Judged,
			Confidence: c, ConfidenceReason: "It is dense.",
		})
	}
	_, got, _ := strings.Cut(rendered(t, r, Style{}), "What cannot be known this way")
	first := "\n> - d6: It is dense. *\n> - d1:"
	if n := strings.Count(got, "It is dense. *"); n != doubtsShown || !strings.Contains(got, first) {
		t.Errorf("%d doubts:\n%s", n, got)
	}
}

// The legend explains the "?" of a sentence that is not the first of its item.
func TestLegendCoversFurtherSentences(t *testing.T) {
	r := fixture()
	more := []luminos.Statement{{Text: "It waits.", Basis: luminos.Measured, Unsupported: true}}
	r.Sections = []luminos.Section{{ID: "build", Items: []luminos.Item{{More: more}}}}
	if !newDossier(r, Style{}).unsupported() {
		t.Error("no legend for a further sentence")
	}
}
