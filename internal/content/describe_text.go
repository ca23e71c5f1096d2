package content

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// describeText returns the description of a text file: its kind or language, its encoding and its
// line ends.
func describeText(s *sample) string {
	base := baseOf(s.path)
	lang := languageOf(base, s.head)
	words := textKind(lang, extOf(base), s.head)
	shape := textShape(s.head, len(s.head) < describeHead)
	if interpreter(s.head) != "" {
		return list(words, strings.Replace(shape, " text", " text executable", 1))
	}
	return list(words, shape)
}

// textKind returns the first part of the description of a text file: its format, its kind of script
// or its language. It returns "" for plain text.
func textKind(lang, ext string, head []byte) string {
	if f, ok := textSignature(head); ok {
		return f.name
	}
	if program := interpreter(head); program != "" {
		return scriptWords(program, lang)
	}
	start := bytes.TrimLeft(head[:min(len(head), 1024)], "\xef\xbb\xbf \t\r\n")
	switch _, svg := svgTag(head); {
	case isLFSPointer(head): // under any name
		return "Git LFS pointer"
	case svg:
		if w, h, ok := svgSize(head); ok {
			return "SVG Scalable Vector Graphics image, " + dimensions(w, h)
		}
		return "SVG Scalable Vector Graphics image"
	case ext == ".jsonl" || ext == ".ndjson":
		return "New Line Delimited JSON text data"
	case bytes.HasPrefix(start, []byte("<?xml")) && (lang == "" || lang == "XML"):
		return "XML 1.0 document"
	case lang == "" && (startsFold(start, "<!doctype html") || startsFold(start, "<html")):
		return "HTML document"
	case lang == "" && bytes.HasPrefix(start, []byte("{")) && looksJSON(start):
		return "JSON text data"
	case lang == "" && (bytes.HasPrefix(start, []byte("diff --git ")) || bytes.HasPrefix(start, []byte("--- ")) && bytes.Contains(start, []byte("\n+++ "))):
		return "unified diff output"
	}
	return languageWords(lang)
}

// scriptWords returns the description of a script that the interpreter program runs, for example
// "Node.js script". lang is its language.
func scriptWords(program, lang string) string {
	switch program {
	case "sh", "dash":
		return "POSIX shell script"
	case "bash":
		return "Bourne-Again shell script"
	case "ksh":
		return "Korn shell script"
	case "node", "nodejs":
		return "Node.js script"
	}
	if lang == "" || len(lang) > 32 {
		return "script"
	}
	return lang + " script"
}

// languageWords returns the description of a text file in the language lang, for example "Go
// source". It returns "" for plain text.
func languageWords(lang string) string {
	switch lang {
	case "", "Text":
		return ""
	case "JSON", "JSON with Comments":
		return "JSON text data"
	case "CSV":
		return "CSV text"
	case "TSV":
		return "TSV text"
	case "HTML":
		return "HTML document"
	case "XML":
		return "XML document"
	case "SQL", "PLpgSQL", "TSQL", "PLSQL", "SQLPL":
		return lang + " source"
	case "TeX":
		return "LaTeX document"
	case "Makefile":
		return "makefile script"
	case "Diff":
		return "unified diff output"
	case "Jupyter Notebook":
		return "Jupyter notebook"
	case "Roff Manpage":
		return "troff or preprocessor input (manual page)"
	case "Gettext Catalog":
		return "GNU gettext message catalogue"
	}
	switch LanguageType(lang) {
	case "programming", "markup":
		return lang + " source"
	case "prose":
		return lang + " document"
	}
	return lang + " data"
}

// encodingWords are the names that the command file uses.
var encodingWords = map[Encoding]string{
	ascii: "ASCII text", utf8Text: "Unicode text, UTF-8 text", UTF8BOM: "Unicode text, UTF-8 (with BOM) text",
	UTF16LE: "Unicode text, UTF-16, little-endian text", UTF16BE: "Unicode text, UTF-16, big-endian text",
	Windows1252: "ISO-8859 text",
}

// textShape returns the encoding of the text b in words, with remarks on very long lines, unusual
// line ends and escape sequences. whole is whether b is the whole file.
func textShape(b []byte, whole bool) string {
	enc := EncodingOf(b)
	words := encodingWords[enc]
	if enc == Windows1252 && hasC1(b) {
		words = "Non-ISO extended-ASCII text"
	}
	if enc == UTF16LE || enc == UTF16BE {
		b = []byte(Decode(b, enc))
	}
	longest := 0
	for line := range bytes.Lines(b) {
		if len(line) > longest {
			longest = max(longest, utf8.RuneCount(bytes.TrimRight(line, "\r\n")))
		}
	}
	if longest > 300 {
		words += fmt.Sprintf(", with very long lines (%d)", longest)
	}
	words += lineEnds(b, whole)
	if bytes.IndexByte(b, 0x1b) >= 0 {
		words += ", with escape sequences"
	}
	return words
}

// hasC1 reports whether b has bytes from 0x80 to 0x9F. They are control characters in ISO 8859, and
// quotation marks and dashes in Windows-1252.
func hasC1(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 && c < 0xA0 {
			return true
		}
	}
	return false
}

// lineEnds returns the description of the line ends in b, or "" if all are line feeds. whole is
// whether b is the whole file.
func lineEnds(b []byte, whole bool) string {
	crlf := bytes.Count(b, []byte("\r\n"))
	lf := bytes.Count(b, []byte("\n")) - crlf
	cr := bytes.Count(b, []byte("\r")) - crlf
	if len(b) > 0 && b[len(b)-1] == '\r' && !whole {
		cr-- // its line feed may have been cut off
	}
	switch {
	case crlf+lf+cr == 0:
		return ", with no line terminators"
	case crlf+cr == 0:
		return ""
	}
	var kinds []string
	for _, k := range []struct {
		n    int
		name string
	}{{crlf, "CRLF"}, {cr, "CR"}, {lf, "LF"}} {
		if k.n > 0 {
			kinds = append(kinds, k.name)
		}
	}
	return ", with " + strings.Join(kinds, ", ") + " line terminators"
}
