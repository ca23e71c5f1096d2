package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSectionsAreNoTitles checks which headings of a document that is no README name it.
func TestSectionsAreNoTitles(t *testing.T) {
	for text, want := range map[string]string{
		"# About this Repo\n\nIt rises.\n":                                                               "",
		"# The tide\n\nIt rises.\n\n## Moon\n":                                                           "The tide",
		"## The tide\n\nIt rises.\n\n### Moon\n":                                                         "The tide",
		"## Quotes\n\nIt rises.\n\n## Places\n":                                                          "",
		"## Quotes\n\nIt rises.\n":                                                                       "",
		"## Books\n\n# Clippings\n\nIt rises.\n\n# Episodes\n":                                           "",
		"## Preface\n\nWords.\n\n# The tide\n\nIt rises.\n":                                              "The tide",
		"### The tide\n\nIt rises and falls twice in a day, as all know.\n\n# Production\n\nIt rises.\n": "",
		"# One\n\nIt rises.\n\n# Two\n\nIt falls.\n":                                                     "One",
		"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabcdef\n-----END":                                       "",
	} {
		if got := read1(markdown, text).Title; got != want {
			t.Errorf("%q: title %q, want %q", text, got, want)
		}
	}
}

// TestFirstSectionsAreNoTitles checks which headings of a README name its subject.
func TestFirstSectionsAreNoTitles(t *testing.T) {
	const more = "\nIt rises.\n\nMoon\n====\n\nIt pulls.\n"
	for text, want := range map[string]string{
		":Version: 1.2\n\nGifts\n=====\n" + more:                                   "",
		"It rises and falls twice in a day, as all know.\n\nGifts\n=====\n" + more: "",
		"|badge|\n\nTides\n=====\n" + more:                                         "Tides",
		":Version: 1.2\n\nTides\n=====\n\nIt rises.\n\nMoon\n----\n\nIt pulls.\n":  "Tides",
		":Version: 1.2\n\nWhat is Tides?\n==============\n" + more:                 "What is Tides?",
	} {
		r := mustRead(t, map[string]string{"README.rst": text})
		if r.Readme == nil || r.Readme.Title != want {
			t.Errorf("%q: %+v, want the title %q", text, r.Readme, want)
		}
	}
}

// TestChaptersAreNoTitles has a README without a title, whose last heading is of a higher level than the one before.
func TestChaptersAreNoTitles(t *testing.T) {
	const rest = "\n\n## Help\n\nAsk.\n\n# Friends\n\nWe sing.\n"
	for first, want := range map[string]string{
		"Tides is a small library for times of the sea.": "", "Many thanks go to all who gave us money.": "Friends",
	} {
		r := mustRead(t, map[string]string{"README.md": first + rest})
		if r.Readme == nil || r.Readme.Title != want {
			t.Errorf("%q: %+v, want the title %q", first, r.Readme, want)
		}
	}
}

// TestUnfinishedLinesAreNoTitles checks the first line of a text without markup.
func TestUnfinishedLinesAreNoTitles(t *testing.T) {
	for text, want := range map[string]string{
		"Notes on tides\n\nThey rise.\n": "Notes on tides",
		"|== THE TIDES ==|\n\nNo link.\n\n== File ==   == Place ==\n\n== Sea ==\na.jpg   b.jpg\n": "THE TIDES",
		"In this folder there are\n\n- a certificate\n":                                           "",
	} {
		if got := read1(plain, text).Title; got != want {
			t.Errorf("%q: title %q, want %q", text, got, want)
		}
	}
	if got := countTerms([]block{{kind: heading, text: "Star History"}, {kind: paragraph, text: "tides"}}); len(got) != 1 {
		t.Errorf("terms %v, want one", got)
	}
}

// TestHeadsOfColumnsAreNoText reads a list of files with the heads of its columns between marks.
func TestHeadsOfColumnsAreNoText(t *testing.T) {
	text := "Tides\n\n== File ==       == Place ==\n\n= Sea =\na.jpg     Sea_1.jpg\n\nThe sea rises and falls twice in a day.\n"
	want := outlineOf{"Tides", "The sea rises and falls twice in a day.", []string{"Sea"}}
	if diff := cmp.Diff(want, read1(plain, text)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestPlaceholdersAreText checks that names of values in angle brackets stay, and that tags do not.
func TestPlaceholdersAreText(t *testing.T) {
	for text, want := range map[string]string{
		"`age` encrypts <INPUT> to <OUTPUT> in one step.\n":       "age encrypts <INPUT> to <OUTPUT> in one step.",
		"It is <STRONG>very</STRONG> fast<BR> and quite small.\n": "It is very fast and quite small.",
	} {
		if got := read1(markdown, text).Summary; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTermsWithADotAndTemplates checks the name of .NET as a term, and that templates have no vote on the themes.
func TestTermsWithADotAndTemplates(t *testing.T) {
	if got := splitWords("on .NET Core"); len(got) != 3 || got[1] != ".net" {
		t.Errorf("terms %q", got)
	}
	if !isTemplate("Notes/Templates/a.md") || isTemplate("templates.md") {
		t.Error("a directory of templates is not told from a file")
	}
}

// TestNamesOfFilesAreNoProse reads notes of a wiki: embedded files, links to files and open fields have no words.
func TestNamesOfFilesAreNoProse(t *testing.T) {
	for text, want := range map[string]string{
		"![[Rivers.base#Length]]":                  "",
		"![[Lakes of the north]]":                  "",
		"tides ![[Rivers.base]]":                   "tides",
		"[[Rivers.base#Length]]":                   "",
		"[[scan.pdf]]":                             "",
		"[[Rivers.base|maps]]":                     "maps",
		"[[tides]]":                                "tides",
		"{{Tides}}":                                "tides", // of BibTeX
		"[[Deno.ts]]":                              "deno",
		"tides {{ moon }} {{sun:YYYY}} <% wind %>": "tides",
	} {
		got := ""
		for _, c := range countTerms(parseMarkdown([]string{text})) {
			got = c.term
		}
		if got != want {
			t.Errorf("%q: term %q, want %q", text, got, want)
		}
	}
}
