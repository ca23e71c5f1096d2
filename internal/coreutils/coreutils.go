// Package coreutils is the familiar read-only programs (wc, grep, find…) as small
// functions over a Source: nothing is executed, nothing is written.
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

// Output is what a program wrote and how it ended. Both streams are valid UTF-8
// without control characters other than line ends and tabs: whatever else a
// file or a name holds is shown as \x1b, \u202e and the like.
type Output struct {
	Stdout, Stderr string
	Status         int
	Cut            bool // a bound was met, and there is more than this; Stderr says which
}

// limits are the bounds of one run.
type limits struct {
	wall    time.Duration
	output  int   // bytes of each stream
	read    int64 // bytes of files
	visited int   // entries of directories
	held    int64 // bytes of lines that are sorted
	line    int   // bytes of one line
}

var usual = limits{wall: 10 * time.Second, output: 64 << 10, read: 256 << 20, visited: 100_000, held: 64 << 20, line: 16 << 20}

// maxArguments bounds the bytes of all arguments: what is compiled from them,
// patterns and expressions, grows with it.
const maxArguments = 64 << 10

// run is a program whose flags have been read.
type run func(ctx context.Context, s *session, operands []string)

// program is one row of the table.
type program struct {
	does     string
	operands string // in the synopsis
	// declare declares the flags and returns what runs once they are set.
	declare func(*pflag.FlagSet) run
	// raw is instead of declare for a program whose arguments are an expression.
	raw   run
	flags string // of a raw program
	// refused are flags of the real program that write, execute, follow links,
	// wait, or read names from elsewhere; and why they are refused.
	refused map[string]string
	trouble int // the status of an operand that cannot be read
}

// Why flags are refused.
const (
	writes   = "it writes, and nothing here writes or executes"
	executes = "it executes, and nothing here writes or executes"
	follows  = "it follows links, and links are described here, never followed"
	waits    = "it waits for changes; run the program again instead"
	listed   = "it reads its arguments from a file; give them as arguments"
)

var table = map[string]program{
	"wc": wcProgram, "head": headProgram, "tail": tailProgram, "grep": grepProgram, "sort": sortProgram, "uniq": uniqProgram,
	"cut": cutProgram, "file": fileProgram, "stat": statProgram, "du": duProgram, "find": findProgram, "ls": lsProgram, "sha256sum": sha256Program,
}

// Names lists the programs, sorted.
func Names() []string { return slices.Sorted(maps.Keys(table)) }

// Usage is one program's synopsis with the flags that it knows, for descriptions
// and messages; "" for a name that is none of [Names].
func Usage(name string) string {
	p, ok := table[name]
	if !ok {
		return ""
	}
	return p.usage(name)
}

func (p program) usage(name string) string {
	return fmt.Sprintf("%s [FLAG]... %s: %s\nFlags: %s\n", name, p.operands, p.does, p.known())
}

// Run runs a program on the target. Whatever the arguments are and whatever the
// target holds, it returns within bounds of time, of output and of what is read.
// It is safe for concurrent use if the source is.
func Run(ctx context.Context, src luminos.Source, name string, args []string) Output {
	return runWithin(ctx, src, usual, name, args)
}

func runWithin(ctx context.Context, src luminos.Source, l limits, name string, args []string) Output {
	p, ok := table[name]
	if !ok {
		return Output{Status: 127, Stderr: fmt.Sprintf("%s: no such program here, and nothing of the target is executed; there are %s\n", show(name), words.List(Names()))}
	}
	ctx, cancel := context.WithTimeout(ctx, l.wall)
	defer cancel()
	s := &session{src: src, name: name, program: p, now: time.Now(), limits: l, trouble: p.trouble}
	s.out.most, s.err.most = l.output, l.output-notesMax
	s.run(ctx, p, args)
	return s.output(ctx)
}

// shellToken is what among the arguments only a shell would understand: taken for a
// name or a pattern it would make the rest an answer to another question. A pattern
// of a search may be any of them, and stands first, or after a flag.
func shellToken(args []string) string {
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch _, program := table[next]; {
		case i == 0 || strings.HasPrefix(args[i-1], "-"):
		case a == "2>/dev/null" || a == "2>&1" || a == "&&" || a == "||" || a == ">" || a == ">>":
			return a
		case a == "|" && (program || next == "xargs" || next == "awk" || next == "sed" || next == "cat" || next == "tr" || next == "less"):
			return a
		}
	}
	return ""
}

// run reads the flags and runs the program. One that panics has a fault; what it
// wrote so far stands.
func (s *session) run(ctx context.Context, p program, args []string) {
	defer func() {
		if v := recover(); v != nil {
			s.silent = false
			s.fail(2, "internal error: %.200v; other arguments may fare better", v)
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
		s.fail(2, "%s is an argument like any other: there is no shell here, so no pipes, redirections or lists of commands; run one program at a time, with flags that narrow what it says", show(token))
		return
	}
	if p.raw != nil {
		p.raw(ctx, s, args)
		return
	}
	work, operands, err := p.parse(args)
	switch {
	case errors.Is(err, errHelp):
		s.print(p.usage(s.name))
	case err != nil:
		s.fail(2, "%v", err)
	default:
		work(ctx, s, operands)
	}
}

// output ends a run: it says which bounds were met.
func (s *session) output(ctx context.Context) Output {
	s.out.end()
	s.err.end()
	var notes []string
	if s.out.full {
		notes = append(notes, fmt.Sprintf("the output is cut at %s; ask for less of it", words.Bytes(int64(s.limits.output))))
	}
	if s.err.full {
		notes = append(notes, "there are more messages than these")
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
	if len(notes) > 0 && o.Status == 0 && (s.ended != "" || ctx.Err() != nil) {
		o.Status = max(s.trouble, 1)
	}
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&b, "%s: %s\n", s.name, n)
	}
	o.Stderr += b.String()
	return o
}
