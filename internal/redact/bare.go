package redact

import "strings"

// bare returns the offsets of an unquoted secret after an assignment operator, as in "password: x" of
// a settings file. Code, in which such a value is an expression, is recognised by other text before
// the name or after the value; then the result is false.
func (t *settings) bare(c class, at site) (piece, bool) {
	s, from, i := t.s, at.from, at.value
	last := t.lineEnd(i, maxBare)
	if i >= last || last == i+maxBare {
		return piece{}, false
	}
	r := t.rowAt(from, last)
	line := s[i:r.last]
	if t.inString(from, r) {
		of := stringSet
		if r.connection {
			of = connectionSet
		}
		if stop := min(last, t.run(i, of, maxBare)); stop > i {
			return t.judged(c, i, stop, at.spaced, true)
		}
	}
	if q := quoteBack(s, from); q != "" && s[at.op] == ':' { // a header in quotes
		n := strings.Index(line, q)
		if n < 0 && r.last < len(s) && s[r.last] == '\\' { // the string goes on
			n = len(line)
		}
		if n >= 0 {
			t.looked += n
			return t.judged(c, i, i+n, at.spaced, true)
		}
	}
	sets := s[at.op] == '=' || s[at.op] == '\\' || s[at.op] == ':' && from > 0 && s[from-1] == '/' // as shells do
	alone, flow := r.alone(s, at)
	if !alone && (at.spaced || !sets || !separate(s[r.first:from])) {
		return t.flowing(c, at, last)
	}
	v := ""
	if alone {
		t.looked += len(line)
		v = unquoted(line)
		if n := strings.IndexByte(v, ','); n > 0 && sets && !at.spaced && strings.Contains(v[n:], "=") { // --set a=x,b=y
			v = v[:n]
		}
	} else {
		v = strings.TrimRight(s[i:min(last, t.run(i, argumentSet, maxBare))], ",;)")
		if n := strings.IndexByte(v, ','); n > 0 && strings.Contains(v[n:], "=") { // --set a=x,b=y
			v = v[:n]
		}
	}
	if flow {
		v = cutAt(v, ",}")
	}
	v = strings.TrimRight(v, " \t")
	if !at.spaced && sets {
		v = cutAt(v, " \t")
	}
	shell := sets && !at.spaced && strings.ToUpper(s[from:at.op]) == s[from:at.op]
	return t.judged(c, i, i+len(v), at.spaced, shell)
}

// flowing returns the offsets of the value in braces on one line of YAML or in a list of options, as in
// "data: {password: x}" and "-o username=a,password=x", if the value is random.
func (t *settings) flowing(c class, at site, last int) (piece, bool) {
	s := t.s
	before := strings.TrimRight(s[max(0, at.from-2):at.from], " ")
	if before == "" || strings.IndexByte("{,(=", before[len(before)-1]) < 0 {
		return piece{}, false
	}
	end := min(last, t.run(at.value, flowSet, maxBare))
	v := s[at.value:end]
	if end < last && strings.IndexByte(" ,})\"'&", s[end]) < 0 || len(v) < 8 || wordy(v) && !dated(v) || !mixed(v) && v[len(v)-1] != '=' || variable(v) {
		return piece{}, false
	}
	return t.judged(c, at.value, end, at.spaced, false)
}

var flowSet = except(" ,{}()\"'`\r\n&;")

// stringSet are the bytes of a value in a URL, and connectionSet of a value in a connection string.
var (
	stringSet     = except("&;\"'`<> \t\\#,)\r\n")
	connectionSet = except(";)\"'`<> \t\\\r\n")
)

// unquoted returns the part of line, an unquoted value, before a comment or before the quote that
// closes a string around the name.
func unquoted(line string) string {
	if k := strings.IndexAny(line, "\"'`"); k == 0 {
		return ""
	} else if k > 0 && line[k] == '"' {
		switch {
		case line[k-1] == '\\':
			line = line[:k-1]
		case strings.Count(line, `"`)%2 == 1:
			line = line[:k]
		}
	}
	line, _, _ = strings.Cut(line, " #")
	return line
}

func cutAt(s, signs string) string {
	if k := strings.IndexAny(s, signs); k >= 0 {
		return s[:k]
	}
	return s
}

// judged returns the offsets of the unquoted value s[start:end] if it is a secret of class c, else false. If
// sure is set, the value cannot be an expression of a program, and the rules are less strict.
func (t *settings) judged(c class, start, end int, spaced, sure bool) (piece, bool) {
	v := t.s[start:end]
	if len(v) > short && !t.claim(end) {
		return piece{}, false
	}
	t.looked += len(v)
	if v == "" || placeholder(v) && (c != classPassword || !human(v)) || strings.ContainsAny(v, " \t") && (c != classPassword || !phrase(v)) {
		return piece{}, false
	}
	if !sure && (strings.ContainsAny(v, "(){}[]<>;,\"'`|") || v[0] == '&' || v[0] == '*' || v[0] == '$') {
		return piece{}, false
	}
	if hexNumber(v) {
		return piece{}, false
	}
	set := t.s[start-1] == '='
	if strings.Trim(v, numerals+".") == "" && (c != classPin && c != classPassword && (c != classSecret || len(v) < 8) || !pin(v, set || c == classPin)) {
		return piece{}, false
	}
	if spaced && !sure && (chain(v) || variable(v)) {
		return piece{}, false
	}
	// a value set in a shell is not an expression: PASSWORD=postgres
	plain := sure && set && c == classPassword && len(v) >= 6 && all(v, alnum)
	if plain || c != classPassword && user(v) || judge(c, v) {
		return piece{start, end}, true
	}
	return piece{}, false
}

// hexNumber reports whether v is a number of a program or a public address of Ethereum: 0xf1, -0x3f879640.
func hexNumber(v string) bool {
	rest := strings.TrimPrefix(v, "-")
	return (len(rest) <= 18 || len(rest) == 42) && (strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0X")) && all(strings.TrimRight(rest[2:], "uUlL"), hex)
}

// pin reports whether a number is long enough for a password (after "=" four digits, else six) and not a version.
func pin(v string, set bool) bool {
	return !strings.Contains(v, ".") && (len(v) >= 6 || set && len(v) >= 4)
}

// variable reports whether a value looks like the name of a variable, such as passwordHash2.
func variable(v string) bool {
	if !identifier(v) {
		return false
	}
	low := strings.ToLower(v)
	for _, w := range [...]string{"pass", "pwd", "token", "secret", "key", "auth"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return known[low] || len(v) < 6
}

// chain reports whether a value is a member expression, such as a.B.c.
func chain(v string) bool {
	if !strings.Contains(v, ".") {
		return false
	}
	for part := range strings.SplitSeq(v, ".") {
		if part == "" || !identifier(part) || strings.ContainsAny(strings.TrimRight(part, numerals), numerals) {
			return false
		}
	}
	return true
}

func identifier(v string) bool {
	return !digits[v[0]] && all(v, word)
}

// separate reports whether a name that follows the text before begins an argument of a command or a
// parameter of a URL, as in "-e NAME=x", "--name=x" or "?name=x".
func separate(before string) bool {
	before = strings.TrimRight(before, "-")
	if before == "" {
		return true
	}
	switch before[len(before)-1] {
	case ' ', '\t', '"', '\'', '`', '?', '&', ';', '/', '=':
		return true
	}
	return strings.HasSuffix(before, "&amp;") || strings.HasSuffix(before, `\u0026`) || strings.HasSuffix(before, " -D") || strings.HasSuffix(before, " -P")
}

// textSet are the bytes of the text of an element on one line.
var textSet = except("<\r\n")

// element returns the offsets of the secret in the text of an XML element whose tag or attribute contains a secret
// name that ends before i, or that follows <key>name</key> in a property list. The result is false if the text is not a secret.
func (t *settings) element(c class, i int) (piece, bool) {
	s := t.s
	if s[i] != '<' { // the end of the tag
		end := t.run(i, tagTextSet, maxInfo)
		if end == len(s) || s[end] != '>' || c == classKey {
			return piece{}, false
		}
		i = end + 1
	}
	for _, w := range [...]string{"</key>", "<string>", "<Value>", "<![CDATA["} {
		if k := skipSpace(s[:min(len(s), i+maxName)], i); strings.HasPrefix(s[k:], w) {
			i = k + len(w)
		}
	}
	i = skipSpace(s[:min(len(s), i+maxName)], i)
	end := t.run(i, textSet, maxBare)
	v := strings.TrimRight(s[i:end], " \t")
	if rest := skipSpace(s[:min(len(s), end+maxName)], end); !strings.HasPrefix(s[rest:], "</") || end-i > short && !t.claim(end) {
		return piece{}, false
	}
	t.looked += end - i
	v = strings.TrimSuffix(v, "]]>")
	if v == "" || placeholder(v) || c != classPassword && user(v) || !judge(c, v) {
		return piece{}, false
	}
	return piece{i, i + len(v)}, true
}

var tagTextSet = except("<>\r\n")

// cell returns the offsets of the secret in the cell after the name at from, in a table of names and values. The sign
// between the cells is at i, or before it.
func (t *settings) cell(c class, from, i int) (piece, bool) {
	s := t.s
	first, sure := t.lineStart(from, maxBefore)
	before := strings.TrimSpace(s[first:from])
	if !sure || c == classKey || s[i] == '|' && !strings.HasPrefix(before, "|") || s[i] != '|' && before != "" || strings.HasPrefix(s[i:], "||") {
		return piece{}, false
	}
	if s[i] == '|' {
		i = t.run(i+1, blanks, maxBlanks)
	}
	last := t.lineEnd(i, maxBare)
	end := i
	for end < last && s[end] != '|' && s[end] != '\t' {
		end++
	}
	t.looked += end - i
	p := trim(s, piece{i, end})
	v := s[p.start:p.end]
	return p, v != "" && !placeholder(v) && !isNumber(v) && !variable(v) && judge(c, v)
}

// pair returns the offsets of a secret in an entry whose name is itself a value: "name: DB_PASSWORD"
// with "value: x" below it, or <add key="Password" value="x"/>.
func (t *settings) pair(c class, i int, open string) (piece, bool) {
	s := t.s
	j, lines := i, 0
	for j < len(s) && j < i+maxGap {
		switch s[j] {
		case ' ', '\t', ',', '\r':
			j++
			continue
		case '\n':
			j++
			if lines++; lines > 1 {
				return piece{}, false
			}
			j += listing(s[j:min(len(s), j+maxListing)])
			continue
		case '"', '\'':
			if lines > 0 || open != "" {
				j++
				continue
			}
		}
		break
	}
	k := run(s, j, word, maxType)
	if low := strings.ToLower(s[j:k]); j == i || !strings.HasSuffix(low, "value") && !strings.HasSuffix(low, "content") {
		return piece{}, false
	}
	inQuotes := s[j-1] == '"' || s[j-1] == '\''
	j = k
	j = run(s, j, quotesAndBlanks, 4)
	if j >= len(s) || s[j] != ':' && s[j] != '=' {
		return piece{}, false
	}
	colon := s[j] == ':'
	j = t.run(j+1, blanks, maxBlanks)
	if v, ok := t.quoted(c, j, false); ok || !colon || lines == 0 || inQuotes && number(s, j) {
		return v, ok
	}
	end := t.lineEnd(j, maxBare)
	if rest := s[j:end]; rest != "" && len(rest) <= 2 && (rest[0] == '|' || rest[0] == '>') {
		t.block(c, j, end, true)
		return piece{}, false
	}
	return t.judged(c, j, j+len(strings.TrimRight(s[j:end], " \t")), true, true)
}

var quotesAndBlanks = newSet("\"' \t")

// pgpass adds the password in a line of .pgpass, the last of its five fields, as a secret
// (https://www.postgresql.org/docs/current/libpq-pgpass.html).
func pgpass(f *finder, start, end int) {
	last := f.lineEnd(end, maxBare)
	database, rest, _ := strings.Cut(f.s[end:last], ":")
	user, _, ok := strings.Cut(rest, ":")
	from := end + len(database) + 1 + len(user) + 1
	f.looked += len(database) + len(user)
	if !ok || database == "" || user == "" || f.run(from, passSet, maxBare) < last {
		return
	}
	first, _ := f.lineStart(start, maxBefore)
	line := f.s[first:last]
	f.looked += len(line)
	if strings.ContainsAny(line, " \"'=(,") && listing(line) == 0 {
		return
	}
	v := f.s[from:last]
	if start == first || strings.ContainsAny(f.s[end:last], " \t\"'=(),/") || plainHolder(v) {
		return
	}
	f.add(from, last, "password-in-pgpass")
}

// passSet are the bytes that the password of a line of .pgpass can have.
var passSet = except(": \t\"'=(),/\r\n")
