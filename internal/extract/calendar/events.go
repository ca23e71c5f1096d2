package calendar

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/extract/file"
)

// Years in which events can be. Dates outside are errors of programs, such as 1601, the first year of Windows.
const firstYear, lastYear = 1800, 2200

// entry is an event, a task or a note that is read.
type entry struct {
	kind                      string // "event", "task", "note"
	summary, place, text      string
	start, end, due           string // YYYY-MM-DD
	repeats, cancelled, spans bool   // spans: the end is the day after the last one
	attendees                 int
}

// kinds are the components that have a text, with the numbers that count them.
var kinds = map[string]struct{ kind, number string }{
	"VEVENT": {"event", "events"}, "VTODO": {"task", "tasks"}, "VJOURNAL": {"note", "notes"},
}

// agenda collects the findings in a calendar.
type agenda struct {
	x       *luminos.Extraction
	text    *file.Text
	open    []string // components
	entry   *entry
	at      int // the depth of the component of entry
	days    file.Days
	places  file.Values
	labels  file.Values
	people  file.Values
	years   file.Values
	skipped int // components beyond depthMost that are open
	some    bool
}

// calendar reads a file of calendars (RFC 5545, and vCalendar 1.0 before it).
func calendar(f *file.File, x *luminos.Extraction) error {
	x.Format = "iCalendar"
	a := &agenda{x: x, text: file.NewText(f, x)}
	l := newLines(f.Reader())
	var err error
	for err == nil {
		var c line
		if c, err = l.next(); err == nil {
			a.line(c)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	switch {
	case err == nil && !a.some:
		err = errors.New("it has no component")
	case len(a.open) > 0:
		x.Fail(luminos.ExtractDamaged, "it is cut off: a part of the calendar has no end")
	}
	a.places.Set(x, "place")
	a.labels.Set(x, "category")
	a.people.Set(x, "organizer")
	a.years.Set(x, "year")
	a.days.Set(x, "dates of events")
	a.text.Done()
	return err
}

// line adds a content line.
func (a *agenda) line(c line) {
	switch c.name {
	case "BEGIN":
		a.begin(strings.ToUpper(c.text()))
		return
	case "END":
		a.end(strings.ToUpper(c.text()))
		return
	}
	switch {
	case a.skipped > 0:
	case a.entry != nil && len(a.open) == a.at:
		a.property(c)
	case len(a.open) == 1:
		a.about(c)
	}
}

// begin begins a component.
func (a *agenda) begin(name string) {
	if len(a.open) == depthMost {
		a.skipped++
		a.x.Limit("components are read 16 levels deep")
		return
	}
	a.open, a.some = append(a.open, name), true
	switch k, ok := kinds[name]; {
	case ok:
		a.x.Add(k.number, 1)
		a.entry, a.at = &entry{kind: k.kind}, len(a.open)
	case name == "VCALENDAR":
		a.x.Add("calendars", 1)
	case name == "VALARM":
		a.x.Add("alarms", 1)
	}
}

// end ends a component. An end without a beginning changes nothing.
func (a *agenda) end(name string) {
	if a.skipped > 0 {
		a.skipped--
		return
	}
	n := len(a.open)
	if n == 0 || a.open[n-1] != name {
		return
	}
	if a.entry != nil && n == a.at {
		a.finish()
	}
	a.open = a.open[:n-1]
}

// about adds a property of the calendar.
func (a *agenda) about(c line) {
	switch c.name {
	case "VERSION":
		if v := c.text(); a.x.Format == "iCalendar" && len(v) <= 5 {
			if v == "1.0" {
				a.x.Format = "vCalendar"
			}
			a.x.Format += " " + v
		}
	case "X-WR-CALNAME", "NAME":
		a.x.Set("title", c.text())
	case "X-WR-CALDESC", "DESCRIPTION":
		a.x.Set("description", c.text())
	case "X-WR-TIMEZONE":
		a.x.Set("time zone", c.text())
	case "PRODID":
		a.x.Set("software", c.text())
	case "METHOD":
		a.x.Set("method", c.text())
	}
}

// property adds a property of an event, a task or a note.
func (a *agenda) property(c line) {
	e := a.entry
	switch c.name {
	case "SUMMARY":
		e.summary = c.text()
	case "LOCATION":
		e.place = c.text()
	case "DESCRIPTION":
		e.text = c.text()
	case "DTSTART":
		e.start = dayOf(c.value)
	case "DTEND":
		e.end = dayOf(c.value)
		e.spans = len(c.text()) == len("20060102")
	case "DUE":
		e.due = dayOf(c.value)
	case "RRULE", "RDATE":
		e.repeats = true
	case "STATUS":
		e.cancelled = strings.EqualFold(c.text(), "CANCELLED")
	case "ATTENDEE":
		e.attendees++
	case "ORGANIZER":
		a.people.Add(short(strings.ToLower(cutScheme(c.text()))))
	case "CATEGORIES":
		for _, label := range split(c.value, ',') {
			a.labels.Add(short(label))
		}
	}
}

// cutScheme returns an address without "mailto:".
func cutScheme(s string) string {
	if len(s) > 7 && strings.EqualFold(s[:7], "mailto:") {
		return s[7:]
	}
	return s
}

// finish adds the event, task or note that is at its end.
func (a *agenda) finish() {
	e := a.entry
	a.entry = nil
	if e.repeats {
		a.x.Add("recurring "+e.kind+"s", 1)
	}
	if e.cancelled {
		a.x.Add("cancelled "+e.kind+"s", 1)
	}
	some(a.x, "attendees", e.attendees)
	a.places.Add(short(e.place))
	last := e.end
	if e.spans && last > e.start {
		last = dayBefore(last)
	}
	dated := false
	for _, day := range []string{e.start, last, e.due} {
		if isDay(day) {
			a.days.Add(day)
			if !dated {
				a.years.Add(day[:4])
			}
			dated = true
		} else if day != "" {
			a.x.Add("odd dates", 1)
		}
	}
	if !dated {
		a.x.Add("undated "+e.kind+"s", 1)
	}
	number := strconv.FormatInt(a.x.Number(kinds[a.open[a.at-1]].number), 10)
	a.text.Part(strings.TrimRight(short(e.kind+" "+number+": "+e.summary), ": "))
	when := e.start
	if last > when && when != "" {
		when += " to " + last
	}
	rows := [][2]string{
		{"", e.summary}, {"When: ", when}, {"Due: ", e.due}, {"Where: ", e.place}, {"", e.text},
	}
	for _, row := range rows {
		if row[1] != "" {
			a.text.Line(row[0] + row[1])
		}
	}
}

// dayOf returns the day of a date or a time, "20060102" or "2006-01-02" and more, as YYYY-MM-DD, or ""
// if it is no date.
func dayOf(value string) string {
	s := strings.ReplaceAll(strings.TrimSpace(value[:min(len(value), 40)]), "-", "")
	if len(s) < 8 {
		return ""
	}
	day, err := time.Parse("20060102", s[:8])
	if err != nil {
		return ""
	}
	return day.Format("2006-01-02")
}

// isDay reports whether a day is in the years of events.
func isDay(day string) bool {
	if len(day) != 10 {
		return false
	}
	year, err := strconv.Atoi(day[:4])
	return err == nil && year >= firstYear && year <= lastYear
}

// dayBefore returns the day before a day.
func dayBefore(day string) string {
	t, err := time.Parse("2006-01-02", day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format("2006-01-02")
}
