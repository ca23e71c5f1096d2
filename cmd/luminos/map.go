package main

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/render"
	"luminos/internal/repomap"
	"luminos/internal/session"
)

// mapOptions holds the flags of the map command.
type mapOptions struct {
	common
	tokens count
	focus  string
}

const mapLong = `Map prints the outline of a directory within a budget of tokens, as context for a
model: paths of files, the most important first, and the signatures that other
files use most. The importance of a file follows from references between files,
its length, its purpose and, in a git repository, the number of commits that
changed it. Up to six tenths of the budget name files: of two files of the same
importance, the one with the shorter path. The rest shows signatures. No key, no
network, no model; secrets are masked; the same directory gives the same map.
Tokens are estimated as bytes / 3.5.`

// defaultTokens is the budget of a map without --tokens: enough for about 400 paths and 90 definitions.
const defaultTokens = 4000

func newMap(a *app) *cobra.Command {
	o := &mapOptions{tokens: defaultTokens}
	cmd := &cobra.Command{
		Use:   "map [flags] DIR",
		Short: "The most important files and definitions, within a budget of tokens",
		Long:  mapLong,
		Example: "  luminos map .\n  luminos map --tokens 8000 --focus internal/scan .\n" +
			"  luminos map --json ~/src/project > map.json",
		Annotations: map[string]string{readsTarget: "yes", exitStatus: scanStatuses, environment: displayVariables},
		Args:        oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			a.parsed = true
			return runMap(cmd, a, o, args[0])
		},
		ValidArgsFunction: completeTarget,
	}
	cmd.Flags().SortFlags = false
	add(cmd, "tokens", limited{&o.tokens, repomap.MinTokens, repomap.MaxTokens})
	add(cmd, "focus", &o.focus)
	o.output.flags(cmd, render.ScanFormats())
	o.look.flags(cmd)
	return cmd
}

func runMap(cmd *cobra.Command, a *app, o *mapOptions, target string) error {
	defer o.closeFiles()
	if err := o.ready(cmd.Context(), a, target); err != nil {
		return err
	}
	console := newConsole(a, &o.output)
	req := session.Request{
		Target: session.Target{Dir: target}, Scan: o.scanOptions(), Parallel: o.workers(), Sink: console.event,
		Clock: a.clock, Child: a.child, Confine: a.confine, Version: programVersion(),
	}
	if cache, err := (&caching{}).place(a); err == nil && cache != "" {
		req.Scan.Omit = append(req.Scan.Omit, cache)
	}
	m, err := o.make(cmd, req, target)
	console.close()
	if err != nil {
		return err
	}
	write := func(f render.Format, w io.Writer, _ render.Style) error {
		form := m.Text()
		if f.Name == "json" {
			form = m.JSON()
		}
		_, err := w.Write(form)
		return err
	}
	notes := func() {
		for _, n := range m.AllNotes {
			a.say("note", n)
		}
	}
	if err := around(a, notes, func() error { return o.emit(a, write) }); err != nil {
		return err
	}
	if m.Failed != nil {
		return &problem{errors.New("the map is partial: not all source files were parsed"), "", statusPartial}
	}
	return nil
}

// make returns the map of the target. The focus is a path in the target or, as a shell completes it, a path of the
// system that leads there.
func (o *mapOptions) make(cmd *cobra.Command, req session.Request, target string) (*repomap.Result, error) {
	opts := repomap.Options{Tokens: int(o.tokens), Focus: focusIn(target, o.focus)}
	opts.JSON = o.named(o.format.value).Name == "json"
	for _, file := range o.files {
		f, err := o.formatOf(file)
		if err != nil {
			return nil, err
		}
		opts.JSON = opts.JSON || f.Name == "json"
	}
	m, err := session.Map(cmd.Context(), req, opts)
	switch {
	case errors.Is(err, repomap.ErrFocus):
		return nil, usage(err, "--focus takes a path in the target, as the map prints it")
	case errors.Is(err, session.ErrTarget):
		return nil, targetProblem(cmd, target, err)
	}
	return m, err
}

// focusIn returns the focus as a path in the target.
func focusIn(target, focus string) luminos.Path {
	if focus == "" {
		return ""
	}
	p := filepath.ToSlash(filepath.Clean(focus))
	if filepath.IsAbs(focus) {
		if rel, err := filepath.Rel(localdir.RealPath(target), localdir.RealPath(focus)); err == nil {
			p = filepath.ToSlash(rel)
		}
	}
	if dir := strings.TrimSuffix(filepath.ToSlash(filepath.Clean(target)), "/") + "/"; strings.HasPrefix(p, dir) {
		p = p[len(dir):]
	}
	return luminos.PathFromOS(p)
}
