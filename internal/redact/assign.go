package redact

import "strings"

// assignments are values whose name says that they are secret.
var assignments = []rule{
	{words: []string{"pass", "pwd", "secret", "token", "key", "cred", "auth", "pw", "psw", "salt"}, look: assignment},
	{words: []string{":5432:", ":5433:", ":6432:", ":*:"}, look: pgpass},
}

// maxName and maxValue bound how far from its word an assignment is read.
const (
	maxName  = 64
	maxValue = 4096
	maxBare  = 512
)

// assignment looks at the name around a word, and at what is assigned to it.
func assignment(f *finder, start, end int) {
	s := f.s
	if start < f.named {
		return
	}
	to := run(s, end, nameSet, maxName)
	if to-end == maxName {
		return
	}
	from := runBack(s, start, nameSet, maxName)
	if start-from == maxName {
		return
	}
	for at := from; at < start; at++ { // the letters of an escape are no part of the name
		if s[at] == '\\' || at > 0 && s[at-1] == '\\' && escapeBefore(s, at+1) {
			from = at + 1
		} else if at >= 5 && s[at-5] == '\\' && s[at-4] == 'u' && run(s, at-3, hex, 4) == at+1 {
			from = at + 1
		}
	}
	f.named = to
	full := strings.TrimRight(s[from:to], "-.") // "$password->x", "password..."
	to = from + len(full)
	for from < to && (s[from] == '-' || s[from] == '.') {
		from++
	}
	c := classify(s[from:to])
	if c == classNone {
		return
	}
	if v, ok := f.value(c, from, to); ok {
		f.add(v.start, v.end, c.kind())
		f.named = max(f.named, v.end)
	}
}

// value finds the secret that a name at s[from:to] is given, if there is one.
func (f *finder) value(c class, from, to int) (cut, bool) {
	s := f.s
	i := to
	dashes := runBack(s, from, hyphens, 2)
	open := quoteBack(s, dashes) // the name stands in quotes, as an option perhaps
	if open != "" && strings.HasPrefix(s[i:], open) {
		i += len(open)
	} else {
		open = ""
	}
	for i < len(s) && (s[i] == ']' || s[i] == '?' && i+1 < len(s) && s[i+1] == ':' || s[i] == ')') && i < to+4 {
		i++
	}
	closed := i
	i = run(s, i, blanks, 40)
	op := operator(s, i, open != "")
	spaced := op > 0 && (i > to+len(open) || i+op < len(s) && (s[i+op] == ' ' || s[i+op] == '\t'))
	if v, ok := f.pair(c, closed, open); ok {
		return v, true
	}
	switch {
	case op == 0 && strings.HasPrefix(s[i:], ">"):
		return f.element(c, from, i+1)
	case op == 0 && i == to && strings.HasPrefix(s[i:], "("):
		return f.quoted(c, i+1, true)
	case op == 0 && i > to && open == "":
		return f.argument(c, from, to, i)
	case op == 0:
		return cut{}, false
	}
	j := run(s, i+op, blanks, 40)
	if q := quoteAt(s, j); q != "" && open == "" && closes(s, from, q) {
		return cut{}, false // "--password=" + x
	}
	if op == 1 && s[i] == ',' && (len(name(s[from:to])) < 6 || digits[s[to-1]]) {
		return cut{}, false // a list
	}
	if v, ok := f.quoted(c, j, false); ok {
		return v, true
	}
	if k := typed(s, j); s[i] == ':' && k > 0 {
		return f.quoted(c, run(s, k, blanks, 40), false)
	}
	if op > 2 || s[i] == ',' || s[i+op-1] == '>' {
		return cut{}, false
	}
	return f.bare(c, from, i, j, spaced)
}

// name is what is left of a name without signs around it.
func name(s string) string { return strings.Trim(s, "_-.") }

// closes reports whether the quote q stands before a name, so that it ends there
// what began with the name.
func closes(s string, from int, q string) bool {
	before := strings.TrimRight(s[max(0, from-4):from], "-")
	return strings.HasSuffix(before, q) || strings.HasSuffix(before, "&") || strings.HasSuffix(before, "?") || strings.HasSuffix(before, ";")
}

// operator is the length of what assigns or compares at i, or 0.
func operator(s string, i int, quoted bool) int {
	for _, op := range [...]string{"===", "!==", "||=", "??=", ":=", "=>", "->", "==", "!=", "?=", "+=", "=", ": =", ":"} {
		if strings.HasPrefix(s[i:], op) {
			if op == ":" && strings.HasPrefix(s[i:], "::") {
				return 0
			}
			return len(op)
		}
	}
	if strings.HasPrefix(s[i:], `\u003d`) {
		return 6
	}
	if quoted && strings.HasPrefix(s[i:], ",") {
		return 1
	}
	return 0
}

// typed is where a value begins behind a type that stands at i ("string = "), or 0.
func typed(s string, i int) int {
	j := run(s, i, newSet("0-9A-Za-z_.<>[]|?*& "), 48)
	if j > i && j < len(s) && s[j] == '=' && !strings.HasPrefix(s[j:], "==") {
		return j + 1
	}
	return 0
}

// quoteAt is the quote that stands at i: of code, or escaped in a string.
func quoteAt(s string, i int) string {
	k := i
	for k < len(s) && s[k] == '\\' && k < i+4 {
		k++
	}
	if k < len(s) && (s[k] == '"' || s[k] == '\'' || s[k] == '`' && k == i) {
		return s[i : k+1]
	}
	for _, q := range [...]string{`\u0022`, `\u0027`, "&quot;", "&#34;", "&#39;"} {
		if strings.HasPrefix(s[i:], q) {
			return q
		}
	}
	return ""
}

// quoteBack is the quote that ends at i.
func quoteBack(s string, i int) string {
	for _, q := range [...]string{`\u0022`, `\u0027`, "&quot;", "&#34;", "&#39;"} {
		if strings.HasSuffix(s[:i], q) {
			return q
		}
	}
	if i == 0 || s[i-1] != '"' && s[i-1] != '\'' && s[i-1] != '`' {
		return ""
	}
	k := i - 1
	for k > 0 && s[k-1] == '\\' && k > i-4 {
		k--
	}
	return s[k:i]
}

// quoted takes a literal that begins at i.
func (f *finder) quoted(c class, i int, sure bool) (cut, bool) {
	s := f.s
	for k := 0; k < 2 && i < len(s) && strings.IndexByte("rRbBuUfF@L$", s[i]) >= 0 && i+1 < len(s) && quoteAt(s, i+1) != ""; k++ {
		i++ // r"…", b"…", @"…"
	}
	q := quoteAt(s, i)
	if q == "" {
		return cut{}, false
	}
	if strings.HasPrefix(s[i:], q+q+q) {
		q = q + q + q
	}
	start := i + len(q)
	line := s[start:min(len(s), start+maxValue)]
	if n := strings.IndexAny(line, "\r\n"); n >= 0 {
		line = line[:n]
	}
	n := closing(line, q)
	if n < 0 {
		if len(line) == maxValue || start+len(line) < len(s) && len(q) > 1 {
			return cut{}, false
		}
		n = len(line) // cut off before its end
		if strings.ContainsAny(line, " ,;(") || len(line) < 8 {
			return cut{}, false
		}
	}
	v := line[:n]
	if n == 0 || placeholder(v) || sure && (!mixed(v) || len(v) < 8 || c != classPassword && (len(v) < 16 || entropy(v) < 3.5)) {
		return cut{}, false
	}
	if c != classPassword && user(v) || judge(c, unescape(v)) {
		return cut{start, start + n}, true
	}
	return cut{}, false
}

// user reports whether a value is user and password in base64, as configurations
// of registries hold them.
func user(v string) bool {
	if len(v) < 8 || run(v, 0, base64eq, len(v)) != len(v) {
		return false
	}
	name, password, ok := credentials(v)
	return ok && name != "" && password != ""
}

// closing is where the quote q closes in a line, past escaped quotes, or -1.
func closing(line, q string) int {
	if len(q) > 1 {
		return strings.Index(line, q)
	}
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == q[0]:
			return i
		}
	}
	return -1
}
