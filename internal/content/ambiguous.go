package content

import (
	"bytes"
	"regexp"

	"luminos/internal/lazyregexp"
)

// hot decides by itself for extensions that several languages share and that
// real trees are full of: linguist's patterns and classifier would take most
// of a scan's time there. A nil head gives a default, such as C for ".h".
var hot = map[string]func(head []byte) string{
	".h":          headerLanguage,
	".md":         always("Markdown"),
	".cs":         sharpOrNone,
	".php":        always("PHP"),
	".rs":         always("Rust"),
	".ts":         func(b []byte) string { return unlessXML(b, "TypeScript") },
	".tsx":        func(b []byte) string { return unlessXML(b, "TSX") },
	".txt":        always("Text"),
	".msg":        messages,
	".html":       always("HTML"),
	".tpl":        smartyOrGo,
	".properties": always("Java Properties"),
	".s":          always("Assembly"),
	".asm":        always("Assembly"),
	".1":          manPage, ".2": manPage, ".3": manPage, ".4": manPage, ".5": manPage, ".6": manPage, ".7": manPage, ".8": manPage,
	".9": manPage, ".man": manPage, ".mdoc": manPage, ".3pm": manPage, ".3p": manPage, ".3x": manPage, ".1m": manPage,
	// An OpenAPI description is JSON or YAML for a table of languages.
	".json": always("JSON"),
	".yml":  always("YAML"),
	".yaml": always("YAML"),
	".bst":  styleOrBuild,
	".rd":   always(""), // documentation of R, in a markup of its own, which linguist calls R
}

// proofs returns the language of a file with an extension that several languages share if a line at its beginning is
// possible in this language only, or "". Linguist's classifier takes Octave for Objective-C, and Scheme for queries.
var proofs = map[string]func(head []byte) string{
	".m":   func(b []byte) string { return onLine(b, octaveLine, "MATLAB") },
	".scm": func(b []byte) string { return onLine(b, schemeLine, "Scheme") },
	".pls": func(b []byte) string { return onLine(b, playlistLine, "INI") },
}

// messages returns the language of a file named .msg: a catalogue of Tcl, or definitions of OMNeT++, or "".
func messages(head []byte) string {
	if bytes.Contains(head, []byte("msgcat::")) {
		return "Tcl"
	}
	return onLine(head, messageLine, "OMNeT++ MSG")
}

var (
	// playlistLine matches the first line of a playlist.
	playlistLine = lazyregexp.Lazy(`(?i)^(?:\x{FEFF})?\s*\[playlist\]`)
	// messageLine matches the beginning of a definition of OMNeT++.
	messageLine = lazyregexp.Lazy(`(?m)^\s*(?:packet|message|class|struct|enum|cplusplus|import)\b`)
	// octaveLine matches the beginning of a line of MATLAB or Octave.
	octaveLine = lazyregexp.Lazy(`(?m)^(?:%|##|\s*function\s+(?:\[[\w, ]*\]\s*=|\w+\s*[=(])|classdef\b)`)
	// schemeLine matches the beginning of a form of Scheme.
	schemeLine = lazyregexp.Lazy(`(?m)^\((?:define|use-modules|import|library|let\*?|load|set!)(?:[-*\s(]|$)`)
)

// onLine returns a language if a line at the beginning of a file matches its pattern, or "".
func onLine(head []byte, pattern func() *regexp.Regexp, language string) string {
	if pattern().Match(head) {
		return language
	}
	return ""
}

// styleOrBuild returns the language of a file with the extension .bst: "BuildStream" if it declares the kind of an
// element, as each of them must, else "BibTeX Style", whose first command may follow pages of comments.
func styleOrBuild(b []byte) string {
	if bytes.HasPrefix(b, []byte("kind:")) || bytes.Contains(b, []byte("\nkind:")) {
		return "BuildStream"
	}
	return "BibTeX Style"
}

// sharpOrNone returns "C#" for a file with the extension .cs that has a line of C# at its beginning, or "": .cs is also
// the end of Czech texts.
func sharpOrNone(b []byte) string {
	if len(b) > 0 && !sharpLine().Match(b) {
		return ""
	}
	return "C#"
}

// perlOrText returns a language, but "Text" for a file with the extension .t that would be Perl and has no line of
// Perl: a table, by the first letter of the word.
func perlOrText(ext, language string, head []byte) string {
	if ext == ".t" && language == "Perl" && len(head) > 0 && !perlLine().Match(head) {
		return "Text"
	}
	return language
}

// perlLine matches a line of Perl: the beginning of a declaration or a test, a variable, or the end of a statement.
var perlLine = lazyregexp.Lazy(`(?m)^\s*(?:use|no|require|package|my|our|sub|BEGIN|__END__|=(?:pod|head\d|cut))\b|` +
	`[$@%]\{?\w|[;{}]\s*(?:#.*)?$`)

// sharpLine matches the beginning of a line of C#.
var sharpLine = lazyregexp.Lazy(`(?m)^(?:\x{FEFF})?[ \t]*(?:(?:using|namespace|class|struct|interface|enum|record|` +
	`public|internal|private|static|sealed|abstract|partial|unsafe|global|return|var|await|extern|delegate)\b|` +
	`//|/\*|#(?:if|region|nullable|pragma|define|!)|\[\w+|[\w.]+(?:\(|;| = ))`)

func always(language string) func([]byte) string {
	return func([]byte) string { return language }
}

// commonest maps an extension to its language if the content does not decide.
// An extension is missing if the answer is the alphabetically first of
// linguist's candidates.
var commonest = map[string]string{
	".as": "ActionScript", ".asc": "AsciiDoc", ".bas": "Visual Basic 6.0", ".bf": "Brainfuck",
	".cfg": "INI", ".ch": "xBase", ".cl": "OpenCL", ".cls": "TeX", ".csl": "XML", ".d": "D",
	".ddl": "SQL", ".dsp": "Microsoft Developer Studio Project", ".e": "Eiffel", ".es": "JavaScript",
	".f": "Fortran", ".for": "Fortran", ".fr": "Text", ".frag": "GLSL", ".frm": "Visual Basic 6.0",
	".fs": "F#", ".ftl": "FreeMarker", ".fx": "HLSL", ".gd": "GDScript", ".gs": "JavaScript",
	".gts": "Glimmer TS", ".i": "SWIG", ".inc": "PHP", ".jq": "jq", ".l": "Lex", ".m": "Objective-C",
	".ml": "OCaml", ".ms": "Roff", ".mm": "Objective-C++", ".n": "Roff", ".nb": "Wolfram Language",
	".nu": "Nushell", ".odin": "Odin", ".pbt": "Protocol Buffer Text Format", ".pkl": "Pkl",
	".plist": "XML Property List", ".pp": "Puppet", ".prc": "SQL", ".pro": "Proguard",
	".q": "q", ".qs": "Qt Script", ".re": "Reason", ".res": "ReScript",
	".rpy": "Ren'Py", ".s": "Assembly", ".shader": "ShaderLab", ".sol": "Solidity", ".spec": "RPM Spec",
	".sql": "SQL", ".srt": "SubRip Text", ".star": "Starlark", ".svx": "mdsvex", ".sch": "Scheme",
	".tl": "Teal", ".tsp": "TypeSpec", ".typ": "Typst", ".v": "Verilog",
	".vcf": "vCard", ".workflow": "HCL", ".x": "RPC", ".yy": "Yacc", ".cgi": "Perl", ".fcgi": "Perl",
}

func unlessXML(b []byte, language string) string {
	if bytes.HasPrefix(b, []byte("<?xml")) || bytes.HasPrefix(b, []byte("<TS ")) {
		return "XML"
	}
	return language
}

// smartyOrGo returns the language of a template (.tpl): "Go Template" if the file has double braces
// and no variable of Smarty, else "Smarty".
func smartyOrGo(b []byte) string {
	if bytes.Contains(b, []byte("{{")) && !bytes.Contains(b, []byte("{$")) {
		return "Go Template"
	}
	return "Smarty"
}

// hostsOrInventory returns the language of a file named "hosts": "INI" if it has sections, as the
// inventory of a deployment tool has, else "Hosts File", a table of addresses.
func hostsOrInventory(b []byte) string {
	if bytes.HasPrefix(b, []byte("[")) || bytes.Contains(b, []byte("\n[")) {
		return "INI"
	}
	return "Hosts File"
}

// headerLanguage returns the language of a header file (.h) by the first line outside of comments
// that begins with a construct of C++ or Objective-C or contains "std::", else "C".
func headerLanguage(b []byte) string {
	comment := false
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		if comment {
			comment = !bytes.Contains(line, []byte("*/"))
			continue
		}
		if len(line) < 3 {
			continue
		}
		if line[0] == '/' {
			comment = line[1] == '*' && !bytes.Contains(line, []byte("*/"))
			continue
		}
		if lang := headerLine(line); lang != "" {
			return lang
		}
	}
	return "C"
}

// headerMarks are beginnings of lines by their first byte.
var headerMarks = [128][]struct{ start, language string }{
	'@': {{"@interface", "Objective-C"}, {"@protocol", "Objective-C"}, {"@class", "Objective-C"}, {"@property", "Objective-C"}, {"@end", "Objective-C"}},
	'c': {{"class ", "C++"}, {"constexpr ", "C++"}, {"catch (", "C++"}, {"catch(", "C++"}},
	'e': {{"enum class ", "C++"}},
	'i': {{"inline void operator", "C++"}, {"inline namespace ", "C++"}},
	'n': {{"namespace ", "C++"}},
	'p': {{"public:", "C++"}, {"private:", "C++"}, {"protected:", "C++"}},
	't': {{"template <", "C++"}, {"template<", "C++"}, {"try {", "C++"}},
	'u': {{"using ", "C++"}},
	'v': {{"virtual ", "C++"}},
}

func headerLine(line []byte) string {
	if line[0] == '#' {
		return headerDirective(line[1:])
	}
	for _, m := range headerMarks[line[0]&0x7F] {
		if bytes.HasPrefix(line, []byte(m.start)) {
			return m.language
		}
	}
	if bytes.Contains(line, []byte("std::")) {
		return "C++"
	}
	return ""
}

// headerDirective returns the language that a preprocessor directive proves, or "". The text after
// the "#" of the line is given. #import proves Objective-C; #include <name> with no "." or "/" in
// the name, as <vector>, proves C++.
func headerDirective(line []byte) string {
	line = bytes.TrimLeft(line, " \t")
	if bytes.HasPrefix(line, []byte("import ")) {
		return "Objective-C"
	}
	name, ok := bytes.CutPrefix(line, []byte("include"))
	if !ok {
		return ""
	}
	name = bytes.TrimLeft(name, " \t")
	if len(name) < 2 || name[0] != '<' {
		return ""
	}
	end := bytes.IndexByte(name, '>')
	if end < 0 || bytes.IndexByte(name[:end], '.') >= 0 || bytes.IndexByte(name[:end], '/') >= 0 {
		return ""
	}
	return "C++"
}

// dialectHead is the most bytes that [manPage] reads.
const dialectHead = 8 << 10

// anyLine reports whether a line in the first dialectHead bytes of the text b begins, after its
// indentation, with one of the strings starts.
func anyLine(b []byte, starts ...string) bool {
	for line := range bytes.Lines(b[:min(len(b), dialectHead)]) {
		line = bytes.TrimLeft(line, " \t")
		for _, s := range starts {
			if bytes.HasPrefix(line, []byte(s)) {
				return true
			}
		}
	}
	return false
}

// manPage returns the language of a file with an extension of manual pages, such as .1 or .man:
// "Roff Manpage" if a line begins with a request that opens manual pages, "Roff" if a line begins
// with a comment or a common request of the typesetter troff, else "Text".
func manPage(b []byte) string {
	switch {
	case anyLine(b, ".TH ", "'TH ", ".Dd ", ".Dt ", ".Sh ", ".SH "):
		return "Roff Manpage"
	case anyLine(b, `.\"`, ".so ", ".de ", ".ds ", ".nr ", ".if ", ".TL", ".PP", ".sp", `'\"`):
		return "Roff"
	}
	return "Text"
}
