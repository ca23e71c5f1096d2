package analyst

import (
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// outlineMost is the maximal number of bytes of the outlines in an opening.
const outlineMost = 12 << 10

// unitContents holds the content of files for the opening of a unit.
type unitContents struct {
	Shown       []shownFile
	Withheld    []string // names of small files that are not shown
	Outline     string
	OutlineLeft int // definitions
}

// shownFile is a file with the numbers of its lines, as the tool read_file returns it.
type shownFile struct {
	Path  luminos.Path
	Lines int
	Text  string
}

// contentsOf returns the texts or the outlines of the unit u. A text with characters that cannot be seen is withheld,
// since quotes from it would not be found.
func contentsOf(u *luminos.Unit) (c unitContents) {
	for i := range u.Texts {
		t := &u.Texts[i]
		if visible(t.Content) != t.Content {
			c.Withheld = append(c.Withheld, named(t.Path))
			continue
		}
		lines := t.Lines()
		var b strings.Builder
		for n, line := range lines {
			fmt.Fprintf(&b, "%d\t%s\n", n+1, line)
		}
		c.Shown = append(c.Shown, shownFile{t.Path, len(lines), b.String()})
	}
	var b strings.Builder
	for i := range u.Outlines {
		o := &u.Outlines[i]
		head := fmt.Sprintf("\n%s:\n", named(o.Path))
		if b.Len()+len(head) < outlineMost {
			b.WriteString(head)
		}
		c.OutlineLeft += outlined(&b, o.Symbols, "")
	}
	c.Outline = b.String()
	return c
}

// outlined writes a line for each definition and each definition inside another while there is room. It returns the
// number of definitions that it leaves out.
func outlined(b *strings.Builder, list []luminos.Definition, indent string) (left int) {
	for i := range list {
		d := &list[i]
		signature := d.Signature
		if signature == "" {
			signature = string(d.Kind) + " " + d.Name
		}
		row := fmt.Sprintf("%s%d-%d %s\n", indent, d.First, d.Last, words.Quote(short(120, signature)))
		if b.Len()+len(row) > outlineMost {
			left++
		} else {
			b.WriteString(row)
		}
		left += outlined(b, d.Children, indent+"  ")
	}
	return left
}

// shown marks the files that the opening shows whole as read.
func (w *work) shown() {
	for _, f := range contentsOf(w.unit).Shown {
		w.read[f.Path] = true
		w.opened.add(f.Path)
	}
}
