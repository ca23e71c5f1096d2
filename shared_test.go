package luminos_test

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos"
)

type column = luminos.Column

// TestSharedValues keeps values that are amounts, names, addresses or devices out of a report about files of persons.
func TestSharedValues(t *testing.T) {
	for name, c := range map[string]struct {
		column column
		shown  bool
	}{
		"kinds":            {column{Name: "activity", Type: "string", Examples: []string{"Letter", "Research"}}, true},
		"codes":            {column{Name: "class", Type: "string", Examples: []string{"1a", "2b"}}, true},
		"a measurement":    {column{Name: "delay", Type: "integer", Min: "-59", Max: "522"}, true},
		"many decimals":    {column{Name: "temperature", Type: "number", Min: "-1.5", Max: "9.25"}, true},
		"a span":           {column{Name: "paid", Type: "date", Min: "2026-01-01", Max: "2026-02-01"}, true},
		"a name and a use": {column{Name: "booking_text", Type: "string", Examples: []string{"Loan Oxtoby", "x"}}, false},
		"an address":       {column{Name: "text", Type: "string", Examples: []string{"Rent 3 High"}}, false},
		"a street":         {column{Name: "text", Type: "string", Examples: []string{"Lindenstrasse 3"}}, false},
		"few decimals":     {column{Name: "r", Type: "number", Min: "0.06", Max: "0.07", Examples: []string{"0.06"}}, false},
		"a price":          {column{Name: "unitPrice", Type: "integer", Min: "1", Max: "9"}, false},
		"a currency":       {column{Name: "rate_eur", Type: "integer", Min: "1", Max: "9"}, false},
		"a device":         {column{Name: "host", Type: "string", Examples: []string{"00:1a:2b:3c:4d:5e"}}, false},
	} {
		f := &luminos.Facts{Datasets: []luminos.Dataset{{Columns: []luminos.Column{c.column}}}}
		got := f.SharedDatasets()[0].Columns[0]
		if (got.Min+strings.Join(got.Examples, "") != "") != c.shown {
			t.Errorf("%s: %+v", name, got)
		}
		f.Vouched = true
		if got := f.SharedDatasets()[0].Columns[0]; len(got.Examples) != len(c.column.Examples) {
			t.Errorf("%s, published: %+v", name, got)
		}
	}
}

// TestSharedSentences quotes a README and a published paper, and no other sentences of the files of persons.
func TestSharedSentences(t *testing.T) {
	cite := []luminos.Evidence{{Path: "a"}, {Path: "b"}}
	r := &luminos.Report{}
	r.Facts = &luminos.Facts{
		Readme: &luminos.Document{Path: "README.md", Summary: "Kept by Ann Oak (tel. 044 555 01 77).", Evidence: cite},
		Documents: []luminos.Document{
			{Path: "README.md", Title: "Office", Summary: "Kept by Ann Oak (tel. 044 555 01 77).", Evidence: cite},
			{Path: "songs/README.txt", Summary: "Songs of the sea.", Evidence: cite[:1]},
			{Path: "minutes.md", Title: "Minutes", Summary: "Present: Ann Oak.", Evidence: cite,
				Terms: []luminos.Term{{Text: "ann oak"}}},
		},
		Themes: []luminos.Term{{Text: "ann oak", Documents: 3}, {Text: "tides", Documents: 2}, {Text: "eve", Documents: 1}},
		Papers: []luminos.Paper{{Path: "p.tex", Abstract: "Ann Oak got 9,400."}, {
			Path: "q.tex", Abstract: "We measure tides.", References: luminos.PaperReferences{Cited: 3},
		}},
	}
	b, err := json.Marshal(r.Shared())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"Ann Oak": false, "044": false, "Office": true, "Songs of the sea": true,
		"ann oak": false, "\"eve\"": false, "\"tides\"": true, "Minutes": true, "We measure tides": true,
	} {
		if strings.Contains(string(b), text) != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
	r.Facts.MainLanguage = "Go" // minutes are made for the readers of the code
	if got := r.Facts.SharedDocuments()[2].Summary; got == "" {
		t.Error("the documents of code are not quoted")
	}
}
