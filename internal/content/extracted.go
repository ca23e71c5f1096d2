package content

import (
	"bytes"

	"luminos"
)

// extractedTexts are extensions of files that are read by the text that a reader extracts from them, although their
// bytes are text: notebooks, messages, and documents with more markup than text.
var extractedTexts = map[string]bool{
	".ipynb": true, ".rtf": true, ".eml": true, ".emlx": true, ".mbox": true, ".mbx": true, ".fb2": true,
}

// ReadByExtraction reports whether a file that is text is read by the text that a reader extracts from it.
func ReadByExtraction(p luminos.Path, id Identity) bool {
	switch {
	case !id.Text:
		return false
	case extractedTexts[p.Ext()]:
		return true
	}
	switch id.MIME {
	case "message/rfc822", mailbox, "text/rtf", "application/rtf":
		return true
	}
	return false
}

// Extracted reports whether a reader may extract from a file by its path and its beginning: it is not text, or it is a
// text with [ReadByExtraction]. It is far cheaper than [Identify] for other texts.
func Extracted(p luminos.Path, head []byte) bool {
	switch {
	case len(head) == 0:
		return false
	case !looksText(head):
		return true
	case extractedTexts[p.Ext()], bytes.HasPrefix(head, []byte(`{\rtf`)):
		return true
	case p.Ext() == ".pdf", head[0] >= 0x80, head[0] < ' ', IsMessage(p), isMail(head):
		id := Identify(p, false, head)
		return !id.Text || ReadByExtraction(p, id)
	}
	return false
}
