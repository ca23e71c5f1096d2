package coreutils

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/content"
)

var fileProgram = program{
	does: "says what files are, by their contents", operands: "FILE...", declare: declareFile, trouble: 1,
	refused: map[string]string{
		"f": listed, "files-from": listed, "m": "it reads rules from a file", "magic-file": "it reads rules from a file", "C": writes, "compile": writes,
		"z": executes, "uncompress": executes, "Z": executes, "uncompress-noreport": executes, "p": writes, "preserve-date": writes,
		"S": "it asks for less confinement", "no-sandbox": "it asks for less confinement", "L": follows, "dereference": follows,
		"s": "only regular files are read", "special-files": "only regular files are read",
	},
}

func declareFile(fs *pflag.FlagSet) run {
	brief, mime := fs.BoolP("brief", "b", false, ""), fs.BoolP("mime", "i", false, "")
	mimeType, encoding := fs.Bool("mime-type", false, ""), fs.Bool("mime-encoding", false, "")
	noPad := fs.BoolP("no-pad", "N", false, "")
	fs.BoolP("no-dereference", "h", false, "")
	return func(ctx context.Context, s *session, args []string) {
		if !s.needs(args) {
			return
		}
		widest := 0
		for _, arg := range args {
			widest = max(widest, utf8.RuneCountInString(show(arg)))
		}
		for _, arg := range args {
			if s.over(ctx) {
				return
			}
			o, ok := s.look(ctx, arg)
			if !ok {
				continue
			}
			words, ok := s.whatIs(ctx, o, *mime || *mimeType, *mime || *encoding)
			if !ok {
				continue
			}
			if !*brief {
				s.print(o.name() + ": ")
				if !*noPad {
					s.print(strings.Repeat(" ", widest-utf8.RuneCountInString(o.name())))
				}
			}
			s.print(words + "\n")
		}
	}
}

// whatIs describes an entry in words, or by MIME type and encoding.
func (s *session) whatIs(ctx context.Context, o operand, mime, encoding bool) (string, bool) {
	coded := mime || encoding
	switch n := o.node; {
	case n.Kind == luminos.KindFile && coded:
		return s.mime(ctx, o, mime, encoding)
	case n.Kind == luminos.KindFile:
		ok := true
		words := content.Describe(n.Path, n.Size, readerAt(func(b []byte, offset int64) (int, error) {
			got, read := s.at(ctx, o, offset, len(b))
			ok = ok && read
			if k := copy(b, got); k < len(b) {
				return k, io.EOF
			}
			return len(b), nil
		}))
		return words, ok
	case coded:
		kind := map[luminos.EntryKind]string{luminos.KindOther: "x-unknown", luminos.KindDevice: "chardevice"}[n.Kind]
		if kind == "" {
			kind = string(n.Kind)
		}
		return joinMIME("inode/"+kind, "binary", mime, encoding), true
	case n.Kind == luminos.KindSymlink && n.Target != "":
		return "symbolic link to " + show(n.Target), true
	case n.Kind == luminos.KindFIFO:
		return "fifo (named pipe)", true
	case n.Kind == luminos.KindDevice:
		return "device special", true
	default:
		return kindOf(n), true
	}
}

// readerAt is an io.ReaderAt of one function.
type readerAt func(b []byte, offset int64) (int, error)

// ReadAt implements io.ReaderAt.
func (f readerAt) ReadAt(b []byte, offset int64) (int, error) { return f(b, offset) }

// mime identifies a file by its name and its beginning.
func (s *session) mime(ctx context.Context, o operand, mime, encoding bool) (string, bool) {
	head, ok := s.at(ctx, o, 0, content.EncodingHead)
	if !ok {
		return "", false
	}
	id, charset := content.Identify(o.node.Path, false, head), "binary"
	if id.Text && len(head) > 0 {
		charset = string(content.EncodingOf(head))
		if strings.IndexFunc(string(head), func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			charset = "us-ascii"
		}
	}
	return joinMIME(id.MIME, charset, mime, encoding), true
}

func joinMIME(kind, charset string, mime, encoding bool) string {
	switch {
	case mime && encoding:
		return kind + "; charset=" + charset
	case mime:
		return kind
	}
	return charset
}
