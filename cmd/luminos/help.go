package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos/internal/render"
)

// The annotations of a command with the texts that its help prints below the flags.
const (
	exitStatus  = "exit status"
	environment = "environment"
)

// Exit statuses in the order of the help. Only a report can be partial, and
// only a report has a gate.
const (
	reportStatuses = `  0    done
  1    failed, or a gate such as --fail-on did not pass
  2    the command line was not understood
  3    a report was written, but the investigation is partial
  130  interrupted`
	scanStatuses = `  0    done
  1    failed
  2    the command line was not understood
  130  interrupted`
)

// The environment variables, as the help lists them.
const (
	modelVariables = `  ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, OPENAI_API_KEY
                     the key of the provider; none on this machine
  AWS_REGION, AWS_PROFILE, AWS_BEARER_TOKEN_BEDROCK
                     for bedrock, like the other settings of AWS
  CLOUD_ML_REGION, ANTHROPIC_VERTEX_PROJECT_ID, GOOGLE_APPLICATION_CREDENTIALS
                     for vertex, or the login of gcloud auth application-default
  ANTHROPIC_BASE_URL, OPENAI_BASE_URL, ANTHROPIC_BEDROCK_BASE_URL,
  ANTHROPIC_VERTEX_BASE_URL
                     the server to ask instead of the provider's own
  LUMINOS_STALL_TIMEOUT
                     how long a model may be silent (default: 5m before an
                     answer and 3m within; 15m for slow local ones)
`

	cacheVariable = `  LUMINOS_CACHE_DIR  where investigations are kept (default: luminos in the
                     user's cache directory)
`

	displayVariables = `  LUMINOS_PAGER, PAGER
                     the pager of text on a terminal (default: less); cat or ""
                     prints the text at once
  NO_COLOR, TERM     NO_COLOR=1 or TERM=dumb: no colour
  COLUMNS            width of the report where there is no terminal`
)

// usageTemplate is the part of the help below the description of a command.
const usageTemplate = `Usage:
  {{.UseLine}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{with index .Annotations "` + exitStatus + `"}}

EXIT STATUS
{{.}}{{end}}{{with index .Annotations "` + environment + `"}}

Environment:
{{.}}{{end}}
`

// rootHelp is the help of the program on one screen, with the common uses first.
const rootHelp = `Luminos writes an intelligence report about a directory: its purpose, structure,
important parts and faults, and the evidence. The directory is never changed.

  luminos --offline .                          by rules: no key, no network
  luminos .                                    by a language model, with a key
  luminos --provider openai --base-url http://localhost:11434/v1 --model qwen3 .
                                               by one that runs on this machine
  luminos --offline -o ../r.txt -o ../r.json . two files, in one run
  luminos --offline --fail-on critical .       in CI: exit 1 on such a flag
  luminos scan --exclude '*.iso' /srv          measurements only
  luminos map .                                an outline, context for a model
  luminos show -s flags,tree .                 parts of the last report again
  luminos ask . "How are the tests run?"       an answer from it, with evidence

  --exclude GLOB, --no-ignore  which files count      -q, -v    less, more text
  --cheap, --max-cost USD      bounds of the cost     --json    for programs
  --max-time TIME              and of the time        -o FILE   to a file

%s
  luminos help flags           all flags, variables and exit statuses, in groups
  luminos help COMMAND         one command, such as luminos help scan
`

// settingsText explains settings in the list of all flags and in the manual page.
const settingsText = `  Flags are settings: max_cost = 2.5 in luminos/luminos.toml, a file in your
  configuration directory, and LUMINOS_MAX_COST=2.5 stand for --max-cost 2.5.
  luminos config lists all settings; --example prints such a file.`

// group is a heading of the list of all flags, and the flags below it.
type group struct {
	name  string
	flags *pflag.FlagSet
}

// grouped returns the flags of a report in groups, in the order of the table.
func grouped(root *cobra.Command) []group {
	var groups []group
	for i := range table {
		f := root.Flags().Lookup(table[i].Name)
		if f == nil || table[i].Command != "" {
			continue
		}
		g := slices.IndexFunc(groups, func(g group) bool { return g.name == table[i].Group })
		if g < 0 {
			g = len(groups)
			groups = append(groups, group{table[i].Group, pflag.NewFlagSet("", pflag.ContinueOnError)})
			groups[g].flags.SortFlags = false
		}
		groups[g].flags.AddFlag(f)
	}
	return groups
}

// flagsTopic is the argument of help for the list of all flags.
const flagsTopic = "flags"

// flagsHelp prints all flags of a report in groups, and the texts that the one screen of --help has no room for.
func flagsHelp(to io.Writer, root *cobra.Command) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n  luminos COMMAND\n", rootLong, root.UseLine())
	for _, g := range grouped(root) {
		usages := strings.TrimRight(g.flags.FlagUsagesWrapped(80), " \n")
		fmt.Fprintf(&b, "\n%s:\n%s\n", g.name, trailing.ReplaceAllString(usages, ""))
	}
	fmt.Fprintf(&b, "\nSettings:\n%s\n\nExamples:\n%s\n\nEXIT STATUS\n%s\n\nEnvironment:\n%s\n",
		settingsText, rootExamples, root.Annotations[exitStatus], root.Annotations[environment])
	if _, err := b.WriteTo(to); err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return nil
}

// trailing matches spaces at the ends of lines.
var trailing = regexp.MustCompile(`(?m) +$`)

func newHelp(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "help [flags | COMMAND]",
		Short: "Print the help of a command, or all flags",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.helpOn(cmd.Root(), args)
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			of := cmd.Root()
			for _, name := range args {
				if of = commandCalled(of, name); of == nil {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
			}
			names := commandNames(of)
			if len(args) == 0 {
				names = append(names, flagsTopic)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpOn prints the help of the command that args name, such as "cache" and "prune", or all flags.
func (a *app) helpOn(root *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == flagsTopic {
		a.parsed = true
		return flagsHelp(a.stdout, root)
	}
	cmd := root
	for _, name := range args {
		next := commandCalled(cmd, name)
		switch {
		case next == nil && cmd == root:
			return usage(fmt.Errorf("unknown command %q", name), commandsHint(root, name, flagsTopic))
		case next == nil && !cmd.HasSubCommands():
			return usage(fmt.Errorf("help takes one command at a time, got %d", len(args)), cmd.CommandPath()+" has no commands")
		case next == nil:
			return usage(fmt.Errorf("unknown command %q of %s", name, cmd.CommandPath()), commandsHint(cmd, name))
		}
		cmd = next
	}
	return a.help(cmd)
}

// commandCalled returns the subcommand of cmd with this name, or nil.
func commandCalled(cmd *cobra.Command, name string) *cobra.Command {
	for _, c := range cmd.Commands() {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// help prints the help of a command. A word beside --help of the program itself has to exist or to have a slash or a
// backslash; otherwise it is taken for a mistyped command.
func (a *app) help(cmd *cobra.Command) error {
	if word := cmd.Flags().Arg(0); word != "" && !strings.ContainsAny(word, `/\`) && !cmd.HasParent() {
		if _, err := os.Lstat(word); errors.Is(err, os.ErrNotExist) {
			return usage(fmt.Errorf("no command and no directory is called %q", word), commandsHint(cmd, word))
		}
	}
	a.parsed = true
	if !cmd.HasParent() {
		if _, err := fmt.Fprintf(a.stdout, rootHelp, commandList(cmd)); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	cmd.InitDefaultHelpFlag() // else --help is not among the flags when help was asked for by the command
	if _, err := fmt.Fprintf(a.stdout, "%s\n\n%s", cmp.Or(cmd.Long, cmd.Short), cmd.UsageString()); err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return nil
}

// commandsHint returns a hint for an unknown command: the command with a similar name or, without one, the list of
// commands.
func commandsHint(root *cobra.Command, typed string, more ...string) string {
	if slices.Contains(plannedCommands, typed) {
		return fmt.Sprintf("the command %s is not in this version", typed)
	}
	if near := nearestCommand(root, typed, more...); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "the commands are " + strings.Join(commandNames(root), ", ")
}

// plannedCommands and plannedFlags are commands and flags that a later version is going to have.
var (
	plannedCommands = []string{"log", "replay"}
	plannedFlags    = []string{"external", "no-external", "interactive", "security", "watch"}
)

// commandList returns the names of the subcommands in lines of at most 80 columns.
func commandList(root *cobra.Command) string {
	return strings.Join(render.Wrap("Commands: "+strings.Join(commandNames(root), ", "), 80), "\n  ")
}

// commandNames returns the names of the subcommands that the help lists.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}
