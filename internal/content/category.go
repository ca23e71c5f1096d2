package content

import (
	"bytes"
	"path"
	"strings"

	"luminos"
)

// categoryOf returns the category of a text or unread file. It is decided, in this order, by the
// file name (LICENSE, package.json), the extension (for JSON, YAML and XML with the directory),
// linguist's type of the language, and the beginning of the file or the form of its name.
func categoryOf(p luminos.Path, base, ext, language string, executable bool, head []byte) luminos.Category {
	if base == "" || base == "." || base == ".." {
		return catOther
	}
	lower := strings.ToLower(base)
	if c, ok := nameCategory[lower]; ok {
		return c
	}
	if c, ok := stemCategory(lower, ext, language); ok {
		return c
	}
	if inner, lang := withoutTemplate(lower, ext); inner != "" {
		ext = inner
		if language == "" {
			language = lang
		}
	}
	if c, ok := extensionCategory[ext]; ok && !(LanguageType(language) == "programming" && binaryKind[c]) {
		if c == catData && (ext == ".json" || ext == ".yml" || ext == ".yaml" || ext == ".xml") || ext == ".toml" && numbered(lower) {
			return recordsOrConfig(string(p[:len(p)-len(base)]), lower, ext, head)
		}
		if ext == ".config" && bytes.HasPrefix(head, []byte("#!")) {
			return luminos.CategorySource // a script that configures a Debian package
		}
		if c == catDocument && dataLanguages[language] && ext == ".asc" {
			return catData // a key, not AsciiDoc
		}
		return c
	}
	switch LanguageType(language) {
	case "programming", "markup":
		return luminos.CategorySource
	case "prose":
		return catDocument
	case "data":
		if dataLanguages[language] {
			return catData
		}
		return luminos.CategoryConfig
	}
	switch {
	case bytes.HasPrefix(head, []byte("<?php")):
		return luminos.CategorySource
	case lower[0] == '.' && ext == "", strings.HasSuffix(lower, "rc") && ext == "" && len(head) > 0:
		return luminos.CategoryConfig
	case executable && bytes.HasPrefix(head, []byte("#!")):
		return luminos.CategorySource
	case ext == "" && base == strings.ToUpper(base) && base != lower && len(head) > 0:
		return catDocument // NEWS, AUTHORS and their kin
	}
	return catOther
}

// withoutTemplate returns, for a lower-case file name whose extension ext marks a template or a
// copy, the extension before ext and its language, if known: ".go" and "Go" for main.go.in. It
// returns "" for other extensions.
func withoutTemplate(lower, ext string) (inner, language string) {
	switch ext {
	case ".in", ".template", ".example", ".sample", ".dist", ".orig", ".bak", ".default", ".tt", ".stub":
		stem := strings.TrimSuffix(lower, ext)
		if langs, _ := languagesByExtension(stem); len(langs) > 0 {
			language = langs[0]
		}
		return path.Ext(stem), language
	}
	return "", ""
}

// binaryKind are the categories whose files are not meant to be text: a text
// file with such an extension and a language is a program (.vhd, .as, .img).
var binaryKind = map[luminos.Category]bool{
	catArchive: true, catExec: true, catAudio: true, catVideo: true, catFont: true, catModel: true, catImage: true,
}

// binaryCategory returns the category of a file whose content is not text and has the format f. It is the
// category of f, or the category of the extension if f is unknown or a container, such as an archive that
// holds a model. An unknown format with an extension of source or configuration is catOther.
func binaryCategory(f format, ext string) luminos.Category {
	byExt, known := extensionCategory[ext]
	if !known {
		return f.category
	}
	switch f.category {
	case catOther:
		if byExt == luminos.CategorySource || byExt == luminos.CategoryConfig {
			return catOther // it claims to be text and is not
		}
		return byExt
	case catArchive, catData:
		// Weights, e-books and spreadsheets are often archives, pickles or HDF5 inside.
		if byExt == catModel || byExt == catDocument || byExt == catData {
			return byExt
		}
	case catVideo:
		if byExt == catAudio {
			return byExt
		}
	}
	return f.category
}

// stemCategory returns the category of a file whose name begins or ends with well-known words, as
// LICENSE-MIT, README.de.md, .env.local or app.lock. It returns false for other names.
func stemCategory(lower, ext, language string) (luminos.Category, bool) {
	for _, w := range documentStems {
		rest, ok := strings.CutPrefix(lower, w)
		if !ok || rest != "" && rest[0] != '.' && rest[0] != '-' && rest[0] != '_' {
			continue
		}
		// readme.py is a program, although its name is a document's.
		if c, known := extensionCategory[ext]; (!known || c == catDocument) && LanguageType(language) != "programming" {
			return catDocument, true
		}
	}
	stem := strings.TrimSuffix(lower, ext)
	if _, known := extensionCategory[ext]; !known && language == "" &&
		(strings.HasSuffix(stem, "readme") || strings.HasSuffix(stem, "read_me")) {
		return catDocument, true // Original_READ_ME.hack
	}
	for _, w := range configStems {
		if rest, ok := strings.CutPrefix(lower, w); ok && (rest == "" || rest[0] == '.' || rest[0] == '-') {
			return luminos.CategoryConfig, true
		}
	}
	if strings.HasSuffix(lower, "rc.json") || strings.HasSuffix(lower, ".config.json") || strings.HasSuffix(lower, ".lock") ||
		strings.HasPrefix(lower, "requirements") && ext == ".txt" || strings.HasPrefix(lower, "constraints") && ext == ".txt" {
		return luminos.CategoryConfig, true
	}
	return "", false
}

// recordsOrConfig returns whether a JSON, YAML, TOML or XML file is data or configuration. JSON is data
// unless its name, directory or keys show that it configures something. YAML, TOML and XML are
// configuration unless they are in a directory for data or numbered like records
// (CVE-2023-1234.yaml, 2024-05-01.xml).
func recordsOrConfig(dirs, lower, ext string, head []byte) luminos.Category {
	dirs = strings.ToLower(dirs)
	if lower[0] == '.' || strings.HasPrefix(dirs, ".") || strings.Contains(dirs, "/.") {
		return luminos.CategoryConfig // hidden files and .github/, .vscode/, .circleci/
	}
	for dir := range strings.SplitSeq(dirs, "/") {
		switch dir {
		case "config", "configs", "conf", "settings", "deploy", "k8s", "kubernetes", "helm", "charts", "manifests":
			return luminos.CategoryConfig
		case "data", "dataset", "datasets", "records", "corpus", "fixtures", "testdata":
			return catData
		}
	}
	if strings.Contains(lower, "config") || strings.Contains(lower, "settings") || strings.Contains(lower, "manifest") || strings.Contains(lower, "schema") {
		return luminos.CategoryConfig
	}
	if ext != ".json" {
		if numbered(lower) {
			return catData
		}
		return luminos.CategoryConfig
	}
	if bytes.Contains(head[:min(len(head), 256)], []byte(`"$schema"`)) {
		return luminos.CategoryConfig
	}
	return catData
}

// numbered reports whether a file name has four digits in a row, as a year or a serial number has.
func numbered(name string) bool {
	digits := 0
	for _, c := range []byte(name) {
		if c < '0' || c > '9' {
			digits = 0
		} else if digits++; digits == 4 {
			return true
		}
	}
	return false
}
