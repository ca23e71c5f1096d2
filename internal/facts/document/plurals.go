package document

import "strings"

// joinPlurals counts plurals in the terms of all documents as their singulars, if a document has the singular, too:
// "schemas" as "schema". A plural alone stays as it is written, because English has no rule for its singular: "movies"
// is not "movy".
func joinPlurals(drafts []draft) {
	known := map[string]bool{}
	for i := range drafts {
		for _, c := range drafts[i].terms {
			if !isPair(c.term) && len(known) < vocabularyMax {
				known[c.term] = true
			}
		}
	}
	for i := range drafts {
		drafts[i].terms = drafts[i].terms.joined(known)
	}
}

// joined returns the counts with plurals added to their singulars in known.
func (c counts) joined(known map[string]bool) counts {
	n := make(map[string]int, len(c))
	for _, k := range c {
		first, second, pair := strings.Cut(k.term, " ")
		term := singular(first, known)
		if pair {
			term += " " + singular(second, known)
		}
		n[term] += k.n
	}
	return sorted(n)
}

// singular returns the singular of a word in known, or the word itself if none of its possible singulars is there.
func singular(w string, known map[string]bool) string {
	stem, plural := strings.CutSuffix(w, "s")
	if !plural || len(w) < 4 || strings.HasSuffix(stem, "s") {
		return w
	}
	if known[stem] {
		return stem
	}
	if stem, plural = strings.CutSuffix(stem, "e"); plural {
		if known[stem] {
			return stem
		}
		if stem, plural = strings.CutSuffix(stem, "i"); plural && known[stem+"y"] {
			return stem + "y"
		}
	}
	return w
}
