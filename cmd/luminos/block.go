package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"luminos/internal/render"
)

// blockExtensions are the extensions of files into which a block of Markdown can be written.
var blockExtensions = []string{".md", ".mdc", ".markdown", ".txt", ""}

// checkBlock returns an error of usage if the format f is a block, which comes into a file beside other text, and the
// file called name is of a form that has no place for Markdown.
func checkBlock(f render.Format, name string) error {
	if !f.Block() || slices.Contains(blockExtensions, strings.ToLower(filepath.Ext(name))) {
		return nil
	}
	return usage(fmt.Errorf("--format %s writes a block of Markdown, and %q has another form", f.Name, name),
		"name a file such as AGENTS.md; luminos show writes the same report in the other formats")
}

// mostKept is the most bytes of a file whose other parts stay. Instructions for agents have some kilobytes.
const mostKept = 16 << 20

// kept is the parts of an output file around the block that is replaced.
type kept struct {
	before, after []byte
	info          fs.FileInfo // of the file when it was read; nil if there was no file
}

// keep reads the present file, so that its parts around the block stay. A device or a pipe has no present file. It
// returns an error if the block cannot be found without doubt.
func (d *destination) keep(name string) error {
	if d.file != nil {
		return nil
	}
	k, err := d.readKept()
	if err != nil {
		return failed(fmt.Errorf("replacing the block in %q: %w", name, err),
			"nothing was written: mend the file, or name another one")
	}
	d.kept = k
	return nil
}

func (d *destination) readKept() (*kept, error) {
	f, err := d.openOld(os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return &kept{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	k := &kept{}
	if k.info, err = f.Stat(); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, mostKept+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostKept {
		return nil, fmt.Errorf("it has more than %d MiB", mostKept>>20)
	}
	k.before, k.after, err = render.AroundBlock(text)
	return k, err
}

// check returns an error if the file of d is not the file that was read, because a change during a long run would be
// lost. A confined run can still ask for the size and the time of a file.
func (k *kept) check(d *destination) error {
	now, err := d.dir.Lstat(d.base)
	same := errors.Is(err, fs.ErrNotExist) && k.info == nil
	if err == nil && k.info != nil {
		same = os.SameFile(now, k.info) && now.Size() == k.info.Size() && now.ModTime().Equal(k.info.ModTime())
	}
	if !same {
		return errors.New("the file was changed during the run, and is left as it is")
	}
	return nil
}

// around returns a function that writes the kept parts around the output of write.
func (k *kept) around(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		if _, err := w.Write(k.before); err != nil {
			return err
		}
		if err := write(w); err != nil {
			return err
		}
		_, err := w.Write(k.after)
		return err
	}
}
