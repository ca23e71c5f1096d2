// Package readable is a source in which documents, messages, tables and archives are text: it returns the text that a
// reader extracts instead of the bytes of the file.
package readable

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"luminos"
	"luminos/internal/content"
)

const (
	// textMost is the number of bytes of text that are kept of one file.
	textMost = 8 << 20
	// keepMost is the number of bytes of texts that are kept for the next call: a folder of documents is searched again
	// and again. A file without a text counts as keepLeast.
	keepMost, keepLeast = 48 << 20, 4 << 10
)

// Texts returns src with [luminos.Source.Text] of an extracted file changed: it returns [luminos.Extraction.Reading].
// The encoding of that text is the name of the reader. Files in archives have a node and a text too, by a path such as
// "a.zip!/dir/file". All else is as in src, which it returns if it cannot extract.
func Texts(src luminos.Source) luminos.Source {
	if luminos.CapabilitiesOf(src).Extractor == nil {
		return src
	}
	return &texts{Source: src}
}

// Bytes returns src with the methods Text and Read of an extracted file changed: both return the extracted text.
// A result of [Texts] shares its texts with it.
func Bytes(src luminos.Source) luminos.Source {
	if t, ok := src.(*texts); ok {
		return &bytes{t}
	}
	if luminos.CapabilitiesOf(src).Extractor == nil {
		return src
	}
	return &bytes{&texts{Source: src}}
}

// Of returns the text as which the file p is read, with its extraction, which is nil if no reader reads the file. The
// source is a result of [Texts] or [Bytes], or any other one, which extracts nothing.
func Of(ctx context.Context, src luminos.Source, p luminos.Path) (string, *luminos.Extraction, error) {
	t, ok := src.(interface {
		extracted(context.Context, luminos.Path) (kept, error)
	})
	if !ok {
		return "", nil, nil
	}
	k, err := t.extracted(ctx, p)
	return k.text, k.x, err
}

// texts is the source of [Texts].
type texts struct {
	luminos.Source
	mu   sync.Mutex
	kept []kept // the latest use last
	size int    // of the texts in kept
}

// kept is an extraction of the version of a file with this size and time.
type kept struct {
	path  luminos.Path
	size  int64
	mtime time.Time
	x     *luminos.Extraction
	text  string
}

// Capabilities implements [luminos.Capable] by the capabilities of the wrapped source.
func (t *texts) Capabilities() luminos.Capabilities { return luminos.CapabilitiesOf(t.Source) }

// Stat implements [luminos.Source]. A file in an archive has the time of the archive, and the size of its text.
func (t *texts) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	n, err := t.Source.Stat(ctx, p)
	if err == nil || ctx.Err() != nil {
		return n, err
	}
	k, failed := t.member(ctx, p)
	if failed != nil || k.x == nil {
		return n, err
	}
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: int64(len(k.text)), ModTime: k.mtime}, nil
}

// member returns the extraction of a file in an archive. Its x is nil for any other path.
func (t *texts) member(ctx context.Context, p luminos.Path) (kept, error) {
	if a, ok := Archive(ctx, t.Source, p); ok {
		return t.version(ctx, p, a)
	}
	return kept{}, nil
}

// Archive returns the archive in which a path such as "a.zip!/dir/file" names a file, if src has no file of that path.
func Archive(ctx context.Context, src luminos.Source, p luminos.Path) (n luminos.Node, ok bool) {
	if !strings.Contains(string(p), "!/") {
		return n, false
	}
	if _, err := src.Stat(ctx, p); err == nil {
		return n, false
	}
	_, _, ok = luminos.SplitMember(p, func(a luminos.Path) bool {
		var err error
		n, err = src.Stat(ctx, a)
		return err == nil && n.Kind == luminos.KindFile
	})
	return n, ok
}

// Text implements [luminos.Source].
func (t *texts) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	text, err := t.Source.Text(ctx, p, limit)
	_, member := Archive(ctx, t.Source, p)
	if !member && (err != nil && !errors.Is(err, luminos.ErrNotText) || err == nil && !replaced(p, text.Content)) {
		return text, err
	}
	k, failed := t.extracted(ctx, p)
	switch {
	case failed != nil:
		return luminos.Text{}, fmt.Errorf("reading the text of the file %q: %w", p, failed)
	case k.x == nil:
		return text, err
	}
	text = content.ExtractedText(p, k.text, max(limit, 0))
	text.Encoding, text.From = k.x.Reader, k.x
	return text, nil
}

// heads holds the buffers of replaced.
var heads = sync.Pool{New: func() any { return new([content.EncodingHead]byte) }}

// replaced reports whether a file that is text is read by its extracted text, by its path and its beginning: a message,
// a notebook.
func replaced(p luminos.Path, head string) bool {
	buf := heads.Get().(*[content.EncodingHead]byte)
	defer heads.Put(buf)
	return content.Extracted(p, buf[:copy(buf[:], head)])
}

// extracted returns the extraction of a file with its text; its x is nil if no reader reads the file.
func (t *texts) extracted(ctx context.Context, p luminos.Path) (kept, error) {
	n, err := t.Source.Stat(ctx, p)
	if a, ok := Archive(ctx, t.Source, p); ok {
		n, err = a, nil
	}
	if err != nil {
		return kept{}, err
	}
	return t.version(ctx, p, n)
}

// version returns the extraction of a file p, or of a file p in an archive, in the version with the size and the time
// of n.
func (t *texts) version(ctx context.Context, p luminos.Path, n luminos.Node) (kept, error) {
	t.mu.Lock()
	for i, k := range t.kept {
		if k.path == p && k.size == n.Size && k.mtime.Equal(n.ModTime) {
			t.kept = append(append(t.kept[:i:i], t.kept[i+1:]...), k)
			t.mu.Unlock()
			return k, nil
		}
	}
	t.mu.Unlock()
	all, err := luminos.CapabilitiesOf(t.Source).Extractor.Extract(ctx, []luminos.Path{p}, luminos.Extract{Text: textMost})
	if err != nil {
		return kept{}, err
	}
	k := kept{p, n.Size, n.ModTime, all[0], ""}
	if k.x != nil {
		k.text = k.x.Reading()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, k)
	t.size += k.cost()
	for t.size > keepMost {
		t.size -= t.kept[0].cost()
		t.kept = slices.Delete(t.kept, 0, 1)
	}
	return k, nil
}

// cost returns the number of bytes as which an extraction counts.
func (k *kept) cost() int { return len(k.text) + keepLeast }

// bytes is the source of [Bytes].
type bytes struct{ *texts }

// Read implements [luminos.Source].
func (b *bytes) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if _, member := Archive(ctx, b.Source, p); member {
		return b.text(ctx, p, offset, n)
	}
	head, err := b.Source.Read(ctx, p, 0, content.EncodingHead)
	if err != nil || len(head) == 0 {
		return head, err
	}
	if !content.Extracted(p, head) {
		return b.Source.Read(ctx, p, offset, n)
	}
	return b.text(ctx, p, offset, n)
}

// text returns bytes of the extracted text of a file, or its own bytes if no reader reads it.
func (b *bytes) text(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	k, err := b.extracted(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("reading the text of the file %q: %w", p, err)
	}
	if k.x == nil {
		return b.Source.Read(ctx, p, offset, n)
	}
	from := min(max(offset, 0), int64(len(k.text)))
	return []byte(k.text[from:min(from+int64(max(n, 0)), int64(len(k.text)))]), nil
}
