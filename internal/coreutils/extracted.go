package coreutils

import (
	"context"

	"luminos"
	"luminos/internal/content"
)

// extractedMost is the number of bytes of text that are read of a document: more than one run prints.
const extractedMost = 8 << 20

// innerMost is the number of bytes of texts in a file, such as files in an archive, that are searched for secrets
// before its digest is printed.
const innerMost = 1 << 20

// extractionOf returns the extraction of the file with this head, or nil if no reader reads it. ok is false after an
// error message.
func extractionOf(ctx context.Context, s *session, o operand, head []byte, inner int) (x *luminos.Extraction, ok bool) {
	extractor := luminos.CapabilitiesOf(s.src).Extractor
	if extractor == nil || !content.Extracted(o.node.Path, head) {
		return nil, true
	}
	all, err := extractor.Extract(ctx, []luminos.Path{o.node.Path}, luminos.Extract{Text: extractedMost, Inner: inner})
	if err != nil {
		s.failPath(ctx, o.text, err)
		return nil, false
	}
	return all[0], true
}

// extracted returns the operand to be read as the text that a reader extracts, with its head. The stored bytes of
// documents, databases and mail are not shown: encodings and lengths beside a secret can hide it from the masks.
func (s *session) extracted(ctx context.Context, o operand, head []byte) (operand, []byte, bool) {
	x, ok := extractionOf(ctx, s, o, head, 0)
	if x == nil || !ok {
		return o, head, ok
	}
	o.extracted = []byte(x.Reading())
	o.node.Size = int64(len(o.extracted))
	return o, o.extracted[:min(len(o.extracted), headSize)], true
}
