package injection

import (
	_ "embed"
	"strings"
)

// Classes of words that the program names. The others are known to the grammar only.
const (
	report    = 1 << iota // turns an order into a report: "attempted", "they"
	attack                // speaks of attacks and of examples
	hostile               // a noun that speaks of attacks
	lead                  // a word before an imperative: "please"
	you                   // "you"
	modal                 // "must"
	cond                  // "if"
	function              // a word that is no part of a name: "in", "researcher"
	must                  // an imperative that only a reader of the text can obey
	can                   // an imperative that a reader can obey: "skip"
	do                    // an imperative that documentation gives too: "execute"
	order                 // an imperative of another language than English
	neg                   // "not"
	kanji                 // a word of ideographs or kana
	prompting             // a name of texts for models: "prompt"
	article               // "the", or a preposition: the end of a line after it ends no clause
	firstClass
)

//go:embed grammar/vocabulary.txt
var vocabulary string

// readVocabulary returns the classes of the vocabulary by name, and calls add with each word and its class.
func readVocabulary(add func(word string, class uint64)) map[string]uint64 {
	classes := map[string]uint64{
		"REPORT": report, "ATTACK": attack, "HOSTILE": hostile, "LEAD": lead, "YOU": you, "MODAL": modal, "IF": cond, "FUNC": function,
		"MUST": must, "CAN": can, "RUN": do, "ORDER": order, "NEG": neg, "KANJI": kanji, "PROMPT": prompting,
		"ARTICLE": article,
	}
	next, class := uint64(firstClass), uint64(0)
	for line := range strings.Lines(vocabulary) {
		name, indented := strings.CutPrefix(line, "\t")
		switch name = strings.TrimSpace(name); {
		case indented:
			for w := range strings.FieldsSeq(name) {
				add(w, class)
			}
		case !strings.HasPrefix(name, "#"):
			if class = classes[name]; class == 0 {
				if next == 0 {
					panic("vocabulary: more than 64 classes")
				}
				class = next
				classes[name] = class
				next <<= 1
			}
		}
	}
	return classes
}
