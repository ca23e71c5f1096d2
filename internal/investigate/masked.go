package investigate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/redact"
	"luminos/internal/words"
)

// The most masked places that a report lists, of one file and in all: a file can
// consist of nothing else.
const (
	maskedOfFile = 20
	maskedMost   = 1000
)

// masked holds the masked places of one file, which look like secrets.
type masked struct {
	first  []luminos.Masked // in order
	places int
}

// add records the secrets that one reading of the file p masked. Readings may cover different parts of the file, so its
// number of masked places is the largest number of one reading. The order of the calls has no influence.
func (m *masked) add(p luminos.Path, found []redact.Secret) {
	m.places = max(m.places, len(found))
	for _, s := range found[:min(len(found), maskedOfFile)] {
		same := func(o luminos.Masked) bool { return o.Kind == s.Kind && o.Lines.First == s.Line }
		if i := slices.IndexFunc(m.first, same); i >= 0 {
			m.first[i].Lines.Last = max(m.first[i].Lines.Last, s.Last)
			continue
		}
		m.first = append(m.first, luminos.Masked{Path: p, Kind: s.Kind, Lines: luminos.LineRange{First: s.Line, Last: s.Last}})
	}
	slices.SortFunc(m.first, func(a, b luminos.Masked) int {
		return cmp.Or(cmp.Compare(a.Lines.First, b.Lines.First), cmp.Compare(a.Kind, b.Kind))
	})
	m.first = m.first[:min(len(m.first), maskedOfFile)]
}

// citedText is the number of bytes of a file that are read to cite its secrets.
const citedText = 16 << 20

// citedSecrets returns the places that look like secrets, each with its first line as evidence. A place is aside if it
// is in a comment, or below the first tests in a Rust file. Places in a file that cannot be read have no evidence.
func (r *recorder) citedSecrets(ctx context.Context) ([]luminos.Masked, error) {
	list, _ := r.secretsFound()
	if list == nil {
		list = []luminos.Masked{}
	}
	var text luminos.Text
	var lines []string
	tests := 0 // the line at which tests in a Rust file begin, or 0
	for i := range list {
		m := &list[i]
		if i == 0 || m.Path != list[i-1].Path {
			var err error
			if text, err = r.Source.Text(ctx, m.Path, citedText); err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				text = luminos.Text{}
			}
			lines, tests = text.Lines(), 0
			if m.Path.Ext() == ".rs" {
				tests = 1 + slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "#[cfg(test)]" })
			}
		}
		if n := m.Lines.First; n > 0 && n <= len(lines) {
			m.Aside = tests > 0 && n > tests || words.Comment(lines[n-1])
			m.Evidence = []luminos.Evidence{text.Cite(n, n)}
		}
	}
	return list, nil
}
