package verify

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// common matches the most common words of English.
var common = lazyregexp.Lazy(`(?i)\b(?:the|a|an|and|or|to|of|is|are|in|for|with|this|that|it|you|be|on|by)\b`)

// english matches the common words that other languages of Europe lack: "a", "in" and "is" are words of many.
var english = lazyregexp.Lazy(`(?i)\b(?:the|and|with|this|that|you|are|from|which|it|` +
	`when|should|used|using|your|how|these|their|have|into|called|specify|show)\b`)

// isEnglish reports whether a document is in English: at least every fourth long passage has two of its common words,
// one of which other languages lack. Terse documents for agents have few. The words that say that a thing need not be
// there are of English. A document without long passages counts.
func (d *document) isEnglish() bool {
	const long = 8 // words of a passage
	passages, inEnglish := 0, 0
	for _, p := range d.prose {
		text := p.text
		wide := 0
		for _, r := range text {
			if r >= 0x2e80 {
				wide++ // of a script without spaces between words
			}
		}
		if len(strings.Fields(text)) < long && wide < long {
			continue
		}
		if passages++; len(common().FindAllStringIndex(text, 2)) == 2 && english().MatchString(text) {
			inEnglish++
		}
	}
	return inEnglish*4 >= passages
}
