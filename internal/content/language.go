package content

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-enry/go-enry/v2/data"
)

// Only go-enry's tables are imported, never its root package: the latter keeps
// the classifier's 240,000 probabilities alive, which costs every start of the
// program 12 ms and 10 MB.

// languageOf returns the language of a text file as linguist names it, or "". It tries, in this
// order, the modeline, the name, the shebang and the extension, and the content where languages
// share an extension. base is the last element of the path.
func languageOf(base string, head []byte) string {
	if lang := modeline(head); lang != "" {
		return lang
	}
	if langs := data.LanguagesByFilename[base]; len(langs) == 1 {
		return langs[0]
	} else if len(langs) > 1 {
		return hostsOrInventory(head)
	}
	if lang := familiarName(base); lang != "" {
		return lang
	}
	byShebang := data.LanguagesByInterpreter[interpreter(head)]
	if len(byShebang) == 1 {
		return byShebang[0]
	}
	if langs, ext := languagesByExtension(base); len(langs) > 0 {
		if decide, ok := hot[ext]; ok {
			return decide(head)
		}
		return choose(ext, langs, byShebang, head)
	}
	if len(byShebang) > 0 {
		return byShebang[0]
	}
	if bytes.HasPrefix(head, []byte("<?xml version=")) {
		return "XML"
	}
	return ""
}

// familiarName returns the language of a file whose name is a variant of a well-known name that
// linguist does not list, such as Dockerfile.dev or Makefile-linux. It returns "" for other names.
func familiarName(base string) string {
	stem, _, cut := strings.Cut(base, ".")
	if !cut {
		stem, _, cut = strings.Cut(base, "-")
	}
	if !cut {
		return ""
	}
	switch stem {
	case "Dockerfile", "Containerfile":
		return "Dockerfile"
	case "Makefile", "GNUmakefile":
		return "Makefile"
	case "Jenkinsfile":
		return "Groovy"
	}
	return ""
}

// languagesByExtension returns the languages that use the extension of a file name, and the
// extension. Of several extensions with languages the longest counts: ".blade.php" before ".php".
func languagesByExtension(base string) (langs []string, ext string) {
	lower := strings.ToLower(base)
	for i := strings.IndexByte(lower, '.'); i >= 0; {
		if langs, ok := data.LanguagesByExtension[lower[i:]]; ok {
			return langs, lower[i:]
		}
		next := strings.IndexByte(lower[i+1:], '.')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return nil, ""
}

// choose returns the language of a file whose extension ext several languages share. It prefers a
// language of the shebang, then the result of linguist's patterns for the beginning of the file,
// then the commonest language of the extension.
func choose(ext string, langs, byShebang []string, head []byte) string {
	if len(langs) == 1 {
		return langs[0]
	}
	for _, l := range byShebang {
		for _, m := range langs {
			if l == m {
				return l
			}
		}
	}
	head = head[:min(len(head), patternHead)]
	if len(head) > 0 {
		if h, ok := data.ContentHeuristics[ext]; ok {
			if found := h.Match(head); len(found) > 0 {
				return found[0]
			}
		}
	}
	if lang, ok := commonest[ext]; ok {
		return lang
	}
	return langs[0]
}

// patternHead is the most bytes that linguist's patterns read: the slowest take
// 0.1 µs for each byte, and the features of a language come early in a file.
const patternHead = 2 << 10

// LanguageType returns linguist's type of a language: "programming", "markup",
// "data", "prose", or "" if linguist does not know the name.
func LanguageType(language string) string {
	if t := data.LanguagesType[language]; t != 0 {
		return data.Type(t).String()
	}
	return ""
}

// interpreter returns the name of the program in the "#!" line of a script, without its directory
// and, for Python, without its minor version. It returns "" if head has no such line.
func interpreter(head []byte) string {
	if len(head) < 4 || head[0] != '#' || head[1] != '!' {
		return ""
	}
	line := head[2:min(len(head), 512)]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return ""
	}
	name := path.Base(words[0])
	if name == "env" {
		words = words[1:]
		for len(words) > 1 && (words[0][0] == '-' || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
		if len(words) == 0 {
			return ""
		}
		name = path.Base(words[0])
	}
	switch {
	case name == "osascript" && bytes.Contains(line, []byte("-l")):
		return "" // some other language, that it does not name here
	case strings.HasPrefix(name, "python") && strings.Contains(name, "."):
		name, _, _ = strings.Cut(name, ".")
	}
	return name
}

// modeline returns the language that a modeline names in the first or last five lines of a file:
// -*- mode: c++ -*- for Emacs or vim: ft=ruby for Vim. It returns "" without a modeline.
func modeline(head []byte) string {
	first, last := ends(head)
	for _, b := range [2][]byte{first, last} {
		if lang := emacsMode(b); lang != "" {
			return lang
		}
		if lang := vimFiletype(b); lang != "" {
			return lang
		}
	}
	return ""
}

// ends returns the first five and the last five lines of b, at most a kilobyte of each.
func ends(b []byte) (first, last []byte) {
	const lines, most = 5, 1024
	first = b[:min(len(b), most)]
	at := 0
	for range lines {
		i := bytes.IndexByte(first[at:], '\n')
		if i < 0 {
			return first, b[max(len(first), len(b)-most):]
		}
		at += i + 1
	}
	first = first[:at]
	last = b[max(at, len(b)-most):]
	tail := len(bytes.TrimSuffix(last, []byte("\n")))
	for range lines {
		if tail = bytes.LastIndexByte(last[:tail], '\n'); tail < 0 {
			return first, last
		}
	}
	return first, last[tail+1:]
}

func emacsMode(b []byte) string {
	_, after, ok := bytes.Cut(b, []byte("-*-"))
	if !ok {
		return ""
	}
	between, _, ok := bytes.Cut(after, []byte("-*-"))
	if !ok || bytes.IndexByte(between, '\n') >= 0 {
		return ""
	}
	text := strings.TrimSpace(string(between))
	for field := range strings.SplitSeq(text, ";") {
		if key, value, ok := strings.Cut(field, ":"); ok && strings.EqualFold(strings.TrimSpace(key), "mode") {
			text = strings.TrimSpace(value)
			break
		}
	}
	lang, _ := data.LanguageByAlias(text)
	return lang
}

// vimFiletype returns the language that a Vim modeline in b names, such as "vim: ft=ruby", or "".
// The mark (vi:, vim: or ex:) must follow white space or a line end; the option is ft, filetype or
// syntax.
func vimFiletype(b []byte) string {
	for _, mark := range []string{"vim:", "vi:", "ex:"} {
		i := bytes.Index(b, []byte(mark))
		if i < 0 || i > 0 && b[i-1] != ' ' && b[i-1] != '\t' && b[i-1] != '\n' {
			continue
		}
		line, _, _ := bytes.Cut(b[i+len(mark):], []byte("\n"))
		options := strings.FieldsFunc(string(line), func(r rune) bool { return r == ' ' || r == ':' || r == '\t' })
		for _, o := range options {
			key, value, ok := strings.Cut(o, "=")
			if ok && (key == "ft" || key == "filetype" || key == "syntax") {
				lang, _ := data.LanguageByAlias(value)
				return lang
			}
		}
	}
	return ""
}
