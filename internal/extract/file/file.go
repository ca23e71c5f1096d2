// Package file is the input of the readers that extract the content of files, and the bounds that they share.
package file

import (
	"errors"
	"fmt"
	"io"
	"time"
	"unicode"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/words"
)

// File is one regular file to read. Reads beyond its bounds and reads after the end of the context of the request fail.
type File struct {
	io.ReaderAt
	Path luminos.Path
	Size int64
	// Head is the beginning of the file, at most [content.EncodingHead] bytes, and ID the type that follows from it.
	Head []byte
	ID   content.Identity
	// Text is the number of bytes of text that are wanted, and Inner of [luminos.Extraction.Inner].
	Text, Inner int
	// Work, if it is not 0, bounds the time of a reader that has a bound of its own: the file is one of many in another.
	Work time.Duration
}

// Reader extracts the content of the files of one family of formats.
type Reader struct {
	// Name and Version identify the results of the reader. Version grows with each change of the results.
	Name    string
	Version int
	// Reads reports whether the file is in a format of the family, by its name and its beginning.
	Reads func(*File) bool
	// Read sets the fields of the extraction. An error means that the file is damaged; fields that were set before stay.
	// A panic costs the file only. Read has a deadline: reads of the file fail after it.
	Read func(*File, *luminos.Extraction) error
}

// ErrTooLarge is the error of a reader that has reached a bound on bytes, depth or elements.
var ErrTooLarge = errors.New("the content exceeds the limits of the reader")

// All returns the bytes of the file, which is at most of the given size; for a larger file the error wraps ErrTooLarge.
func (f *File) All(most int64) ([]byte, error) {
	if f.Size > most {
		size, bound := words.Bytes(f.Size), words.Bytes(most)
		return nil, fmt.Errorf("%w: the file has %s, and at most %s are read", ErrTooLarge, size, bound)
	}
	b := make([]byte, f.Size)
	n, err := f.ReadAt(b, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:n], err
}

// Reader returns a reader of the file from its beginning.
func (f *File) Reader() *io.SectionReader { return io.NewSectionReader(f, 0, f.Size) }

// Limit returns a reader of at most n bytes of r. After them, if there are more, its error is ErrTooLarge. It is for
// streams that are decompressed.
func Limit(r io.Reader, n int64) io.Reader { return &limited{r, n} }

type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(b []byte) (int, error) {
	if l.left <= 0 {
		var one [1]byte
		if n, err := l.r.Read(one[:]); n == 0 {
			return 0, err
		}
		return 0, ErrTooLarge
	}
	if int64(len(b)) > l.left {
		b = b[:l.left]
	}
	n, err := l.r.Read(b)
	l.left -= int64(n)
	return n, err
}

// Words returns the number of words of a text: runs of letters, digits and marks with a letter or a digit. A point or
// a comma after a digit belongs to the number.
func Words(text string) int64 {
	n, in, number := int64(0), false, false
	for _, r := range text {
		is := unicode.IsLetter(r) || unicode.IsDigit(r) || in && (unicode.IsMark(r) || r == '\'' || r == '’') ||
			number && (r == '.' || r == ',')
		number = unicode.IsDigit(r)
		if is && !in {
			n++
		}
		in = is
	}
	return n
}
