package investigate

import (
	"slices"

	"luminos"
)

// Assumptions about the cases of a second reader: a sentence of the report cites claims for every few directories,
// within bounds, and a text file that a model reads has one claim.
const (
	sentencesLeast  = 8
	sentencesMost   = 40
	directoriesEach = 3
	readLikely      = 0.6
	readMost        = 8 // files of a unit
	unsupportedEach = 12
)

// judge forecasts the conversations of the second reader about claims without a stored verdict.
func (f *forecast) judge() {
	by := f.Judge
	if by == nil {
		return
	}
	known := map[string]bool{}
	for _, v := range f.memory.verdicts() {
		known[v.Key] = true
	}
	d := f.dossier
	report := draft(d)
	for i := range report.Claims {
		report.Claims[i].Verdict = luminos.Found
	}
	n := 0
	for _, h := range casesOf(report, by.Version()) {
		if !known[h.Key] {
			n += len(h.claims)
		}
	}
	if n += f.fileClaims; n > 0 || f.estimate.Asked > 0 {
		n += min(max(sentencesLeast, len(d.Entries)/directoriesEach), sentencesMost)
	}
	for ; n > 0; n -= batchCases {
		f.add(luminos.PassJudge, by.Forecast(min(n, batchCases)))
	}
	if _, ok := f.engine.(Refiner); !ok {
		return
	}
	for range f.Refine {
		work := by.Forecast(sentencesLeast)
		work.Low = luminos.Work{} // it may change nothing
		f.add(luminos.PassJudge, work)
	}
}

// likelyUnsupported returns stand-ins for the statements that a second reader does not find supported, one for each
// unsupportedEach claims.
func (f *forecast) likelyUnsupported() []luminos.Unsupported {
	if f.Judge == nil {
		return nil
	}
	claims := f.fileClaims
	for i := range f.dossier.Entries {
		claims += len(f.dossier.Entries[i].Evidence)
	}
	one := luminos.Unsupported{
		Statement: standIn(likelyStatement), Places: []luminos.Evidence{{Path: "a/file"}},
		Judgement: luminos.Judgement{Verdict: luminos.Partly, Reason: standIn(likelyStatement)},
	}
	return slices.Repeat([]luminos.Unsupported{one}, claims/unsupportedEach)
}

// claimsOf returns the number of claims that entries of files of the unit are likely to have.
func claimsOf(u *luminos.Unit) int {
	texts := 0
	for i := range u.Files {
		if u.Files[i].Text {
			texts++
		}
	}
	return min(int(readLikely*float64(texts)+0.99), readMost)
}
