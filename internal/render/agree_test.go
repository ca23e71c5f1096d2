package render

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"

	"luminos"
)

// TestFormatsTellTheSameFacts checks that each statement, summary and finding of a report is in each format that shows
// reports whole, with the same words. The texts are compared without layout and without the marks of the format.
func TestFormatsTellTheSameFacts(t *testing.T) {
	r := fixture()
	shown := map[string]string{}
	for _, f := range Formats {
		var out bytes.Buffer
		if err := f.Report(&out, r, Style{Verbose: true}); err != nil {
			t.Fatal(err)
		}
		switch f.Name {
		case "terminal":
			shown[f.Name] = bare(out.String())
		case "json":
			shown[f.Name] = bare(stringsIn(t, out.Bytes()))
		case "markdown":
			shown[f.Name] = bare(markdownWords(out.Bytes()))
		case "html":
			shown[f.Name] = bare(pageWords(t, &out))
		}
	}
	for _, want := range sentencesOf(r) {
		for name, text := range shown {
			if !strings.Contains(text, bare(want)) {
				t.Errorf("%s does not have %q", name, want)
			}
		}
	}
	if len(sentencesOf(r)) < 20 || len(shown) != 4 {
		t.Errorf("%d texts in %d formats were compared", len(sentencesOf(r)), len(shown))
	}
}

// sentencesOf returns the sentences of a report that each format shows.
func sentencesOf(r *luminos.Report) (list []string) {
	for _, s := range r.Sections {
		for _, st := range s.Statements {
			list = append(list, st.Text)
		}
		for _, it := range s.Items {
			list = append(list, it.Text)
		}
	}
	for _, e := range r.Entries {
		list = append(list, e.Summary)
	}
	for _, f := range r.Flags {
		list = append(list, f.Finding, f.Remedy)
	}
	for _, c := range r.Facts.Commands {
		list = append(list, c.Line)
	}
	return append(list, r.Target.Name, r.Facts.Description, r.Facts.License)
}

// bare returns the letters and digits of a text: spaces, marks and escapes differ between formats.
func bare(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return -1
	}, s)
}

// stringsIn returns all strings of a JSON document.
func stringsIn(t *testing.T, doc []byte) string {
	t.Helper()
	var b strings.Builder
	d := json.NewDecoder(bytes.NewReader(doc))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := token.(string); ok {
			b.WriteString(s)
		}
	}
}

// markdownWords returns the text of a document as a renderer shows it.
func markdownWords(doc []byte) string {
	var b strings.Builder
	_ = ast.Walk(parseMarkdown(doc), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if x, ok := n.(*ast.Text); ok && entering {
			b.Write(x.Segment.Value(doc))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// pageWords returns the text of a page.
func pageWords(t *testing.T, page io.Reader) string {
	t.Helper()
	root, err := html.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	return textIn(root)
}
