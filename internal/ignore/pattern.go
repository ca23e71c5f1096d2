package ignore

import (
	"strings"

	"github.com/git-pkgs/gitignore"
)

// A pattern is one line of an ignore file.
//
// The library handles globs, bracket expressions and character classes exactly
// as git does, but it also lets a pattern match everything below a path that it
// names. Git does not: with "*" and "!doc/", doc/a.txt stays ignored. So this
// package splits lines itself, matches a path alone (its parents were judged
// before), and asks the library about single names.
type pattern struct {
	text     string // as written
	line     int    // from 1
	negated  bool
	dirOnly  bool
	anchored bool // matched against the path from the file's directory, not the name alone
	segments []segment
}

// segment is a part of a pattern between slashes.
type segment struct {
	kind segmentKind
	text string // the name, or the end of the name
	glob *gitignore.Matcher
}

type segmentKind uint8

const (
	literal  segmentKind = iota // the name is text
	suffix                      // the name ends in text: "*.log"
	glob                        // the library decides
	anything                    // "*"
	anyDepth                    // "**": any number of directories
)

// parsePattern parses a line of an ignore file as git does. ok is false for a line
// without a pattern and for a pattern that can never match.
func parsePattern(line string) (p pattern, ok bool) {
	line = trimTrailingSpaces(line)
	p.text = line
	if line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.negated = true
		line = line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.dirOnly = true
		line = line[:len(line)-1]
	}
	p.anchored = strings.Contains(line, "/")
	for part := range strings.SplitSeq(strings.TrimPrefix(line, "/"), "/") {
		s, ok := parseSegment(part, p.anchored)
		if !ok {
			return p, false
		}
		p.segments = append(p.segments, s)
	}
	return p, true
}

func parseSegment(part string, inPath bool) (segment, bool) {
	switch {
	case part == "": // an empty pattern, or two slashes in a row
		return segment{}, false
	case part == "**" && inPath:
		return segment{kind: anyDepth}, true
	case strings.Trim(part, "*") == "":
		return segment{kind: anything}, true
	case !strings.ContainsAny(part, `*?[\`):
		return segment{kind: literal, text: part}, true
	case part[0] == '*' && !strings.ContainsAny(part[1:], `*?[\`):
		return segment{kind: suffix, text: part[1:]}, true
	case endsInBackslash(part), openBracket(part):
		return segment{}, false
	}
	if bare, ok := strings.CutSuffix(part, " "); ok && !endsInBackslash(bare) { // the library would trim it
		part = bare + `\ `
	}
	m := &gitignore.Matcher{}
	m.AddPatterns([]byte("/"+part), "")
	if len(m.Errors()) > 0 {
		return segment{}, false
	}
	return segment{kind: glob, text: part, glob: m}, true
}

func (s *segment) matches(name string) bool {
	switch s.kind {
	case literal:
		return name == s.text
	case suffix:
		return strings.HasSuffix(name, s.text)
	case glob:
		return s.glob.MatchPath(name, false)
	}
	return true
}

// matches reports whether the pattern matches a path itself, and not only a
// directory above it. rel is the path from the directory of the ignore file, name
// its last element.
func (p *pattern) matches(rel, name string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if !p.anchored {
		return p.segments[0].matches(name)
	}
	return matchPath(p.segments, rel)
}

// matchPath reports whether the segments of a pattern match all elements of the
// path rel. After a mismatch it tries the latest "**" again with one more element.
// No earlier "**" need be tried, so the work is bounded by the product of both
// lengths.
func matchPath(segments []segment, rel string) bool {
	back, retry := len(segments), "" // no "**" yet
	i := 0
	for rel != "" {
		if i < len(segments) && segments[i].kind == anyDepth {
			back, retry = i, rel
			i++
			continue
		}
		name, rest, _ := strings.Cut(rel, "/")
		if i < len(segments) && segments[i].matches(name) {
			i++
			rel = rest
			continue
		}
		_, retry, _ = strings.Cut(retry, "/")
		rel, i = retry, back+1
	}
	return i == len(segments)
}

// trimTrailingSpaces returns s without the spaces at its end, except a space after
// a backslash.
func trimTrailingSpaces(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(s))
	}
	return s[:end]
}

// endsInBackslash reports whether s ends in a backslash that escapes nothing. In
// git such a pattern matches nothing.
func endsInBackslash(s string) bool {
	backslashes := s[len(strings.TrimRight(s, `\`)):]
	return len(backslashes)%2 == 1
}

// openBracket reports whether s has a bracket expression without an end. In git
// such a pattern matches nothing; in the library the bracket matches itself.
func openBracket(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			end, ok := bracketEnd(s, i)
			if !ok {
				return true
			}
			i = end
		}
	}
	return false
}

// bracketEnd returns the position of the "]" that closes the bracket expression at
// i, and false if the expression has no end.
func bracketEnd(s string, i int) (end int, ok bool) {
	i++
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		i++
	}
	for first := true; i < len(s); i, first = i+1, false {
		switch {
		case s[i] == ']' && !first:
			return i, true
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], "[:"):
			if class, _, ok := strings.Cut(s[i:], ":]"); ok {
				i += len(class) + 1
			}
		}
	}
	return i, false
}
