package dataset

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// kind is the type of one value.
type kind uint8

const (
	missing kind = iota
	integer
	number
	boolean
	date
	timestamp
	text
	object
	array
	code        // digits behind a zero, and so no number: a kind of text
	unavailable // "NA": missing, unless it is a code
	kinds       // how many there are
)

// names are the types of columns in the report.
var names = [kinds]string{
	"empty", "integer", "number", "boolean", "date", "timestamp", "string", "object", "array", "string", "empty",
}

// value is one cell, read.
type value struct {
	kind kind
	num  float64 // of integer and number
	day  moment  // of date and timestamp
}

func (v value) isDay() bool { return v.kind == date || v.kind == timestamp }

// moment is a point in time. A day written with slashes can be meant two ways:
// then other is the second reading, and a column decides when it has seen more.
type moment struct {
	t, other time.Time
	order    order
}

// order is which way round a day with slashes can only be meant.
type order uint8

const (
	either order = iota
	monthFirst
	dayFirst
)

// classify returns the type and the value of the text of one cell. Digits after a leading zero are
// a code, not a number, and "NA" has a type of its own.
func classify(b []byte) value {
	b = bytes.TrimSpace(b)
	switch {
	case string(b) == "NA":
		return value{kind: unavailable}
	case len(b) == 0 || isMissing(b):
		return value{kind: missing}
	case isCode(b):
		return value{kind: code}
	}
	c := b[0]
	isNum := c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.'
	if isNum {
		if v, ok := parseNumber(b); ok {
			return v
		}
	}
	if len(b) > 40 {
		return value{kind: text}
	}
	if isNum || len(b) >= 8 {
		if m, k, ok := parseMoment(string(b)); ok {
			return value{kind: k, day: m}
		}
	}
	switch strings.ToLower(string(b[:min(len(b), 6)])) {
	case "true", "false", "yes", "no":
		return value{kind: boolean}
	}
	return value{kind: text}
}

// guessKind returns the type of one cell of a format without types, such as CSV. Codes with leading
// zeros count as text, and "NA" and "-" count as missing.
func guessKind(cell string) kind {
	switch k := classify([]byte(cell)).kind; k {
	case code:
		return text
	case unavailable:
		return missing
	case text:
		if cell = strings.TrimSpace(cell); cell == "-" || cell == "--" { // of a table of numbers
			return missing
		}
		return text
	default:
		return k
	}
}

// isCode reports whether b is a run of at least two digits with a leading zero, as in codes.
func isCode(b []byte) bool {
	return len(b) > 1 && b[0] == '0' && !bytes.ContainsFunc(b, func(r rune) bool { return r < '0' || r > '9' })
}

// isMissing reports whether b is a word for a missing value, such as "n/a" or
// "null".
func isMissing(b []byte) bool {
	if len(b) > 4 {
		return false
	}
	switch string(b) {
	case "N/A", "n/a", "na", "null", "NULL", "Null", "NaN", "nan", "#N/A", `\N`:
		return true
	}
	return false
}

// parseNumber parses a number such as 12, -3.5, 1e6, 1,234 or 45%, and reports whether b is
// one.
func parseNumber(b []byte) (value, bool) {
	if n, percent := bytes.CutSuffix(b, []byte("%")); percent {
		b = bytes.TrimRight(n, " ") // "45 %" in some languages
	}
	if len(b) == 0 || len(b) > 40 {
		return value{}, false
	}
	whole, digits, commas := true, 0, false
	for i, c := range b {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '.', (c == 'e' || c == 'E') && digits > 0:
			whole = false
		case c == ',' && digits > 0:
			if len(b)-i < 4 {
				return value{}, false
			}
			commas = true
		case (c == '-' || c == '+') && (i == 0 || b[i-1] == 'e' || b[i-1] == 'E'):
		default:
			return value{}, false
		}
	}
	if digits == 0 {
		return value{}, false
	}
	if n := bytes.TrimLeft(b, "+-"); len(n) > 1 && n[0] == '0' && n[1] >= '0' && n[1] <= '9' {
		return value{}, false
	}
	s := string(b)
	if commas {
		if !grouped(s) {
			return value{}, false
		}
		s = strings.ReplaceAll(s, ",", "")
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return value{}, false
	}
	if whole {
		return value{kind: integer, num: f}, true
	}
	return value{kind: number, num: f}, true
}

// decimalComma parses a number such as 12,5 or -1.234,56, and returns the zero value for another text.
func decimalComma(b []byte) value {
	whole, decimals, found := bytes.Cut(bytes.TrimSpace(b), []byte(","))
	if !found || len(b) > 40 { // most cells are other texts, which are not copied
		return value{}
	}
	s := strings.ReplaceAll(string(whole), ".", ",")
	other := func(r rune) bool { return r < '0' || r > '9' }
	if len(decimals) == 0 || bytes.ContainsFunc(decimals, other) ||
		strings.Contains(s, ",") && !grouped(s) {
		return value{}
	}
	v, ok := parseNumber([]byte(strings.ReplaceAll(s, ",", "") + "." + string(decimals)))
	if !ok {
		return value{}
	}
	return v
}

// grouped reports whether the commas of s stand before groups of three digits.
func grouped(s string) bool {
	s, _, _ = strings.Cut(s, ".")
	parts := strings.Split(strings.TrimLeft(s, "+-"), ",")
	for i, p := range parts {
		if i > 0 && len(p) != 3 || i == 0 && (len(p) == 0 || len(p) > 3) {
			return false
		}
	}
	return true
}

// layouts are formats of dates with words. Dates of digits are parsed by hand, which
// is ten times as fast.
var layouts = []struct {
	layout string
	kind   kind
}{
	{"Jan 2, 2006", date}, {"January 2, 2006", date}, {"2 Jan 2006", date}, {"2 January 2006", date},
	{"02-Jan-2006", date}, {"2-Jan-06", date}, {"Mon, 02 Jan 2006 15:04:05 MST", timestamp},
	{"Mon, 02 Jan 2006 15:04:05 -0700", timestamp}, {"Mon Jan _2 15:04:05 2006", timestamp}, {"Jan 2, 2006 15:04:05", timestamp},
	{"02/Jan/2006:15:04:05 -0700", timestamp},
}

// parseMoment parses a date or a point in time. It returns false if s is not in a known form of either.
func parseMoment(s string) (moment, kind, bool) {
	if len(s) < 6 {
		return moment{}, 0, false
	}
	if m, rest, ok := parseDay(s); ok {
		if rest == "" {
			return m, date, true
		}
		if isClock(rest) {
			return m, timestamp, true
		}
		return moment{}, 0, false
	}
	if !strings.ContainsAny(s, "0123456789") || len(s) > 35 {
		return moment{}, 0, false
	}
	if c := s[0]; c >= '0' && c <= '9' && !strings.ContainsAny(s, " -/") {
		return moment{}, 0, false
	}
	if !strings.ContainsAny(s[:min(len(s), 8)], "JFMASOND") {
		return moment{}, 0, false
	}
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			return moment{t: t}, l.kind, true
		}
	}
	return moment{}, 0, false
}

// parseDay parses a day at the start of s, and returns the rest: YYYY-MM-DD, also with "/" or ".",
// D.M.YYYY, or M/D/YYYY or D/M/YYYY, also with "-". After "/" the year at the end can have two digits.
func parseDay(s string) (m moment, rest string, ok bool) {
	a, s1 := leadingNumber(s)
	if s1 == "" || a < 0 {
		return m, "", false
	}
	sep := s1[0]
	if sep != '-' && sep != '/' && sep != '.' {
		return m, "", false
	}
	b, s2 := leadingNumber(s1[1:])
	if b < 0 || s2 == "" || s2[0] != sep {
		return m, "", false
	}
	c, rest := leadingNumber(s2[1:])
	if c < 0 {
		return m, "", false
	}
	widthA, widthC := len(s)-len(s1), len(s2)-1-len(rest)
	if widthA == 4 {
		m.t, ok = calendarDay(a, b, c)
		return m, rest, ok && widthC <= 2
	}
	switch {
	case widthA > 2:
		return m, "", false
	case widthC == 2 && sep == '/': // 3/14/15
		c += 2000
		if c > 2068 {
			c -= 100
		}
	case widthC != 4:
		return m, "", false
	}
	us, okM := calendarDay(c, a, b)
	others, okD := calendarDay(c, b, a)
	if sep == '.' { // 6.1.7600 is a version
		okM, okD = false, okD && !remote(others)
	}
	switch {
	case okM && okD && a != b:
		m = moment{t: us, other: others}
	case okM && okD:
		m = moment{t: us}
	case okM:
		m = moment{t: us, order: monthFirst}
	case okD:
		m = moment{t: others, order: dayFirst}
	}
	return m, rest, okM || okD
}

// Plausible years of data. Dates in other years are dates still, but have another
// meaning: no end (9999-12-31), an unset clock (0001-01-01), a typing error. Periods
// do not include them.
const (
	firstYear = 1500
	lastYear  = 2100
)

// remote reports whether a day lies outside of the plausible years for data.
func remote(t time.Time) bool { return t.Year() < firstYear || t.Year() > lastYear }

// calendarDay returns the day d of the month m in the year y; ok is false if no such day exists, such as 30 February.
func calendarDay(y, m, d int) (t time.Time, ok bool) {
	t = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return t, t.Year() == y && int(t.Month()) == m && t.Day() == d
}

// leadingNumber returns the number in the first digits of s, at most four, and the rest of s.
// Without a digit it returns -1 and s.
func leadingNumber(s string) (int, string) {
	n, i := 0, 0
	for i < len(s) && i < 4 && s[i] >= '0' && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	if i == 0 {
		return -1, s
	}
	return n, s[i:]
}

// isClock reports whether s, the text after a date, is a time of day.
func isClock(s string) bool {
	if len(s) < 3 || s[0] != 'T' && s[0] != ' ' && s[0] != 't' {
		return false
	}
	s = s[1:]
	if h, rest := leadingNumber(s); h < 0 || h > 24 || rest == "" || rest[0] != ':' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && !strings.ContainsRune(":.,+-TZzAPMapmUCG ", rune(c)) {
			return false
		}
	}
	return true
}
