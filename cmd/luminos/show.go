package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/store"
	"luminos/internal/words"
)

// showOptions holds the flags of the show command.
type showOptions struct {
	caching
	common
	sections []string
	list     bool
	run      string // the beginning of the id of an investigation
	engine   choice
}

const showLong = `Show prints the last report on a directory again, in any format: the last one by a
model, or without one the last one by rules. It does not read the directory, which
may be gone. TARGET may also be the URI of a server, as for --mcp.`

func newShow(a *app) *cobra.Command {
	o := &showOptions{engine: choice{what: "ENGINE", of: []string{"model", "offline"}}}
	cmd := &cobra.Command{
		Use:   "show [flags] TARGET",
		Short: "The last report again, from the cache",
		Long:  showLong,
		Example: "  luminos show .\n  luminos show -s flags,tree .\n  luminos show -o ../report.json ~/data\n" +
			"  luminos show --list .",
		Annotations: map[string]string{exitStatus: scanStatuses, environment: cacheVariable + displayVariables},
		Args:        oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			a.parsed = true
			return runShow(cmd.Context(), a, o, args[0])
		},
		ValidArgsFunction: o.caching.completeStored(a),
	}
	cmd.Flags().SortFlags = false
	add(cmd, "section", (*names)(&o.sections))
	o.output.flags(cmd, render.Formats)
	add(cmd, "private", &o.private)
	add(cmd, "list", &o.list)
	add(cmd, "run", &o.run)
	add(cmd, "engine", &o.engine)
	completeBy(cmd, "section", a.completeSection(o))
	add(cmd, "depth", &o.depth)
	o.caching.flags(cmd)
	return cmd
}

func runShow(ctx context.Context, a *app, o *showOptions, target string) error {
	o.target = target
	defer o.closeFiles()
	if err := o.openFiles(ctx, ""); err != nil {
		return err
	}
	hint := fmt.Sprintf("luminos --offline %q makes a report", target)
	c, err := o.openExisting(a)
	if err != nil {
		return failed(err, hint)
	}
	defer c.Close()
	list, newest, err := c.Reports(session.StoredName(target))
	if err == nil && o.list {
		return a.listReports(c, list, newest)
	}
	if err != nil {
		return failed(err, hint)
	}
	chosen, ok := store.Choose(list, store.Wanted{ID: o.run, Engine: o.engine.value})
	if !ok {
		return missing(target, len(list) > 0, newest, hint)
	}
	report, err := c.ReadReport(chosen)
	switch {
	case err != nil:
		return failed(fmt.Errorf("the report on %q in the cache: %w", target, err), hint)
	case report.SchemaVersion != luminos.SchemaVersion:
		return failed(fmt.Errorf("the report on %q in the cache was written by another version of luminos", target), hint)
	}
	if err := o.choose(report); err != nil {
		return err
	}
	if err := o.page(a); err != nil {
		return err
	}
	notes := func() {
		if o.quiet {
			return
		}
		of := words.Ago(report.Run.StartedAt, a.clock()) + ", " + authorOf(report.Target.Engine)
		a.say("note", "a report of "+of+"; later changes are not in it")
		if newest.State == store.Running {
			a.say("note", "a newer run is unfinished: it is running or was interrupted; "+goesOn(target, newest))
		}
		if len(list) > 0 && list[0] != chosen {
			a.say("note", fmt.Sprintf("a newer report, %s, is stored too: luminos show --run %.8s --engine %s %s",
				authorOf(list[0].Engine), list[0].ID, list[0].Engine, typed(target)))
		}
	}
	return around(a, notes, func() error { return o.write(a, report) })
}

// missing returns the error of a target without the wanted report. others states that it has other reports, and hint is a
// command line that makes one.
func missing(target string, others bool, newest store.Meta, hint string) error {
	switch {
	case others:
		err := fmt.Errorf("no stored report on %q is of the run or the engine that was asked for", target)
		return failed(err, fmt.Sprintf("luminos show --list %q lists them", target))
	case newest.State == store.Running:
		err := fmt.Errorf("there is no report on %q yet: its investigation is running or was interrupted", target)
		return failed(err, goesOn(target, newest))
	}
	return failed(fmt.Errorf("there is no report on %q in the cache", target), hint)
}

// listReports prints a line for each stored report of a target: the beginning of the id of its investigation, its age,
// its engine, whether it is partial, and its cost.
func (a *app) listReports(c *store.Cache, list []store.StoredReport, newest store.Meta) error {
	var b bytes.Buffer
	for _, s := range list {
		state, cost := "complete", ""
		r, err := c.ReadReport(s)
		switch {
		case err != nil:
			state = "unreadable"
		case render.WhyPartial(r) != "":
			state = "partial"
		}
		if err == nil && r.Run.Spending != nil {
			cost = ", " + r.Run.Spending.Cost.String()
		}
		fmt.Fprintf(&b, "%.8s  %s, %s, %s%s\n", s.ID, words.Ago(s.Written, a.clock()), render.Clean(s.Engine), state, cost)
	}
	if newest.State == store.Running {
		ago, engine := words.Ago(newest.Updated, a.clock()), render.Clean(newest.Engine)
		fmt.Fprintf(&b, "%.8s  %s, %s, unfinished\n", newest.ID, ago, engine)
	}
	if b.Len() == 0 {
		b.WriteString("no report is stored\n")
	}
	_, err := b.WriteTo(a.stdout)
	return err
}

// choose makes the sections of the flag the ones that the output shows. It returns an error if the report lacks one.
func (o *showOptions) choose(r *luminos.Report) error {
	names := render.SectionNames(r)
	for _, name := range o.sections {
		if !slices.Contains(names, name) {
			hint := "its sections are " + strings.Join(names, ", ")
			if near := words.Nearest(name, names); near != "" {
				hint = "did you mean " + near + "? " + hint
			}
			return usage(fmt.Errorf("the report has no section %q", name), hint)
		}
	}
	o.output.sections = o.sections
	return nil
}

// completeSection returns the completion of --section: the sections of the report on the target, if the target is on
// the command line already.
func (a *app) completeSection(o *showOptions) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			args = []string{"."}
		}
		c, err := o.openExisting(a)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		defer c.Close()
		report, _, err := c.Last(session.StoredName(args[0]))
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var names []string
		for _, name := range render.SectionNames(report) {
			names = append(names, before+name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// goesOn returns a hint with the command line that continues the run on the target that did not end.
func goesOn(target string, run store.Meta) string {
	line := "luminos "
	if run.Engine == "offline" {
		line += "--offline "
	}
	if isAddress(target) || strings.HasPrefix(target, "stdio:") {
		line += "--mcp "
	}
	return line + typed(target) + " goes on with it; nothing is done twice"
}

// authorOf returns words for the way in which the engine wrote a report, such as "by rules".
func authorOf(engine string) string {
	if engine == "model" {
		return "with a language model"
	}
	return "by rules"
}

// openExisting opens the cache of the flag or the environment, and does not create it.
func (c *caching) openExisting(a *app) (*store.Cache, error) {
	dir, err := c.place(a)
	if err != nil {
		return nil, fmt.Errorf("locating the directory of the cache: %w", err)
	}
	return store.OpenExisting(dir, a.store)
}

// names is a list of names as the value of a flag, which can be repeated or have commas.
type names []string

func (n *names) String() string { return strings.Join(*n, ",") }
func (*names) Type() string     { return "NAME" }

// Set adds the names in s.
func (n *names) Set(s string) error {
	*n = append(*n, strings.Split(s, ",")...)
	return nil
}
