package redact

import (
	"strings"
	"sync"
)

// rule is looked at where one of its words stands.
type rule struct {
	words []string
	exact bool // the case of the words matters
	// look returns spans for the word at s[start:end].
	look func(f *finder, start, end int)
}

// finder is one pass over a text.
type finder struct {
	s      string
	spans  []span
	named  int            // names of assignments before this are done with
	seen   map[string]int // by kind: how far a rule that searches has searched
	line   cut            // the line that was looked at last, and where the one below it begins
	next   int
	block  int  // lines before this belong to blocks that are done with
	signed bool // the lines of the present block begin with "+"
}

func (f *finder) add(start, end int, kind string) {
	f.spans = append(f.spans, span{start: start, end: end, kind: kind})
}

// index is what all passes share.
type index struct {
	machine *machine
	words   []string
	rules   []*rule // by word
}

// theIndex is made when it is first needed: most runs read no text for a model.
var theIndex = sync.OnceValue(func() *index {
	x := &index{}
	var folded []string
	enter := func(r *rule) {
		for _, w := range r.words {
			x.words = append(x.words, w)
			x.rules = append(x.rules, r)
			folded = append(folded, strings.ToLower(w))
		}
	}
	for _, group := range [][]token{cloudTokens, forgeTokens, modelTokens, serviceTokens} {
		for _, t := range group {
			enter(t.rule())
		}
	}
	for _, group := range [][]nearby{nearbySecrets} {
		for _, n := range group {
			enter(n.rule())
		}
	}
	for _, group := range [][]rule{shapes, blocks, assignments} {
		for i := range group {
			enter(&group[i])
		}
	}
	x.machine = newMachine(folded)
	return x
})

// find returns what is to be masked, in order and apart.
func find(s string) []span {
	x := theIndex()
	f := &finder{s: s}
	x.machine.scan(s, func(w int32, end int) {
		r, start := x.rules[w], end-len(x.words[w])
		if r.exact && s[start:end] != x.words[w] {
			return
		}
		r.look(f, start, end)
	})
	if len(f.spans) == 0 {
		return nil
	}
	return settle(s, f.spans)
}
