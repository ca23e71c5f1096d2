package coreutils

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"luminos"
)

var statProgram = program{
	does:     "describes entries: kind, size, permissions, time (UTC); with -c by a format of %n %N %s %b %B %F %f %a %A %h %y %Y",
	operands: "FILE...", declare: declareStat, trouble: 1,
	refused: map[string]string{"L": follows, "dereference": follows, "f": "file systems are not described here", "file-system": "file systems are not described here"},
}

func declareStat(fs *pflag.FlagSet) run {
	format, printf := fs.StringP("format", "c", "", "FORMAT"), fs.String("printf", "", "FORMAT")
	return func(ctx context.Context, s *session, args []string) {
		if !s.needs(args) {
			return
		}
		for _, arg := range args {
			if s.over(ctx) {
				return
			}
			o, ok := s.look(ctx, arg)
			switch {
			case !ok:
				continue
			case fs.Changed("format"):
				s.describe(o, *format+"\n", false)
			case fs.Changed("printf"):
				s.describe(o, *printf, true)
			default:
				s.describe(o, "  File: %N\n  Size: %s\tBlocks: %b\t%F\nAccess: (%a/%A)\tLinks: %h\nModify: %y\n", false)
			}
		}
	}
}

// describe prints an entry by a format. Unknown directives are told once each.
func (s *session) describe(o operand, format string, escapes bool) {
	for format != "" {
		before, after, found := strings.Cut(format, "%")
		if escapes {
			before = unescape(before)
		}
		s.print(before)
		if !found {
			return
		}
		flags := len(after) - len(strings.TrimLeft(after, "0123456789#-+ ."))
		if flags == len(after) {
			s.print("%" + after)
			return
		}
		width, _ := strconv.Atoi(strings.TrimLeft(after[:flags], "#+ 0"))
		text, ok := directive(o, after[flags])
		if !ok {
			s.fail(1, "no directive %%%s here; known: %%n %%N %%s %%b %%B %%F %%f %%a %%A %%h %%y %%Y", show(after[flags:flags+1]))
		}
		s.printf("%*s", max(min(width, 1000), -1000), text)
		format = after[flags+1:]
	}
}

// directive is what one directive of stat stands for.
func directive(o operand, c byte) (string, bool) {
	n := o.node
	known := n.Links > 0
	switch c {
	case 'n':
		return o.name(), true
	case 'N':
		return quotedName(o), true
	case 's':
		return orUnknown(n.Size >= 0, n.Size), true
	case 'b':
		return orUnknown(known, n.Allocated/512), true
	case 'B':
		return "512", true
	case 'F':
		return kindOf(n), true
	case 'f':
		return modeNumber(n), true
	case 'a':
		if !known {
			return "?", true
		}
		return strconv.FormatInt(int64(n.Perm), 8), true
	case 'A':
		return modeOf(n), true
	case 'h':
		return orUnknown(known, n.Links), true
	case 'y':
		if n.ModTime.IsZero() {
			return "?", true
		}
		return n.ModTime.In(time.UTC).Format(fullTime), true
	case 'Y':
		return orUnknown(!n.ModTime.IsZero(), n.ModTime.Unix()), true
	case '%':
		return "%", true
	}
	return "?", false
}

// modeNumber is kind and permissions as a hexadecimal number.
func modeNumber(n luminos.Node) string {
	kind := map[byte]int64{'f': 0o100000, 'd': 0o040000, 'l': 0o120000, 'p': 0o010000, 's': 0o140000}[letterOf(n.Kind)]
	if n.Links == 0 || kind == 0 {
		return "?"
	}
	return strconv.FormatInt(kind|int64(n.Perm), 16)
}

// quotedName is a name in quotes, with what a link leads to.
func quotedName(o operand) string {
	quoted := func(name string) string {
		if shown := show(name); shown != name {
			return shown
		}
		return "'" + name + "'"
	}
	if o.node.Kind == luminos.KindSymlink && o.node.Target != "" {
		return quoted(o.shown) + " -> " + quoted(o.node.Target)
	}
	return quoted(o.shown)
}
