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
	summary:  "lists directories, a name on each line; -l adds permissions, links, bytes and time (UTC)",
	operands: "[FILE]...", declare: declareLS, trouble: 2,
}

type ls struct {
	all, almost, recursive, long, human, directory, bySize, byTime, reverse, slash bool

	sections int // printed
}

func declareLS(fs *pflag.FlagSet) runFunc {
	l := &ls{}
	switches(fs, "all/a almost-all/A recursive/R l human-readable/h directory/d S t reverse/r p 1", &l.all, &l.almost,
		&l.recursive, &l.long, &l.human, &l.directory, &l.bySize, &l.byTime, &l.reverse, &l.slash, new(bool)) // -1 is the only layout
	return l.run
}

func (l *ls) run(ctx context.Context, s *session, args []string) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var files, dirs []operand
	s.forEach(ctx, args, s.stat, func(o operand) {
		if o.node.Kind == luminos.KindDir && !l.directory {
			dirs = append(dirs, o)
		} else {
			files = append(files, o)
		}
	})
	l.sort(files)
	l.sort(dirs)
	if len(files) > 0 {
		l.print(ctx, s, files)
		l.sections++
	}
	for _, d := range dirs {
		l.dir(ctx, s, d, len(args) > 1 || l.recursive)
	}
}

// sort sorts the entries of list by name, time or size, as the flags of ls select.
func (l *ls) sort(list []operand) {
	slices.SortStableFunc(list, func(a, b operand) int {
		c := cmp.Compare(luminos.Path(a.text).OS(), luminos.Path(b.text).OS())
		switch {
		case l.byTime:
			c = cmp.Or(b.node.ModTime.Compare(a.node.ModTime), c)
		case l.bySize:
			c = cmp.Or(cmp.Compare(b.node.Size, a.node.Size), c)
		}
		return reversed(c, l.reverse)
	})
}

// dir prints the entries of one directory and, with -R, of the directories below it.
func (l *ls) dir(ctx context.Context, s *session, d operand, header bool) {
	if s.stopped(ctx) {
		return
	}
	before := s.status
	children, ok := s.list(ctx, d)
	if !ok && s.status > before && l.sections > 0 {
		s.status = max(before, 1) // as GNU ls: only an unreadable operand is serious
	}
	if header {
		s.print(strings.Repeat("\n", b2i(l.sections > 0)) + d.name() + ":\n")
	}
	l.sections++
	children = slices.DeleteFunc(children, func(o operand) bool {
		return !l.all && !l.almost && strings.HasPrefix(o.node.Path.Base(), ".")
	})
	l.sort(children)
	entries := slices.Clone(children)
	for i, o := range entries {
		entries[i].text = o.text[strings.LastIndexByte(o.text, '/')+1:]
	}
	if l.all && ok {
		parent := luminos.Node{Path: "..", Kind: luminos.KindDir, Size: -1} // may lie outside the target
		entries = append(entries, operand{text: ".", node: d.node}, operand{text: "..", node: parent})
		l.sort(entries)
	}
	l.print(ctx, s, entries)
	for _, o := range children {
		if l.recursive && o.node.Kind == luminos.KindDir {
			l.dir(ctx, s, o, true)
		}
	}
}

// print prints the entries, each on its own line. With -l it adds their attributes in aligned
// columns.
func (l *ls) print(ctx context.Context, s *session, entries []operand) {
	links, sizes := 1, 1
	for _, o := range entries {
		links = max(links, len(orUnknown(o.node.Links > 0, o.node.Links)))
		sizes = max(sizes, len(l.size(o.node)))
	}
	for _, o := range entries {
		if s.stopped(ctx) {
			return
		}
		text := o.name()
		if l.slash && o.node.Kind == luminos.KindDir {
			text += "/"
		}
		if l.long {
			n := s.withTarget(ctx, o.node)
			text = fmt.Sprintf("%s %*s %*s %-16s %s", modeString(n), links, orUnknown(n.Links > 0, n.Links),
				sizes, l.size(n), timeString(n, shortTime), text)
			if n.Kind == luminos.KindSymlink && n.Target != "" {
				text += " -> " + quote(n.Target)
			}
		}
		s.print(text + "\n")
	}
}

func (l *ls) size(n luminos.Node) string {
	if l.human && n.Size >= 0 {
		return humanSize(n.Size)
	}
	return orUnknown(n.Size >= 0, n.Size)
}
