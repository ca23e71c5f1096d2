package investigate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"luminos"
	"luminos/internal/store"
)

const (
	// wholeMax is the size of the largest file that is always digested whole, in
	// bytes. Larger files are digested whole if they have at most wholeSum bytes in
	// all, which takes seconds to read. Otherwise, as in a tree of films, their digest
	// covers their first bytes, size and time.
	wholeMax  = 1 << 20
	wholeSum  = 2 << 30
	beginning = 64 << 10
	// stableAge is the age from which the time of a file proves that the file has not
	// changed again: the coarsest clock of a file system, FAT, has a
	// resolution of two seconds.
	stableAge = 2 * time.Second
)

// digests returns the digest of each file of the scan, in the order of the scan, and the index of digests for the next
// run. It takes the digests of unchanged files from known. All unreadable files have the same digest, which no content
// has.
func (r *run) digests(ctx context.Context, scan *luminos.Scan, known store.Index) ([]luminos.Digest, store.Index, error) {
	d := &digester{src: r.source, whole: sumOver(scan.Files, wholeMax) <= wholeSum}
	sums := make([]luminos.Digest, len(scan.Files))
	targets := linkTargets(scan)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(r.Parallel)
	var done atomic.Int64
	const run = 64 // files in a task, so that starting it costs little
	for first := 0; first < len(scan.Files); first += run {
		group.Go(func() error {
			for i := first; i < min(first+run, len(scan.Files)); i++ {
				f := &scan.Files[i]
				var ok bool
				if !f.Regular() {
					sums[i] = sum("link", targets[f.Path])
				} else if sums[i], ok = known.Find(f.Path, f.Stamp); !ok {
					var err error
					if sums[i], err = d.digest(ctx, f); err != nil {
						return err
					}
				}
			}
			if n := done.Add(run); n%(run*16) == 0 {
				r.Sink.Emit(luminos.Event{
					Pass: luminos.PassMemory, Text: textDigests, Path: scan.Files[first].Path, Done: int(n), Total: len(scan.Files),
				})
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	return sums, newIndex(scan, sums, r.started.Add(-time.Duration(r.ScanSeconds*float64(time.Second)))), nil
}

// newIndex returns the digests of the regular files of the scan, as the index for the next run. It leaves out files
// without a stamp, which would show changes, and files modified later than stableAge before the time now.
func newIndex(scan *luminos.Scan, sums []luminos.Digest, now time.Time) store.Index {
	x := make(store.Index, 0, len(sums))
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Regular() && f.Stamp != 0 && f.ModTime.Before(now.Add(-stableAge)) {
			x = append(x, store.Digested{Path: f.Path, Stamp: f.Stamp, Digest: sums[i]})
		}
	}
	return x
}

func sumOver(files []luminos.File, size int64) (sum int64) {
	for i := range files {
		if f := &files[i]; f.Regular() && f.Size > size {
			sum += f.Size
		}
	}
	return sum
}

func linkTargets(scan *luminos.Scan) map[luminos.Path]string {
	m := make(map[luminos.Path]string, len(scan.Links))
	for _, l := range scan.Links {
		m[l.Path] = l.Target
	}
	return m
}

type digester struct {
	src   luminos.Source
	whole bool // large files are read whole
}

// digest returns the digest of the content of a file, or of the beginning, size and time of a large file. For an
// unreadable file it returns a fixed digest, so the only error is the end of ctx.
func (d *digester) digest(ctx context.Context, f *luminos.File) (luminos.Digest, error) {
	whole := f.Size <= wholeMax || d.whole
	if whole && f.Sum != nil {
		return *f.Sum, nil
	}
	limit := f.Size + 1 // one byte more, to detect growth
	if !whole {
		limit = beginning
	}
	content, err := d.src.Digest(ctx, f.Path, limit)
	switch {
	case ctx.Err() != nil:
		return luminos.Digest{}, context.Cause(ctx)
	case err != nil:
		return sum("unreadable", ""), nil
	case whole:
		return content, nil
	}
	return sum("beginning", content.String(), fmt.Sprint(f.Size), fmt.Sprint(f.ModTime.UnixNano())), nil
}

// sum returns a digest of parts for a file that is not digested whole, such as a link. kind, such as "link", makes it
// different from the digests of other kinds and of file contents.
func sum(kind string, parts ...string) luminos.Digest {
	h := sha256.New()
	writeParts(h, kind)
	writeParts(h, parts...)
	return luminos.Digest(h.Sum(nil))
}

// writeParts writes each string to w with its length before it, so that different lists give different bytes.
func writeParts(w io.Writer, parts ...string) {
	for _, p := range parts {
		w.Write(binary.AppendUvarint(nil, uint64(len(p))))
		io.WriteString(w, p)
	}
}
