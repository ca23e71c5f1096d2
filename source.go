package luminos

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// Source gives read-only access to the target for all packages except the local
// scan. Implementations never leave the target, never follow a link to the outside and
// never write. They are safe for concurrent use. Errors contain the path, and
// wrap fs.ErrNotExist, fs.ErrPermission, [ErrNotRegular] or [ErrNotText] if one of
// these is the cause. [CapabilitiesOf] returns the further abilities of a source.
type Source interface {
	// List returns the entries of a directory, sorted by path.
	List(ctx context.Context, dir Path) ([]Node, error)
	// Stat describes one path without following a link.
	Stat(ctx context.Context, p Path) (Node, error)
	// Read returns at most n bytes of a regular file, from offset on. It returns
	// fewer than n bytes only at the end of the file.
	Read(ctx context.Context, p Path, offset int64, n int) ([]byte, error)
	// Text returns the beginning of a text file, decoded to UTF-8, from at most
	// limit bytes of the file.
	Text(ctx context.Context, p Path, limit int) (Text, error)
	// Digest returns the SHA-256 of a regular file, or of its first limit bytes if
	// it is longer. The digest is of the stored bytes even if Read and Text mask
	// secrets. It must not be shown to a model or a client if the file holds a
	// secret: a short secret can be found by trying digests.
	Digest(ctx context.Context, p Path, limit int64) (Digest, error)
}

// Digest is a SHA-256 of bytes of a file.
type Digest [sha256.Size]byte

// String returns the digest in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// DigestOf computes the result of [Source.Digest] by calls of read, which has the
// contract of [Source.Read]. It is for sources without a faster way.
func DigestOf(ctx context.Context, p Path, limit int64, read func(context.Context, Path, int64, int) ([]byte, error)) (Digest, error) {
	if limit < 0 {
		return Digest{}, fmt.Errorf("computing the digest of the first %d bytes of the file %q: %w", limit, p, fs.ErrInvalid)
	}
	const chunk = 1 << 20
	h := sha256.New()
	for offset := int64(0); ; {
		n := int(min(chunk, limit-offset))
		b, err := read(ctx, p, offset, n)
		if err != nil {
			return Digest{}, err
		}
		h.Write(b)
		if offset += int64(len(b)); len(b) < n || offset >= limit {
			return Digest(h.Sum(nil)), nil
		}
	}
}

// ErrNotText is the error of [Source.Text] for a file that is not text.
var ErrNotText = errors.New("not a text file")

// ErrNotRegular is the error of reading something other than a regular file.
var ErrNotRegular = errors.New("not a regular file")

// ReadProblem returns the reason why a file could not be read, for a [Problem]. The
// reason contains neither the path nor any content of the file.
func ReadProblem(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it is no longer there"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, ErrNotText):
		return ErrNotText.Error()
	case errors.Is(err, ErrNotRegular):
		return ErrNotRegular.Error()
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok && e.Err != nil {
		return e.Err.Error()
	}
	if e, ok := errors.AsType[reasoned](err); ok {
		return e.Reason()
	}
	return "it could not be read"
}

// reasoned is an error that supplies the reason for a [Problem].
type reasoned interface {
	error
	Reason() string
}

// Node describes one entry of a directory, with the fields that the source knows.
type Node struct {
	Path    Path
	Kind    EntryKind
	Size    int64     // bytes; -1 if unknown
	ModTime time.Time // zero if unknown
	MIME    string    // the type that the backend names; "" if it names none
	// Table reports whether the entry is a table of a database. [Tables] describes
	// it; the bytes of the file are a description of the table for readers.
	Table bool
	// Links is the number of names (hard links), 0 if unknown. Then the permission
	// bits Perm and the bytes on disk Allocated are unknown as well.
	Links     int64
	Perm      fs.FileMode
	Allocated int64
	// Target is the target of a symbolic link, escaped as a [Path]; "" if unknown.
	Target string
}

// EntryKind is the kind of a directory entry.
type EntryKind string

// The kinds of directory entries.
const (
	KindFile    EntryKind = "file"
	KindDir     EntryKind = "directory"
	KindSymlink EntryKind = "symlink"
	KindFIFO    EntryKind = "fifo"
	KindSocket  EntryKind = "socket"
	KindDevice  EntryKind = "device"
	KindOther   EntryKind = "other"
)

// Text is the decoded beginning of a text file.
type Text struct {
	Path     Path
	Content  string // UTF-8, line ends as "\n", no byte order mark, cut at a line end when Cut
	Encoding string // "utf-8", "utf-16le", "windows-1252"…
	Cut      bool   // Content is only the beginning of the file
	// From is the extraction whose text Content is, or nil if the file is text itself.
	From *Extraction
}

// Lines returns the lines of the text; line 1 has index 0. There is no empty line after a final line end.
func (t Text) Lines() []string {
	s := strings.TrimSuffix(t.Content, "\n")
	if s == "" && t.Content == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// Cite returns evidence of the lines first to last (from 1) of the text, as far as they exist; without such lines it
// has only the path. The quote is their text with white space folded, cut to 200 bytes. The evidence has no digest if
// the text was cut within the last of the lines.
func (t Text) Cite(first, last int) Evidence {
	lines := t.Lines()
	first, last = max(first, 1), min(last, len(lines))
	if first > last {
		return Evidence{Path: t.Path}
	}
	e := Evidence{
		Path:   t.Path,
		Lines:  &LineRange{First: first, Last: last},
		Quote:  cutAtRune(Fold(strings.Join(lines[first-1:last], " ")), quoteMax),
		SHA256: DigestLines(lines[first-1 : last]),
	}
	if t.From != nil {
		e.Reader, e.Part = t.From.Reader, t.From.PartAt(first)
	}
	if t.Cut && last == len(lines) && !strings.HasSuffix(t.Content, "\n") {
		e.SHA256 = "" // the line continues after the part that was read
	}
	return e
}

// quoteMax is the maximal length of a quote: enough to recognise a place, too little to leak a file.
const quoteMax = 200

// DigestLines returns the hexadecimal SHA-256 of decoded lines, each ended by "\n".
func DigestLines(lines []string) string {
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Fold returns s with every run of white space replaced by one space and the ends
// trimmed, so that a quote is found in re-wrapped text.
func Fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// cutAtRune returns the longest prefix of s that has at most n bytes and ends between characters.
func cutAtRune(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}
