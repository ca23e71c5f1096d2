package coreutils

import (
	"context"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/words"
)

var duProgram = program{
	summary:  "sums the sizes of directories, in KiB on disk by default; ignored and hidden entries count",
	operands: "[FILE]...", declare: declareDU, trouble: 1,
}

type du struct {
	all, summarize, human, bytes, total bool
	maxDepth                            int
	// Reasons why GNU du prints other sums.
	linked  int  // files with several names
	unknown bool // the source does not know the allocated size
}

func declareDU(fs *pflag.FlagSet) runFunc {
	d := &du{}
	switches(fs, "all/a summarize/s human-readable/h bytes/b total/c", &d.all, &d.summarize, &d.human, &d.bytes, &d.total)
	fs.IntVarP(&d.maxDepth, "max-depth", "d", math.MaxInt, "NUM")
	switches(fs, "k", new(bool)) // the default unit
	return d.run
}

func (d *du) run(ctx context.Context, s *session, args []string) {
	if d.summarize {
		if d.all {
			s.fail(1, "-s excludes -a")
			return
		}
		d.maxDepth = 0
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	var total int64
	s.forEach(ctx, args, s.stat, func(o operand) { total += d.sum(ctx, s, o, 0) })
	if d.total && !s.stopped(ctx) {
		s.print(d.format(total) + "\ttotal\n")
	}
	if d.linked > 0 {
		s.fail(0, "%s with several names (hard links) counted once for each name", words.Plural(d.linked, "file"))
	}
	if d.unknown {
		s.fail(0, "disk usage is unknown here: sizes are apparent sizes")
	}
}

// sum returns the size of an entry with everything below it, in bytes. It prints the sizes that the
// flags of du select.
func (d *du) sum(ctx context.Context, s *session, o operand, depth int) int64 {
	size := d.size(o.node)
	if o.node.Kind == luminos.KindDir {
		entries, _ := s.list(ctx, o)
		for _, e := range entries {
			if ctx.Err() != nil || s.ended != "" && e.node.Kind == luminos.KindDir {
				continue
			}
			size += d.sum(ctx, s, e, depth+1)
		}
	}
	if (o.node.Kind == luminos.KindDir || d.all || depth == 0) && depth <= d.maxDepth && ctx.Err() == nil {
		s.print(d.format(size) + "\t" + o.name() + "\n")
	}
	return size
}

// size returns the bytes that one entry takes on disk. With -b, or if the source does not state
// them, it returns the apparent size, which is 0 except for files and links.
func (d *du) size(n luminos.Node) int64 {
	if n.Kind == luminos.KindFile && n.Links > 1 {
		d.linked++
	}
	if !d.bytes {
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

// format returns a size in bytes as text, in the unit that the flags of du select.
func (d *du) format(n int64) string {
	switch {
	case d.human:
		return humanSize(n)
	case d.bytes:
		return strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt((n+1023)/1024, 10)
}
