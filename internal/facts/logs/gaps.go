package logs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

const (
	daysMost  = 20_000 // days of one log that are counted
	gapsMost  = 3      // of one log in the report, and of all logs in a row
	gapLeast  = 2      // days without a line: a machine can be silent for a day
	rotations = 1000   // a larger number in a name is rather a day than the number of a rotation
)

// days are the days of the lines of a log: the first and the last one, and the day of the last start of a kernel.
type days struct {
	first, last, boot date
	now, fault        date // of the line before, and of the last fault, of a log of a backup
	all               map[date]bool
	ended             bool // a year ended between two lines
	mixed             bool // lines without years are in no order of time
}

// add adds the day of a line.
func (t *days) add(d date) {
	if d.month == 0 || t.first.month != 0 && (d.year == 0) != (t.first.year == 0) {
		return
	}
	if len(t.all) < daysMost {
		t.all[d] = true
	}
	switch {
	case t.first.month == 0:
		t.first, t.last = d, d
	case d.year == 0:
		t.follow(d)
	case d.before(t.first):
		t.first = d
	case t.last.before(d):
		t.last = d
	}
}

// yearEnds is the least number of months that a date goes back by the end of a year.
const yearEnds = 6

// follow adds a day without a year, which can be after the end of a year. Lines of one minute can be in any order.
func (t *days) follow(d date) {
	switch back := t.last.time().Sub(d.time()); {
	case back <= 0:
	case back <= 24*time.Hour:
		return
	case t.last.month-d.month >= yearEnds && !t.ended:
		t.ended = true
	default:
		t.mixed = true
	}
	t.last = d
	if t.ended && !d.before(t.first) {
		t.mixed = true // a year or more
	}
}

// period returns the first and the last day, or "" for lines in no order.
func (t *days) period() (first, last string) {
	if t.mixed {
		return "", ""
	}
	return t.first.String(), t.last.String()
}

// gaps returns the longest runs of days without a line, at most gapsMost. It returns nil for a log without years in
// which a year ends.
func (t *days) gaps() []luminos.LogGap {
	if t.mixed || t.last.before(t.first) || len(t.all) == daysMost {
		return nil
	}
	all := make([]date, 0, len(t.all))
	for d := range t.all {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b date) int { return a.time().Compare(b.time()) })
	var out []luminos.LogGap
	for i := 1; i < len(all); i++ {
		if g, ok := gapOf(all[i-1], all[i]); ok {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b luminos.LogGap) int { return cmp.Compare(b.Days, a.Days) })
	return out[:min(len(out), gapsMost)]
}

// gapOf returns the days between two days with lines. ok is false if they are too few.
func gapOf(before, after date) (g luminos.LogGap, ok bool) {
	from, to := before.time().AddDate(0, 0, 1), after.time().AddDate(0, 0, -1)
	g.Days = int(to.Sub(from).Hours()/24) + 1
	form := time.DateOnly
	if before.year == 0 {
		form = "01-02"
	}
	g.First, g.Last = from.Format(form), to.Format(form)
	return g, g.Days >= gapLeast
}

// time returns the beginning of a day. A day without a year is in a year of 365 days.
func (d date) time() time.Time {
	const common = 2001
	return time.Date(cmp.Or(d.year, common), time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC)
}

// gapsBetween sets the longest gap of a series to a longer one between its files. Files without years have no order.
func (s *series) gapsBetween() {
	slices.SortFunc(s.periods, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	last := date{}
	for _, p := range s.periods {
		if len(p.first) != len(time.DateOnly) {
			return
		}
		first := dateOf(p.first)
		if g, ok := gapOf(last, first); ok && last.month != 0 && g.Days > s.gap.Days {
			s.gap = g
		}
		if end := dateOf(p.last); last.before(end) {
			last = end
		}
	}
}

// dateOf returns the day that a text as "2015-07-29" states.
func dateOf(s string) date { return date{number(s[:4]), number(s[5:7]), number(s[8:])} }

// gapsText returns the logs that repeat another one, the rotated files that are missing between others, and the longest
// runs of days without a line. A gap in a log that has lines on many days comes first.
func gapsText(files []luminos.LogFile, all []*series) string {
	var silent, missing []string
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *series) int { return cmp.Compare(b.days, a.days) })
	for _, s := range all {
		if g := s.gap; g.Days > 0 && len(silent) < gapsMost {
			silent = append(silent, words.Name(s.label)+" "+periodText(g.First, g.Last)+" ("+words.Plural(g.Days, "day")+")")
		}
		for n := 1; n < s.rotated.highest; n++ {
			if !s.rotated.seen[n] && len(missing) < gapsMost {
				missing = append(missing, words.Name(s.name+"."+strconv.Itoa(n)))
			}
		}
	}
	var parts []string
	copies := slices.DeleteFunc(slices.Clone(files), func(f luminos.LogFile) bool { return f.CopyOf == "" })
	if len(copies) > 0 {
		text := words.Name(copies[0].Path.Base()) + " repeats lines of " + words.Name(copies[0].CopyOf.Base())
		if len(copies) > 1 {
			text += ", and " + words.Plural(len(copies)-1, "more copy", "more copies")
		}
		parts = append(parts, text)
	}
	if len(missing) > 0 {
		parts = append(parts, words.List(missing)+" missing")
	}
	if len(silent) > 0 {
		parts = append(parts, "no line in "+strings.Join(silent, ", "))
	}
	return strings.Join(parts, "; ")
}

// rotated are the numbers in the names of rotated files.
type rotated struct {
	seen    map[int]bool
	highest int
}

// add adds the number of a rotation in the name of a file without the extension of a compression, if it has one.
func (r *rotated) add(name string) {
	n, err := strconv.Atoi(strings.TrimPrefix(luminos.Path(name).Ext(), "."))
	if err != nil || n < 0 || n >= rotations {
		return
	}
	if r.seen == nil {
		r.seen = map[int]bool{}
	}
	r.seen[n] = true
	r.highest = max(r.highest, n)
}
