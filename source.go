package luminos

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"
	"time"
)

// Source is how everything but the scan sees the target. Implementations never
// leave the target, never follow a link out of it, never write, and are safe
// for concurrent use. Errors name the path; [errors.Is] with fs.ErrNotExist and
// fs.ErrPermission tells those two apart.
type Source interface {
	// List returns what a directory holds, sorted by name.
	List(ctx context.Context, dir Path) ([]Node, error)
	// Stat describes one path without following a link.
	Stat(ctx context.Context, p Path) (Node, error)
	// Read returns at most n bytes from offset on; fewer mean the end.
	// Anything but a regular file is an error.
	Read(ctx context.Context, p Path, offset int64, n int) ([]byte, error)
	// Text returns the beginning of a text file, decoded to UTF-8, from at most
	// limit bytes of it. A file that is not text is an error ([ErrNotText]).
	Text(ctx context.Context, p Path, limit int) (Text, error)
}

// ErrNotText is what [Source.Text] answers for a file that is not text.
var ErrNotText = errors.New("not a text file")

// ErrNotRegular is what reading something that is not a regular file gives.
var ErrNotRegular = errors.New("not a regular file")

// ReadProblem says why a file could not be read, for a [Problem]: without its
// path, which stands beside it, and in no words of its content.
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

// reasoned is an error of a backend that has words of its own for a [Problem].
type reasoned interface {
	error
	Reason() string
}

// Node is one entry of a directory as a Source sees it.
type Node struct {
	Path    Path
	Kind    EntryKind
	Size    int64     // bytes; -1 when unknown
	ModTime time.Time // zero when unknown
	// MIME is what the backend says that it is, "" where it says nothing.
	MIME string
	// Links is the number of names (hard links), 0 when unknown; then Perm, the
	// permission bits, and Allocated, the bytes on disk, are unknown as well.
	Links     int64
	Perm      fs.FileMode
	Allocated int64
	// Target is where a symbolic link points, escaped as a [Path] is; "" when unknown.
	Target string
}

// MIMETable is the type of a document with which a backend presents a table of a
// database: {"table", "columns": [{"name", "type", "notnull", "pk"}], "rows",
// "sample"}, where pk is the column's place in the primary key, or 0. Only a backend says that something has it.
const MIMETable = "application/vnd.luminos.table+json"

// EntryKind is what sort of thing a directory entry is.
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
	Cut      bool   // the file goes on
}

// Lines splits the text; line 1 is index 0. A final line end starts no line.
func (t Text) Lines() []string {
	s := strings.TrimSuffix(t.Content, "\n")
	if s == "" && t.Content == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// Cite makes evidence of the lines first to last (from 1) of a text. The quote
// is their text with white space folded, cut at quoteMax bytes.
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
	if t.Cut && last == len(lines) && !strings.HasSuffix(t.Content, "\n") {
		e.SHA256 = "" // the line goes on beyond what was read: no digest of it would hold
	}
	return e
}

// quoteMax bounds a quote: enough to recognise the place, too little to leak a file.
const quoteMax = 200

// DigestLines is the hexadecimal SHA-256 of decoded lines, each ended by "\n".
func DigestLines(lines []string) string {
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Fold replaces every run of white space by one space and trims the ends, so
// that quotes survive re-wrapping.
func Fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// cutAtRune returns at most n bytes of s, cut between characters.
func cutAtRune(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// Digest is a digest of what a file holds.
type Digest [32]byte
