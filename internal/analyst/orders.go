package analyst

import (
	"cmp"
	"strings"

	"luminos/internal/facts/injection"
	"luminos/internal/words"
)

// leftOut takes the place of a sentence of a model that reads like an order to an agent: a model can repeat the order
// of a file, and later passes and other agents read its texts. A sentence about an order, or with one in quotation
// marks, stays.
const leftOut = "(A sentence that reads like an order to an agent is left out.)"

// withoutOrders returns a text of a model with leftOut in the place of each order, or of the whole text if an order
// goes over several sentences.
func withoutOrders(s string) string {
	if !injection.In(s) {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		for rest := line; rest != ""; {
			n := cmp.Or(words.SentenceEnd(rest), len(rest))
			sentence := rest[:n]
			rest = rest[n:]
			if injection.In(sentence) {
				sentence = strings.Replace(sentence, strings.TrimSpace(sentence), leftOut, 1)
			}
			b.WriteString(sentence)
		}
	}
	if text := b.String(); !injection.In(text) {
		return text
	}
	return leftOut
}
