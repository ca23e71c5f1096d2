// Package redact masks secrets in text: tokens of known services, private keys,
// passwords in addresses, and literals that a name says are secret. A mask is as
// long as what it masks, and everything else stays byte for byte.
//
// One pass finds the words that every secret stands beside ("ghp_", "password",
// "://"); a rule looks at the few bytes around each of them. No rule looks further
// than a fixed number of bytes from its word, or looks twice at the same ones, so
// that the time is linear in the text whatever stands in it.
package redact

import (
	"cmp"
	"slices"
	"strings"
)

// Mark begins every mask that has room for it; "x" fills the rest. A text that
// brings marks of its own keeps them.
const Mark = "(masked)"

// Secret says what was masked, and where; never what it was.
type Secret struct {
	Kind string // stable, in kebab case: "aws-access-key"
	Line int    // of the text that was given, from 1
	Last int    // the last of its lines; Line, when there is one
}

// rounds bounds how often a text is looked at again. What is masked can uncover
// a neighbour: the second round is nearly always the last.
const rounds = 6

// Text masks the secrets of a text. It returns s itself, and nil, when it finds none.
// Masking a masked text changes nothing. Safe for concurrent use.
func Text(s string) (masked string, found []Secret) {
	for range rounds {
		spans := find(s)
		if len(spans) == 0 {
			break
		}
		found = append(found, secrets(s, spans)...)
		s = apply(s, spans)
	}
	slices.SortStableFunc(found, func(a, b Secret) int { return cmp.Compare(a.Line, b.Line) })
	return s, found
}

// span is a piece of a line that is to be masked. Pieces of one secret of several
// lines have more set, but for the first.
type span struct {
	start, end int
	kind       string
	more       bool
}

// apply puts a mask in the place of each span. Spans are in order and apart.
func apply(s string, spans []span) string {
	b := []byte(s)
	for _, p := range spans {
		copy(b[p.start:p.end], mask(p.end-p.start))
	}
	return string(b)
}

// mask is what stands in the place of n bytes: a scalar in YAML, and no end of a
// string anywhere.
func mask(n int) string {
	if n < len(Mark) {
		return strings.Repeat("x", n)
	}
	return Mark + strings.Repeat("x", n-len(Mark))
}

// isMask reports whether s is what stands in the place of as many bytes.
func isMask(s string) bool {
	return strings.TrimLeft(strings.TrimPrefix(s, Mark), "x") == ""
}

// secrets says on which lines the spans are.
func secrets(s string, spans []span) []Secret {
	var list []Secret
	line, at := 1, 0
	for _, p := range spans {
		line += breaks(s[at:p.start])
		at = p.start
		if p.more && len(list) > 0 && list[len(list)-1].Kind == p.kind {
			list[len(list)-1].Last = line
			continue
		}
		list = append(list, Secret{Kind: p.kind, Line: line, Last: line})
	}
	return list
}

// breaks counts line ends: "\n", "\r\n" and "\r".
func breaks(s string) int {
	n := strings.Count(s, "\n")
	for i := strings.IndexByte(s, '\r'); i >= 0; {
		if i+1 >= len(s) || s[i+1] != '\n' {
			n++
		}
		next := strings.IndexByte(s[i+1:], '\r')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return n
}

// settle sorts spans and leaves of those that overlap the one that was found by
// the stronger rule: rules of a known format come before what a name says.
func settle(s string, spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	kept := spans[:0]
	for _, p := range spans {
		if p.end <= p.start || isMask(s[p.start:p.end]) || strings.ContainsAny(s[p.start:p.end], "\r\n") {
			continue // never over a line end
		}
		if len(kept) == 0 || p.start >= kept[len(kept)-1].end {
			kept = append(kept, p)
			continue
		}
		last := &kept[len(kept)-1]
		switch {
		case p.end <= last.end && assigned(last.kind) && !assigned(p.kind):
			*last = p // the token inside of an assigned value says more
		case p.end > last.end:
			if assigned(last.kind) {
				last.kind = p.kind
			}
			last.end = p.end
		}
	}
	return kept
}
