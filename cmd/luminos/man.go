package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Long:    "Man prints the manual page, made from the commands and flags.",
		Example: "  luminos man > luminos.1\n  luminos man | man -l -",
		Args:    noArguments,

		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.parsed = true
			if _, err := a.stdout.Write(manual(cmd.Root())); err != nil {
				return fmt.Errorf("writing to standard output: %w", err)
			}
			return nil
		},
	}
}

// manual returns the manual page of the program in the language of man(7). It has no date, so that the same program
// has the same page.
func manual(root *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH LUMINOS 1 \"\" \"luminos %s\"\n", roff(programVersion()))
	b.WriteString(".SH NAME\nluminos \\- an intelligence report about a directory\n")
	b.WriteString(".SH SYNOPSIS\n.B luminos\n[flags] TARGET\n.br\n.B luminos\nCOMMAND [flags] [ARGUMENT]\n.SH DESCRIPTION\n")
	fmt.Fprintf(&b, "%s\n.SH COMMANDS\n", roff(rootLong))
	manualCommands(&b, root)
	b.WriteString(".SH OPTIONS\n")
	for _, g := range grouped(root) {
		fmt.Fprintf(&b, ".SS %s\n", roff(g.name))
		manualFlags(&b, g.flags)
	}
	for _, part := range [][2]string{
		{"SETTINGS", settingsText}, {"EXIT STATUS", root.Annotations[exitStatus]},
		{"ENVIRONMENT", root.Annotations[environment]}, {"EXAMPLES", rootExamples},
	} {
		fmt.Fprintf(&b, ".SH %s\n.nf\n%s\n.fi\n", part[0], roff(part[1]))
	}
	return b.Bytes()
}

// manualCommands writes the commands below cmd, with their flags.
func manualCommands(b *bytes.Buffer, cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if !c.HasSubCommands() {
			fmt.Fprintf(b, ".TP\n.B %s\n%s.\n", roff(c.UseLine()), roff(c.Short))
			own := pflag.NewFlagSet("", pflag.ContinueOnError)
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if r := rowOf(c, f.Name); r != nil && r.Command != "" {
					own.AddFlag(f)
				}
			})
			if own.HasFlags() {
				b.WriteString(".RS\n")
				manualFlags(b, own)
				b.WriteString(".RE\n")
			}
		}
		manualCommands(b, c)
	}
}

func manualFlags(b *bytes.Buffer, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		what, help := pflag.UnquoteUsage(f)
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR \\fI%s\\fR\n%s\n", roff(name), roff(what), roff(help))
	})
}

// roff returns text as the language of man(7) prints it unchanged.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
