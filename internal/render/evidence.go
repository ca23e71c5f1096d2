package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	// quoteShown is the most characters of a quotation in the list of evidence.
	quoteShown = 100
	// claimShown is the most characters of the statement of a claim there.
	claimShown = 200
)

// numbering assigns numbers to the evidence of claims, in the order in which the report first prints them. Claims with
// equal evidence have one number.
type numbering struct {
	byID  map[string]int    // from 1
	ids   []string          // by number: the first claim with the evidence
	first map[string]string // by the ID of a claim: the first claim with equal evidence
}

func newNumbering(claims []luminos.Claim) numbering {
	n := numbering{first: map[string]string{}}
	ids := map[string]string{}
	for _, c := range claims {
		key := strings.Join([]string{location(c.Evidence), c.Quote, string(c.Measure), c.Value}, "\x00")
		if ids[key] == "" {
			ids[key] = c.ID
		}
		n.first[c.ID] = ids[key]
	}
	return n
}

// of returns the printed number of the evidence of the claim with the given ID. New evidence gets the next number.
func (n *numbering) of(id string) int {
	id = cmp.Or(n.first[id], id)
	if i, ok := n.byID[id]; ok {
		return i
	}
	if n.byID == nil {
		n.byID = map[string]int{}
	}
	n.ids = append(n.ids, id)
	n.byID[id] = len(n.ids)
	return len(n.ids)
}

// has reports whether the evidence of the claim with the given ID has a number.
func (n *numbering) has(id string) bool {
	_, ok := n.byID[cmp.Or(n.first[id], id)]
	return ok
}

// cited returns the numbers of the claims behind a statement, as "[1–3,7]". It is empty if there are no claims or
// the report does not list them.
func (d *dossier) cited(claims []string) span {
	if !d.cites || len(claims) == 0 {
		return span{}
	}
	numbers := make([]int, len(claims))
	for i, id := range claims {
		numbers[i] = d.numbers.of(id)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	var b strings.Builder
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if j > i {
			b.WriteString("–" + strconv.Itoa(numbers[j]))
		}
		i = j + 1
	}
	return span{text: " [" + b.String() + "]", ink: quiet, cites: &citation{claims}}
}

// judgedClaim is the statement of a claim with the verdict on it.
type judgedClaim struct {
	statement string
	judgement *luminos.Judgement
}

// equal reports whether both have the same text in the list of evidence.
func (j judgedClaim) equal(other judgedClaim) bool {
	return j.statement == other.statement && slices.Equal(judgementBelow(j.judgement), judgementBelow(other.judgement))
}

// composeEvidence returns the blocks that list the evidence of claims beside its number, and below the evidence the
// statements that rest on it, or nil if the report cites no claims. In a whole report the claims that no statement
// cites come last; a shortened report leaves them out.
func composeEvidence(d *dossier) []block {
	if !d.whole && !d.cites {
		return nil
	}
	claims := map[int][]*luminos.Claim{}
	for i := range d.report.Claims {
		c := &d.report.Claims[i]
		if !d.whole && !d.numbers.has(c.ID) {
			continue
		}
		claims[d.numbers.of(c.ID)] = append(claims[d.numbers.of(c.ID)], c)
	}
	var blocks []block
	var statements []judgedClaim // that rest on the evidence above
	end := func() {
		for _, s := range statements {
			spans := []span{text(words.Shorten(s.statement, claimShown)), d.quoting()}
			blocks = append(blocks, row{kind: claimRow, text: append(spans, judgementBelow(s.judgement)...)})
		}
	}
	for n := 1; n <= len(d.numbers.ids); n++ {
		if claims[n] == nil {
			continue
		}
		var all []judgedClaim
		for _, c := range claims[n] {
			if next := (judgedClaim{c.Statement, c.Judgement}); next.statement != "" && !slices.ContainsFunc(all, next.equal) {
				all = append(all, next)
			}
		}
		if !slices.EqualFunc(all, statements, judgedClaim.equal) { // the statements of several places in a row are shown once, after them
			end()
			statements = all
		}
		e := claims[n][0].Evidence
		number, said := as(quiet, strconv.Itoa(n)), as(quiet, content(e)+unfound(claims[n][0]))
		blocks = append(blocks, labelled(evidenceRow, number, locationSpan(plain, e), said))
	}
	end()
	return blocks
}

// unfound returns the verdict on evidence that was not found, or "".
func unfound(c *luminos.Claim) string {
	if c.Verdict == "" || c.Verdict == luminos.Found {
		return ""
	}
	return " (" + string(c.Verdict) + after(": ", c.Reason) + ")"
}

// location returns the place of evidence in the notation of editors and compilers:
// "path:first-last".
func location(e luminos.Evidence) string {
	s := string(e.Path)
	if _, _, counted := e.Measure.Pattern(); counted && e.Path == luminos.Root {
		s = "the whole target"
	}
	if e.Lines != nil {
		s += ":" + strconv.Itoa(e.Lines.First)
		if e.Lines.Last > e.Lines.First {
			s += "-" + strconv.Itoa(e.Lines.Last)
		}
	}
	if e.Part != "" {
		s += " (" + e.Part + ")"
	}
	return s
}

// content returns the text of evidence: the name of a measure with its value, or else a quotation, shortened to
// quoteShown characters.
func content(e luminos.Evidence) string {
	switch {
	case e.Measure != "":
		if pattern, regex, ok := e.Measure.Pattern(); ok {
			text := "  lines with "
			if regex {
				text += "a match of "
			}
			text += "“" + words.Shorten(pattern, 2*quoteShown) + "”: " + e.Value
			if e.Scope != "" {
				text += " (" + e.Scope + ")"
			}
			return text
		}
		return "  " + string(e.Measure) + " " + e.Value
	case e.Masked():
		return "  “" + words.Shorten(e.Quote, quoteShown) + "” (a secret in it is masked)"
	case e.Quote != "":
		return "  “" + words.Shorten(e.Quote, quoteShown) + "”"
	}
	return ""
}

// checked returns the number of citations and the number of citations that were found, in words.
func (d *dossier) checked() string {
	q := d.report.Quality
	found := words.Count(q.CitationsFound)
	switch {
	case q.Citations == 0:
		return "no citations"
	case q.CitationsFound == q.Citations:
		found = "all"
	}
	refused := ""
	if n := q.CitationsRefused; n > 0 {
		refused = "; " + words.Count(n) + " more left out, not found when made"
	}
	all := words.Plural(q.Citations, "citation") + ", " + found + " found as quoted"
	return all + judgedBy(q.Judged) + unjudged(d) + refused
}

// unjudged returns the remark that the claims of a model had no second reader, or "".
func unjudged(d *dossier) string {
	if j := d.report.Quality.Judged; d.byModel() && (j == nil || j.Model == "") {
		return "; not judged by a second reader"
	}
	return ""
}

// composeChecks returns the last blocks of a report: the number of citations, the claims whose citations were not
// found, and the parts that degraded.
func composeChecks(d *dossier) []block {
	var blocks []block
	if d.report.Quality.Citations > 0 || len(d.report.Claims) > 0 {
		blocks = []block{gap{}, row{kind: topRow, text: []span{text("claims: " + d.checked())}}}
	}
	blocks = append(blocks, refinementRow(d.report.Refinement)...)
	var bad []luminos.Claim
	for _, c := range d.report.Claims {
		if verdict, _ := failedVerdict(&c); verdict != "" {
			bad = append(bad, c)
		}
	}
	n := d.most(len(bad), 5)
	for _, c := range bad[:n] {
		verdict, reason := failedVerdict(&c)
		place := as(quiet, " ("+location(c.Evidence)+after(": ", reason)+")")
		blocks = append(blocks, labelled(noteRow, as(warn, verdict), text(c.Statement), place, d.quoting()))
	}
	blocks = append(blocks, more(bodyRow, len(bad)-n, "claim")...)
	degraded := groupDegraded(d.report.Quality.Degraded)
	n = d.most(len(degraded), 12) // one for each directory if the provider is gone
	for _, g := range degraded[:n] {
		blocks = append(blocks, labelled(degradedRow, as(warn, "degraded:"), text(g.text())))
	}
	return append(blocks, more(degradedRow, len(degraded)-n, "part")...)
}
