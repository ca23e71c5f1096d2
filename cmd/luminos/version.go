package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			return a.version()
		},
	}
}

// version prints the version of the program, the version of Go and the operating system.
func (a *app) version() error {
	a.parsed = true
	_, err := fmt.Fprintf(a.stdout, "luminos %s (%s, %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return nil
}

// programVersion returns the version that the Go tool stamped into the binary: the version of the module, else "devel"
// with the commit, if it is known, and with "+changes" for changed files.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = "-" + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	return "devel" + revision + changed
}
