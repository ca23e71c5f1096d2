package injection

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// automaton matches all patterns at once. A pattern has a bit for each token that it can match, and a bit that is set
// after its last token. The patterns are packed into words of 64 bits. A token is one step of each word in which a
// pattern is under way or begins, and a step is a constant number of operations on bits, so the work for a token is
// bounded.
type automaton struct {
	symbols []uint16                // by token: tokens that match the same elements share a symbol
	holds   [][]uint64              // by symbol and word: the bits of the elements that the token matches
	live    [][]uint64              // by symbol: the words with elements that the token matches, as bits
	starts  [nothing + 1][][]uint64 // by the result of begins and the symbol: the words where a pattern begins, as bits
	words   []automatonWord
	ends    []map[int]*pattern // by word: the pattern of each last bit
	needs   []need             // by pattern
}

// need is the bits of a pattern in its word: of the elements that must match a token, and of the first elements.
type need struct {
	word            int
	elements, first uint64
}

// automatonWord holds the sets of bits of a word that are the same for each token.
type automatonWord struct {
	first    [nothing + 1]uint64 // the bits with which patterns begin, by the result of begins
	address  uint64              // the bits with which patterns begin that only address an agent
	loose    uint64              // the bits of patterns whose words can have signs between them
	last     uint64              // the bits that are set after the last token of a pattern
	optional [5]uint64           // the bits that can be reached over 1, 2, 4, 8 and 16 elements that may be missing
}

// reach returns the bits x of elements and the bits of elements behind them that follow if optional ones are left out.
func (w *automatonWord) reach(x uint64) uint64 {
	x |= x << 1 & w.optional[0]
	x |= x << 2 & w.optional[1]
	x |= x << 4 & w.optional[2]
	x |= x << 8 & w.optional[3]
	return x | x<<16&w.optional[4]
}

// newAutomaton returns the automaton that matches the patterns with the tokens of a text; d holds all tokens.
func newAutomaton(patterns []*pattern, d *dictionary) *automaton {
	a := &automaton{}
	a.pack(patterns)
	a.symbols = make([]uint16, len(d.classes))
	names := make([][]*pattern, len(d.classes)) // the patterns that name a token
	for _, p := range patterns {
		for _, e := range p.unrolled {
			for _, id := range e.ids {
				names[id] = append(names[id], p)
			}
		}
	}
	symbols := map[string]uint16{}   // by their bits
	classes := map[uint64][]uint64{} // the bits of a word that no pattern names, by its classes

	// The bits of each token in turn.
	holds, key := make([]uint64, len(a.words)), make([]byte, 0, 8*len(a.words))
	for id, class := range d.classes {
		of := patterns
		clear(holds)
		if id >= firstWord {
			if classes[class] == nil {
				classes[class] = make([]uint64, len(a.words))
				hold(classes[class], patterns, math.MaxUint16, class)
			}
			copy(holds, classes[class])
			of = names[id]
		}
		hold(holds, of, uint16(id), class)
		key = appendWords(key[:0], holds)
		symbol, ok := symbols[string(key)]
		if !ok {
			symbol = a.symbol(slices.Clone(holds))
			symbols[string(key)] = symbol
		}
		a.symbols[id] = symbol
	}
	return a
}

// hold sets the bits of pattern elements that match a token, given by number and classes, and clears the other
// elements' bits.
func hold(holds []uint64, patterns []*pattern, id uint16, class uint64) {
	for _, p := range patterns {
		for i, e := range p.unrolled {
			bit := uint64(1) << (p.bit + i)
			if holds[p.word] &^= bit; e.holds(id, class) {
				holds[p.word] |= bit
			}
		}
	}
}

// symbol adds a symbol for all tokens that match the same elements, with the bits of these elements, and returns its
// number.
func (a *automaton) symbol(holds []uint64) uint16 {
	a.holds = append(a.holds, holds)
	live := make([]uint64, (len(a.words)+63)/64)
	for n, h := range holds {
		if h != 0 {
			live[n>>6] |= 1 << (n & 63)
		}
	}
	a.live = append(a.live, live)
	for begins := range a.starts {
		starts := make([]uint64, (len(a.words)+63)/64)
		for n := range a.words {
			if a.words[n].first[begins]&holds[n] != 0 {
				starts[n>>6] |= 1 << (n & 63)
			}
		}
		a.starts[begins] = append(a.starts[begins], starts)
	}
	return uint16(len(a.holds) - 1)
}

// appendWords appends words as bytes to out, for the key of a map.
func appendWords(out []byte, words []uint64) []byte {
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

// pack gives each pattern consecutive bits in a word of the automaton, and sets the bits that follow from the patterns.
func (a *automaton) pack(patterns []*pattern) {
	var used []int // bits, by word
	for _, p := range patterns {
		n := 0
		for n < len(used) && used[n]+len(p.unrolled) >= 64 {
			n++
		}
		if n == len(used) {
			used = append(used, 0)
			a.words = append(a.words, automatonWord{})
			a.ends = append(a.ends, map[int]*pattern{})
		}
		p.word, p.bit = n, used[n]
		used[n] += len(p.unrolled) + 1
		w := &a.words[n]
		for i, e := range p.unrolled {
			if e.min == 0 {
				w.optional[0] |= 1 << (p.bit + i + 1)
			}
		}
		end := p.bit + len(p.unrolled)
		w.last |= 1 << end
		a.ends[n][end] = p
	}
	for n := range a.words {
		o := &a.words[n].optional
		for i := range 4 {
			o[i+1] = o[i] & (o[i] << (1 << i))
		}
	}
	for _, p := range patterns {
		w := &a.words[p.word]
		first := w.reach(1 << p.bit)
		p.heads = bits.OnesCount64(first)
		elements := uint64(0)
		for i, e := range p.unrolled {
			if e.min > 0 {
				elements |= 1 << (p.bit + i)
			}
		}
		a.needs = append(a.needs, need{p.word, elements, first})
		for begins := range nothing {
			if p.anywhere || begins&p.begins() != 0 {
				w.first[begins] |= first
			}
		}
		if p.address {
			w.address |= first
		}
		if !p.prose {
			w.loose |= (1<<len(p.unrolled) - 1) << p.bit
		}
	}
}
