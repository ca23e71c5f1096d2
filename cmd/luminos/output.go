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

// document is a result that can be printed as JSON and as text for a terminal.
type document struct {
	data     any // for JSON
	terminal func(io.Writer, render.Style) error
}

// write prints the report r to the output files, or to standard output if no files are given.
func (o *common) write(a *app, r *luminos.Report) error {
	return o.emit(a, document{r, func(w io.Writer, s render.Style) error { return render.Terminal(w, r, s) }})
}

// emit writes a document to the output files or, if there are no such flags, to
// standard output.
func (o *common) emit(a *app, d document) error {
	wholeTree := o.depth > 0 // who names a depth wants to see it
	if len(o.files) == 0 {
		t := a.terminal(a.stdout)
		style := render.Style{Width: a.width(t), Color: a.colored(o.color.value, t), Verbose: o.verbose, WholeTree: wholeTree}
		if err := d.write(a.stdout, o.format.value, style); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	for _, name := range o.files {
		format, err := o.formatOf(name)
		if err != nil {
			return err
		}
		style := render.Style{Color: o.color.value == "always", Verbose: o.verbose, WholeTree: wholeTree}
		if err := writeFile(name, func(w io.Writer) error { return d.write(w, format, style) }); err != nil {
			return fmt.Errorf("writing %q: %w", name, err)
		}
		if !o.quiet {
			a.say("wrote", name)
		}
	}
	return nil
}

func (d document) write(w io.Writer, format string, s render.Style) error {
	if format == formatJSON {
		return render.JSON(w, d.data)
	}
	return d.terminal(w, s)
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
