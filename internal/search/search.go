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

	Missed
	Long int // lines of which only the first LongLine bytes were searched
	Left int // files after the end of a search that found ended; 0 if they were not counted
}

// Missed counts the entries that a search did not read, or not whole.
type Missed struct {
	Ignored, Binary, Large, Unread, Links int
	Closed                                int // documents without a text, such as scans, or that were not read whole
	Described                             int // files without a text of their own, whose description was searched
	Beyond                                int // entries beyond the first DirectoryMost of a directory
}

// Below passes the lines with a match in the text files below a directory to found, by path. If the source reads
// documents as their text, their lines are searched, too. The node is the directory,
// or one file, which is searched even if it is ignored. An error of found ends the search and is returned after
// the files that are left were counted; ErrTotal and
// the cause of the end of ctx are the other ones, besides an error for a directory that cannot be listed.
func Below(ctx context.Context, src luminos.Source, n luminos.Node, m Matcher, found func(Match) error) (Searched, error) {
	s := searcher{src: src, matcher: m, found: found}
	err := func() error {
		if n.Kind == luminos.KindFile {
			return s.file(ctx, n)
		}
		return walk(ctx, src, n.Path, &s)
	}()
	if s.ended != nil {
		if err != nil { // the rest could not be counted
			s.Left = 0
		}
		err = s.ended
	}
	return s.Searched, err
}

// searcher is the state of one search.
type searcher struct {
	src     luminos.Source
	matcher Matcher
	found   func(Match) error
	ended   error // of found; files after it are counted only
	Searched
}

// skip implements visitor: it counts a skipped entry by the reason.
func (s *searcher) skip(_ luminos.Node, why reason) {
	if s.ended != nil {
		return
	}
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
	if s.ended != nil {
		s.Left++
		return nil
	}
	s.Last = n.Path
	b, err := s.src.Read(ctx, n.Path, 0, content.EncodingHead)
	if err != nil || content.Extracted(n.Path, b) {
		if read, err := s.document(ctx, n); read || err != nil {
			return err
		}
	}
	if err != nil {
		return s.failed(ctx)
	}
	enc := content.EncodingOf(b)
	switch {
	case enc == content.Binary:
		s.Binary++
		return nil
	case n.Size > FileMost:
		s.Large++
		return nil
	case s.Bytes+n.Size > total:
		return ErrTotal
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

// document searches the text that a reader extracts from a file. read is false if the file has no such text: it is
// text, or no reader knows it.
func (s *searcher) document(ctx context.Context, n luminos.Node) (read bool, err error) {
	text, err := s.src.Text(ctx, n.Path, FileMost)
	switch {
	case ctx.Err() != nil:
		return true, ctx.Err()
	case errors.Is(err, luminos.ErrNotText), err == nil && text.From == nil:
		return false, nil
	case err != nil:
		return true, s.failed(ctx)
	case s.Bytes+int64(len(text.Content)) > total:
		return true, ErrTotal
	}
	switch x := text.From; {
	case x.State != "" && x.State != luminos.ExtractEmpty || text.Cut:
		s.Closed++
	case len(x.Parts) == 0:
		s.Described++
	case len(x.Limits) > 0:
		s.Closed++
	}
	s.Bytes += int64(len(text.Content))
	s.Files++
	return true, s.lines(ctx, n.Path, []byte(text.Content), content.UTF8BOM)
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
		if s.ended = s.found(Match{p, number, l, at, end}); s.ended != nil {
			return nil
		}
	}
	return nil
}
