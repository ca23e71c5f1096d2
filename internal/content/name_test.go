package content

import (
	"strings"
	"testing"
)

// TestFormatNames checks that each type of the tables has a name without a slash, and names for some types.
func TestFormatNames(t *testing.T) {
	for _, s := range signatures {
		if name := FormatName(s.format.mime); name == "" || strings.Contains(name, "application/") {
			t.Errorf("%s is called %q", s.format.mime, name)
		}
	}
	for mime, want := range map[string]string{
		"image/jpeg": "JPEG image", "text/plain": "plain text", "text/x-script.python": "Python",
		"application/pdf": "PDF document",
		"image/x-none":    "another image", "application/x-none": "data of another format", "": "data of another format",
	} {
		if got := FormatName(mime); got != want {
			t.Errorf("%s: got %q, want %q", mime, got, want)
		}
	}
}
