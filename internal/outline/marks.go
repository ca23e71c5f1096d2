package outline

import (
	"bytes"
	"slices"
	"strings"
)

// The bytes that [Marks] has in place of comments and of the contents of strings.
const (
	MarkComment byte = 1
	MarkLiteral byte = 2
)

// Marks returns a copy of a text in which marks replace comments and the contents of literals, line ends in them too.
// Offsets do not change. Marks returns nil for a language whose comments and literals it does not know exactly. It
// writes the copy over buf if that has the room.
func Marks(language string, text, buf []byte) []byte {
	s, ok := marked[language]
	if !ok || language == "PHP" && !onlyPHP(text) {
		return nil
	}
	m := &masker{syntax: s, text: text, code: append(slices.Grow(buf[:0], len(text)+1), text...), marks: true}
	m.run()
	if s.docstring {
		markDocstrings(m.code)
	}
	return m.code
}

// markDocstrings makes comments of the strings in triple quotes that are statements of their own, as docstrings are.
// code has marks in place of comments and the contents of strings.
func markDocstrings(code []byte) {
	depth, begins := 0, true // of brackets; whether a statement can begin
	var last byte            // before the white space
	for i := 0; i < len(code); i++ {
		c := code[i]
		if end := tripleEnd(code, i); end > 0 && begins && depth == 0 {
			for j := i; j < end; j++ {
				code[j] = MarkComment
			}
			i, begins = end-1, false
			continue
		}
		switch c {
		case ' ', '\t', '\r', MarkComment:
			continue
		case '\n':
			begins = last != '\\'
			continue
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		begins, last = false, c
	}
}

// tripleEnd returns the end of the string in triple quotes that begins at offset i, or 0.
func tripleEnd(code []byte, i int) int {
	at := i
	if strings.IndexByte("rRuU", code[at]) >= 0 {
		at++
	}
	for _, q := range []string{triple.begin, triple1.begin} {
		if bytes.HasPrefix(code[at:], []byte(q)) {
			if n := bytes.Index(code[at+len(q):], []byte(q)); n >= 0 {
				return at + n + 2*len(q)
			}
			return len(code)
		}
	}
	return 0
}

// onlyPHP reports whether a text is PHP from its beginning to its end, without HTML.
func onlyPHP(text []byte) bool {
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("#!")) {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	closed := bytes.Index(text, []byte("?>"))
	return bytes.HasPrefix(text, []byte("<?php")) && (closed < 0 || closed == len(text)-2)
}

// marked holds the languages in which a quote can stand outside of a string: in a character, or in a regular
// expression.
var marked = markedLanguages()

func markedLanguages() map[string]syntax {
	csharp, java, kotlin, scala, rust := csharpSyntax, braceSyntax, swiftSyntax, swiftSyntax, rustSyntax
	csharp.line = []string{"//"} // a directive such as #if is code
	csharp.strings = append([]quote{{`@$"`, `"`, false, true}}, csharp.strings...)
	kotlin.nested, scala.nested = true, true
	rust.strings = append([]quote{{`r"`, `"`, false, true}, {`r###"`, `"###`, false, true}}, rust.strings...)
	tcl := syntax{line: []string{"#"}, strings: []quote{plain}}
	assembly := syntax{line: []string{"//", ";", "@ "}, block: slashStar, strings: []quote{plain}, chars: true}
	return map[string]syntax{
		"C": cSyntax, "C++": cSyntax, "Objective-C": cSyntax, "Objective-C++": cSyntax, "Cuda": cSyntax,
		"C#": csharp, "Java": java,
		"Kotlin": kotlin, "Scala": scala, "Swift": kotlin, "Rust": rust, "Go": goSyntax,
		"Ruby": rubySyntax, "PHP": phpSyntax, "Tcl": tcl, "Unix Assembly": assembly, "Assembly": assembly,
		"Python":     pythonSyntax,
		"Elixir":     elixirSyntax,
		"Lua":        luaSyntax,
		"Haskell":    dashSyntax,
		"JavaScript": scriptSyntax, "TypeScript": scriptSyntax, "TSX": scriptSyntax,
	}
}
