package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos/internal/redact"
	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/words"
)

// Exit statuses, as the help gives them.
const (
	statusDone        = 0
	statusFailed      = 1
	statusUsage       = 2
	statusPartial     = 3
	statusInterrupted = 130
)

// problem is an error with an exit status and, unless empty, a hint for the user.
type problem struct {
	error  // nil when the hint says it all
	hint   string
	status int
}

func (p *problem) Unwrap() error { return p.error }

func (p *problem) Error() string {
	if p.error == nil {
		return p.hint
	}
	return p.error.Error()
}

func failed(err error, hint string) error { return &problem{err, hint, statusFailed} }
func usage(err error, hint string) error  { return &problem{err, hint, statusUsage} }

// errInterrupted is the cause with which SIGINT or SIGTERM cancels the context of a run.
var errInterrupted = &problem{errors.New("interrupted"), "nothing of this run was kept: run the same command to start again", statusInterrupted}

// stopped returns the cause with which a run was stopped. If the run left anything
// in the cache or has a cost, the hint says so, with the command line again that goes on.
func stopped(cause, err error, again string) error {
	u, ok := errors.AsType[*session.UnfinishedError](err)
	if !ok || cause != error(errInterrupted) {
		return cause
	}
	p := *errInterrupted
	if u.Kept {
		p.hint = "the finished part is kept"
	}
	if s := u.Spending; s != nil && (s.Cost != 0 || render.Answered(s.Usage)) {
		p.hint += "; so far " + render.SpentInAll(s)
	}
	if u.Kept {
		p.hint += "; this goes on: " + again
	}
	return &p
}

// again returns the command line with the arguments args that goes on with an interrupted run: without the flags that
// begin a new investigation.
func again(args []string) string {
	line := "luminos"
	for i, arg := range args {
		restarts := strings.HasPrefix(arg, "--fresh") || strings.HasPrefix(arg, "--clear-cache")
		if restarts && !slices.Contains(args[:i], "--") {
			continue
		}
		line += " " + quoted(arg)
	}
	text, _ := redact.Text(line) // an address can have a password
	return text
}

// quoted returns an argument as a shell takes it: as it is if it has plain characters only, else in single quotes.
func quoted(arg string) string {
	plain := func(r rune) bool {
		return strings.ContainsRune("._-/=:,@%+", r) || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool { return !plain(r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(render.Clean(arg), "'", `'\''`) + "'"
}

// conclude prints an error and its hint, unless the reader of the output is gone, and returns the exit status.
func (a *app) conclude(err error) int {
	if err == nil {
		return statusDone
	}
	if errors.Is(err, syscall.EPIPE) {
		return statusFailed // the reader of the output is gone
	}
	p, ok := errors.AsType[*problem](err)
	if !ok {
		p = &problem{error: err, status: statusFailed}
	}
	if p.error != nil {
		text, _ := redact.Text(err.Error()) // it may repeat the command or the address of a server
		a.say("error", text)
	}
	if p.hint != "" {
		a.say("hint", p.hint)
	}
	if errors.Is(err, errNoTarget) {
		fmt.Fprint(a.stderr, commonUses)
	}
	return p.status
}

// say writes a message to standard error: on one line or, on a terminal, wrapped to its width. The text can hold
// foreign names.
func (a *app) say(kind, text string) {
	lines := render.Wrap("luminos: "+kind+": "+text, a.terminal(a.stderr).width)
	fmt.Fprintln(a.stderr, strings.Join(lines, "\n  "))
}

// asUsage returns an error of the command-line parser as an error of usage, with a hint at the flag that was probably
// meant or at the help. It returns a [problem] unchanged.
func asUsage(cmd *cobra.Command, err error) error {
	if _, ok := errors.AsType[*problem](err); ok {
		return err
	}
	hint := cmd.CommandPath() + " --help lists the flags"
	if !cmd.HasParent() || cmd.Name() == "config" {
		hint = "luminos help flags lists the flags"
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		hint = "" // the error says which values there are
		if e.GetFlag().Value.Type() == "bool" {
			err = fmt.Errorf("--%s takes true or false, got %q", e.GetFlag().Name, e.GetValue())
		}
	}
	switch e, ok := errors.AsType[*pflag.NotExistError](err); {
	case ok && e.GetSpecifiedName() == "V":
		hint = "did you mean --version?"
	case ok:
		hint = flagHint(cmd, e.GetSpecifiedName(), hint)
	}
	return usage(err, hint)
}

// flagHint returns a hint for an unknown flag: the command that has the flag, the nearest flag of this command, or the
// text otherwise.
func flagHint(cmd *cobra.Command, name, otherwise string) string {
	if cmd.HasParent() && cmd.Root().Flags().Lookup(name) != nil {
		if name == "offline" {
			return cmd.CommandPath() + " never uses a model, so it needs no --offline"
		}
		return fmt.Sprintf("--%s goes without a command: luminos --%[1]s; %s", name, otherwise)
	}
	for _, c := range cmd.Commands() {
		if f := ownFlag(c, name); f != nil && c.Name() == "show" {
			return "luminos show --" + f.Name + " … TARGET does that with a stored report"
		}
	}
	if slices.Contains(plannedFlags, name) {
		return "--" + name + " is not in this version"
	}
	if slices.Contains(render.Planned, name) {
		return "the format " + name + " is not in this version"
	}
	if near := nearestFlag(cmd, name); near != "" && len(name) > 1 {
		return fmt.Sprintf("did you mean --%s? %s", near, otherwise)
	}
	return otherwise
}

// ownFlag returns the flag of a command with a name or a letter, or nil.
func ownFlag(cmd *cobra.Command, name string) *pflag.Flag {
	if len(name) == 1 {
		return cmd.Flags().ShorthandLookup(name)
	}
	return cmd.Flags().Lookup(name)
}

// nearestFlag returns the name of the flag of cmd that is most similar to the mistyped name, or "".
func nearestFlag(cmd *cobra.Command, typed string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return words.Nearest(typed, names)
}

// nearestCommand returns the subcommand of cmd, or the one of more, that is most similar to the mistyped name, or "".
func nearestCommand(cmd *cobra.Command, typed string, more ...string) string {
	names := more
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return words.Nearest(typed, names)
}
