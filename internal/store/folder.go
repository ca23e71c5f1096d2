package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// folder reads and writes whole files below one directory. No step leaves it.
type folder struct {
	root  *os.Root
	wrote func(name string)
}

// written is a file to be written.
type written struct {
	name string
	data []byte
}

// writers is how many files are made durable at once: a journal commits many for the price of one.
const writers = 16

// write puts data durably under a name, whole or not at all.
func (f *folder) write(name string, data []byte) error { return f.writeAll([]written{{name, data}}) }

// writeAll writes many files, each whole or not at all, with one wait for their
// directories at the end. They are renamed in order. After an error some of
// them have been written, and nothing temporary is left.
func (f *folder) writeAll(files []written) (err error) {
	temporary := make([]string, len(files))
	defer func() {
		for _, name := range temporary {
			if name != "" {
				f.root.Remove(name)
			}
		}
	}()
	group := errgroup.Group{}
	group.SetLimit(writers)
	for i, file := range files {
		temporary[i] = path.Join(path.Dir(file.name), temporaryName())
		group.Go(func() error { return f.create(temporary[i], file.data) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	dirs := map[string]bool{}
	for i, file := range files {
		if err := f.root.Rename(temporary[i], file.name); err != nil {
			return fmt.Errorf("writing to the cache: %w", err)
		}
		temporary[i] = ""
		dirs[path.Dir(file.name)] = true
		f.wrote(file.name)
	}
	for dir := range dirs {
		if err := f.syncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// create writes a new file and waits until the disk has it.
func (f *folder) create(name string, data []byte) (err error) {
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	return nil
}

// read reads a whole regular file of at most limit bytes. Anything else under
// that name, a link or a pipe, is not waited for and is an error.
func (f *folder) read(name string, limit int64) ([]byte, error) {
	info, err := f.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	case info.Size() > limit:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%d bytes, more than %d", info.Size(), limit)}
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := make([]byte, 0, info.Size()+1)
	for {
		n, err := file.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case err == io.EOF:
			return b, nil
		case err != nil:
			return nil, err
		case int64(len(b)) > limit:
			return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("it grew while it was read")}
		case len(b) == cap(b):
			b = slices.Grow(b, len(b))
		}
	}
}

// names lists a directory, sorted; one that is not there is empty.
func (f *folder) names(dir string) ([]string, error) {
	d, err := f.root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing the cache: %w", err)
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("listing the cache: %w", err)
	}
	slices.Sort(names)
	return names, nil
}

// sweep removes temporary files that a killed process left in a directory.
func (f *folder) sweep(dir string) {
	names, err := f.names(dir)
	if err != nil {
		return // whoever reads the directory next will say why
	}
	for _, n := range names {
		if isTemporary(n) {
			f.root.Remove(path.Join(dir, n))
		}
	}
}

// size is how many bytes the files below a directory hold.
func (f *folder) size(dir string) (n int64) {
	_ = fs.WalkDir(f.root.FS(), dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // counted is what can be seen
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}

const temporarySuffix = ".tmp"

func temporaryName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:]) + temporarySuffix
}

func isTemporary(name string) bool { return strings.HasSuffix(name, temporarySuffix) }
