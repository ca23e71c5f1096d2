// Package release reads the versions and dates that change logs list.
package release

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/daterange"
	"luminos/internal/lazyregexp"
)

// Bounds of one run.
const (
	logBytes = 2 << 20 // read of one change log
	maxLogs  = 8       // change logs that are read
)

// Result holds the releases, and the files and problems that were met.
type Result struct {
	Releases *luminos.Releases // nil if no change log lists a version
	Read     []luminos.Path
	Problems []luminos.Problem

	logs []changeLog
}

// changeLog is a list of releases with the function that cites one of them.
type changeLog struct {
	path luminos.Path
	list []release
	cite func(release) luminos.Evidence
	cut  bool // the end of the file was not read
}

// release is one version of a change log.
type release struct {
	version string
	day     time.Time // zero if the change log has no date
	month   bool      // day is the first of the month that the change log gives
	from    int       // the first line with the version
	to      int       // the last line with its date
	path    luminos.Path
}

// Read reads the change logs at the root of a scan, and the directories of change logs, and returns the releases of the
// change log with the most versions. A file that cannot be read is a problem of the result, unless it is no text.
// Only a cancelled context is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &Result{}
	for _, p := range logs(scan) {
		text, err := src.Text(ctx, p, logBytes)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, luminos.ErrNotText):
			continue
		case err != nil:
			r.Problems = append(r.Problems, batch.Problem(p, err))
			continue
		}
		r.Read = append(r.Read, p)
		cite := func(l release) luminos.Evidence { return text.Cite(l.from, l.to) }
		r.logs = append(r.logs, changeLog{p, ofLines(text.Lines()), cite, text.Cut})
	}
	for dir, list := range directories(scan) {
		cite := func(l release) luminos.Evidence {
			return luminos.Evidence{Path: l.path, Measure: luminos.MeasureKind, Value: string(luminos.KindDir)}
		}
		r.logs = append(r.logs, changeLog{dir, list, cite, false})
	}
	r.Releases = r.Before("")
	return r, nil
}

// development matches a version that is not released, and its number: "next-3.8", "3.8-SNAPSHOT", "3.8.dev0",
// "3.8-wip".
var development = lazyregexp.Lazy(`(?i)^(?:(?:next|dev|devel|trunk|main|master)[-._ ]?v?(\d+(?:\.\d+)*)|` +
	`v?(\d+(?:\.\d+)*)[-._+]?(?:snapshot|dev|devel|develop|development|next|git|wip|` +
	`unreleased|head|master|trunk|pre-?release)\d*)$`)

// Development reports whether a version is in development.
func Development(version string) bool { return development().MatchString(version) }

// Before returns the releases of the change log with the most versions, or nil if they contradict the version of the
// target. If that is a version in development, the releases from it on are left out, except if they have a date: some
// projects name the time after a release "1.2.0-dev".
func (r *Result) Before(version string) *luminos.Releases {
	next := ""
	if m := development().FindStringSubmatch(version); m != nil {
		next = m[1] + m[2]
	}
	var best *luminos.Releases
	var listed []release
	for _, l := range r.logs {
		list := slices.DeleteFunc(slices.Clone(l.list), func(l release) bool {
			return l.day.IsZero() && (next != "" && compare(l.version, next) >= 0 || Development(l.version))
		})
		found := summary(list, l.path, l.cite)
		if found != nil && l.cut {
			found.Partial, found.FirstDate = true, ""
		}
		if preferred(found, best) {
			best, listed = found, list
		}
	}
	if len(listed) == 1 && listed[0].day.IsZero() && listed[0].version != version {
		return nil // a single heading with a number can be a title, or the name of a series
	}
	if best != nil && !consistent(best.Last, cmp.Or(next, version), next != "", listed) {
		return nil
	}
	return best
}

// candidate matches the version of a release that is prepared: "1.2.0.beta", "2.0.0-rc.1".
var candidate = lazyregexp.Lazy(`(?i)^\d+(?:\.\d+)*[-._+]?(?:alpha|beta|rc|pre|a|b)[-._]?\d*$`)

// consistent reports whether the version of a target fits the newest release, last, of a list: it is in the list, or is
// in development and the next after last. A log that ends long before the version is no longer kept.
func consistent(last, version string, next bool, list []release) bool {
	same := func(l release) bool {
		longer, shorter := max(l.version, version), min(l.version, version)
		return longer == shorter || strings.HasPrefix(longer, shorter+".0")
	}
	version = strings.TrimPrefix(version, "v")
	after := strings.HasPrefix(version, last+".9") // packages of R are in development from x.y.z.9000 on
	if version == "" || version[0] > '9' || after || slices.ContainsFunc(list, same) {
		return true
	}
	if !next && !candidate().MatchString(version) {
		return false
	}
	at := func(s string, i int) int {
		if f := strings.Split(s, "."); i < len(f) {
			return digits(f[i])
		}
		return 0
	}
	major, minor := at(version, 0)-at(last, 0), at(version, 1)-at(last, 1)
	return major == 0 && minor <= 1 || major == 1 && at(version, 1) == 0
}

// preferred reports whether found lists more releases than best, or equally many in a source with a smaller path.
func preferred(found, best *luminos.Releases) bool {
	if found == nil || best == nil {
		return found != nil
	}
	return cmp.Or(-cmp.Compare(found.Count, best.Count), cmp.Compare(found.Source, best.Source)) < 0
}

// names are the names of change logs without their extensions, in lower case and without separators.
var names = map[string]bool{"changelog": true, "changes": true, "history": true, "news": true, "releases": true, "releasenotes": true, "relnotes": true}

// extensions are the extensions of change logs.
var extensions = map[string]bool{"": true, ".md": true, ".markdown": true, ".rst": true, ".txt": true, ".adoc": true, ".asciidoc": true, ".org": true, ".rdoc": true}

// separators removes the separators of names.
var separators = strings.NewReplacer("-", "", "_", "", " ", "")

// isLog reports whether a name, without its extension, is the name of a change log.
func isLog(stem string) bool {
	return names[separators.Replace(strings.ToLower(stem))]
}

// logs returns the files with names of change logs at the root of a scan, or, without such files, the files with
// such names in the root's directories of documentation.
func logs(scan *luminos.Scan) []luminos.Path {
	var top, below []luminos.Path
	for i := range scan.Files {
		p := scan.Files[i].Path
		ext := p.Ext()
		own := scan.Files[i].Regular() && !scan.Files[i].Vendored
		if !own || !extensions[strings.ToLower(ext)] || !isLog(strings.TrimSuffix(p.Base(), ext)) {
			continue
		}
		switch dir := strings.ToLower(string(p.Dir())); {
		case p.Depth() == 1:
			top = append(top, p)
		case dir == "doc" || dir == "docs":
			below = append(below, p)
		}
	}
	if len(top) == 0 {
		top = below
	}
	return top[:min(len(top), maxLogs)]
}

// directories returns the releases by directories of change logs: changelog/1.2.0_2020-01-31.
func directories(scan *luminos.Scan) map[luminos.Path][]release {
	found := map[luminos.Path][]release{}
	for i := range scan.Dirs {
		p := scan.Dirs[i].Path
		if p.Depth() != 2 || !isLog(strings.TrimSuffix(strings.ToLower(p.Dir().Base()), "s")) && !isLog(p.Dir().Base()) {
			continue
		}
		version, date, ok := strings.Cut(p.Base(), "_")
		day, dated := daterange.InName(date)
		if ok && dated && number().FindString(version) == version {
			found[p.Dir()] = append(found[p.Dir()], release{version: version, day: day, path: p})
		}
	}
	return found
}

// summary returns the summary of the releases that the change log p lists, with evidence of the newest by cite, or nil
// if the list is empty. If most releases have dates, the newest is the release with the latest date, and at most two
// greater versions without a date are taken as announced only. If the log begins with the greatest version and a later
// date is below it, that version is the newest and has no date: the later one can be wrong, or be of an older line.
func summary(list []release, p luminos.Path, cite func(release) luminos.Evidence) *luminos.Releases {
	list = distinct(list)
	dated := slices.DeleteFunc(slices.Clone(list), func(l release) bool { return l.day.IsZero() })
	byDate := len(dated)*2 > len(list) && undatedAhead(list, dated) < 3
	last := release{}
	for _, l := range list {
		switch {
		case byDate && l.day.IsZero():
		case last.version == "", byDate && l.day.After(last.day), (!byDate || l.day.Equal(last.day)) && compare(l.version, last.version) > 0:
			last = l
		}
	}
	if last.version == "" {
		return nil
	}
	top := list[0]
	if byDate && last.version != top.version && top.version == greatest(list).version && !top.day.IsZero() {
		last, last.day = top, time.Time{}
	}
	if byDate {
		list = slices.DeleteFunc(list, func(l release) bool { return l.day.IsZero() && compare(l.version, last.version) > 0 })
	}
	r := &luminos.Releases{Count: len(list), Last: last.version, Source: p, Evidence: []luminos.Evidence{cite(last)}}
	if !last.day.IsZero() && !last.month {
		r.LastDate = last.day.Format(time.DateOnly)
	}
	first := slices.MinFunc(list, func(a, b release) int { return compare(a.version, b.version) })
	if !first.day.IsZero() && !first.month {
		r.FirstDate = first.day.Format(time.DateOnly)
	}
	return r
}

// greatest returns the release of a list with the greatest version.
func greatest(list []release) release {
	return slices.MaxFunc(list, func(a, b release) int { return compare(a.version, b.version) })
}

// undatedAhead returns the number of releases without a date whose versions are greater than all with a date.
func undatedAhead(list, dated []release) int {
	n := 0
	for _, l := range list {
		if l.day.IsZero() && (len(dated) == 0 || compare(l.version, greatest(dated).version) > 0) {
			n++
		}
	}
	return n
}

// distinct returns the first release of each version.
func distinct(list []release) []release {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(l release) bool {
		had := seen[l.version]
		seen[l.version] = true
		return had
	})
}
