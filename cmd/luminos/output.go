package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"luminos"
	"luminos/internal/render"
)

// write prints the report r to the output files, and to standard output if no files are given or "-" is one of them.
// Names and addresses of persons in documents are left out, unless --private wants them.
func (o *common) write(a *app, r *luminos.Report) error {
	if !o.private {
		r = r.Shared()
	}
	return o.emit(a, func(f render.Format, w io.Writer, s render.Style) error { return f.Report(w, r, s) })
}

// ready opens the outputs of a command that reads the directory target, before it reads: the files, the processes that
// replace them, and the pager. The caller calls closeFiles, also after an error.
func (o *output) ready(ctx context.Context, a *app, target string) error {
	if err := o.openFiles(ctx, target); err != nil {
		return err
	}
	if err := o.entrust(a); err != nil {
		return err
	}
	return o.page(a)
}

// emit calls write for each output, also after an error, with the format and the style of that output: for standard
// output if it is wanted, then for each output file.
func (o *common) emit(a *app, write func(render.Format, io.Writer, render.Style) error) error {
	// A user who names a depth wants to see the whole tree.
	style := render.Style{
		Color: o.color.value == "always", Verbose: o.verbose, Sections: o.sections,
		WholeTree: o.depth > 0,
	}
	var failures error
	if len(o.files) == 0 || o.standard {
		t, shown := a.terminal(a.stdout), style
		shown.Width, shown.Color, shown.Terminal = a.width(t), a.colored(o.color.value, t), t.is
		shown.Target = exactly(o.target)
		text := func(w io.Writer) error { return write(o.named(o.format.value), w, shown) }
		failures = o.print(a, text)
	}
	for i, name := range o.files {
		format, err := o.formatOf(name)
		if err == nil {
			err = o.destinations[i].write(func(w io.Writer) error { return write(format, w, style) })
		}
		switch {
		case err == nil && !o.quiet:
			a.say("wrote", name)
		case err == nil:
		case failures == nil || errors.Is(failures, syscall.EPIPE): // a reader that is gone is not reported
			failures = fmt.Errorf("writing the output file %q: %w", name, err)
		case !errors.Is(err, syscall.EPIPE):
			failures = fmt.Errorf("%w; writing the output file %q: %w", failures, name, err)
		}
	}
	return failures
}
