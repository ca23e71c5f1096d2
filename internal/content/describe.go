package content

import (
	"io"
	"time"

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

// Dimensions are the width and height of an image, from its header.
func Dimensions(head []byte) (w, h int, ok bool) { return 0, 0, false }

// TakenAt is when a photograph was taken, from the EXIF data of a JPEG.
func TakenAt(head []byte) (time.Time, bool) { return time.Time{}, false }
