package investigate

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/redact"
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
