package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"luminos/internal/extract"
	"luminos/internal/outline"
	"luminos/internal/render"
	"luminos/internal/sandbox"
	"luminos/internal/words"
)

func newDoctor(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check the installation",
		Long:  "Check the installation. The server of a provider is asked for an answer if there\nis a key for it, or if it is on this machine, and the usual ports of local model\nservers are tried. Nothing else uses the network.",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.parsed = true
			return runDoctor(cmd, a)
		},
	}
}

// doctor writes the rows of the doctor command.
type doctor struct {
	*app
	out terminal // of standard output
	// provider and base are the user's settings: the address base is of that provider.
	provider, base string
}

// runDoctor prints one line for each ability of the installation. It looks for keys
// and never prints them.
func runDoctor(cmd *cobra.Command, a *app) error {
	ctx := cmd.Context()
	d := &doctor{app: a, out: a.terminal(a.stdout)}
	settings := d.settingsRow(cmd.Root())
	providers := d.providerRows(ctx)
	rows := append([][3]string{
		{"ok", "program", fmt.Sprintf("luminos %s, %s, %s/%s, %d processors", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())},
		{"ok", "offline engine", "reports by rules with --offline: needs no key, no network and no other program"},
		modelRow(providers),
	}, append(providers, d.localRow(ctx)...)...)
	rows = append(rows, [][3]string{
		settings,
		d.pricesRow(),
		{"ok", "target", "read through a rooted directory: no link leads out, nothing is written"},
		sandboxRow("sandbox", sandbox.Available(), "the process that parses files can only read the target"),
		sandboxRow("offline run", sandbox.AvailableToRuns(sandbox.Rights{}), "reads the target, writes the cache, has no network, and starts only that process; another one writes the file of -o"),
		modelRunRow(sandbox.AvailableToRuns(sandbox.Rights{Network: true})),
		grammarsRow(outline.Grammars()),
		{"ok", "readers", "of files that are not plain text: " + words.List(extract.Names())},
		d.cacheRow(),
		d.terminalRow(),
		d.colorRow(),
	}...)
	wide := 0
	for _, row := range rows {
		wide = max(wide, len(row[1]))
	}
	const state, gap = len("ok  "), len("  ")
	for _, row := range rows {
		width := 0
		if d.out.width > 0 {
			width = max(d.out.width-state-wide-gap, 20)
		}
		text := strings.Join(render.Wrap(row[2], width), "\n"+strings.Repeat(" ", state+wide+gap))
		if _, err := fmt.Fprintf(a.stdout, "%-2s  %-*s  %s\n", row[0], wide, row[1], text); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
	}
	return nil
}

// settingsRow reads the settings of the user with the flags of root, and returns the row that states where they are, or
// the mistake in them.
func (d *doctor) settingsRow(root *cobra.Command) [3]string {
	if err := d.fill(root); err != nil {
		return [3]string{"-", "settings", render.Clean(err.Error())}
	}
	d.provider, d.base = provider(root), root.Flags().Lookup("base-url").Value.String()
	return [3]string{"ok", "settings", d.userFileNote() + "; luminos config lists them"}
}

// cacheRow returns the row with the directory of the cache and the number of its investigations, or with the reason why
// the cache cannot be used. It makes no directory.
func (d *doctor) cacheRow() [3]string {
	dir, err := (&caching{}).place(d.app)
	if err != nil {
		return [3]string{"-", "cache", "nothing is kept: " + err.Error()}
	}
	list, _, err := d.listings(&caching{}, nil)
	if err != nil {
		return [3]string{"-", "cache", "nothing is kept: " + err.Error()}
	}
	return [3]string{"ok", "cache", render.Clean(dir) + ", " + words.Plural(len(list), "investigation")}
}

// sandboxRow returns the row that states how far the kernel can confine a process; full is the text for the level Full.
func sandboxRow(what string, s sandbox.State, full string) [3]string {
	if s.Level == sandbox.Full {
		return [3]string{"ok", what, "full: " + full}
	}
	return [3]string{"-", what, s.String()}
}

// modelRunRow returns the row that states how far the kernel confines a run with a model. One part is always missing,
// the network.
func modelRunRow(s sandbox.State) [3]string {
	if s.Level == sandbox.None || len(s.Missing) > 1 {
		return [3]string{"-", "model run", s.String()}
	}
	return [3]string{"ok", "model run", s.String()}
}

// grammarsRow returns the row that lists the languages for which the program has parsers.
func grammarsRow(grammars []string) [3]string {
	if len(grammars) == 0 {
		return [3]string{"-", "parsers", "none: the program was built without a C compiler, and source is read by patterns"}
	}
	return [3]string{"ok", "parsers", words.List(grammars) + "; other languages are read by patterns"}
}

func (d *doctor) terminalRow() [3]string {
	if !d.out.is {
		return [3]string{"-", "terminal", "standard output is not one: reports are 80 columns wide, or $COLUMNS"}
	}
	return [3]string{"ok", "terminal", fmt.Sprintf("%d x %d", d.out.width, d.out.height)}
}

func (d *doctor) colorRow() [3]string {
	switch {
	case d.colored("auto", d.out):
		return [3]string{"ok", "colour", "on"}
	case d.env("NO_COLOR") != "":
		return [3]string{"-", "colour", "off: NO_COLOR is set"}
	case d.env("TERM") == "dumb":
		return [3]string{"-", "colour", "off: TERM is dumb"}
	}
	return [3]string{"-", "colour", "off: standard output is not a terminal"}
}
