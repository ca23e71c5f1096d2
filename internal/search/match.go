package search

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"luminos/internal/content"
	"luminos/internal/words"
)

const (
	maxPattern = 1000 // bytes
	// regexSize is the maximal size of an expression with its repetitions written out. The
	// time per byte of text grows with it, and a running match cannot be stopped.
	regexSize = 2000
	// LongLine is the number of bytes of a line that an expression is applied to.
	LongLine = 64 << 10
)

// Matcher finds a literal or a regular expression in a line. It is safe for concurrent use.
type Matcher struct {
	literal string
	regex   *regexp.Regexp // nil for a literal
}

// NewMatcher returns the matcher of a literal, in which case counts, or of a regular expression in RE2 syntax. The error
// states to the author of the pattern why it cannot be searched for.
func NewMatcher(pattern string, regex bool) (Matcher, error) {
	switch {
	case pattern == "":
		return Matcher{}, errors.New("the pattern is empty and would match every line; give a pattern")
	case len(pattern) > maxPattern:
		return Matcher{}, fmt.Errorf("the pattern has %d bytes; at most %d are permitted; search for a shorter part",
			len(pattern), maxPattern)
	case !regex && strings.ContainsAny(pattern, "\r\n"):
		return Matcher{}, errors.New(
			"the pattern has a line end in it, and lines are searched one by one; search for a part of one line")
	case !regex:
		return Matcher{literal: pattern}, nil
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		shown := words.Line(err.Error(), maxPattern)
		return Matcher{}, fmt.Errorf("the regular expression is invalid: %s; without regex the pattern is literal text", shown)
	}
	if size(parsed, regexSize) > regexSize {
		return Matcher{}, errors.New("the regular expression is too large with its repetitions written out; use smaller counts, or search for a part")
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return Matcher{}, fmt.Errorf("the regular expression is invalid: %w", err)
	}
	return Matcher{regex: re}, nil
}

// size returns roughly the number of nodes of a regular expression with its repetitions written
// out, or most+1 if there are more than most nodes.
func size(re *syntax.Regexp, most int) int {
	n := 1 + len(re.Rune)/64
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		if n > most {
			return n
		}
		n += size(sub, most)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, most+1)
}

// never reports whether no line of the text b can match, because b lacks the literal text with which every match
// begins. It returns false if the literal text alone does not decide that.
func (m Matcher) never(b []byte, enc content.Encoding) bool {
	if enc == content.UTF16LE || enc == content.UTF16BE || enc == content.Windows1252 {
		return false
	}
	literal := m.literal
	if m.regex != nil {
		literal, _ = m.regex.LiteralPrefix()
	}
	return strings.IndexByte(literal, '\n') < 0 && !strings.Contains(literal, "\uFFFD") && !bytes.Contains(b, []byte(literal))
}

// In reports whether a text has a match in its first LongLine bytes, or anywhere for a literal.
func (m Matcher) In(text string) bool {
	at, _, _ := m.find(text)
	return at >= 0
}

// find returns the beginning and the end of the first match in a line; without a match, at is -1. cut reports whether
// the end of a long line was not searched.
func (m Matcher) find(line string) (at, end int, cut bool) {
	if m.regex == nil {
		at = strings.Index(line, m.literal)
		return at, at + len(m.literal), false
	}
	if len(line) > LongLine {
		line, cut = strings.ToValidUTF8(line[:LongLine], ""), true // a character that was cut
	}
	if loc := m.regex.FindStringIndex(line); loc != nil {
		return loc[0], loc[1], cut
	}
	return -1, -1, cut
}
