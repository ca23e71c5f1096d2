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
		{"several at once", "It does both [1, 2].", &luminos.Section{Statements: []luminos.Statement{
			{Text: "It does both.", Basis: luminos.Judged, Evidence: []luminos.Evidence{one, two}},
		}}, nil},
		{"a number that nobody has", "It is so [9] and [0].", &luminos.Section{Statements: []luminos.Statement{{Text: "It is so and.", Basis: luminos.Judged}}}, []string{"9", "0"}},
		{"lists with labels", "Parts:\n\n- `internal/scan`: one walk [1]\n* **The CLI** — wires\n1. nothing labelled", &luminos.Section{
			Statements: []luminos.Statement{{Text: "Parts:", Basis: luminos.Judged}},
			Items: []luminos.Item{
				{Label: "internal/scan", Statement: luminos.Statement{Text: "one walk", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}}},
				{Label: "The CLI", Statement: luminos.Statement{Text: "wires", Basis: luminos.Judged}},
				{Statement: luminos.Statement{Text: "nothing labelled", Basis: luminos.Judged}},
			}}, nil},
		{"headings", "First.\n## Storage\nIt keeps [2].\nAnd more.\n", &luminos.Section{
			Statements: []luminos.Statement{{Text: "First.", Basis: luminos.Judged}},
			Items:      []luminos.Item{{Label: "Storage", Statement: luminos.Statement{Text: "It keeps. And more.", Basis: luminos.Judged, Evidence: []luminos.Evidence{two}}}},
		}, nil},
		{"blocks without empty lines between them", "First.\n- one [1]\nSecond.\n- **two**: it [2]\n## Past\nThird.\n- three\n## End ##\n", &luminos.Section{
			Statements: []luminos.Statement{{Text: "First.", Basis: luminos.Judged}},
			Items: []luminos.Item{
				{Statement: luminos.Statement{Text: "one", Basis: luminos.Judged, Evidence: []luminos.Evidence{one}}},
				{Statement: luminos.Statement{Text: "Second.", Basis: luminos.Judged}},
				{Label: "two", Statement: luminos.Statement{Text: "it", Basis: luminos.Judged, Evidence: []luminos.Evidence{two}}},
				{Label: "Past", Statement: luminos.Statement{Text: "Third.", Basis: luminos.Judged}},
				{Label: "Past", Statement: luminos.Statement{Text: "three", Basis: luminos.Judged}},
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
			all = append(all, item.Statement, luminos.Statement{Text: item.Label})
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
