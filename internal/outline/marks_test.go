package outline

import (
	"bytes"
	"strings"
	"testing"
)

// TestMarks checks that quotes outside of strings open none: the line // after them is a comment.
func TestMarks(t *testing.T) {
	for language, texts := range map[string][]string{
		"C":      {`c = '"';`, `c = '\'';`, `s = "/*";`},
		"C++":    {`c = '"'; n = 1'000;`},
		"Java":   {`case '"': /* " */`},
		"Go":     {"c := '`'", "c := '\"'", "s := `\"`"},
		"C#":     {`s = @"a ""b"" \";`, "#if A", "s = @$\"\\\";"},
		"Rust":   {`c = '"';`, `s = r"\";`, "fn f<'a>(x: &'a str) {}", `s = r#"""#;`},
		"TSX":    {"return <p>Don't</p>"},
		"Kotlin": {"/* a /* b */ c */"},
		"Ruby":   {`s = "don't"`},
		"Tcl":    {`set s "don't {"`},
		"JavaScript": {"x = /[`'\"]/g", "if (\n/`/.test(x)) y()", "x.map(y => /`/.test(y))",
			"s = `a${b ? `/${c}'` : ''}/`", "d = a / b"},
		"Unix Assembly": {"/* don't */"},
	} {
		for _, text := range texts {
			comment := "// x"
			if language == "Ruby" || language == "Tcl" {
				comment = "# x"
			}
			want := strings.Repeat(string(rune(MarkComment)), len(comment))
			if got := Marks(language, []byte(text+"\n"+comment+"\n"), nil); !bytes.HasSuffix(got, []byte("\n"+want+"\n")) {
				t.Errorf("%s: %s: the comment after it is not marked: %q", language, text, got)
			}
		}
	}
	for text, want := range map[string]bool{
		"<?php\nf(\"'\");\n": true, "#!/usr/bin/env php\n<?php f(); ?>\n": true, "<p><?php f(); ?></p>": false, "<?php f(); ?>\n<p>": false,
	} {
		if got := Marks("PHP", []byte(text), nil) != nil; got != want {
			t.Errorf("marks of %q: %t, want %t", text, got, want)
		}
	}
	if Marks("Shell", []byte("x"), nil) != nil {
		t.Error("a language whose strings are not known exactly has marks")
	}
}

// TestMarksAreLinear exceeds the time of the test run if a token takes steps by the square of the number of its
// occurrences.
func TestMarksAreLinear(t *testing.T) {
	for _, unit := range []string{"(/[", "`${", "`${`", "r#\"", "/*", "'\\", "@\"\"", "=>/[", "=>   /["} {
		text := []byte("<?php " + strings.Repeat(unit, 1<<18/len(unit))) // without the head, PHP has no marks
		for language := range marked {
			if got := Marks(language, text, nil); len(got) != len(text) {
				t.Errorf("%s: %d bytes of %s become %d", language, len(text), unit, len(got))
			}
		}
	}
}
