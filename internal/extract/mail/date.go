package mail

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// months and weekdays are the names in dates of mail, in lower case.
var (
	months   = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
	weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
	longest  = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
		"november", "december"}
)

// dateMost is the number of bytes of a date that are read.
const dateMost = 200

// dayOf returns the day of a date, as written: without conversion to another time zone. It accepts the forms that
// Python's email.utils.parsedate accepts. ok is false if it is no date.
func dayOf(date string) (day time.Time, ok bool) {
	words := strings.Fields(date[:min(len(date), dateMost)])
	if len(words) == 0 {
		return time.Time{}, false
	}
	if strings.HasSuffix(words[0], ",") || slices.Contains(weekdays, strings.ToLower(words[0])) {
		words = words[1:]
	} else if i := strings.LastIndexByte(words[0], ','); i >= 0 {
		words[0] = words[0][i+1:]
	}
	if len(words) == 3 { // 06-Nov-94 08:49:37 GMT
		if parts := strings.Split(words[0], "-"); len(parts) == 3 {
			words = append(parts, words[1:]...)
		}
	}
	if len(words) == 4 { // the zone is missing, or is part of the time
		words = append(words, "")
	}
	if len(words) < 5 {
		return time.Time{}, false
	}
	dd, mm, yy, clock, zone := words[0], strings.ToLower(words[1]), words[2], words[3], words[4]
	month := monthOf(mm)
	if month == 0 { // Nov 6 1994
		dd, mm = mm, strings.ToLower(dd)
		if month = monthOf(mm); month == 0 {
			return time.Time{}, false
		}
	}
	if strings.IndexByte(yy, ':') > 0 {
		yy, clock = clock, yy
	}
	yy = strings.TrimSuffix(yy, ",")
	if yy == "" || yy[0] < '0' || yy[0] > '9' {
		yy = zone
	}
	d, err1 := strconv.Atoi(strings.TrimSuffix(dd, ","))
	y, err2 := strconv.Atoi(yy)
	if err1 != nil || err2 != nil || !isClock(clock) {
		return time.Time{}, false
	}
	switch {
	case y < 69:
		y += 2000
	case y < 100:
		y += 1900
	}
	day = time.Date(y, time.Month(month), d, 0, 0, 0, 0, time.UTC)
	return day, y > 0 && y < 10_000 && day.Day() == d && day.Month() == time.Month(month)
}

// monthOf returns the number of a month, from 1, or 0.
func monthOf(name string) int {
	if i := slices.Index(months, name); i >= 0 {
		return i + 1
	}
	return slices.Index(longest, name) + 1
}

// isClock reports whether a word is a time of day: "8:49", "08:49:37", "08.49.37", perhaps with a zone.
func isClock(word string) bool {
	word = strings.TrimSuffix(word, ",")
	if i := strings.IndexAny(word, "+-"); i > 0 {
		word = word[:i]
	}
	parts := strings.Split(word, ":")
	if len(parts) == 1 {
		parts = strings.Split(word, ".")
	}
	if len(parts) < 2 || len(parts) > 3 {
		return false
	}
	for _, p := range parts {
		if _, err := strconv.ParseUint(p, 10, 16); err != nil {
			return false
		}
	}
	return true // an hour that does not exist leaves the day valid
}

// receivedDay returns the day on which a message was received: after the last semicolon of its first Received field.
func receivedDay(field string) (time.Time, bool) {
	i := strings.LastIndexByte(field, ';')
	if i < 0 {
		return time.Time{}, false
	}
	return dayOf(field[i+1:])
}

// Years in which mail was written. Dates outside are errors of clocks and programs.
const firstYear, lastYear = 1980, 2100

// lateMost is the time between the receipt of a message and its date after which the date is an error. Clocks with a
// wrong year are later by a year and more.
const lateMost = 366 * 24 * time.Hour

// isOdd reports whether a date cannot be the date of a message that was received on a day.
func isOdd(day time.Time, received string) bool {
	if day.Year() < firstYear || day.Year() > lastYear {
		return true
	}
	got, ok := receivedDay(received)
	return ok && got.Year() >= firstYear && day.Sub(got) > lateMost
}
