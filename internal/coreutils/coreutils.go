// Package coreutils implements thirteen familiar read-only programs (wc, grep,
// find…) as small functions over a [luminos.Source]. It executes nothing and
// writes nothing. Each program has a useful subset of the flags of its GNU
// namesake.
package coreutils

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/words"
)

// Output is the result of one run. Both streams are valid UTF-8 without control characters except line ends and tabs.
// Other control and invisible characters are escaped (\x1b, \u202e), except joiners.
type Output struct {
	Stdout, Stderr string
	Status         int
	Cut            bool // a limit or the end of ctx made the output incomplete; Stderr names it
}

// limits are the bounds of one run of a program: time, bytes and directory entries.
type limits struct {
	wall    time.Duration
	output  int   // bytes of each stream
	read    int64 // bytes of files
	visited int   // directory entries
	held    int64 // bytes of lines in memory (sort)
	line    int   // bytes of one line
}

var defaultLimits = limits{
	wall: 10 * time.Second, output: 64 << 10, read: 256 << 20, visited: 100_000, held: 64 << 20, line: 16 << 20,
}

// maxArguments bounds the arguments in bytes, and so the size of compiled patterns.
const maxArguments = 64 << 10

// runFunc runs a program whose flags are already parsed. It writes the output and the
// messages to s.
type runFunc func(ctx context.Context, s *session, operands []string)

// program describes one program, such as wc: its flags, its operands and its function.
type program struct {
	summary  string
	operands string // in the synopsis
	// declare adds the flags to the set and returns the function that runs the
	// program once the flags are set.
	declare func(*pflag.FlagSet) runFunc
	// raw replaces declare if the arguments are an expression; flags lists its parts.
	raw     runFunc
	flags   string
	trouble int // exit status if an operand cannot be read
}

var table = map[string]program{
	"wc": wcProgram, "head": headProgram, "tail": tailProgram, "grep": grepProgram, "sort": sortProgram,
	"uniq": uniqProgram, "cut": cutProgram, "file": fileProgram, "stat": statProgram, "du": duProgram,
	"find": findProgram, "ls": lsProgram, "sha256sum": sha256Program,
}

// Names returns the names of the programs that [Run] can run, such as "grep", sorted.
func Names() []string { return slices.Sorted(maps.Keys(table)) }

// usage returns the synopsis of the program called name, with its supported flags.
func (p program) usage(name string) string {
	return fmt.Sprintf("%s [FLAG]... %s: %s\nFlags: %s\n", name, p.operands, p.summary, p.supported())
}

// Run runs the program name with the arguments args on the files of src and returns its output. Time, output and the
// amount of data read are bounded for the whole run. Run is safe for concurrent use if src is.
func Run(ctx context.Context, src luminos.Source, name string, args []string) Output {
	return runWithin(ctx, src, defaultLimits, name, args)
}

func runWithin(ctx context.Context, src luminos.Source, l limits, name string, args []string) Output {
	p, ok := table[name]
	if !ok {
		return Output{Status: 127, Stderr: fmt.Sprintf(
			"%s: no such program; nothing in the target is executed; the programs are %s\n", quote(name), words.List(Names()))}
	}
	ctx, cancel := context.WithTimeout(ctx, l.wall)
	defer cancel()
	s := &session{src: src, name: name, program: p, limits: l}
	s.out.limit, s.err.limit = l.output, l.output-notesSize
	s.run(ctx, args)
	return s.output(ctx)
}

// shellToken returns the first argument that only a shell would understand, such as | or 2>&1, or
// "". Taken as a name or pattern, it would silently change the meaning of the command. The first
// argument and the argument after a flag are not checked, because patterns may contain any text.
func shellToken(args []string) string {
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		_, program := table[next]
		switch {
		case i == 0 || strings.HasPrefix(args[i-1], "-"):
		case slices.Contains([]string{"2>/dev/null", "2>&1", "&&", "||", ">", ">>"}, a):
			return a
		case a == "|" && (program || slices.Contains([]string{"xargs", "awk", "sed", "cat", "tr", "less"}, next)):
			return a
		}
	}
	return ""
}

// run parses the arguments and runs the program of the session. A panic becomes an error message in
// its output; the output up to the panic is kept.
func (s *session) run(ctx context.Context, args []string) {
	defer func() {
		if v := recover(); v != nil {
			s.silent = false
			s.fail(2, "internal error: %.200v; try other arguments", v)
		}
	}()
	total := 0
	for _, a := range args {
		total += len(a) + 1
	}
	if total > maxArguments {
		s.fail(2, "the arguments are longer than %s", words.Bytes(maxArguments))
		return
	}
	if token := shellToken(args); token != "" {
		s.fail(2, "there is no shell here, so no pipes, redirections or command lists (%s); "+
			"run one program at a time, with flags that narrow its output", quote(token))
		return
	}
	if s.program.raw != nil {
		s.program.raw(ctx, s, args)
		return
	}
	work, operands, err := s.program.parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		s.print(s.program.usage(s.name))
	case err != nil:
		s.fail(2, "%v", err)
	default:
		work(ctx, s, operands)
	}
}

// output returns the output streams and status of the run. It adds notes on the limits that were reached, or on the end
// of ctx, to the error stream.
func (s *session) output(ctx context.Context) Output {
	s.out.end()
	s.err.end()
	var notes []string
	if s.out.full {
		notes = append(notes, fmt.Sprintf("the output is cut at %s; ask for less", words.Bytes(int64(s.limits.output))))
	}
	if s.err.full {
		notes = append(notes, "there are more messages")
	}
	switch {
	case s.ended != "":
		notes = append(notes, s.ended)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		notes = append(notes, fmt.Sprintf("stopped after %v: the output is incomplete; ask about a part of the target", s.limits.wall))
	case ctx.Err() != nil:
		notes = append(notes, "interrupted: the output is incomplete")
	}
	o := Output{Stdout: string(s.out.buf), Stderr: string(s.err.buf), Status: s.status, Cut: len(notes) > 0}
	if o.Status == 0 && (s.ended != "" || ctx.Err() != nil) {
		o.Status = max(s.program.trouble, 1)
	}
	for _, n := range notes {
		o.Stderr += s.name + ": " + n + "\n"
	}
	return o
}
