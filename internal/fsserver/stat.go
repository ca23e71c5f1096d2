package fsserver

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/mcpext"
	"luminos/internal/readable"
	"luminos/internal/redact"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// wholeMax is the size up to which stat_file reads a whole file.
const wholeMax = 8 << 20

// innerMost is the number of bytes of texts in a file, such as files in an archive, that are searched for secrets
// before its digest is shown.
const innerMost = 1 << 20

type statInput struct {
	Path string `json:"path" jsonschema:"a file, directory or anything else, relative to the target"`
}

// Stat is the structured result of the tool stat_file.
type Stat struct {
	mcpext.Entry
	Path        string `json:"path"`
	Description string `json:"description,omitempty" jsonschema:"what it is, in words"`
	Language    string `json:"language,omitempty"`
	Encoding    string `json:"encoding,omitempty" jsonschema:"of a text file"`
	Lines       *int   `json:"lines,omitempty" jsonschema:"of a text file of up to 8 MiB"`
	SHA256      string `json:"sha256,omitempty" jsonschema:"of a file of up to 8 MiB, in hexadecimal"`
}

func (s *server) statTool() tool.Tool {
	return tool.New[statInput, Stat]("stat_file", "Describe a file",
		"Describes one entry without showing what is in it: kind, size, time of its last change, permissions, hard links, where a symbolic link points "+
			"(links are not followed), and of a file its type in words, MIME type, language, encoding, and up to 8 MiB its number of lines and SHA-256.", s.stat)
}

func (s *server) stat(ctx context.Context, in statInput) (tool.Result, error) {
	const what = "looking at"
	n, err := s.find(ctx, in.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	d := Stat{Entry: entry(n), Path: string(n.Path)}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nkind: %s\n", show(n.Path), n.Kind)
	switch n.Kind {
	case luminos.KindFile:
		if _, member := readable.Archive(ctx, s.root, n.Path); member {
			return s.statMember(ctx, n)
		}
		if err := s.statFile(ctx, &b, n, &d); err != nil {
			return s.cannot(ctx, what, in.Path, err)
		}
	case luminos.KindDir:
		if nodes, err := s.root.List(ctx, n.Path); err == nil {
			fmt.Fprintf(&b, "entries: %d\n", len(nodes))
		}
	case luminos.KindSymlink:
		fmt.Fprintf(&b, "points to: %s (not followed)\n", show(luminos.Path(n.Target)))
	}
	statDisk(&b, n)
	return tool.Result{Text: b.String(), Data: d}, nil
}

// statDisk writes to b the properties that only file systems have: time, permissions, bytes on
// disk and hard links.
func statDisk(b *strings.Builder, n luminos.Node) {
	if !n.ModTime.IsZero() {
		fmt.Fprintf(b, "modified: %s\n", n.ModTime.Format(time.RFC3339))
	}
	if n.Links == 0 {
		return
	}
	fmt.Fprintf(b, "permissions: %04o (%s)\n", n.Perm, (n.Perm | typeBit[n.Kind]).String())
	fmt.Fprintf(b, "on disk: %s\n", words.Plural(n.Allocated, "byte"))
	if n.Kind != luminos.KindDir && n.Links > 1 {
		fmt.Fprintf(b, "hard links: %d: the same file has other names, and they may lie outside of the target\n", n.Links)
	}
}

// description returns a description of a file in words, such as its type and the size of an image. Secrets in the
// description are masked.
func (t target) description(ctx context.Context, n luminos.Node) string {
	about, _ := redact.Text(content.Describe(n.Path, n.Size, t.at(ctx, n.Path)))
	about, _ = visible(about)
	return about
}

// statFile writes the properties of the file n as text to b and into the structured result d. If
// the beginning of the file cannot be read, it writes only the size and the reason.
func (s *server) statFile(ctx context.Context, b *strings.Builder, n luminos.Node, d *Stat) error {
	head, err := s.root.Read(ctx, n.Path, 0, content.EncodingHead)
	if err != nil {
		if ctx.Err() != nil || errors.Is(err, luminos.ErrNotRegular) {
			return err
		}
		fmt.Fprintf(b, "size: %s\ncontent: cannot be read: %s\n", words.Plural(n.Size, "byte"), visibleText(luminos.ReadProblem(err)))
		return nil
	}
	id, enc := content.Identify(n.Path, n.Perm&0o111 != 0, head), content.EncodingOf(head)
	d.MIME, d.Language = id.MIME, id.Language
	d.Description = s.description(ctx, n)
	s.nature(ctx, b, n, id, head)
	if id.Text && enc != content.Binary && len(head) > 0 {
		d.Encoding = string(enc)
		fmt.Fprintf(b, "encoding: %s\n", enc)
	}
	if n.Size > wholeMax {
		fmt.Fprintf(b, "not counted: lines and digest, as it is larger than %s\n", words.Bytes(wholeMax))
		return nil
	}
	whole, err := s.root.Read(ctx, n.Path, 0, wholeMax+1)
	if err != nil {
		return err
	}
	if d.Encoding != "" {
		lines := len(luminos.Text{Content: content.Decode(whole, enc)}.Lines())
		d.Lines = &lines
		fmt.Fprintf(b, "lines: %d\n", lines)
	}
	sum, err := s.root.Digest(ctx, n.Path, wholeMax+1)
	if err != nil {
		return err
	}
	masked, err := s.masked(ctx, n.Path, head)
	if err != nil {
		return err
	}
	if sum != sha256.Sum256(whole) || masked { // something is masked; a short secret could be found by trying digests
		fmt.Fprintf(b, "sha256: not told, as it holds what looks like a secret\n")
		return nil
	}
	d.SHA256 = sum.String()
	fmt.Fprintf(b, "sha256: %s\n", d.SHA256)
	return nil
}

// masked reports whether a secret was masked in the text of the file p with this head, or in a file in it, as its
// reader extracts them.
func (t target) masked(ctx context.Context, p luminos.Path, head []byte) (bool, error) {
	extractor := luminos.CapabilitiesOf(t.root).Extractor
	if extractor == nil || !content.Extracted(p, head) {
		return false, nil
	}
	all, err := extractor.Extract(ctx, []luminos.Path{p}, luminos.Extract{Text: wholeMax, Inner: innerMost})
	return err == nil && all[0] != nil && len(all[0].Masked) > 0, err
}

// typeBit maps the kind of an entry to the mode bits that ls shows.
var typeBit = map[luminos.EntryKind]fs.FileMode{
	luminos.KindDir: fs.ModeDir, luminos.KindSymlink: fs.ModeSymlink, luminos.KindFIFO: fs.ModeNamedPipe,
	luminos.KindSocket: fs.ModeSocket, luminos.KindDevice: fs.ModeDevice,
}
