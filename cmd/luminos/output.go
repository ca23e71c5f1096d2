package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/store"
)

// write prints the report r to the output files, or to standard output if no files are given.
func (o *common) write(a *app, r *luminos.Report) error {
	return o.emit(a, func(f render.Format, w io.Writer, s render.Style) error { return f.Report(w, r, s) })
}

// emit calls write for each output file or, without output files, for standard output, with the format and the style of
// that output.
func (o *common) emit(a *app, write func(render.Format, io.Writer, render.Style) error) error {
	// A user who names a depth wants to see the whole tree.
	style := render.Style{Color: o.color.value == "always", Verbose: o.verbose, WholeTree: o.depth > 0}
	if len(o.files) == 0 {
		t := a.terminal(a.stdout)
		style.Width, style.Color = a.width(t), a.colored(o.color.value, t)
		if err := write(o.named(o.format.value), a.stdout, style); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	for _, name := range o.files {
		format, err := o.formatOf(name)
		if err != nil {
			return err
		}
		if err := writeFile(name, func(w io.Writer) error { return write(format, w, style) }); err != nil {
			return fmt.Errorf("writing the output file %q: %w", name, err)
		}
		if !o.quiet {
			a.say("wrote", name)
		}
	}
	return nil
}

// writeFile replaces a file as a whole or not at all: it writes a new file in the
// same directory, which then takes the name. A device or a pipe is written to
// instead, because replacing it would destroy it.
func writeFile(name string, write func(io.Writer) error) (err error) {
	perm := fs.FileMode(0o666)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real // the link stays, its destination is replaced
	}
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeThrough(name, write)
		}
		perm = info.Mode().Perm()
	}
	f, err := createBeside(name, perm)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
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
	return os.Rename(f.Name(), name)
}

// createBeside makes a new file in the directory of name. Unlike
// os.CreateTemp it leaves the permissions to the user's umask.
func createBeside(name string, perm fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(name)
	if len(base) > 100 {
		base = base[:100] // room for the rest within the 255 bytes of a name
	}
	return os.OpenFile(dir+"."+base+"."+store.NewID()+".tmp", os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
}

func writeThrough(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
