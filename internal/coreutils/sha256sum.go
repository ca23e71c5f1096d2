package coreutils

import (
	"bytes"
	"context"
	"crypto/sha256"

	"github.com/spf13/pflag"

	"luminos"
)

var sha256Program = program{
	summary: "prints SHA-256 digests of files", operands: "FILE...", declare: declareSHA256, trouble: 1,
}

func declareSHA256(*pflag.FlagSet) runFunc {
	return func(ctx context.Context, s *session, args []string) {
		s.forEach(ctx, args, s.regular, func(o operand) {
			if s.fits(o) {
				if sum, ok := s.digest(ctx, o); ok {
					s.printf("%s  %s\n", sum, o.name())
				}
			}
		})
	}
}

// digest returns the SHA-256 of a file. It returns false if the file cannot be read, or after an error message if the
// source masks a secret in the shown bytes: from the digest a short secret could be found by trial.
func (s *session) digest(ctx context.Context, o operand) (luminos.Digest, bool) {
	h, size := sha256.New(), int64(0)
	var head []byte
	ok := s.chunks(ctx, o, 0, func(b []byte) bool {
		if size == 0 {
			head = bytes.Clone(b[:min(len(b), headSize)])
		}
		h.Write(b)
		size += int64(len(b))
		return true
	})
	if !ok {
		return luminos.Digest{}, false
	}
	x, ok := extractionOf(ctx, s, o, head, innerMost)
	if !ok {
		return luminos.Digest{}, false
	}
	sum, err := s.src.Digest(ctx, o.node.Path, size)
	if err != nil {
		s.failPath(ctx, o.text, err)
		return luminos.Digest{}, false
	}
	if luminos.Digest(h.Sum(nil)) != sum || x != nil && len(x.Masked) > 0 {
		s.fail(1, "%s: the file seems to hold a secret, so its digest is not shown", o.name())
		return luminos.Digest{}, false
	}
	return sum, true
}
