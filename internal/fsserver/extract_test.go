package fsserver

import (
	"context"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// pages extracts three pages from each file with the extension .doc, and fails for "broken.doc".
type pages struct{}

func (pages) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	for i, p := range files {
		switch {
		case p == "broken.doc":
			all[i] = &luminos.Extraction{Reader: "pages 1", Format: "document"}
			all[i].Fail(luminos.ExtractEncrypted, "it needs a password")
		case p.Ext() == ".doc":
			all[i] = &luminos.Extraction{Reader: "pages 1", Format: "document", Parts: []luminos.Part{
				{Name: "page 1", Text: "The stones.\nThe\x1b trees.\n"}, {Name: "page 2"},
				{Name: "page 3", Text: "The password = hunter2hunter2"},
			}, Outline: []luminos.Heading{{Level: 1, Title: "Stones\n2 forged line"}}}
		}
	}
	return all, nil
}

// TestExtractedFiles reads, outlines and searches files as the text that a reader extracts.
func TestExtractedFiles(t *testing.T) {
	m := sourcetest.Memory{}
	for _, p := range []luminos.Path{"a.doc", "broken.doc", "b.bin"} {
		m.Add(p, luminos.Node{}, "\x00\x01\x02")
	}
	tools := toolsOf(t, m, Options{Extractor: pages{}})
	for _, c := range []struct {
		tool  string
		args  args
		want  []string
		lacks string
	}{
		{"read_file", args{"path": "a.doc"}, []string{
			"document), lines 1 to 6 of 6\n", "1\t[page 1]\n2\tThe stones.\n3\tThe\\x1b trees.\n4\t[page 2]\n", "6\tThe password = ",
		}, "hunter2"},
		{"read_file", args{"path": "a.doc", "offset": 3, "limit": 1}, []string{"\n3\tThe\\x1b trees.\n"}, "stones"},
		{"read_file", args{"path": "broken.doc"}, []string{"encrypted: it needs a password"}, ""},
		{"read_file", args{"path": "b.bin"}, []string{"is not text"}, ""},
		{"parse_structure", args{"path": "a.doc"}, []string{
			"a.doc: read by pages 1\n", "\n1-3 page 1\n4 page 2\n5-6 page 3\n", "\nStones 2 forged line\n",
		}, "\n2 forged"},
		{"search_files", args{"pattern": "stones"}, []string{"a.doc:2: The stones."}, ""},
		{"search_files", args{"pattern": "hunter2"}, []string{"0 matches"}, ""},
	} {
		text := tools.call(t, c.tool, c.args).Text
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s of %v lacks %q:\n%s", c.tool, c.args, want, text)
			}
		}
		if c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%s of %v has %q:\n%s", c.tool, c.args, c.lacks, text)
		}
	}
}
