package investigate

import (
	"cmp"
	"math"
	"slices"

	"luminos"
)

// collectClaims moves the evidence in the texts of the report into report.Claims, sorted by place, and stores the ids
// of the claims in the texts. Equal claims are stored once.
func collectClaims(report *luminos.Report) {
	claims := map[string]luminos.Claim{}
	eachSupported(report, func(text string, evidence *[]luminos.Evidence, ids *[]string) {
		for _, e := range *evidence {
			c := luminos.NewClaim(text, e)
			if _, ok := claims[c.ID]; !ok {
				claims[c.ID] = c
			}
			if !slices.Contains(*ids, c.ID) {
				*ids = append(*ids, c.ID)
			}
		}
		*evidence = nil
	})
	report.Claims = make([]luminos.Claim, 0, len(claims))
	for _, c := range claims {
		report.Claims = append(report.Claims, c)
	}
	slices.SortFunc(report.Claims, compareClaims)
}

// compareClaims compares the claims a and b by path, lines, measure, value, text and id, in this order. The result is
// negative if a comes first.
func compareClaims(a, b luminos.Claim) int {
	var x, y luminos.LineRange
	if a.Lines != nil {
		x = *a.Lines
	}
	if b.Lines != nil {
		y = *b.Lines
	}
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(x.First, y.First), cmp.Compare(x.Last, y.Last),
		cmp.Compare(a.Measure, b.Measure), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Statement, b.Statement), cmp.Compare(a.ID, b.ID))
}

// eachSupported calls f for each statement, entry, answer, file and flag of the report, with its text and with pointers
// to its evidence and claim ids.
func eachSupported(report *luminos.Report, f func(text string, evidence *[]luminos.Evidence, ids *[]string)) {
	statement := func(s *luminos.Statement) { f(s.Text, &s.Evidence, &s.Claims) }
	for i := range report.Sections {
		eachStatement(&report.Sections[i], statement)
	}
	for i := range report.Entries {
		e := &report.Entries[i]
		f(e.Summary, &e.Evidence, &e.Claims)
		for k := range e.Answers {
			a := &e.Answers[k]
			f(a.Answer, &a.Evidence, &a.Claims)
		}
	}
	for i := range report.Files {
		e := &report.Files[i]
		f(e.Summary, &e.Evidence, &e.Claims)
	}
	for i := range report.Flags {
		fl := &report.Flags[i]
		f(fl.Finding, &fl.Evidence, &fl.Claims)
	}
}

func eachStatement(section *luminos.Section, f func(*luminos.Statement)) {
	for i := range section.Statements {
		f(&section.Statements[i])
	}
	for i := range section.Items {
		f(&section.Items[i].Statement)
		for k := range section.Items[i].More {
			f(&section.Items[i].More[k])
		}
	}
}

// byEngine reports whether an engine other than rules wrote some of the section.
func byEngine(section *luminos.Section) (written bool) {
	eachStatement(section, func(s *luminos.Statement) { written = written || s.Basis == luminos.Judged })
	return written
}

// removeUnsupported removes the ids of claims that were not found from the texts of the report. It marks statements and
// sections that have claims but none that was found, and statements of a model without claims. In a section of a model,
// the claims of the facts of rules do not count. It halves the confidence
// of entries that have claims but none that was found, and lowers flags of a model without a citation that was found. It
// adds the counts of claims to report.Quality.
func removeUnsupported(report *luminos.Report) {
	supported, shown := make(map[string]bool, len(report.Claims)), map[string]bool{}
	for _, c := range report.Claims {
		if c.Verdict == luminos.Found {
			supported[c.ID] = true
			shown[c.ID] = c.Quote != "" || c.Measure != "" && c.Measure != luminos.MeasureKind
			report.Quality.CitationsFound++
		}
	}
	report.Quality.Citations += len(report.Claims)
	unsupported := func(id string) bool { return !supported[id] }
	for i := range report.Entries {
		e := &report.Entries[i]
		if len(e.Claims) > 0 && !slices.ContainsFunc(e.Claims, func(id string) bool { return supported[id] }) {
			e.Confidence = round(e.Confidence / 2)
			e.ConfidenceReason = "none of its citations was found"
		}
	}
	for i := range report.Sections {
		made, failed := 0, 0
		written := byEngine(&report.Sections[i])
		eachStatement(&report.Sections[i], func(s *luminos.Statement) {
			held := slices.ContainsFunc(s.Claims, func(id string) bool { return supported[id] })
			s.Unsupported = !held && (len(s.Claims) > 0 || s.Basis == luminos.Judged)
			if len(s.Claims) == 0 || written && s.Basis != luminos.Judged {
				return
			}
			made++
			if !held {
				failed++
			}
		})
		report.Sections[i].Failed = made > 0 && made == failed
	}
	for i := range report.Flags {
		f := &report.Flags[i]
		switch {
		case f.Source != luminos.SourceModel || slices.ContainsFunc(f.Claims, func(id string) bool { return shown[id] }):
		case len(f.Claims) == 0:
			f.Lower(luminos.Info, luminos.CitesNothing)
		default:
			f.Lower(luminos.Info, luminos.CitationNotFound)
		}
	}
	sortFlags(report.Flags)
	eachSupported(report, func(_ string, _ *[]luminos.Evidence, ids *[]string) {
		*ids = slices.DeleteFunc(*ids, unsupported)
	})
}

// round rounds x to three decimals, so that small errors in sums of fractions do not show.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
