package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/budget"
	"luminos/internal/extract"
	"luminos/internal/localdir"
	"luminos/internal/mcpclient"
	"luminos/internal/render"
	"luminos/internal/scan"
	"luminos/internal/session"
	"luminos/internal/store"
	"luminos/internal/words"
)

// runReport investigates the target and writes the report to the outputs.
func runReport(cmd *cobra.Command, a *app, o *reportOptions, args []string) error {
	var t session.Target
	offline := reporting(cmd) // the command line of a report without a key
	if o.mcp != "" {
		s, err := a.server(o.mcp)
		if err != nil {
			return err
		}
		t = session.Target{Server: &s, URI: o.mcp}
		offline += " --mcp URI"
	} else {
		t = session.Target{Dir: args[0]}
		offline += " " + typed(args[0])
	}
	req, err := a.request(cmd, o, t)
	if err != nil {
		return err
	}
	if o.cost.estimate {
		err := showEstimate(a, cmd, o, req, cmp.Or(o.mcp, t.Dir))
		return explain(cmd, err, t, "", offline, false)
	}
	defer o.closeFiles()
	if err := o.openFiles(cmd.Context(), t.Dir); err != nil {
		return err
	}
	if err := o.entrust(a); err != nil {
		return err
	}
	if o.keeping.clear {
		if err := a.forget(cmd.Context(), o, t); err != nil {
			return err
		}
	}
	if err := o.page(a); err != nil {
		return err
	}
	o.target = t.Dir
	console := newConsole(a, &o.output)
	req.Sink, req.Choose = console.event, choosing(a, &o.cost, console)
	req.Confirm = confirming(a, &o.cost, o.models.maxCost, console)
	report, err := session.Run(cmd.Context(), req)
	console.close()
	if err != nil {
		return explain(cmd, err, t, a.otherKey(o.models.provider.value), offline, o.failOn.value != "")
	}
	account := func() {
		if o.verbose && !o.quiet {
			a.showTimings(report)
		}
		if !o.quiet {
			a.showSpending(report.Run.Spending)
			showNext(a, o, t, report)
		}
	}
	if err := around(a, account, func() error { return o.write(a, report) }); err != nil {
		return unwritten(err, report, t)
	}
	return judge(a, report, luminos.Severity(o.failOn.value), console.advice)
}

// judge prints the flags because of which the gate failOn does not pass, and returns the verdict on the report.
func judge(a *app, report *luminos.Report, failOn luminos.Severity, advice func(class string) string) error {
	for _, line := range render.FlagLines(gated(report, failOn), mostFailures) {
		fmt.Fprintln(a.stderr, line)
	}
	return verdict(report, failOn, advice)
}

// forget removes the stored investigations of the target of a run.
func (a *app) forget(ctx context.Context, o *reportOptions, t session.Target) error {
	c, err := o.keeping.openExisting(a)
	if errors.Is(err, store.ErrNone) {
		return nil
	}
	n := 0
	if err == nil {
		defer c.Close()
		n, err = c.Remove(ctx, t.Stored())
	}
	if err != nil {
		return failed(err, "nothing was investigated; without --clear-cache the stored results are used")
	}
	a.say("note", "removed "+words.Plural(n, "investigation")+" of this target")
	return nil
}

// request returns the request for a run on the target t, from the flags and the environment.
func (a *app) request(cmd *cobra.Command, o *reportOptions, t session.Target) (session.Request, error) {
	req := session.Request{
		Target: t, Scan: o.scanOptions(), Settings: a.own, Parallel: o.workers(), LowConfidence: float64(o.doubt),
		Cache: session.Cache{Required: o.keeping.required(cmd), Fresh: o.keeping.fresh, NoWait: o.keeping.noWait, Options: a.store},
		Clock: a.clock, Child: a.child, Confine: a.confine, Version: programVersion(),
		Readers: extract.Names(),
	}
	req.Scan.Commit = a.commit
	if a.environ != nil {
		req.Environ = a.environ()
	}
	var err error
	if req.Cache.Dir, err = o.keeping.place(a); err != nil {
		a.say("note", "nothing will be kept of this run: "+err.Error())
	}
	req.Code = codeOf(a)
	if !o.offline {
		req.Models, err = a.models(&o.models)
		return req, err
	}
	if !o.quiet && cmd.Flags().Changed("lang") {
		a.say("note", "--lang is for sentences of models; rules write English")
	}
	return req, nil
}

// codeOf returns the directory of the machine code of the reader of PDF files.
func codeOf(a *app) (c session.Code) {
	if a.cacheDir != "" {
		c.Dir = filepath.Join(a.cacheDir, codeDir)
		made, _ := os.ReadDir(c.Dir) // without it, it is made
		c.Filled = len(made) > 0
	}
	return c
}

// codeDir is the directory of machine code in the cache directory of the user. It is beside the directory of the cache:
// a confined run writes that one, and must not write code that a later run executes.
const codeDir = "luminos-code"

// otherKey returns a way to use the key of another provider than the flag names, if one is set, or "".
func (a *app) otherKey(provider string) string {
	if provider == session.Anthropic && strings.TrimSpace(a.env("OPENAI_API_KEY")) != "" {
		return "OPENAI_API_KEY is set: add --provider openai --model NAME"
	}
	if provider == session.OpenAI && strings.TrimSpace(a.env("ANTHROPIC_API_KEY")) != "" {
		return "ANTHROPIC_API_KEY is set: leave out --provider openai"
	}
	return ""
}

// explain returns err, the error of a run, with a hint if one is known. other is a way to use another key, or ""; offline
// is a command line that needs no key; gate reports whether --fail-on was given.
func explain(cmd *cobra.Command, err error, t session.Target, other, offline string, gate bool) error {
	noKey, lacksKey := errors.AsType[*session.NoKeyError](err)
	_, isUnpriced := errors.AsType[*budget.UnpricedError](err)
	refused, isRefused := errors.AsType[*session.RefusedError](err)
	switch {
	case context.Cause(cmd.Context()) != nil:
		return err
	case lacksKey:
		return keyProblem(noKey, other, offline, gate)
	case isUnpriced:
		return failed(err, "--max-tokens limits any model")
	case isRefused:
		base := cmd.Flags().Lookup("base-url")
		if base != nil && !cmd.Flags().Changed("provider") && strings.HasSuffix(strings.TrimSuffix(base.Value.String(), "/"), "/v1") {
			return failed(err, "an address that ends in /v1 is often of a server with OpenAI's protocol: "+
				"add --provider openai --model NAME")
		}
		return failed(err, refused.Err.Hint()+"; "+offline+" needs no model")
	case errors.Is(err, session.ErrTarget) && t.Server != nil:
		return serverProblem(err, t.Server)
	case errors.Is(err, session.ErrTarget):
		return targetProblem(cmd, t.Dir, err)
	case errors.Is(err, store.ErrBusy):
		return failed(err, "without --no-wait luminos waits until the other is done")
	case errors.Is(err, session.ErrCache):
		return failed(err, "name another directory with --cache-dir, or leave it out")
	case errors.Is(err, session.ErrChild):
		return failed(err, "a report by rules needs no such process: luminos --offline")
	}
	return err
}

// keyProblem returns the hint that nothing was investigated, since a key is missing. It is a
// failure only with a gate (--fail-on), because a gate that did not run has not passed.
func keyProblem(lacks *session.NoKeyError, other, offline string, gate bool) error {
	set := "set it for a report by a language model"
	if other != "" {
		set = "for a report by a language model, " + other
	}
	p := &problem{hint: "nothing was investigated: " + lacks.Error() + "; " + set + ", or run " + offline + ", which needs none"}
	if gate {
		p.status = statusFailed
	}
	return p
}

// unwritten returns err, an error of writing the report r on t, with a hint at the stored report, if it is stored.
func unwritten(err error, r *luminos.Report, t session.Target) error {
	if r.Run.Memory == nil {
		return err
	}
	return failed(err, fmt.Sprintf("the report is kept: luminos show %s prints it again", typed(cmp.Or(t.URI, t.Dir))))
}

// serverProblem returns err, an error of connecting to an MCP server, with a hint for the user.
func serverProblem(err error, s *mcpclient.Server) error {
	if errors.Is(err, mcpclient.ErrChanged) {
		return failed(err, fmt.Sprintf("luminos cache clear %q forgets the earlier tools of this server", s.ID()))
	}
	return failed(err, "check that the command or the address of --mcp works by itself")
}

// openTarget opens the directory that the argument of a command names.
func openTarget(cmd *cobra.Command, name string) (*localdir.Dir, error) {
	dir, err := localdir.Open(name)
	if err != nil {
		return nil, targetProblem(cmd, name, fmt.Errorf("opening the target %q: %w", name, err))
	}
	return dir, nil
}

// targetProblem returns an error that explains err, an error of opening the target directory, with a hint if known.
func targetProblem(cmd *cobra.Command, target string, err error) error {
	switch {
	case isAddress(target):
		return failed(fmt.Errorf("the target %q is an address, not a directory", target), "clone or download it first, then name the directory")
	case errors.Is(err, fs.ErrNotExist):
		if slices.Contains(plannedCommands, target) {
			err := fmt.Errorf("the command %s is not in this version", target)
			return usage(err, "for a directory of this name write ./"+target)
		}
		if near := nearestCommand(cmd, target); near != "" {
			return usage(fmt.Errorf("no command and no directory is called %q", target), fmt.Sprintf("did you mean %q?", near))
		}
		return failed(fmt.Errorf("the target %q does not exist", target), "the target is a directory: check the name, or quote it if it has spaces")
	case errors.Is(err, localdir.ErrNotDirectory):
		return failed(fmt.Errorf("the target %q is not a directory", target), fmt.Sprintf("name the directory that holds it: %q", filepath.Dir(target)))
	case errors.Is(err, fs.ErrPermission):
		return failed(err, "you need read and search permission on the directory")
	}
	return failed(err, "")
}

// isAddress reports whether name has the form of a URL or of git's user@host:path.
func isAddress(name string) bool {
	scheme, _, isURL := strings.Cut(name, "://")
	host, _, isRemote := strings.Cut(name, ":")
	return isURL && scheme != "" && !strings.ContainsAny(scheme, `/\ `) ||
		isRemote && strings.Contains(host, "@") && !strings.ContainsAny(host, `/\ `)
}

// scanOptions returns the options of a scan from the flags. The output files are not part of the target.
func (o *common) scanOptions() scan.Options {
	return scan.Options{
		Excludes:      o.exclude,
		NoIgnore:      o.noIgnore,
		OneFileSystem: o.oneFileSystem,
		Depth:         int(o.depth),
		All:           o.all,
		Parallel:      o.workers(),
		Omit:          append(redirected(), o.files...),
	}
}

// redirected returns the file that the shell writes standard output to, if the
// system has that information: "luminos . > report.txt" must not read its own report.
func redirected() []string {
	name, err := os.Readlink("/proc/self/fd/1")
	if err != nil || !filepath.IsAbs(name) {
		return nil
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []string{name}
}

// showNext prints the next commands after a run at a terminal whose report is whole: how to see all sections, to save
// the report and, after a run by rules, to ask a model.
func showNext(a *app, o *reportOptions, t session.Target, r *luminos.Report) {
	isText := len(o.files) == 0 && o.named(o.format.value).Name == o.formats[0].Name
	if !isText || render.WhyPartial(r) != "" || !a.terminal(a.stdout).is || !a.interactive() {
		return
	}
	name := typed(cmp.Or(t.URI, t.Dir))
	text := "luminos show -v " + name + " prints all sections; -o FILE.json saves it"
	if o.offline && t.Server == nil {
		text += "; luminos " + name + " asks a language model, with a key"
	}
	a.say("next", text)
}

// showTimings prints the duration of each pass to standard error.
func (a *app) showTimings(r *luminos.Report) {
	var parts []string
	for _, t := range r.Run.Timings {
		parts = append(parts, fmt.Sprintf("%s %s", t.Pass, time.Duration(t.Seconds*float64(time.Second)).Round(time.Millisecond)))
	}
	a.say("time", strings.Join(parts, ", "))
}
