package structure

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/sourcetest"
)

// files is a directory with a file of each form, and traps.
var files = map[luminos.Path]string{
	"a.csv":   "day,who,n\n2024-01-01,ann,1\n2024-01-03,bob,\n2024-02-01,ann,7\n",
	"b.jsonl": "{\"a\": 1}\n{\"a\": 2}\n",
	"c.json":  `{"x": [{"a": 1}, {"a": 2}], "y": [{"b": "z"}]}`,
	"p.html": "<title>T</title>\n<h2>One</h2>\n<p>x</p>\n<h3>Two</h3>\n<script>\n'<h1>no</h1>'\n</script>\n" +
		"<h2>Three</h2>\n",
	"d.md": "text\n\n### Deep\n\n# Top\n\n## Sub\n\n## Sub 2\n",
	"m.tex": "\\documentclass{article}\n\\title{On x}\n\\begin{document}\n\\section{Intro}\\label{sec:i}\n" +
		"% \\section{No}\n\\cite{one,gone}\n\\subsection{Sub}\n\\includegraphics{f.png}\n\\input{ch}\n\\section{End}\n" +
		"\\bibliography{r}\n\\end{document}\n",
	"ch.tex": "\\section{In ch}\n\\cite{one}\\label{l}\n",
	"r.bib":  "@article{one,\n title={A {B}}, year=2001\n}\n\n@book{two, title=\"X\"}\n",
	"app.log": strings.Repeat("2024-01-02 03:04:05,000 - INFO [main:App@1] - request 7 done\n", 9) +
		"2024-01-03 03:04:05,000 - ERROR [main:App@1] - disk full\n",
	"a.txt":       "INTRODUCTION\n\nIt is.\n\nMORE\n\nIt was.\n",
	"one.txt":     "Hello there\n",
	"empty.txt":   "",
	"bad.json":    "{\"a\": ",
	"a.xml":       "<a><b/></a>\n",
	"bin.dat":     "\x00\x01\x02",
	"cycle.tex":   "\\section{A}\n\\input{cycle}\n",
	"outside.tex": "\\input{../../etc/passwd}\n\\section{B}\n",
}

// memory is a source in memory that decodes its texts.
type memory struct{ sourcetest.Memory }

func (m memory) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	b, err := m.Read(ctx, p, 0, limit+1)
	if err != nil {
		return luminos.Text{}, err
	}
	return content.TextOf(p, b, limit)
}

// outlineOf returns the outline of a file as lines, with the level of each definition as dots.
func outlineOf(ctx context.Context, src luminos.Source, p luminos.Path, text string) (string, error) {
	id := content.Identify(p, false, []byte(text[:min(len(text), content.EncodingHead)]))
	file := luminos.File{Path: p, Text: id.Text, Category: id.Category, Language: id.Language, MIME: id.MIME}
	o, err := Of(ctx, src, &file)
	if o == nil || err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%s\n", o.Language, o.Doc)
	var write func([]luminos.Definition, string)
	write = func(all []luminos.Definition, indent string) {
		for _, d := range all {
			fmt.Fprintf(&b, "%s%d-%d %s %s|%s\n", indent, d.First, d.Last, d.Kind, d.Name, d.Signature)
			write(d.Children, indent+".")
		}
	}
	write(o.Symbols, "")
	if o.By != luminos.ByReader {
		b.WriteString("by " + string(o.By))
	}
	return b.String(), nil
}

func TestOf(t *testing.T) {
	src := memory{sourcetest.Memory{}}
	for p, text := range files {
		src.Add(p, luminos.Node{}, text)
	}
	for _, c := range []struct {
		path luminos.Path
		want string
	}{
		{"a.csv", `CSV|3 rows; 3 columns; 2024-01-01 to 2024-02-01 by column day
1-1 column day|date, 2024-01-01 | 2024-01-03 | 2024-02-01, 3 different
1-1 column who|string, ann | bob, 2 different
1-1 column n|integer, 1 | 7, 2 different, 1 missing
`},
		{"b.jsonl", "JSONL|2 rows; 1 column\n1-1 column a|integer, 1 | 2, 2 different\n"},
		{"c.json", "JSON|3 rows; 0 columns\n1-1 table x|2 rows, 1 column\n1-1 table y|1 row, 1 column\n"},
		{"p.html", "HTML|3 headings in 8 lines\n2-7 heading One|\n.4-7 heading Two|\n8-8 heading Three|\n"},
		{"d.md", "Markdown|4 headings in 9 lines\n3-4 heading Deep|\n5-9 heading Top|\n" +
			".7-8 heading Sub|\n.9-9 heading Sub 2|\n"},
		{"m.tex", "TeX|Paper: 3 sections, 1 subsection, class article: “On x”; Figures: 1 used, 1 not there: f.png; " +
			"References: 2 cited of 2 entries (2001), 1 missing, 1 unused" + `
4-9 section Intro|
.4-4 label sec:i|
.7-9 subsection Sub|
..8-8 figure f.png|
..9-9 input ch|
10-12 section End|
`},
		{"ch.tex", "TeX|Part: brought in by another file: 1 key cited, 1 label\n1-2 section In ch|\n.2-2 label l|\n"},
		{"r.bib", "BibTeX|Bibliography: 2 entries\n1-2 article one|A B (2001)\n5-5 book two|X\n"},
		{"app.log", "log|application log; 10 lines; 2024-01-02 to 2024-01-03; 1 error; 9 info; 2 kinds of messages\n" +
			"1-1 messages request <*> done|9 lines, info\n10-10 messages disk full|1 line, error\n"},
		{"a.txt", "Text|2 headings in 7 lines\n1-4 heading INTRODUCTION|\n5-7 heading MORE|\n"},
		{"one.txt", ""}, {"empty.txt", ""}, {"bad.json", ""}, {"a.xml", ""}, {"bin.dat", ""},
		{"cycle.tex", "TeX|Part: brought in by another file: 0 keys cited, 0 labels\n1-2 section A|\n.2-2 input cycle|\n"},
		{"outside.tex", "TeX|Part: brought in by another file: 0 keys cited, 0 labels\n" +
			"1-1 input ../../etc/passwd|\n2-2 section B|\n"},
	} {
		got, err := outlineOf(t.Context(), src, c.path, files[c.path])
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.path, err, got, c.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, p := range []luminos.Path{"a.csv", "m.tex", "app.log", "d.md"} {
		if got, err := outlineOf(ended, src, p, files[p]); !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the end: %q, %v", p, got, err)
		}
	}
}

// FuzzOf checks that no text makes a reader panic, or gives an outline with lines that the text does not have.
func FuzzOf(f *testing.F) {
	for p, text := range files {
		f.Add(p.Ext(), text)
	}
	f.Fuzz(func(t *testing.T, ext, text string) {
		switch ext {
		case ".csv", ".tsv", ".json", ".jsonl", ".yaml", ".tex", ".bib", ".html", ".md", ".rst", ".log", ".txt":
		default:
			return
		}
		src := memory{sourcetest.Memory{}}
		p := luminos.Path("a" + ext)
		src.Add(p, luminos.Node{}, text)
		id := content.Identify(p, false, []byte(text[:min(len(text), content.EncodingHead)]))
		o, err := Of(t.Context(), src, &luminos.File{Path: p, Text: true, Category: id.Category, Language: id.Language})
		if o == nil || err != nil {
			return
		}
		lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\r")
		var check func([]luminos.Definition, int)
		check = func(all []luminos.Definition, depth int) {
			for _, d := range all {
				if d.First < 1 || d.Last < d.First || d.Last > lines || depth > depthMost {
					t.Errorf("%+v of %d lines, depth %d", d, lines, depth)
				}
				check(d.Children, depth+1)
			}
		}
		check(o.Symbols, 0)
	})
}
