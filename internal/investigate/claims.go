package investigate

import (
	"cmp"
	"fmt"
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

// outcomes has the ids of the claims of a report by the state of their places and statements.
type outcomes struct {
	found, held, shown map[string]bool
	judged             map[string]bool // found, but their lines do not show them
	partly             map[string]bool // found and shown in part
}

// outcomesOf returns the outcomes of the claims of a report.
func outcomesOf(claims []luminos.Claim) outcomes {
	set := func() map[string]bool { return map[string]bool{} }
	s := outcomes{set(), set(), set(), set(), set()}
	for _, c := range claims {
		if c.Verdict != luminos.Found {
			continue
		}
		s.found[c.ID], s.held[c.ID], s.judged[c.ID] = true, c.Judgement.Holds(), !c.Judgement.Holds()
		s.partly[c.ID] = c.Judgement.Is(luminos.Partly)
		measured := c.Measure != "" && c.Measure != luminos.MeasureKind && (!c.Absent() || c.Judgement.Is(luminos.Supported))
		s.shown[c.ID] = s.held[c.ID] && (c.Quote != "" || measured)
	}
	return s
}

// removeUnsupported removes the ids of claims that were not found, or whose lines do not show them, from the texts of
// the report. It marks statements and sections that have claims but none that is left, and statements of a model
// without claims. In a section of a model, the claims of the facts of rules do not count. It lowers the confidence of entries with such claims, and flags of a model without a claim that is
// left. It
// adds the counts of claims to report.Quality.
func removeUnsupported(report *luminos.Report) {
	s := outcomesOf(report.Claims)
	report.Quality.CitationsFound += len(s.found)
	report.Quality.Citations += len(report.Claims)
	for i := range report.Entries {
		e := &report.Entries[i]
		s.doubt(e.Claims, &e.Confidence, &e.ConfidenceReason)
	}
	for i := range report.Files {
		f := &report.Files[i]
		s.doubt(f.Claims, &f.Confidence, &f.ConfidenceReason)
	}
	for i := range report.Sections {
		made, failed := 0, 0
		written := byEngine(&report.Sections[i])
		eachStatement(&report.Sections[i], func(st *luminos.Statement) {
			cited := len(st.Claims)
			st.Claims = s.leave(st)
			st.Unsupported = len(st.Claims) == 0 && (cited > 0 || st.Basis == luminos.Judged)
			if cited == 0 || written && st.Basis != luminos.Judged {
				return
			}
			made++
			if len(st.Claims) == 0 {
				failed++
			}
		})
		report.Sections[i].Failed = made > 0 && made == failed
	}
	for i := range report.Flags {
		s.lower(&report.Flags[i])
	}
	sortFlags(report.Flags)
	for i := range report.Entries {
		e := &report.Entries[i]
		e.Claims = only(e.Claims, s.held)
		for k := range e.Answers {
			e.Answers[k].Claims = only(e.Answers[k].Claims, s.held)
		}
	}
	for i := range report.Files {
		report.Files[i].Claims = only(report.Files[i].Claims, s.held)
	}
}

// lower lowers a flag of a model whose places were not found or do not show it. It removes the claims that do not hold.
// A flag whose lines do not show the finding loses one step if the synthesis kept it, or if they show another claim.
func (s *outcomes) lower(f *luminos.Flag) {
	shown, left := anyOf(f.Claims, s.shown), only(f.Claims, s.held)
	whole := f.Judgement.Is(luminos.Supported) || f.Judgement.Is(luminos.Partly)
	switch {
	case f.Source != luminos.SourceModel || shown && f.Judgement.Holds():
	case f.First != "" && !f.Judgement.Holds(): // the words of a review are not shown: the report has the first ones, too
		left = only(f.Claims, s.found)
	case whole && len(left) == 0: // its places show the finding together
		left = only(f.Claims, s.found)
	case len(f.Claims) == 0:
		f.Lower(luminos.Info, luminos.CitesNothing)
	case (shown || f.Kept != "") && !f.Judgement.Holds():
		f.LowerOnce(luminos.CitationNotShown)
	case anyOf(f.Claims, s.judged) || !f.Judgement.Holds():
		f.Lower(luminos.Info, luminos.CitationNotShown)
	default:
		f.Lower(luminos.Info, luminos.CitationNotFound)
	}
	f.Claims = left
}

// doubt lowers the confidence of an entry with the given claims: to a half if none is left, else by the share of claims
// that their lines do not show, or show in part.
func (s *outcomes) doubt(claims []string, confidence *float64, reason *string) {
	failed := len(claims) - len(only(claims, s.found)) // these were counted when they were made, or the target changed
	judged, partly := len(only(claims, s.judged)), len(only(claims, s.partly))
	switch {
	case len(claims) == 0:
	case failed == len(claims):
		*confidence, *reason = round(*confidence/2), "none of its citations was found"
	case failed+judged == len(claims):
		*confidence, *reason = round(*confidence/2), "the lines that it cites show none of its claims"
	case judged+partly > 0:
		*confidence = doubted(*confidence, float64(judged)+float64(partly)/2, len(claims))
		*reason = fmt.Sprintf("of its %d claims the cited lines do not show %d, and %d only in part",
			len(claims), judged, partly)
	}
}

// leave returns the claims of a statement that are left. The judgement about a whole sentence counts more than the ones
// about the claims that it cites.
func (s *outcomes) leave(st *luminos.Statement) []string {
	switch {
	case !st.Judgement.Holds():
		return nil
	case st.Judgement.Is(luminos.Supported), st.Judgement.Is(luminos.Partly):
		return only(st.Claims, s.found)
	}
	return only(st.Claims, s.held)
}

// only returns the ids that are in the set.
func only(ids []string, set map[string]bool) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !set[id] })
}

// anyOf reports whether one of the ids is in the set.
func anyOf(ids []string, set map[string]bool) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return set[id] })
}

// round rounds x to three decimals, so that small errors in sums of fractions do not show.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
