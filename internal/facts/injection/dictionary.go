package injection

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// The tokens that are no words. Their numbers come before the numbers of the words.
const (
	unknown = iota // a word outside the vocabulary
	stop           // the end of a sentence
	item           // the beginning of an item of a list
	comma
	colon
	newline
	quote
	opening    // a bracket
	closing    // a bracket
	meta       // a sign of code or of a table
	code       // a part of a regular expression or of a qualified name
	chat       // a mark of a chat template: <|im_start|>
	name       // a name with an underscore, such as the name of a tool
	link       // an address
	at         // the sign @ before the name of a person
	attackName // a name that speaks of attacks, such as is_injection
	promptName // a name of texts for models, such as SYSTEM_PROMPT
	number     // a word that begins with a digit
	glyph      // an ideograph or a kana that begins no known word
	firstWord
)

// dictionary is the vocabulary by word. It is built once and never changes.
type dictionary struct {
	words     []string       // by id; "" for tokens that are no words
	classes   []uint64       // by id
	first     [hashes]uint16 // by [hash]: the id of the word that was added last, or 0
	next      []uint16       // by id: the id of the word with the same hash that was added before, or 0
	automaton *automaton
	longest   map[rune]int // characters of the longest word, by its first ideograph
}

var words = sync.OnceValue(newDictionary)

// newDictionary returns the dictionary of the words in the vocabulary and the grammar, with the automaton for the
// grammar.
func newDictionary() *dictionary {
	d := &dictionary{
		words: make([]string, firstWord), classes: make([]uint64, firstWord), next: make([]uint16, firstWord),
		longest: map[rune]int{},
	}
	names := readVocabulary(func(word string, class uint64) { d.classes[d.add(word)] |= class })
	d.automaton = newAutomaton(parseGrammar(d, names), d)
	return d
}

// add returns the number of the word w in the dictionary, and adds the word if it is missing.
func (d *dictionary) add(w string) uint16 {
	folded := foldWord(nil, w)
	if id := d.find(folded); id != unknown {
		return id
	}
	w = string(folded)
	id, h := uint16(len(d.words)), hash(w)
	d.words, d.classes, d.next = append(d.words, w), append(d.classes, 0), append(d.next, d.first[h])
	d.first[h] = id
	if r, _ := utf8.DecodeRuneInString(w); ideograph(r) {
		d.longest[r] = max(d.longest[r], utf8.RuneCountInString(w))
		d.classes[id] |= kanji
	}
	return id
}

// find returns the number of the word w in the dictionary, or unknown if the dictionary does not have it.
func (d *dictionary) find(w []byte) uint16 {
	if len(w) == 0 {
		return unknown
	}
	id := d.first[hash(w)]
	for id != unknown && d.words[id] != string(w) {
		id = d.next[id]
	}
	return id
}

// variant returns the number of a word in the dictionary, or the result of alike.
func (d *dictionary) variant(word []byte, m spelling) uint16 {
	if id := d.find(word); id != unknown {
		return id
	}
	return d.alike(word, m)
}

// alike returns the number of a word that looks like the word, which the dictionary does not have: with letters of
// another script, with digits for letters, or without the Arabic "and" before it. Otherwise it returns number or
// unknown.
func (d *dictionary) alike(word []byte, m spelling) uint16 {
	switch and := "و"; {
	case m.foreign && bytes.HasPrefix(word, []byte(and)):
		return d.find(word[len(and):])
	case m.foreign:
		return d.find(latin(word))
	case m.digit && len(word) < 16:
		if id := d.find(letters(word)); id != unknown {
			return id
		}
	}
	if len(word) > 0 && word[0] <= '9' {
		return number
	}
	return unknown
}

// nameOf returns the token for a name with underscores: attackName for is_injection, promptName for SYSTEM_PROMPT, else
// name.
func (d *dictionary) nameOf(word []byte) uint16 {
	for part := range bytes.SplitSeq(word, []byte("_")) {
		switch classes := d.classes[d.find(part)]; {
		case classes&hostile != 0:
			return attackName
		case classes&prompting != 0:
			return promptName
		}
	}
	return name
}

// hashes is the number of values of [hash].
const hashes = 1 << 14

// hash returns a number below hashes, from the length, the first four bytes and the last byte of a word.
func hash[T string | []byte](w T) int {
	h := len(w)
	for i := range min(len(w), 4) {
		h = h*31 + int(w[i])
	}
	return (h*31 + int(w[len(w)-1])) & (hashes - 1)
}
