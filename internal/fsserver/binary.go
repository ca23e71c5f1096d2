package fsserver

import (
	"context"
	"fmt"
	"io"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/words"
)

// binary returns a description of a file that is not text, for a model. It decompresses nothing and
// reads at most a few hundred KiB of the file.
func (s *server) binary(ctx context.Context, n luminos.Node, id content.Identity, head []byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s is not text, and there is no reader of %s, so no lines of it are shown.\n",
		show(n.Path), s.formatOf(ctx, n))
	s.nature(ctx, &b, n, id, head)
	b.WriteString("[stat_file has its digest")
	if s.opts.Run != nil {
		b.WriteString("; run_command has programs that look at bytes: file, wc, sha256sum")
	}
	b.WriteString("]\n")
	return b.String()
}

// formatOf returns the name of the format of a file that is not text, or "its format".
func (t target) formatOf(ctx context.Context, n luminos.Node) string {
	if about := t.description(ctx, n); about != "" && about != "data" {
		return about
	}
	return "its format"
}

// nature writes to b the properties that follow from the name and the bytes of a file, such as its
// MIME type, one on each line.
func (t target) nature(ctx context.Context, b *strings.Builder, n luminos.Node, id content.Identity, head []byte) {
	fmt.Fprintf(b, "size: %s (%s)\n", words.Plural(n.Size, "byte"), words.Bytes(n.Size))
	if id.MIME != "" {
		fmt.Fprintf(b, "mime: %s\n", id.MIME)
	}
	if about := t.description(ctx, n); about != "" {
		fmt.Fprintf(b, "description: %s\n", about)
	}
	if id.Category != "" {
		fmt.Fprintf(b, "category: %s\n", id.Category)
	}
	if id.Language != "" {
		fmt.Fprintf(b, "language: %s\n", id.Language)
	}
	if w, h, ok := content.Dimensions(head); ok {
		fmt.Fprintf(b, "dimensions: %d x %d\n", w, h)
	}
	if taken, ok := content.TakenAt(head); ok {
		fmt.Fprintf(b, "taken: %s by the camera's clock\n", taken.Format("2006-01-02 15:04:05"))
	}
}

// at returns an [io.ReaderAt] that reads the file p of the target with ctx.
func (t target) at(ctx context.Context, p luminos.Path) io.ReaderAt {
	return readerAt{ctx, t.root, p}
}

// readerAt is a file of a source as an io.ReaderAt. It holds a context because the methods
// of io.ReaderAt do not take one. It is used only during the call of that context.
type readerAt struct {
	ctx  context.Context
	src  luminos.Source
	path luminos.Path
}

func (r readerAt) ReadAt(b []byte, at int64) (int, error) {
	got, err := r.src.Read(r.ctx, r.path, at, len(b))
	if err == nil && len(got) < len(b) {
		err = io.EOF
	}
	return copy(b, got), err
}
