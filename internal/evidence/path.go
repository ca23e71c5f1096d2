package evidence

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"luminos"
)

const (
	// textLimit is the number of bytes at the beginning of a text that can be cited.
	textLimit = 8 << 20
	// digestLimit is the size of the largest file whose digest is checked, in bytes.
	digestLimit = 256 << 20
)

// pathReader reads the description, the text, the digest and the measures of one path of a source, each at most once.
// It is not safe for concurrent use.
type pathReader struct {
	src      luminos.Source
	measurer Measurer
	counter  Counter
	path     luminos.Path

	node     once[luminos.Node]
	content  once[*text]
	sum      once[string]
	measures map[luminos.Measure]*once[measured]
}

// once stores the result and the error of the first function that its method get calls.
type once[T any] struct {
	done  bool
	value T
	err   error
}

func (o *once[T]) get(f func() (T, error)) (T, error) {
	if !o.done {
		o.done = true
		o.value, o.err = f()
	}
	return o.value, o.err
}

// stat returns the description of the path without following a link. It returns an error if [inside] rejects the path.
func (r *pathReader) stat(ctx context.Context) (luminos.Node, error) {
	return r.node.get(func() (luminos.Node, error) {
		if !inside(r.path) {
			return luminos.Node{}, unverifiable("the path does not lie inside the target")
		}
		return r.src.Stat(ctx, r.path)
	})
}

// inside reports whether p can be a path in the target: clean, relative, in its canonical spelling, and without "..".
func inside(p luminos.Path) bool {
	name := p.OS()
	return filepath.IsLocal(name) && path.Clean(name) == name && luminos.PathFromOS(name) == p && !strings.Contains(name, "\x00")
}

// text holds the lines at the beginning of a text file, and the citations that were computed from them.
type text struct {
	luminos.Text
	lines []string
	cited map[luminos.LineRange]citation
	// strings holds for each line whether it is in a documentation string; nil until it is needed.
	strings []bool
}

// citation holds the text of a range of lines with folded white space, and the digest of the lines.
type citation struct{ folded, digest string }

func (r *pathReader) text(ctx context.Context) (*text, error) {
	return r.content.get(func() (*text, error) {
		t, err := r.src.Text(ctx, r.path, textLimit)
		if err != nil {
			return nil, err
		}
		return &text{Text: t, lines: t.Lines(), cited: map[luminos.LineRange]citation{}}, nil
	})
}

// cite returns the text of the lines r, with white space folded, and the digest of the unfolded lines. It caches the
// result, since many claims can cite one long line.
func (t *text) cite(r luminos.LineRange) citation {
	c, ok := t.cited[r]
	if !ok {
		lines := t.lines[r.First-1 : r.Last]
		c = citation{folded: luminos.Fold(strings.Join(lines, " ")), digest: luminos.DigestLines(lines)}
		t.cited[r] = c
	}
	return c
}

// digest returns the hexadecimal SHA-256 of the whole file, whose size is given. It returns an error if the file is too
// large.
func (r *pathReader) digest(ctx context.Context, size int64) (string, error) {
	return r.sum.get(func() (string, error) {
		if size > digestLimit {
			return "", unverifiable("the file is too large for a digest: it has %d bytes, and at most %d MiB are read", size, digestLimit>>20)
		}
		sum, err := r.src.Digest(ctx, r.path, digestLimit)
		return sum.String(), err
	})
}
