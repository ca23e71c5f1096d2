package investigate

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/redact"
)

// notedValues is the maximum number of secrets of a file whose values are compared with the ones of other files.
const notedValues = 1000

// note records which secrets of a file are equal to others.
func (m *masked) note(found []redact.Secret) {
	if m.values == nil {
		m.values = map[int][]uint64{}
	}
	for _, s := range found[:min(len(found), notedValues)] {
		if s.Same != 0 && !slices.Contains(m.values[s.Line], s.Same) {
			m.values[s.Line] = append(m.values[s.Line], s.Same)
		}
	}
}

// identifierFiles is the number of files of the target from which on a value in all of them is an identifier.
const identifierFiles = 3

var (
	// keyOrID matches the name of a key or an id before a mask, also in a call that compares.
	keyOrID = lazyregexp.Lazy(`(?i)(\w*(?:key|id)s?)['"\])]*\s*(?:=|!|,|:|\(|$)`)
	// secretKey matches a name of a key that opens something.
	secretKey = lazyregexp.Lazy(`(?i)api|secret|private|access|auth|sign|crypt|app_?key|token|` +
		`licen|service|client|account|` +
		`session|cookie|jwt|master|root|admin`)
)

// identifies reports whether the values of a line identify something and open nothing, as the keys of the rows of a
// catalogue do: each of them is also in a seed or a migration, or in many files, and its name is one of an identifier.
func (r *recorder) identifies(m *luminos.Masked, line string) bool {
	before, _, _ := strings.Cut(line, luminos.Mask)
	names := keyOrID().FindAllStringSubmatch(before, -1)
	if len(names) == 0 || secretKey().MatchString(names[len(names)-1][1]) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	values := r.masked[m.Path].values[m.Lines.First]
	return len(values) > 0 && !slices.ContainsFunc(values, func(v uint64) bool {
		files := r.filesOf()[v]
		return files.all < 2 || files.all < identifierFiles && files.records == 0
	})
}

// valueFiles counts the files outside of tests with a value, and the seeds and migrations among them.
type valueFiles struct{ all, records int }

// filesOf returns the files of each value. All files were read before.
func (r *recorder) filesOf() map[uint64]valueFiles {
	if r.values != nil {
		return r.values
	}
	r.values = map[uint64]valueFiles{}
	for p, m := range r.masked {
		seen := map[uint64]bool{}
		for _, values := range m.values {
			for _, v := range values {
				if seen[v] || pathrole.Aside(p) {
					continue
				}
				n := r.values[v]
				n.all++
				if record().MatchString(string(p)) {
					n.records++
				}
				seen[v], r.values[v] = true, n
			}
		}
	}
	return r.values
}

// record matches the path of a file with the first records of a database, or with changes of all.
var record = lazyregexp.Lazy(`(?i)(?:^|/)(?:migrations?|seed\w*)/`)
