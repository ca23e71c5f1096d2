package document

import "testing"

// TestSectionsAreNoTitles checks which headings of a document that is no README name it.
func TestSectionsAreNoTitles(t *testing.T) {
	for text, want := range map[string]string{
		"# The tide\n\nIt rises.\n\n## Moon\n":                     "The tide",
		"## The tide\n\nIt rises.\n\n### Moon\n":                   "The tide",
		"## Quotes\n\nIt rises.\n\n## Places\n":                    "",
		"## Quotes\n\nIt rises.\n":                                 "",
		"## Books\n\n# Clippings\n\nIt rises.\n\n# Episodes\n":     "",
		"## Preface\n\nWords.\n\n# The tide\n\nIt rises.\n":        "The tide",
		"# One\n\nIt rises.\n\n# Two\n\nIt falls.\n":               "One",
		"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabcdef\n-----END": "",
	} {
		if got := read1(markdown, text).Title; got != want {
			t.Errorf("%q: title %q, want %q", text, got, want)
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
