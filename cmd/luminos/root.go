package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/words"
)

const rootLong = `Luminos writes an intelligence report about a directory: what it is, how it is
put together, what matters in it, what is wrong with it, how sure it is, and the
evidence for each claim. The target is only read, never changed.

The report goes to standard output, progress to standard error. A directory
whose name is that of a command is written with a path: luminos ./scan`

const rootExamples = `  luminos --offline .                           report on this directory
  luminos --offline --json ~/data > r.json      the same as data, of another
  luminos --offline -o ../r.txt -o ../r.json .  both, in one run
  luminos --offline --fail-on critical .        in CI: exit 1 on such a flag
  luminos .                                     by a language model, with a key
  luminos --provider openai --base-url http://localhost:11434/v1 --model qwen3 .
                                                by one that runs on this machine
  luminos scan --exclude '*.iso' /srv           measurements only`

// reportOptions are the flags of the report.
type reportOptions struct {
	common
	keeping keeping
	offline bool
	failOn  choice
	version bool
	mcp     string
	models  modelOptions
	with    *provider // that was made of models; nil offline
}

func newRoot(a *app) *cobra.Command {
	o := &reportOptions{failOn: choice{what: "SEVERITY", of: []string{"info", "concern", "critical"}}}
	cmd := &cobra.Command{
		Use:         "luminos [flags] TARGET",
		Short:       "An intelligence report about a directory",
		Long:        rootLong,
		Example:     rootExamples,
		Annotations: map[string]string{exitStatus: reportStatuses, environment: modelVariables + cacheVariable + displayVariables},
		Args: func(cmd *cobra.Command, args []string) error {
			if o.version {
				return nil // as beside --help, nothing else counts
			}
			if o.keeping.clear && len(args) == 0 {
				return nil // there is something to do without one
			}
			if o.mcp != "" {
				return noTarget(cmd, args)
			}
			return oneTarget(cmd, args)
		},
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.version {
				return a.version()
			}
			if err := o.checkAll(cmd); err != nil {
				return err
			}
			a.working = true
			if o.keeping.clear {
				if err := a.clearCache(&o.keeping.caching); err != nil || len(args) == 0 && o.mcp == "" {
					return err
				}
			}
			return runReport(cmd, a, o, args)
		},
		ValidArgsFunction: completeTarget,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&o.offline, "offline", false, "investigate by rules: no model, no network, no key")
	o.models.flags(cmd)
	o.output.flags(cmd, "longer lists, every flag and every directory among them, and how long each pass took")
	f.Var(&o.failOn, "fail-on", "exit 1 when a flag of that severity or above was raised: info, concern or critical")
	o.look.flags(cmd, fmt.Sprintf(", and %d calls of a model", defaultCalls))
	f.StringVar(&o.mcp, "mcp", "", "instead of TARGET, the tree of the MCP server at `URI`: stdio:COMMAND ARGS, http(s)://…,\nor NAME of one in your mcpServers configuration, NAME@FILE in another")
	f.BoolVar(&o.version, "version", false, "print the version, as luminos version does")
	o.keeping.flags(cmd)
	complete(cmd, "fail-on", o.failOn.of)
	cmd.SetUsageTemplate(usageTemplate)
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { a.helped = a.help(cmd) })
	cmd.SetHelpCommand(newHelp(a))
	cmd.AddCommand(newScan(a), newMCP(a), newDoctor(a), newVersion(a), newShow(a), newCache(a), newCompletion(a))
	return cmd
}

// oneTarget wants exactly one argument and guesses what else was meant.
func oneTarget(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0 || args[0] == "":
		return usage(errors.New("no target given"), "name a directory: "+reporting(cmd)+" .")
	case len(args) == 1:
		return nil
	}
	if cmd.HasAvailableSubCommands() && absent(args[0]) && absent(strings.Join(args, " ")) && !strings.ContainsAny(args[0], `/\:`) {
		return usage(fmt.Errorf("no command and no directory is called %q", args[0]), commandsHint(cmd, args[0]))
	}
	return usage(fmt.Errorf("one target at a time, got %d", len(args)), "quote a name with spaces; run once for each directory")
}

// absent reports whether nothing has a name.
func absent(name string) bool {
	_, err := os.Lstat(name)
	return errors.Is(err, os.ErrNotExist)
}

// checkAll finds what is wrong with the flags before any work is done.
func (o *reportOptions) checkAll(cmd *cobra.Command) error {
	if err := o.check(); err != nil {
		return err
	}
	o.models.parallel = o.workers()
	return o.models.check(cmd, o.offline)
}

// reporting is how to begin a command line that gives what the command is for,
// with a key and without.
func reporting(cmd *cobra.Command) string {
	if cmd.Flags().Lookup("offline") != nil {
		return cmd.CommandPath() + " --offline"
	}
	return cmd.CommandPath()
}

// noArguments is for commands that take none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		hint := fmt.Sprintf("run %q alone", cmd.CommandPath())
		if subs := cmd.Commands(); len(subs) > 0 {
			names := make([]string, len(subs))
			for i, s := range subs {
				names[i] = s.Name()
			}
			hint = fmt.Sprintf("%s has the commands %s", cmd.CommandPath(), words.List(names))
			if len(names) == 1 {
				hint = fmt.Sprintf("did you mean %q?", subs[0].CommandPath())
			}
		}
		return usage(fmt.Errorf("%s takes no arguments, got %q", cmd.CommandPath(), args[0]), hint)
	}
	return nil
}

// noTarget is for --mcp, which names the target.
func noTarget(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(fmt.Errorf("--mcp names a server instead of a target, and %q was given, too", args[0]), "leave one of them out; a server that wants a directory has it in its command: --mcp 'stdio:SERVER DIR'")
	}
	return nil
}

// runReport investigates the target and writes the report.
func runReport(cmd *cobra.Command, a *app, o *reportOptions, args []string) error {
	var s subject
	instead := reporting(cmd)
	if o.mcp != "" {
		var err error
		if s, err = a.server(o.mcp); err != nil {
			return err
		}
		instead += " --mcp URI"
	} else {
		root, err := checkTarget(cmd, args[0])
		if err != nil {
			return err
		}
		s = directory(root)
		instead += " " + typed(args[0])
	}
	if err := a.ready(o, instead); err != nil {
		return err
	}
	report, err := a.investigate(cmd.Context(), o, s)
	if err != nil {
		return err
	}
	if err := o.write(a, report); err != nil {
		return err
	}
	if o.verbose && !o.quiet {
		a.timings(report)
	}
	if !o.quiet {
		a.tellSpending(report.Run.Spending)
	}
	return verdict(report, luminos.Severity(o.failOn.value), o.with.advice)
}

// ready makes what the run will ask, before the scan, so that nobody waits for
// one they cannot use. Instead is the command line that asks nobody.
func (a *app) ready(o *reportOptions, instead string) error {
	if o.offline {
		return nil
	}
	p, err := a.provider(&o.models)
	if lacks, ok := errors.AsType[*noKey](err); ok {
		return lacks.problem(instead, o.failOn.value != "")
	}
	if err != nil {
		return err
	}
	o.with = p
	return nil
}

// typed is a name as it can be typed again, or TARGET where a shell would take
// it for something else.
func typed(name string) string {
	plain := func(r rune) bool {
		return r == '.' || r == '/' || r == '_' || r == '-' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	if strings.HasPrefix(name, "-") || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return "TARGET"
	}
	return name
}

// verdict is how a run ends whose report was written: 1 beats 3. Advice returns
// what can be done about a class of failures.
func verdict(r *luminos.Report, failOn luminos.Severity, advice func(class string) string) error {
	if failOn != "" {
		n := 0
		for _, f := range r.Flags {
			if f.Severity.Rank() >= failOn.Rank() {
				n++
			}
		}
		if n > 0 {
			are := "are"
			if n == 1 {
				are = "is"
			}
			return failed(fmt.Errorf("%d of the flags raised %s %s or above (--fail-on %s)", n, are, failOn, failOn), "")
		}
	}
	if why := render.WhyPartial(r); why != "" {
		return &problem{errors.New("the report is partial: " + why), cmp.Or(advice(render.PartialCause(r).Class), "the report says which parts, and why"), statusPartial}
	}
	return nil
}

// checkTarget makes sure that there is a directory to read, and gives its
// absolute path.
func checkTarget(cmd *cobra.Command, target string) (string, error) {
	info, err := os.Stat(target)
	switch {
	case err != nil && isAddress(target):
		return "", failed(fmt.Errorf("%q is an address, not a directory", target), "clone or download it first, then name the directory that it came to")
	case errors.Is(err, os.ErrNotExist):
		if near := nearestCommand(cmd, target); near != "" {
			return "", usage(fmt.Errorf("no command and no directory is called %q", target), fmt.Sprintf("did you mean %q?", near))
		}
		return "", failed(fmt.Errorf("%q does not exist", target), "the target is a directory: check the name, or quote it if it has spaces")
	case err != nil:
		return "", failed(fmt.Errorf("looking at the target: %w", err), unreadableHint(err))
	case !info.IsDir():
		return "", failed(fmt.Errorf("%q is not a directory", target), fmt.Sprintf("name the directory that holds it: %q", filepath.Dir(target)))
	}
	d, err := os.Open(target)
	if err == nil {
		defer d.Close()
		_, err = d.Readdirnames(1)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", failed(fmt.Errorf("reading the target: %w", err), unreadableHint(err))
	}
	root, err := filepath.Abs(target)
	if err != nil {
		return "", fmt.Errorf("locating the target: %w", err)
	}
	return root, nil
}

// isAddress reports whether a name reads as a URL or as git's user@host:path.
func isAddress(name string) bool {
	scheme, _, isURL := strings.Cut(name, "://")
	host, _, isRemote := strings.Cut(name, ":")
	return isURL && scheme != "" && !strings.ContainsAny(scheme, `/\ `) ||
		isRemote && strings.Contains(host, "@") && !strings.ContainsAny(host, `/\ `)
}

func unreadableHint(err error) string {
	if errors.Is(err, os.ErrPermission) {
		return "you need read and search permission on the directory"
	}
	return ""
}
