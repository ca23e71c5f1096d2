package coreutils

import (
	"context"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// reader extracts a text, in which a secret was masked, from each file.
type reader struct{}

func (reader) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	return []*luminos.Extraction{{
		Reader: "r 1", Parts: []luminos.Part{{Name: "text", Text: "one\nkey (masked)\n"}},
		Masked: []luminos.Masked{{Path: files[0], Kind: "token"}},
	}}, nil
}

// TestExtracted shows the text of a document instead of its bytes, and no digest of a document with a secret.
func TestExtracted(t *testing.T) {
	m := sourcetest.Memory{}
	m.Add("a.db", luminos.Node{}, "SQLite format 3\x00 key secret\x00")
	m.Add("a.txt", luminos.Node{}, "key plain\n")
	src := luminos.WithExtractor(m, reader{})
	for _, c := range []struct{ line, want string }{
		{"grep -a key a.db", "key (masked)\n"}, {"grep -n key a.db", "2:key (masked)\n"}, {"head -n 1 a.db", "one\n"},
		{"tail -n 1 a.db", "key (masked)\n"}, {"sort a.db", "key (masked)\none\n"}, {"grep key a.txt", "key plain\n"},
		{"wc -c a.db", "28 a.db\n"}, {"sha256sum a.db", ""},
	} {
		args := strings.Fields(c.line)
		out := Run(t.Context(), src, args[0], args[1:])
		if out.Stdout != c.want || (out.Stdout == "") != (out.Status != 0) {
			t.Errorf("%s: %+v, want %q", c.line, out, c.want)
		}
	}
}
