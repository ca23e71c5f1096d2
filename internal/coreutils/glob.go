package coreutils

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// glob is a shell pattern as fnmatch(3) reads it without flags: * and ? match a
// slash and a leading dot too.
type glob struct {
	re *regexp.Regexp
}

// newGlob reads a pattern. Every string is one: what is malformed stands for itself.
func newGlob(pattern string, fold bool) *glob {
	var b strings.Builder
	b.WriteString("(?s")
	if fold {
		b.WriteByte('i')
	}
	b.WriteString(")^")
	for p := strings.ToValidUTF8(pattern, "\uFFFD"); p != ""; {
		_, n := utf8.DecodeRuneInString(p)
		switch {
		case p[0] == '*':
			p = strings.TrimLeft(p, "*")
			b.WriteString(".*")
			continue
		case p[0] == '?':
			b.WriteByte('.')
		case p[0] == '\\' && len(p) > 1:
			p = p[1:]
			_, n = utf8.DecodeRuneInString(p)
			b.WriteString(regexp.QuoteMeta(p[:n]))
		case p[0] == '[':
			set := p
			if strings.HasPrefix(set, "[!") {
				set = "[^" + set[2:]
			}
			// The set of a basic expression is that of a shell pattern but for "!".
			t := &translator{in: set}
			if t.bracket() == nil && compiles(string(t.out)) {
				b.Write(t.out)
				n = len(p) - len(t.in)
			} else {
				b.WriteString(`\[`)
			}
		default:
			b.WriteString(regexp.QuoteMeta(p[:n]))
		}
		p = p[n:]
	}
	b.WriteByte('$')
	re, err := regexp.Compile(b.String())
	if err != nil { // too large for an expression
		re = regexp.MustCompile("^" + regexp.QuoteMeta(strings.ToValidUTF8(pattern, "\uFFFD")) + "$")
	}
	return &glob{re}
}

func compiles(re string) bool {
	_, err := regexp.Compile(re)
	return err == nil
}

func (g *glob) match(name string) bool { return g.re.MatchString(name) }
