package investigate

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"luminos"
	"luminos/internal/store"
)

// extractions returns stored extractions of unchanged files, extracts from the others and stores the results. It
// implements [luminos.Extractor].
//
// The key of an extraction covers the content of the file, its path, from which readers and masks draw conclusions, the
// bounds on its texts, and the versions of readers and masks. The child process that extracts masks secrets, so the
// stored texts are masked. They are masked again after they are read.
type extractions struct {
	luminos.Extractor
	memory *memory
	opts   *Options

	mu     sync.Mutex
	failed map[luminos.Path]*luminos.Extraction // in this run, without text
	busy   map[luminos.Path]chan struct{}       // files that a call extracts from; closed at its end
}

const (
	// anyBound is the bound in the key of an extraction without texts, which is the same for each bound.
	anyBound = -1
	// failedMost bounds the failures that are remembered beside the stored ones.
	failedMost = 1000
)

// withExtractions returns src with an extractor that stores its results in m; without an extractor it returns src.
func withExtractions(src luminos.Source, m *memory, opts *Options) luminos.Source {
	inner := luminos.CapabilitiesOf(src).Extractor
	if inner == nil {
		return src
	}
	return luminos.WithExtractor(src, &extractions{
		Extractor: inner, memory: m, opts: opts,
		failed: map[luminos.Path]*luminos.Extraction{}, busy: map[luminos.Path]chan struct{}{},
	})
}

// Extract implements [luminos.Extractor]. A file from which another call extracts comes last: the other call may find
// that it cannot be read, which takes longest.
func (e *extractions) Extract(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	var now, later []luminos.Path
	var nowAt, laterAt []int
	for i, p := range files {
		x, ok := e.recall(p, o)
		switch {
		case ok:
			all[i] = x
		case e.claim(p):
			now, nowAt = append(now, p), append(nowAt, i)
		default:
			later, laterAt = append(later, p), append(laterAt, i)
		}
	}
	err := ctx.Err()
	if len(now) > 0 {
		var got []*luminos.Extraction
		got, err = e.read(ctx, now, o)
		for i, x := range got {
			all[nowAt[i]] = x
		}
	}
	if len(later) == 0 || err != nil {
		return all, err
	}
	if err := e.wait(ctx, later); err != nil {
		return all, err
	}
	got, err := e.Extract(ctx, later, o)
	for i, x := range got {
		all[laterAt[i]] = x
	}
	return all, err
}

// claim reports whether no other call extracts from a file. Then this call does, until its read.
func (e *extractions) claim(p luminos.Path) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy[p] != nil {
		return false
	}
	e.busy[p] = make(chan struct{})
	return true
}

// wait returns when no other call extracts from the files, or with the error of ctx.
func (e *extractions) wait(ctx context.Context, files []luminos.Path) error {
	for _, p := range files {
		e.mu.Lock()
		ended := e.busy[p]
		e.mu.Unlock()
		if ended == nil {
			continue
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// read extracts from files that were claimed, and stores the results.
func (e *extractions) read(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	defer func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		for _, p := range files {
			close(e.busy[p])
			delete(e.busy, p)
		}
	}()
	got, err := e.Extractor.Extract(ctx, files, o)
	var fresh []store.StoredExtraction
	for i, x := range got {
		if x == nil && err != nil {
			continue // it was not made
		}
		e.remember(files[i], x)
		if key := e.keyOf(ctx, files[i], x, o); key != "" {
			fresh = append(fresh, store.StoredExtraction{Key: key, Extraction: x})
		}
	}
	if m := e.memory; m.inv != nil {
		m.mu.Lock()
		m.summary.Extracted += len(got)
		m.mu.Unlock()
		if len(fresh) > 0 {
			m.try(func() error { return m.inv.PutExtractions(fresh) })
		}
	}
	return got, err
}

// recall returns the extraction of a file that was made before. It returns false for a file without such an
// extraction.
func (e *extractions) recall(p luminos.Path, o luminos.Extract) (*luminos.Extraction, bool) {
	e.mu.Lock()
	x := e.failed[p]
	e.mu.Unlock()
	if x != nil {
		return x, true
	}
	for _, bounds := range []luminos.Extract{
		o, {Text: o.Text, Inner: anyBound}, {Text: anyBound, Inner: o.Inner}, {Text: anyBound, Inner: anyBound},
	} {
		if key := e.key(p, bounds); key != "" {
			if x, ok := e.memory.inv.Extraction(key); ok {
				return x, true
			}
		}
	}
	return nil, false
}

// key returns the key of an extraction, or "" if it cannot be stored.
func (e *extractions) key(p luminos.Path, o luminos.Extract) string {
	if e.memory.inv == nil {
		return ""
	}
	content := e.memory.sumOf(e.stored(p))
	if content == nil { // a name that is masked in the scan
		return ""
	}
	version := fmt.Sprintf("facts %d, %s", e.opts.Facts.Version(), e.opts.Variant)
	return sum("extraction", version, string(p), string(content), fmt.Sprintf("%+v", o)).String()
}

// keyOf returns the key under which an extraction is stored. It is "" for a failure that another run may not meet, and
// for a file that changed since the scan.
func (e *extractions) keyOf(ctx context.Context, p luminos.Path, x *luminos.Extraction, o luminos.Extract) string {
	if textless(x) {
		o.Text = anyBound
	}
	if x == nil || o.Inner > 0 && len(x.Inner) == 0 && x.InnerLeft == 0 {
		o.Inner = anyBound
	}
	key := e.key(p, o)
	if key == "" || e.opts.Ahead || x != nil && x.Again || e.changed(ctx, p) {
		return ""
	}
	return key
}

// stored returns the path of the archive that has the file p, or p if it is no file in an archive of the scan.
func (e *extractions) stored(p luminos.Path) luminos.Path {
	archive, _, ok := luminos.SplitMember(p, func(p luminos.Path) bool { return e.memory.sumOf(p) != nil })
	if ok && e.memory.sumOf(p) == nil {
		return archive
	}
	return p
}

// textless reports whether an extraction is the same for each bound on the text.
func textless(x *luminos.Extraction) bool {
	return x == nil || !slices.ContainsFunc(x.Parts, func(p luminos.Part) bool { return p.Text != "" })
}

// remember keeps a failure for the rest of the run, so that no file is read twice to fail twice. A report with a
// failure that another run may not meet is not used again; a reader that is not loaded is not loaded in the next run
// either.
func (e *extractions) remember(p luminos.Path, x *luminos.Extraction) {
	if x == nil || x.State == "" {
		return
	}
	e.mu.Lock()
	if textless(x) && len(x.Inner) == 0 && len(e.failed) < failedMost {
		e.failed[p] = x
	}
	e.mu.Unlock()
	if x.Again && x.State != luminos.ExtractUnsupported {
		e.memory.mu.Lock()
		e.memory.again = true
		e.memory.mu.Unlock()
	}
}

// changed reports whether a file of the scan has changed since.
func (e *extractions) changed(ctx context.Context, p luminos.Path) bool {
	m := e.memory
	i, ok := slices.BinarySearchFunc(m.scan.Files, e.stored(p), byPath)
	return !ok || m.changes.changed(ctx, &m.scan.Files[i])
}
