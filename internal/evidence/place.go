package evidence

import (
	"context"
	"path"
	"strings"

	"luminos"
)

const (
	// textLimit is how much of a text is read: nothing may be cited beyond it.
	textLimit = 8 << 20
	// digestLimit is the largest file that is read whole for its digest.
	digestLimit = 256 << 20
)

// place is one path, and what is known of it so far. It is asked by one
// goroutine, and asks the source each thing once.
type place struct {
	src  luminos.Source
	path luminos.Path

	node     once[luminos.Node]
	content  once[*text]
	sum      once[string]
	measures map[luminos.Measure]*once[string]
}

// once remembers the first answer to a question, an error too.
type once[T any] struct {
	asked bool
	value T
	err   error
}

func (o *once[T]) ask(f func() (T, error)) (T, error) {
	if !o.asked {
		o.asked = true
		o.value, o.err = f()
	}
	return o.value, o.err
}

// stat describes the place without following a link. Whatever a claim says,
// the source is only asked for paths that lie inside the target.
func (pl *place) stat(ctx context.Context) (luminos.Node, error) {
	return pl.node.ask(func() (luminos.Node, error) {
		if !inside(pl.path) {
			return luminos.Node{}, unverifiable("it is no path inside the target")
		}
		return pl.src.Stat(ctx, pl.path)
	})
}

// inside reports whether p can be the path of something in the target: clean,
// relative, in its one spelling, and without a step upwards.
func inside(p luminos.Path) bool {
	name := p.OS()
	return name != "" && luminos.PathFromOS(name) == p && path.Clean(name) == name &&
		name != ".." && !strings.HasPrefix(name, "../") && !strings.HasPrefix(name, "/") && !strings.Contains(name, "\x00")
}

// text is the beginning of a text file, split, with what was cited from it.
type text struct {
	lines        []string
	cut, unended bool
	cited        map[luminos.LineRange]citation
}

type citation struct{ folded, digest string }

func (pl *place) text(ctx context.Context) (*text, error) {
	return pl.content.ask(func() (*text, error) {
		t, err := pl.src.Text(ctx, pl.path, textLimit)
		if err != nil {
			return nil, err
		}
		return &text{
			lines: t.Lines(), cut: t.Cut, unended: !strings.HasSuffix(t.Content, "\n"),
			cited: map[luminos.LineRange]citation{},
		}, nil
	})
}

// cite is remembered: many claims can cite one line, and a line can be 8 MiB.
func (t *text) cite(r luminos.LineRange) citation {
	c, ok := t.cited[r]
	if !ok {
		lines := t.lines[r.First-1 : r.Last]
		c = citation{folded: luminos.Fold(strings.Join(lines, " ")), digest: luminos.DigestLines(lines)}
		t.cited[r] = c
	}
	return c
}

// digest is the SHA-256 of all bytes of the file.
func (pl *place) digest(ctx context.Context, size int64) (string, error) {
	return pl.sum.ask(func() (string, error) {
		if size > digestLimit {
			return "", unverifiable("at %d bytes it is too large to be read whole", size)
		}
		sum, err := pl.src.Digest(ctx, pl.path, digestLimit)
		return sum.String(), err
	})
}
