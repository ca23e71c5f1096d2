package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"luminos"
	"luminos/internal/extract/file"
)

// Open returns the content of one file in an archive, by a name as in the entries of the extraction, and its size,
// which is -1 if it is unknown. It fails with [fs.ErrNotExist] if the archive has no such file, and with
// [errors.ErrUnsupported] if the file is encrypted or packed by an unknown method. An archive in the archive is a
// file. Reads end with [file.ErrTooLarge] after 512 MiB.
func Open(f *file.File, member string) (io.Reader, int64, error) {
	want := clean(member)
	if want == "" {
		return nil, 0, fs.ErrNotExist
	}
	var found entry
	switch err := walk(f, func(e entry) error {
		if e.name != want {
			return nil
		}
		found = e
		return errFound
	}); {
	case err == nil:
		return nil, 0, fs.ErrNotExist
	case !errors.Is(err, errFound):
		return nil, 0, fmt.Errorf("looking for the entry %q: %w", member, err)
	}
	if found.encrypted {
		return nil, 0, fmt.Errorf("the entry %q is encrypted: %w", member, errors.ErrUnsupported)
	}
	r, err := found.open()
	if err != nil {
		return nil, 0, fmt.Errorf("opening the entry %q: %w", member, err)
	}
	return &bounded{r: r, file: f}, found.size, nil
}

// walk calls a function with each entry of an archive that is a file, until the function returns an error.
func walk(f *file.File, visit func(entry) error) error {
	k := kindOf(f)
	if k == nil {
		return nil
	}
	return k.walk(f, &listing{x: &luminos.Extraction{}, file: f, visit: visit})
}

// behindMost bounds the bytes that [Each] unpacks only to reach contents behind them: a folder of a 7z archive is one
// stream.
const behindMost = 64 << 20

// Each calls a function with the name and the content of each file in an archive, in the order of the archive, until
// the function returns an error. Encrypted files, and files that cannot be unpacked, are left out. A content is valid
// during the call. All contents together end with [file.ErrTooLarge] after 512 MiB.
func Each(f *file.File, visit func(name string, r io.Reader) error) error {
	all, behind := &bounded{file: f}, uint64(0)
	return walk(f, func(e entry) error {
		if e.encrypted || e.behind > behindMost-behind {
			return nil
		}
		behind += e.behind
		if r, err := e.open(); err == nil && r != nil {
			all.r = r
			return visit(e.name, all)
		}
		return nil
	})
}
