package content

import (
	"bytes"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Identity is the result of [Identify].
type Identity struct {
	Category luminos.Category
	Language string // linguist's name, or "" if the file is in no language
	MIME     string
	Text     bool
}

// Identify returns the category, language and MIME type of a file, and whether it is text, from its name, its
// execute permission and head, the beginning of its content, which may be cut anywhere. If head is empty, the file
// counts as text unless its name belongs to a binary format. Identify is pure and safe for concurrent use.
func Identify(p luminos.Path, executable bool, head []byte) Identity {
	base := baseOf(p)
	ext := extOf(base)
	switch {
	case IsMessage(p): // its name ends with the name of a host, which can look like an extension
		base, ext = "message.eml", ".eml"
	case strings.HasPrefix(base, "~$"): // the lock file of an office program is no document
		base, ext = "lock", ""
	case rotated().MatchString(base): // auth.log.1 is no page of a manual
		base, ext = "auth.log", ".log"
	}
	if len(head) == 0 {
		return byName(p, base, ext, executable)
	}
	switch {
	case !looksText(head):
		f := binaryFormat(head)
		return Identity{Category: binaryCategory(f, ext), MIME: f.mime}
	case ext == ".pdf" && bytes.Contains(head[:min(len(head), pdfHead)], []byte("%PDF-")):
		return Identity{Category: pdf.category, MIME: pdf.mime}
	}
	if head[0] >= 0x80 || head[0] < ' ' {
		// Compressed data may be short of NUL and control bytes by chance.
		if f, ok := formatOf(head); ok {
			return Identity{Category: binaryCategory(f, ext), MIME: f.mime}
		}
	}
	lang := languageOf(base, head)
	if (lang == "" || lang == "Text") && isMail(head) {
		base, ext, lang = "message.eml", ".eml", "E-mail"
		if isMailbox(head) {
			base, ext = "mail.mbox", ".mbox"
		}
	}
	id := Identity{
		Category: categoryOf(p, base, ext, lang, executable, head),
		Language: lang,
		MIME:     textMIME(ext, lang, head),
		Text:     true,
	}
	if f, ok := textSignature(head); ok && f.category != catData && id.Category != f.category {
		id.Category = f.category
	}
	return id
}

// pdfHead is the number of bytes that the header of a PDF begins within (ISO 32000-1, annex H.3, note 13).
const pdfHead = 1024

// byName returns the category, language and other properties of an empty or unread file, by its path and execute
// permission alone. The MIME type is "inode/x-empty".
func byName(p luminos.Path, base, ext string, executable bool) Identity {
	lang := languageOf(base, nil)
	id := Identity{Language: lang, Text: true, MIME: "inode/x-empty", Category: categoryOf(p, base, ext, lang, executable, nil)}
	switch id.Category {
	case catImage, catAudio, catVideo, catArchive, catExec, catFont, catModel:
		id.Text = ext == ".svg"
	}
	return id
}

// baseOf returns the last element of p, as [luminos.Path.Base] does, but without cleaning p first.
func baseOf(p luminos.Path) string {
	return string(p[strings.LastIndexByte(string(p), '/')+1:])
}

// messageName matches the name of a message in a Maildir: seconds since 1970, identifiers, a host and flags
// (https://cr.yp.to/proto/maildir.html).
var messageName = lazyregexp.Lazy(`(?:^|/)(?:cur|new)/\d{9,11}\.[^/.]+\.[^/]+$`)

// rotated matches the name of a log whose place another has taken.
var rotated = lazyregexp.Lazy(`(?i)\.log\.\d+$|^(?:syslog|messages)\.\d+$`)

// IsMessage reports whether a path is the path of a message in a Maildir: its directory is cur or new, and its name has
// the form of such messages.
func IsMessage(p luminos.Path) bool {
	dir := p.Dir().Base()
	return (dir == "cur" || dir == "new") && messageName().MatchString(string(p))
}

func extOf(base string) string {
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		return strings.ToLower(base[i:])
	}
	return ""
}
