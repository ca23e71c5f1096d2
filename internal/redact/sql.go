package redact

import "strings"

// statements are the rules for SQL, whose values are apart from their names.
var statements = []rule{
	{words: []string{"insert into", "replace into"}, look: insert},
	{words: []string{"copy "}, look: insert},
	{words: []string{"identified "}, look: identified},
}

const (
	maxColumns   = 1024        // bytes of a list of columns
	maxStatement = 16 * margin // bytes of a statement that are searched; a piece of a file is read with its statement
)

// openStatement returns, if s ends inside a statement of SQL that inserts rows (INSERT or COPY), the beginning of the
// statement and the row that is cut at the end of s; else "".
func openStatement(s string) string {
	low := lowerASCII(s)
	n := max(strings.LastIndex(low, "insert into "), strings.LastIndex(low, "\ncopy "))
	if n < 0 || strings.Contains(s[n:], ";\n\n") || strings.Contains(s[n:], "\n\\.\n") {
		return ""
	}
	begin := low[n:min(len(low), n+maxColumns)]
	if i := strings.Index(begin, "values"); i >= 0 {
		row := max(strings.LastIndex(s, "),("), strings.LastIndex(s, ",\n(")-1)
		if row < n {
			return ""
		}
		return s[n:n+i] + "values " + s[row+2:]
	}
	if i := strings.Index(begin, "from stdin;"); i >= 0 {
		return s[n:n+i] + "from stdin;\n" + s[strings.LastIndexByte(s, '\n')+1:]
	}
	return ""
}

var tableSet = newSet("0-9A-Za-z_.$\"`'[] \t\r\n\x80-\xff")

// insert masks the values of secret columns in "INSERT INTO t (a, password) VALUES ('x', 'y'), …" and in
// the rows that COPY reads in a dump of PostgreSQL.
func insert(f *finder, start, end int) {
	if start < f.stated || !boundary(f.s, start) {
		return
	}
	s := f.s
	open := f.run(end, tableSet, 3*maxName)
	f.stated = open
	if open == len(s) || s[open] != '(' {
		return
	}
	n := strings.IndexByte(s[open:min(len(s), open+maxColumns)], ')')
	if n < 0 {
		return
	}
	f.looked += n
	f.stated = open + n
	list := s[open+1 : open+n]
	var names columns
	secret := false
	for _, p := range cellsOf(list, ',') {
		c := classify(strings.Trim(list[p.start:p.end], "[]\"`' \r\n\t"))
		names = append(names, c)
		secret = secret || c > classKey
	}
	if !secret {
		return
	}
	i := skipSpace(s, open+n+1)
	rest := strings.ToLower(s[i:min(len(s), i+10)])
	switch {
	case strings.HasPrefix(rest, "values"):
		f.stated = f.tuples(names, i+len("values"), min(len(s), start+maxStatement))
	case strings.HasPrefix(rest, "from stdin"):
		r := rows{names, '\t', max(1, start+maxStatement-maxTable), len(names)}
		f.stated = f.rows(r, lineBreak(s, i))
	}
}

// skipSpace returns the position of the first byte from i on that is no blank and no line break.
func skipSpace(s string, i int) int {
	for i < len(s) && strings.IndexByte(" \t\r\n", s[i]) >= 0 {
		i++
	}
	return i
}

// tuples masks the secret values of the lists in parentheses at i, and returns their end.
func (f *finder) tuples(names columns, i, end int) int {
	s := f.s
	for {
		i = skipSpace(s, i)
		if i >= end || s[i] != '(' {
			return i
		}
		column := 0
		for i++; i < end; i++ {
			from := i
			i = elementEnd(s, i, end)
			f.looked += i - from
			if column < len(names) && names[column] > classKey {
				f.literal(names[column], from, i)
			}
			column++
			if i >= end || s[i] == ')' {
				break
			}
		}
		i = skipSpace(s, min(end, i+1))
		if i >= end || s[i] != ',' {
			return i
		}
		i++
	}
}

// elementEnd returns the end of the element of a list at i: a comma or a parenthesis outside of strings and calls.
func elementEnd(s string, i, end int) int {
	depth, quote := 0, byte(0)
	for ; i < end; i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case (c == ')' || c == ']' || c == '}') && depth > 0:
			depth--
		case (c == ',' || c == ')' || c == ']' || c == '}') && depth == 0:
			return i
		}
	}
	return end
}

// literal masks the first string or the number in s[from:to], a value of class c in a place that is only for secrets.
func (f *finder) literal(c class, from, to int) {
	s := f.s
	v := s[from:to]
	if i := strings.IndexAny(v, "'\"`"); i >= 0 {
		q := v[i]
		n := strings.IndexByte(v[i+1:], q)
		for n >= 0 && (i+1+n+1 < len(v) && v[i+1+n+1] == q || n > 0 && v[i+n] == '\\') { // '' or \'
			skip := 2
			if v[i+n] == '\\' {
				skip = 1
			}
			m := strings.IndexByte(v[i+1+n+skip:], q)
			if m < 0 {
				n = -1
				break
			}
			n += skip + m
		}
		if n < 0 {
			return
		}
		from, to = from+i+1, from+i+1+n
		v = s[from:to]
		if len(v) < 4 || placeholder(v) || c != classPassword && !judge(c, v) || strings.ContainsAny(v, "\r\n") {
			return
		}
	} else {
		p := trim(s, piece{from, to})
		from, to = p.start, p.end
		if v = s[from:to]; c != classPassword || len(v) < 4 || !all(v, digits) {
			return
		}
	}
	f.mark(piece{from, to}, c)
}

// identified masks the password in "IDENTIFIED BY 'x'" and "IDENTIFIED WITH method BY 'x'".
func identified(f *finder, _, end int) {
	s := f.s
	area := strings.ToLower(s[end:min(len(s), end+maxName)])
	f.looked += len(area)
	n := strings.Index(area, "by ")
	if n < 0 || strings.ContainsAny(area[:n], ";()\r\n") || n > 0 && !strings.HasPrefix(area, "with ") {
		return
	}
	i := end + n + len("by ")
	for _, w := range []string{"password ", "values "} {
		if strings.HasPrefix(strings.ToLower(s[i:min(len(s), i+len(w))]), w) {
			i += len(w)
		}
	}
	i = f.run(i, blanks, maxBlanks)
	if q := quoteAt(s, i); q != "" && q != "`" {
		n, ok := closing(s[i+len(q):min(len(s), i+len(q)+maxName)], q)
		if v := s[i+len(q) : i+len(q)+n]; ok && len(v) >= 4 && !placeholder(v) {
			f.add(i+len(q), i+len(q)+n, classPassword.kind())
		}
		return
	}
	j := f.run(i, argumentSet, maxName)
	if v := strings.TrimRight(s[i:j], ";,"); v != "" && !placeholder(v) && judge(classPassword, v) {
		f.add(i, i+len(v), classPassword.kind())
	}
}
