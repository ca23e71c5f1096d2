package redact

import (
	"slices"
	"strings"
)

// site holds the offsets of a name, its operator and its value, for a value without quotes.
type site struct {
	from, op, value int  // the name, the operator and the value begin
	spaced          bool // there are blanks around the operator
}

// row is the examined part of a line of settings, with offsets into the whole text.
type row struct {
	first, last int
	start       int // after the prefix that a tool added
	lead        int // the end of the part without names and values
	registry    int // the beginning of a URL as in .npmrc, or -1
	brace       int // the first opening brace, or -1
	connection  bool
}

// rowAt returns the line that ends at last and contains a name at from. The last result is reused, because a line can
// have many names. Of a very long line it returns a part, from a multiple of grain on.
func (t *settings) rowAt(from, last int) *row {
	first, sure := t.lineStart(from, maxBefore)
	if !sure {
		first = min(from, (first+grain-1)/grain*grain)
	}
	if r := &t.row; r.last == last && r.first == first && last > 0 {
		return r
	}
	context := t.s[first:last]
	t.looked += len(context)
	r := row{first: first, last: last, start: first + listing(context)}
	if r.brace = strings.IndexByte(t.s[r.start:last], '{'); r.brace >= 0 {
		r.brace += r.start
	}
	r.lead, r.registry = leads(t.s[r.start:last])
	r.lead += r.start
	if r.registry >= 0 {
		r.registry += r.start
	}
	r.connection = connection(context)
	t.row = r
	return &t.row
}

// alone reports whether the name at.from is at the beginning of its line r, after nothing but a lead such as
// "export ", or follows a comma in braces. flow reports whether an opening brace is before the name on the line.
func (r *row) alone(s string, at site) (alone, flow bool) {
	before := s[r.first:at.from]
	switch {
	case r.start <= at.from:
		before = s[r.start:at.from]
	case r.start <= at.op:
		before = "" // "file-12-password: x": the listing ran into the name
	}
	flow = before != "" && r.brace >= 0 && r.brace < at.from
	if flow && strings.HasSuffix(strings.TrimRight(before, " \"'"), ",") {
		return true, true
	}
	switch {
	case before == "":
		alone = true
	case r.start > at.from:
		n, _ := leads(before)
		alone = n == len(before)
	default:
		npmrc := r.registry >= 0 && r.registry < at.from && strings.HasSuffix(before, "/:")
		alone = r.lead >= at.from || npmrc
	}
	return alone, flow
}

// leadWords can come before the first name on a line.
var leadWords = [...]string{"export ", "set ", "SET ", "setx ", "ENV ", "ARG ", "env ", "env:", "declare ", "x ", "local ", "readonly ", "e ", "// ", "/", "D", "rem ", "REM ", "ini ", "\\t"}

// leads returns the number of bytes of line before its first name: 9 for "- export NAME". registry
// is the position of a URL as in .npmrc within these bytes, or -1.
func leads(line string) (n, registry int) {
	rest, registry := line, -1
	for {
		rest = strings.TrimLeft(rest, " \t\"'`{+*#;>|@-$:")
		if registry < 0 && strings.HasPrefix(rest, "//") {
			registry = len(line) - len(rest)
		}
		i := slices.IndexFunc(leadWords[:], func(w string) bool { return strings.HasPrefix(rest, w) })
		if i < 0 {
			return len(line) - len(rest), registry
		}
		rest = rest[len(leadWords[i]):]
	}
}

// inString reports whether the name at from is in the query of a URL, or its line r is a connection
// string ("Server=x;User Id=y;Password=z;").
func (t *settings) inString(from int, r *row) bool {
	before := t.s[:from]
	query := strings.HasSuffix(before, "?") || strings.HasSuffix(before, "&") || strings.HasSuffix(before, "&amp;") || strings.HasSuffix(before, `\u0026`)
	return query || r.connection
}

var connectionWords = [...]string{"server=", "host=", "data source=", "user id=", "uid=", "username=", "user=", "database=", "endpoint=", "accountname=", "initial catalog="}

// connection reports whether a line contains a database connection string, such as "Server=…;Password=…".
func connection(line string) bool {
	if !strings.Contains(line, ";") {
		return false
	}
	low := strings.ToLower(line)
	return slices.ContainsFunc(connectionWords[:], func(w string) bool { return strings.Contains(low, w) })
}
