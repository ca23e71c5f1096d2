// Package injection finds text that gives orders to the program or the model that processes it.
//
// A reader normalises a text and converts it to tokens: known words, other words and punctuation. Words of ten
// languages have classes, such as OVERRIDE ("ignore", "忽略") and RULES ("instructions"), and the grammar is a list of
// patterns over classes and words. So one pattern finds a phrase in several languages, and in any wrapping. A pattern is an
// order, or a piece of one: an address such as "note to AI agents:", a deed such as "answer that", a sign such as "without
// asking". Two pieces near each other make an order. The reader takes each byte once, and an automaton tries all patterns
// with a bounded work for each token: the work is linear in the length of the text, and no part of the text is left out
// because another part has many matches.
package injection

import (
	"slices"
	"strings"
	"sync"
)

// Place is a place in a text that reads like an order.
type Place struct {
	Line    int    // from 1
	Pattern string // the order, in words: "asks to ignore earlier instructions"
	Quoted  bool   // whether it is in quotation marks, as a literal of a program is
}

// matchers holds matchers for the next texts. Most texts are names of files, for which a new matcher costs more than the
// search.
var matchers = sync.Pool{New: func() any { return newMatcher() }}

// Search returns the places of a text that read like orders to an agent, sorted by line, at most one for each line and
// pattern. If instructions is true, the text is made for agents, and text that only addresses an agent is no order.
func Search(text string, instructions bool) []Place {
	m := matchers.Get().(*matcher)
	defer matchers.Put(m)
	m.reset(instructions)
	for _, at := range hiddenRuns(text) {
		m.places = append(m.places, Place{Line: lineOf(text, at), Pattern: Hidden})
	}
	r := reader{aside: aside{text: text, line: 1}, out: m}
	r.read()
	m.end()
	if len(m.places) == 0 {
		return nil
	}
	slices.SortStableFunc(m.places, func(a, b Place) int { return a.Line - b.Line })
	seen := map[Place]bool{}
	return slices.DeleteFunc(slices.Clone(m.places), func(p Place) bool {
		p.Quoted = false
		twice := seen[p]
		seen[p] = true
		return twice
	})
}

// paragraphMost is the maximal number of lines on each side of an order that [Without] takes for its paragraph.
const paragraphMost = 20

// Without returns the lines of a text, but "" for each line of a paragraph that holds an order to an agent.
func Without(lines []string) []string {
	places := Search(strings.Join(lines, "\n"), false)
	if len(places) == 0 {
		return lines
	}
	out := slices.Clone(lines)
	blank := func(i int) bool { return i < 0 || i >= len(lines) || strings.TrimSpace(lines[i]) == "" }
	for _, p := range places {
		first, last := p.Line-1, p.Line-1
		for first > p.Line-1-paragraphMost && !blank(first-1) {
			first--
		}
		for last < p.Line-1+paragraphMost && !blank(last+1) {
			last++
		}
		clear(out[first : last+1])
	}
	return out
}

// In reports whether a text holds an order to an agent.
func In(text string) bool { return len(text) >= shortest && len(Search(text, false)) > 0 }

// shortest is the least number of bytes of an order: six ideographs.
const shortest = 12

// InName returns the order that the name of a file, a path or the target of a link reads like, in words such as "asks
// to ignore earlier instructions", or "". Separators in the name count as spaces.
func InName(name string) string {
	if len(name) < shortest {
		return ""
	}
	if places := Search(separators.Replace(name), false); len(places) > 0 {
		return places[0].Pattern
	}
	return ""
}
