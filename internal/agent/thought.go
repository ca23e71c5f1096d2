package agent

import (
	"strings"
	"unicode/utf8"

	"luminos/internal/words"
)

const (
	// beginningMost is the number of characters of a sentence that are shown before its end has arrived.
	beginningMost = 80
	// thoughtMost is the maximal number of bytes of thinking in which the next sentence is sought.
	thoughtMost = 4 << 10
)

// thought is the short form of thinking that arrives in parts. It changes about once a sentence.
type thought struct {
	short string
	open  string // the text after the sentence in short
}

// add adds the next part of the thinking to t. It returns the newest whole sentence or, in a paragraph or a list
// without one, its first line; for a long sentence its beginning; "" at first.
func (t *thought) add(part string) string {
	t.open += part
	t.open = strings.ReplaceAll(t.open[max(len(t.open)-thoughtMost, 0):], "\r\n", "\n")
	for t.next() {
	}
	line, _, whole := strings.Cut(strings.TrimLeft(t.open, "\n"), "\n")
	if whole || utf8.RuneCountInString(line) >= beginningMost {
		t.show(line, beginningMost)
	}
	if len(t.open) > thoughtMost/2 {
		t.open = "" // the next part counts as a new sentence
	}
	return t.short
}

// next moves the first sentence of t.open, or a paragraph without one, to t.short. It returns false if t.open has
// neither.
func (t *thought) next() bool {
	paragraph, rest, closed := strings.Cut(t.open, "\n\n")
	n := words.SentenceEnd(strings.ReplaceAll(paragraph, "\n", " "))
	switch {
	case n > 0 && (n < len(paragraph) || closed): // else the full stop can belong to a name, such as a.go
		t.show(paragraph[:n], lineMost)
		t.open = t.open[n:]
	case closed:
		line, _, _ := strings.Cut(strings.TrimLeft(paragraph, "\n"), "\n")
		t.show(line, lineMost)
		t.open = rest
	default:
		return false
	}
	return true
}

// show sets t.short to a foreign text on one line of at most most characters, unless nothing is visible in it.
func (t *thought) show(text string, most int) {
	if line := words.Line(text, most); line != "" {
		t.short = line
	}
}
