package document

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Bounds of counting. Terms beyond the keepMax most frequent are dropped for each
// document; the vocabulary is bounded so that a folder of noise does not exhaust
// memory.
const (
	termsDoc      = 10
	themesMax     = 30
	keepMax       = 300
	vocabularyMax = 400_000
	headingWeight = 3
	wordMax       = 40
)

// counts are the terms of one document with how often they stand in it, most first.
type counts []count

type count struct {
	term string
	n    int
}

// countTerms returns the keepMax most frequent words and pairs of words in the blocks of a document, with their
// numbers. Code, tables and links do not count; words of headings and titles count headingWeight times. It returns none
// for a document in a language without a list of function words: they would be its most frequent words.
func countTerms(blocks []block) counts {
	if foreign(blocks) {
		return nil
	}
	n := map[string]int{}
	for _, b := range blocks {
		weight := 1
		switch b.kind {
		case code, table:
			continue
		case heading, title:
			weight = headingWeight
		}
		if b.links || b.kind == heading && notAbout().MatchString(b.text) {
			continue
		}
		last := ""
		for _, w := range splitWords(field().ReplaceAllString(b.text, "$")) {
			if w == "" { // the end of a phrase
				last = ""
				continue
			}
			n[w] += weight
			if last != "" && last != w {
				n[last+" "+w] += weight
			}
			last = w
		}
	}
	c := sorted(n)
	return c[:min(len(c), keepMax)]
}

// Bounds of a language that is not known: of fewestSpoken words or more, fewer than one of spokenShare are function
// words of any one language. English prose has one of 6 or more; a Danish text, which shares some words with German,
// has one of 9.
const (
	fewestSpoken = 30
	spokenShare  = 8
)

// foreign reports whether the prose of a document is in a language without a list of function words. Scripts that do
// not divide words are left out: the function words of such a text do not stand alone.
func foreign(blocks []block) bool {
	all := 0
	known := make([]int, len(functionWords))
	for _, b := range blocks {
		if b.kind == code || b.kind == table {
			continue
		}
		for w := range strings.FieldsFuncSeq(b.text, outsideWords) {
			first, _ := utf8.DecodeRuneInString(w)
			if len(w) < 3 || unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				continue
			}
			all++
			w = strings.ToLower(w)
			for i, words := range functionWords {
				if words[w] {
					known[i]++
				}
			}
		}
	}
	return all >= fewestSpoken && slices.Max(known)*spokenShare < all
}

func outsideWords(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }

// sorted returns the terms of n with their numbers, the most frequent first.
func sorted(n map[string]int) counts {
	c := make(counts, 0, len(n))
	for term, k := range n {
		c = append(c, count{term, k})
	}
	slices.SortFunc(c, func(a, b count) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.term, b.term)) })
	return c
}

// field matches an open field of a template: "{{date}}", "<% title %>".
var field = lazyregexp.Lazy(`\{\{\s*[a-z][^\s{}]*\s*\}\}|<%[^%]*%>`)

// splitWords splits s into folded words that can be terms. An empty string between words ends a
// phrase: at punctuation, at a stop word, at a token that is no word.
func splitWords(s string) []string {
	var out []string
	for field := range strings.FieldsSeq(s) {
		// An address, a path, or an open field of a template.
		if strings.Contains(field, "://") || strings.ContainsAny(field, "@$") || strings.Count(field, "/") > 1 {
			out = append(out, "")
			continue
		}
		start := -1
		for i, r := range field {
			isWord := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) ||
				start < 0 && r == '.' && i+1 < len(field) && field[i+1] >= 'A' && field[i+1] <= 'Z' || // .NET
				start >= 0 && (r == '-' || r == '\'' || r == '’' || r == '+' || r == '#' && i == len(field)-1)
			switch {
			case isWord && start < 0:
				start = i
			case !isWord:
				if start >= 0 {
					out = append(out, term(field[start:i]))
					start = -1
				}
				out = append(out, "")
			}
		}
		if start >= 0 {
			out = append(out, term(field[start:]))
		}
	}
	return out
}

// term returns a word in lower case and without the possessive, or "" if it cannot be a term.
func term(w string) string {
	w = strings.ToLower(strings.TrimRight(w, "-'’+#"))
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
	if len(w) < 3 || len(w) > wordMax || letters(w, 2) < 2 || stopWords[w] || strings.ContainsAny(w, "'’") || isCode(w) {
		return ""
	}
	return w
}

// isCode reports whether at least half of a word, or more than three bytes, are digits, as in hexadecimal digests.
func isCode(w string) bool {
	digits := 0
	for i := range len(w) {
		if w[i] >= '0' && w[i] <= '9' {
			digits++
		}
	}
	return digits*2 >= len(w) || digits > 3
}

// fewestThemed is the number of words below which one or two documents have no themes: each word is chance there. Of
// three and more, themes are the words that several share.
const fewestThemed = 150

// weigh sets the terms of each document and returns the themes of all documents. The weights are
// tf-idf, with the frequency damped so that one long document does not dominate.
func weigh(drafts []draft) []luminos.Term {
	joinPlurals(drafts)
	documents := map[string]int{}
	for _, r := range drafts {
		for _, c := range r.terms {
			if _, known := documents[c.term]; known || len(documents) < vocabularyMax {
				documents[c.term]++
			}
		}
	}
	scored := make([][]scoredTerm, len(drafts))
	for i := range drafts {
		r := &drafts[i]
		scored[i] = r.terms.score(documents, len(drafts))
		r.doc.Terms = topTerms(scored[i], termsDoc, documents)
		r.terms = nil
	}
	all := 0
	for i := range drafts {
		all += drafts[i].doc.Words
	}
	if all < fewestThemed && len(drafts) < 3 {
		return nil
	}
	return themes(drafts, scored, documents)
}

// score returns the terms of one document with their weights, without pairs that occur once in all documents. documents
// holds the number of documents that contain a term, total the number of all documents.
func (c counts) score(documents map[string]int, total int) []scoredTerm {
	scored := make([]scoredTerm, 0, len(c))
	for _, k := range c {
		df := documents[k.term]
		pair := isPair(k.term)
		if df == 0 || pair && k.n < 2 && df < 2 {
			continue // a pair met once is chance
		}
		s := (1 + math.Log(float64(k.n))) * (math.Log(float64(1+total)/float64(1+df)) + 0.5)
		if k.n < 2 {
			s *= 0.5
		}
		if pair {
			s *= 1.15
		}
		scored = append(scored, scoredTerm{k.term, s})
	}
	return scored
}

func isPair(term string) bool { return strings.IndexByte(term, ' ') >= 0 }

// themes returns at most themesMax terms of all documents together. Each document has one vote, divided among its
// terms, so that long documents do not dominate. Very short documents and test material have less. Documents with
// equal headings, such as manual pages, share one vote.
func themes(drafts []draft, scored [][]scoredTerm, documents map[string]int) []luminos.Term {
	norms := make([]float64, len(scored))
	sum, voters := 0.0, 0
	for i, terms := range scored {
		for _, t := range terms {
			norms[i] += t.score * t.score
		}
		norms[i] = math.Sqrt(norms[i])
		if sum += norms[i]; len(terms) > 0 {
			voters++
		}
	}
	mean := sum / float64(max(voters, 1))
	alike := map[string]int{} // number of documents with an outline
	for i := range drafts {
		alike[headingsKey(&drafts[i].doc)]++
	}
	sums := map[string]float64{}
	for i, terms := range scored {
		vote := 1 / max(norms[i], mean)
		if isTest(drafts[i].file.Path) {
			vote /= 5
		}
		if isTemplate(drafts[i].file.Path) {
			continue
		}
		vote /= float64(alike[headingsKey(&drafts[i].doc)])
		for _, t := range terms {
			sums[t.term] += t.score * vote
		}
	}
	all := make([]scoredTerm, 0, len(sums))
	for term, sum := range sums {
		first, second, _ := strings.Cut(term, " ")
		switch df := documents[term]; {
		case df < 2 && len(scored) >= 3:
			continue
		case generic[first] || generic[second]:
			sum /= 3
		case second != "" && df >= 3: // two words that keep together say more than one
			sum *= 1.6
		}
		all = append(all, scoredTerm{term, sum})
	}
	return topTerms(all, themesMax, documents)
}

// headingsKey returns a key for the headings of a document. Documents with fewer than three headings have keys of their
// own.
func headingsKey(d *luminos.Document) string {
	if len(d.Headings) < 3 {
		return string(d.Path)
	}
	return "\x00" + strings.Join(d.Headings, "\x00")
}

type scoredTerm struct {
	term  string
	score float64
}

// topTerms returns at most n terms with the highest scores, scaled so that the highest has weight 1. A term that shares
// a word with a higher one is left out.
func topTerms(scored []scoredTerm, n int, documents map[string]int) []luminos.Term {
	slices.SortFunc(scored, func(a, b scoredTerm) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.term, b.term))
	})
	var out []luminos.Term
	for _, s := range scored {
		if len(out) == n {
			break
		}
		if covered(s.term, out) {
			continue
		}
		weight := math.Round(s.score/scored[0].score*1000) / 1000
		out = append(out, luminos.Term{Text: s.term, Weight: weight, Documents: documents[s.term]})
	}
	return out
}

// covered reports whether a term shares a word with one of the terms in kept.
func covered(term string, kept []luminos.Term) bool {
	for _, k := range kept {
		for w := range strings.SplitSeq(term, " ") {
			if strings.Contains(" "+k.Text+" ", " "+w+" ") {
				return true
			}
		}
	}
	return false
}
