package integrity

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/daterange"
	"luminos/internal/lazyregexp"
)

// Bounds on series.
const (
	seriesLeast = 3   // files: two have no interval
	seriesMost  = 100 // series that are kept
)

var (
	// reDate matches a day in a file name, with a time.
	reDate = lazyregexp.Lazy(`(?:^|[^0-9])((\d{4})([-_.]?)(\d{2})([-_.]?)(\d{2})` +
		`(?:[T_. -]?\d{2}[-:._h]?\d{2}(?:[-:._m]?\d{2})?[Zs]?)?)(?:[^0-9]|$)`)
	// reBackup matches the names of backups: archives, dumps and images of disks.
	reBackup = lazyregexp.Lazy(`(?i)\.(?:tar|tgz|tbz2?|txz|zip|7z|rar|gz|bz2|xz|zst|lz4|sql|dump|bak|backup|dmp|img|` +
		`qcow2|vma|vhdx?|borg|sqlite3?|db)` +
		`(?:\.(?:gz|bz2|xz|zst|lz4|gpg|age|enc))?$`)
	// reLog matches the names of rotated logs.
	reLog = lazyregexp.Lazy(`(?i)(?:^|[^a-z])(?:logs?|syslog|messages|access|error|journal)(?:[^a-z]|$)`)
)

// backup is one file of a series.
type backup struct {
	name string
	day  time.Time
	size int64
}

// seriesOf returns the series of backups among files, given with their sizes: files in one directory whose names
// are equal except for a day. The result is sorted by pattern.
func seriesOf(files map[luminos.Path]int64) []luminos.Series {
	by := map[string][]backup{}
	for p, size := range files {
		base := p.Base()
		if !reBackup().MatchString(base) || reLog().MatchString(base) {
			continue
		}
		m := reDate().FindStringSubmatchIndex(base)
		if m == nil {
			continue
		}
		part := func(n int) int { v, _ := strconv.Atoi(base[m[2*n]:m[2*n+1]]); return v }
		day, ok := daterange.Day(part(2), part(4), part(6))
		if !ok || base[m[6]:m[7]] != base[m[10]:m[11]] {
			continue
		}
		pattern := base[:m[2]] + "*" + base[m[3]:]
		if dir := p.Dir(); dir != luminos.Root {
			pattern = string(dir) + "/" + pattern
		}
		by[pattern] = append(by[pattern], backup{base, day, size})
	}
	var out []luminos.Series
	for _, pattern := range slices.Sorted(maps.Keys(by)) {
		if files := by[pattern]; len(files) >= seriesLeast && len(out) < seriesMost {
			slices.SortFunc(files, func(a, b backup) int {
				return cmp.Or(a.day.Compare(b.day), strings.Compare(a.name, b.name))
			})
			out = append(out, seriesFrom(pattern, files))
		}
	}
	return out
}

// seriesFrom returns the series of backups that are sorted by time.
func seriesFrom(pattern string, files []backup) luminos.Series {
	last := files[len(files)-1]
	s := luminos.Series{
		Pattern: pattern, Files: len(files),
		First: files[0].day.Format(time.DateOnly), Last: last.day.Format(time.DateOnly),
	}
	var steps []int // days between different days
	for i := 1; i < len(files); i++ {
		if n := days(files[i-1], files[i]); n > 0 {
			steps = append(steps, n)
		}
		before, size := files[i-1].size, files[i].size
		if before > 0 && size*2 <= before {
			if len(s.Shrunk) < listMost {
				s.Shrunk = append(s.Shrunk, files[i].day.Format(time.DateOnly))
			}
			if i == len(files)-1 {
				s.LastSmaller = smaller(before, size)
			}
		}
	}
	if len(steps) == 0 {
		return s
	}
	slices.Sort(steps)
	step := steps[len(steps)/2]
	if s.Every = every(step); !regular(steps, step) {
		s.Every = ""
		return s
	}
	for i := 1; i < len(files); i++ {
		if n := (days(files[i-1], files[i]) + step/2) / step; n > 1 {
			s.Absent += n - 1
			if len(s.Gaps) < listMost {
				s.Gaps = append(s.Gaps, files[i-1].day.Format(time.DateOnly))
			}
		}
	}
	return s
}

// smaller returns the percentage that a file lost, rounded. Only an empty file lost all.
func smaller(before, size int64) int {
	n := int((float64(before-size)/float64(before))*100 + 0.5)
	if size > 0 {
		n = min(n, 99)
	}
	return n
}

func days(a, b backup) int { return int(b.day.Sub(a.day).Hours()) / 24 }

// regular reports whether most steps have about the length of the median.
func regular(steps []int, step int) bool {
	near := 0
	for _, n := range steps {
		if n >= step-step/5 && n <= step+step/5 {
			near++
		}
	}
	return near*3 >= len(steps)*2
}

// every returns the name of an interval in days.
func every(n int) string {
	switch {
	case n == 1:
		return "daily"
	case n == 7:
		return "weekly"
	case 28 <= n && n <= 31:
		return "monthly"
	case 89 <= n && n <= 92:
		return "quarterly"
	case 364 <= n && n <= 366:
		return "yearly"
	}
	return "every " + strconv.Itoa(n) + " days"
}
