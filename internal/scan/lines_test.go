package scan

import (
	"bytes"
	"strings"
	"testing"
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
		{"apostrophes of a docstring open no string", "Python", "a.py", "def f():\n    \"\"\"\n    It isn't \"x\", we're here.\n\n" +
			"    Don't\n    \"\"\"\n    # no\n\n    return 1\n", luminos.Lines{Code: 2, Comment: 6, Blank: 1}},
		{"quotes in a docstring end none", "Python", "a.py",
			"def f():\n    '''\n    >>> a = \"\"\"x\n    ... y\"\"\"\n\n    '''\n    return 1\n",
			luminos.Lines{Code: 2, Comment: 5}},
		{"a string in brackets is code", "Python", "a.py", "x = (\n\"\"\"A\nB\"\"\"\n)\ny = \\\n\"\"\"C\"\"\"\n", luminos.Lines{Code: 6}},
		{"linguist's names that scc does not use", "Batchfile", "a.bat", "REM x\necho y\n", luminos.Lines{Code: 1, Comment: 1}},
		{"QuakeC", "QuakeC", "a.qc", "/* x\ny */\n// z\nvoid() f = { };\n", luminos.Lines{Code: 1, Comment: 3}},
		{"SCSS", "SCSS", "a.scss", "// x\na { b: c }\n", luminos.Lines{Code: 1, Comment: 1}},
		{"TSX", "TSX", "a.tsx", "// x\nlet a = <b/>\n", luminos.Lines{Code: 1, Comment: 1}},
		{"data has no comments", "JSON", "a.json", "{\n\n\"a\": \"// b\"\n}\n", luminos.Lines{Code: 3, Blank: 1}},
		{"a heading is no comment", "Markdown", "a.md", "# A\n\nB\n", luminos.Lines{Code: 2, Blank: 1}},
		{"a language nobody knows", "Nobody's", "a.nobody", "a\n \t\nb\n", luminos.Lines{Code: 2, Blank: 1}},
		{"CRLF ends lines of an unknown language", "Nobody's", "a.nobody", "a\r\n\r\nb\r\n", luminos.Lines{Code: 2, Blank: 1}},
		{"a quote as a character opens no string", "C", "a.c", "c = '\"';\n// A\n\n",
			luminos.Lines{Code: 1, Comment: 1, Blank: 1}},
		{"a blank line in a string is blank", "Go", "a.go", "x := `\n\n`\n", luminos.Lines{Code: 2, Blank: 1}},
		{"and in a language that scc counts", "OCaml", "a.ml", "x = \"a\n\nb\"\n\n", luminos.Lines{Code: 2, Blank: 2}},
		{"a long string of Lua", "Lua", "a.lua", "x = [[\n\n -- It's\n]]\n\ny = [=[ ]] \" ]=] -- A\n--[==[\nB\n]==]\n-- C\n",
			luminos.Lines{Code: 4, Comment: 4, Blank: 2}},
		{"a quote as a character of Elixir", "Elixir", "a.ex",
			"[?\", v, ?\\\\, ~r/\"/, ~S'''\n\"\n''', valid?(\"#\")]\n?\"\n\n# A\n",
			luminos.Lines{Code: 4, Comment: 1, Blank: 1}},
		{"an apostrophe in a string opens none", "Ruby", "a.rb", "x = \"don't\"\n\n# A\n",
			luminos.Lines{Code: 1, Comment: 1, Blank: 1}},
		{"Perl ends documentation by =cut", "Perl", "a.pm", "f();\n\n=head1 A\n\nB\n\n=cut\n\ng();\n=over\n",
			luminos.Lines{Code: 2, Comment: 6, Blank: 2}},
		{"the word of documentation in a string", "Perl", "a.pl",
			"f('=pod');\n\n# A\ng(qw(\"));\n# B\n", luminos.Lines{Code: 2, Comment: 2, Blank: 1}},
		{"documentation of Elixir", "Elixir", "a.ex", "  @doc ~S\"\"\"\n  A\n  \"\"\"\n  x = \"\"\"\n  B\n  \"\"\"\n" +
			"  @doc ~s'''\n  C\n  '''\n  @typedoc \"D\"\n",
			luminos.Lines{Code: 3, Comment: 7}},
		{"documentation of Julia", "Julia", "a.jl", "\"\"\"\nA\n\"\"\"\nf() = 1\nx = \"\"\"\nB\n\"\"\"\ny = 2\n",
			luminos.Lines{Code: 5, Comment: 3}},
		{"documentation of one line", "Julia", "a.jl", "\"\"\"A\"\"\"\nf() = 1\n", luminos.Lines{Code: 1, Comment: 1}},
		{"pragmas of Haskell", "Haskell", "A.hs", "{-# LANGUAGE X #-}\n{- A -}\nf = {-# SCC a #-} 1\n{- {- B -}\n-}\n",
			luminos.Lines{Code: 2, Comment: 3}},
		{"the lines of a notebook are of JSON", "Jupyter Notebook", "a.ipynb", "{\n\"cells\": []\n}\n", luminos.Lines{}},
		{"a byte order mark", "Go", "a.go", "\ufeff// A\npackage a\n", luminos.Lines{Code: 1, Comment: 1}},
	} {
		var c counter
		got, note := c.count(test.language, test.path, []byte(test.text))
		if got != test.want || note != "" {
			t.Errorf("%s: got %+v %q, want %+v", test.says, got, note, test.want)
		}
	}
}

// TestTestsAreCode checks that a file has no more lines of tests than of code.
func TestTestsAreCode(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"b.d": "/*\nunittest\n{\n    f();\n}\n*/\nint f;\n",
	})
	for _, f := range scanned(t, dir, Options{}).Files {
		if f.Lines.Tests > f.Lines.Code {
			t.Errorf("%s: %+v", f.Path, f.Lines)
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

// TestCountingIsLinear checks that the time of counting is proportional to the
// size, for any bytes: input that would cost scc more is not passed to it. The
// steps counted here are in its loop over the backslashes before each byte of a
// string.
func TestCountingIsLinear(t *testing.T) {
	for says, text := range map[string]string{
		"one run": strings.Repeat(`\`, 1<<20), "many runs": strings.Repeat(strings.Repeat(`\`, 255)+"a", 1<<12),
		"runs that are too long": strings.Repeat(strings.Repeat(`\`, 256)+"a", 1<<12), "a short text": strings.Repeat(`\`, lookBackMax-5),
		"a run at the end": strings.Repeat("a", 1<<20) + strings.Repeat(`\`, 1<<16), "no run": strings.Repeat(`\a`, 1<<19),
	} {
		data := []byte("x = \"" + text)
		steps, run := 0, 0
		for _, c := range data {
			if c != '\\' {
				run = 0
				continue
			}
			run++
			steps += run
		}
		if !longEscape(data) && steps > lookBackMax*len(data) {
			t.Errorf("%s: %d steps for %d bytes", says, steps, len(data))
		}
	}
	// Both sides of the bound: below it comments are recognised, above it they are not.
	var c counter
	for length, want := range map[int]int{255: 1, 256: 0} {
		data := []byte("# x\n" + strings.Repeat("y = 1\n", 1000) + `z = "` + strings.Repeat(`\`, length))
		if got, _ := c.count("Nim", "x.nim", data); got.Comment != want {
			t.Errorf("%d backslashes: %d comments, want %d", length, got.Comment, want)
		}
	}
}

// TestLongTokens exceeds the time of the whole test run if a token of some
// language takes steps by the square of the number of its occurrences.
func TestLongTokens(t *testing.T) {
	const size = 1 << 20
	for says, unit := range map[string]string{
		"backslashes in a string": `\`, "quotes": `"`, "open comments": "/*", "lines": "\n", "single quotes": "'", "triple quotes": `"""`,
		"closed comments": "/**/", "escaped quotes": `\"`, "many runs": strings.Repeat(`\`, 255) + `a`, "hashes": "#", "heredocs": "<<A ",
	} {
		data := []byte("x = \"" + strings.Repeat(unit, size/len(unit)))
		most := bytes.Count(data, []byte("\n")) + 1
		for _, language := range []string{"Python", "Rust", "C", "PHP", "Shell", "HTML"} {
			var c counter
			if got, note := c.count(language, "x", data); note != "" || got.Code+got.Comment+got.Blank > most {
				t.Errorf("%s in %s: %+v %q, at most %d lines", says, language, got, note, most)
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
		total, most := lines.Code+lines.Comment+lines.Blank, bytes.Count(data, []byte("\n"))+1
		if note == "" && total > most {
			t.Errorf("%d lines, at most %d", total, most)
		}
	})
}

var fuzzLanguages = []string{"Go", "Python", "Rust", "C#", "PHP", "Shell", "HTML", "Lua", "Haskell", "TSX", "YAML", "Ruby", "Perl", "D"}
