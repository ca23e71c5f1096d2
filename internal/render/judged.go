package render

import (
	"cmp"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// judgedBy returns the verdicts of a second reader in words, such as "; 188 supported, 11 partly, 5 not shown, as
// judged by M", or "" if no claim was to be judged.
func judgedBy(j *luminos.JudgedClaims) string {
	if j == nil {
		return ""
	}
	by := ""
	if j.Model != "" {
		by = ", as judged by " + j.Model
	}
	text := ""
	if v := verdictWords(j.Claims); v != "" {
		text = "; " + v + by
	}
	if v := verdictWords(j.Sentences); v != "" {
		text += "; sentences of this report: " + v
		if j.Claims == (luminos.Verdicts{}) {
			text += by
		}
	}
	return text
}

// verdictWords returns the numbers of verdicts that are not 0.
func verdictWords(v luminos.Verdicts) string {
	var parts []string
	for _, c := range v.Counts() {
		parts = append(parts, words.Count(c.Files)+" "+c.Name)
	}
	return strings.Join(parts, ", ")
}

// verdictWord returns a verdict in words.
func verdictWord(v luminos.JudgeVerdict) string { return strings.ReplaceAll(string(v), "_", " ") }

// judgement returns the remark on a text whose judgement is not that it is supported, or an empty span. Only the whole
// report remarks on sentences that are shown in part: most are wider than the lines that they cite.
func judgement(d *dossier, j *luminos.Judgement) span {
	switch {
	case j.Is(luminos.Partly) && d.whole:
		return as(quiet, " (partly shown)")
	case j.Is(luminos.NotJudged):
		return as(quiet, " (not judged)")
	}
	return span{}
}

// judgementBelow returns the verdict about a claim with its reason for the list of evidence, or nil if it is supported.
func judgementBelow(j *luminos.Judgement) []span {
	if j == nil || j.Verdict == luminos.Supported {
		return nil
	}
	return []span{as(quiet, " -> "+verdictWord(j.Verdict)+after(": ", j.Reason))}
}

// retracted returns the blocks that list the sentences that a second reader withdrew, with its reasons.
func retracted(list []luminos.Retraction) []block {
	var blocks []block
	for _, r := range list {
		reason := ""
		if r.Judgement != nil {
			reason = r.Judgement.Reason
		}
		spans := []span{text(r.Text), mark(r.Basis), as(quiet, after(" -> ", reason))}
		blocks = append(blocks, labelled(noteRow, as(quiet, strings.ReplaceAll(r.From, "_", " ")), spans...))
	}
	return blocks
}

// failedVerdict returns the verdict about a claim that has lost its place in the report, with the reason, or "".
func failedVerdict(c *luminos.Claim) (verdict, reason string) {
	switch {
	case c.Verdict != luminos.Found:
		return cmp.Or(string(c.Verdict), "unchecked"), c.Reason
	case !c.Judgement.Holds():
		return verdictWord(c.Judgement.Verdict), c.Judgement.Reason
	}
	return "", ""
}

// failedSection returns the remark on a section none of whose claims is left.
func failedSection(d *dossier) string {
	if j := d.report.Quality.Judged; j != nil && j.Model != "" {
		return "No sentence of this section has a citation that was found and shows it."
	}
	return "No citation of this section was found."
}
