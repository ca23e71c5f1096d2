package coreutils

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"luminos"
)

var lsProgram = program{
	does:     "lists directories, a name on each line; -l adds permissions, links, bytes and time (UTC)",
	operands: "[FILE]...", declare: declareLS, trouble: 2,
	refused: map[string]string{"L": follows, "dereference": follows, "H": follows, "dereference-command-line": follows},
}

type ls struct {
	all, almost, recursive, long, human, directory, bySize, byTime, reverse, classify, slash *bool

	sections int // printed so far
	headed   bool
}

func declareLS(fs *pflag.FlagSet) run {
	l := &ls{
		all: fs.BoolP("all", "a", false, ""), almost: fs.BoolP("almost-all", "A", false, ""), recursive: fs.BoolP("recursive", "R", false, ""),
		long: letter(fs, "l"), human: fs.BoolP("human-readable", "h", false, ""), directory: fs.BoolP("directory", "d", false, ""),
		bySize: letter(fs, "S"), byTime: letter(fs, "t"), reverse: fs.BoolP("reverse", "r", false, ""),
		classify: fs.BoolP("classify", "F", false, ""), slash: letter(fs, "p"),
	}
	letter(fs, "1") // is always so
	return l.run
}

func (l *ls) run(ctx context.Context, s *session, args []string) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var files, dirs []operand
	for _, arg := range args {
		if s.over(ctx) {
			return
		}
		o, ok := s.look(ctx, arg)
		switch {
		case !ok:
		case o.node.Kind == luminos.KindDir && !*l.directory:
			dirs = append(dirs, o)
		default:
			files = append(files, o)
		}
	}
	l.sort(files, shown)
	l.sort(dirs, shown)
	if len(files) > 0 {
		l.print(ctx, s, files, shown)
		l.sections++
	}
	l.headed = len(args) > 1 || *l.recursive
	for _, d := range dirs {
		l.dir(ctx, s, d)
	}
}

func shown(o operand) string { return o.shown }

// sort sorts entries as the flags say.
func (l *ls) sort(list []operand, name func(operand) string) {
	slices.SortStableFunc(list, func(a, b operand) int {
		c := cmp.Compare(luminos.Path(name(a)).OS(), luminos.Path(name(b)).OS())
		switch {
		case *l.byTime:
			c = cmp.Or(b.node.ModTime.Compare(a.node.ModTime), c)
		case *l.bySize:
			c = cmp.Or(cmp.Compare(b.node.Size, a.node.Size), c)
		}
		if *l.reverse {
			return -c
		}
		return c
	})
}

// dir lists one directory and, with -R, those in it.
func (l *ls) dir(ctx context.Context, s *session, d operand) {
	if s.over(ctx) {
		return
	}
	before := s.status
	entries, ok := s.list(ctx, d)
	if !ok && s.status > before && l.sections > 0 && d.shown != "" {
		s.status = max(before, 1)
	}
	if l.headed {
		s.print(strings.Repeat("\n", b2i(l.sections > 0)) + d.name() + ":\n")
	}
	l.sections++
	entries = slices.DeleteFunc(entries, func(o operand) bool {
		return !*l.all && !*l.almost && strings.HasPrefix(o.node.Path.Base(), ".")
	})
	if *l.all && ok {
		// What is above the target is not known, and is never looked at.
		above := luminos.Node{Path: "..", Kind: luminos.KindDir, Size: -1}
		if d.node.Path != luminos.Root {
			if n, err := s.src.Stat(ctx, d.node.Path.Dir()); err == nil {
				above = n
			}
		}
		self := d.node
		entries = append([]operand{{".", self}, {"..", above}}, entries...)
	}
	name := func(o operand) string { return o.shown[strings.LastIndexByte(o.shown, '/')+1:] }
	l.sort(entries, name)
	l.print(ctx, s, entries, name)
	if !*l.recursive {
		return
	}
	for _, o := range entries {
		if o.node.Kind == luminos.KindDir && o.shown != "." && o.shown != ".." {
			l.dir(ctx, s, o)
		}
	}
}

// print prints entries, each on a line; with -l numbers are aligned.
func (l *ls) print(ctx context.Context, s *session, entries []operand, name func(operand) string) {
	if !*l.long {
		for _, o := range entries {
			if s.over(ctx) {
				return
			}
			s.print(show(name(o)) + l.mark(o.node) + "\n")
		}
		return
	}
	links, sizes := 1, 1
	for _, o := range entries {
		links = max(links, len(orUnknown(o.node.Links > 0, o.node.Links)))
		sizes = max(sizes, len(l.size(o.node)))
	}
	for _, o := range entries {
		if s.over(ctx) {
			return
		}
		n := s.link(ctx, o.node)
		when := "?"
		if !n.ModTime.IsZero() {
			when = n.ModTime.UTC().Format(shortTime)
		}
		line := fmt.Sprintf("%s %*s %*s %-16s %s%s", modeOf(n), links, orUnknown(n.Links > 0, n.Links), sizes, l.size(n), when, show(name(o)), l.mark(n))
		if n.Kind == luminos.KindSymlink && n.Target != "" {
			line = strings.TrimSuffix(line, "@") + " -> " + show(n.Target)
		}
		s.print(line + "\n")
	}
}

func (l *ls) size(n luminos.Node) string {
	if *l.human && n.Size >= 0 {
		return human(n.Size)
	}
	return orUnknown(n.Size >= 0, n.Size)
}

// mark is the sign after a name that tells its kind.
func (l *ls) mark(n luminos.Node) string {
	switch {
	case n.Kind == luminos.KindDir && (*l.classify || *l.slash):
		return "/"
	case !*l.classify:
		return ""
	case n.Kind == luminos.KindSymlink:
		return "@"
	case n.Kind == luminos.KindFIFO:
		return "|"
	case n.Kind == luminos.KindSocket:
		return "="
	case n.Kind == luminos.KindFile && n.Perm&0o111 != 0:
		return "*"
	}
	return ""
}
