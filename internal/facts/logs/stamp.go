package logs

import (
	"strings"

	"luminos/internal/daterange"
)

// date is the day of a line. Its year is 0 if the line does not have one, and all is 0 if the line has a time only.
type date struct{ year, month, day int }

// String returns the date as "2015-07-29", or as "07-29" without a year, or "" for the zero date.
func (d date) String() string {
	switch {
	case d.month == 0:
		return ""
	case d.year == 0:
		return two(d.month) + "-" + two(d.day)
	}
	return two(d.year/100) + two(d.year%100) + "-" + two(d.month) + "-" + two(d.day)
}

// two returns a number below 100 with two digits.
func two(n int) string { return string([]byte{byte('0' + n/10%10), byte('0' + n%10)}) }

// before reports whether d is an earlier day than o. Both have a year, or both have no year.
func (d date) before(o date) bool {
	return d.year < o.year || d.year == o.year && (d.month < o.month || d.month == o.month && d.day < o.day)
}

// form is one way to write a time. In the shape "0" matches a digit, "?" a separator of date and time, "A" a letter,
// and all else itself. The other fields are offsets of the year, the month and the day in the shape, or
// -1 if it lacks them.
type form struct {
	shape            string
	year, month, day int
}

// forms are the ways to write a time, the longer ones first.
var forms = []form{
	{"0000-00-00-00.00.00", 0, 5, 8}, {"0000-00-00?00:00:00", 0, 5, 8}, {"0000/00/00?00:00:00", 0, 5, 8},
	{"0000.00.00?00:00:00", 0, 5, 8}, {"00000000-00:", 0, 4, 6}, {"00000000-0:", 0, 4, 6}, {"00000000?00:00:00", 0, 4, 6},
	{"00/AAA/0000:00:00:00", 7, 3, 0}, {"00-AAA-0000 00:00:00", 7, 3, 0}, {"00 AAA 0000 00:00:00", 7, 3, 0},
	{"AAA AAA 00 00:00:00 0000", 20, 4, 8},
	{"AAA AAA  0 00:00:00 0000", 20, 4, 8},
	{"AAA 00 00:00:00", -1, 0, 4}, {"AAA  0 00:00:00", -1, 0, 4},
	{"AAA 0 00:00:00", -1, 0, 4}, {"00/00/00 00:00:00", 0, 3, 6}, {"000000 000000 ", 0, 2, 4},
	{"00-00 00:00:00", -1, 0, 3}, {"00.00 00:00:00", -1, 0, 3}, {"00:00:00", -1, -1, -1},
}

// months are the short names of the months.
const months = "janfebmaraprmayjunjulaugsepoctnovdec"

// stamp reads the time at the beginning of s. It returns its date and the rest of s.
func stamp(s string) (d date, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t")
	for i := range forms {
		f := &forms[i]
		s := s
		if f.shape[0] == 'A' && f.year == 20 { // apache writes microseconds before the year
			s = withoutFraction(s)
		}
		if !f.matches(s) {
			continue
		}
		if d, ok = f.date(s); ok {
			return d, zone(s[len(f.shape):]), true
		}
	}
	return date{}, s, false
}

// withoutFraction returns a time such as "Thu Jun 27 11:55:44.569531 2013" without the fraction of its second, or such
// as "Sun Jun  7 04:00:01 CEST 2026" without its zone.
func withoutFraction(s string) string {
	const at = len("Thu Jun 27 11:55:44")
	if len(s) <= at || s[at] != '.' && s[at] != ' ' {
		return s
	}
	end := at + 1
	for end < len(s) && (s[at] == '.' && digit(s[end]) || s[at] == ' ' && s[end] >= 'A' && s[end] <= 'Z') {
		end++
	}
	if end == at+1 {
		return s
	}
	return s[:at] + s[end:]
}

// matches reports whether s begins with the shape.
func (f *form) matches(s string) bool {
	if len(s) < len(f.shape) {
		return false
	}
	for i := range len(f.shape) {
		c := s[i]
		switch f.shape[i] {
		case '0':
			if !digit(c) {
				return false
			}
		case 'A':
			if c|0x20 < 'a' || c|0x20 > 'z' {
				return false
			}
		case '?':
			if c != ' ' && c != 'T' && c != '_' && c != ':' {
				return false
			}
		default:
			if c != f.shape[i] {
				return false
			}
		}
	}
	return true
}

// date returns the date in s at the offsets of the form.
func (f *form) date(s string) (d date, ok bool) {
	if f.month < 0 {
		return date{}, true
	}
	if f.shape[f.month] == 'A' {
		d.month = strings.Index(months, strings.ToLower(s[f.month:f.month+3]))/3 + 1
		if d.month < 1 || months[d.month*3-3:d.month*3] != strings.ToLower(s[f.month:f.month+3]) {
			return date{}, false
		}
	} else {
		d.month = number(s[f.month : f.month+2])
	}
	d.day = number(strings.TrimRight(strings.TrimLeft(s[f.day:f.day+2], " "), " "))
	if f.year < 0 {
		_, ok = daterange.Day(leapYear, d.month, d.day)
		return d, ok
	}
	if long := len(f.shape) >= f.year+4 && f.shape[f.year:f.year+4] == "0000" && f.shape != "000000 000000 "; long {
		d.year = number(s[f.year : f.year+4])
	} else {
		d.year = century + number(s[f.year:f.year+2])
	}
	at, ok := daterange.Day(d.year, d.month, d.day)
	return d, ok && daterange.Plausible(at)
}

const (
	leapYear = 2000 // a year in which each day of a calendar occurs
	century  = 2000 // of years with two digits
)

// zone returns s without a fraction of a second and a time zone at its beginning.
func zone(s string) string {
	i := 0
	for i < len(s) && (digit(s[i]) || (s[i] == '.' || s[i] == ',' || s[i] == ':') && i+1 < len(s) && digit(s[i+1])) {
		i++
	}
	s = s[i:]
	for _, name := range []string{"Z", " UTC", " GMT", " CET", " CEST", " EST", " PST"} {
		if rest, ok := strings.CutPrefix(s, name); ok && (rest == "" || !letter(rest[0])) {
			return rest
		}
	}
	t := strings.TrimPrefix(s, " ")
	if len(t) >= 5 && (t[0] == '+' || t[0] == '-') && digit(t[1]) && digit(t[2]) {
		for _, shape := range []string{"00:00", "0000"} {
			if (&form{shape: shape}).matches(t[1:]) {
				return t[1+len(shape):]
			}
		}
	}
	return s
}

// number returns the value of decimal digits.
func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
