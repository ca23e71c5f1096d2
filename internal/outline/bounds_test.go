package outline

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"luminos/internal/content"

	"luminos"
)

func TestGrammarsLoad(t *testing.T) {
	for _, language := range Grammars() {
		o, err := Of(t.Context(), language, []byte("\n"))
		if err != nil || o.By != luminos.ByTreeSitter || o.Reason != "" {
			t.Errorf("%s: %+v, %v", language, o, err)
		}
	}
}

// TestLanguagesAreLinguists checks that the table uses the names of linguist.
func TestLanguagesAreLinguists(t *testing.T) {
	for language := range languages {
		if content.LanguageType(language) == "" {
			t.Errorf("linguist has no language %q", language)
		}
		if _, ok := match(language, []byte("x")); !ok {
			t.Errorf("%s has no reader", language)
		}
	}
	for _, language := range Grammars() {
		if languages[language] == nil {
			t.Errorf("%s cannot be read without its grammar", language)
		}
	}
}

// TestReasonForPatterns checks the reason that an outline gives if a text is not
// parsed.
func TestReasonForPatterns(t *testing.T) {
	const source = "def f():\n    pass\n"
	line := "# " + strings.Repeat("more ", 100) + "\n"
	large := source + strings.Repeat(line, maxParsed/len(line)+1)
	for name, tt := range map[string]struct {
		language string
		text     string
		cut      bool
		reason   string // with a grammar
		without  string // without one
		symbols  int
	}{
		"parsed":                       {"Python", source, false, "", "", 1},
		"too much work":                {"Java", strings.Repeat("a<", 50_000), false, "too much memory", "", 0},
		"too large to parse":           {"Python", large, false, "512 KiB", "", 1},
		"too large to read":            {"Python", strings.Repeat(large, 9), true, "only the first 4 MiB", "only the first 4 MiB", 8},
		"zero bytes":                   {"Python", source + "\x00", false, "zero bytes", "", 1},
		"not UTF-8":                    {"Shell", strings.Repeat("def \xff\xfe(): \xc3\n", 1500), false, "not UTF-8", "", 0},
		"there is no grammar":          {"Lua", "function f() end", false, "", "", 1},
		"there are no patterns either": {"COBOL", source, true, "no patterns", "no patterns", 0},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := Of(t.Context(), tt.language, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			want := tt.reason
			if len(Grammars()) == 0 {
				want = tt.without
			}
			if !strings.Contains(o.Reason, want) || (want == "") != (o.Reason == "") || o.Cut != tt.cut || len(o.Symbols) != tt.symbols {
				t.Errorf("got %d symbols, cut %v, for the reason %q; want %d, %v, %q", len(o.Symbols), o.Cut, o.Reason, tt.symbols, tt.cut, want)
			}
			checkBounds(t, o, []byte(tt.text))
		})
	}
}

func TestCancelled(t *testing.T) {
	gone := errors.New("the reader is gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	for _, language := range []string{"Python", "Lua"} {
		if o, err := Of(ctx, language, []byte("x = 1")); o != nil || !errors.Is(err, gone) {
			t.Errorf("%s: got %v and %v, want the cause", language, o, err)
		}
	}
}

func TestListsAreBounded(t *testing.T) {
	var functions, imports, nested strings.Builder
	for i := range maxSymbols + 10 {
		fmt.Fprintf(&functions, "def f%d(): pass\n", i)
	}
	for i := range maxImports + 10 {
		fmt.Fprintf(&imports, "import m%d\n", i)
	}
	for i := range 200 {
		fmt.Fprintf(&nested, "%sdef f%d():\n", strings.Repeat(" ", i), i)
	}
	nested.WriteString(strings.Repeat(" ", 200) + "pass\n")
	for name, tt := range map[string]struct {
		text, reason string
	}{
		"definitions": {functions.String(), "only the first 5000 definitions"},
		"imports":     {imports.String(), "at most 500 imports"},
		"nesting":     {nested.String(), ""},
		"names":       {"def " + strings.Repeat("n", 5000) + "(): pass\n", ""},
	} {
		parsed, err := Of(t.Context(), "Python", []byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []*luminos.Outline{parsed, WithoutParser("Python", []byte(tt.text))} {
			if o.Cut != (tt.reason != "") || !strings.Contains(o.Reason, tt.reason) {
				t.Errorf("%s by %s: cut %v for the reason %q; want %q", name, o.By, o.Cut, o.Reason, tt.reason)
			}
			checkBounds(t, o, []byte(tt.text))
		}
	}
}

// TestJunk reads texts that are hard to parse. Without the limit on memory some take a
// minute.
func TestJunk(t *testing.T) {
	const size = 20_000
	junk := map[string]string{
		"open brackets": strings.Repeat("(", size),
		"open braces":   strings.Repeat("{", size),
		"generics":      strings.Repeat("a<", size/2),
		"quotes":        strings.Repeat("r#\"'`", size/6),
		"comments":      strings.Repeat("/*\"", size/3),
		"nothing":       strings.Repeat("\x00", size),
		"one line":      strings.Repeat("function f(){return a?b:c};", size/27),
		"functions":     strings.Repeat("f(){", size/4),
		"classes":       strings.Repeat("class A{", size/8),
		"templates":     strings.Repeat("template<", size/9),
		"conditions":    strings.Repeat("#if x\n{\n", size/8),
		"heredocs":      strings.Repeat("<<A;", size/4),
		"not UTF-8":     strings.Repeat("def \xff\xfe(): \xc3\n", size/14),
	}
	all := append(Grammars(), "Kotlin", "Lua", "Haskell")
	for name, text := range junk {
		for _, language := range all {
			o, err := Of(t.Context(), language, []byte(text))
			if err != nil {
				t.Fatalf("%s in %s: %v", name, language, err)
			}
			checkBounds(t, o, []byte(text))
		}
	}
}

// TestConcurrent checks that grammars are loaded once and can be shared.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for _, language := range []string{"Go", "C++", "TypeScript"} {
				o, err := Of(t.Context(), language, []byte("class A {}; func f() {}\n"))
				if err != nil || o == nil {
					t.Errorf("%d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
}
