package analyst

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestCitations(t *testing.T) {
	one, two := luminos.Evidence{Path: "a.go", Quote: "one"}, luminos.Evidence{Path: "b.go", Quote: "two"}
	for _, test := range []struct {
		name, text string
		want       *luminos.Section
		unknown    []string
	}{
		{"nothing", " \n ", nil, nil},
		{"sentences, each with its own", "It walks. [1] It reads [2]. It is old.", &luminos.Section{Statements: []luminos.Statement{
			{Text: "It walks.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}},
			{Text: "It reads.", Basis: luminos.Judged, Evidence: []luminos.Evidence{two}},
			{Text: "It is old.", Basis: luminos.Judged},
		}}, nil},
		{"several after the full stop", "It does both. [1] [2]\nIt is old.", &luminos.Section{Statements: []luminos.Statement{
			{Text: "It does both.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one, two}},
			{Text: "It is old.", Basis: luminos.Judged},
		}}, nil},
		{"several at once", "It does both [1, 2].", &luminos.Section{Statements: []luminos.Statement{
			{Text: "It does both.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one, two}},
		}}, nil},
		{"a number that nobody has", "It is so [9] and [0].", &luminos.Section{Statements: []luminos.Statement{{Text: "It is so and.", Basis: luminos.Judged}}}, []string{"9", "0"}},
		{"lists with labels", "Parts:\n\n- `internal/scan`: one walk [1]\n* **The CLI** — wires\n1. nothing labelled", &luminos.Section{
			Statements: []luminos.Statement{{Text: "Parts:", Basis: luminos.Judged}},
			Items: []luminos.Item{
				{Label: "internal/scan", Statement: luminos.Statement{Text: "one walk", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}}},
				{Label: "The CLI", Statement: luminos.Statement{Text: "wires", Basis: luminos.Judged}},
				{Label: "1.", Statement: luminos.Statement{Text: "nothing labelled", Basis: luminos.Judged}},
			}}, nil},
		{"citations in a label", "- The cause in [1]: it walks. It reads.\n## Past [2]\nIt ends.", &luminos.Section{
			Items: []luminos.Item{
				{Label: "The cause in",
					Statement: luminos.Statement{Text: "it walks.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}},
					More:      []luminos.Statement{{Text: "It reads.", Basis: luminos.Judged}}},
				{Heading: "Past", Statement: luminos.Statement{Text: "It ends.", Basis: luminos.Judged, Paragraph: true}},
			}}, nil},
		{"headings", "First.\n## Storage\nIt keeps [2].\nAnd more.\n", &luminos.Section{
			Statements: []luminos.Statement{{Text: "First.", Basis: luminos.Judged}},
			Items: []luminos.Item{{
				Heading: "Storage",
				Statement: luminos.Statement{
					Text: "It keeps.", Basis: luminos.Judged, Paragraph: true, Evidence: []luminos.Evidence{two},
				},
				More: []luminos.Statement{{Text: "And more.", Basis: luminos.Judged}},
			}},
		}, nil},
		{"blocks without empty lines between them", "First.\n- one [1]\nSecond.\n- **two**: it [2]\n## Past\nThird.\n- three\n## End ##\n", &luminos.Section{
			Statements: []luminos.Statement{{Text: "First.", Basis: luminos.Judged}},
			Items: []luminos.Item{
				{Statement: luminos.Statement{Text: "one", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}}},
				{Statement: luminos.Statement{Text: "Second.", Basis: luminos.Judged, Paragraph: true}},
				{Label: "two", Statement: luminos.Statement{Text: "it", Basis: luminos.Judged, Evidence: []luminos.Evidence{two}}},
				{Heading: "Past", Statement: luminos.Statement{Text: "Third.", Basis: luminos.Judged, Paragraph: true}},
				{Heading: "Past", Statement: luminos.Statement{Text: "three", Basis: luminos.Judged}},
			}}, nil},
		{"two paragraphs", "It walks [1].\nIt reads.\n\nIt ends.", &luminos.Section{Statements: []luminos.Statement{
			{Text: "It walks.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}},
			{Text: "It reads.", Basis: luminos.Judged},
			{Text: "It ends.", Basis: luminos.Judged, Paragraph: true},
		}}, nil},
		{"elements of several lines", "2. **Form**: it posts.\n   It waits [2].\n3) `a.b:c`: it ends", &luminos.Section{
			Items: []luminos.Item{
				{
					Label: "2. Form", Statement: luminos.Statement{Text: "it posts.", Basis: luminos.Judged},
					More: []luminos.Statement{{Text: "It waits.", Basis: luminos.Judged, Evidence: []luminos.Evidence{two}}},
				},
				{Label: "3. a.b:c", Statement: luminos.Statement{Text: "it ends", Basis: luminos.Judged}},
			}}, nil},
		{"full stops in quotations", "It is “git.” [1], by library. It says “no.” [2] and “x.” [1].", &luminos.Section{
			Statements: []luminos.Statement{
				{Text: "It is “git.”, by library.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}},
				{Text: "It says “no.” and “x.”.", Basis: luminos.Judged, Evidence: []luminos.Evidence{two, one}},
			}}, nil},
		{"names like marks", "**It** has `a.__main__:b`, `**kw`, src/**/*.py and **`__x__`** of **two** **words**.", &luminos.Section{
			Statements: []luminos.Statement{
				{Text: "It has a.__main__:b, **kw, src/**/*.py and __x__ of two words.", Basis: luminos.Judged},
			}}, nil},
		{"a bold line is a heading", "**Storage**\n__dict__ is.", &luminos.Section{Items: []luminos.Item{
			{Heading: "Storage", Statement: luminos.Statement{Text: "__dict__ is.", Basis: luminos.Judged, Paragraph: true}},
		}}, nil},
		{"the last number, and the one after it", "It is so [2; 3].", &luminos.Section{Statements: []luminos.Statement{{Text: "It is so.", Basis: luminos.Judged, Evidence: []luminos.Evidence{two}}}}, []string{"3"}},
		{"an index is no citation", "It reads a[i] and x[key].", &luminos.Section{Statements: []luminos.Statement{{Text: "It reads a[i] and x[key].", Basis: luminos.Judged}}}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := citer{book: &book{claims: []luminos.Evidence{one, two}}}
			got := c.section("x", "X", test.text)
			if test.want != nil {
				test.want.ID, test.want.Title = "x", "X"
				if test.want.Statements == nil {
					test.want.Statements = []luminos.Statement{}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff(test.unknown, c.unknown); diff != "" {
				t.Errorf("unknown: -want +got\n%s", diff)
			}
		})
	}
}

// A sentence that cites a flag has the places of the flags that were merged into it, too.
func TestCitedFlagsHaveAllPlaces(t *testing.T) {
	flag := func(path luminos.Path) luminos.Flag {
		return luminos.Flag{
			Path: path, Finding: "It leaks.", Severity: luminos.Concern, Source: luminos.SourceModel,
			Evidence: []luminos.Evidence{{Path: path}},
		}
	}
	s := newSynthesist(nil, &luminos.Dossier{Flags: []luminos.Flag{flag("a"), flag("b"), flag("c")}})
	r, err := s.review(t.Context(), reviewInput{ID: "F3", Verdict: "merge_into", Into: "F2", Reason: "The same."})
	if err != nil || r.Failed {
		t.Fatal(r, err)
	}
	c := citer{book: s.book, merged: s.merged()}
	var got []luminos.Path
	for _, e := range c.statement("It leaks [F2].").Evidence {
		got = append(got, e.Path)
	}
	if diff := cmp.Diff([]luminos.Path{"b", "c"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// FuzzSection checks that no text of a model puts control characters, or evidence that is not in the book, into a
// section.
func FuzzSection(f *testing.F) {
	for _, s := range []string{"It walks. [1]", "- a: b [1,2]", "## H\nx\n\n- y", "\x1b[2J[1]\u202e", "**a** — b", "`", "[1][1][1]", "1. 2. 3."} {
		f.Add(s)
	}
	known := []luminos.Evidence{{Path: "a"}, {Path: "b"}}
	f.Fuzz(func(t *testing.T, text string) {
		c := citer{book: &book{claims: known}}
		s := c.section("x", "X", passage(text, sectionMost))
		if s == nil {
			return
		}
		all := s.Statements
		for _, item := range s.Items {
			all = append(append(all, item.Statement, luminos.Statement{Text: item.Heading + item.Label}), item.More...)
		}
		for _, one := range all {
			if strings.ContainsAny(one.Text, "\x1b\x00\n\u202e") {
				t.Errorf("%q holds what a terminal obeys", one.Text)
			}
			for _, e := range one.Evidence {
				if e.Path != "a" && e.Path != "b" {
					t.Errorf("evidence from nowhere: %v", e)
				}
			}
		}
	})
}
