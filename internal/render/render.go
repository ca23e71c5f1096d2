// Package render turns a document into what a reader gets: the terminal report,
// JSON, and the progress lines of a run.
//
// Whatever comes from a target is hostile until it was cleaned: [Clean] is the
// one function that does it, and the terminal layout cannot be reached without
// passing it (every span of text is cleaned when it is broken into words).
package render

import "strings"

// Wrap cleans a text and breaks it between words into lines of at most width
// columns, all but the first to be indented by two; 0 breaks nothing. Words are
// left whole however long they are: they may be names to be copied.
func Wrap(text string, width int) []string {
	text = Clean(text)
	if width <= 0 {
		return []string{text}
	}
	var lines []string
	line, room := "", width-1 // some terminals wrap when the last column is written
	for i, w := range strings.Split(text, " ") {
		if i > 0 && cells(line)+1+cells(w) > room {
			lines = append(lines, line)
			line, room = w, width-3
			continue
		}
		if i > 0 {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

// Style says what the terminal report is made for.
type Style struct {
	// Width is how many columns there are; 0 means 80. The report is laid out
	// for 40 to 120 whatever it says.
	Width int
	// Color allows colour, bold and faint. Nothing is said by colour alone.
	Color bool
	// Verbose shows lists whole that are cut otherwise.
	Verbose bool
	// WholeTree draws the tree as deep as the scan made it, however long that is.
	WholeTree bool
}

// The widths that the layout is made for: lines longer than 120 are hard to
// read, and below 40 nothing can be aligned.
const (
	defaultWidth = 80
	minWidth     = 40
	maxWidth     = 120
)

func (s Style) columns() int {
	if s.Width <= 0 {
		return defaultWidth
	}
	return min(max(s.Width, minWidth), maxWidth)
}
