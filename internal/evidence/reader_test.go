package evidence_test

import (
	"context"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/readable"
)

// reads extracts a text from each file, as one version of a reader.
type reads struct{ reader, text string }

func (r reads) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	for i := range files {
		if r.reader != "" {
			parts := []luminos.Part{{Name: "page 1"}, {Name: "page 2", Text: r.text}}
			all[i] = &luminos.Extraction{Reader: r.reader, Parts: parts}
		}
	}
	return all, nil
}

// TestOtherReader checks that another text of another version of the reader does not refute a claim.
func TestOtherReader(t *testing.T) {
	src, _ := open(t, map[string]string{"a.pdf": "%PDF-1.4\n\x00\x01", "b.pdf": "%PDF-1.4\n\x00\x02"})
	checker := func(r reads) evidence.Checker {
		return evidence.Checker{Source: readable.Texts(luminos.WithExtractor(src, r))}
	}
	cited, err := checker(reads{"pdf 1", "The wall\nis old.\n"}).Cite(t.Context(),
		luminos.Evidence{Path: "a.pdf", Quote: "The wall is old."})
	if err != nil || cited.Reader != "pdf 1" || cited.Part != "page 2" || *cited.Lines != *lines(3, 4) ||
		cited.SHA256 == "" {
		t.Fatalf("%+v, %v", cited, err)
	}
	for _, c := range []struct {
		name   string
		now    reads
		change func(*luminos.Evidence)
		want   luminos.Verdict
		reason string
	}{
		{"the same", reads{"pdf 1", "The wall\nis old.\n"}, nil, luminos.Found, ""},
		{"another text", reads{"pdf 1", "The wall\nis new.\n"}, nil, luminos.Changed, ""},
		{"another version, the same text", reads{"pdf 2", "The wall\nis old.\n"}, nil, luminos.Found, ""},
		{"another version and text", reads{"pdf 2", "The wall is old.\n"}, nil, luminos.Unverifiable,
			"made by the reader pdf 1, and the present one by pdf 2"},
		{"another version, fewer lines", reads{"pdf 2", ""}, nil, luminos.Unverifiable, "pdf 2"},
		{"no reader", reads{}, nil, luminos.Unverifiable, "and the present one by no reader"},
		{"a quote without lines", reads{"pdf 2", "x\n"}, func(e *luminos.Evidence) { e.Lines = nil },
			luminos.Unverifiable, "pdf 1"},
		{"no file", reads{"pdf 2", "x\n"}, func(e *luminos.Evidence) { e.Path = "c.pdf" }, luminos.Missing, ""},
		{"no lines at all", reads{"pdf 2", "x\n"}, func(e *luminos.Evidence) { e.Lines = lines(2, 1) },
			luminos.Unverifiable, "no range"},
	} {
		e := cited
		if c.change != nil {
			c.change(&e)
		}
		claims := []luminos.Claim{{Evidence: e}}
		if err := checker(c.now).Check(t.Context(), claims, 1); err != nil {
			t.Fatal(err)
		}
		if got := claims[0]; got.Verdict != c.want || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, got.Verdict, got.Reason, c.want, c.reason)
		}
	}
}
