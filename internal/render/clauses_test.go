package render

import (
	"strings"
	"testing"
)

// TestLongDescriptions checks that a quoted description that is too long ends after a clause.
func TestLongDescriptions(t *testing.T) {
	long := "“Anvil is a fresh take on heavy objects, based on years of work with hammers, and using the latest methods”"
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"clauses":   {long, "“Anvil is a fresh take on heavy objects, | based on years of work with hammers …”"},
		"no clause": {strings.ReplaceAll(long, ",", ""), "“Anvil is a fresh take on heavy objects | based on years of work with hammers and…"},
		"short":     {"“Anvil, an object”", "“Anvil, an object”"},
	} {
		term := terminal{page: newPage(&strings.Builder{}, Style{Width: 44})}
		if got := strings.Join(term.about([]span{text(c.text)}, 2), " | "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
