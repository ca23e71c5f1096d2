package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"luminos"
)

const (
	reportFile  = "report.json"
	reportMax   = 4 << 30
	reportsKept = 5 // besides the last one
	reportStamp = "20060102T150405.000000000Z"
)

// reportStore reads and writes report.json, and keeps a few earlier reports in reports/.
type reportStore struct {
	*vault
	last <-chan lastReport // nil if there is no report to reuse
}

// PutReport writes report.json, keeps the previous one in reports/, and returns the digest of the new one.
func (s *reportStore) PutReport(r *luminos.Report) (digest string, err error) {
	b, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encoding the report: %w", err)
	}
	if err := s.keepReport(); err != nil {
		return "", err
	}
	if err := s.write(reportFile, b); err != nil {
		return "", err
	}
	return digestOf(b), s.keepLast(r.Target.Engine, b)
}

// keepLast gives the report b, which is in report.json, a second name as the last report of its engine, since the next
// run may use another engine. The names are on the disk after the next write to the directory.
func (s *reportStore) keepLast(engine string, b []byte) error {
	if !slices.Contains(engines, engine) {
		return nil
	}
	name, temporary := engineFile(engine), temporaryName()
	if s.disk.link(s.root, reportFile, temporary) == nil {
		if err := s.disk.rename(s.root, temporary, name); err != nil {
			return fmt.Errorf("keeping the report of the engine %s: %w", engine, err)
		}
		return nil
	}
	return s.write(name, b) // the file system has no hard links
}

// keepReport links report.json into reports/, so that it remains after report.json is replaced. It removes the oldest
// reports there if there are too many.
func (s *reportStore) keepReport() error {
	names, err := s.names(reportsDir)
	if err == nil {
		err = s.retain(reportsDir, names[max(0, len(names)-reportsKept+1):])
	}
	if err != nil {
		return err
	}
	info, err := s.root.Lstat(reportFile)
	if err != nil || !info.Mode().IsRegular() {
		return nil // none yet
	}
	name := path.Join(reportsDir, info.ModTime().UTC().Format(reportStamp)+".json")
	err = s.disk.link(s.root, reportFile, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// The file system has no hard links. A report that cannot be read is not kept.
	if b, err := s.read(reportFile, reportMax); err == nil {
		return s.write(name, b)
	}
	return nil
}

// Report returns the last report, without its scan, if it was stored under this key and is undamaged. Otherwise it
// returns nil. It must be called at most once.
func (s *reportStore) Report(key string) *luminos.Report {
	if s.last == nil {
		return nil
	}
	l := <-s.last
	if l.err != nil {
		s.problem(reportFile, l.err)
		return nil
	}
	if l.key != key {
		return nil
	}
	return l.report
}

// lastReport is the stored report with its key, or the error of reading it.
type lastReport struct {
	key    string
	report *luminos.Report
	err    error
}

// load starts to read report.json in the background, since the caller scans the target meanwhile. The channel delivers
// one value and is closed.
func (s *reportStore) load(id ReportID) <-chan lastReport {
	c := make(chan lastReport)
	go func() {
		defer close(c)
		l := lastReport{key: id.Key, report: &luminos.Report{}}
		var b []byte
		if b, l.err = s.read(reportFile, reportMax); l.err == nil && digestOf(b) != id.SHA256 {
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

// skipped discards its JSON value when a document is decoded.
type skipped struct{}

func (*skipped) UnmarshalJSON([]byte) error { return nil }

func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
