package extract

import (
	"context"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/extract/file"
	"luminos/internal/sourcetest"
)

// extract returns the extraction of one file with the given content.
func extract(t *testing.T, p luminos.Path, text string, o luminos.Extract) *luminos.Extraction {
	t.Helper()
	m := sourcetest.Memory{}
	m.Add(p, luminos.Node{}, text)
	got, err := Over(m).Extract(t.Context(), []luminos.Path{p, "gone.ipynb"}, o)
	if err != nil || len(got) != 2 || got[1] != nil {
		t.Fatalf("%+v, %v", got, err)
	}
	return got[0]
}

// TestNotebook reads the cells of a notebook as parts with names, and counts them.
func TestNotebook(t *testing.T) {
	const text = `{"nbformat": 4, "nbformat_minor": 5, "metadata":
		{"kernelspec": {"display_name": "Python 3"}}, "cells": [
		{"cell_type": "markdown", "source": ["# Trees and\n", "## forests\n"]},
		{"cell_type": "code", "source": "x = 1\n\nprint(x)", "execution_count": 1,
			"outputs": [{"output_type": "error", "ename": "E"}]}]}`
	x := extract(t, "a.ipynb", text, luminos.Extract{Text: 1000})
	want := "[text 1]\n# Trees and\n## forests\n[cell 2]\nx = 1\n\nprint(x)\n"
	if got := x.Content(); got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	if x.Property("title") != "Trees and" || x.Number("lines of code") != 2 ||
		x.Number("errors in outputs") != 1 || len(x.Outline) != 2 {
		t.Errorf("%+v", x)
	}
	const first, second = "text 1", "cell 2"
	for line, part := range map[int]string{1: first, 3: first, 4: second, 7: second, 8: ""} {
		if got := x.PartAt(line); got != part {
			t.Errorf("line %d is in %q, want %q", line, got, part)
		}
	}
	if cut := extract(t, "a.ipynb", text, luminos.Extract{Text: 8}); cut.Parts[0].Text != "# Trees " ||
		cut.Number("words") != x.Number("words") {
		t.Errorf("cut: %+v", cut)
	}
}

// TestBadFiles checks that a file that cannot be read has a state and a reason.
func TestBadFiles(t *testing.T) {
	for name, c := range map[string]struct {
		path luminos.Path
		text string
		want luminos.ExtractState
	}{
		"empty":        {"a.ipynb", "", luminos.ExtractEmpty},
		"cut off":      {"a.ipynb", `{"cells": [`, luminos.ExtractDamaged},
		"another JSON": {"a.ipynb", `{"a": 1}`, luminos.ExtractDamaged},
		"deep":         {"a.ipynb", strings.Repeat("[", 1_000_000), luminos.ExtractDamaged},
	} {
		if x := extract(t, c.path, c.text, luminos.Extract{}); x == nil || x.State != c.want || x.Problem == "" {
			t.Errorf("%s: %+v, want %q", name, x, c.want)
		}
	}
	if x := extract(t, "a.txt", "text", luminos.Extract{}); x != nil {
		t.Errorf("plain text has the extraction %+v", x)
	}
}

// failing is a file whose reads fail.
type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }

// TestBusy marks a failure that depends on the load of the machine, and no other one.
func TestBusy(t *testing.T) {
	for err, again := range map[error]bool{file.ErrBusy: true, context.DeadlineExceeded: false} {
		head := []byte(`{"cells": []}`)
		x := Of(&file.File{
			ReaderAt: failing{err}, Path: "a.ipynb", Size: 1000, Head: head, ID: content.Identify("a.ipynb", false, head),
		})
		if x == nil || x.State != luminos.ExtractTooLarge || x.Again != again {
			t.Errorf("%v: %+v, want again %t", err, x, again)
		}
	}
}
