package content

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2/data"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Only go-enry's tables are imported, never its root package: the latter keeps
// the classifier's 240,000 probabilities alive, which costs every start of the
// program 12 ms and 10 MB.

// languageOf returns the language of a text file as linguist names it, or "". It tries, in this order, the
// name, a shebang of one language, the extension (with the content if languages share it), a shebang of
// several languages, functions of a shell, and an XML declaration. base is the last element of the path. A program with
// an extension of its own can begin as a script of a shell that starts its interpreter.
func languageOf(base string, head []byte) string {
	if langs := data.LanguagesByFilename[base]; len(langs) == 1 && (!wordNames[base] || shellLine().Match(head)) {
		return langs[0]
	} else if len(langs) > 1 {
		return hostsOrInventory(head)
	}
	if lang := familiarName(base); lang != "" {
		return lang
	}
	byShebang := data.LanguagesByInterpreter[interpreter(head)]
	langs, ext := languagesByExtension(base)
	guarded := len(langs) == 1 && slices.Contains(byShebang, "Shell") && LanguageType(langs[0]) == "programming"
	if len(byShebang) == 1 && !guarded {
		return byShebang[0]
	}
	if len(langs) > 0 {
		if decide, ok := hot[ext]; ok {
			return decide(head)
		}
		if prove := proofs[ext]; prove != nil && prove(head) != "" {
			return prove(head)
		}
		return unlessBare(perlOrText(ext, choose(ext, langs, byShebang, head), head), head)
	}
	if len(byShebang) > 0 {
		return byShebang[0]
	}
	if completes().Match(head) || onlySources().Match(head) || !strings.Contains(base, ".") && shellFunction().Match(head) && shellBody().Match(head) {
		return "Shell"
	}
	if bytes.HasPrefix(head, []byte("<?xml version=")) {
		return "XML"
	}
	return modeOf(head)
}

// wordNames are names of shell scripts that are also names of programs and packages, after which other files are named.
var wordNames = map[string]bool{"login": true, "man": true, "profile": true}

// shellLine matches a line of a shell script.
var shellLine = lazyregexp.Lazy(`(?m)^#!|^\s*(?:export|alias|umask|source|setenv|eval)\s|` +
	`^\s*(?:if|for|case)\s.*[;\]]|^\s*[A-Z_]+=`)

// onlySources matches a file that does nothing but to read another script of a shell.
var onlySources = lazyregexp.Lazy(`\A\. "?[$/][^\n"]*"?\n?\z`)

// shellFunction matches the first line of a function of a shell at the left margin, and shellBody a line in or after
// such a function. Files that scripts source often have neither an extension nor a "#!" line.
var (
	shellFunction = lazyregexp.Lazy(`(?m)^[A-Za-z_][\w-]*[ \t]*\(\)[ \t]*\n?\{[ \t]*$`)
	shellBody     = lazyregexp.Lazy(`(?m)^[ \t]*(?:fi|esac|done)[ \t]*$|^[ \t]+(?:echo|local|printf|export)[ \t]`)
)

// completes matches the first line of a function that Zsh loads: of a completion, or by its name.
var completes = lazyregexp.Lazy(`^#(?:compdef|autoload)[ \t\r\n]`)

// modeOf returns the language of the mode that the first line of a text gives for Emacs, as in "-*- shell-script -*-"
// or "-*- mode: perl; tab-width: 4 -*-", or "". Files of completions for shells have such a line and no extension.
func modeOf(head []byte) string {
	line, _, _ := bytes.Cut(head[:min(len(head), 200)], []byte("\n"))
	_, rest, _ := bytes.Cut(line, []byte("-*-"))
	mode, _, ended := bytes.Cut(rest, []byte("-*-"))
	if !ended {
		return ""
	}
	for part := range strings.SplitSeq(string(mode), ";") {
		name, value, set := strings.Cut(part, ":")
		switch {
		case set && strings.EqualFold(strings.TrimSpace(name), "mode"):
			name = value
		case set:
			continue // another variable
		}
		if lang, ok := data.LanguageByAlias(strings.ToLower(strings.TrimSpace(name))); ok {
			return lang
		}
	}
	return ""
}

// marks are texts without which a file of a shared extension is not of the language: CACHEDIR.TAG is no server page.
var marks = map[string]string{"PHP": "<?", "Java Server Pages": "<"}

// declaresHack matches the tag or a declaration of Hack: .hack is also the name of a game at the end of its texts.
var declaresHack = lazyregexp.Lazy(`(?m)^(?:<\?hh|<<__|(?:namespace|use) [\w\\ ]+[;{]|` +
	`(?:async |abstract |final )*(?:function|class|interface|trait|enum) \w+.*[({,]\r?$)`)

// unlessBare returns the language, or "" if the head of the file lacks its mark.
func unlessBare(language string, head []byte) string {
	if language == "Hack" && len(head) > 0 && !declaresHack().Match(head) {
		return ""
	}
	if mark := marks[language]; mark != "" && len(head) > 0 && !bytes.Contains(head, []byte(mark)) {
		return ""
	}
	return language
}

// familiarName returns the language of a file whose name is a variant of a well-known name that
// linguist does not list, such as Dockerfile.dev, Makefile-linux or Dockerfile-alpine.template. It returns ""
// for other names.
func familiarName(base string) string {
	end := strings.IndexAny(base, ".-")
	if end < 0 {
		return ""
	}
	switch base[:end] {
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
	if ext == ".v" && bytes.HasPrefix(bytes.TrimSpace(head), []byte("(*")) && !bytes.Contains(head, []byte("\nmodule ")) {
		return "Rocq Prover" // the comment before the first command can be longer than patternHead
	}
	if ext == ".v" && vlang().Match(head) && !bytes.Contains(head, []byte("endmodule")) {
		return "V"
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

// vlang matches lines of V that Verilog has not: functions, constants and imports without a semicolon.
var vlang = lazyregexp.Lazy(`(?m)^(?:(?:pub )?fn (?:\([^()\n]*\) )?[\w.]+\(|(?:pub )?const [a-z]\w* = |` +
	`import [a-z][\w.]*\r?$)`)

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

// IsProgramming reports whether programs are written in a language: linguist calls it a programming language, or its
// files are components, each with a script, which linguist calls markup.
func IsProgramming(language string) bool {
	switch language {
	case "Vue", "Svelte", "Astro":
		return true
	}
	return LanguageType(language) == "programming"
}

// AnyCode reports whether one of the files is code: a program, or the style of a page.
func AnyCode(files []luminos.File) bool {
	return slices.ContainsFunc(files, func(f luminos.File) bool {
		return IsProgramming(f.Language) || f.Language == "CSS"
	})
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
