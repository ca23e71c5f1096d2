package coreutils

import (
	"bytes"
	"context"
	"crypto/sha256"

	"github.com/spf13/pflag"

	"luminos/internal/redact"
)

var sha256Program = program{
	summary: "prints SHA-256 digests of files", operands: "FILE...", declare: declareSHA256, trouble: 1,
}

func declareSHA256(*pflag.FlagSet) runFunc {
	return func(ctx context.Context, s *session, args []string) {
		if !s.requireOperands(args) {
			return
		}
		for _, arg := range args {
			if s.stopped(ctx) {
				return
			}
			if o, ok := s.regular(ctx, arg); ok && s.fits(o) {
				if sum, ok := s.digest(ctx, o); ok {
					s.printf("%x  %s\n", sum, o.name())
				}
			}
		}
	}
}

// digest returns the digest of a file. It fails if the file holds a secret, because
// a short secret could be found by trying candidates against the digest.
func (s *session) digest(ctx context.Context, o operand) ([]byte, bool) {
	sum := func() ([]byte, bool) {
		h := sha256.New()
		ok := s.chunks(ctx, o, 0, func(b []byte) bool { h.Write(b); return true })
		return h.Sum(nil), ok
	}
	before := s.read
	masked, ok := sum()
	if _, masks := s.src.(redact.Source); !masks || !ok {
		return masked, ok
	}
	defer s.unmask()()
	s.read = before // the second pass reads the same bytes
	raw, ok := sum()
	if ok && !bytes.Equal(raw, masked) {
		s.fail(1, "%s: the file seems to hold a secret, so its digest is not shown", o.name())
		return nil, false
	}
	return raw, ok
}
