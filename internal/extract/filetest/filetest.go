// Package filetest is the input of the readers of files in their tests.
package filetest

import (
	"bytes"
	"testing"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/extract/file"
)

// Open returns bytes as a file, of which text bytes of text are wanted.
func Open(p luminos.Path, b []byte, text int) *file.File {
	head := b[:min(len(b), content.EncodingHead)]
	return &file.File{
		ReaderAt: bytes.NewReader(b), Path: p, Size: int64(len(b)), Text: text, Head: head, ID: content.Identify(p, false, head),
	}
}

// Extract returns the extraction of bytes by a reader, or nil if it does not read them. A panic of the reader fails the
// test.
func Extract(t testing.TB, r *file.Reader, p luminos.Path, b []byte, text int) (*luminos.Extraction, error) {
	t.Helper()
	f := Open(p, b, text)
	if len(b) == 0 || !r.Reads(f) {
		return nil, nil
	}
	x := &luminos.Extraction{}
	err := batch.Guard(func() error { return r.Read(f, x) })
	if batch.Panicked(err) {
		t.Fatalf("%s of %d bytes: %v", p, len(b), err)
	}
	return x, err
}

// Good returns the extraction of bytes that the reader reads without a problem.
func Good(t testing.TB, r *file.Reader, p luminos.Path, b []byte, text int) *luminos.Extraction {
	t.Helper()
	x, err := Extract(t, r, p, b, text)
	if err != nil || x == nil || x.State != "" {
		t.Fatalf("%s: %+v, error %v", p, x, err)
	}
	return x
}
