package outline

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"luminos"
)

// addCases adds the sources of the cases as seeds, with their languages, and
// truncated pieces of the sources.
func addCases(f *testing.F) {
	f.Add("TypeScript", []byte("interface A {\n  f() { x"))
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		c, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		language, _, _ := strings.Cut(string(c.Comment), ":")
		source := section(c, "source")
		f.Add(language, []byte(source))
		f.Add(language, []byte(source[:len(source)*2/3]))
		f.Add(language, []byte(source[len(source)/3:]))
	}
}

// FuzzPatterns reads any text in any language by patterns and checks the limits of
// the outline.
func FuzzPatterns(f *testing.F) {
	addCases(f)
	all := slices.Sorted(maps.Keys(languages))
	f.Fuzz(func(t *testing.T, language string, text []byte) {
		if languages[language] == nil { // most names of the fuzzer are unknown
			language = all[len(language)%len(all)]
		}
		found, ok := match(language, text)
		if !ok {
			t.Fatalf("%s is not read", language)
		}
		o := &luminos.Outline{Language: language, By: luminos.ByPatterns}
		fill(o, text, language, found)
		checkBounds(t, o, text)
	})
}

// FuzzOf reads any text in any language, by tree-sitter if there is a grammar.
func FuzzOf(f *testing.F) {
	addCases(f)
	parsed := append(Grammars(), "COBOL")
	f.Fuzz(func(t *testing.T, language string, text []byte) {
		if !slices.Contains(parsed, language) {
			language = parsed[len(language)%len(parsed)]
		}
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		o, err := Of(ctx, language, text)
		if err != nil {
			t.Fatal(err)
		}
		checkBounds(t, o, text)
	})
}

// checkBounds checks the limits of an outline.
func checkBounds(t *testing.T, o *luminos.Outline, text []byte) {
	t.Helper()
	last := len(newLines(text, syntax{}).starts)
	if len(o.Imports) > maxImports {
		t.Errorf("%d imports", len(o.Imports))
	}
	if o.Cut && o.Reason == "" {
		t.Error("it is cut without a reason")
	}
	if !utf8.ValidString(o.Doc) || utf8.RuneCountInString(o.Doc) > maxLine {
		t.Errorf("documentation %q", o.Doc)
	}
	for _, i := range o.Imports {
		if i.Name == "" || len(i.Name) > maxName || !utf8.ValidString(i.Name) || i.First < 1 || i.First > i.Last || i.Last > last {
			t.Errorf("import %+v of %d lines", i, last)
		}
	}
	if n := checkSymbols(t, o.Symbols, luminos.Definition{First: 1, Last: last}, 0); n > maxSymbols {
		t.Errorf("%d symbols", n)
	}
}

// checkSymbols checks nested symbols and returns their number.
func checkSymbols(t *testing.T, list []luminos.Definition, in luminos.Definition, depth int) int {
	t.Helper()
	if depth > maxNesting+1 {
		t.Fatalf("symbols nest %d deep", depth)
	}
	n, first := len(list), in.First
	for _, s := range list {
		if s.Name == "" || len(s.Name) > maxName || !utf8.ValidString(s.Name) || s.Kind == "" {
			t.Errorf("symbol %q %q", s.Kind, s.Name)
		}
		if len(s.Signature) > maxLine || !utf8.ValidString(s.Signature) || strings.Contains(s.Signature, "\n") {
			t.Errorf("signature %q", s.Signature)
		}
		if utf8.RuneCountInString(s.Doc) > maxLine || !utf8.ValidString(s.Doc) {
			t.Errorf("documentation %q", s.Doc)
		}
		if s.First < first || s.Last < s.First || s.Last > in.Last {
			t.Errorf("%s on lines %d to %d, after line %d, in %s on lines %d to %d", s.Name, s.First, s.Last, first, in.Name, in.First, in.Last)
		}
		first = s.First
		n += checkSymbols(t, s.Children, s, depth+1)
	}
	return n
}
