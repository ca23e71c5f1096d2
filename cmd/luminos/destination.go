package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"luminos/internal/localdir"
	"luminos/internal/store"
)

// destination is an output file whose directory is open. A later change of the path does not change where the file is
// written.
type destination struct {
	dir  *os.Root // nil if file is set
	base string   // name in dir
	file *os.File // a file that is written in place
	// replacer replaces the file instead of this process; nil if this process replaces the file.
	replacer *replacer
	kept     *kept // the parts of the present file that stay; nil if the file is replaced as a whole
}

// openDestination opens the directory of the output file name, or the file if it is written in place: a device, a pipe
// or a file that is open already. It follows links, except links in the directory target: they could lead anywhere. In
// the target only regular files are replaced. Without a target, target is "".
func openDestination(ctx context.Context, name, target string) (*destination, error) {
	if target != "" {
		target = localdir.RealPath(target)
	}
	info, err := os.Stat(filepath.Dir(name))
	switch {
	case err != nil:
		return nil, failed(fmt.Errorf("finding the directory of the output file %q: %w", name, err), "the directory of an output file must exist")
	case !info.IsDir():
		return nil, failed(fmt.Errorf("-o %s: %q is not a directory", name, filepath.Dir(name)), "")
	}
	real, err := followLinks(name, target)
	if err != nil {
		return nil, unfollowed(name, err)
	}
	switch info, err := os.Stat(real); {
	case err == nil && info.IsDir():
		return nil, failed(fmt.Errorf("-o %s names a directory", name), "name a file in it")
	case namesOpenFile(real), err == nil && !info.Mode().IsRegular():
		return openInPlace(ctx, real, name, target)
	}
	return openReplaced(real, name, target)
}

// namesOpenFile reports whether path names an open file of a process. The file that a shell has opened for ">>" has
// content that must stay.
func namesOpenFile(path string) bool {
	dir, n := filepath.Split(path)
	_, err := strconv.ParseUint(n, 10, 32)
	return err == nil && (strings.HasPrefix(dir, "/proc/") && strings.HasSuffix(dir, "/fd/") || dir == "/dev/fd/")
}

// openReplaced opens the directory of the file real, to which the output file name has led. It returns an error if name
// does not lead to that directory any more.
func openReplaced(real, name, target string) (*destination, error) {
	dir, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, failed(fmt.Errorf("opening the directory of the output file %q: %w", name, err), "")
	}
	// The path is followed once more: the check is of the directory that is open now.
	d := &destination{dir: dir}
	again, err := followLinks(name, target)
	if err != nil {
		err = unfollowed(name, err)
	} else {
		d.base = filepath.Base(again)
		err = checkSame(dir, filepath.Dir(again))
	}
	if err == nil {
		if info, e := dir.Lstat(d.base); e == nil && !info.Mode().IsRegular() {
			err = unfollowed(name, errInTarget)
		}
	}
	if err == nil {
		if e := d.check(); e != nil {
			err = failed(fmt.Errorf("making a file beside the output file %q: %w", name, e), "name a file in a directory that you can write")
		} else if e := d.checkOld(); e != nil {
			err = failed(fmt.Errorf("opening the output file %q: %w", name, e), "the file can neither be replaced nor written: name another one")
		}
	}
	if err != nil {
		dir.Close()
		return nil, err
	}
	return d, nil
}

// openInPlace opens the file real, to which the output file name has led, for writing at its end. It is not replaced.
func openInPlace(ctx context.Context, real, name, target string) (*destination, error) {
	if target != "" && within(target, filepath.Dir(real)) {
		return nil, unfollowed(name, errInTarget)
	}
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() { // opening a pipe waits for a reader of the pipe
		file, err := os.OpenFile(real, os.O_WRONLY|os.O_APPEND, 0)
		opened <- result{file, err}
	}()
	select {
	case r := <-opened:
		if r.err != nil {
			return nil, failed(fmt.Errorf("opening the output file %q: %w", name, r.err), "")
		}
		return &destination{file: r.file}, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx) // the goroutine ends with the process
	}
}

// errInTarget is the error for a path that has a link in the target, or is no regular file there.
var errInTarget = errors.New("a file in the target is replaced only if it is a regular file, and no link in the target is followed")

// unfollowed returns the error of an output file whose path cannot be followed because of err.
func unfollowed(name string, err error) error {
	if errors.Is(err, errInTarget) {
		return failed(fmt.Errorf("-o %s: %w", name, err), "a link or a pipe of the target would decide where the report goes: name a file outside the target")
	}
	return fmt.Errorf("finding the directory of the output file %q: %w", name, err)
}

// checkSame returns an error unless path is the open directory dir.
func checkSame(dir *os.Root, path string) error {
	is, err := dir.Stat(".")
	if err != nil {
		return err
	}
	want, err := os.Lstat(path)
	if err == nil && !os.SameFile(is, want) {
		err = fmt.Errorf("the directory %q of the output file was replaced while it was opened", path)
	}
	return err
}

// mostLinks is the maximal number of links that followLinks follows, as in Linux.
const mostLinks = 40

// followLinks returns the absolute path of a file without links, except a link by which a process names one of its open
// files. The last part of the path need not exist. It returns errInTarget if a link is in the directory target, whose
// path has no links.
func followLinks(name, target string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	split := func(path string) []string {
		return strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	}
	top := filepath.VolumeName(abs) + string(filepath.Separator)
	at, parts := top, split(abs)
	for links := 0; len(parts) > 0; {
		next := filepath.Join(at, parts[0])
		parts = parts[1:]
		info, err := os.Lstat(next)
		switch {
		case errors.Is(err, fs.ErrNotExist) && len(parts) == 0:
			return next, nil
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink == 0:
			at = next
			continue
		case target != "" && within(target, at):
			return "", errInTarget
		case len(parts) == 0 && namesOpenFile(next):
			return next, nil
		}
		links++
		to, err := os.Readlink(next)
		if err == nil && links > mostLinks {
			err = errors.New("too many links in the path of the output file")
		}
		if err != nil {
			return "", fmt.Errorf("following the link %q in the path of the output file %q: %w", next, name, err)
		}
		if filepath.IsAbs(to) {
			at = filepath.VolumeName(to) + string(filepath.Separator)
		}
		parts = append(split(to), parts...)
	}
	return at, nil
}

// within reports whether path is the directory dir or lies below it. Both are absolute and without links.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// close closes the directory or the file.
func (d *destination) close() {
	if d.file != nil {
		d.file.Close()
		return
	}
	if d.replacer != nil {
		d.replacer.close()
	}
	d.dir.Close()
}

// write replaces the file as a whole or not at all: it writes a new file in the same directory, which then takes the
// name. If the system refuses that, for a file that is a mount point for example, it writes into the file instead. It
// calls the function write again for that.
func (d *destination) write(write func(io.Writer) error) (err error) {
	if d.kept != nil {
		if err := d.kept.check(d); err != nil {
			return err
		}
		write = d.kept.around(write)
	}
	switch {
	case d.file != nil:
		return write(d.file)
	case d.replacer != nil:
		return d.replacer.send(write)
	}
	f, temporary, err := d.create()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			d.dir.Remove(temporary)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	err = d.dir.Rename(temporary, d.base)
	if refused(err) {
		if e := d.overwrite(write); e != nil {
			return fmt.Errorf("%w; writing into the file instead: %w", err, e)
		}
		err = d.dir.Remove(temporary)
	}
	return err
}

// refused reports whether err is an error of a file that cannot be replaced but can perhaps be written.
func refused(err error) bool {
	return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EXDEV)
}

// overwrite writes into the present file, whose old content is lost even after an error of write.
func (d *destination) overwrite(write func(io.Writer) error) error {
	f, err := d.openOld(os.O_WRONLY)
	if err != nil {
		return err
	}
	if err = f.Truncate(0); err == nil {
		err = write(f)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// openOld opens the present file for reading or writing. It returns an error if the file is not regular.
func (d *destination) openOld(flag int) (*os.File, error) {
	want, err := d.dir.Lstat(d.base)
	if err == nil && !want.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	f, err := d.dir.OpenFile(d.base, flag, 0)
	if err != nil {
		return nil, err
	}
	is, err := f.Stat()
	if err == nil && !os.SameFile(is, want) { // a link has taken its place
		err = errors.New("the file was replaced while it was opened")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// checkOld returns an error if the present file can certainly be neither replaced nor written: it is immutable, or a
// mount point that is read-only.
func (d *destination) checkOld() error {
	f, err := d.openOld(os.O_WRONLY)
	if err == nil {
		return f.Close()
	}
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EROFS) {
		return err
	}
	return nil
}

// create makes a new file beside the output file, with its permissions, and returns the name of the new file.
func (d *destination) create() (f *os.File, name string, err error) {
	perm := fs.FileMode(0o666)
	if info, err := d.dir.Lstat(d.base); err == nil && info.Mode().IsRegular() {
		perm = info.Mode().Perm()
	}
	name = "." + d.base[:min(len(d.base), 100)] + "." + store.NewID() + ".tmp" // at most the 255 bytes of a name
	f, err = d.dir.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	return f, name, err
}

// check returns an error if no file can be made beside the output file.
func (d *destination) check() error {
	f, name, err := d.create()
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), d.dir.Remove(name))
}

// openFiles opens the destinations of the output files of a command that reads the directories targets. The caller
// calls closeFiles, also after an error.
func (o *output) openFiles(ctx context.Context, targets ...string) error {
	for _, name := range o.files {
		d, err := openDestination(ctx, name, holding(name, targets))
		if err != nil {
			return err
		}
		o.destinations = append(o.destinations, d)
		if f, err := o.formatOf(name); err != nil {
			return err
		} else if !f.Block() {
			continue
		}
		if err := d.keep(name); err != nil {
			return err
		}
	}
	return nil
}

// holding returns the target that has a link on the way to the file with this name; else the target that holds the file;
// else the first target, or "".
func holding(name string, targets []string) string {
	chosen := append(targets[:len(targets):len(targets)], "")[0]
	for _, target := range targets {
		if target == "" {
			continue
		}
		dir := localdir.RealPath(target)
		switch path, err := followLinks(name, dir); {
		case errors.Is(err, errInTarget):
			return target
		case err == nil && within(dir, path):
			chosen = target
		}
	}
	return chosen
}

// closeFiles closes the destinations of the output files, and ends a pager that got nothing.
func (o *output) closeFiles() {
	o.pager.close()
	for _, d := range o.destinations {
		d.close()
	}
	o.destinations = nil
}
