package document

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"luminos"
	"luminos/internal/pathrole"
)

// customary maps codes of countries that are often used for a language. Codes of
// three letters are listed if the language has no code of two.
var customary = map[string]string{
	"cn": "zh", "jp": "ja", "ua": "uk", "cz": "cs", "gr": "el", "dk": "da", "np": "ne",
	"fil": "fil", "ceb": "ceb", "ckb": "ckb", "yue": "yue", "ast": "ast", "kab": "kab", "gsw": "gsw", "nds": "nds",
}

// englishNames are the names of the English version of a document with translations.
var englishNames = []string{"en", "en-US", "en_US", "en-us", "en_us", "en-GB", "en_GB", "english", "EN"}

// languageOf returns the language that a part of a file name denotes, "pt" for "pt-BR", or "" if
// the part denotes none.
func languageOf(code string) string {
	code = strings.ReplaceAll(code, "_", "-")
	first, rest, more := strings.Cut(code, "-")
	first = strings.ToLower(first)
	if c, ok := customary[first]; ok && !more {
		return c
	}
	if len(first) != 2 || len(code) > len("zh-hant-tw") || more && rest == "" {
		return ""
	}
	tag, err := language.Parse(code)
	if err != nil {
		return ""
	}
	if base, _ := tag.Base(); base.String() != first { // a code that was given up, such as "in"
		return ""
	}
	return first
}

// isTranslation reports whether a name marks a document as a translation of another
// that exists: "guide.fr.md" beside "guide.md", "de/guide.md" beside "en/guide.md".
// The English version is no translation.
func isTranslation(p luminos.Path, there map[luminos.Path]bool) bool {
	dir, base := p.Dir(), p.Base()
	ext := base[len(base)-len(p.Ext()):]
	stem := strings.TrimSuffix(base, ext)
	// "guide-pt-BR" is tried as "BR" of "guide-pt" and as "pt-BR" of "guide".
	for i := len(stem) - 1; i > 0 && len(stem)-i <= len("-zh-hant-tw"); i-- {
		if strings.IndexByte("-_.", stem[i]) < 0 {
			continue
		}
		if l := languageOf(stem[i+1:]); l == "" || l == "en" {
			continue
		}
		if isThere(dir, stem[:i], stem[i:i+1], ext, there) || isTranslated(dir.Base()) && isThere(dir.Dir(), stem[:i], stem[i:i+1], ext, there) {
			return true
		}
	}
	return inLanguageDir(p, there)
}

// isThere reports whether the directory dir has the document with this stem and extension, or its English version,
// such as "guide.en.md" for "guide".
func isThere(dir luminos.Path, stem, sep, ext string, there map[luminos.Path]bool) bool {
	if there[dir.Join(stem+ext)] {
		return true
	}
	return slices.ContainsFunc(englishNames, func(en string) bool { return there[dir.Join(stem+sep+en+ext)] })
}

// isTranslated reports whether a directory of this name, such as "i18n", usually holds translations
// of the documents beside it.
func isTranslated(name string) bool {
	switch strings.ToLower(name) {
	case "i18n", "l10n", "translations", "translation", "translated", "locales", "locale", "lang", "langs", "languages":
		return true
	}
	return false
}

// inLanguageDir reports whether a directory above p is named after a language, and the same document exists in the
// English directory or outside. A README outside belongs to another directory, except in documentation and in
// directories of translations.
func inLanguageDir(p luminos.Path, there map[luminos.Path]bool) bool {
	parts := strings.Split(string(p), "/")
	has := func(before []string, elem ...string) bool {
		return there[luminos.Path(strings.Join(slices.Concat(before, elem), "/"))]
	}
	for i, name := range parts[:len(parts)-1] {
		if l := languageOf(name); l == "" || l == "en" {
			continue
		}
		before, after := parts[:i], parts[i+1:]
		apart := i > 0 && isTranslated(parts[i-1])
		switch {
		case slices.ContainsFunc(englishNames, func(en string) bool { return has(before, append([]string{en}, after...)...) }),
			apart && has(parts[:i-1], after...),
			(apart || !isReadme(p) || pathrole.Under(p, luminos.DirDocumentation)) && has(before, after...):
			return true
		}
	}
	return false
}
