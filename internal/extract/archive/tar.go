package archive

import (
	"archive/tar"
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
	return walkTar(f.Reader(), l)
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
