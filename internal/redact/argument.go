package redact

import "strings"

// argumentSet are the bytes of an argument of a command.
var argumentSet = except(" \t\"'`\r\n")

// argument returns the offsets of the secret after a name and a blank, as in "--password x" or in
// .netrc, or false if there is no secret. The name is s[from:to], and the value begins at i.
func (t *settings) argument(c class, from, to, i int) (piece, bool) {
	s := t.s
	last := t.lineEnd(i, maxBare)
	if o := t.run(i, optionSet, maxType); strings.HasPrefix(s[i:], "--") && o < last && s[o] == ' ' { // rootpw --plaintext x
		if w := s[i:o]; w == "--plaintext" || w == "--body" || w == "--iscrypted" {
			i = o + 1
		}
	}
	rest := t.run(i, argumentSet, maxBare)
	sql := strings.EqualFold(s[from:to], "password") && i < len(s) && s[i] == '\''
	switch lead := leadOf(s, from); {
	case lead == leadOption, lead == leadSets, sql:
		if v, ok := t.quoted(c, i, lead == leadNone && s[from] != 'P'); ok {
			return v, true
		}
		if lead == leadNone || rest == i {
			return piece{}, false
		}
		if i < len(s) && s[i] == '-' { // another option
			return piece{}, false
		}
		if lead == leadSets && (hexNumber(s[i:min(last, rest)]) || s[i] == '(') {
			return t.quoted(c, i+1, false)
		}
		return t.judged(c, i, min(last, rest), true, lead == leadSets)
	case s[from:to] == "password" && t.netrc(from, i, last):
		if v, ok := t.quoted(c, i, false); ok {
			return v, true
		}
		if v := s[i:min(last, rest)]; v != "" && !placeholder(v) {
			return piece{i, min(last, rest)}, true
		}
	case c > classKey:
		if v, ok := t.quoted(c, i, true); ok {
			return v, true
		}
		if v := strings.TrimRight(s[i:min(last, rest)], ";"); strings.TrimSpace(s[min(last, rest):last]) == "" && lastWord(v, lead) {
			return t.judged(c, i, i+len(v), true, true)
		}
	}
	return piece{}, false
}

// lastWord reports whether v, the last word of a line after a name, looks random enough for a value without a sign of
// assignment, as in "requirepass x". If lead says that the name does not begin its line, the rules are stricter.
func lastWord(v string, lead lead) bool {
	if len(v) < 8 || len(v) > 128 || !all(v, visible) || strings.ContainsAny(v, "(){}<>[]\"'`,$/") || placeholder(v) || variable(v) {
		return false
	}
	if lead == leadLine {
		return mixed(v) && (!wordy(v) || strange(v) > 1) || dated(v)
	}
	if strings.ContainsAny(v, ".=") || v[0] == '-' {
		return false
	}
	return threeSorts(v) && !wordy(v) || mixed(v) && strange(v) > 0 || len(v) >= 20 && mixed(v) && entropy(v) > 3 && !wordy(v)
}

var optionSet = newSet("a-z-")

// lead is the kind of the text before a name that a blank separates from its value.
type lead uint8

const (
	leadNone   lead = iota
	leadLine        // nothing: the line begins
	leadOption      // hyphens
	leadSets        // a word that gives a value to a name, as in "#define NAME x"
)

// setters are words before a name and its value.
var setters = [...]string{"define", "ENV", "setenv", "SetEnv", "setx", "set -x", "set -gx", "set -Ux", "configure set", "config set", "secret set", "secrets set", "option", "export"}

// leadOf returns the kind of the text before the name that begins at from: nothing on its line, the hyphens of an
// option, a word such as "export" or "#define", or other text.
func leadOf(s string, from int) lead {
	dash := runBack(s, from, hyphens, 2)
	if dash < from {
		if from-dash == 2 || dash == 0 || s[dash-1] == ' ' {
			return leadOption
		}
		return leadNone
	}
	k := runBack(s, from, blanks, maxBlanks)
	if k == 0 || s[k-1] == '\n' {
		return leadLine
	}
	if k == from {
		if strings.HasSuffix(s[:k], "set(") || strings.HasSuffix(s[:k], "SET(") {
			return leadSets // of CMake
		}
		return leadNone
	}
	for _, w := range setters {
		if strings.HasSuffix(s[:k], w) && boundary(s, k-len(w)) {
			return leadSets
		}
	}
	return leadNone
}

// netrc reports whether the value at i belongs to a .netrc entry: machine or default, and login,
// stand before it, and nothing but account, machine or a quote follows it on the line
// (https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html).
func (p *pass) netrc(from, i, last int) bool {
	s := p.s
	rest := strings.TrimSpace(s[min(last, p.run(i, visible, maxBare)):last])
	alone := rest == "" || strings.HasPrefix(rest, "account") || strings.HasPrefix(rest, "machine") || strings.HasPrefix(rest, "\"")
	if !alone {
		return false
	}
	above := s[max(0, from-window):from]
	p.looked += len(above)
	return strings.Contains(above, "login ") && (strings.Contains(above, "machine ") || strings.Contains(above, "default "))
}

// bracketed returns the position after the brackets at i that belong to the name at from: they close around it, as in
// ENV{PASSWORD} and config["password"], or give its type, as in password[16] and password?:. open is the quote before
// the name, or "".
func bracketed(s string, from, i int, open string) int {
	if k := run(s, i+1, digits, 4); strings.HasPrefix(s[i:], "[") && k < len(s) && s[k] == ']' {
		i = k + 1
	}
	hash := open == "" && from > 0 && s[from-1] == '{'
	for n := 0; i < len(s) && n < 3; n++ {
		if s[i] != ']' && s[i] != ')' && (s[i] != '}' || !hash) && !strings.HasPrefix(s[i:], "?:") {
			break
		}
		i++
	}
	return i
}

// perl returns the offsets of the content of the string of Perl or Ruby at i, such as q{x} or %q(x). It returns false
// if the content is not a secret of class c.
func perl(c class, s string, i int) (piece, bool) {
	k := run(s, i, perlSet, 3)
	if k == i || k >= len(s) {
		return piece{}, false
	}
	n := strings.IndexByte("{(", s[k])
	if n < 0 || s[k-1] != 'q' && s[k-1] != 'Q' {
		return piece{}, false
	}
	end := min(len(s), k+maxName*2)
	m := strings.IndexByte(s[k:end], "})"[n])
	if m < 0 {
		return piece{}, false
	}
	v := s[k+1 : k+m]
	return piece{k + 1, k + m}, !placeholder(v) && !strings.ContainsAny(v, "\r\n") && judge(c, v)
}

var perlSet = newSet("q%Q")
