package content

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// names has the name of each format by MIME type. If several formats have one type, the first of the signatures counts.
var names = sync.OnceValue(func() map[string]string {
	all := map[string]string{
		"text/plain": "plain text", "application/octet-stream": "binary data", "inode/x-empty": "nothing",
		"text/xml": "XML", "application/json": "JSON", "text/html": "HTML", "text/x-c": "C",
		"application/javascript": "JavaScript",
		"image/svg+xml":          "an SVG image", "application/x-executable": "an executable program",
		"application/x-sharedlib":      "a shared library",
		"application/x-pie-executable": "an executable program", "application/x-object": "an object file",
		"application/vnd.microsoft.portable-executable": "a program for Windows",
		"application/x-dosexec":                         "a program for DOS or Windows",
		"application/encrypted":                         "an encrypted Office document",
		"application/x-ole-storage":                     "an Office document (OLE)",
	}
	add := func(mime, name string) { all[mime] = cmp.Or(all[mime], name) }
	for _, s := range signatures {
		name, _, _ := strings.Cut(s.format.name, ", ")
		add(s.format.mime, strings.ReplaceAll(strings.TrimSuffix(name, " data"), " image data", " image"))
	}
	languages := make([]string, 0, len(languageMIME))
	for language := range languageMIME {
		languages = append(languages, language)
	}
	slices.Sort(languages)
	for _, language := range languages {
		add(languageMIME[language], language)
	}
	return all
})

// FormatName returns the name of a format for people by its MIME type: "JPEG image". Of a type without a name it
// returns words for its kind: "another image", or "data of another format".
func FormatName(mime string) string {
	if name := names()[mime]; name != "" {
		return name
	}
	switch kind, _, _ := strings.Cut(mime, "/"); kind {
	case "image":
		return "another image"
	case "audio":
		return "sound"
	case "video", "font", "text":
		return kind
	}
	return "data of another format"
}
