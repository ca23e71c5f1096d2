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
	// wholeMax is the size up to which a file is digested whole. Larger ones are
	// as long as all of them together have at most wholeSum bytes, seconds of
	// reading; in a tree of films they go by their beginning, size and time.
	wholeMax  = 1 << 20
	wholeSum  = 2 << 30
	beginning = 64 << 10
	// settled is how long a file must have been left alone before its times can
	// tell that it has not changed again: the coarsest clock of a file system
	// that is still around, FAT's, ticks every two seconds.
	settled = 2 * time.Second
)

// digests says what every file of the scan holds, in its order, and the index
// that will save reading them the next time. A file that cannot be read has a
// digest of its own, that of nothing else.
func (r *run) digests(ctx context.Context, scan *luminos.Scan, known store.Index) ([]luminos.Digest, store.Index, error) {
	d := &digester{src: r.source, whole: sumOver(scan.Files, wholeMax) <= wholeSum}
	sums := make([]luminos.Digest, len(scan.Files))
	targets := linkTargets(scan)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(r.Parallel)
	var done atomic.Int64
	const run = 64 // files a task: enough to pay for it
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
				r.Sink.Emit(luminos.Event{Pass: luminos.PassMemory, Text: textMemory, Path: scan.Files[first].Path, Done: int(n), Total: len(scan.Files)})
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	return sums, newIndex(scan, sums, r.started.Add(-time.Duration(r.ScanSeconds*float64(time.Second)))), nil
}

// newIndex keeps the digests that the files' times vouch for.
func newIndex(scan *luminos.Scan, sums []luminos.Digest, now time.Time) store.Index {
	x := make(store.Index, 0, len(sums))
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Regular() && f.Stamp != 0 && f.ModTime.Before(now.Add(-settled)) {
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
	whole bool // large files, too
}

// digest reads a file. The only error is that of a context that ended.
func (d *digester) digest(ctx context.Context, f *luminos.File) (luminos.Digest, error) {
	whole := f.Size <= wholeMax || d.whole
	limit := f.Size + 1 // one more, to notice a file that grew
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

// sum is the digest of something that is no content, named apart from all that is.
func sum(kind string, parts ...string) luminos.Digest {
	h := sha256.New()
	writeParts(h, kind)
	writeParts(h, parts...)
	return luminos.Digest(h.Sum(nil))
}

// writeParts writes strings so that no two lists of them give the same bytes.
func writeParts(w io.Writer, parts ...string) {
	for _, p := range parts {
		w.Write(binary.AppendUvarint(nil, uint64(len(p))))
		io.WriteString(w, p)
	}
}
