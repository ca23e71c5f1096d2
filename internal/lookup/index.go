package lookup

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// index finds items by words: Okapi BM25 over the words of their texts, paths and sections, without endings.
type index struct {
	postings map[string][]posting
	lengths  []float64
	weights  []float64
	mean     float64
}

// posting is an item that has a word, with the number of occurrences.
type posting struct {
	item  int32
	times float32
}

// The usual constants of BM25. Texts are short and differ little in length, so their length counts less than usual.
const (
	saturation = 1.2
	byLength   = 0.5
)

func newIndex(items []Item) index {
	x := index{postings: map[string][]posting{}, lengths: make([]float64, len(items)),
		weights: make([]float64, len(items))}
	total := 0.0
	for i := range items {
		counts := map[string]float32{}
		it := &items[i]
		x.weights[i] = weight(it)
		for _, w := range wordsOf(it.Text) {
			counts[w]++
		}
		for _, w := range wordsOf(string(it.Path) + " " + it.Section + " " + it.words) {
			counts[w] = max(counts[w], 1)
		}
		for w, n := range counts {
			x.lengths[i] += float64(n)
			x.postings[w] = append(x.postings[w], posting{int32(i), n})
		}
		total += x.lengths[i]
	}
	x.mean = total / float64(max(len(items), 1))
	return x
}

// weight returns the factor of the score of an item. The brief and sentences answer a question better than lists of
// files and claims in support of other items; a grave flag is asked about more often than a light one.
func weight(it *Item) float64 {
	switch {
	case it.Kind == Flag:
		return 0.8 + 0.2*float64(it.Severity.Rank())
	case it.Section == "brief":
		return 1.1
	case it.Section == "detailed":
		return 0.7
	case it.Kind == Name:
		return 0.4
	case it.Kind == Fact, it.Kind == Claim:
		return 0.9
	}
	return 1
}

// hit is an item that has words of a query.
type hit struct {
	item  int
	score float64
}

// wordsMost is the number of words of a query that count.
const wordsMost = 60

// An item that has only common words of a question says nothing about it: it needs a word that at most fewMost items
// have, or leastWeight of the weight of all words of the question, a rare word weighing more than a common one.
const (
	fewMost     = 3
	leastWeight = 0.3
)

// leastPart is the part of the best score that an item has at least, unless it has two words and half of the question.
// A brief that has one more word must not hide the findings that answer it.
const leastPart = 0.3

// found is the part of a query that an item has.
type found struct {
	score, weight float64
	words         int
	rare          bool
}

// find returns the items that have words of the query, the best first. Among equals their order stays. unknown are the
// words of the query that no item has.
func (x *index) find(query string) (hits []hit, unknown []string) {
	asked, items, whole := map[string]bool{}, map[int]found{}, 0.0
	for _, w := range wordsOf(query) {
		flags := concepts[w]
		if flags {
			w = "flag"
		}
		if len(w) < 2 || asked[w] || stopWords[w] || len(asked) == wordsMost {
			continue
		}
		asked[w] = true
		list := x.postings[w]
		n, all := float64(len(list)), float64(len(x.lengths))
		idf := rarity(n, all)
		whole += rarity(max(n, fewMost), all)
		for _, p := range list {
			f, i := float64(p.times), items[int(p.item)]
			i.score += idf * f * (saturation + 1) / (f + saturation*(1-byLength+byLength*x.lengths[p.item]/x.mean))
			i.weight += idf
			i.words++
			i.rare = i.rare || flags || len(list) <= fewMost
			items[int(p.item)] = i
		}
	}
	best := 0.0
	for i, f := range items {
		if !f.rare && f.weight < whole*leastWeight {
			continue
		}
		// An item with all words of the question is more likely its answer than one that repeats a rare word.
		score := f.score * x.weights[i] * math.Sqrt(float64(f.words)/float64(len(asked)))
		hits = append(hits, hit{i, score})
		best = max(best, score)
	}
	hits = slices.DeleteFunc(hits, func(h hit) bool {
		n := items[h.item].words
		return h.score < best*leastPart && (n < 2 || 2*n < len(asked))
	})
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.item, b.item))
	})
	return hits, x.unknown(query)
}

// rarity returns the weight of a word that n of all items have.
func rarity(n, all float64) float64 { return math.Log(1 + max(all-n+0.5, 0)/(n+0.5)) }

// unknown returns the words of a query, as they stand there, no form of which an item has.
func (x *index) unknown(query string) (list []string) {
	known := func(w string) bool {
		return len(w) < 2 || stopWords[w] || concepts[w] || len(x.postings[w]) > 0
	}
	for w := range strings.FieldsFuncSeq(query, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !slices.ContainsFunc(wordsOf(w), known) && !slices.Contains(list, w) && len(list) < wordsMost {
			list = append(list, w)
		}
	}
	return list
}

// concepts are the words of questions about flags, whose findings have other words.
var concepts = wordSet(`danger dangerous risk risky problem bug fault defect wrong vulnerability vulnerable insecure
	security concern issue`)

// stopWords are the words of questions that say nothing about their subject.
var stopWords = wordSet(`a an and any are as at be by can could did do does each for from has have how i if in into is
	it its itself me my of on or our please should so some tell than that the their them then there these they this to us
	use used was we were what when where which who whom whose why will with would you your about need not much many most more get
	here`)

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[stem(w)] = true
	}
	return set
}

// wordsOf returns the words of a text in lower case and without endings. A name in mixed case counts as its parts and
// as a whole: HTTPServer gives http, server and httpserver.
func wordsOf(text string) (list []string) {
	for f := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		parts := mixed(f)
		for _, p := range parts {
			list = append(list, stem(strings.ToLower(p)))
		}
		if len(parts) > 1 {
			list = append(list, strings.ToLower(f))
		}
	}
	return list
}

// mixed splits a name at the beginnings of words in mixed case.
func mixed(name string) (parts []string) {
	runes := []rune(name)
	start := 0
	for i := 1; i < len(runes); i++ {
		upper := unicode.IsUpper(runes[i])
		next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if upper && (unicode.IsLower(runes[i-1]) || unicode.IsUpper(runes[i-1]) && next) {
			parts = append(parts, string(runes[start:i]))
			start = i
		}
	}
	return append(parts, string(runes[start:]))
}

// endings are removed from words, the first that fits and leaves at least three letters, with the replacements. They
// are the commonest of English: a wrong one only makes two words equal.
var endings = []struct{ from, to string }{
	{"encies", ""}, {"ency", ""}, {"ations", ""}, {"ation", ""}, {"ings", ""}, {"ing", ""}, {"ies", "y"},
	{"sses", "ss"}, {"ers", ""}, {"ed", ""}, {"er", ""}, {"es", ""}, {"ly", ""}, {"ss", "ss"}, {"s", ""}, {"e", ""},
}

// spellings maps British spellings to the ones of programs.
var spellings = map[string]string{"licence": "license", "colour": "color", "behaviour": "behavior"}

// irregular maps forms of verbs that endings do not explain.
var irregular = map[string]string{
	"built": "build", "ran": "run", "written": "write", "wrote": "write", "kept": "keep", "made": "make", "sent": "send",
	"chosen": "choose", "found": "find", "held": "hold",
}

// stem returns a word in lower case without its ending.
func stem(w string) string {
	if s := irregular[w]; s != "" {
		w = s
	}
	if s := spellings[strings.TrimSuffix(w, "s")]; s != "" {
		w = s
	}
	for _, e := range endings {
		root, ok := strings.CutSuffix(w, e.from)
		if !ok || len(root) < 3 {
			continue
		}
		w = root + e.to
		break
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && strings.IndexByte("bdfgmnprt", w[n-1]) >= 0 {
		w = w[:n-1] // running, run
	}
	return strings.TrimSuffix(w, "e")
}
