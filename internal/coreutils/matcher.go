package coreutils

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// The time of a match is at most proportional to the size of the expression times
// the length of the line.
const (
	maxInstructions = 20_000     // size of a compiled expression
	maxUnchecked    = 20_000_000 // instructions times bytes that are matched without checking the clock
)

// matcher finds matches of the patterns of one grep in lines.
type matcher struct {
	literal  []byte         // replaces the expressions if the patterns are one literal
	required []byte         // a literal that each match contains; searching it is faster
	first    *regexp.Regexp // matches at the beginning of a line or later; group "match" is the match
	next     *regexp.Regexp // the same, but the text begins with one character of context
	start    *regexp.Regexp // matches a word at the beginning of a line; nil without -w
	cost     int64          // estimated instructions of first
}

// matchOptions select how patterns are read.
type matchOptions struct {
	extended, fixed, fold, word, line bool
}

// compile returns one matcher that finds any of the grep patterns, with the flags -E, -F, -i, -w
// and -x in m. It returns an error if a pattern is invalid or the patterns are too large.
func (m matchOptions) compile(patterns []string) (*matcher, error) {
	var parts []string
	for _, p := range patterns {
		part := regexp.QuoteMeta(p)
		if !m.fixed {
			part = translate(p, m.extended)
		}
		if _, err := cost(part); err != nil {
			return nil, err
		}
		parts = append(parts, "(?:"+part+")")
	}
	all := strings.Join(parts, "|")
	flags := "(?s)"
	if m.fold {
		flags = "(?si)"
	}
	const nonWord = `[^0-9A-Za-z_]`
	before, after, context := "", "", "."
	switch {
	case m.line:
		before, after = "^", "$"
	case m.word:
		before, after, context = "(?:^|"+nonWord+")", "(?:$|"+nonWord+")", nonWord
	}
	expression := flags + before + "(?P<match>" + all + ")" + after
	n, err := cost(expression)
	if err != nil {
		return nil, err
	}
	made := &matcher{cost: n, first: regexp.MustCompile(expression), next: regexp.MustCompile(flags + context + "(?P<match>" + all + ")" + after)}
	made.first.Longest() // POSIX semantics
	made.next.Longest()
	if m.word {
		made.start = regexp.MustCompile(flags + "^(?P<match>" + all + ")" + after)
		made.start.Longest()
	}
	if literal, whole := regexp.MustCompile(flags + all).LiteralPrefix(); whole && literal != "" {
		made.required = []byte(literal)
		if !m.word && !m.line {
			made.literal = made.required
		}
	}
	return made, nil
}

// cost returns the estimated number of instructions of a regular expression when compiled. It
// returns an error if the expression is invalid or larger than maxInstructions.
func cost(expression string) (int64, error) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return 0, fmt.Errorf("invalid regular expression: %s", strings.ReplaceAll(err.Error(), "error parsing regexp: ", ""))
	}
	n := instructions(re)
	if n > maxInstructions {
		return 0, errors.New("the patterns are too large; use fewer or simpler patterns")
	}
	return n, nil
}

// instructions returns an estimate of the number of instructions of a compiled regular expression.
func instructions(re *syntax.Regexp) int64 {
	n := int64(1)
	if re.Op == syntax.OpLiteral {
		n = int64(len(re.Rune))
	}
	for _, sub := range re.Sub {
		n += instructions(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= int64(max(re.Max, re.Min, 1))
	}
	return min(n, 1<<40)
}

// matches reports whether a line contains a match. If ctx ends during the search, it may return
// false.
func (m *matcher) matches(ctx context.Context, line []byte) bool {
	switch {
	case m.literal != nil:
		return bytes.Contains(line, m.literal)
	case !bytes.Contains(line, m.required):
		return false
	case m.cost*int64(len(line)) < maxUnchecked:
		return m.first.Match(line)
	}
	return m.first.MatchReader(&ctxReader{ctx: ctx, rest: line})
}

// find returns the start and end of the first match in a line at or after the offset at. ok is
// false if there is no match.
func (m *matcher) find(ctx context.Context, line []byte, at int) (from, to int, ok bool) {
	if m.literal != nil {
		i := bytes.Index(line[at:], m.literal)
		return at + i, at + i + len(m.literal), i >= 0
	}
	re, base := m.first, at
	if at == 0 && m.start != nil && m.cost*int64(len(line)) < maxUnchecked && m.start.Match(line) {
		re = m.start // first would take the longest, also with the first character as context
	}
	if at > 0 { // the character before decides about ^ and \b
		_, n := utf8.DecodeLastRune(line[:at])
		re, base = m.next, at-n
	}
	var loc []int
	if m.cost*int64(len(line)-base) < maxUnchecked {
		loc = re.FindSubmatchIndex(line[base:])
	} else {
		loc = re.FindReaderSubmatchIndex(&ctxReader{ctx: ctx, rest: line[base:]})
	}
	if loc == nil {
		return 0, 0, false
	}
	g := re.SubexpIndex("match")
	return base + loc[2*g], base + loc[2*g+1], true
}

// ctxReader reads a line and ends it early if ctx ends, because a running match
// cannot be interrupted otherwise.
type ctxReader struct {
	ctx  context.Context
	rest []byte
	read int
}

// ReadRune implements [io.RuneReader] for the line. It returns [io.EOF] at the end of the line, or
// when ctx has ended.
func (r *ctxReader) ReadRune() (rune, int, error) {
	if r.read++; r.read%256 == 0 && r.ctx.Err() != nil || len(r.rest) == 0 {
		return 0, 0, io.EOF
	}
	c, n := utf8.DecodeRune(r.rest)
	r.rest = r.rest[n:]
	return c, n, nil
}
