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

// parsePattern parses a line by git's rules. ok is false for lines without a
// pattern and for patterns that can never match.
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
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	parts := strings.Split(line, "/")
	for i, part := range parts {
		s, ok := parseSegment(part, p.anchored)
		if !ok {
			return p, false
		}
		if s.kind == anyDepth && i > 0 && p.segments[len(p.segments)-1].kind == anyDepth {
			continue
		}
		p.segments = append(p.segments, s)
	}
	// Below a directory means at least one level below it.
	if last := len(p.segments) - 1; p.segments[last].kind == anyDepth {
		p.segments = append(p.segments, segment{kind: anything})
	}
	// "**/name" is "name".
	if p.anchored && len(p.segments) == 2 && p.segments[0].kind == anyDepth {
		p.anchored, p.segments = false, p.segments[1:]
	}
	return p, true
}

func parseSegment(part string, inPath bool) (segment, bool) {
	switch {
	case part == "": // two slashes in a row never match
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

// matches reports whether the pattern names this very path. rel is the path
// from the directory of the ignore file, name its last element.
func (p *pattern) matches(rel, name string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if !p.anchored {
		return p.segments[0].matches(name)
	}
	return matchPath(p.segments, rel)
}

// matchPath matches names against segments. Going back to the latest "**" is
// enough, so the work is bounded by the product of both lengths.
func matchPath(segments []segment, rel string) bool {
	back, retry := -1, ""
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
		if back < 0 {
			return false
		}
		_, retry, _ = strings.Cut(retry, "/")
		rel, i = retry, back+1
	}
	return i == len(segments)
}

// trimTrailingSpaces removes spaces at the end that no backslash protects.
func trimTrailingSpaces(s string) string {
	end := len(s)
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

// endsInBackslash reports a backslash at the end that escapes nothing; git
// lets such a pattern match nothing.
func endsInBackslash(s string) bool {
	n := len(s) - len(strings.TrimRight(s, `\`))
	return n%2 == 1
}

// openBracket reports a bracket expression without an end; git lets such a
// pattern match nothing, the library takes the bracket for itself.
func openBracket(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			end := bracketEnd(s, i)
			if end < 0 {
				return true
			}
			i = end
		}
	}
	return false
}

// bracketEnd finds the "]" that closes the bracket expression at i.
func bracketEnd(s string, i int) int {
	i++
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		i++
	}
	for first := true; i < len(s); i, first = i+1, false {
		switch {
		case s[i] == ']' && !first:
			return i
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], "[:"):
			if j := strings.Index(s[i+2:], ":]"); j >= 0 {
				i += 2 + j + 1
			}
		}
	}
	return -1
}
