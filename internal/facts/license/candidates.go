package license

import (
	"strings"

	"github.com/google/licensecheck"
)

// pairs is the set of neighbouring words of a text. A word counts by its first letters, which plurals and most
// misspellings share.
type pairs map[uint64]bool

// pairsOf returns the pairs of s.
func pairsOf(s string) pairs {
	have, last := pairs{}, uint64(0)
	for i := 0; i < len(s); {
		if !letter(s[i]) {
			i++
			continue
		}
		w, n := word(s[i:])
		have[last<<24^w] = true
		last, i = w, i+n
	}
	return have
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// word returns the first five letters of the word at the start of s, and the length of the word. The classifier takes
// some words for others, and so does word.
func word(s string) (w uint64, n int) {
	for n < len(s) && letter(s[n]) {
		if n < 5 {
			w = w<<8 | uint64(s[n]|0x20)
		}
		n++
	}
	if n < 3 || n > 6 {
		return w, n
	}
	switch strings.ToLower(s[:n]) {
	case "these", "this", "those":
		w = 't'<<16 | 'h'<<8 | 'e'
	case "are":
		w = 'i'<<8 | 's'
	case "they", "them":
		w = 'i'<<8 | 't'
	case "copies":
		w = 'c'<<24 | 'o'<<16 | 'p'<<8 | 'y'
	}
	return w, n
}

// tally counts the pairs of a part of a pattern, and the pairs that a text lacks.
type tally struct{ all, missing int }

func (t tally) plus(u tally) tally { return tally{t.all + u.all, t.missing + u.missing} }

// excess returns a positive number if more is missing than in a match, where a misspelled word costs two pairs.
func (t tally) excess() int { return 4*t.missing - t.all - 16 }

// group is a group of a pattern that is open, "((", with one alternative or several.
type group struct {
	before tally // of the pattern up to the group
	best   tally // of the alternative that fits best
	any    bool  // best is set
}

// choose sets best to t if t fits better than the alternatives before it.
func (g *group) choose(t tally) {
	if !g.any || t.excess() < g.best.excess() {
		g.best, g.any = t, true
	}
}

// maxLack bounds the pairs that are missing one after another, where each counts 2 and each other pair between them
// takes 1 away: a match leaves out no word, and it has no more than three misspelled words next to each other. The
// pattern of BSD-4-Clause, of which the text of BSD-3-Clause lacks a sentence, costs more than all the others.
const maxLack = 12

// possible reports whether a pattern can match a part of the text with the pairs in have. The classifier
// defines the syntax of patterns: "((a || b))" and "((a))??" are alternatives and options, "__5__" means up to five words,
// and "//** a **//" is a comment.
func (have pairs) possible(pattern string) bool {
	var open []group
	var now tally
	last, lack := uint64(0), 0
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		if letter(rest[0]) {
			w, n := word(rest)
			if last != 0 {
				now.all++
				if have[last<<24^w] {
					lack = max(0, lack-1)
				} else {
					now.missing++
					lack += 2
				}
			}
			last, i = w, i+n
			if len(open) == 0 && (now.excess() > 0 || lack > maxLack) {
				return false
			}
			continue
		}
		switch operator := rest[:min(2, len(rest))]; {
		case operator == "((":
			open = append(open, group{before: now})
			now = tally{}
		case operator == "||" && len(open) > 0:
			open[len(open)-1].choose(now)
			now = tally{}
		case operator == "))" && len(open) > 0:
			g := open[len(open)-1]
			open = open[:len(open)-1]
			g.choose(now)
			if strings.HasPrefix(rest, "))??") {
				g.choose(tally{})
			}
			now = g.before.plus(g.best)
		case strings.HasPrefix(rest, "//**"):
			i += max(0, strings.Index(rest, "**//")) + len("**//") - 2 // a comment
		case operator != "__":
			i++
			continue
		}
		last, lack = 0, 0
		i += 2
	}
	return now.excess() <= 0
}

// candidates returns the licences that can match a part of the text with the pairs in have, and the addresses of
// licences. The first pattern of list is always a candidate, since the classifier needs one.
func (have pairs) candidates(list []licensecheck.License) []licensecheck.License {
	var c []licensecheck.License
	for i := range list {
		if i == 0 || list[i].LRE == "" || have.possible(list[i].LRE) {
			c = append(c, list[i])
		}
	}
	return c
}
