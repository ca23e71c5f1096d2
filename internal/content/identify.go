package content

import (
	"strings"

	"luminos"
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
	if len(head) == 0 {
		return byName(p, base, ext, executable)
	}
	if !looksText(head) {
		f := binaryFormat(head)
		return Identity{Category: binaryCategory(f, ext), MIME: f.mime}
	}
	if head[0] >= 0x80 || head[0] < ' ' {
		// Compressed data may be short of NUL and control bytes by chance.
		if f, ok := formatOf(head); ok {
			return Identity{Category: binaryCategory(f, ext), MIME: f.mime}
		}
	}
	lang := languageOf(base, head)
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

func extOf(base string) string {
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		return strings.ToLower(base[i:])
	}
	return ""
}
