package render

import (
	"slices"
	"strings"

	"luminos"
)

// ink is the meaning of a span of text; the writer of a format decides how it
// looks.
type ink uint8

const (
	plain  ink = iota
	strong     // headings, names
	quiet      // marks, units, details that can be skipped
	alarm      // critical
	warn       // concern
)

// span is a stretch of text with one meaning. Its text is foreign: only the writer of a format cleans it, when it lays
// the text out.
type span struct {
	text string
	ink  ink
	keep bool // do not break it if one line can hold it
	// judged marks text that a model wrote. A format sets it off from the program's own, so that it cannot be mistaken
	// for a heading or a row.
	judged bool
	// at is the place that the text names; nil if it names none. A format with links makes it one.
	at *spot
	// cites are the claims whose numbers the text has, or nil. A format can show their evidence beside the text.
	cites *citation
}

// citation holds the ids of claims.
type citation struct{ ids []string }

// spot is a file, a directory, or lines of a file of the target.
type spot struct {
	path        luminos.Path
	first, last int // lines from 1; 0 means the whole path
	dir         bool
}

// spotOf returns the spot of evidence. Lines of the text that a reader extracted from a file are not lines of the file.
func spotOf(e luminos.Evidence) *spot {
	if e.Path == "" {
		return nil
	}
	s := &spot{path: e.Path}
	if e.Lines != nil && e.Reader == "" {
		s.first, s.last = e.Lines.First, e.Lines.Last
	}
	return s
}

// locationSpan returns the place of evidence as [location] writes it, with the meaning k.
func locationSpan(k ink, e luminos.Evidence) span {
	return span{text: location(e), ink: k, at: spotOf(e)}
}

// text returns s as a span of ordinary text.
func text(s string) span { return span{text: s} }

// as returns s as a span with the meaning k, such as strong, which decides the colour.
func as(k ink, s string) span { return span{text: s, ink: k} }

// mark returns the sign of the basis of a statement: " ~" for derived, " *" for judged, no sign for measured or "",
// and the name of any other basis.
func mark(b luminos.Basis) span {
	switch b {
	case luminos.Measured, "":
		return span{}
	case luminos.Derived:
		return span{text: " ~", ink: quiet, keep: true}
	case luminos.Judged:
		return span{text: " *", ink: quiet, keep: true, judged: true}
	}
	return as(quiet, " ("+string(b)+")")
}

// unsupported returns the mark m with a "?" after it, the sign of a sentence without a citation that was found.
func unsupported(m span) span {
	return span{text: " " + strings.TrimSpace(m.text) + "?", ink: quiet, keep: true, judged: m.judged}
}

// quoting returns a span without text that marks the text beside it as written by a model, if b is [luminos.Judged].
func quoting(b luminos.Basis) span { return span{judged: b == luminos.Judged} }

// judged reports whether a model wrote some of the spans.
func judged(spans []span) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return s.judged })
}

// word is a piece of text that wrapping does not break: spans without a space
// between them.
type word []span

// width returns the number of terminal columns that a word occupies.
func (w word) width() int {
	n := 0
	for _, s := range w {
		n += cells(s.text)
	}
	return n
}

// splitWords cleans spans and splits each at its spaces, unless it is marked as one to keep whole. Spans that touch
// without a space form one word. Clean has made tabs and line ends visible.
func splitWords(spans []span) []word {
	var out []word
	joined := false
	for _, s := range spans {
		pieces := []string{Clean(s.text)}
		if !s.keep {
			pieces = strings.Split(pieces[0], " ")
		}
		for i, f := range pieces {
			if i > 0 {
				joined = false
			}
			if f == "" {
				continue
			}
			piece := span{text: f, ink: s.ink}
			if joined {
				out[len(out)-1] = append(out[len(out)-1], piece)
			} else {
				out = append(out, word{piece})
			}
			joined = true
		}
	}
	return out
}

// split divides a word into a head of at most width columns and the tail, between the words of a span that is kept
// together if possible. If not one character fits, the head is the first span.
func (w word) split(width int) (head, tail word) {
	for i, s := range w {
		n := cells(s.text)
		if n <= width {
			head = append(head, s)
			width -= n
			continue
		}
		first := strings.TrimRight(truncate(s.text, width, ""), " ") // a mark begins with a blank
		if at := strings.LastIndexByte(first, ' '); at > 0 && s.text[len(first)] != ' ' {
			first = first[:at]
		}
		if first == "" && len(head) == 0 {
			first = s.text // one character wider than the line
		}
		if first != "" {
			head = append(head, as(s.ink, first))
		}
		if rest := strings.TrimLeft(s.text[len(first):], " "); rest != "" {
			tail = append(tail, as(s.ink, rest))
		}
		return head, append(tail, w[i+1:]...)
	}
	return head, nil
}
