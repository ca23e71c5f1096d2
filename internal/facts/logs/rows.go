package logs

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// shownLogs is the number of logs that a row names.
const shownLogs = 12

// shownErrors is the number of logs whose errors a row states, and shownRepeats of logs whose repetitions it states.
const shownErrors, shownRepeats = 6, 3

// Rows returns the statements about logs and the machine. The one with addresses is private.
func Rows(l *luminos.Logs) []luminos.InsideRow {
	var out []luminos.InsideRow
	add := func(label, text string) {
		if text != "" {
			out = append(out, luminos.InsideRow{Label: label, Text: text})
		}
	}
	if l.Machine != nil {
		add("Machine", machineText(l.Machine))
		add("Services", servicesText(l.Machine))
	}
	series := seriesOf(l.Files)
	if len(l.Files) > 0 {
		add("Logs", logsText(l, series))
		add("Gaps", gapsText(l.Files, series))
		add("Errors", errorsText(series))
		add("Repeats", repeatsText(series))
	}
	if c := l.Logins; c != nil {
		text := words.Count(c.Accepted) + " accepted, " + words.Count(c.Failed) + " failed" // a long row loses its end
		if c.Root > 0 {
			text += " (" + words.Count(c.Root) + " for root)"
		}
		if c.Failed > 0 {
			text += " from " + words.Plural(c.Addresses, "address", "addresses") + ", " + words.Count(c.Most) + " from one"
		}
		add("Logins", text+", through ssh")
		if len(c.From) > 0 {
			add("Sources", "of failed logins: "+words.List(counts(c.From)))
			out[len(out)-1].Private = true
		}
	}
	if w := l.Web; w != nil {
		add("Web", webText(w))
	}
	if l.Boot != "" {
		add("Boot", "last start in the logs "+dayText(l.Boot))
	}
	return out
}

// series is a log with its rotated files.
type series struct {
	dir, name string
	label     string
	files     int
	lines     int
	span
	levels  map[string]int64
	failure string // the most frequent of its files
	failed  int
	fault   string // the day of the last one, of a log of a backup
	repeats
	pauses
}

// repeats are the numbers of kinds of messages, of lines of frequent kinds, and of all lines, of the file with most
// lines.
type repeats struct{ kinds, frequent, most int }

// pauses are the days with a line, the periods of the files, the numbers of the rotated files, and the longest gap.
type pauses struct {
	days    int
	periods []span
	rotated rotated
	gap     luminos.LogGap
}

// seriesOf returns the logs with their rotated files together, the longest first.
func seriesOf(files []luminos.LogFile) []*series {
	var all []*series
	for i := range files {
		f := &files[i]
		name := f.Path.Base()
		for _, ext := range []string{".gz", ".bz2", ".xz", ".zst"} {
			name = strings.TrimSuffix(name, ext)
		}
		whole := name
		name = unrotated(name)
		at := slices.IndexFunc(all, func(s *series) bool { return s.dir == string(f.Path.Dir()) && s.name == name })
		if at < 0 {
			all, at = append(all, &series{dir: string(f.Path.Dir()), name: name, levels: map[string]int64{}}), len(all)
		}
		all[at].rotated.add(whole)
		if f.CopyOf == "" {
			all[at].add(f)
		}
	}
	for _, s := range all {
		s.gapsBetween()
		s.label = strings.TrimSuffix(s.name, ".log")
		if slices.ContainsFunc(all, func(o *series) bool { return o != s && o.name == s.name }) && s.dir != "." {
			s.label = s.dir[strings.LastIndexByte(s.dir, '/')+1:] + "/" + s.label
		}
	}
	all = slices.DeleteFunc(all, func(s *series) bool { return s.files == 0 })
	slices.SortStableFunc(all, func(a, b *series) int { return cmp.Compare(b.lines, a.lines) })
	return all
}

// span is the first and the last day of a series.
type span struct{ first, last string }

// add adds a file to its series.
func (s *series) add(f *luminos.LogFile) {
	s.files++
	s.lines += f.Lines
	if f.Lines > s.most && f.Kinds > 0 {
		s.most, s.kinds, s.frequent = f.Lines, f.Kinds, f.Frequent
	}
	if f.FailureLines > s.failed {
		s.failure, s.failed = f.Failure, f.FailureLines
	}
	for _, a := range f.Levels {
		s.levels[a.Name] += a.N
	}
	endsYear := f.First > f.Last // within the file, whose days have no year
	if f.LastError != "" && (s.fault == "" || endsYear || s.first <= s.last && s.fault < f.LastError) {
		s.fault = f.LastError
	}
	if f.First == "" {
		return
	}
	s.days += f.Days
	s.periods = append(s.periods, span{f.First, f.Last})
	if len(f.Gaps) > 0 && f.Gaps[0].Days > s.gap.Days {
		s.gap = f.Gaps[0]
	}
	if s.first == "" || endsYear {
		s.first, s.last = f.First, f.Last
	}
	if s.first <= s.last && len(f.First) == len(s.first) {
		s.first, s.last = min(s.first, f.First), max(s.last, f.Last)
	}
}

// logsText returns the numbers of files and lines, and the periods of the largest logs.
func logsText(l *luminos.Logs, all []*series) string {
	text := words.Plural(len(l.Files), "file") + ", " + words.Plural(l.Lines, "line")
	if slices.ContainsFunc(l.Files, func(f luminos.LogFile) bool { return f.Cut }) {
		text += " in the parts that were read"
	}
	var parts []string
	for _, s := range all[:min(len(all), shownLogs)] {
		part := words.Name(s.label) + " " + words.Count(s.lines)
		if days := periodText(s.first, s.last); days != "" {
			part += " (" + days + ")"
		}
		parts = append(parts, part)
	}
	text += ": " + strings.Join(parts, ", ")
	if more := len(all) - shownLogs; more > 0 {
		text += " and " + words.Count(more) + " more"
	}
	return text
}

// shortMonths are the names of the months in periods without a year.
var shortMonths = [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

// dayText returns a day: "2015-05-17", or "10 Dec" without a year.
func dayText(day string) string {
	if len(day) != len("12-10") {
		return day
	}
	return number2(day[3:]) + " " + shortMonths[(number(day[:2])+11)%12]
}

// number2 returns a number of two digits without a leading zero.
func number2(s string) string { return strings.TrimPrefix(s, "0") }

// periodText returns a period: "2015-05-17 to 20", "2015-07-29 to 08-25", "14 Jun to 27 Jul" in a log without years.
func periodText(first, last string) string {
	switch {
	case first == last || len(first) != len(last):
		return dayText(first)
	case len(first) == len("12-10"):
		return dayText(first) + " to " + dayText(last)
	case first[:7] == last[:7]:
		return first + " to " + last[8:]
	case first[:4] == last[:4]:
		return first + " to " + last[5:]
	}
	return first + " to " + last
}

// errorsText returns the warnings and errors of the logs that have most errors.
func errorsText(all []*series) string {
	bad := func(s *series) int64 { return s.levels[fatal] + s.levels[fault] }
	all = slices.DeleteFunc(slices.Clone(all), func(s *series) bool { return bad(s)+s.levels[warn] == 0 })
	slices.SortStableFunc(all, func(a, b *series) int {
		return cmp.Or(cmp.Compare(bad(b), bad(a)), cmp.Compare(b.levels[warn], a.levels[warn]))
	})
	var parts []string
	worst := -1
	for i, s := range all[:min(len(all), shownErrors)] {
		var levels []string
		for _, l := range []struct{ level, text string }{{warn, "WARN"}, {fault, "ERROR"}, {fatal, "FATAL"}} {
			if n := s.levels[l.level]; n > 0 {
				levels = append(levels, words.Count(n)+" "+l.text)
			}
		}
		part := words.Name(s.label) + " " + words.List(levels)
		if s.fault != "" {
			part += " (last " + dayText(s.fault) + ")"
		}
		parts = append(parts, part)
		if s.failed > 0 && (worst < 0 || s.failed > all[worst].failed) {
			worst = i
		}
	}
	text := strings.Join(parts, ", ")
	if more := len(all) - shownErrors; more > 0 {
		text += " and " + words.Plural(more, "more log") + " with such lines"
	}
	if worst >= 0 {
		s := all[worst]
		text += "; " + words.Count(s.failed) + " times " + words.Quote(s.failure) + " in " + words.Name(s.label)
	}
	return text
}

// repeatsText returns the kinds of messages in the largest logs with such kinds.
func repeatsText(all []*series) string {
	var parts []string
	for _, s := range all {
		if s.kinds <= frequentKinds || s.most < 100 || len(parts) == shownRepeats {
			continue // the share of few kinds says nothing
		}
		parts = append(parts, words.Name(s.label)+": the "+words.Count(frequentKinds)+" most frequent of "+
			words.Count(s.kinds)+" kinds of messages are "+words.Percent(int64(s.frequent), int64(s.most))+" of its lines")
	}
	return strings.Join(parts, "; ")
}

// statusesShown is the number of statuses that a row names.
const statusesShown = 8

// webText returns the requests by the status of the answer: "40 requests from 7 addresses: 200 30, 404 10".
func webText(w *luminos.WebLog) string {
	text := words.Plural(w.Requests, "request") + " from " + words.Plural(w.Addresses, "address", "addresses")
	var parts []string
	for _, s := range w.Statuses[:min(len(w.Statuses), statusesShown)] {
		parts = append(parts, s.Name+" ("+words.Count(s.Files)+")")
	}
	return text + ": " + strings.Join(parts, ", ")
}

// counts returns names with their numbers: "192.0.2.9 (286)".
func counts(list []luminos.Counted) []string {
	var out []string
	for _, c := range list {
		out = append(out, words.Name(c.Name)+" ("+words.Count(c.Files)+")")
	}
	return out
}
