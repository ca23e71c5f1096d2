package logs

import (
	"cmp"
	"slices"
	"strings"

	"luminos/internal/words"
)

// Settings of the grouping of messages, the same for all logs. They gave the best mean over the sixteen samples of
// loghub.
const (
	// similar is the share of the constant words of a message that must be equal for the message to join a group.
	similar = 0.7
	// leafMost bounds the groups that are compared with a message, and so the time per line.
	leafMost = 60
	// groupsMost bounds the memory of one log; further messages without a group are only counted.
	groupsMost = 2000
	// wordsMost is the number of words of a message that are compared.
	wordsMost = 60
	// branchesMost is the number of first words that lead to groups of their own, for each length.
	branchesMost = 100
)

// variable is the word in place of a value.
const variable = "<*>"

// tree groups messages by their constant words, after the algorithm Drain (He et al., ICWS 2017): a tree of fixed depth
// leads by the number of words and the first word to few groups, and a message joins the most similar one. Words with
// digits are values. A run of values counts as one, so that lists of different lengths are equal.
type tree struct {
	branches map[int]map[string]*leaf // by number of words and first word
	groups   []*group
	lost     int // messages without a group
}

// leaf holds the groups that begin alike.
type leaf struct{ groups []*group }

// group is a set of similar messages.
type group struct {
	words []string // with the word variable in the places that differ
	count int
	level string // of the first message
	id    int
	line  int // of the first message
}

// add adds a message and returns its group, or nil if there is no room for a new one.
func (t *tree) add(message, level string) *group {
	words := split(message)
	l := t.leaf(words)
	constants := 0
	for _, w := range words {
		if w != variable {
			constants++
		}
	}
	best, most := (*group)(nil), -1
	for _, g := range l.groups {
		if n := g.equal(words); n > most {
			best, most = g, n
		}
	}
	if best != nil && float64(most) >= similar*float64(constants) {
		best.join(words)
		return best
	}
	if len(t.groups) >= groupsMost || len(l.groups) >= leafMost {
		t.lost++
		return nil
	}
	g := &group{words: words, count: 1, level: level, id: len(t.groups)}
	t.groups, l.groups = append(t.groups, g), append(l.groups, g)
	return g
}

// leaf returns the groups for messages that begin with the same word and have the same number of words.
func (t *tree) leaf(words []string) *leaf {
	if t.branches == nil {
		t.branches = map[int]map[string]*leaf{}
	}
	byWord := t.branches[len(words)]
	if byWord == nil {
		byWord = map[string]*leaf{}
		t.branches[len(words)] = byWord
	}
	first := variable
	if len(words) > 0 {
		first = words[0]
	}
	if byWord[first] == nil {
		if len(byWord) >= branchesMost {
			first = variable
		}
		if byWord[first] == nil {
			byWord[first] = &leaf{}
		}
	}
	return byWord[first]
}

// equal returns the number of places in which the group and a message of the same length have the same constant word.
func (g *group) equal(words []string) int {
	n := 0
	for i, w := range words {
		if w != variable && g.words[i] == w {
			n++
		}
	}
	return n
}

// join adds a message to the group.
func (g *group) join(words []string) {
	g.count++
	for i, w := range words {
		if g.words[i] != w {
			g.words[i] = variable
		}
	}
}

// split returns the words of a message with values replaced by the word variable. A number in brackets that repeats a
// number in another unit, as in "1190 bytes (1.16 KB)", is left out, since some lines lack it.
func split(message string) []string {
	var out []string
	aside := false // the word before is the number of such a repetition
	for word := range strings.FieldsSeq(message) {
		if len(out) == wordsMost {
			break
		}
		unit := units[word]
		open := word[0] == '('
		word = mask(word)
		last := len(out) - 1
		switch {
		case open && word == variable && last >= 0:
			aside = true
			continue
		case aside && unit, last >= 0 && out[last] == variable && (word == variable || unit):
			aside = false
			continue
		}
		aside = false
		out = append(out, word)
	}
	return out
}

// units are words after a number that belong to it.
var units = map[string]bool{
	"sec": true, "secs": true, "ms": true, "KB": true, "MB": true, "GB": true, "KB)": true, "MB)": true, "GB)": true,
	"min": true, "min)": true, "sec)": true, "ms)": true,
}

// marks separate the pieces of a word.
const marks = "=:()[]{}<>,;|\"'"

// mask returns a word with each piece that is a value replaced: a piece with a digit or after "=", a truth value, a
// day. It returns the word variable if no constant piece remains.
func mask(word string) string {
	var b strings.Builder
	constant, after := false, byte(0)
	word = word[hostEnd(word):]
	for word != "" {
		end := strings.IndexAny(word, marks)
		if end < 0 {
			end = len(word)
		}
		if piece := word[:end]; piece != "" {
			if after == '=' || value(piece) {
				piece = variable
			} else {
				constant = true
			}
			b.WriteString(piece)
		}
		if end < len(word) {
			after = word[end]
			b.WriteByte(after)
			end++
		}
		word = word[end:]
	}
	if !constant {
		return variable
	}
	return b.String()
}

// hostEnd returns the length of the name of a host before a port at the beginning of a word, or 0.
func hostEnd(word string) int {
	at := strings.IndexAny(word, marks)
	if at > 0 && word[at] == ':' && at+1 < len(word) && digit(word[at+1]) && strings.Contains(word[:at], ".") {
		return at
	}
	return 0
}

// values are words that vary although they have no digits.
var values = map[string]bool{
	"true": true, "false": true, "null": true, "none": true, "None": true, "-": true,
	"Mon": true, "Tue": true, "Wed": true, "Thu": true, "Fri": true, "Sat": true, "Sun": true,
}

// value reports whether a piece of a word is a value by its characters: it has a digit, or is a path or a long
// hexadecimal number.
func value(piece string) bool {
	if values[piece] || strings.ContainsAny(piece, "0123456789") {
		return true
	}
	if strings.Count(piece, "/") > 1 || strings.Count(piece, ".") > 1 && piece == strings.ToLower(piece) {
		return true // a path, a host
	}
	const hex = 8 // digits of a number of 32 bits
	return len(piece) >= hex && strings.Trim(piece, "abcdefABCDEF") == ""
}

// frequentKinds is the number of groups of messages whose share the report states.
const frequentKinds = 3

// kinds are the number of groups, the messages in the largest ones, and the most frequent failure.
type kinds struct {
	groups, frequent int
	failure          string
	failed           int
	top              []Kind
}

// Kind is a kind of messages in a log, with "<*>" in the places of values.
type Kind struct {
	Text  string
	Level string // of the first message, or ""
	Line  int    // of the first message
	Lines int    // number of messages
}

const (
	topKinds = 40  // kinds of one log that are named
	kindMost = 300 // bytes of the text of one
)

// kinds sums up the groups.
func (t *tree) kinds() kinds {
	all := slices.Clone(t.groups)
	slices.SortStableFunc(all, func(a, b *group) int { return cmp.Compare(b.count, a.count) })
	k := kinds{groups: len(all)}
	for _, g := range all[:min(len(all), frequentKinds)] {
		k.frequent += g.count
	}
	for _, g := range all[:min(len(all), topKinds)] {
		text := words.Line(strings.Join(g.words, " "), kindMost)
		k.top = append(k.top, Kind{text, g.level, g.line, g.count})
	}
	k.failure, k.failed = t.failure()
	return k
}
