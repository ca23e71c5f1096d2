package main

import (
	"context"
	"errors"
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
}

func newShow(a *app) *cobra.Command {
	o := &showOptions{}
	cmd := &cobra.Command{
		Use:         "show [flags] TARGET",
		Short:       "The last report again, from the cache",
		Long:        "Show prints the last report on a directory again, in any format. It does not read\nthe directory, which may be gone. TARGET may also be the URI of a server, as for\n--mcp.",
		Example:     "  luminos show .\n  luminos show -s flags,tree .\n  luminos show -o ../report.json ~/data",
		Annotations: map[string]string{exitStatus: scanStatuses, environment: cacheVariable + displayVariables},
		Args:        oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			a.parsed = true
			return runShow(cmd.Context(), a, o, args[0])
		},
		ValidArgsFunction: completeTarget,
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringSliceVarP(&o.sections, "section", "s", nil,
		"print only the section `NAME` of the text, whole: contents, flags, tree… (repeatable, or with commas)")
	o.output.flags(cmd, render.Formats, "print all sections, and do not shorten lists")
	if err := cmd.RegisterFlagCompletionFunc("section", a.completeSection(o)); err != nil {
		panic(err) // there is no such flag
	}
	f.Var(&o.depth, "depth", "show `N` levels of the tree, as far as the report has them")
	o.caching.flags(cmd)
	return cmd
}

func runShow(ctx context.Context, a *app, o *showOptions, target string) error {
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
	report, meta, err := c.Last(session.StoredName(target))
	switch {
	case errors.Is(err, store.ErrNone) && meta.State == store.Running:
		return failed(fmt.Errorf("there is no report on %q yet: its investigation is running or was interrupted", target), unfinished)
	case errors.Is(err, store.ErrNone):
		return failed(fmt.Errorf("there is no report on %q in the cache", target), hint)
	case err != nil:
		return failed(err, hint)
	case report.SchemaVersion != luminos.SchemaVersion:
		return failed(fmt.Errorf("the report on %q in the cache was written by another version of luminos", target), hint)
	}
	if err := o.choose(report); err != nil {
		return err
	}
	if err := o.page(a); err != nil {
		return err
	}
	if err := o.write(a, report); err != nil {
		return err
	}
	if !o.quiet {
		a.say("note", "a report of "+words.Ago(report.Run.StartedAt, a.clock())+", "+authorOf(report.Target.Engine)+"; later changes are not in it")
		if meta.State == store.Running {
			a.say("note", "a newer run is unfinished: it is running or was interrupted; "+unfinished)
		}
	}
	return nil
}

// choose makes the sections of the flag the ones that the output shows. It returns an error if the report lacks one.
func (o *showOptions) choose(r *luminos.Report) error {
	names := render.SectionNames(r)
	for _, name := range o.sections {
		if !slices.Contains(names, name) {
			return usage(fmt.Errorf("the report has no section %q", name), "its sections are "+strings.Join(names, ", "))
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

// unfinished is the hint that explains how to continue a run that did not end.
const unfinished = "run the same command again to continue it; nothing is done twice"

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
