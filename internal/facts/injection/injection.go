// Package injection finds text that gives orders to the program or the model that processes it.
//
// A reader normalises a text and converts it to tokens: known words, other words and punctuation. Words of ten
// languages have classes, such as OVERRIDE ("ignore", "忽略") and RULES ("instructions"), and the grammar is a list of
// patterns over classes and words. So one pattern finds a phrase in several languages, and in any wrapping. The
// reader takes each byte once and a pattern is tried only at the words that can begin it: the work is linear in the
// length of the text, and no part of the text is left out because another part has many matches.
package injection

import "slices"

// Place is a place in a text that reads like an order.
type Place struct {
	Line    int    // from 1
	Pattern string // the order, in words: "asks to ignore earlier instructions"
}

// Search returns the places of a text that read like orders, sorted by line, one for each line and pattern. In a file of
// instructions for agents, text that only addresses an agent is no order.
func Search(text string, instructions bool) []Place {
	m := matcher{instructions: instructions, words: words()}
	for _, at := range hiddenRuns(text) {
		m.places = append(m.places, Place{lineOf(text, at), Hidden})
	}
	r := reader{text: text, line: 1, out: &m}
	r.read()
	slices.SortStableFunc(m.places, func(a, b Place) int { return a.Line - b.Line })
	seen := map[Place]bool{}
	return slices.DeleteFunc(m.places, func(p Place) bool {
		twice := seen[p]
		seen[p] = true
		return twice
	})
}

// In reports whether a text holds an order.
func In(text string) bool { return len(text) >= shortest && len(Search(text, false)) > 0 }

// shortest is the least number of bytes of an order: six ideographs.
const shortest = 12

// InName returns the pattern of an order in the name of a file or of a directory, in a path or in the target of a link,
// or "". Separators between the words of a name are spaces.
func InName(name string) string {
	if len(name) < shortest {
		return ""
	}
	if places := Search(separators.Replace(name), true); len(places) > 0 {
		return places[0].Pattern
	}
	return ""
}
