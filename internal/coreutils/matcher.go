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

// Matching takes at most the size of the expression times the length of the line.
const (
	mostInstructions = 20_000     // what compiling may come to
	briefly          = 20_000_000 // steps that may be taken without a look at the clock
)

// matcher finds the lines that a grep is for.
type matcher struct {
	literal []byte         // instead of an expression, where one is enough
	must    []byte         // what every match holds; it is faster to look for
	first   *regexp.Regexp // its group "match" is what matches
	next    *regexp.Regexp // the same beyond the beginning of a line, after one character
	cost    int64          // instructions of the expression
}

// matching says how patterns are read.
type matching struct {
	extended, fixed, fold, word, line bool
}

// compile makes one matcher of several patterns, and says what is odd about them.
func (m matching) compile(patterns []string) (*matcher, []string, error) {
	var parts, warnings []string
	for _, p := range patterns {
		part := regexp.QuoteMeta(p)
		if !m.fixed {
			var odd []string
			var err error
			if part, odd, err = translate(p, m.extended); err != nil {
				return nil, nil, err
			}
			warnings = append(warnings, odd...)
		}
		if err := fitting(part); err != nil {
			return nil, nil, err
		}
		parts = append(parts, "(?:"+part+")")
	}
	if len(parts) == 0 {
		return nil, nil, errors.New("no pattern")
	}
	all := strings.Join(parts, "|")
	flags := "(?s)"
	if m.fold {
		flags = "(?si)"
	}
	const other = `[^0-9A-Za-z_]`
	before, after, nextBefore := "", "", "."
	switch {
	case m.line:
		before, after, nextBefore = "^", "$", "."
	case m.word:
		before, after, nextBefore = "(?:^|"+other+")", "(?:$|"+other+")", other
	}
	expression := flags + before + "(?P<match>" + all + ")" + after
	if err := fitting(expression); err != nil {
		return nil, nil, err
	}
	first, err := regexp.Compile(expression)
	if err != nil {
		return nil, nil, plainly(err)
	}
	first.Longest() // as POSIX has it
	made := &matcher{first: first, cost: size(expression)}
	if literal, whole := regexp.MustCompile(flags + all).LiteralPrefix(); whole && literal != "" {
		made.must = []byte(literal)
		if !m.word && !m.line {
			made.literal = made.must
		}
	}
	if made.next, err = regexp.Compile(flags + nextBefore + "(?P<match>" + all + ")" + after); err != nil {
		return nil, nil, plainly(err)
	}
	made.next.Longest()
	return made, warnings, nil
}

// fitting is an error for an expression that would be too large, before it is.
func fitting(expression string) error {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return plainly(err)
	}
	if instructions(re) > mostInstructions {
		return errors.New("the patterns are too large together; ask with fewer or simpler ones")
	}
	return nil
}

func plainly(err error) error {
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Errorf("the pattern does not work: %s: %s", e.Code, show(e.Expr))
	}
	return fmt.Errorf("the pattern does not work: %w", err)
}

func size(expression string) int64 {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return mostInstructions
	}
	return instructions(re)
}

// instructions estimates what an expression compiles to.
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

// matches reports whether a line has a match.
func (m *matcher) matches(ctx context.Context, line []byte) bool {
	switch {
	case m.literal != nil:
		return bytes.Contains(line, m.literal)
	case !bytes.Contains(line, m.must):
		return false
	case m.cost*int64(len(line)) < briefly:
		return m.first.Match(line)
	}
	return m.first.MatchReader(&watchful{ctx: ctx, rest: line})
}

// find returns the first match at or after an offset.
func (m *matcher) find(ctx context.Context, line []byte, at int) (from, to int, ok bool) {
	if m.literal != nil {
		i := bytes.Index(line[at:], m.literal)
		return at + i, at + i + len(m.literal), i >= 0
	}
	re, base := m.first, at
	if at > 0 { // what stands before decides whether ^ and \b hold
		_, n := utf8.DecodeLastRune(line[:at])
		re, base = m.next, at-n
	}
	var place []int
	if m.cost*int64(len(line)-base) < briefly {
		place = re.FindSubmatchIndex(line[base:])
	} else {
		place = re.FindReaderSubmatchIndex(&watchful{ctx: ctx, rest: line[base:]})
	}
	if place == nil {
		return 0, 0, false
	}
	g := re.SubexpIndex("match")
	return base + place[2*g], base + place[2*g+1], true
}

// watchful reads a line that takes long to match, and ends it when time is up:
// a match that runs cannot be interrupted otherwise.
type watchful struct {
	ctx  context.Context
	rest []byte
	read int
}

// ReadRune implements io.RuneReader.
func (w *watchful) ReadRune() (rune, int, error) {
	if w.read++; w.read%256 == 0 && w.ctx.Err() != nil || len(w.rest) == 0 {
		return 0, 0, io.EOF
	}
	r, n := utf8.DecodeRune(w.rest)
	w.rest = w.rest[n:]
	return r, n, nil
}
