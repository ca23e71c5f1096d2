// Package redact masks secrets in text: tokens of known services, private keys, passwords
// in URLs, and values whose name says that they are secret. A mask has the length of the
// secret, and all other bytes stay unchanged.
//
// One pass finds the words near which secrets occur ("ghp_", "password", "://"). The rule
// of a word looks at a bounded number of bytes around it, or at the lines of a private
// key. Rules remember how far they have looked, so that many words in one place do not
// examine the same bytes again: the time is in proportion to the length of any text.
package redact

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"luminos"
)

// Mark begins every mask that has room for it; "x" fills the rest, and a number in
// JSON or TOML becomes ones. A text that brings marks of its own keeps them.
const Mark = luminos.Mask

// Secret is the kind and the place of a masked secret, without its content.
type Secret struct {
	Kind  string // stable, in kebab case: "aws-access-key"
	Line  int    // of the text that was given, from 1
	Last  int    // the last of its lines; Line, when there is one
	Plain bool   // see [luminos.Masked]
	// Same is equal for equal secrets in one process, and has no other meaning; 0 if it is not known.
	Same uint64
}

// valueSeed begins each number of [Secret.Same], so that none can be computed elsewhere.
var valueSeed = maphash.MakeSeed()

// rounds is the maximal number of passes over a text. A mask can uncover a secret beside
// it; nearly always the second pass is the last.
const rounds = 6

// Text masks the secrets of a text. It returns s itself and nil if it finds none. Masking
// a masked text again changes nothing, except for a text that was built so that masks
// uncover one another several times. It is safe for concurrent use.
func Text(s string) (masked string, found []Secret) {
	masked = hide(s, func(s string, spans []span) { found = append(found, secrets(s, spans)...) })
	slices.SortStableFunc(found, func(a, b Secret) int { return cmp.Compare(a.Line, b.Line) })
	return masked, found
}

// hide returns s with its secrets masked. It searches until it finds no more, at most six times, and calls report, if
// not nil, with the text and the spans to mask of each search.
func hide(s string, report func(s string, spans []span)) string {
	for range rounds {
		spans := find(s)
		if len(spans) == 0 {
			break
		}
		if report != nil {
			report(s, spans)
		}
		s = apply(s, spans)
	}
	return s
}

// span is a piece of a line that will be masked, with the kind of its secret.
type span struct {
	piece
	kind string
	more bool // it goes on with the secret of the span before it, on another line
	weak bool // only a name says that it is secret
}

// apply replaces each span of s by a mask of the same length. The spans are sorted and do not overlap.
func apply(s string, spans []span) string {
	b := []byte(s)
	for _, p := range spans {
		if numberAt(s, p.piece) {
			copy(b[p.start:p.end], strings.Repeat("1", p.end-p.start))
			continue
		}
		copy(b[p.start:p.end], mask(s[p.start:p.end]))
	}
	return string(b)
}

// numberAt reports whether the piece p of s is a number where JSON and TOML permit no word: in an array, or after the
// name of a field. Its mask is a number too, so that the text can still be parsed.
func numberAt(s string, p piece) bool {
	k := runBack(s, p.start, blanks, maxBlanks)
	ends := p.end == len(s) || strings.IndexByte(" \t\r\n,]}", s[p.end]) >= 0
	if k == 0 || !ends || strings.Trim(s[p.start:p.end], numerals) != "" {
		return false
	}
	switch s[k-1] {
	case '[', ',':
		return true
	case ':':
		return k > 1 && s[k-2] == '"'
	case '=':
		return k > 1 && blanks[s[k-2]]
	}
	return false
}

// mask returns the mask of a secret, as long as the secret. It is a YAML scalar and ends no string in any language.
func mask(secret string) string {
	n := len(secret)
	switch {
	case n < len(Mark):
		return strings.Repeat("x", n)
	}
	return Mark + strings.Repeat("x", n-len(Mark))
}

// isMask reports whether s has the form of a mask that this package writes.
func isMask(s string) bool {
	return strings.TrimLeft(strings.TrimPrefix(s, Mark), "x") == "" || strings.TrimLeft(s, "1") == ""
}

// secrets returns the kind and the lines of each span of the text s. Consecutive spans of one block become one secret.
func secrets(s string, spans []span) []Secret {
	var list []Secret
	line, at := 1, 0
	for _, p := range spans {
		line += breaks(s[at:p.start])
		at = p.start
		if p.more && len(list) > 0 && list[len(list)-1].Kind == p.kind {
			list[len(list)-1].Last = line
			list[len(list)-1].Plain = list[len(list)-1].Plain && plain(p.kind, s[p.start:p.end])
			continue
		}
		kind := p.kind
		if byDefault(s, p) {
			kind = defaultPassword
		}
		list = append(list, Secret{Kind: kind, Line: line, Last: line, Plain: plain(kind, s[p.start:p.end]),
			Same: maphash.String(valueSeed, s[p.start:p.end])})
	}
	return list
}

// breaks returns the number of line ends in s: "\n", "\r\n" or "\r".
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

// settle returns the maskable spans that the rules found, sorted and without overlap. A span inside
// another is dropped, except that a known format replaces a span that only a name suggests. Spans
// that overlap in part are joined.
func (f *finder) settle() []span {
	spans := f.spans
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	kept := spans[:0]
	for _, p := range spans {
		apart := len(kept) == 0 || p.start >= kept[len(kept)-1].end
		if !apart {
			if last := kept[len(kept)-1]; p.end <= last.end && (!last.weak || p.weak) {
				continue
			}
		}
		if !f.maskable(p.piece, kept) {
			continue
		}
		if apart {
			kept = append(kept, p)
			continue
		}
		last := &kept[len(kept)-1]
		switch {
		case p.end <= last.end:
			*last = p // the token inside of an assigned value says more
		default:
			if last.weak {
				last.kind, last.weak = p.kind, p.weak
			}
			last.end = p.end
		}
	}
	return kept
}

// maskable reports whether the piece p of the text is not empty, is no mask and has no line end. Only the
// part of p after the last span in kept is searched for line ends: the part before was checked earlier.
func (f *finder) maskable(p piece, kept []span) bool {
	if p.end <= p.start || isMask(f.s[p.start:p.end]) {
		return false
	}
	from := p.start
	if len(kept) > 0 {
		from = max(from, min(p.end, kept[len(kept)-1].end))
	}
	f.looked += p.end - from
	return !strings.ContainsAny(f.s[from:p.end], "\r\n")
}
