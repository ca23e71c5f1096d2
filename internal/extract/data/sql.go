package data

import (
	"slices"
	"strings"
)

// column is a column of a CREATE TABLE statement.
type column struct {
	name, typ string
	rowid     bool // it is another name of the row id, which is not in the record
	virtual   bool // it is computed and not stored
	primary   bool
}

// table is the definition of a table by its CREATE TABLE statement.
type table struct {
	columns      []column
	key          map[string]int // the places of columns in a PRIMARY KEY clause of the table, by name in lower case
	references   []reference
	withoutRowid bool
}

// reference is a foreign key: columns whose values are keys of another table.
type reference struct{ columns, table string }

// stored returns the columns in the order of a record: a table without row ids begins with its key.
func (t *table) stored() []column {
	var first, rest []column
	for _, c := range t.columns {
		switch {
		case c.virtual:
		case t.withoutRowid && c.primary:
			first = append(first, c)
		default:
			rest = append(rest, c)
		}
	}
	slices.SortStableFunc(first, func(a, b column) int {
		return t.key[strings.ToLower(a.name)] - t.key[strings.ToLower(b.name)]
	})
	return append(first, rest...)
}

// token is a word, a number, a quoted text or a sign of SQL.
type token struct {
	text   string
	quoted bool
	depth  int // of parentheses around it
}

// is reports whether the token is one of the words, in any case.
func (t token) is(words ...string) bool {
	return !t.quoted && slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, t.text) })
}

// tokens returns the tokens of a statement.
func tokens(sql string) []token {
	var all []token
	depth := 0
	for i := 0; i < len(sql); {
		c := sql[i]
		switch {
		case strings.IndexByte(" \t\r\n\f", c) >= 0:
			i++
		case strings.HasPrefix(sql[i:], "--"):
			i += until(sql[i:], "\n")
		case strings.HasPrefix(sql[i:], "/*"):
			i += until(sql[i:], "*/")
		case strings.IndexByte("\"'`[", c) >= 0:
			text, n := unquote(sql[i:])
			all = append(all, token{text, true, depth})
			i += n
		case c == '(':
			all = append(all, token{"(", false, depth})
			depth++
			i++
		case c == ')':
			depth--
			all = append(all, token{")", false, depth})
			i++
		case isWord(c):
			n := 1
			for i+n < len(sql) && isWord(sql[i+n]) {
				n++
			}
			all = append(all, token{sql[i : i+n], false, depth})
			i += n
		default:
			all = append(all, token{sql[i : i+1], false, depth})
			i++
		}
	}
	return all
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// until returns the number of bytes to the end of a comment.
func until(s, end string) int {
	if i := strings.Index(s[1:], end); i >= 0 {
		return 1 + i + len(end)
	}
	return len(s)
}

// unquote returns the text of a quoted token at the beginning of s, and the length of the token.
func unquote(s string) (text string, n int) {
	end := s[0]
	if end == '[' {
		if i := strings.IndexByte(s, ']'); i > 0 {
			return s[1:i], i + 1
		}
		return s[1:], len(s)
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] == end {
			if i+1 == len(s) || s[i+1] != end {
				return b.String(), i + 1
			}
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), len(s)
}

// parseTable returns the definition of a table. A statement that it does not understand has no columns.
func parseTable(sql string) *table {
	t := &table{key: map[string]int{}}
	all := tokens(sql)
	open := slices.IndexFunc(all, func(k token) bool { return k.is("(") })
	if open < 0 {
		return t
	}
	all = all[open+1:]
	end := slices.IndexFunc(all, func(k token) bool { return k.is(")") && k.depth == 0 })
	if end < 0 {
		end = len(all)
	}
	for i := end; i+1 < len(all); i++ {
		t.withoutRowid = t.withoutRowid || all[i].is("WITHOUT") && all[i+1].is("ROWID")
	}
	for body := all[:end]; len(body) > 0; {
		n := slices.IndexFunc(body, func(k token) bool { return k.is(",") && k.depth == 1 })
		if n < 0 {
			n = len(body)
		}
		t.definition(body[:n])
		body = body[min(n+1, len(body)):]
	}
	t.setKey()
	return t
}

// referring returns the columns of a foreign key, from the tokens before REFERENCES: the columns in brackets after
// FOREIGN KEY, or the column that is defined.
func referring(d []token) string {
	if !slices.ContainsFunc(d, func(k token) bool { return k.is("FOREIGN") }) {
		return d[0].text
	}
	var names []string
	for _, k := range d {
		if k.depth > 1 && (k.quoted || k.text != "," && k.text != ")" && k.text != "(") {
			names = append(names, k.text)
		}
	}
	return strings.Join(names, ", ")
}

// definition adds a column, or a constraint of the table.
func (t *table) definition(d []token) {
	if len(d) == 0 {
		return
	}
	for i, k := range d {
		if k.is("REFERENCES") && k.depth == 1 && i+1 < len(d) {
			t.references = append(t.references, reference{referring(d[:i]), d[i+1].text})
		}
	}
	if d[0].is("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN") {
		t.constraint(d)
		return
	}
	c := column{name: d[0].text}
	rest := d[1:]
	n := 0
	for n < len(rest) && !(rest[n].depth == 1 && rest[n].is("CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK",
		"DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS", "ON", "AUTOINCREMENT")) {
		n++
	}
	c.typ = join(rest[:n])
	for i, k := range rest {
		if k.depth > 1 {
			continue
		}
		switch {
		case k.is("PRIMARY"):
			c.primary = true
			descending := i+2 < len(rest) && rest[i+2].is("DESC")
			c.rowid = strings.EqualFold(c.typ, "INTEGER") && !descending
		case k.is("AS"):
			c.virtual = true
		case k.is("STORED"):
			c.virtual = false
		}
	}
	t.columns = append(t.columns, c)
}

// join returns the words of a type: "NUMERIC(10,2)".
func join(tokens []token) string {
	var b strings.Builder
	for i, k := range tokens {
		if i > 0 && k.depth == 1 && !k.is("(", ")", ",") {
			b.WriteByte(' ')
		}
		b.WriteString(k.text)
	}
	return b.String()
}

// constraint keeps the columns of a PRIMARY KEY.
func (t *table) constraint(d []token) {
	at := slices.IndexFunc(d, func(k token) bool { return k.is("PRIMARY") && k.depth == 1 })
	if at < 0 {
		return
	}
	first := true
	for _, k := range d[at:] {
		switch {
		case k.is(")") && k.depth == 1:
			return
		case k.depth == 2 && k.is(","):
			first = true
		case k.depth == 2 && first:
			t.key[strings.ToLower(k.text)] = len(t.key)
			first = false
		}
	}
}

// setKey marks the columns of the key, and the column that is the row id.
func (t *table) setKey() {
	for i := range t.columns {
		c := &t.columns[i]
		if _, ok := t.key[strings.ToLower(c.name)]; ok {
			c.primary = true
			c.rowid = len(t.key) == 1 && strings.EqualFold(c.typ, "INTEGER")
		}
		c.rowid = c.rowid && !t.withoutRowid
	}
}
