package render

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// quoteShown is the most characters of a quotation beside its place.
const quoteShown = 100

// cited returns the numbers of the claims behind a statement, or nothing in a
// report that does not list the claims.
func (d *dossier) cited(claims []int) span {
	if !d.whole || len(claims) == 0 {
		return span{}
	}
	var b strings.Builder
	for i := 0; i < len(claims); {
		j := i
		for j+1 < len(claims) && claims[j+1] == claims[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(strconv.Itoa(claims[i]))
		if j > i {
			b.WriteString("–" + strconv.Itoa(claims[j]))
		}
		i = j + 1
	}
	return as(quiet, " ["+b.String()+"]")
}

// composeEvidence lists the evidence of each claim under its number.
func composeEvidence(d *dossier) []block {
	if !d.whole || len(d.report.Claims) == 0 {
		return nil
	}
	blocks := []block{heading("Evidence")}
	for _, c := range d.report.Claims {
		blocks = append(blocks, row{evidenceRow, as(quiet, strconv.Itoa(c.ID)), []span{text(location(c.Evidence)), as(quiet, content(c.Evidence))}})
	}
	return blocks
}

// location returns a place in the notation of editors and compilers:
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

// content returns the quotation of a place, or a measure with its value.
func content(e luminos.Evidence) string {
	switch {
	case e.Measure != "":
		return "  " + string(e.Measure) + " " + e.Value
	case e.Quote != "":
		return "  “" + words.Shorten(e.Quote, quoteShown) + "”"
	}
	return ""
}

// checked returns the count of claims and of the verified ones.
func (d *dossier) checked() string {
	q := d.report.Quality
	return words.Count(q.ClaimsMade) + " made, " + words.Count(q.ClaimsVerified) + " verified"
}

// composeChecks ends the report with the result of checking: the claims that
// do not hold, and the parts that degraded.
func composeChecks(d *dossier) []block {
	blocks := []block{gap{}, row{kind: topRow, text: []span{text("claims: " + d.checked())}}}
	var bad []luminos.Claim
	for _, c := range d.report.Claims {
		if c.Verdict != luminos.Supported {
			bad = append(bad, c)
		}
	}
	n := d.most(len(bad), 5)
	for _, c := range bad[:n] {
		place := as(quiet, " ("+string(c.Path)+after(": ", c.Reason)+")")
		blocks = append(blocks, row{noteRow, as(warn, string(c.Verdict)), []span{text(c.Statement), place}})
	}
	blocks = append(blocks, more(bodyRow, len(bad)-n, "claim")...)
	degraded := d.report.Quality.Degraded
	n = d.most(len(degraded), 12) // one for each directory if the provider is gone
	for _, g := range degraded[:n] {
		blocks = append(blocks, row{degradedRow, as(warn, "degraded:"), []span{text(g)}})
	}
	return append(blocks, more(degradedRow, len(degraded)-n, "part")...)
}
