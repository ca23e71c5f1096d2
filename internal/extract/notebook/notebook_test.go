package notebook

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/extract/filetest"
)

const current = `{"metadata": {"kernelspec": {"display_name": "Python 3"}, "language_info": {"name": "python", "version": "3.11"}},
"cells": [
 {"cell_type": "markdown", "source": ["# Sales *\n", "text\n", "## By region"]},
 {"cell_type": "code", "execution_count": 3, "source": "import os\r\n\nx = 1\n", "outputs": [
  {"output_type": "stream", "text": ["one\n", "two\n"]},
  {"output_type": "execute_result", "data": {"text/plain": ["three"], "image/png": "AAAA", "application/json": {"a": 1}}},
  {"output_type": "error", "ename": "E", "evalue": "four", "traceback": ["five", "six"]}]},
 {"cell_type": "code", "execution_count": null, "source": [], "outputs": []},
 {"cell_type": "raw", "source": "as it is"}],
"nbformat": 4, "nbformat_minor": 5}`

const old = `{"metadata": {"name": "x"}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"metadata": {}, "cells": [
 {"cell_type": "heading", "level": 2, "source": ["Old"]},
 {"cell_type": "code", "prompt_number": 1, "input": ["y = 2"], "outputs": [{"output_type": "pyerr", "evalue": "bad"}]}]}]}`

// summary returns the findings of an extraction as lines.
func summary(x *luminos.Extraction) string {
	var b strings.Builder
	b.WriteString(x.Format + "\n")
	for _, p := range x.Properties {
		fmt.Fprintf(&b, "%s: %s\n", p.Name, p.Value)
	}
	for _, n := range x.Numbers {
		fmt.Fprintf(&b, "%s: %d\n", n.Name, n.N)
	}
	for _, h := range x.Outline {
		fmt.Fprintf(&b, "%d %s in %d\n", h.Level, h.Title, h.Part)
	}
	return b.String() + x.Content()
}

func TestNotebook(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"version 4", current, `Jupyter notebook 4.5
kernel: Python 3
language: python 3.11
title: Sales
text cells: 1
code cells: 2
lines of code: 2
cells that were run: 1
bytes of outputs: 271
errors in outputs: 1
other cells: 1
words: 11
1 Sales in 1
2 By region in 1
[text 1]
# Sales *
text
## By region
[cell 2]
import os

x = 1
[cell 3]
[other 4]
as it is
`},
		{"version 3", old, `Jupyter notebook 3.0
title: Old
text cells: 1
code cells: 1
lines of code: 1
cells that were run: 1
bytes of outputs: 43
errors in outputs: 1
words: 3
2 Old in 1
[text 1]
Old
[cell 2]
y = 2
`},
		{"cells of code alone, without outputs", `{"cells": [{"cell_type": "code", "source": "a"}], "nbformat": 4}`, `Jupyter notebook 4.0
state: without outputs
code cells: 1
lines of code: 1
words: 1
a
`},
		{"outputs of a cell that has no number",
			`{"cells": [{"cell_type": "code", "source": "a", "outputs": [{}]}], "nbformat": 4}`,
			"Jupyter notebook 4.0\ncode cells: 1\nlines of code: 1\nbytes of outputs: 4\nwords: 1\na\n"},
		{"comments of Python", `{"cells": [{"cell_type": "code", "source": "a\n # b\n// c"}], "nbformat": 4}`,
			"Jupyter notebook 4.0\nstate: without outputs\ncode cells: 1\nlines of code: 2\nwords: 3\na\n # b\n// c\n"},
		{"comments of C++", `{"cells": [{"cell_type": "code", "source": "#a\n // b"}], "nbformat": 4,
			"metadata": {"language_info": {"name": "C++"}}}`,
			"Jupyter notebook 4.0\nlanguage: C++\nstate: without outputs\ncode cells: 1\nlines of code: 1\nwords: 2\n#a\n // b\n"},
		{"no version", `{"cells": [{"cell_type": "raw", "source": "a"}]}`, "Jupyter notebook\nother cells: 1\nwords: 1\na\n"},
		{"no cells", `{"nbformat": 4, "cells": null}`, "Jupyter notebook 4.0\n"},
		{"marks that are no headings", `{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "####### seven\n##\nplain"}]}`,
			"Jupyter notebook 4.0\ntext cells: 1\nwords: 2\n####### seven\n##\nplain\n"},
	} {
		x := filetest.Good(t, &Reader, "a.ipynb", []byte(c.text), 1<<20)
		if got := summary(x); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestOutputs checks that the text of outputs is no content, but a text in the file if such texts are wanted.
func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		name, outputs string
		inner         int
		want          string // "" for no text
	}{
		{"all kinds of texts, in their order", `[{"output_type": "stream", "text": "one"}, {"data": {"text/html": "<b>4</b>",
			"text/plain": ["two\n", "three"]}}, {"output_type": "error", "evalue": "v", "traceback": ["t1\n", "t2"]}]`, 1000,
			"one\ntwo\nthree\n<b>4</b>\nv\nt1\nt2\n"},
		{"not wanted", `[{"text": "one"}]`, 0, ""},
		{"more than is wanted", `[{"text": "0123456789"}]`, 4, "0123"},
		{"a picture", `[{"data": {"image/png": "AAAA"}}]`, 1000, ""},
		{"a value of another type", `[{"text": 7}]`, 1000, ""},
		{"a list of values of another type", `[{"data": {"text/plain": [1, 2]}}, {"text": "x"}]`, 1000, "x\n"},
		{"no list", `{"text": "one"}`, 1000, ""},
		{"null", `null`, 1000, ""},
		{"a long text", `[{"text": "` + strings.Repeat("x", file.InnerMost+9) + `"}, {"text": "y"}]`, 1 << 20,
			strings.Repeat("x", file.InnerMost)},
	} {
		text := `{"nbformat": 4, "cells": [{"cell_type": "code", "source": "a", "outputs": ` + c.outputs + `}]}`
		f := filetest.Open("a.ipynb", []byte(text), 1<<20)
		f.Inner = c.inner
		x := &luminos.Extraction{}
		if err := Reader.Read(f, x); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := ""
		for _, in := range x.Inner {
			if got += in.Text; in.Name != "the output of cell 1" {
				t.Errorf("%s: the name is %q", c.name, in.Name)
			}
		}
		if got != c.want || x.Content() != "a\n" {
			t.Errorf("%s: %.100q, content %q", c.name, got, x.Content())
		}
	}
}

func TestBad(t *testing.T) {
	for name, text := range map[string]string{
		"a list":            `[]`,
		"a number":          `4`,
		"another object":    `{"a": 1}`,
		"a cell of text":    `{"nbformat": 4, "cells": ["x"]}`,
		"cells in no list":  `{"nbformat": 4, "cells": {}}`,
		"a source of it":    `{"nbformat": 4, "cells": [{"cell_type": "code", "source": {"a": 1}}]}`,
		"a version of text": `{"nbformat": "x", "cells": []}`,
		"nesting":           strings.Repeat(`{"a":`, 100_000),
		"nested values":     `{"nbformat": 4, "a": ` + strings.Repeat("[", 100_000),
	} {
		if x, err := filetest.Extract(t, &Reader, "a.ipynb", []byte(text), 1<<20); err == nil {
			t.Errorf("%s: %+v", name, x)
		}
	}
	for i := 1; i < len(current); i += 7 {
		if x, err := filetest.Extract(t, &Reader, "a.ipynb", []byte(current[:i]), 1<<20); err == nil {
			t.Errorf("cut at %d: %+v", i, x)
		}
	}
	x, err := filetest.Extract(t, &Reader, "a.ipynb", []byte(strings.TrimSuffix(current, "\n\"nbformat\": 4, \"nbformat_minor\": 5}")), 1<<20)
	if err == nil || x.Number("code cells") != 2 || x.Content() == "" {
		t.Errorf("the cells before the damage are lost: %+v, %v", x, err)
	}
	if x, err := filetest.Extract(t, &Reader, "a.json", []byte(current), 1<<20); x != nil || err != nil {
		t.Errorf("another extension: %+v, %v", x, err)
	}
	f := filetest.Open("a.ipynb", []byte(current), 1<<20)
	f.Size = most + 1
	if err := Reader.Read(f, &luminos.Extraction{}); err != file.ErrTooLarge {
		t.Errorf("a file over the bound: %v", err)
	}
}

// TestLittleText checks that numbers and headings are about all cells if less text is wanted.
func TestLittleText(t *testing.T) {
	x := filetest.Good(t, &Reader, "a.ipynb", []byte(current), 10)
	if got := x.Content(); !strings.HasPrefix(got, "[text 1]\n# Sales *\n") || len(got) > 60 {
		t.Errorf("content %q", got)
	}
	if x.Number("words") != 11 || x.Number("code cells") != 2 || len(x.Outline) != 2 {
		t.Errorf("%+v", x)
	}
}

// FuzzNotebook checks that no file makes the reader panic, or gives more text than it holds.
func FuzzNotebook(f *testing.F) {
	f.Add([]byte(current))
	f.Add([]byte(old))
	f.Add([]byte(`{"cells":[{"cell_type":"heading","level":-1,"source":["#"]}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		in := filetest.Open("a.ipynb", b, 1<<20)
		in.Inner = 1 << 20
		x := &luminos.Extraction{}
		_ = Reader.Read(in, x)
		text := 0
		for _, p := range x.Parts {
			text += len(p.Text)
		}
		for _, t := range x.Inner {
			text += len(t.Text)
		}
		if text > 4*len(b)+1000 {
			t.Errorf("%d bytes of text from %d", text, len(b))
		}
		for _, n := range x.Numbers {
			if n.N < 0 {
				t.Errorf("%s is %d", n.Name, n.N)
			}
		}
		for _, h := range x.Outline {
			if h.Level < 1 || h.Level > 6 || h.Part < 1 {
				t.Errorf("heading %+v", h)
			}
		}
	})
}

// TestVersionOfLanguage checks that a version of the language can be a number, as Visual Studio Code writes it.
func TestVersionOfLanguage(t *testing.T) {
	for value, want := range map[string]string{
		`3`: "python 3", `"3.11"`: "python 3.11", `3.9`: "python 3.9", `null`: "python", `{}`: "python", `""`: "python",
	} {
		x := filetest.Good(t, &Reader, "a.ipynb", []byte(`{"metadata": {"language_info": {"name": "python", "version": `+
			value+`}}, "nbformat": 4, "cells": [{"cell_type": "code"}]}`), 1<<20)
		if got := x.Property("language"); x.State != "" || x.Number("code cells") != 1 || got != want {
			t.Errorf("%s: %q %s, language %q, want %q", value, x.State, x.Problem, got, want)
		}
	}
}
