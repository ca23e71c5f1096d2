// Package logs reads the logs of a target, in the forms of about twenty programs, and the files that identify a
// machine.
package logs

import (
	"context"
	"errors"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
)

// Bounds of one run. They depend on the target only, so that the report is the same on every machine.
const (
	filesMost = 300
	bytesMost = 256 << 20 // of the texts of all files
	fileMost  = 16 << 20  // of one file: about 150,000 lines
	// packing is the assumed ratio of the text of a compressed log to its size.
	packing = 20
	// asideMost is the number of logs that are read in a target with more source files than logs.
	asideMost = 20
)

// Result holds the logs, and the files and problems that were met.
type Result struct {
	Logs     *luminos.Logs // nil without logs and without a machine
	Read     []luminos.Path
	Problems []luminos.Problem
}

// Read reads the logs of a scan, compressed ones too if src extracts their text. A file of an unknown form is no log.
// Read returns an error only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &Result{}
	chosen, left := choose(scan)
	tallies := make([]*tally, len(chosen))
	errs, err := batch.Each(ctx, len(chosen), func(ctx context.Context, i int) error {
		text, err := src.Text(ctx, chosen[i].Path, fileMost)
		if err != nil {
			return err
		}
		tallies[i], err = count(ctx, text)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, err := range errs {
		if err != nil && !errors.Is(err, luminos.ErrNotText) {
			r.Problems = append(r.Problems, batch.Problem(chosen[i].Path, err))
		}
	}
	r.Problems = batch.Few(r.Problems)
	machine, err := identify(ctx, src, scan)
	if err != nil {
		return nil, err
	}
	tallies = slices.DeleteFunc(tallies, func(t *tally) bool { return t == nil })
	if len(tallies) == 0 && machine == nil {
		return r, nil
	}
	r.Logs = sum(tallies)
	r.Logs.Left, r.Logs.Machine = left, machine
	for _, t := range tallies {
		r.Read = append(r.Read, t.path)
	}
	return r, nil
}

// Of returns the entry of the report for the text of one log, and its most frequent kinds of messages, the largest
// first. The entry is nil for a text of another kind.
func Of(ctx context.Context, text luminos.Text) (*luminos.LogFile, []Kind, error) {
	t, err := count(ctx, text)
	if t == nil || err != nil {
		return nil, nil, err
	}
	f := t.file()
	return &f, t.kinds.top, nil
}

// choose returns the files that are logs by their names, by path, and the number of such files beyond the bounds.
func choose(scan *luminos.Scan) (files []*luminos.File, left int) {
	code := 0
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Category == luminos.CategorySource {
			code++
		}
		if f.Regular() && !f.Vendored && !f.Table && f.Size > 0 && named(f) {
			files = append(files, f)
		}
	}
	most, total := filesMost, int64(0)
	if code > len(files) {
		most = asideMost
	}
	all := len(files)
	files = slices.DeleteFunc(files, func(f *luminos.File) bool {
		size := min(f.Size, fileMost)
		if !f.Text {
			size = min(size*packing, fileMost)
		}
		if most == 0 || total+size > bytesMost {
			return true
		}
		most--
		total += size
		return false
	})
	return files, all - len(files)
}

// usual are the names of logs without an extension, below a directory for logs.
var usual = []string{
	"syslog", "messages", "secure", "maillog", "cron", "dmesg", "boot", "debug", "daemon", "user", "kern", "auth", "mail",
}

// named reports whether a file is a log by its path.
func named(f *luminos.File) bool {
	name, packed := strings.ToLower(f.Path.Base()), false
	for _, ext := range []string{".gz", ".bz2", ".xz", ".zst"} {
		name, packed = strings.TrimSuffix(name, ext), packed || strings.HasSuffix(name, ext)
	}
	if f.Category == luminos.CategorySource || !f.Text && !packed {
		return false
	}
	name = unrotated(name)
	if strings.HasSuffix(name, ".log") || slices.Contains(usual[:4], name) {
		return true
	}
	dir := "/" + string(f.Path.Dir()) + "/"
	if !strings.Contains(dir, "/log/") && !strings.Contains(dir, "/logs/") {
		return false
	}
	switch ext := luminos.Path(name).Ext(); ext {
	case "", ".txt", ".out", ".err", ".json", ".jsonl", ".export":
		return true
	}
	return slices.Contains(usual, name)
}

// unrotated returns the name of a log without the number or the day by which a rotation names it: "auth.log.1",
// "messages-20240107", "app.log.2024-01-07".
func unrotated(name string) string {
	for range 3 {
		end := strings.TrimRight(name, "0123456789-_.")
		if end == "" || end == name || name[len(end)] == '_' {
			break
		}
		name = end
		name = strings.TrimSuffix(name, ".old")
	}
	return strings.TrimSuffix(name, ".old")
}
