package rules

import (
	"testing"

	"luminos"
)

// TestPagesRead states the pages whose words are counted if others were not read.
func TestPagesRead(t *testing.T) {
	f := luminos.FileInside{Path: "a.pdf"}
	f.Format = "PDF 1.6"
	f.Set("title", "Glue")
	f.Add("pages", 619)
	f.Add("words", 249405)
	f.Add("pages read", 500)
	if got, want := titledText(&f), "“Glue”, PDF 1.6, 619 pages, about 250,000 words in 500 of them"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
