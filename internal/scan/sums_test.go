package scan

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"testing"

	"luminos"
)

// TestSumsAreDigestsOfTheContents scans a tree with and without the digests of its files: they are the digests of the
// stored bytes, also of a file in another encoding and one with a secret, and change nothing else.
func TestSumsAreDigestsOfTheContents(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"a.go": "package a\n", "copy/a.go": "package a\n", "key.txt": "password = hunter2hunter2\n",
		"wide.txt": "\xff\xfeh\x00i\x00\n\x00", "zeros.bin": strings.Repeat("\x00\x01", 4000),
		"long.txt": strings.Repeat("a line of a long text\n", 9000),
	}
	write(t, dir, files)
	with, without := scanned(t, dir, Options{Sums: true}), scanned(t, dir, Options{})
	sums := 0
	for i := range with.Files {
		f := &with.Files[i]
		if without.Files[i].Sum != nil {
			t.Errorf("%s has a digest that nobody asked for", f.Path)
		}
		if f.Sum == nil {
			continue
		}
		sums++
		if want := luminos.Digest(sha256.Sum256([]byte(files[string(f.Path)]))); *f.Sum != want {
			t.Errorf("%s: digest %v, want %v", f.Path, f.Sum, want)
		}
	}
	if sums < len(files)-1 { // a scan need not read a binary file whole
		t.Errorf("%d digests of %d files", sums, len(files))
	}
	if a, b := asJSON(t, with), asJSON(t, without); !bytes.Equal(a, b) || !bytes.Contains(a, []byte(`"a.go"`)) {
		t.Errorf("the digests change the scan:\n%s\n%s", a, b)
	}
}
