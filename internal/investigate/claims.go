package investigate

import (
	"cmp"
	"math"
	"slices"

	"luminos"
)

// numberClaims makes a claim of every piece of evidence in the report, numbers
// them by place, and writes the numbers where the evidence was. Equal claims
// are one.
func numberClaims(report *luminos.Report) {
	type key struct {
		statement, path, quote, digest, measure, value string
		first, last                                    int
	}
	keyOf := func(statement string, e luminos.Evidence) key {
		k := key{cmp.Or(e.Statement, statement), string(e.Path), e.Quote, e.SHA256, string(e.Measure), e.Value, 0, 0}
		if e.Lines != nil {
			k.first, k.last = e.Lines.First, e.Lines.Last
		}
		return k
	}
	claims := map[key]luminos.Claim{}
	eachBacked(report, func(statement string, evidence []luminos.Evidence, _ *[]int) {
		for _, e := range evidence {
			claims[keyOf(statement, e)] = luminos.Claim{Statement: cmp.Or(e.Statement, statement), Evidence: e}
		}
	})
	keys := make([]key, 0, len(claims))
	for k := range claims {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last),
			cmp.Compare(a.measure, b.measure), cmp.Compare(a.value, b.value), cmp.Compare(a.statement, b.statement),
			cmp.Compare(a.quote, b.quote), cmp.Compare(a.digest, b.digest))
	})
	number := make(map[key]int, len(keys))
	report.Claims = make([]luminos.Claim, len(keys))
	for i, k := range keys {
		number[k] = i + 1
		report.Claims[i] = claims[k]
		report.Claims[i].ID = i + 1
	}
	eachBacked(report, func(statement string, evidence []luminos.Evidence, ids *[]int) {
		for _, e := range evidence {
			*ids = append(*ids, number[keyOf(statement, e)])
		}
		slices.Sort(*ids)
		*ids = slices.Compact(*ids)
	})
}

// eachBacked calls f for everything in the report that evidence can back.
func eachBacked(report *luminos.Report, f func(statement string, evidence []luminos.Evidence, ids *[]int)) {
	for i := range report.Sections {
		section := &report.Sections[i]
		for j := range section.Statements {
			s := &section.Statements[j]
			f(s.Text, s.Evidence, &s.Claims)
		}
		for j := range section.Items {
			s := &section.Items[j].Statement
			f(s.Text, s.Evidence, &s.Claims)
		}
	}
	for i := range report.Entries {
		e := &report.Entries[i]
		f(e.Summary, e.Evidence, &e.Claims)
	}
	for i := range report.Files {
		file := &report.Files[i]
		f(file.Summary, file.Evidence, &file.Claims)
	}
	for i := range report.Flags {
		fl := &report.Flags[i]
		f(fl.Finding, fl.Evidence, &fl.Claims)
	}
}

// settleClaims takes the claims that are not supported back out of the
// evidence, marks what is left without any, and counts.
func settleClaims(report *luminos.Report) {
	supported := make([]bool, len(report.Claims)+1)
	for _, c := range report.Claims {
		supported[c.ID] = c.Verdict == luminos.Supported
		if supported[c.ID] {
			report.Quality.ClaimsVerified++
		}
	}
	report.Quality.ClaimsMade += len(report.Claims)
	eachBacked(report, func(_ string, _ []luminos.Evidence, ids *[]int) {
		*ids = slices.DeleteFunc(*ids, func(id int) bool { return !supported[id] })
	})
	for i := range report.Sections {
		settleSection(&report.Sections[i])
	}
	for i := range report.Entries {
		// An entry that pointed at something that is not there is less sure of itself.
		if e := &report.Entries[i]; len(e.Evidence) > 0 && len(e.Claims) == 0 {
			e.Confidence = round(e.Confidence / 2)
			e.ConfidenceReason = "its claims could not be verified"
		}
	}
}

func settleSection(section *luminos.Section) {
	backed, kept := 0, 0
	settle := func(s *luminos.Statement) {
		if len(s.Evidence) == 0 {
			return
		}
		backed++
		if len(s.Claims) > 0 {
			kept++
		}
		s.Unverified = len(s.Claims) == 0
	}
	for i := range section.Statements {
		settle(&section.Statements[i])
	}
	for i := range section.Items {
		settle(&section.Items[i].Statement)
	}
	section.Failed = backed > 0 && kept == 0
}

// round keeps sums of fractions from showing how they were added up.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
