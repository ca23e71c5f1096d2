package content

import (
	"bytes"
	"strings"
)

// languageMIME maps a language to its registered MIME type, else to the type
// that file(1) prints. All other text is text/plain.
var languageMIME = map[string]string{
	"Ant Build System": "text/xml", "Awk": "text/x-awk", "Batchfile": "text/x-msdos-batch", "BibTeX": "text/x-bibtex",
	"C": "text/x-c", "C++": "text/x-c++", "CSS": "text/css", "CSV": "text/csv", "Clojure": "text/x-clojure",
	"Diff": "text/x-diff", "E-mail": "message/rfc822", "Emacs Lisp": "text/x-lisp", "Common Lisp": "text/x-lisp",
	"Fortran": "text/x-fortran", "Fortran Free Form": "text/x-fortran", "GeoJSON": "application/geo+json",
	"Gettext Catalog": "text/x-po", "HTML": "text/html", "Java": "text/x-java", "JavaScript": "application/javascript",
	"JSON": "application/json", "JSON with Comments": "application/json", "JSONLD": "application/ld+json",
	"Jupyter Notebook": "application/x-ipynb+json", "Lua": "text/x-lua", "M4": "text/x-m4", "M4Sugar": "text/x-m4",
	"Makefile": "text/x-makefile", "Markdown": "text/markdown", "Maven POM": "text/xml", "Objective-C": "text/x-objective-c",
	"PHP": "text/x-php", "Pascal": "text/x-pascal", "Perl": "text/x-perl", "PostScript": "application/postscript",
	"Python": "text/x-script.python", "Rich Text Format": "text/rtf", "Roff": "text/troff", "Roff Manpage": "text/troff",
	"Ruby": "text/x-ruby", "SVG": "image/svg+xml", "Shell": "text/x-shellscript", "SubRip Text": "application/x-subrip",
	"TSX": "text/x-typescript", "Tcl": "text/x-tcl", "TeX": "text/x-tex", "Texinfo": "text/x-texinfo",
	"TypeScript": "text/x-typescript", "WebVTT": "text/vtt", "XML": "text/xml", "XML Property List": "text/xml",
	"XSLT": "text/xml", "iCalendar": "text/calendar", "vCard": "text/vcard",
}

// textMIME returns the MIME type of a text file. A fixed beginning decides first, then the
// extension, then the language, then tests of the beginning for PHP, XML, HTML and JSON. The
// default is "text/plain".
func textMIME(ext, language string, head []byte) string {
	if f, ok := textSignature(head); ok {
		return f.mime
	}
	if isLFSPointer(head) {
		return LFSPointer
	}
	switch ext {
	case ".jsonl", ".ndjson", ".jsonlines":
		return "application/x-ndjson"
	case ".tsv", ".tab":
		return "text/tab-separated-values"
	case ".dvi", ".sql":
		return "text/plain"
	case ".mbox", ".mbx":
		return mailbox
	}
	if mime, ok := languageMIME[language]; ok {
		if mime == "text/x-shellscript" && !bytes.HasPrefix(head, []byte("#!")) && ext != ".sh" && ext != ".bash" && ext != ".zsh" {
			return "text/plain" // profiles and the like are read, not run
		}
		return mime
	}
	switch start := bytes.TrimLeft(head[:min(len(head), 512)], " \t\r\n\xef\xbb\xbf"); {
	case bytes.HasPrefix(start, []byte("<?php")):
		return "text/x-php"
	case bytes.HasPrefix(start, []byte("<?xml")):
		return "text/xml"
	case startsFold(start, "<!doctype html"), startsFold(start, "<html"):
		return "text/html"
	case bytes.HasPrefix(start, []byte("{\"")), bytes.HasPrefix(start, []byte("{\n")) && ext != "" && language == "":
		if looksJSON(start) {
			return "application/json"
		}
	}
	return "text/plain"
}

// textSignature returns the format of a text that begins with a fixed mark, such as a PEM, RTF
// or vCard file. ok is false for other texts.
func textSignature(b []byte) (format, bool) {
	if len(b) < 4 {
		return unknownFormat, false
	}
	switch b[0] {
	case '%', '{':
		return formatOfText(b, "%!PS", "{\\rtf")
	case '-':
		return pemFormat(b)
	case 'B':
		if bytes.HasPrefix(b, []byte("BEGIN:VCARD")) {
			return format{"text/vcard", catData, "vCard visiting card"}, true
		}
		if bytes.HasPrefix(b, []byte("BEGIN:VCALENDAR")) {
			return format{"text/calendar", catDocument, "vCalendar calendar file"}, true
		}
	case 'S', 'P', 'g':
		return formatOfText(b, "SIMPLE  =   ", "gimp xcf ")
	}
	return unknownFormat, false
}

// formatOfText returns the format of b as [formatOf] does, but only if b begins with one of the
// allowed signatures. Other signatures occur in ordinary text as well.
func formatOfText(b []byte, allowed ...string) (format, bool) {
	for _, a := range allowed {
		if bytes.HasPrefix(b, []byte(a)) {
			return formatOf(b)
		}
	}
	return unknownFormat, false
}

// pemWords writes the words of a PEM label in lower case, except abbreviations.
var pemWords = strings.NewReplacer("PUBLIC", "public", "PRIVATE", "private", "KEY", "key", "BLOCK", "block", "CERTIFICATE", "certificate",
	"REQUEST", "request", "MESSAGE", "message", "SIGNATURE", "signature", "SIGNED", "signed", "ENCRYPTED", "encrypted")

// pemFormat returns the format of a PEM or PGP text by the label in its "-----BEGIN"
// line.
func pemFormat(b []byte) (format, bool) {
	label, ok := bytes.CutPrefix(b, []byte("-----BEGIN "))
	if !ok {
		return unknownFormat, false
	}
	label, _, _ = bytes.Cut(label[:min(len(label), 64)], []byte("-----"))
	name := pemWords.Replace(printable(label))
	switch string(label) {
	case "PGP PUBLIC KEY BLOCK", "PGP PRIVATE KEY BLOCK":
		return format{"application/pgp-keys", catData, name}, true
	case "PGP MESSAGE":
		return format{"application/pgp", catData, name}, true
	case "PGP SIGNATURE":
		return format{"application/pgp-signature", catData, name}, true
	case "PGP SIGNED MESSAGE":
		return format{"text/PGP", catDocument, name}, true
	}
	return format{"text/plain", catData, "PEM " + name}, true
}

// looksJSON reports whether b continues after a brace, its first byte, as JSON: with a string key and a colon.
func looksJSON(b []byte) bool {
	rest := bytes.TrimLeft(b[1:], " \t\r\n")
	if len(rest) == 0 || rest[0] != '"' {
		return false
	}
	end := bytes.IndexByte(rest[1:], '"')
	return end >= 0 && bytes.HasPrefix(bytes.TrimLeft(rest[end+2:], " \t\r\n"), []byte(":"))
}

// startsFold reports whether b begins with s, ignoring case.
func startsFold(b []byte, s string) bool {
	return len(b) >= len(s) && bytes.EqualFold(b[:len(s)], []byte(s))
}
