package file

import (
	"strings"

	"luminos"
)

const (
	// InnerMost is the number of bytes that are kept of one text in a file. Orders that are to be read are at its
	// beginning.
	InnerMost = 64 << 10
	// innerTexts is the number of texts in one file that are kept.
	innerTexts = 200
)

// WantsInner reports whether another text in the file is wanted.
func (f *File) WantsInner(x *luminos.Extraction) bool {
	return len(x.Inner) < innerTexts && f.innerRoom(x) > 0
}

// innerRoom returns the number of bytes of texts in the file that are still wanted.
func (f *File) innerRoom(x *luminos.Extraction) int {
	n := f.Inner
	for i := range x.Inner {
		n -= len(x.Inner[i].Name) + len(x.Inner[i].Text)
	}
	return n
}

// AddInner adds a text in the file that its reading leaves out. A text beyond the bounds is only counted. It does
// nothing if such texts are not wanted.
func (f *File) AddInner(x *luminos.Extraction, t luminos.InnerText) {
	t.Text = strings.ToValidUTF8(lineEnds.Replace(t.Text), "\uFFFD")
	switch room := min(f.innerRoom(x), InnerMost); {
	case f.Inner == 0 || strings.TrimSpace(t.Text) == "":
	case len(x.Inner) == innerTexts || room <= 0:
		x.InnerLeft++
	default:
		if len(t.Text) > room {
			t.Text = strings.ToValidUTF8(t.Text[:room], "")
			x.InnerLeft++
		}
		x.Inner = append(x.Inner, t)
	}
}
