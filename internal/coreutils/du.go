package coreutils

import (
	"context"
	"strconv"

	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/words"
)

var duProgram = program{
	does: "sums the sizes of directories, in KiB on disk unless told otherwise; ignored and hidden entries count", operands: "[FILE]...", declare: declareDU, trouble: 1,
	refused: map[string]string{"files0-from": listed, "X": listed, "exclude-from": listed, "L": follows, "dereference": follows, "D": follows, "dereference-args": follows, "H": follows},
}

type du struct {
	all, summarize, human, apparent, bytes, total *bool
	kilo, mega                                    *bool
	depth                                         *string
	most                                          int
	// What makes the sums other than those of the real program.
	linked  int  // files with several names
	unknown bool // what they take on disk
}

func declareDU(fs *pflag.FlagSet) run {
	d := &du{
		all: fs.BoolP("all", "a", false, ""), summarize: fs.BoolP("summarize", "s", false, ""), human: fs.BoolP("human-readable", "h", false, ""),
		apparent: fs.Bool("apparent-size", false, ""), bytes: fs.BoolP("bytes", "b", false, ""), total: fs.BoolP("total", "c", false, ""),
		kilo: letter(fs, "k"), mega: letter(fs, "m"), depth: fs.StringP("max-depth", "d", "", "NUM"),
	}
	return d.run
}

func (d *du) run(ctx context.Context, s *session, args []string) {
	d.most = 1 << 30
	if *d.depth != "" {
		n, err := strconv.Atoi(*d.depth)
		if err != nil || n < 0 {
			s.fail(1, "invalid maximum depth %s", show(*d.depth))
			return
		}
		d.most = n
	}
	switch {
	case *d.summarize && *d.all:
		s.fail(1, "cannot both summarize and show all entries")
		return
	case *d.summarize && *d.depth != "" && d.most != 0:
		s.fail(1, "summarizing conflicts with --max-depth=%d", d.most)
		return
	case *d.summarize:
		d.most = 0
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	var total int64
	for _, arg := range args {
		if s.over(ctx) {
			return
		}
		if o, ok := s.look(ctx, arg); ok {
			total += d.sum(ctx, s, o, 0)
		}
	}
	if *d.total && !s.over(ctx) {
		s.print(d.size(total) + "\ttotal\n")
	}
	if d.linked > 0 {
		s.fail(0, "%s with several names (hard links) counted once for each name", words.Plural(d.linked, "file"))
	}
	if d.unknown {
		s.fail(0, "what entries take on disk is not known here: sizes are apparent")
	}
}

// sum prints and returns the size of an entry with all that is in it.
func (d *du) sum(ctx context.Context, s *session, o operand, depth int) int64 {
	size := d.of(o.node)
	if o.node.Kind == luminos.KindDir {
		entries, _ := s.list(ctx, o)
		for _, e := range entries {
			if ctx.Err() != nil || s.ended != "" && e.node.Kind == luminos.KindDir {
				continue
			}
			size += d.sum(ctx, s, e, depth+1)
		}
	}
	if (o.node.Kind == luminos.KindDir || *d.all || depth == 0) && depth <= d.most && ctx.Err() == nil {
		s.print(d.size(size) + "\t" + o.name() + "\n")
	}
	return size
}

// of is what one entry takes: on disk, or apparently, which is 0 but for files and links.
func (d *du) of(n luminos.Node) int64 {
	if n.Kind == luminos.KindFile && n.Links > 1 {
		d.linked++
	}
	if !*d.apparent && !*d.bytes {
		if n.Links > 0 {
			return n.Allocated
		}
		d.unknown = d.unknown || n.Size >= 0
	}
	if n.Kind == luminos.KindFile || n.Kind == luminos.KindSymlink {
		return max(n.Size, 0)
	}
	return 0
}

// size writes a size in the unit that was asked for, rounded up.
func (d *du) size(n int64) string {
	unit := int64(1024)
	switch {
	case *d.human:
		return human(n)
	case *d.mega:
		unit = 1 << 20
	case *d.kilo:
	case *d.bytes:
		unit = 1
	}
	return strconv.FormatInt((n+unit-1)/unit, 10)
}
