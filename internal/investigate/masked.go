package investigate

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/redact"
)

// A report names this many masked places of a file, and in all: a file can hold
// nothing but what looks like secrets.
const (
	maskedOfFile = 20
	maskedMost   = 1000
)

// masked are the places in a file that looked like secrets.
type masked struct {
	first  []luminos.Masked // in order
	places int
}

// add takes what one reader of the file was told, which may have read its beginning
// only: whoever read most saw most, and the order of readers does not matter.
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
