package outline

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"luminos"
)

var update = flag.Bool("update", false, "rewrite the expected outlines in testdata")

// TestCases outlines the source of each case with both readers. The comment of a
// case is "Language: purpose". A case has one section if the readers agree or there
// is no grammar.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) < 20 {
		t.Fatalf("%d cases, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			c, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			language, _, _ := strings.Cut(string(c.Comment), ":")
			source := section(c, "source")
			got := map[string]string{"patterns": text(WithoutParser(language, []byte(source)))}
			if len(Grammars()) > 0 {
				o, err := Of(t.Context(), language, []byte(source))
				if err != nil {
					t.Fatal(err)
				}
				if o.By == luminos.ByTreeSitter {
					got["tree-sitter"] = text(o)
				}
			}
			if *update && len(Grammars()) > 0 {
				rewrite(t, name, c, got)
				return
			}
			want := section(c, "outline")
			for by, outline := range got {
				if own := section(c, by); own != "" {
					want = own
				}
				if diff := cmp.Diff(want, outline); diff != "" {
					t.Errorf("by %s (-want +got):\n%s", by, diff)
				}
				want = section(c, "outline")
			}
		})
	}
}

func section(c *txtar.Archive, name string) string {
	for _, f := range c.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// rewrite replaces the expected outlines of a case.
func rewrite(t *testing.T, name string, c *txtar.Archive, got map[string]string) {
	t.Helper()
	c.Files = c.Files[:1]
	if ts, ok := got["tree-sitter"]; ok && ts != got["patterns"] {
		c.Files = append(c.Files, txtar.File{Name: "tree-sitter", Data: []byte(ts)}, txtar.File{Name: "patterns", Data: []byte(got["patterns"])})
	} else {
		c.Files = append(c.Files, txtar.File{Name: "outline", Data: []byte(got["patterns"])})
	}
	if err := os.WriteFile(name, txtar.Format(c), 0o644); err != nil {
		t.Fatal(err)
	}
}

// text formats an outline.
func text(o *luminos.Outline) string {
	var b strings.Builder
	if o.Doc != "" {
		fmt.Fprintf(&b, "doc %q\n", o.Doc)
	}
	for _, i := range o.Imports {
		fmt.Fprintf(&b, "import %s %s\n", i.Name, span(i.First, i.Last))
	}
	writeSymbols(&b, "", o.Symbols)
	return b.String()
}

func writeSymbols(b *strings.Builder, indent string, symbols []luminos.Definition) {
	for _, s := range symbols {
		fmt.Fprintf(b, "%s%s %s %s %q", indent, s.Kind, s.Name, span(s.First, s.Last), s.Signature)
		if s.Doc != "" {
			fmt.Fprintf(b, " -- %s", s.Doc)
		}
		b.WriteString("\n")
		writeSymbols(b, indent+"  ", s.Children)
	}
}

func span(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}
