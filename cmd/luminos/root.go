package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"luminos/internal/investigate"
	"luminos/internal/redact"
	"luminos/internal/render"
	"luminos/internal/words"
)

const rootLong = `Luminos writes an intelligence report about a directory: its purpose, structure,
important parts and faults, the confidence in each statement, and the evidence
for each claim. The target is only read, never changed.

The report goes to standard output, progress to standard error. If a directory
has the name of a command, write it with a path: luminos ./scan`

const rootExamples = `  luminos --offline .                           report on this directory
  luminos --offline --json ~/data > r.json      the same as data, of another
  luminos --offline -o ../r.txt -o ../r.json .  both, in one run
  luminos --offline --fail-on critical .        in CI: exit 1 on such a flag
  luminos .                                     by a language model, with a key
  luminos --provider openai --base-url http://localhost:11434/v1 --model qwen3 .
                                                by one that runs on this machine
  luminos scan --exclude '*.iso' /srv           measurements only`

// reportOptions holds the flags of the report.
type reportOptions struct {
	common
	keeping keeping
	offline bool
	failOn  choice
	doubt   share
	version bool
	mcp     string
	models  modelOptions
	cost    spendingOptions
}

func newReportOptions() *reportOptions {
	return &reportOptions{
		doubt:  investigate.DefaultLowConfidence,
		failOn: choice{what: "SEVERITY", of: []string{"info", "concern", "critical"}},
		models: modelOptions{costs: costs{turns: investigate.DefaultTurns}},
	}
}

func newRoot(a *app) *cobra.Command {
	o := newReportOptions()
	cmd := &cobra.Command{
		Use:         "luminos [flags] TARGET",
		Short:       "An intelligence report about a directory",
		Long:        rootLong,
		Example:     rootExamples,
		Annotations: map[string]string{readsTarget: "yes", exitStatus: reportStatuses, environment: modelVariables + cacheVariable + displayVariables},
		Args: func(cmd *cobra.Command, args []string) error {
			if o.version {
				return nil // as beside --help, nothing else counts
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
			a.parsed = true
			if err := o.keeping.checkPlace(args); err != nil {
				return err
			}
			return runReport(cmd, a, o, args)
		},
		ValidArgsFunction: completeRoot,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	o.flags(cmd)
	completeBy(cmd, "mcp", a.completeServers)
	add(cmd, "version", &o.version)
	cmd.PersistentPreRunE = func(cmd *cobra.Command, args []string) error { return prepare(a, cmd, args) }
	cmd.SetUsageTemplate(usageTemplate)
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { a.helpErr = a.help(cmd) })
	cmd.SetHelpCommand(newHelp(a))
	cmd.AddCommand(newScan(a), newMap(a), newAsk(a), newDiff(a), newMCP(a), newDoctor(a), newVersion(a), newSchema(a),
		newShow(a), newVerify(a),
		newCache(a), newCompletion(a), newConfig(a), newMan(a))
	return cmd
}

// flags adds the flags of a report to cmd.
func (o *reportOptions) flags(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	add(cmd, "offline", &o.offline)
	o.models.flags(cmd)
	o.cost.flags(cmd)
	o.output.flags(cmd, render.Formats)
	add(cmd, "private", &o.private)
	add(cmd, "fail-on", &o.failOn)
	add(cmd, "low-confidence", &o.doubt)
	o.look.flags(cmd)
	add(cmd, "mcp", &o.mcp)
	o.keeping.flags(cmd)
}

// errNoTarget is the error of a command line without any target or command. The most common uses follow it.
var errNoTarget = errors.New("no target given")

const commonUses = `
  luminos --offline .   a report on this directory by rules: no key, no network
  luminos .             by a language model, with a key
  luminos show .        the last report again
  luminos doctor        a check of key, sandbox and terminal
  luminos --help        more uses, flags and commands
`

// oneTarget returns an error of usage unless there is exactly one argument. The hint names the probable mistake.
func oneTarget(cmd *cobra.Command, args []string) error {
	switch {
	case !cmd.HasParent() && len(args) == 0:
		return usage(errNoTarget, "name a directory")
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

// absent reports whether no file or directory with this name exists.
func absent(name string) bool {
	_, err := os.Lstat(name)
	return errors.Is(err, os.ErrNotExist)
}

// checkAll returns an error if the flags of the output or of the models are wrong or contradict each other.
func (o *reportOptions) checkAll(cmd *cobra.Command) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := o.cost.check(&o.output); err != nil {
		return err
	}
	return o.models.check(cmd, o.offline)
}

// reporting returns the command line that runs cmd without an API key: the name of cmd and, if cmd
// has the flag, --offline. The caller appends the target.
func reporting(cmd *cobra.Command) string {
	if cmd.Flags().Lookup("offline") != nil {
		return cmd.CommandPath() + " --offline"
	}
	return cmd.CommandPath()
}

// noArguments returns an error of usage if there are arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		hint := fmt.Sprintf("run %q alone", cmd.CommandPath())
		near := nearestCommand(cmd, args[0])
		switch names := commandNames(cmd); {
		case near != "":
			hint = fmt.Sprintf("did you mean %q?", cmd.CommandPath()+" "+near)
		case len(names) == 0:
		case len(names) == 1:
			hint = fmt.Sprintf("did you mean %q?", cmd.CommandPath()+" "+names[0])
		default:
			hint = fmt.Sprintf("%s has the commands %s", cmd.CommandPath(), words.List(names))
		}
		return usage(fmt.Errorf("%s takes no arguments, got %q", cmd.CommandPath(), args[0]), hint)
	}
	return nil
}

// noTarget returns an error of usage if there is an argument together with --mcp, which names the target already.
func noTarget(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(fmt.Errorf("--mcp names a server instead of a target, and %q was given, too", args[0]), "leave one of them out; a server that wants a directory has it in its command: --mcp 'stdio:SERVER DIR'")
	}
	return nil
}

// typed returns the name of a target as it can be typed again.
func typed(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name // else it is a flag
	}
	return quoted(name)
}

// exactly returns the name of a target as typed does, or "" if a text must not show the name as it is.
func exactly(name string) string {
	if masked, _ := redact.Text(name); name == "" || masked != name || render.Clean(name) != name {
		return ""
	}
	return typed(name)
}
