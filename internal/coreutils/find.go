package coreutils

import (
	"context"
	"math"
	"strings"

	"luminos"
)

var findProgram = program{
	summary:  "lists entries, hidden and ignored ones too, for which an expression is true",
	operands: "[FILE]... [EXPRESSION]", raw: runFind, trouble: 1,
	flags: "-maxdepth N, -mindepth N, -name GLOB, -iname GLOB, -path GLOB, -ipath GLOB, -type [fdlpsc], -size N[cwbkMG], " +
		"-empty, -mtime N, -mmin N, -newer FILE, -print, ! or -not, -a or -and, -o or -or, ( )",
}

// visit is an entry that find visits, with its depth below the start.
type visit struct {
	operand
	depth int
}

// base returns the last element of the entry's name; the base of "." is ".".
func (v visit) base() string {
	trimmed := strings.TrimRight(v.text, "/")
	return trimmed[strings.LastIndexByte(trimmed, '/')+1:]
}

// find is a parsed expression with the range of depths.
type find struct {
	s                  *session
	matches            predicate
	minDepth, maxDepth int
}

func runFind(ctx context.Context, s *session, args []string) {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-help") {
		s.print(s.program.usage("find"))
		return
	}
	for len(args) > 0 && (args[0] == "-P" || args[0] == "--") {
		args = args[1:]
	}
	n := 0
	for n < len(args) && !startsExpression(args[n]) {
		n++
	}
	starts := args[:n]
	if len(starts) == 0 {
		starts = []string{"."}
	}
	f := &find{s: s, maxDepth: math.MaxInt}
	p := &findParser{ctx: ctx, f: f, rest: args[n:]}
	var err error
	if f.matches, err = p.parse(); err != nil {
		s.fail(1, "%v", err)
		return
	}
	s.forEach(ctx, starts, s.stat, func(o operand) { f.walk(ctx, visit{o, 0}) })
}

func startsExpression(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' || arg == "(" || arg == ")" || arg == "!"
}

// walk prints the entry v if it is at least at the minimum depth and matches the expression of find, and then visits
// the entries below it, down to the maximum depth.
func (f *find) walk(ctx context.Context, v visit) {
	if f.s.stopped(ctx) {
		return
	}
	if v.depth >= f.minDepth && f.matches(ctx, v) {
		f.s.print(v.name() + "\n")
	}
	if v.node.Kind != luminos.KindDir || v.depth >= f.maxDepth {
		return
	}
	entries, _ := f.s.list(ctx, v.operand)
	for _, o := range entries {
		f.walk(ctx, visit{o, v.depth + 1})
	}
}
