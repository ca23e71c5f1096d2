package content

import (
	"github.com/gabriel-vasile/mimetype"
	"github.com/go-enry/go-enry/v2"

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
// The head may be cut anywhere and may be nil; then the name alone decides.
func Identify(p luminos.Path, executable bool, head []byte) Identity {
	id := Identity{Text: len(head) == 0 || EncodingOf(head) != Binary}
	if id.Text {
		langs := enry.GetLanguagesByFilename(string(p), head, nil)
		if len(langs) == 0 {
			langs = enry.GetLanguagesByShebang(string(p), head, nil)
		}
		if len(langs) == 0 {
			langs = enry.GetLanguagesByExtension(string(p), head, nil)
		}
		if len(langs) > 0 {
			id.Language = langs[0]
		}
	}
	id.MIME = mimetype.Detect(head).String()
	id.Category = luminos.CategoryOther
	switch LanguageType(id.Language) {
	case "programming", "markup":
		id.Category = luminos.CategorySource
	case "data":
		id.Category = luminos.CategoryData
	case "prose":
		id.Category = luminos.CategoryDocument
	}
	return id
}

// LanguageType is linguist's type of a language: "programming", "markup",
// "data", "prose", or "" for a name that linguist does not know.
func LanguageType(language string) string {
	switch enry.GetLanguageType(language) {
	case enry.Programming:
		return "programming"
	case enry.Markup:
		return "markup"
	case enry.Data:
		return "data"
	case enry.Prose:
		return "prose"
	}
	return ""
}

// IsGenerated reports whether linguist's rules call a file generated.
func IsGenerated(p luminos.Path, head []byte) bool { return enry.IsGenerated(string(p), head) }

// IsVendored reports whether linguist's rules call a path vendored.
func IsVendored(p luminos.Path) bool { return enry.IsVendor(string(p)) }

// IsTest reports whether a path is that of a test by its name.
func IsTest(p luminos.Path) bool { return enry.IsTest(string(p)) }

// IsDocumentation reports whether linguist's rules call a path documentation.
func IsDocumentation(p luminos.Path) bool { return enry.IsDocumentation(string(p)) }
