package content

import (
	"fmt"
	"strings"

	"luminos"
)

// TextOf returns the text of the file p for [luminos.Source.Text], decoded from at most limit bytes of head, the
// beginning of the file, which should hold [EncodingHead] bytes of a longer file. If head is longer than limit, the
// text ends at its last line end, if it has one. If the file is not text, the error wraps [luminos.ErrNotText].
func TextOf(p luminos.Path, head []byte, limit int) (luminos.Text, error) {
	enc := EncodingOf(head)
	if enc == Binary {
		return luminos.Text{}, fmt.Errorf("reading the file %q as text: %w", p, luminos.ErrNotText)
	}
	return textIn(p, head, limit, enc), nil
}

// ExtractedText returns the text of the file p as [TextOf] does, from a text that a reader extracted: it is UTF-8, and
// can hold control characters.
func ExtractedText(p luminos.Path, text string, limit int) luminos.Text {
	return textIn(p, []byte(text), limit, UTF8BOM)
}

// textIn returns at most limit bytes of head in an encoding as the text of the file p.
func textIn(p luminos.Path, head []byte, limit int, enc Encoding) luminos.Text {
	cut := len(head) > limit
	text := Decode(head[:min(len(head), limit)], enc)
	if cut {
		// The last line may be half of one; a file that is one long line is kept as it is.
		if i := strings.LastIndexByte(text, '\n'); i >= 0 {
			text = text[:i+1]
		} else {
			text = strings.TrimRight(text, "\uFFFD") // half a character
		}
	}
	return luminos.Text{Path: p, Content: text, Encoding: string(enc), Cut: cut}
}
