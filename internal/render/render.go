// Package render writes a report for its reader: as text for a terminal, as JSON,
// and the progress lines of a run.
//
// Text from a target is hostile until [Clean] has cleaned it. The terminal layout cleans every text when it lays the
// text out, so no text reaches a terminal otherwise.
//
// A report becomes blocks once (compose.go); each format for people is a writer
// of blocks (terminal.go).
package render

import "strings"

// Wrap cleans a text and breaks it between words into lines of at most width
// columns; 0 means no limit. The caller indents all lines except the first by
// two. Words stay whole, however long: they may be names to be copied.
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

// Style holds the width, the colours and the length of a report on a terminal.
type Style struct {
	// Width is the number of columns; 0 means 80. The report is laid out for at
	// least 40 and at most 120.
	Width int
	// Terminal reports that a terminal shows the output: then JSON is indented.
	Terminal bool
	// Color allows colour, bold and faint. No meaning is in colour alone.
	Color bool
	// Verbose shows all sections, whole lists and the evidence of each claim.
	Verbose bool
	// Sections are the sections to show, whole and nothing else, as [SectionNames] names them; empty means a report of
	// bounded length.
	Sections []string
	// Target is the target as a shell takes it, for commands that the report names; "" means the word TARGET.
	Target string
	// WholeTree draws the tree as deep as the scan made it.
	WholeTree bool
}

// Lines longer than 120 columns are hard to read, and below 40 nothing can be
// aligned.
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
