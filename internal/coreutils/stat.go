package coreutils

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"luminos"
)

var statProgram = program{
	summary:  "describes entries: kind, size, permissions, time (UTC); -c selects from %n %s %F %a %A %h %b %y %Y",
	operands: "FILE...", declare: declareStat, trouble: 1,
}

func declareStat(fs *pflag.FlagSet) runFunc {
	format := fs.StringP("format", "c", "", "FORMAT")
	return func(ctx context.Context, s *session, args []string) {
		shown := "  File: %N\n  Size: %s\tBlocks: %b\t%F\nAccess: (%a/%A)\tLinks: %h\nModify: %y"
		if *format != "" {
			shown = *format
		}
		s.forEach(ctx, args, s.stat, func(o operand) { s.print(statReplacer(o).Replace(shown) + "\n") })
	}
}

// statReplacer returns a replacer that fills the directives of a stat format, such as %s for the
// size, with the attributes of the entry o. Unknown directives stay as they are.
func statReplacer(o operand) *strings.Replacer {
	n := o.node
	known := n.Links > 0
	permissions := "?"
	if known {
		permissions = strconv.FormatInt(int64(n.Perm), 8)
	}
	name := o.name()
	if n.Kind == luminos.KindSymlink && n.Target != "" {
		name += " -> " + quote(n.Target)
	}
	return strings.NewReplacer("%%", "%", "%n", o.name(), "%N", name, "%s", orUnknown(n.Size >= 0, n.Size),
		"%F", kindName(n), "%a", permissions, "%A", modeString(n), "%h", orUnknown(known, n.Links),
		"%b", orUnknown(known, n.Allocated/512), "%y", timeString(n, longTime),
		"%Y", orUnknown(!n.ModTime.IsZero(), n.ModTime.Unix()))
}
