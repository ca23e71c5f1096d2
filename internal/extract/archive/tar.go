package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"

	"luminos/internal/extract/file"
)

const tarBlock = 512 // bytes of a header

// isTar reports whether b begins with a header of tar, by its checksum: old archives have no signature.
func isTar(b []byte) bool {
	if len(b) < tarBlock {
		return false
	}
	stated, err := strconv.ParseInt(strings.Trim(string(b[148:156]), " \x00"), 8, 32)
	if err != nil {
		return false
	}
	// The sum has spaces in place of itself. Some old programs add the bytes as signed ones.
	unsigned, signed := int64(8*' '), int64(8*' ')
	for i, c := range b[:tarBlock] {
		if i < 148 || i >= 156 {
			unsigned += int64(c)
			signed += int64(int8(c))
		}
	}
	return stated == unsigned || stated == signed
}

// isBlankTar reports whether a file is a tar archive without entries, which holds only zeros.
func isBlankTar(f *file.File) bool { return f.Path.Ext() == ".tar" && isBlank(f.Head) }

func isBlank(b []byte) bool {
	return len(b) >= 2*tarBlock && len(bytes.Trim(b, "\x00")) == 0
}

func walkPlainTar(f *file.File, l *listing) error {
	l.x.Format = "tar archive"
	s := &skimmer{s: f.Reader()}
	s.r = bufio.NewReaderSize(s.s, 64<<10)
	return walkTar(s, l)
}

// skimmer is a buffered reader that can seek: small contents are skipped in the buffer, large ones in the file.
type skimmer struct {
	s  *io.SectionReader
	r  *bufio.Reader
	at int64
}

func (s *skimmer) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.at += int64(n)
	return n, err
}

// Seek implements [io.Seeker].
func (s *skimmer) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.s.Size()
	}
	if skip := offset - s.at; skip >= 0 && skip <= int64(s.r.Buffered()) {
		_, err := s.r.Discard(int(skip))
		s.at = offset
		return s.at, err
	}
	if _, err := s.s.Seek(offset, io.SeekStart); err != nil {
		return s.at, err
	}
	s.r.Reset(s.s)
	s.at = offset
	return s.at, nil
}

// walkTar passes the entries of a tar archive to the listing. If r is an [io.Seeker], contents are skipped unread.
func walkTar(r io.Reader, l *listing) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case h.Typeflag == tar.TypeXGlobalHeader:
			l.x.Set("comment", h.PAXRecords["comment"]) // git archive writes the commit
			continue
		case h.Typeflag == 'X' || h.Typeflag == 'A': // Solaris describes the next entry
			continue
		}
		e := entry{name: h.Name, size: h.Size, modified: h.ModTime.UTC(), dir: h.FileInfo().IsDir()}
		switch h.Typeflag {
		case tar.TypeSymlink:
			e.link, e.size = h.Linkname, 0
		case tar.TypeLink:
			e.hard, e.size = h.Linkname, 0
		case tar.TypeChar, tar.TypeBlock:
			l.risk("holds device files")
		case tar.TypeDir:
		default:
			e.open = func() (io.Reader, error) { return t, nil }
		}
		if err := l.add(e); err != nil {
			return err
		}
	}
}
