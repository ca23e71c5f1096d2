package programs

import (
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
		s.src = redact.Raw(s.src) // a digest is of what there is, and tells nothing else of it
		for _, arg := range args {
			if s.over(ctx) {
				return
			}
			o, ok := s.file(ctx, arg)
			if !ok || !s.fits(o) {
				continue
			}
			h := sha256.New()
			if !s.chunks(ctx, o, 0, func(b []byte) bool { h.Write(b); return true }) {
				continue
			}
			switch sum := h.Sum(nil); {
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
