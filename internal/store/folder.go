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
	"strings"

	"golang.org/x/sync/errgroup"
)

// folder reads and writes whole files below one directory. It follows no link out of the directory.
type folder struct {
	root  *os.Root
	disk  disk
	wrote func(name string) // called when a file is in its place
}

// written is the name and the content of a file that is to be written.
type written struct {
	name string
	data []byte
}

// filesAtOnce is the maximal number of files that are read, or written and synced, at the same time. File systems with a
// journal commit several syncs at the cost of one.
const filesAtOnce = 16

// write replaces the named file by one with the content data, and waits until it is on the disk. After an error the
// file has either the old or the new content.
func (f *folder) write(name string, data []byte) error {
	return f.writeAll([]written{{name, data}}, true)
}

// writeAll writes files, each whole or not at all. It renames them in their order. If durable is true, it waits until
// they are on the disk, and syncs each directory once at the end. After an error some of the files may be written, and
// no temporary file is left.
func (f *folder) writeAll(files []written, durable bool) (err error) {
	dirs := map[string]*os.Root{} // each is opened once, not for each file in it
	defer func() {
		for _, dir := range dirs {
			dir.Close()
		}
	}()
	for _, file := range files {
		if name := path.Dir(file.name); dirs[name] == nil {
			if dirs[name], err = f.root.OpenRoot(name); err != nil {
				delete(dirs, name)
				return fmt.Errorf("writing a file of the cache of investigations: %w", err)
			}
		}
	}
	temporary := make([]string, len(files))
	defer func() {
		for i, name := range temporary {
			if name != "" { // else the file is in its place
				dirs[path.Dir(files[i].name)].Remove(name)
			}
		}
	}()
	group := errgroup.Group{}
	if group.SetLimit(1); durable { // else they would only wait for the lock of the directory
		group.SetLimit(filesAtOnce)
	}
	for i, file := range files {
		temporary[i] = temporaryName()
		group.Go(func() error { return f.create(dirs[path.Dir(file.name)], temporary[i], file.data, durable) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, file := range files {
		if err := f.disk.rename(dirs[path.Dir(file.name)], temporary[i], path.Base(file.name)); err != nil {
			return fmt.Errorf("writing a file of the cache of investigations: %w", err)
		}
		temporary[i] = ""
		f.wrote(file.name)
	}
	if !durable {
		return nil
	}
	for dir := range dirs {
		err = errors.Join(err, f.disk.syncDir(f.root, dir))
	}
	return err
}

// create writes a new file in dir with the content data. If durable is true, it waits until the file is on the disk. It
// fails if the file exists.
func (f *folder) create(dir *os.Root, name string, data []byte, durable bool) (err error) {
	file, err := f.disk.open(dir, name, os.O_CREATE|os.O_EXCL|os.O_WRONLY)
	if err != nil {
		return fmt.Errorf("writing a file of the cache of investigations: %w", err)
	}
	_, err = file.Write(data)
	if err == nil && durable {
		err = file.Sync()
	}
	return doing("writing a file of the cache of investigations", errors.Join(err, file.Close()))
}

// read reads a whole regular file of at most limit bytes. A link, a pipe or another kind of file is an error at once.
// Bytes that another process appends meanwhile are not read.
func (f *folder) read(name string, limit int64) ([]byte, error) {
	info, err := f.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("the file of the cache is not a regular file")}
	case info.Size() > limit:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("the file of the cache has %d bytes, more than the permitted %d", info.Size(), limit)}
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := make([]byte, info.Size())
	_, err = io.ReadFull(file, b)
	return b, err
}

// put writes x as JSON with a checksum to the named file, and waits until it is on the disk.
func (f *folder) put(name string, x any) error {
	b, err := seal(x)
	if err != nil {
		return err
	}
	return f.write(name, b)
}

// readSealed reads the named file of at most limit bytes, checks its checksum and decodes it into x.
func (f *folder) readSealed(name string, limit int64, x any) error {
	b, err := f.read(name, limit)
	if err != nil {
		return err
	}
	return unseal(b, x)
}

// names returns the sorted names of the files in the directory dir, or nil if dir does not exist.
func (f *folder) names(dir string) (names []string, err error) {
	entries, err := fs.ReadDir(f.root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, doing("listing the cache", err)
}

// sweep removes temporary files from the directory dir, which a process that was killed has left there.
func (f *folder) sweep(dir string) {
	names, _ := f.names(dir) // the next reader of the directory returns the error
	for _, n := range names {
		if isTemporary(n) {
			f.root.Remove(path.Join(dir, n))
		}
	}
}

// retain removes all files from the directory dir except the ones that have the same base name as a file in keep.
func (f *folder) retain(dir string, keep []string) error {
	kept := map[string]bool{}
	for _, k := range keep {
		kept[path.Base(k)] = true
	}
	names, err := f.names(dir)
	for _, n := range names {
		if !kept[n] {
			err = errors.Join(err, f.root.Remove(path.Join(dir, n)))
		}
	}
	return doing("removing old files from the cache", err)
}

// size returns the sum of the sizes of all readable regular files below the directory dir.
func (f *folder) size(dir string) (n int64) {
	_ = fs.WalkDir(f.root.FS(), dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err == nil {
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
