package main

import (
	"errors"
	"fmt"
	"io"
	"syscall"

	"luminos"
	"luminos/internal/render"
)

// write prints the report r to the output files, or to standard output if no files are given.
func (o *common) write(a *app, r *luminos.Report) error {
	return o.emit(a, func(f render.Format, w io.Writer, s render.Style) error { return f.Report(w, r, s) })
}

// emit calls write for each output file, also after an error, or, without output files, for standard output, with the format and the style of
// that output.
func (o *common) emit(a *app, write func(render.Format, io.Writer, render.Style) error) error {
	// A user who names a depth wants to see the whole tree.
	style := render.Style{
		Color: o.color.value == "always", Verbose: o.verbose, Sections: o.sections,
		WholeTree: o.depth > 0,
	}
	if len(o.files) == 0 {
		t := a.terminal(a.stdout)
		style.Width, style.Color, style.Terminal = a.width(t), a.colored(o.color.value, t), t.is
		text := func(w io.Writer) error { return write(o.named(o.format.value), w, style) }
		if o.pager != nil {
			return o.pager.show(text)
		}
		if err := text(a.stdout); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	var failures error
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
