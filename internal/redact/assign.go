package redact

import (
	"slices"
	"strings"
)

// assignments are the rules for values to which a name such as "password" is assigned.
var assignments = []rule{
	{words: []string{"pass", "pwd", "secret", "token", "key", "cred", "auth", "pw", "psw", "salt", "psk", "pin", "pepper", "mnemonic", "phrase", "sess", "sid", "sonar.login", "totp", "otp", "puk", "communit", "setcookie", "bearer\""}, look: assignment},
	{words: []string{":5432:", ":5433:", ":6432:", ":*:"}, look: pgpass},
}

// assignment extends the keyword s[start:end], such as "password", to the whole name around it, and
// adds the value assigned to that name if it is a secret.
func assignment(f *finder, start, end int) {
	s := f.s
	if start < f.settings.named {
		return
	}
	if end-start == 3 && start > 0 && s[start] >= 'a' && letters[s[start-1]] && (s[start:end] == "pin" || s[start:end] == "sid") {
		return // "mapping", "inside"
	}
	to := f.run(end, nameSet, maxName)
	if to-end == maxName {
		return
	}
	from := f.back(start, nameSet, maxName)
	if start-from == maxName {
		return
	}
	if from < start && from > 0 && s[from-1] == '\\' { // the letters of an escape are not part of the name
		switch letters := run(s, from+1, hex, 4) - from; {
		case strings.IndexByte("nrt", s[from]) >= 0:
			from++
		case s[from] == 'u' && letters == 5 && from+letters <= start:
			from += letters
		}
	}
	f.settings.named = to
	if from >= 2 && s[from-2:from] == "${" { // ${PASSWORD-x}
		to = from + len(cutAt(s[from:to], "-"))
	}
	full := strings.TrimRight(s[from:to], "-.") // "$password->x", "password..."
	to = from + len(full)
	for from < to && (s[from] == '-' || s[from] == '.') {
		from++
	}
	c := f.settings.class(s[from:to])
	directory := s[from:to] == "PWD" && (strings.HasPrefix(s[to:], "=$") || from > 0 && s[from-1] == '$') // of the shell
	if c == classNone || directory || strings.EqualFold(s[from:to], "pass_env") {
		return // pass_env of tox names variables that it passes on
	}
	v, ok := f.settings.value(c, from, to)
	if !ok {
		titles(f, from, to)
		if !strings.EqualFold(s[from:to], "pass") { // not the verb
			v, ok = f.after(c, from, to)
		}
	}
	if ok && !spells(s[from:to], s[v.start:v.end]) && (c == classPassword || !repeats(s[from:to], s[v.start:v.end])) {
		f.mark(v, c)
		f.settings.named = max(f.settings.named, v.end)
	}
}

// value returns the offsets of the secret that is assigned to the name s[from:to], whose class is c.
// The result is false if there is no assignment or if the value is not a secret.
func (t *settings) value(c class, from, to int) (piece, bool) {
	s := t.s
	if v, ok := t.fallback(c, from, to); ok {
		return v, true
	}
	i := to
	dashes := runBack(s, from, hyphens, 2)
	open := quoteBack(s, dashes) // the quote before the name, which may be an option
	if open != "" && strings.HasPrefix(s[i:], open) {
		i += len(open)
	} else {
		open = ""
	}
	i = bracketed(s, from, i, open)
	closed := i
	i = t.run(i, blanks, maxBlanks)
	i = remarked(s, i, to)
	what, sign := operator(s, i, open != "" || strings.HasPrefix(s[i:], `,\"`))
	spaced := what != opNone && (i > to+len(open) || run(s, i+len(sign), blanks, 1) > i+len(sign))
	if v, ok := t.pair(c, closed, open); ok {
		return v, true
	}
	if what == opNone {
		return t.unassigned(c, from, to, i, open)
	}
	first := t.run(i+len(sign), blanks, maxBlanks)
	j := wrapped(s, first, what)
	if q := quoteAt(s, j); q != "" && open == "" && closes(s, from, q) {
		return piece{}, false // "--password=" + x
	}
	v, ok := t.quoted(c, j, j > first && what == opSets)
	if what == opSeparates && (len(name(s[from:to])) < 6 || digits[s[to-1]]) {
		return v, ok && strong(c, s[v.start:v.end]) // a list
	}
	if ok {
		return v, true
	}
	if k, ok := typed(s, j); s[i] == ':' && ok {
		v, ok := t.quoted(c, wrapped(s, t.run(k, blanks, maxBlanks), opSets), false)
		if ok || s[k-2] == ' ' || quoteAt(s, k) == "" {
			return v, ok
		}
	}
	if open != "" && what == opMaps && number(s, j) {
		return numeral(c, s, j)
	}
	if v, ok := perl(c, s, j); ok {
		return v, true
	}
	at := site{from, i, j, spaced}
	if what == opSets || what == opMaps {
		if v, ok := t.bare(c, at); ok {
			return v, true
		}
	}
	t.several(c, at)
	return piece{}, false
}

// unassigned returns the offsets of the secret that belongs to the name s[from:to] without a sign of assignment: in the
// next cell of a table, in an element of XML, in the arguments of a call or a command, or in braces. The text after the
// name and the closing quote open goes on at i.
func (t *settings) unassigned(c class, from, to, i int, open string) (piece, bool) {
	s := t.s
	if i < len(s) && i > 0 && (s[i] == '|' || s[i-1] == '\t') {
		if v, ok := t.cell(c, from, i); ok {
			return v, true
		}
	}
	switch {
	case strings.HasPrefix(s[i:], ">"), strings.HasPrefix(s[i:], "</key>"), i > to && i < len(s) && from > 0 && (s[from-1] == '<' || s[from-1] == ':'):
		return t.element(c, i)
	case i == to && strings.HasPrefix(s[i:], "("):
		return t.quoted(c, i+1, true)
	case i > to && open == "" && checksum(s, from, i):
		return piece{}, false
	case i > to && open == "":
		return t.argument(c, from, to, i)
	case from > 0 && s[from-1] == ':' && strings.HasPrefix(s[i:], ","): // a symbol of Ruby
		return t.quoted(c, t.run(i+1, blanks, maxBlanks), false)
	case open != "" && strings.HasPrefix(s[i:], "{") && from > t.beyond:
		t.object(c, site{from, i, i + 1, false}, i+1)
		return piece{}, false
	}
	if open != "" && strings.HasPrefix(s[i:], "/>") {
		return t.valueBefore(c, from)
	}
	return t.compared(c, from)
}

// maxPath is the maximal length of the path of a file with a checksum, without its name.
const maxPath = 256

// sumLengths are the numbers of hexadecimal digits of MD5, SHA-1, SHA-256, SHA-384 and SHA-512.
var sumLengths = []int{32, 40, 64, 96, 128}

// checksum reports whether the line of the name s[from:] is an absolute path that ends in the name, and the text at i
// is the checksum of the file and the rest of the line, as in the lists of package managers.
func checksum(s string, from, i int) bool {
	dir := s[max(0, from-maxPath):from]
	dir = strings.TrimLeft(dir[strings.LastIndexByte(dir, '\n')+1:], " \t")
	end := run(s, i, lowerHex, sumLengths[len(sumLengths)-1])
	return strings.HasPrefix(dir, "/") && strings.HasSuffix(dir, "/") && !strings.ContainsAny(dir, " \t\"'") &&
		slices.Contains(sumLengths, end-i) && (end == len(s) || s[end] == '\n' || strings.HasPrefix(s[end:], "\r\n"))
}

// wrapped returns the position at which the value at j itself begins: after a tag or an anchor of YAML ("!!str x",
// "&name x") or the beginning of a conversion ([]byte("x"), String::from("x")), else j.
func wrapped(s string, j int, what operation) int {
	if what == opMaps && j < len(s) && (s[j] == '!' || s[j] == '&') {
		if k := run(s, j+1, tagSet, maxType); k > j+1 && k < len(s) && s[k] == ' ' {
			if k = run(s, k, blanks, maxBlanks); k < len(s) && s[k] != '=' {
				return k
			}
		}
	}
	if what == opSets {
		if k := run(s, j, wrapSet, maxType); k > j && s[j] != '(' && k < len(s) && s[k-1] == '(' && quoteAt(s, k) != "" && !strings.HasSuffix(s[j:k], "env(") && !strings.HasSuffix(s[j:k], "get(") {
			return k
		}
	}
	return j
}

var (
	tagSet  = newSet("0-9A-Za-z_!.-")
	wrapSet = newSet("0-9A-Za-z_[]().:")
)

// numeral returns the offsets of the number of JSON at i, and reports whether it has enough digits for a secret of
// class c.
func numeral(c class, s string, i int) (piece, bool) {
	k := run(s, i, numberSet, maxBlanks)
	least := map[class]int{classPassword: 6, classSecret: 8, classPin: 4}[c]
	return piece{i, k}, least > 0 && k-i >= least && all(s[i:k], digits)
}

// remarked returns the position after a remark at i, between the name that ends at to and its operator, as in
// "password (staging): x", "Key 1: x" and "Password { get; set; } = x". Without a remark it returns i.
func remarked(s string, i, to int) int {
	if i >= len(s) || i == to && s[i] != ',' {
		return i
	}
	j := i
	switch {
	case letters[s[i]] && strings.HasSuffix(strings.ToLower(s[i:run(s, i, typeSet, maxType)]), " string "): // Go, VB: password As String = "x"
		return run(s, i, typeSet, maxType)
	case strings.HasPrefix(s[i:], ", _ "), strings.HasPrefix(s[i:], ", err "): // of Go
		j = run(s, i+2, word, 3)
	case strings.HasPrefix(s[i:], "{ get;"):
		j = i + strings.IndexByte(s[i:min(len(s), i+maxType)], '}') + 1
	case s[i] == '(':
		j = i + strings.IndexByte(s[i:min(len(s), i+maxBlanks)], ')') + 1
	case digits[s[i]]:
		j = run(s, i, digits, 2)
	}
	k := run(s, j, blanks, 2)
	if j > i && k < len(s) && (s[k] == ':' || s[k] == '=') {
		return k
	}
	return i
}

// name returns s without underscores, hyphens and dots at its ends.
func name(s string) string { return strings.Trim(s, "_-.") }

// closes reports whether the quote q, or one of "&", "?" and ";", is before the name at from, directly or with only
// hyphens between. If so, a quote q that follows the name ends a string that contains the name.
func closes(s string, from int, q string) bool {
	before := strings.TrimRight(s[:from], "-")
	return strings.HasSuffix(before, q) || strings.HasSuffix(before, "&") || strings.HasSuffix(before, "?") || strings.HasSuffix(before, ";")
}

// operation is the kind of the operator between a name and a value.
type operation uint8

const (
	opNone      operation = iota
	opSets                // of programs, shells and settings
	opMaps                // of maps and settings
	opOfCode              // of programs only: an unquoted value is an expression
	opCompares            // of programs only, as opOfCode
	opSeparates           // arguments and lists
)

var operators = []struct {
	sign string
	what operation
}{
	{"===", opCompares}, {"!==", opCompares}, {"==", opCompares}, {"!=", opCompares},
	{"||=", opOfCode}, {"??=", opOfCode}, {"=>", opOfCode}, {"->", opOfCode}, {"<-", opOfCode},
	{":=", opSets}, {"?=", opSets}, {"+=", opSets}, {"=", opSets}, {": =", opSets}, {`\u003d`, opSets},
	{":: ", opMaps}, {"::", opNone}, {":", opMaps}, {"：", opMaps}, {"＝", opSets},
}

// operator returns the kind and the text of the assignment operator at s[i], such as ":=". A comma
// counts as an operator only after a quoted name.
func operator(s string, i int, quoted bool) (what operation, sign string) {
	for _, op := range operators {
		if strings.HasPrefix(s[i:], op.sign) {
			return op.what, op.sign
		}
	}
	if quoted && strings.HasPrefix(s[i:], ",") {
		return opSeparates, ","
	}
	return opNone, ""
}

// number reports whether a complete number of JSON is at offset i of s.
func number(s string, i int) bool {
	to := run(s, i, numberSet, maxBlanks)
	return to > i && (to == len(s) || strings.IndexByte(" \t\r\n,]}\\", s[to]) >= 0)
}

var numberSet = newSet("0-9.eE+-")

var typeSet = newSet("0-9A-Za-z_.<>[]|?*&' ")

// typed returns the position after the text at offset i if this is a type and "=", such as "string = ", else false.
// The "=" at the end of base64 does not count: no value is after it.
func typed(s string, i int) (after int, ok bool) {
	j := run(s, i, typeSet, maxType)
	if j == i || j == len(s) || s[j] != '=' || strings.HasPrefix(s[j:], "==") {
		return 0, false
	}
	k := run(s, j+1, blanks, maxBlanks)
	ends := k == len(s) || s[k] < ' ' || strings.IndexByte(",;#})]", s[k]) >= 0 || s[k] == '\\' && quoteAt(s, k) == ""
	return j + 1, !ends
}

// writtenQuotes are quotes as JSON and HTML escape them.
var writtenQuotes = [...]string{`\u0022`, `\u0027`, "&quot;", "&#34;", "&#39;"}

// quoteAt returns the quote at i as it is written, with its backslashes, or "".
func quoteAt(s string, i int) string {
	k := run(s, i, backslashes, len(s))
	if k < len(s) && (s[k] == '"' || s[k] == '\'' || s[k] == '`' && k == i) {
		return s[i : k+1]
	}
	for _, q := range writtenQuotes {
		if strings.HasPrefix(s[i:], q) {
			return q
		}
	}
	return ""
}

// quoteBack returns the quote, with its backslashes, that ends at offset i, or "".
func quoteBack(s string, i int) string {
	for _, q := range writtenQuotes {
		if strings.HasSuffix(s[:i], q) {
			return q
		}
	}
	if i == 0 || s[i-1] != '"' && s[i-1] != '\'' && s[i-1] != '`' {
		return ""
	}
	return s[runBack(s, i-1, backslashes, i):i]
}

// quoted returns the offsets of the content of the string literal at s[i] if the content is a secret of class
// c, else false. If sure is set, stricter rules apply: the literal is the argument of a call.
func (t *settings) quoted(c class, i int, sure bool) (piece, bool) {
	s := t.s
	if k := run(s, i, literalSet, 2); quoteAt(s, k) != "" {
		i = k // r"…", b"…", rb"…", @"…"
	}
	q := quoteAt(s, i)
	if q == "" {
		return piece{}, false
	}
	if strings.HasPrefix(s[i:], q+q+q) {
		q = q + q + q
	}
	start := i + len(q)
	if rest := s[start:min(len(s), start+len("Token "))]; c == classToken && (rest == "Token " || rest == "token ") { // a scheme
		start += len(rest)
	}
	n, closed := closing(s[start:min(len(s), start+maxValue)], q)
	t.looked += n
	v := s[start : start+n]
	if !closed { // cut off before its end
		whole := n < maxValue && (start+n == len(s) || len(q) == 1)
		if !whole || strings.ContainsAny(v, " ,;(") || n < 8 {
			return piece{}, false
		}
	}
	if n == 0 || n > short && !t.claim(start+n) || placeholder(v) && (c != classPassword || !human(v)) || sure && (!mixed(v) || len(v) < 8 || c != classPassword && (len(v) < 16 || entropy(v) < 3.5)) {
		return piece{}, false
	}
	if c != classPassword && user(v) || judge(c, unescape(v)) {
		return piece{start, start + n}, true
	}
	return piece{}, false
}

// literalSet are the letters and signs that can be before the quote of a string literal.
var literalSet = newSet("rRbBuUfFnNeE@L$")

// user reports whether a value is "user:password" encoded in base64, as in configurations of registries.
func user(v string) bool {
	name, password, ok := credentials(v)
	return ok && len(v) >= 8 && name != "" && password != ""
}

// closing returns the offset in s of the quote q that closes a value, skipping escaped quotes if q is one byte. s
// begins after the opening quote. If the value is not closed, closing returns the end of the line or of s, and false.
func closing(s, q string) (n int, closed bool) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\r' || s[i] == '\n':
			return i, false
		case strings.HasPrefix(s[i:], q):
			return i, true
		case s[i] == '\\' && len(q) == 1:
			i++
			if i < len(s) && (s[i] == '\r' || s[i] == '\n') {
				return i, false
			}
		}
	}
	return len(s), false
}
