package render

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	htmlCards = 12  // pieces of evidence below one paragraph; the part on evidence has all
	htmlQuote = 900 // characters of a quotation there
)

// htmlEvidence is the list of evidence below a paragraph.
type htmlEvidence struct {
	ID, Summary string
	Cards       []htmlCard
	Left        int
}

// htmlCard is one piece of evidence: the place, the quotation or the measure, and the verdicts.
type htmlCard struct {
	Number          int
	Place           htmlSpan
	Quote           []string // lines
	Measure         string
	Verdict, Reason string
	Good            bool
	Judged, Because string // the verdict of a second reader with its reason
	Statement       string
}

// evidenceOf returns the evidence of the claims that spans cite, each place once in the order of its number, or nil.
func (h *htmlPage) evidenceOf(spans []span) *htmlEvidence {
	ids := map[int]string{}
	for _, s := range spans {
		if s.cites == nil {
			continue
		}
		for _, id := range s.cites.ids {
			if n := h.dossier.numbers.of(id); ids[n] == "" && h.claims[id] != nil {
				ids[n] = id
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	h.evidence++
	e := &htmlEvidence{ID: "evidence-" + strconv.Itoa(h.evidence)}
	numbers := slices.Sorted(maps.Keys(ids))
	found := 0
	for i, n := range numbers {
		c := h.claims[ids[n]]
		if verdict, _ := failedVerdict(c); verdict == "" {
			found++
		}
		if i < htmlCards {
			e.Cards = append(e.Cards, h.card(n, c))
		}
	}
	e.Left = len(numbers) - len(e.Cards)
	e.Summary = words.Plural(len(numbers), "place") + ", all found"
	if found < len(numbers) {
		e.Summary = words.Plural(len(numbers), "place") + ", " + words.Count(found) + " found"
	}
	return e
}

// card returns the evidence of a claim.
func (h *htmlPage) card(n int, c *luminos.Claim) htmlCard {
	clean := func(s string) string { return Clean(words.Shorten(s, htmlQuote)) }
	card := htmlCard{
		Number: n, Place: h.span(locationSpan(plain, c.Evidence), nil), Reason: clean(c.Reason),
		Verdict: clean(cmp.Or(string(c.Verdict), "unchecked")), Good: c.Verdict == luminos.Found,
		Statement: clean(c.Statement),
	}
	if card.Good {
		card.Verdict = "found as quoted"
	}
	if c.Quote != "" {
		quote := strings.ReplaceAll(c.Quote, "\t", "    ")
		for line := range strings.Lines(words.Shorten(quote, htmlQuote)) {
			card.Quote = append(card.Quote, Clean(strings.TrimRight(line, "\r\n")))
		}
	}
	if c.Measure != "" {
		card.Measure = clean(strings.TrimSpace(content(c.Evidence)))
		card.Verdict = strings.Replace(card.Verdict, "quoted", "measured", 1)
	}
	if j := c.Judgement; j != nil {
		card.Judged, card.Because = clean(verdictWord(j.Verdict)), clean(j.Reason)
	}
	return card
}

// htmlFilter has the values by which flags can be filtered, with their numbers.
type htmlFilter struct {
	Severities, Rules []htmlChoice
	Left              int // rules without a choice of their own
}

type htmlChoice struct {
	Name, Title string
	Flags       int
}

// filterRules is the most rules in the list of a filter.
const filterRules = 80

// filterOf returns the severities of flags, the gravest first, and the rules, the commonest first.
func (h *htmlPage) filterOf(flags []luminos.Flag) (f htmlFilter) {
	rules := map[luminos.Rule]int{}
	severities := map[luminos.Severity]int{}
	for _, flag := range flags {
		rules[flag.Rule]++
		severities[flag.Severity]++
	}
	for _, s := range []luminos.Severity{luminos.Critical, luminos.Concern, luminos.Info} {
		if n := severities[s]; n > 0 {
			f.Severities = append(f.Severities, htmlChoice{Name: string(s), Flags: n})
		}
	}
	names := slices.SortedFunc(maps.Keys(rules), func(a, b luminos.Rule) int {
		return cmp.Or(cmp.Compare(rules[b], rules[a]), cmp.Compare(a, b))
	})
	for _, r := range names[:min(len(names), filterRules)] {
		name := Clean(words.Shorten(string(r), htmlText))
		f.Rules = append(f.Rules, htmlChoice{name, Clean(words.Shorten(r.Help().Title, htmlText/10)), rules[r]})
	}
	f.Left = len(names) - len(f.Rules)
	return f
}
