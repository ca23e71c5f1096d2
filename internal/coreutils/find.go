package coreutils

import (
	"context"
	"strings"

	"luminos"
)

var findProgram = program{
	does:     "lists entries, hidden and ignored ones too, that an expression is true of",
	operands: "[FILE]... [EXPRESSION]", raw: runFind, trouble: 1,
	flags: "-maxdepth N, -mindepth N, -name GLOB, -iname GLOB, -path GLOB, -ipath GLOB, -type [fdlpsc], -size N[cwbkMG], -empty, " +
		"-mtime N, -mmin N, -newer FILE, -links N, -perm MODE, -prune, -true, -false, -print, -ls, -printf FORMAT " +
		"(%p %P %f %h %s %d %y %l %m %M %n %t %T@), ! or -not, -a or -and, -o or -or, ( )",
	refused: map[string]string{
		"exec": executes, "execdir": executes, "ok": executes, "okdir": executes, "delete": writes, "fprint": writes, "fprint0": writes,
		"fprintf": writes, "fls": writes, "files0-from": listed, "L": follows, "H": follows, "follow": follows,
		"print0": "names end with a line end here, and those that hold one are quoted", "regex": "use -path or -name", "iregex": "use -ipath or -iname",
	},
}

// visit is one entry that find looks at.
type visit struct {
	operand
	start string // the operand below which it lies, as written
	depth int
}

// finder is a find whose expression has been read.
type finder struct {
	s           *session
	is          test
	least, most int
	acts        bool // the expression prints; else what it is true of is printed
	pruned      bool // what is in the entry that is visited is not
}

// test is a part of an expression.
type test func(ctx context.Context, v visit) bool

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
	starts, expression := args[:n], args[n:]
	if len(starts) == 0 {
		starts = []string{"."}
	}
	f := &finder{s: s, most: 1 << 30}
	p := &findParser{ctx: ctx, f: f, rest: expression}
	is, err := p.parse()
	if err != nil {
		s.fail(1, "%v", err)
		return
	}
	f.is = is
	for _, start := range starts {
		if s.over(ctx) {
			return
		}
		if o, ok := s.look(ctx, start); ok {
			f.walk(ctx, visit{o, start, 0})
		}
	}
}

func startsExpression(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' || arg == "(" || arg == ")" || arg == "!" || arg == ","
}

// walk visits an entry, and then what is in it.
func (f *finder) walk(ctx context.Context, v visit) {
	if f.s.over(ctx) {
		return
	}
	f.pruned = false
	if v.depth >= f.least && f.is(ctx, v) && !f.acts {
		f.s.print(v.name() + "\n")
	}
	if f.pruned || v.node.Kind != luminos.KindDir || v.depth >= f.most {
		return
	}
	entries, _ := f.s.list(ctx, v.operand)
	for _, o := range entries {
		f.walk(ctx, visit{o, v.start, v.depth + 1})
	}
}

// relative is the name of a visit below the operand that it was found under.
func (v visit) relative() string {
	return strings.TrimPrefix(strings.TrimPrefix(v.shown, v.start), "/")
}

// base is the last element of a name as find knows it: that of "." is ".".
func (v visit) base() string {
	trimmed := strings.TrimRight(v.shown, "/")
	return trimmed[strings.LastIndexByte(trimmed, '/')+1:]
}
