package rules

import (
	"strings"
	"testing"

	"luminos"
)

// TestEvidenceOfContent checks that flags about the content of a file cite something that changes with it. The kind of
// a path stays when a private key becomes a greeting.
func TestEvidenceOfContent(t *testing.T) {
	d := quiet()
	masked := luminos.Evidence{Path: "b.key", Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "(masked)"}
	d.Scan.Files = []luminos.File{
		{Path: "a.key", Kind: luminos.KindFile, Size: 653, PrivateKey: true, Encrypted: true},
		{Path: "b.key", Kind: luminos.KindFile, Size: 9, PrivateKey: true},
		{Path: "c.pdf", Kind: luminos.KindFile, Size: 70},
	}
	d.Facts.Secrets = []luminos.Masked{{Path: "b.key", Kind: "private-key", Evidence: []luminos.Evidence{masked},
		Lines: *masked.Lines}}
	d.Scan.Mismatches = []luminos.Mismatch{{Path: "c.pdf", Extension: ".pdf", Found: "text/html"}}
	d.Facts.Manifests = append(d.Facts.Manifests,
		luminos.Manifest{Path: "c.pdf", Role: luminos.ManifestNested, License: "ISC"})
	d.Facts.Inside = &luminos.Inside{Files: []luminos.FileInside{
		{Path: "c.pdf", Extraction: luminos.Extraction{Risks: []string{"runs code when it is loaded"}}}}}
	want := map[luminos.Path]luminos.Evidence{
		"a.key": {Measure: luminos.MeasureSize, Value: "653"}, "b.key": masked,
		"c.pdf": {Measure: luminos.MeasureSize, Value: "70"},
	}
	flags := (flagRules{newWriter(d)}).flags()
	if len(flags) < 5 {
		t.Errorf("only %d flags: %+v", len(flags), flags)
	}
	for _, f := range flags {
		w := want[f.Path]
		if len(f.Evidence) == 0 || f.Evidence[0].Measure != w.Measure || f.Evidence[0].Value != w.Value ||
			f.Evidence[0].Quote != w.Quote {
			t.Errorf("%s of %s cites %+v", f.Rule, f.Path, f.Evidence)
		}
	}
}

// TestSummariesAreQuotedAsTheyStand checks that a text in quotation marks has its own end.
func TestSummariesAreQuotedAsTheyStand(t *testing.T) {
	d := kite()
	for _, p := range []luminos.Path{"a.md", "b.md", "c.md", "d.md", "e.md"} {
		doc := luminos.Document{Path: p, Title: "Guide " + string(p), Summary: "Run all tests:", Words: 900}
		d.Facts.Documents = append(d.Facts.Documents, doc)
	}
	s, err := Engine{}.Synthesize(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	text := outline(s.Sections)
	if !strings.Contains(text, "“Run all tests:”.") || strings.Contains(text, "tests.”") {
		t.Error(text)
	}
}
