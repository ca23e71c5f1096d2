package render

import (
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// ageOf returns the dates of the releases, and the dates and the number of the commits, or "" if they are not known.
func ageOf(f *luminos.Facts) string {
	var parts []string
	r, h := f.Releases, f.History
	if r != nil && r.Last != "" && current(r, h) {
		parts = append(parts, releases(r))
	}
	if h != nil && h.Commit != "" {
		versions := []string{f.Version}
		if r != nil {
			versions = append(versions, r.Last)
		}
		parts = append(parts, commits(h, versions))
	}
	return strings.Join(parts, " · ")
}

// tagged reports whether a tag is of a version: "v1.2.0", "tool-1.2.0", "1.2.0-1".
func tagged(tag, version string) bool {
	before, after, ok := strings.Cut(tag, version)
	build, counted := strings.CutPrefix(after, "-")
	return ok && version != "" && strings.TrimRight(before, "0123456789.") == before &&
		(after == "" || counted && strings.Trim(build, "0123456789") == "")
}

// current reports whether a change log was kept up to the newest commit: by its dates, it ends neither after that
// commit, nor three years before it, or the newest tag is of its last release. Without dates, that tag decides.
func current(r *luminos.Releases, h *luminos.History) bool {
	if h == nil || h.Last == "" {
		return true
	}
	if r.LastDate == "" {
		return h.Tag == "" || tagged(h.Tag, r.Last)
	}
	day, err := time.Parse(time.DateOnly, h.Last)
	kept := r.LastDate >= yearsBefore(h.Last, 3) || tagged(h.Tag, r.Last)
	return err != nil || kept && r.LastDate <= day.AddDate(0, 0, 31).Format(time.DateOnly)
}

// yearsBefore returns the day n years before a day, or "" if that is no date.
func yearsBefore(date string, n int) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return ""
	}
	return day.AddDate(-n, 0, 0).Format(time.DateOnly)
}

// releases returns "last listed release 0.19.1 on 2026-07-05 (CHANGELOG.md)". It gives neither the number of releases
// nor the date of the first: logs begin late, and headings of candidates, of parts and of series make every rule miss
// some.
func releases(r *luminos.Releases) string {
	text := "last listed release " + r.Last
	if r.LastDate != "" {
		text += " on " + r.LastDate
	}
	if text += " (" + string(r.Source) + ")"; r.Rebuild != "" {
		text += ", built again as " + r.Rebuild
	}
	return text
}

// manyAuthors is the number of authors from which on one of them can have two addresses and names.
const manyAuthors = 5

// commits returns "main, 8ae4307 of 2026-11-22, after tag v1.2.0 of 2026-10-02, 3,210 commits in all since 2024-01-02,
// about 14 authors in the year before". A tag that is two years older than the last commit is left out if the target or its
// change log gives another version, since releases are then made in another way. The version that Maven calls a
// snapshot is of no release.
func commits(h *luminos.History, versions []string) string {
	versions = slices.DeleteFunc(versions, func(v string) bool { return v == "" || strings.HasSuffix(v, "-SNAPSHOT") })
	known := len(versions) == 0 || slices.ContainsFunc(versions, func(v string) bool { return tagged(h.Tag, v) })
	parts := []string{h.Commit[:min(7, len(h.Commit))]}
	if h.Last != "" {
		parts[0] += " of " + h.Last
	}
	if h.Branch != "" {
		parts = append([]string{h.Branch}, parts...)
	}
	switch {
	case h.Tag == "" || h.TagDate < yearsBefore(h.Last, 2) && !known:
	case h.TagCommit == h.Commit:
		parts = append(parts, "tag "+h.Tag)
	case h.TagDate == h.Last:
		parts = append(parts, "after tag "+h.Tag+" of that day")
	case h.TagDate > h.Last: // it was set later on an earlier commit
		parts = append(parts, "after tag "+h.Tag)
	default:
		parts = append(parts, "after tag "+h.Tag+" of "+h.TagDate)
	}
	if h.Commits > 0 {
		n := words.Plural(h.Commits, "commit")
		switch {
		case h.Shallow:
			n += " in a shallow copy"
		case h.More:
			n = "more than " + n
		case h.First != "" && h.First != h.Last:
			n += " in all since " + h.First // not since the tag
		}
		parts = append(parts, n)
	}
	if n := h.Year.People; n > 0 && !h.Shallow {
		about := ""
		if n >= manyAuthors {
			about = "about "
		}
		parts = append(parts, about+words.Plural(n, "author")+" in the year before")
	}
	if h.NotRead != "" {
		parts = append(parts, "the commits were not read")
	}
	return strings.Join(parts, ", ")
}
