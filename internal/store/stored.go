package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"luminos"
)

// engines are the engines that write reports, the one whose reports are preferred first.
var engines = []string{"model", "offline"}

// engineFile returns the name of the last report of an engine.
func engineFile(engine string) string { return "report-" + engine + ".json" }

// StoredReport is the last report of an engine in an investigation.
type StoredReport struct {
	ID      string // of the investigation
	Engine  string
	Written time.Time
	file    string
}

// Wanted restricts the reports that are wanted. The zero value wants any.
type Wanted struct {
	ID     string // the beginning of the id of the investigation
	Engine string
}

// Reports returns the last report of each engine in each investigation of a target, the newest first, and the state of
// the newest investigation, which may have no report. Without an investigation, both are empty.
func (c *Cache) Reports(target string) ([]StoredReport, Meta, error) {
	v, err := c.investigations()
	if err != nil {
		return nil, Meta{}, err
	}
	var list []StoredReport
	var newest *Meta
	for _, id := range v.Targets[target] {
		if info, err := c.root.Lstat(id); !isID(id) || err != nil || !info.IsDir() {
			continue
		}
		m, _ := c.meta(id) // a report can be readable without it
		if newest == nil {
			newest = &m
		}
		list = append(list, c.reportsOf(id, m)...)
	}
	slices.SortStableFunc(list, func(a, b StoredReport) int { return b.Written.Compare(a.Written) })
	if newest == nil {
		newest = &Meta{}
	}
	return list, *newest, nil
}

// reportsOf returns the last report of each engine in an investigation. A run that was killed can have written
// report.json alone.
func (c *Cache) reportsOf(id string, m Meta) []StoredReport {
	last, lastErr := c.root.Lstat(path.Join(id, reportFile))
	var list []StoredReport
	for _, engine := range engines {
		file := path.Join(id, engineFile(engine))
		info, err := c.root.Lstat(file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		list = append(list, StoredReport{ID: id, Engine: engine, Written: info.ModTime(), file: file})
		if lastErr == nil && !last.ModTime().After(info.ModTime()) {
			lastErr = fmt.Errorf("the last report is of the engine %s", engine)
		}
	}
	if lastErr == nil {
		s := StoredReport{ID: id, Engine: m.Engine, Written: last.ModTime(), file: path.Join(id, reportFile)}
		if r, err := c.ReadReport(s); err == nil && r.Target.Engine != "" {
			s.Engine = r.Target.Engine // the last run can have had another one
		}
		list = append(slices.DeleteFunc(list, func(o StoredReport) bool { return o.Engine == s.Engine }), s)
	}
	return list
}

// Choose returns the wanted report of a list that [Cache.Reports] returned: the newest of a model, else the newest. It
// returns false if none is wanted.
func Choose(list []StoredReport, w Wanted) (StoredReport, bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(s StoredReport) bool {
		return !strings.HasPrefix(s.ID, w.ID) || w.Engine != "" && s.Engine != w.Engine
	})
	if len(list) == 0 {
		return StoredReport{}, false
	}
	return slices.MinFunc(list, func(a, b StoredReport) int { return cmp.Compare(rank(a), rank(b)) }), true
}

// rank returns the place of the engine of a report among the engines.
func rank(s StoredReport) int {
	if i := slices.Index(engines, s.Engine); i >= 0 {
		return i
	}
	return len(engines)
}

// ReadReport reads a report that [Cache.Reports] returned.
func (c *Cache) ReadReport(s StoredReport) (*luminos.Report, error) {
	b, err := c.read(s.file, reportMax)
	var r luminos.Report
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a stored report: %w", err)
	}
	return &r, nil
}

// Last returns the report on a target that [Choose] chooses without a restriction, and the state of the newest
// investigation. The error is [ErrNone] if there is no report.
func (c *Cache) Last(target string) (*luminos.Report, Meta, error) {
	list, m, err := c.Reports(target)
	if err != nil {
		return nil, m, err
	}
	s, ok := Choose(list, Wanted{})
	if !ok {
		return nil, m, fmt.Errorf("looking for a report on the target %q: %w", target, ErrNone)
	}
	r, err := c.ReadReport(s)
	return r, m, err
}
