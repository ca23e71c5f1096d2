package file

import (
	"strings"
	"unicode/utf8"

	"luminos"
)

// partsMost is the number of parts of one file that are kept.
const partsMost = 10_000

// Text collects the text of a file, part by part. It keeps at most the number of bytes that the request wants, counts
// the words of all, and passes them to the extraction.
type Text struct {
	x     *luminos.Extraction
	part  strings.Builder // the text of the last part
	left  int             // bytes that are still wanted
	words int64
	cut   bool
}

// NewText returns an empty text of the extraction x, for the file f.
func NewText(f *File, x *luminos.Extraction) *Text { return &Text{x: x, left: f.Text} }

// Part begins a part: "page 3". Parts without text are kept too.
func (t *Text) Part(name string) {
	t.flush()
	if len(t.x.Parts) == partsMost {
		t.cut = true
		return
	}
	t.x.Parts = append(t.x.Parts, luminos.Part{Name: name})
}

// Add adds text to the part that was begun last. Invalid UTF-8 is replaced, and line ends become "\n".
func (t *Text) Add(text string) {
	text = strings.ToValidUTF8(lineEnds.Replace(text), "\uFFFD")
	t.words += Words(text)
	if t.cut || text == "" {
		return
	}
	if len(t.x.Parts) == 0 {
		t.Part("text")
	}
	if len(text) > t.left {
		n := max(t.left, 0)
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text, t.cut = text[:n], true
	}
	t.left -= len(text)
	t.part.WriteString(text)
}

// flush moves the collected text to the part that it belongs to.
func (t *Text) flush() {
	if t.part.Len() > 0 {
		t.x.Parts[len(t.x.Parts)-1].Text = t.part.String()
		t.part.Reset()
	}
}

// Line adds a line, with a line end.
func (t *Text) Line(text string) { t.Add(text + "\n") }

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD")

// Done ends the text: it completes the last part, adds the number of words to the extraction, and returns whether a
// part of the text was not kept.
func (t *Text) Done() (cut bool) {
	t.flush()
	if t.words > 0 {
		t.x.Add("words", t.words)
	}
	return t.cut
}

// Full reports whether no more text is wanted. A reader to which the number of words is of no use can stop then.
func (t *Text) Full() bool { return t.cut }
