package scan

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"luminos"
	"luminos/internal/content"
)

func TestLines(t *testing.T) {
	for _, test := range []struct {
		says, language string
		path           luminos.Path
		text           string
		want           luminos.Lines
	}{
		{"comments are no code", "Go", "a.go", "// A\npackage a\n\n/* B\n\nC */\nvar x = 1 // D\n", luminos.Lines{Code: 2, Comment: 4, Blank: 1}},
		{"the last line needs no end", "Go", "a.go", "package a\nvar x = 1", luminos.Lines{Code: 2}},
		{"CRLF ends lines", "Go", "a.go", "package a\r\n\r\n// A\r\n", luminos.Lines{Code: 1, Comment: 1, Blank: 1}},
		{"an empty file has none", "Go", "a.go", "", luminos.Lines{}},
		{"a comment sign in a string is code", "Python", "a.py", "x = '# no'\n# yes\n", luminos.Lines{Code: 1, Comment: 1}},
		{"linguist's names that scc does not use", "Batchfile", "a.bat", "REM x\necho y\n", luminos.Lines{Code: 1, Comment: 1}},
		{"SCSS", "SCSS", "a.scss", "// x\na { b: c }\n", luminos.Lines{Code: 1, Comment: 1}},
		{"TSX", "TSX", "a.tsx", "// x\nlet a = <b/>\n", luminos.Lines{Code: 1, Comment: 1}},
		{"data has no comments", "JSON", "a.json", "{\n\n\"a\": \"// b\"\n}\n", luminos.Lines{Code: 3, Blank: 1}},
		{"a heading is no comment", "Markdown", "a.md", "# A\n\nB\n", luminos.Lines{Code: 2, Blank: 1}},
		{"a language nobody knows", "Nobody's", "a.nobody", "a\n \t\nb\n", luminos.Lines{Code: 2, Blank: 1}},
		{"a byte order mark", "Go", "a.go", "\ufeff// A\npackage a\n", luminos.Lines{Code: 1, Comment: 1}},
	} {
		var c counter
		got, note := c.count(test.language, test.path, []byte(test.text))
		if got != test.want || note != "" {
			t.Errorf("%s: got %+v %q, want %+v", test.says, got, note, test.want)
		}
	}
}

func TestLinesOfUTF16(t *testing.T) {
	data := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune("// A\npackage a\n\nvar x = 1\n")) {
		data = append(data, byte(u), byte(u>>8))
	}
	var c counter
	if got, _ := c.count("Go", "a.go", data); got != (luminos.Lines{Code: 2, Comment: 1, Blank: 1}) {
		t.Errorf("got %+v", got)
	}
}

// Every language named in the table is linguist's, and every grammar scc's.
func TestBorrowedGrammars(t *testing.T) {
	g := loadGrammars()
	for name, languages := range borrowed {
		if g.byName[fold(name)] != name {
			t.Errorf("scc has no %q", name)
		}
		for _, l := range languages {
			if content.LanguageType(l) == "" {
				t.Errorf("linguist has no %q", l)
			}
		}
	}
}

// Counting takes time in proportion to the size, whatever the bytes.
func TestCountingIsLinear(t *testing.T) {
	const size = 1 << 20
	for says, unit := range map[string]string{
		"backslashes in a string": `\`, "quotes": `"`, "open comments": "/*", "lines": "\n", "single quotes": "'", "triple quotes": `"""`,
		"closed comments": "/**/", "escaped quotes": `\"`, "many runs": strings.Repeat(`\`, 255) + `a`, "hashes": "#", "heredocs": "<<A ",
	} {
		data := []byte("x = \"" + strings.Repeat(unit, size/len(unit)))
		for _, language := range []string{"Python", "Rust", "C", "PHP", "Shell", "HTML"} {
			var c counter
			start := time.Now()
			c.count(language, "x", data)
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%s in %s: %v for 1 MiB", says, language, d)
			}
		}
	}
}

// FuzzCount holds the counter to its promise: no panic, no more lines than line ends.
func FuzzCount(f *testing.F) {
	for _, seed := range []string{"", "\"", "\"\"\"\n", "/*", "x=\"\\", "'''\n\\'''", "r#\"\n", "<!-- -->\n<% %>", "\xff\xfe\n\x00"} {
		for i := range fuzzLanguages {
			f.Add(byte(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, language byte, data []byte) {
		var c counter
		lines, note := c.count(fuzzLanguages[int(language)%len(fuzzLanguages)], "x", data)
		if most := bytes.Count(data, []byte("\n")) + 1; note == "" && lines.Total() > most {
			t.Errorf("%d lines, at most %d", lines.Total(), most)
		}
	})
}

var fuzzLanguages = []string{"Go", "Python", "Rust", "C#", "PHP", "Shell", "HTML", "Lua", "Haskell", "TSX", "YAML", "Ruby", "Perl", "D"}
