package investigate

import (
	"strings"
	"testing"
)

// TestKeysInBlocksOfExamples has a key in the line 3 of a document.
func TestKeysInBlocksOfExamples(t *testing.T) {
	for text, want := range map[string]bool{
		"```env\nURL=https://zed.example.com\nKEY=x\n```\n":        true,
		"```env\nURL=https://zed.com\nKEY=x\n```\n":                false,
		"```env\nMAIL=ops@example.com\nKEY=x\n```\n":               false,
		"See https://example.com.\n```\nKEY=x\n```\n":              false,
		"```\n\nKEY=x\n```\n\n```\nURL=https://example.com\n```\n": false,
		"```\nURL=https://example.com\nKEY=x\n":                    false, // without an end
	} {
		if got := asideIn("README.md", strings.Split(text, "\n"))(3); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
