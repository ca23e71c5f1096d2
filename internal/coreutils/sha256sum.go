package coreutils

import (
	"bytes"
	"context"
	"crypto/sha256"

	"github.com/spf13/pflag"

	"luminos/internal/redact"
)

var sha256Program = program{
	does: "prints SHA-256 digests of files", operands: "FILE...", declare: declareSHA256, trouble: 1,
	refused: map[string]string{"c": listed, "check": listed},
}

func declareSHA256(fs *pflag.FlagSet) run {
	asBinary, tag := fs.BoolP("binary", "b", false, ""), fs.Bool("tag", false, "")
	fs.BoolP("text", "t", false, "")
	return func(ctx context.Context, s *session, args []string) {
		if !s.needs(args) {
			return
		}
		for _, arg := range args {
			if s.over(ctx) {
				return
			}
			o, ok := s.file(ctx, arg)
			if !ok || !s.fits(o) {
				continue
			}
			sum, ok := s.digest(ctx, o)
			if !ok {
				continue
			}
			switch {
			case *tag:
				s.printf("SHA256 (%s) = %x\n", o.name(), sum)
			case *asBinary:
				s.printf("%x *%s\n", sum, o.name())
			default:
				s.printf("%x  %s\n", sum, o.name())
			}
		}
	}
}

// digest is that of a file, unless it holds a secret: a short one could be found out
// by the digest.
func (s *session) digest(ctx context.Context, o operand) ([]byte, bool) {
	sum := func() ([]byte, bool) {
		h := sha256.New()
		ok := s.chunks(ctx, o, 0, func(b []byte) bool { h.Write(b); return true })
		return h.Sum(nil), ok
	}
	before := s.read
	shown, ok := sum()
	if _, masked := s.src.(redact.Source); !masked || !ok {
		return shown, ok
	}
	defer s.unmask()()
	s.read = before // the same bytes once more
	raw, ok := sum()
	if ok && !bytes.Equal(raw, shown) {
		s.fail(1, "%s: it holds what looks like a secret, so that its digest is not told", o.name())
		return nil, false
	}
	return raw, ok
}
