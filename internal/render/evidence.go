package render

import (
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

// numbering assigns numbers to the IDs of claims, in the order in which the report first
// prints them.
type numbering struct {
	byID map[string]int // from 1
	ids  []string       // by number
}

// of returns the printed number of the claim with the given ID. A new ID gets the next number.
func (n *numbering) of(id string) int {
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
	return as(quiet, " ["+b.String()+"]")
}

// composeEvidence returns the blocks that list the evidence of each claim beside its number, and below the evidence the
// statement that rests on it, or nil if the report is shortened or has no claims. Claims that no statement of the report
// cites come last.
func composeEvidence(d *dossier) []block {
	if !d.whole || len(d.report.Claims) == 0 {
		return nil
	}
	claims := make(map[string]*luminos.Claim, len(d.report.Claims))
	for i := range d.report.Claims {
		c := &d.report.Claims[i]
		claims[c.ID] = c
		d.numbers.of(c.ID)
	}
	var blocks []block
	statement := "" // of the claims above
	end := func() {
		if statement != "" {
			blocks = append(blocks, row{kind: claimRow, text: []span{text(words.Shorten(statement, claimShown)), d.quoting()}})
		}
	}
	for i, id := range d.numbers.ids {
		c := claims[id]
		if c == nil {
			continue
		}
		if c.Statement != statement { // the statement of several claims in a row is shown once, after them
			end()
			statement = c.Statement
		}
		blocks = append(blocks, labelled(evidenceRow, as(quiet, strconv.Itoa(i+1)), text(location(c.Evidence)), as(quiet, content(c.Evidence))))
	}
	end()
	return blocks
}

// location returns the place of evidence in the notation of editors and compilers:
// "path:first-last".
func location(e luminos.Evidence) string {
	s := string(e.Path)
	if e.Lines != nil {
		s += ":" + strconv.Itoa(e.Lines.First)
		if e.Lines.Last > e.Lines.First {
			s += "-" + strconv.Itoa(e.Lines.Last)
		}
	}
	return s
}

// content returns the text of evidence: the name of a measure with its value, or else a quotation, shortened to
// quoteShown characters.
func content(e luminos.Evidence) string {
	switch {
	case e.Measure != "":
		return "  " + string(e.Measure) + " " + e.Value
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
	return words.Plural(q.Citations, "citation") + ", " + found + " found as quoted"
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
		if c.Verdict != luminos.Found {
			bad = append(bad, c)
		}
	}
	n := d.most(len(bad), 5)
	for _, c := range bad[:n] {
		place := as(quiet, " ("+string(c.Path)+after(": ", c.Reason)+")")
		blocks = append(blocks, labelled(noteRow, as(warn, string(c.Verdict)), text(c.Statement), place, d.quoting()))
	}
	blocks = append(blocks, more(bodyRow, len(bad)-n, "claim")...)
	degraded := groupDegraded(d.report.Quality.Degraded)
	n = d.most(len(degraded), 12) // one for each directory if the provider is gone
	for _, g := range degraded[:n] {
		blocks = append(blocks, labelled(degradedRow, as(warn, "degraded:"), text(g.text())))
	}
	return append(blocks, more(degradedRow, len(degraded)-n, "part")...)
}
