package redact

import "strings"

// bare takes a value without quotes, as files of settings and shells have them. In
// programs such a value is an expression, so that the line has to be one of settings:
// nothing but the name stands before the operator, and after it nothing that
// only code has.
func (f *finder) bare(c class, from, op, i int, spaced bool) (cut, bool) {
	s := f.s
	first, _ := lineStart(s, from, 400)
	last := lineEnd(s, i, maxBare)
	if i >= last || last == i+maxBare {
		return cut{}, false
	}
	before := s[first:from]
	if n := listing(s[first:last]); n <= len(before) {
		before = before[n:]
	} else if first+n <= op {
		before = "" // "file-12-password: x": the listing ran into the name
	}
	line := s[i:last]
	context := s[first:last]
	if n := inString(s, from, line, context); n > 0 {
		return f.judged(c, i, i+n, spaced, true)
	}
	if q := quoteBack(s, from); q != "" && s[op] == ':' { // a header in quotes
		if n := strings.Index(line, q); n > 0 {
			return f.judged(c, i, i+n, spaced, true)
		}
	}
	flow := strings.Contains(before, "{")
	alone := leads(before) || flow && strings.HasSuffix(strings.TrimRight(before, " \"'"), ",")
	if !alone && (spaced || s[op] != '=' || !separate(before)) {
		return cut{}, false
	}
	n := len(line)
	if k := strings.IndexAny(line, "\"'`"); k >= 0 && !alone {
		n = k
	} else if k == 0 {
		return cut{}, false
	} else if k > 0 && (strings.HasPrefix(line[k-1:], `\"`) || strings.HasPrefix(line[k:], `"`) && strings.Count(line, `"`)%2 == 1) {
		n = k
		if line[k-1] == '\\' {
			n--
		}
	}
	if flow {
		if k := strings.IndexAny(line[:n], ",}"); k >= 0 {
			n = k
		}
	}
	if k := strings.Index(line[:n], " #"); k >= 0 {
		n = k
	}
	v := strings.TrimRight(line[:n], " \t")
	if k := strings.IndexAny(v, " \t"); k >= 0 && !spaced && s[op] == '=' {
		v = v[:k]
	}
	return f.judged(c, i, i+len(v), spaced, s[op] == '=' && !spaced && strings.ToUpper(s[from:op]) == s[from:op])
}

// judged decides on a value without quotes. The strict rules are waived for those
// that cannot be expressions of a program.
func (f *finder) judged(c class, start, end int, spaced, sure bool) (cut, bool) {
	v := f.s[start:end]
	if v == "" || strings.ContainsAny(v, " \t") || placeholder(v) {
		return cut{}, false
	}
	if !sure && (strings.ContainsAny(v, "(){}[]<>;,\"'`|") || v[0] == '&' || v[0] == '*' || v[0] == '$') {
		return cut{}, false
	}
	if strings.Trim(v, "0123456789.") == "" && (len(v) < 6 && f.s[start-1] != '=' || len(v) < 4 || c != classPassword || strings.Contains(v, ".")) {
		return cut{}, false
	}
	if spaced && !sure && chain(v) {
		return cut{}, false
	}
	if spaced && !sure && identifier(v) {
		if low := strings.ToLower(v); strings.Contains(low, "pass") || strings.Contains(low, "pwd") || strings.Contains(low, "token") || strings.Contains(low, "secret") || strings.Contains(low, "key") || strings.Contains(low, "auth") || known[low] || len(v) < 6 {
			return cut{}, false
		}
	}
	// What a shell sets is no expression: PASSWORD=postgres.
	plain := sure && f.s[start-1] == '=' && c == classPassword && len(v) >= 6 && run(v, 0, alnum, len(v)) == len(v)
	if plain || c != classPassword && user(v) || judge(c, v) {
		return cut{start, end}, true
	}
	return cut{}, false
}

// chain reports whether a value is a member of a member: a.B.c.
func chain(v string) bool {
	if !strings.Contains(v, ".") {
		return false
	}
	for part := range strings.SplitSeq(v, ".") {
		if part == "" || !identifier(part) || strings.ContainsAny(strings.TrimRight(part, "0123456789"), "0123456789") {
			return false
		}
	}
	return true
}

func identifier(v string) bool {
	return !digits[v[0]] && run(v, 0, word, len(v)) == len(v)
}

// leads reports whether what stands on a line before a name lets it be the first
// thing that is set there.
func leads(before string) bool {
	for {
		before = strings.TrimLeft(before, " \t\"'`{+*#;>|@-$")
		if before == "" || before == "//" {
			return true
		}
		if strings.HasPrefix(before, "//") && strings.HasSuffix(before, "/:") {
			return true // a registry in .npmrc
		}
		next, found := "", false
		for _, w := range [...]string{"export ", "set ", "SET ", "setx ", "ENV ", "ARG ", "env ", "env:", "declare ", "x ", "local ", "readonly ", "e ", "// ", "/", "D", "rem ", "REM ", "ini ", "\\t"} {
			if rest, ok := strings.CutPrefix(before, w); ok {
				next, found = rest, true
				break
			}
		}
		if !found {
			return false
		}
		before = next
	}
}

// separate reports whether a name begins a word of its own: "-e NAME=x", "--name=x".
func separate(before string) bool {
	before = strings.TrimRight(before, "-")
	if before == "" {
		return true
	}
	switch before[len(before)-1] {
	case ' ', '\t', '"', '\'', '`', '?', '&', ';', '/':
		return true
	}
	return strings.HasSuffix(before, "&amp;") || strings.HasSuffix(before, `\u0026`) || strings.HasSuffix(before, " -D") || strings.HasSuffix(before, " -P")
}

// inString is the length of a value in the query of an address or in a connection
// string ("Server=x;User Id=y;Password=z;"), or 0.
func inString(s string, from int, line, context string) int {
	stop := strings.IndexAny(line, "&;\"'`<> \t\\#,)")
	if stop < 0 {
		stop = len(line)
	}
	if from > 0 && (s[from-1] == '?' || s[from-1] == '&') || strings.HasSuffix(s[:from], "&amp;") || strings.HasSuffix(s[:from], `\u0026`) {
		return stop
	}
	if !strings.Contains(context, ";") {
		return 0
	}
	low := strings.ToLower(context)
	for _, w := range [...]string{"server=", "host=", "data source=", "user id=", "uid=", "username=", "user=", "database=", "endpoint=", "accountname=", "initial catalog="} {
		if strings.Contains(low, w) {
			return stop
		}
	}
	return 0
}

// element takes the text of an XML element, or of one whose attribute is the name.
func (f *finder) element(c class, from, i int) (cut, bool) {
	s := f.s
	if c == classKey {
		return cut{}, false // lists of properties
	}
	end := i + strings.IndexAny(s[i:min(len(s), i+maxBare)], "<\r\n")
	if end < i || s[end] != '<' && from == 0 {
		return cut{}, false
	}
	if !strings.HasPrefix(s[end:], "</") {
		return cut{}, false
	}
	v := strings.TrimSpace(s[i:end])
	if v == "" || placeholder(v) || !judge(c, v) {
		return cut{}, false
	}
	i += strings.Index(s[i:end], v)
	return cut{i, i + len(v)}, true
}

// argument takes what follows a name after a blank: --password x, and .netrc.
func (f *finder) argument(c class, from, to, i int) (cut, bool) {
	s := f.s
	first, _ := lineStart(s, from, 400)
	last := lineEnd(s, i, maxBare)
	flag := from >= 2 && s[from-1] == '-' && s[from-2] == '-'
	if !flag && !(s[from:to] == "password" && f.netrc(first, from, i, last)) {
		return cut{}, false
	}
	if v, ok := f.quoted(c, i, false); ok {
		return v, true
	}
	end := i + strings.IndexAny(s[i:last]+" ", " \t\"'`")
	if !flag {
		if v := s[i:end]; v != "" && !placeholder(v) {
			return cut{i, end}, true
		}
		return cut{}, false
	}
	return f.judged(c, i, end, true, false)
}

var visible = newSet("!-~")

// netrc reports whether a line, or those above it, name a machine and a login
// (https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html).
func (f *finder) netrc(first, from, i, last int) bool {
	s := f.s
	above := s[max(0, first-200):from]
	if !strings.Contains(above, "login ") || !strings.Contains(above, "machine ") && !strings.Contains(above, "default ") {
		return false
	}
	rest := strings.TrimSpace(s[run(s, i, visible, last-i):last])
	return rest == "" || strings.HasPrefix(rest, "account") || strings.HasPrefix(rest, "machine") || strings.HasPrefix(rest, "\"")
}

// pair takes the value of an entry whose name is a value itself:
// "name: DB_PASSWORD" and "value: x" below it, <add key="Password" value="x"/>.
func (f *finder) pair(c class, i int, open string) (cut, bool) {
	s := f.s
	j, lines := i, 0
	for j < len(s) && j < i+80 {
		switch s[j] {
		case ' ', '\t', ',', '\r':
			j++
			continue
		case '\n':
			j++
			if lines++; lines > 1 {
				return cut{}, false
			}
			j += listing(s[j:min(len(s), j+100)])
			continue
		case '"', '\'':
			if lines > 0 || open != "" {
				j++
				continue
			}
		}
		break
	}
	if j == i || !strings.HasPrefix(strings.ToLower(s[j:min(len(s), j+5)]), "value") {
		return cut{}, false
	}
	j += len("value")
	for k := 0; j < len(s) && k < 4 && strings.IndexByte("\"' \t", s[j]) >= 0; k++ {
		j++
	}
	if j >= len(s) || s[j] != ':' && s[j] != '=' {
		return cut{}, false
	}
	colon := s[j] == ':'
	j = run(s, j+1, blanks, 40)
	if v, ok := f.quoted(c, j, false); ok || !colon || lines == 0 {
		return v, ok
	}
	end := lineEnd(s, j, maxBare)
	return f.judged(c, j, j+len(strings.TrimRight(s[j:end], " \t")), true, true)
}

// pgpass takes the last of the five fields of a line of .pgpass
// (https://www.postgresql.org/docs/current/libpq-pgpass.html).
func pgpass(f *finder, start, end int) {
	s := f.s
	first, _ := lineStart(s, start, 400)
	last := lineEnd(s, end, maxBare)
	line := s[first:last]
	if strings.ContainsAny(line, " \"'=(,") && listing(line) == 0 {
		return
	}
	fields := strings.Split(s[end:last], ":")
	if len(fields) != 3 || strings.ContainsAny(s[end:last], " \t\"'=(),/") || start == first {
		return
	}
	v := fields[2]
	if fields[0] == "" || fields[1] == "" || plainHolder(v) {
		return
	}
	f.add(last-len(v), last, "password-in-pgpass")
}
