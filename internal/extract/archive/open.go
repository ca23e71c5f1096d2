package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"luminos/internal/extract/file"
)

// Open returns the content of one file in an archive, by a name as in the entries of the extraction, and its size,
// which is -1 if it is unknown. It fails with [fs.ErrNotExist] if the archive has no such file, and with
// [errors.ErrUnsupported] if the file is encrypted or packed by an unknown method. An archive in the archive is a
// file. Reads end with [file.ErrTooLarge] after 512 MiB.
func Open(f *file.File, member string) (io.Reader, int64, error) {
	k := kindOf(f)
	want := clean(member)
	if k == nil || want == "" {
		return nil, 0, fs.ErrNotExist
	}
	l := newSearch(f, want)
	switch err := k.walk(f, l); {
	case err == nil:
		return nil, 0, fs.ErrNotExist
	case !errors.Is(err, errFound):
		return nil, 0, fmt.Errorf("looking for the entry %q: %w", member, err)
	}
	if l.found.encrypted {
		return nil, 0, fmt.Errorf("the entry %q is encrypted: %w", member, errors.ErrUnsupported)
	}
	r, err := l.found.open()
	if err != nil {
		return nil, 0, fmt.Errorf("opening the entry %q: %w", member, err)
	}
	return &bounded{r: r, file: f}, l.found.size, nil
}
