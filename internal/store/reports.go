package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"luminos"
)

const (
	reportFile  = "report.json"
	reportMax   = 4 << 30
	reportsKept = 5 // before the last one
	reportStamp = "20060102T150405.000000000Z"
)

// PutReport writes report.json, keeps the one before in reports/, and gives the
// digest of the new one.
func (inv *Investigation) PutReport(r *luminos.Report) (digest string, err error) {
	b, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encoding the report: %w", err)
	}
	if err := inv.keepReport(); err != nil {
		return "", err
	}
	if err := inv.write(reportFile, b); err != nil {
		return "", err
	}
	return digestOf(b), nil
}

// keepReport gives the present report a second name, under which it stays when
// the next one takes its place, and drops the oldest.
func (inv *Investigation) keepReport() error {
	names, err := inv.names(reportsDir)
	if err != nil {
		return err
	}
	for len(names) >= reportsKept {
		if err := inv.root.Remove(path.Join(reportsDir, names[0])); err != nil {
			return fmt.Errorf("removing an old report: %w", err)
		}
		names = names[1:]
	}
	info, err := inv.root.Lstat(reportFile)
	if err != nil || !info.Mode().IsRegular() {
		return nil // none yet
	}
	name := path.Join(reportsDir, info.ModTime().UTC().Format(reportStamp)+".json")
	err = inv.root.Link(reportFile, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	b, err := inv.read(reportFile, reportMax) // a file system without hard links
	if err != nil {
		return nil // broken: not worth keeping
	}
	return inv.write(name, b)
}

// Report is the last report if it was made from exactly what key says and is
// still what was written; nil if not.
// It lacks the scan: the caller has a newer one. Report can be called once.
func (inv *Investigation) Report(key string) *luminos.Report {
	if inv.last == nil {
		return nil
	}
	l := <-inv.last
	if l.err != nil {
		inv.problem(reportFile, l.err)
		return nil
	}
	if l.key != key {
		return nil
	}
	return l.report
}

// lastReport is the report of an earlier run, or why it cannot be had.
type lastReport struct {
	key    string
	report *luminos.Report
	err    error
}

// loadReport begins to read the last report. The channel gives it and is closed.
func (inv *Investigation) loadReport(id ReportID) <-chan lastReport {
	c := make(chan lastReport, 1)
	go func() {
		defer close(c)
		l := lastReport{key: id.Key, report: &luminos.Report{}}
		var b []byte
		if b, l.err = inv.read(reportFile, reportMax); l.err == nil && digestOf(b) != id.SHA256 {
			l.err = errBroken
		}
		if l.err == nil {
			l.err = json.Unmarshal(b, &struct {
				*luminos.Report
				Scan skipped `json:"scan"`
			}{Report: l.report})
		}
		c <- l
	}()
	return c
}

// skipped is a part of a document that is not decoded.
type skipped struct{}

func (*skipped) UnmarshalJSON([]byte) error { return nil }

// Last is the last report on a target, whatever became of the target since,
// with the state of its investigation. [ErrNone] when there is none.
func (c *Cache) Last(target string) (*luminos.Report, Meta, error) {
	id, err := c.latest(target)
	if err != nil {
		return nil, Meta{}, err
	}
	if id == "" {
		return nil, Meta{}, fmt.Errorf("%q: %w", target, ErrNone)
	}
	m, _ := c.meta(id) // a broken one leaves the report readable
	b, err := c.read(path.Join(id, reportFile), reportMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, m, fmt.Errorf("%q: %w", target, ErrNone)
	}
	var r luminos.Report
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err != nil {
		return nil, m, fmt.Errorf("the stored report of %q is broken: %w", target, err)
	}
	return &r, m, nil
}

func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
