package main

import (
	"io"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/scan"
)

// scanOptions are the flags of the scan command.
type scanOptions struct{ common }

func newScan(a *app) *cobra.Command {
	o := &scanOptions{}
	cmd := &cobra.Command{
		Use:     "scan [flags] TARGET",
		Short:   "Measure a directory: tree, kinds, languages, sizes, duplicates",
		Long:    "Scan measures a directory without judging it: no key, no network, nothing\nwritten.",
		Example: "  luminos scan .\n  luminos scan --json /srv > srv.json",
		Annotations: map[string]string{
			exitStatus: scanStatuses, environment: displayVariables,
		},
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			a.working = true
			return runScan(cmd, a, o, args[0])
		},
		ValidArgsFunction: completeTarget,
	}
	cmd.Flags().SortFlags = false
	o.output.flags(cmd, "longer lists")
	o.look.flags(cmd, "")
	return cmd
}

func runScan(cmd *cobra.Command, a *app, o *scanOptions, target string) error {
	root, err := checkTarget(cmd, target)
	if err != nil {
		return err
	}
	if err := o.checkFiles(root); err != nil {
		return err
	}
	s, err := o.measure(cmd, a, root)
	if err != nil {
		return err
	}
	return o.emit(a, document{s, func(w io.Writer, st render.Style) error { return render.Scan(w, s, root, st) }})
}

// measure scans while it shows progress.
func (o *scanOptions) measure(cmd *cobra.Command, a *app, root string) (*luminos.Scan, error) {
	cache, err := (&caching{}).place(a)
	if err != nil {
		cache = "" // then there is none to leave out
	}
	sink, stop := a.progress(&o.output)
	defer stop()
	return scan.Dir(cmd.Context(), root, o.scanOptions(root, sink, cache))
}
