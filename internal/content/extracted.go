package content

import "luminos"

// ReadByExtraction reports whether a file is read by the text that a reader extracts from it, although its bytes are
// text: a message, a mailbox, a notebook, or a document with more markup than text.
func ReadByExtraction(p luminos.Path, id Identity) bool {
	if !id.Text {
		return false
	}
	switch id.MIME {
	case "message/rfc822", mailbox, "text/rtf", "application/rtf":
		return true
	}
	switch p.Ext() {
	case ".ipynb", ".rtf", ".eml", ".emlx", ".mbox", ".fb2":
		return true
	}
	return false
}
