// Package daterange finds dates in file names and in values, and joins them to
// spans.
package daterange

import (
	"time"

	"luminos"
)

// Years outside these are taken for something else: a serial number, a
// resolution, a clock that was never set.
const (
	firstYear = 1900
	lastYear  = 2100
)

// Span collects days. The zero value is empty and ready to use.
type Span struct {
	first, last time.Time
	// Days is the number of days added; a day added twice counts twice.
	Days int
}

// Add extends the span to include the day of t and adds 1 to s.Days, also for a day that was added before.
func (s *Span) Add(t time.Time) {
	if s.Days == 0 || t.Before(s.first) {
		s.first = t
	}
	if s.Days == 0 || t.After(s.last) {
		s.last = t
	}
	s.Days++
}

// Merge extends the span to include the span o, and adds the number of its days.
func (s *Span) Merge(o Span) {
	if o.Days == 0 {
		return
	}
	n := s.Days + o.Days
	s.Add(o.first)
	s.Add(o.last)
	s.Days = n
}

// Period returns the first and last day of the span in the form of the report, or nil if the span
// is empty. source says where the days come from.
func (s *Span) Period(source string) *luminos.Period {
	if s.Days == 0 {
		return nil
	}
	return &luminos.Period{
		First:  s.first.Format(time.DateOnly),
		Last:   s.last.Format(time.DateOnly),
		Source: source,
	}
}

// Plausible reports whether the year of t is one in which a user's data can originate: from
// firstYear to lastYear.
func Plausible(t time.Time) bool { return t.Year() >= firstYear && t.Year() <= lastYear }

// InName returns the first date in a file name, as cameras, phones, scanners and people write it:
// IMG_20190401_120000, 2019-04-01 beach, VID-20200101-WA0001. It returns false if the name has no
// date.
func InName(name string) (time.Time, bool) {
	for i := 0; i < len(name); {
		n := digits(name[i:])
		if n == 0 {
			i++
			continue
		}
		// YYYYMMDD alone, or with the time right behind it.
		if n == 8 || n == 12 || n == 14 || n == 17 {
			if t, ok := day(name[i:i+4], name[i+4:i+6], name[i+6:i+8]); ok {
				return t, true
			}
		}
		if n == 4 {
			if t, ok := separated(name[i:]); ok {
				return t, true
			}
		}
		i += n
	}
	return time.Time{}, false
}

// separated returns the date at the start of s, which begins with exactly four digits: YYYY-MM-DD,
// or with "_", "." or a space as both separators. It returns false if there is no such date.
func separated(s string) (time.Time, bool) {
	if len(s) < 10 || s[4] != s[7] || !separator(s[4]) {
		return time.Time{}, false
	}
	if digits(s[5:]) != 2 || digits(s[8:]) != 2 {
		return time.Time{}, false
	}
	return day(s[:4], s[5:7], s[8:10])
}

func separator(c byte) bool { return c == '-' || c == '_' || c == '.' || c == ' ' }

// digits returns the number of digits at the beginning of s.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// day returns the date for the digits of a year, month and day. It returns false if there is no
// such date or it is not [Plausible].
func day(y, m, d string) (time.Time, bool) { return Day(number(y), number(m), number(d)) }

// Day returns the date at midnight in UTC. ok is false if there is no such date in the calendar, or
// it is not [Plausible].
func Day(y, m, d int) (t time.Time, ok bool) {
	t = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if t.Year() != y || int(t.Month()) != m || t.Day() != d || !Plausible(t) {
		return time.Time{}, false
	}
	return t, true
}

func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}
