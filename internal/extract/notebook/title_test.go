package notebook

import (
	"testing"

	"luminos/internal/extract/filetest"
)

// TestTitle takes the first heading as the title, or a bold line before it.
func TestTitle(t *testing.T) {
	for source, want := range map[string]string{
		`["**Chapter 5 – Trees**\n", "\n", "# Setup\n"]`: "Chapter 5 – Trees", `["# A b\n"]`: "A b",
		`["**one** and **two**\n"]`: "", `["text **bold**\n", "## Part\n"]`: "Part", `"****"`: "",
	} {
		text := `{"cells": [{"cell_type": "markdown", "source": ` + source + `}], "nbformat": 4, "nbformat_minor": 2}`
		x := filetest.Good(t, &Reader, "a.ipynb", []byte(text), 1000)
		if got := x.Property("title"); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}
