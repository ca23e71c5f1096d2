package coreutils

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// translate makes RE2's syntax of a POSIX regular expression as GNU grep reads
// it: basic, or extended.
//
// The two differ in which of ( ) { } | + ? need a backslash, and in where * ^ $
// are ordinary. RE2 reads x*? and x** otherwise than POSIX does, so a repeated
// repetition gets a group. \< and \> both become \b: they differ only where the
// pattern goes on with something that is not a word.
func translate(pattern string, extended bool) (re string, warnings []string, err error) {
	t := &translator{in: pattern, extended: extended, atom: -1}
	for len(t.in) > 0 {
		if err := t.next(); err != nil {
			return "", nil, err
		}
	}
	if len(t.groups) > 0 {
		return "", nil, errors.New(`unmatched ( or \(`)
	}
	return string(t.out), t.warnings, nil
}

type translator struct {
	in       string // what is left
	extended bool
	out      []byte
	groups   []int // where the open groups begin in out
	atom     int   // where in out what a repetition applies to begins; -1: nothing
	repeated bool  // it is repeated already
	warnings []string
}

// next translates one element.
func (t *translator) next() error {
	c := t.in[0]
	switch {
	case c == '\\':
		return t.backslash()
	case c == '[':
		return t.bracket()
	case c == '*':
		return t.repeat("*", 1)
	case c == '.':
		t.put(".", 1)
	case c == '^' && (t.extended || t.fresh()):
		t.out, t.in, t.atom = append(t.out, '^'), t.in[1:], -1
	case c == '$' && (t.extended || t.closing(t.in[1:])):
		t.out, t.in, t.atom = append(t.out, '$'), t.in[1:], -1
	case t.extended && strings.IndexByte("(){}|+?", c) >= 0:
		return t.operator(c, 1)
	default:
		_, n := utf8.DecodeRuneInString(t.in)
		t.literal(n)
	}
	return nil
}

// literal takes the next n bytes, one character, as they are.
func (t *translator) literal(n int) { t.put(regexp.QuoteMeta(t.in[:n]), n) }

// put adds something that can be repeated, and takes n bytes for it.
func (t *translator) put(re string, n int) {
	t.atom, t.repeated = len(t.out), false
	t.out = append(t.out, re...)
	t.in = t.in[n:]
}

// fresh reports whether an expression, a group or a branch begins here.
func (t *translator) fresh() bool {
	return len(t.out) == 0 || t.atom < 0 && (t.out[len(t.out)-1] == '(' || t.out[len(t.out)-1] == '|')
}

// closing reports whether the rest of a basic expression ends here or ends a group or a branch.
func (t *translator) closing(rest string) bool {
	return rest == "" || strings.HasPrefix(rest, `\)`) || strings.HasPrefix(rest, `\|`)
}

// repeat adds a repetition of n bytes.
func (t *translator) repeat(op string, n int) error {
	switch {
	case t.atom < 0 && t.extended: // of nothing
		t.in = t.in[n:]
		return nil
	case t.atom < 0:
		t.put(regexp.QuoteMeta(t.in[n-1:n]), n)
		return nil
	case t.repeated:
		t.out = slices.Concat(t.out[:t.atom], []byte("(?:"), t.out[t.atom:], []byte(")"))
	}
	t.out = append(t.out, op...)
	t.repeated = true
	t.in = t.in[n:]
	return nil
}

// operator is one of ( ) { } | + ?, written with n bytes.
func (t *translator) operator(c byte, n int) error {
	switch c {
	case '(':
		t.groups = append(t.groups, len(t.out))
		t.out, t.in, t.atom = append(t.out, '('), t.in[n:], -1
	case ')':
		if len(t.groups) == 0 {
			return errors.New(`unmatched ) or \)`)
		}
		t.atom, t.repeated = t.groups[len(t.groups)-1], false
		t.groups = t.groups[:len(t.groups)-1]
		t.out, t.in = append(t.out, ')'), t.in[n:]
	case '|':
		t.out, t.in, t.atom = append(t.out, '|'), t.in[n:], -1
	case '{':
		return t.interval(n)
	case '}':
		t.put(`\}`, n)
	default:
		return t.repeat(string(c), n)
	}
	return nil
}

var interval = regexp.MustCompile(`^([0-9]*)(,?)([0-9]*)$`)

// interval is {m}, {m,}, {,n} or {m,n}.
func (t *translator) interval(n int) error {
	closing := `\}`
	if t.extended {
		closing = "}"
	}
	inside, _, closed := strings.Cut(t.in[n:], closing)
	m := interval.FindStringSubmatch(inside)
	if !closed || m == nil || m[1]+m[3] == "" && m[2] == "" || t.atom < 0 {
		if t.extended { // then it is a brace
			t.put(`\{`, n)
			return nil
		}
		if !closed {
			return errors.New(`unmatched \{`)
		}
		return errors.New(`invalid content of \{\}`)
	}
	least, _ := strconv.Atoi("0" + m[1])
	most, _ := strconv.Atoi("0" + m[3])
	if least > 1000 || most > 1000 {
		return errors.New("regular expression too big: at most 1000 repetitions here")
	}
	if m[3] != "" && most < least {
		return errors.New(`invalid content of \{\}`)
	}
	op := fmt.Sprintf("{%d%s%s}", least, m[2], m[3])
	return t.repeat(op, n+len(inside)+len(closing))
}

// backslash is an escape.
func (t *translator) backslash() error {
	if len(t.in) == 1 {
		return errors.New("trailing backslash")
	}
	c := t.in[1]
	switch {
	case !t.extended && strings.IndexByte("(){}|+?", c) >= 0:
		return t.operator(c, 2)
	case '1' <= c && c <= '9':
		return fmt.Errorf(`the back-reference \%c is refused: the engine here finds matches in linear time and has none; write the alternatives out`, c)
	case strings.IndexByte("wWsS", c) >= 0:
		t.put(t.in[:2], 2)
	case c == 'b' || c == 'B':
		t.anchor(t.in[:2])
	case c == '<' || c == '>':
		t.anchor(`\b`)
	case c == '`':
		t.anchor(`\A`)
	case c == '\'':
		t.anchor(`\z`)
	default:
		if c != '-' && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '0') {
			t.warnings = append(t.warnings, fmt.Sprintf("warning: stray \\ before %c; it stands for %c itself", c, c))
		}
		t.in = t.in[1:]
		_, n := utf8.DecodeRuneInString(t.in)
		t.literal(n)
	}
	return nil
}

func (t *translator) anchor(re string) {
	t.out, t.in = append(t.out, re...), t.in[2:]
	t.atom, t.repeated = len(t.out)-len(re), false
}

var classes = []string{"alpha", "digit", "alnum", "upper", "lower", "space", "blank", "punct", "print", "graph", "cntrl", "xdigit"}

// bracket is [...], in which a backslash is an ordinary character.
func (t *translator) bracket() error {
	unmatched := errors.New("unmatched [, [^, [:, [., or [=")
	in, re := t.in[1:], "["
	if strings.HasPrefix(in, "^") {
		in, re = in[1:], "[^"
	}
	for first := true; ; first = false {
		if in == "" {
			return unmatched
		}
		if in[0] == ']' && !first {
			t.put(re+"]", len(t.in)-len(in)+1)
			return nil
		}
		if in[0] == '[' && len(in) > 1 && strings.IndexByte(":.=", in[1]) >= 0 {
			inside, rest, closed := strings.Cut(in[2:], in[1:2]+"]")
			switch {
			case !closed:
				return unmatched
			case in[1] == ':' && !slices.Contains(classes, inside):
				return errors.New("invalid character class name")
			case in[1] == ':':
				re += "[:" + inside + ":]"
			case utf8.RuneCountInString(inside) != 1:
				return errors.New("invalid collation character")
			default:
				re += quoteInBrackets(inside)
			}
			in = rest
			continue
		}
		_, n := utf8.DecodeRuneInString(in)
		c := in[:n]
		if c == "-" && !first && len(in) > 1 && in[1] != ']' { // a range
			re += "-"
		} else {
			re += quoteInBrackets(c)
		}
		in = in[n:]
	}
}

func quoteInBrackets(c string) string {
	if strings.Contains(`\[]^-&~`, c) {
		return `\` + c
	}
	return c
}
