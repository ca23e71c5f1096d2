package content

import (
	"testing"

	"luminos"
)

// TestExtracted checks that the cheap test of a beginning agrees with [Identify].
func TestExtracted(t *testing.T) {
	const mail = "From: a@b.org\nTo: c@d.org\nSubject: e\nDate: Thu, 22 Aug 2002 18:26:25 +0700\n\ntext\n"
	for _, c := range []struct {
		name, head string
		want       bool
	}{
		{"a.go", "package a\n", false}, {"a.ipynb", "{}", true}, {"a", mail, true}, {"a.txt", mail, true}, {"a.go", "", false},
		{"a.rtf", "{\\rtf1 a}", true}, {"a.doc", "{\\rtf1 a}", true}, {"a.pdf", "%PDF-1.4\n1 0 obj\n", true},
		{"a.zip", "PK\x03\x04\x00\x00\x00\x00", true}, {"a.md", "From: a\n\nb\n", false}, {"a.csv", "a,b\n1,2\n", false},
	} {
		head := []byte(c.head)
		if got := Extracted(luminos.Path(c.name), head); got != c.want {
			t.Errorf("%s %q: %t, want %t", c.name, c.head, got, c.want)
		}
		id := Identify(luminos.Path(c.name), false, head)
		if slow := len(head) > 0 && (!id.Text || ReadByExtraction(luminos.Path(c.name), id)); slow != c.want {
			t.Errorf("%s %q: Identify says %t, want %t", c.name, c.head, slow, c.want)
		}
	}
}
