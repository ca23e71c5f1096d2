package outline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCommentMarkupIsRemoved(t *testing.T) {
	for text, want := range map[string]string{
		"See [`Reader`](crate::Reader) and [the tool](//x.y/z).":                "See Reader and the tool.",
		"Re-export of :mod:`zed.core.cost`, as ``zed cost`` has it.":            "Re-export of `zed.core.cost`, as `zed cost` has it.",
		"Uses :py:class:`~zed.Table` and :ref:`the list <list>` of `rows`.":     "Uses `zed.Table` and `the list` of `rows`.",
		`Part of \Rails, in C:\windows.`:                                        `Part of Rails, in C:\windows.`,
		"Takes {@link java.util.List lists} and {@code int}; f(a)[i](b) stays.": "Takes lists and int; f(a)[i](b) stays.",
	} {
		if got := withoutMarkup(text); got != want {
			t.Errorf("withoutMarkup(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"/*! MIT License © Jane Doe */": true, "/* Licenses of packages. */": false,
		"/* tslint:disable */": true, "/* By default, the name uses true random numbers.\n@module */": true, "/* Draws charts on a canvas. */": false,
		"/**\n * @namespace Chart\n */": true, "/** @typedef {object} Item @property {string} name */": true,
		"/* License for texts of others. */": true, "/* Draws what these Chart.js issues ask for: */": true,
		"/* Draws charts of two kinds: */": false,
	} {
		if c := ReadHead("index.ts", text+"\n\n").Comment; (c == nil) != want {
			t.Errorf("comment of %q: %v", text, c)
		}
	}
}

// TestMarkdownInABlock checks that a comment in stars keeps the marks of its Markdown, and that the title is not joined
// with the text.
func TestMarkdownInABlock(t *testing.T) {
	for text, want := range map[string]string{
		"/*!\n# kite\n**kite** is a toy.\n\nMore.\n*/\n":    "kite is a toy.",
		"/*!\n * # kite\n * A toy of **two** parts.\n */\n": "A toy of two parts.",
	} {
		c := ReadHead("src/lib.rs", text+"\nuse a;\n").Comment
		if c == nil || c.Text != want {
			t.Errorf("%q: %+v, want %q", text, c, want)
		}
	}
}

// TestExportedTypes checks that the macro that exports a type of C++ is not its name.
func TestExportedTypes(t *testing.T) {
	text := "class KITE_API Kite : public Toy {\n};\nstruct KITE_API2 wind {\n};\nstruct KITE_MAX\n{\n};\nclass URL : Kite {\n};\n"
	var got []string
	for _, s := range ReadHead("kite.hpp", text).Symbols {
		got = append(got, s.Name)
	}
	if diff := cmp.Diff([]string{"Kite", "wind", "KITE_MAX", "URL"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBodiesDefine checks that a type of C without a body is only named: the type of a function on the next line.
func TestBodiesDefine(t *testing.T) {
	text := "struct kite *\nfly(void)\n{\n}\nstruct wind\nblow(int a)\n{\n}\nenum sky /* of kites */\n{\n\tBLUE,\n};\n" +
		"union toy {\n};\nstruct rain *rain;\nclass Tail : public Box<int*>\n{\n};\n"
	var got []string
	for _, s := range ReadHead("kite.cpp", text).Symbols {
		if s.Kind != "func" {
			got = append(got, s.Name)
		}
	}
	if diff := cmp.Diff([]string{"sky", "toy", "Tail"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHeadLinesAreCut(t *testing.T) {
	var got []int
	for n, line := range numbered("a\n" + strings.Repeat("b", 3*maxHeadLine) + "\n\nc") {
		got = append(got, n, len(line))
	}
	if diff := cmp.Diff([]int{1, 1, 2, maxHeadLine, 3, 0, 4, 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
