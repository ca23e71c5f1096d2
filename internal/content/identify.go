package content

import (
	"strings"

	"luminos"
)

// Identity is what a name and the first bytes tell about a file.
type Identity struct {
	Category luminos.Category
	Language string // linguist's name, "" for what is not a language
	MIME     string
	Text     bool
}

// Identify tells what a file is from its name and the beginning of its content.
// The head may be cut anywhere; without one (nil) the name alone decides, and
// the file counts as text unless its extension is one of a binary format.
// It is pure, safe for concurrent use, and cheap enough for every file of a scan.
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

// byName is what an empty or unread file is by its name.
func byName(p luminos.Path, base, ext string, executable bool) Identity {
	lang := languageOf(base, nil)
	id := Identity{Language: lang, Text: true, MIME: "inode/x-empty", Category: categoryOf(p, base, ext, lang, executable, nil)}
	switch id.Category {
	case catImage, catAudio, catVideo, catArchive, catExec, catFont, catModel:
		id.Text = ext == ".svg"
	}
	return id
}

// baseOf and extOf are [luminos.Path.Base] and Ext without the cleaning, which
// a Path does not need.
func baseOf(p luminos.Path) string {
	return string(p[strings.LastIndexByte(string(p), '/')+1:])
}

func extOf(base string) string {
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		return strings.ToLower(base[i:])
	}
	return ""
}
