package facts

import (
	"slices"
	"strings"
	"sync"
)

// A match is a place where a rule holds.
type match struct {
	rule *injectionRule
	at   int
}

// matches tries the rules on a text, around their anchors. Those that merely
// address an agent are left out when addressed is set.
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

// holds reports whether the expression matches somewhere where it is not taken back.
func (r *injectionRule) holds(window string) bool {
	return slices.ContainsFunc(r.expr().FindAllStringIndex(window, -1), func(loc []int) bool {
		return r.unless == nil || !r.unless().MatchString(window[:loc[0]])
	})
}

// anchorIndex finds all anchors of all rules in one pass: a table of 32 KiB, by
// the low five bits of three bytes, says which bucket of anchors can begin
// there; nearly always it is the empty one, number 0. Five bits do not tell
// upper from lower case, which is wanted.
type anchorIndex struct {
	table   [1 << 15]uint8
	buckets [][]anchor
}

type anchor struct {
	text string
	rule int
}

// anchorHead is how many bytes the table looks at; no anchor is shorter.
const anchorHead = 3

func headOf(s string) int {
	return int(s[0]&31)<<10 | int(s[1]&31)<<5 | int(s[2]&31)
}

// anchors is made once; it never changes.
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

// equalLower reports whether s is lower, but for the case of ASCII letters. Both are of one length.
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

// window is the folded text around an anchor, or "" when the anchor stands in
// the wrong place for the rule.
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

// lineDecoration is what comments, quotations and lists put before a line's text.
const lineDecoration = " \t*#>/;%\"'`-+|"

// foldProse makes running text of wrapped, quoted, emphasised or commented
// text: one space for every run of white space, no marks at line starts, no
// emphasis and no double quotes.
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
