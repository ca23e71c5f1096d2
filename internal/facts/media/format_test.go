package media

import (
	"testing"

	"luminos"
)

// TestFormat takes the format of a renamed image from its content, and of a raw picture from its name.
func TestFormat(t *testing.T) {
	for _, c := range []struct{ path, mime, want string }{
		{"a.jpg", "image/jpeg", "JPEG"}, {"a.jpg", "image/tiff", "TIFF"}, {"a.png", "image/png", "PNG"},
		{"a.png", "image/jpeg", "JPEG"}, {"a.jpg", "", "JPEG"}, {"a.jpg", "application/octet-stream", "JPEG"},
		{"a.nef", "image/tiff", "NEF"}, {"a.tif", "image/tiff", "TIFF"}, {"a.gif", "text/plain", "GIF"},
	} {
		if got := format(&luminos.File{Path: luminos.Path(c.path), MIME: c.mime}); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.path, c.mime, got, c.want)
		}
	}
}
