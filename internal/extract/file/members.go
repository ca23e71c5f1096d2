package file

import (
	"archive/zip"
	"fmt"
	"io"
)

// directoryMost is the number of bytes that are read for the directory of a zip archive that holds data. The reader of
// zip keeps the directory, at up to eight times its size, and does not stop at the size that the file states.
const directoryMost = 8 << 20

// Members returns the members of a file that is a zip archive, in the order of its directory.
func (f *File) Members() (*zip.Reader, error) {
	b := &bounded{r: f, left: directoryMost}
	z, err := zip.NewReader(b, f.Size)
	if b.left < 0 {
		return nil, fmt.Errorf("%w: the directory of the archive is too large", ErrTooLarge)
	}
	b.open = true
	return z, err
}

// bounded fails after a number of bytes, until it is open.
type bounded struct {
	r    io.ReaderAt
	left int64
	open bool
}

func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 && !b.open {
		return 0, ErrTooLarge
	}
	return b.r.ReadAt(p, at)
}
