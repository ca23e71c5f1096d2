package coreutils

import (
	"regexp"
	"strings"
)

// Parts of a pattern: a bracket expression, an escape, or one character.
var patternPart = regexp.MustCompile(`(?s)\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|\\.|.`)

// translate converts a regular expression of GNU grep to RE2 syntax. In a basic
// expression ( ) { } | + ? are ordinary characters and operators only after a
// backslash; * ^ $ are ordinary except where they can be an operator. In both
// syntaxes \< and \> are word boundaries. Everything else is left to RE2.
func translate(pattern string, extended bool) string {
	parts := patternPart.FindAllString(pattern, -1)
	var b strings.Builder
	start, anchored := true, false // at the start of the pattern, a group or an alternative; after its ^
	for i, p := range parts {
		starts, anchors := false, false
		switch next := strings.Join(parts[i+1:min(i+2, len(parts))], ""); {
		case p == `\<` || p == `\>`:
			p = `\b`
		case extended:
		case len(p) == 2 && strings.Contains("(){}|+?", p[1:]):
			p = p[1:]
			starts = p == "(" || p == "|"
		case strings.Contains("(){}|+?", p), p == "*" && (start || anchored), p == "^" && !start,
			p == "$" && next != "" && next != `\)` && next != `\|`:
			p = `\` + p
		case p == "^":
			anchors = true
		}
		b.WriteString(p)
		start, anchored = starts, anchors
	}
	return b.String()
}

// compileGlob returns the regular expression for a shell pattern such as *.go, as fnmatch(3) reads
// it without flags: * and ? also match a slash and a leading dot. A malformed part matches itself.
// If fold is true, case is ignored.
func compileGlob(pattern string, fold bool) *regexp.Regexp {
	pattern = strings.ToValidUTF8(pattern, "\uFFFD")
	var b strings.Builder
	for _, p := range patternPart.FindAllString(pattern, -1) {
		switch {
		case p == "*":
			b.WriteString(".*")
		case p == "?":
			b.WriteByte('.')
		case len(p) > 2 && p[0] == '[':
			if strings.HasPrefix(p, "[!") {
				p = "[^" + p[2:]
			}
			if _, err := regexp.Compile(p); err != nil {
				p = regexp.QuoteMeta(p)
			}
			b.WriteString(p)
		case len(p) > 1:
			b.WriteString(regexp.QuoteMeta(p[1:]))
		default:
			b.WriteString(regexp.QuoteMeta(p))
		}
	}
	flags := "(?s)"
	if fold {
		flags = "(?si)"
	}
	return regexp.MustCompile(flags + "^" + b.String() + "$")
}
