package coreutils

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/content"
)

var fileProgram = program{
	summary: "describes files by their contents", operands: "FILE...", declare: declareFile, trouble: 1,
}

func declareFile(fs *pflag.FlagSet) runFunc {
	brief, mime := fs.BoolP("brief", "b", false, ""), fs.BoolP("mime", "i", false, "")
	mimeType := fs.Bool("mime-type", false, "")
	return func(ctx context.Context, s *session, args []string) {
		s.forEach(ctx, args, s.stat, func(o operand) {
			text, ok := kindName(o.node), true
			switch {
			case *mime || *mimeType:
				text, ok = mimeOf(ctx, s, o, !*mimeType)
			case o.node.Kind == luminos.KindFile:
				text, ok = describeFile(ctx, s, o)
			case o.node.Kind == luminos.KindSymlink && o.node.Target != "":
				text = "symbolic link to " + quote(o.node.Target)
			}
			if ok && !*brief {
				text = o.name() + ": " + text
			}
			if ok {
				s.print(text + "\n")
			}
		})
	}
}

// describeFile returns the description of a file that file --brief prints. It returns false if the
// file cannot be read.
func describeFile(ctx context.Context, s *session, o operand) (string, bool) {
	ok := true
	text := content.Describe(o.node.Path, o.node.Size, readerAtFunc(func(b []byte, offset int64) (int, error) {
		got, read := s.readAt(ctx, o, offset, len(b))
		ok = ok && read
		if k := copy(b, got); k < len(b) {
			return k, io.EOF
		}
		return len(b), nil
	}))
	return text, ok
}

// readerAtFunc is a function that implements io.ReaderAt.
type readerAtFunc func(b []byte, offset int64) (int, error)

// ReadAt implements io.ReaderAt by calling f.
func (f readerAtFunc) ReadAt(b []byte, offset int64) (int, error) { return f(b, offset) }

// mimeOf returns the MIME type of an entry, with "; charset=…" if charset is true. It returns false
// if the file cannot be read.
func mimeOf(ctx context.Context, s *session, o operand, charset bool) (string, bool) {
	kind, set := "inode/"+string(o.node.Kind), "binary"
	if o.node.Kind == luminos.KindFile {
		head, ok := s.readAt(ctx, o, 0, content.EncodingHead)
		if !ok {
			return "", false
		}
		id := content.Identify(o.node.Path, false, head)
		kind = id.MIME
		if id.Text && len(head) > 0 {
			set = string(content.EncodingOf(head))
		}
	}
	if charset {
		kind += "; charset=" + set
	}
	return kind, true
}
