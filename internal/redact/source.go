package redact

import (
	"bytes"
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"strings"

	"luminos"
)

// source is a [luminos.Source] without the secrets of the one that it wraps, which
// nothing gives back.
type source struct {
	inner luminos.Source
	found func(luminos.Path, []Secret)
	kept  *keptNames
	clean *cleanTexts
}

// NewSource returns src with its secrets masked: in texts, in pieces of files, in the
// targets of links, in outlines and in tables. A secret across the end of a piece is
// masked as well. Digests are the digests of src.
//
// found, if it is not nil, is called with the secrets of each text and of each piece that
// begins within the first 128 KiB of a file, again each time they are read. The result
// is safe for concurrent use if src and found are.
func NewSource(src luminos.Source, found func(luminos.Path, []Secret)) luminos.Source {
	return source{src, found, &keptNames{}, &cleanTexts{seed: maphash.MakeSeed()}}
}

// margin is the number of bytes that are read before and behind a piece to judge it,
// at least: more than the longest private key in PEM.
const margin = 64 << 10

// Stat implements [luminos.Source]; it masks secrets in the target of a link.
func (s source) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	real, err := s.real(ctx, p)
	if err != nil {
		return luminos.Node{}, err
	}
	n, err := s.inner.Stat(ctx, real)
	if real != p {
		n.Path = p
	}
	n.Target = Target(n.Target)
	return n, failure(err, p, real)
}

// List implements [luminos.Source]; it masks secrets in the targets of links.
func (s source) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	real, err := s.real(ctx, dir)
	if err != nil {
		return nil, err
	}
	nodes, err := s.inner.List(ctx, real)
	s.kept.forget(real)
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Path.Base()
	}
	for i, name := range Names(names) {
		nodes[i].Target = Target(nodes[i].Target)
		if real != dir || name != names[i] {
			nodes[i].Path = join(dir, name)
		}
	}
	slices.SortStableFunc(nodes, func(a, b luminos.Node) int { return cmp.Compare(a.Path, b.Path) })
	return nodes, failure(err, dir, real)
}

// Digest implements [luminos.Source]; it returns the digest of the unmasked file.
func (s source) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	real, err := s.real(ctx, p)
	if err != nil {
		return luminos.Digest{}, err
	}
	d, err := s.inner.Digest(ctx, real, limit)
	return d, failure(err, p, real)
}

// Text implements [luminos.Source]; it masks the secrets of the text, also a secret that the limit cuts.
func (s source) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	real, err := s.real(ctx, p)
	if err != nil {
		return luminos.Text{}, err
	}
	text, err := s.inner.Text(ctx, real, limit)
	if err != nil {
		return luminos.Text{}, failure(err, p, real)
	}
	if real != p {
		text.Path = p
	}
	whole := text.Content
	if text.Cut && !strings.HasSuffix(whole, "\n") { // cut within a line, and perhaps within a secret
		more, err := s.inner.Text(ctx, real, limit+margin)
		if err != nil {
			return luminos.Text{}, failure(err, p, real)
		}
		if strings.HasPrefix(more.Content, whole) {
			whole = more.Content
		}
	}
	text.Content = s.hide(p, whole)[:len(text.Content)]
	return text, nil
}

// hide returns text with its secrets masked, and reports them to s.found under the path p. The
// text is the beginning of that file.
func (s source) hide(p luminos.Path, text string) string {
	return s.clean.hide(p, text, func() string {
		if bare, ok := wholeSecret(p, text); ok {
			if s.found != nil {
				s.found(p, []Secret{{Kind: "secret-file", Line: 1, Last: 1}})
			}
			return bare
		}
		if s.found == nil {
			return namedFile(p, hide(text, nil), nil)
		}
		masked, found := Text(text)
		if masked = namedFile(p, masked, &found); len(found) > 0 {
			s.found(p, found)
		}
		return masked
	})
}

// Read implements [luminos.Source]; it masks secrets in the bytes, also a secret across an end of the range.
func (s source) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	real, err := s.real(ctx, p)
	if err != nil {
		return nil, err
	}
	if n <= 0 || offset < 0 {
		b, err := s.inner.Read(ctx, real, offset, n)
		return b, failure(err, p, real)
	}
	// A long line is judged in parts that begin at multiples of less than margin. A
	// piece is read from such a multiple of the file, so that it has the same parts.
	from := max(0, offset-margin) / margin * margin
	before := int(offset - from)
	b, err := s.inner.Read(ctx, real, from, before+n+margin)
	if err != nil || len(b) <= before {
		return nil, failure(err, p, real)
	}
	if from > 0 {
		s.found = nil // line numbers of the piece differ from the file
	}
	if bytes.IndexByte(b, 0) >= 0 {
		b = s.hideWide(p, b)
	} else {
		head := ""
		if from > 0 {
			head = s.head(ctx, real, from)
		}
		b = []byte(s.hide(p, head+string(b)))[len(head):]
	}
	return b[before:min(before+n, len(b))], nil
}

// head returns the text to put before the piece of a file at the offset from, so that the secrets of the piece are
// found: the first line of the file if it is the header of a table with secret columns, or the beginning of a
// statement of SQL; else "".
func (s source) head(ctx context.Context, real luminos.Path, from int64) string {
	b, _ := s.inner.Read(ctx, real, 0, maxBare)
	line, _, ok := strings.Cut(string(b), "\n")
	sign := delimiter(line)
	if ok && sign != 0 && newFinder(line).columns(0, cellsOf(line, sign), sign) != nil {
		return line + "\n"
	}
	if real.Ext() != ".sql" && real.Ext() != ".dump" {
		return ""
	}
	start := max(0, from-maxStatement+maxTable)
	b, _ = s.inner.Read(ctx, real, start, int(from-start))
	return openStatement(string(b))
}

// hideWide masks the secrets of bytes with NULs among them: UTF-16 of either byte order, or ASCII between other bytes.
// All three readings are tried, and the masks of all are applied.
func (s source) hideWide(p luminos.Path, b []byte) []byte {
	out := bytes.Clone(b)
	narrow := make([]byte, len(b))
	for i, c := range b {
		if narrow[i] = c; c < ' ' && c != '\t' && c != '\r' {
			narrow[i] = '\n' // text ends there
		}
	}
	masked := hide(string(narrow), nil) // line numbers of narrow differ from the file
	for i := range narrow {
		if masked[i] != narrow[i] {
			out[i] = masked[i]
		}
	}
	for low := range 2 { // the position of an ASCII character in its pair of bytes; the other byte is 0
		narrow = make([]byte, len(b)/2)
		for i := range narrow {
			if narrow[i] = b[2*i+low]; b[2*i+1-low] != 0 {
				narrow[i] = 0xFF
			}
		}
		masked := s.hide(p, string(narrow))
		for i := range narrow {
			if masked[i] != narrow[i] {
				out[2*i+low] = masked[i]
			}
		}
	}
	return out
}
