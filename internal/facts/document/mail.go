package document

import (
	"mime"
	"strings"
)

// parseMail reads a message as it lies on disk: the subject is its title, the
// text part its paragraphs. Addresses are never taken.
func parseMail(lines []string) []block {
	var blocks []block
	at := 0
	for ; at < len(lines) && lines[at] != ""; at++ {
		value, ok := cutFold(lines[at], "subject:")
		if !ok {
			continue
		}
		first := at
		for at+1 < len(lines) && len(lines[at+1]) > 0 && indent(lines[at+1]) > 0 {
			at++
			value += " " + strings.TrimSpace(lines[at])
		}
		if s, err := new(mime.WordDecoder).DecodeHeader(value); err == nil {
			value = s
		}
		blocks = append(blocks, block{kind: title, text: fold(value), first: first + 1, last: at + 1})
	}
	// The body: parts in base64 are skipped.
	g := gatherer{clean: plainText}
	skip := false
	for ; at < len(lines); at++ {
		l := strings.TrimSpace(lines[at])
		if _, ok := cutFold(l, "content-transfer-encoding: base64"); ok {
			skip = true
		}
		switch {
		case strings.HasPrefix(l, "--"):
			skip = false
			g.flush()
		case l == "":
			g.flush()
		case skip || isHeader(l):
		case strings.HasPrefix(l, ">"):
			g.add(quote, at+1, strings.TrimLeft(l, "> "))
		default:
			g.add(paragraph, at+1, l)
		}
	}
	g.flush()
	return append(blocks, g.blocks...)
}

// isHeader reports whether a line is a header of a part of a mail.
func isHeader(l string) bool {
	_, ok := cutFold(l, "content-")
	return ok && strings.Contains(l, ":")
}

// cutFold cuts a prefix like [strings.CutPrefix], but ignores ASCII case, and
// trims the rest.
func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return strings.TrimSpace(s[len(prefix):]), true
}
