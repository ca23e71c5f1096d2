package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
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
  ANTHROPIC_BASE_URL, OPENAI_BASE_URL
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

func newHelp(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch len(args) {
			case 0:
				return a.help(root)
			case 1:
				return a.helpOn(root, args[0])
			}
			return usage(fmt.Errorf("help takes one command at a time, got %d", len(args)), commandsHint(root, args[0]))
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return commandNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpOn prints the help of the subcommand with this name.
func (a *app) helpOn(root *cobra.Command, name string) error {
	for _, c := range root.Commands() {
		if c.Name() == name {
			return a.help(c)
		}
	}
	return usage(fmt.Errorf("unknown command %q", name), commandsHint(root, name))
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
	cmd.InitDefaultHelpFlag() // else --help is not among the flags when help was asked for by the command
	if _, err := fmt.Fprintf(a.stdout, "%s\n\n%s", cmp.Or(cmd.Long, cmd.Short), cmd.UsageString()); err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return nil
}

// commandsHint returns a hint for an unknown command: the command with a similar name or, without one, the list of
// commands.
func commandsHint(root *cobra.Command, typed string) string {
	if near := nearestCommand(root, typed); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "the commands are " + strings.Join(commandNames(root), ", ")
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
