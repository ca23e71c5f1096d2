package facts

import (
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/facts/delivery"
)

const (
	travisFile = luminos.Path(".travis.yml")
	// outdated is the number of years before the newest commit from which on the configuration of a system is out of use.
	outdated = 5
)

// dropOldChecks leaves the configuration of Travis CI out of the checks if it has not changed for many years: the
// service ended in 2021 for most projects that it served for nothing.
func (r *readings) dropOldChecks() {
	f := &r.facts
	h := f.History
	if h == nil || h.Changes == nil || h.Changes.NotRead != "" || f.Checks == "" {
		return
	}
	day := h.Changes.Since // the file is older if none of the commits changed it
	for _, s := range h.Changes.Settings {
		if s.Path == travisFile {
			day = s.Day
		}
	}
	if !longBefore(day, h.Last) {
		return
	}
	travis := func(c luminos.CIFile) bool { return c.Path == travisFile }
	if !slices.ContainsFunc(f.CIFiles, travis) {
		return
	}
	files := slices.DeleteFunc(slices.Clone(f.CIFiles), travis)
	if f.Checks = ""; len(files) > 0 {
		f.CI, f.CIFiles = delivery.WithoutOld(f.CI, f.CIFiles, f.Evidence)
		f.Checks = delivery.Checks(files)
	}
}

// longBefore reports whether a day, as YYYY-MM-DD, is at least outdated years before another.
func longBefore(day, last string) bool {
	if len(day) < 4 || len(last) < 4 {
		return false
	}
	year, err := strconv.Atoi(day[:4])
	return err == nil && strconv.Itoa(year+outdated)+day[4:] <= last
}
