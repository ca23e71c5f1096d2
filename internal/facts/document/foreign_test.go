package document

import (
	"strings"
	"testing"
)

// A document in a language without stop words has no terms: the most frequent words are its function words.
func TestTermsOfForeignDocuments(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want bool
	}{
		"Bulgarian":       {strings.Repeat("Той каза, че не може да дойде на събора. ", 10), false},
		"English":         {strings.Repeat("He said that the tides are of the moon. ", 10), true},
		"short Bulgarian": {"Събор на село", true},
		"code":            {strings.Repeat("tide moon ", 40), false},
	} {
		got := countTerms([]block{{kind: paragraph, text: test.text}})
		if (len(got) > 0) != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
