package facts

import (
	"slices"
	"strings"
	"sync"
)

// match is a match of a rule.
type match struct {
	rule *injectionRule
	at   int
}

// matches returns the anchors in a text around which their injection rule matches. Anchors are fixed words that are
// quick to find. If addressed is true, as for instruction files, rules that only find text addressed to an agent are
// left out.
func matches(s string, addressed bool) []match {
	var found []match
	x := anchors()
	tried := make([]int, len(injectionRules))
	for i := 0; i+anchorHead <= len(s); i++ {
		for _, a := range x.buckets[x.table[headOf(s[i:])]] {
			r := &injectionRules[a.rule]
			if len(s)-i < len(a.text) || !equalLower(s[i:i+len(a.text)], a.text) || tried[a.rule] >= injectionWindows || addressed && r.address {
				continue
			}
			w := r.window(s, i)
			if w == "" || !containsAny(w, r.near) {
				continue
			}
			tried[a.rule]++
			if r.holds(w) {
				found = append(found, match{r, i})
			}
		}
	}
	return found
}

// holds reports whether the expression of the rule matches in the window, with no match of its
// exception (unless) before that.
func (r *injectionRule) holds(window string) bool {
	return slices.ContainsFunc(r.expr().FindAllStringIndex(window, -1), func(loc []int) bool {
		return r.unless == nil || !r.unless().MatchString(window[:loc[0]])
	})
}

// anchorIndex finds all anchors of all rules in one pass. The table, indexed by
// the low five bits of three bytes, returns the bucket of the anchors that can
// begin there, usually the empty bucket 0. Five bits do not distinguish upper and
// lower case, as intended.
type anchorIndex struct {
	table   [1 << 15]uint8
	buckets [][]anchor
}

type anchor struct {
	text string
	rule int
}

// anchorHead is the number of bytes that index the table, and the minimum length
// of an anchor.
const anchorHead = 3

func headOf(s string) int {
	return int(s[0]&31)<<10 | int(s[1]&31)<<5 | int(s[2]&31)
}

// anchors returns the index of all rules. It is built once and never changes.
var anchors = sync.OnceValue(func() *anchorIndex {
	x := &anchorIndex{buckets: [][]anchor{nil}}
	for i, r := range injectionRules {
		for _, text := range r.anchors {
			h := headOf(text)
			if x.table[h] == 0 {
				x.table[h] = uint8(len(x.buckets))
				x.buckets = append(x.buckets, nil)
			}
			x.buckets[x.table[h]] = append(x.buckets[x.table[h]], anchor{text, i})
		}
	}
	return x
})

// equalLower reports whether s equals lower, ignoring the case of ASCII letters.
// Both have the same length.
func equalLower(s, lower string) bool {
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// The window around an anchor, in bytes.
const (
	windowBefore = 160
	windowAfter  = 320
)

// window returns the text around the anchor at an offset as running text in lower case. It returns
// "" if the rule needs its anchor at the beginning of a line and it is elsewhere.
func (r *injectionRule) window(s string, at int) string {
	start := max(0, at-windowBefore)
	if r.lineStart {
		start = strings.LastIndexByte(s[:at], '\n') + 1
		if strings.Trim(s[start:at], lineDecoration) != "" {
			return ""
		}
		start = at
	}
	return foldProse(asciiLower(s[start:min(len(s), at+windowAfter)]))
}

// lineDecoration are the characters of comments, quotations and lists before the
// text of a line.
const lineDecoration = " \t*#>/;%\"'`-+|"

// foldProse converts wrapped, quoted, emphasised or commented text to running text: one space for each run of white
// space, no marks at the start of a line after the first, and no asterisks, backquotes or double quotes.
func foldProse(s string) string {
	s = strings.NewReplacer(`\n`, "\n", `\t`, " ").Replace(s)
	var b strings.Builder
	b.Grow(len(s))
	space, lineStart := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\n':
			space, lineStart = true, true
			continue
		case c == ' ' || c == '\t' || c == '*' || c == '`' || c == '"':
			space = space || c == ' ' || c == '\t'
			continue
		case lineStart && strings.IndexByte(lineDecoration, c) >= 0:
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space, lineStart = false, false
		b.WriteByte(c)
	}
	return b.String()
}
