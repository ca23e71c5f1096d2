package redact

import (
	"strings"
	"sync"
)

// rule is applied at each occurrence of one of its words.
type rule struct {
	words []string
	exact bool // the case of the words matters
	then  *set // of the bytes after a word; any, if nil
	// look adds spans for the word at s[start:end] of the text to f.
	look func(f *finder, start, end int)
}

// index maps the keywords of all rules to these rules. All passes share it.
type index struct {
	machine *machine
	words   []string
	rules   []*rule // by word
}

// theIndex returns the index of all rules. It is made at the first call.
var theIndex = sync.OnceValue(func() *index {
	x := &index{}
	var folded []string
	var then []*set
	enter := func(r *rule) {
		for _, w := range r.words {
			x.words = append(x.words, w)
			x.rules = append(x.rules, r)
			folded = append(folded, lowerASCII(w))
			then = append(then, r.then)
		}
	}
	for _, t := range tokens {
		enter(t.rule())
	}
	for i, n := range nearbySecrets {
		enter(n.rule(i))
	}
	for _, group := range [][]rule{shapes, blocks, assignments, statements, commands, foreign} {
		for i := range group {
			enter(&group[i])
		}
	}
	x.machine = newMachine(folded, then)
	return x
})

// lowerASCII returns s with its ASCII letters in lower case, as the automaton compares words.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// find returns the spans of s to mask, sorted and without overlap.
func find(s string) []span {
	f := newFinder(s)
	f.find()
	f.spans = append(f.spans, disguised(s)...)
	if len(f.spans) == 0 {
		return nil
	}
	spans := f.settle()
	if f.repeat(spans); len(f.spans) > len(spans) {
		return f.settle()
	}
	return spans
}

const maxRepeated = 16 // secrets whose other places in a text are searched

// repeat stores spans in f, and adds the other places in the text at which one of the spans that look random occurs
// again.
func (f *finder) repeat(spans []span) {
	f.spans = spans
	seen := map[string]bool{}
	for _, p := range spans {
		v := f.s[p.start:p.end]
		if p.kind == kindBlock || len(seen) == maxRepeated || seen[v] || !strong(classPassword, v) {
			continue
		}
		seen[v] = true
		for i := 0; ; i += len(v) {
			n := strings.Index(f.s[i:], v)
			if n < 0 {
				break
			}
			i += n
			if to := i + len(v); i != p.start && boundary(f.s, i) && (to == len(f.s) || !word[f.s[to]]) {
				f.spans = append(f.spans, span{piece: piece{i, to}, kind: p.kind, weak: true})
			}
		}
	}
}

func (f *finder) find() {
	x := theIndex()
	x.machine.scan(f.s, func(w int32, end int) {
		r, start := x.rules[w], end-len(x.words[w])
		if r.exact && f.s[start:end] != x.words[w] {
			return
		}
		r.look(f, start, end)
	})
	f.wif()
	for i := range f.areas {
		f.search(i, f.areas[i])
	}
}
