package main

import (
	"io"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/render"
	"luminos/internal/sandbox"
	"luminos/internal/scan"
)

// scanOptions holds the flags of the scan command.
type scanOptions struct{ common }

func newScan(a *app) *cobra.Command {
	o := &scanOptions{}
	cmd := &cobra.Command{
		Use:     "scan [flags] TARGET",
		Short:   "Measure a directory: tree, kinds, languages, sizes, duplicates",
		Long:    "Scan measures a directory without judging it: no key, no network, nothing\nwritten.",
		Example: "  luminos scan .\n  luminos scan --json /srv > srv.json",
		Annotations: map[string]string{
			readsTarget: "yes", exitStatus: scanStatuses, environment: displayVariables,
		},
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			a.parsed = true
			return runScan(cmd, a, o, args[0])
		},
		ValidArgsFunction: completeTarget,
	}
	cmd.Flags().SortFlags = false
	o.output.flags(cmd, render.ScanFormats())
	o.look.flags(cmd)
	return cmd
}

func runScan(cmd *cobra.Command, a *app, o *scanOptions, target string) error {
	dir, err := openTarget(cmd, target)
	if err != nil {
		return err
	}
	defer dir.Close()
	defer o.closeFiles()
	if err := o.ready(cmd.Context(), a, dir.Name()); err != nil {
		return err
	}
	if a.confine != nil {
		name, err := dir.WorkingDir()
		if err != nil {
			return err
		}
		a.confine(sandbox.Rights{Read: []string{name}})
	}
	s, err := o.measure(cmd, a, dir)
	if err != nil {
		return err
	}
	return o.emit(a, func(f render.Format, w io.Writer, st render.Style) error { return f.Scan(w, s, dir.Name(), st) })
}

// measure scans the directory and shows the progress on standard error.
func (o *scanOptions) measure(cmd *cobra.Command, a *app, dir *localdir.Dir) (*luminos.Scan, error) {
	opts := o.scanOptions()
	if cache, err := (&caching{}).place(a); err == nil && cache != "" {
		opts.Omit = append(opts.Omit, cache)
	}
	console := newConsole(a, &o.output)
	defer console.close()
	opts.Sink = console.event
	return scan.Dir(cmd.Context(), dir, opts)
}
