// Package search finds text in the lines of the files below a directory. It skips the files that the ignore rules of
// the target leave out.
package search

import (
	"context"
	"errors"
	"strings"

	"luminos"
	"luminos/internal/content"
)

const (
	// FileMost is the size of the largest file that is searched, in bytes.
	FileMost = 16 << 20
	// total is the number of bytes that one search reads.
	total = 512 << 20
)

// ErrTotal ends a search that has read 512 MiB.
var ErrTotal = errors.New("the files are too large to be searched at once")

// Match is a line in which the pattern was found. At and End are the first bytes of the match and after it.
type Match struct {
	Path    luminos.Path
	Number  int // of the line, from 1
	Line    string
	At, End int
}

// Searched counts the work of a search, and the entries that it did not read, or not whole.
type Searched struct {
	Files int
	Bytes int64
	Last  luminos.Path // the latest file that was opened

	Ignored, Binary, Large, Unread, Links int
	Beyond                                int // entries beyond the first DirectoryMost of a directory
	Long                                  int // lines of which only the first LongLine bytes were searched
}

// Below passes the lines with a match in the text files below a directory to found, by path. The node is the directory,
// or one file, which is searched even if it is ignored. An error of found ends the search and is returned; ErrTotal and
// the cause of the end of ctx are the other ones, besides an error for a directory that cannot be listed.
func Below(ctx context.Context, src luminos.Source, n luminos.Node, m Matcher, found func(Match) error) (Searched, error) {
	s := searcher{src: src, matcher: m, found: found}
	err := func() error {
		if n.Kind == luminos.KindFile {
			return s.file(ctx, n)
		}
		return walk(ctx, src, n.Path, &s)
	}()
	return s.Searched, err
}

// searcher is the state of one search.
type searcher struct {
	src     luminos.Source
	matcher Matcher
	found   func(Match) error
	Searched
}

// skip implements visitor: it counts a skipped entry by the reason.
func (s *searcher) skip(_ luminos.Node, why reason) {
	switch why {
	case isIgnored:
		s.Ignored++
	case isUnreadable:
		s.Unread++
	case isSpecial:
		s.Links++
	case isBeyond:
		s.Beyond++
	}
}

// file implements visitor: it searches one file.
func (s *searcher) file(ctx context.Context, n luminos.Node) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if n.Size > FileMost {
		s.Large++
		return nil
	}
	if s.Bytes+n.Size > total {
		return ErrTotal
	}
	s.Last = n.Path
	b, err := s.src.Read(ctx, n.Path, 0, content.EncodingHead)
	if err != nil {
		return s.failed(ctx)
	}
	enc := content.EncodingOf(b)
	if enc == content.Binary {
		s.Binary++
		return nil
	}
	if len(b) == content.EncodingHead {
		rest, err := s.src.Read(ctx, n.Path, int64(len(b)), FileMost)
		if err != nil {
			return s.failed(ctx)
		}
		b = append(b, rest...)
	}
	s.Bytes += int64(len(b))
	s.Files++
	return s.lines(ctx, n.Path, b, enc)
}

// failed counts a file that the search could not read. It returns an error only if ctx ended.
func (s *searcher) failed(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.Unread++
	return nil
}

// lines searches the lines of a file whose content is b.
func (s *searcher) lines(ctx context.Context, p luminos.Path, b []byte, enc content.Encoding) error {
	if s.matcher.never(b, enc) {
		return nil
	}
	text, number, since := content.Decode(b, enc), 0, 0
	for l := range strings.Lines(text) {
		number++
		if since += len(l); since > 1<<10 { // an expression may take tens of milliseconds for a kilobyte
			if since = 0; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		l = strings.TrimSuffix(l, "\n")
		at, end, cut := s.matcher.find(l)
		if cut {
			s.Long++
		}
		if at < 0 {
			continue
		}
		if err := s.found(Match{p, number, l, at, end}); err != nil {
			return err
		}
	}
	return nil
}
