package render

import (
	"slices"
	"testing"

	"luminos"
)

// TestLanguagesWithoutLines checks that a row has no numbers of lines that were not counted.
func TestLanguagesWithoutLines(t *testing.T) {
	l := luminos.LanguageLines{Name: "Jupyter Notebook", Files: 2, Bytes: 9}
	if got, want := languageRow(l, 0), []string{l.Name, "2", "", "", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	l.Bytes = 0
	if got, want := languageRow(l, 0)[2], "0"; got != want {
		t.Errorf("empty files: %q lines, want %q", got, want)
	}
}
