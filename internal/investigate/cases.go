package investigate

import (
	"slices"

	"luminos"
)

// caseList collects the cases of a report.
type caseList struct {
	report  *luminos.Report
	version string                      // of the second reader
	found   map[string]*luminos.Claim   // by id, the claims whose places were found
	same    map[string][]*luminos.Claim // by statement, the found claims of models
	beside  map[string][]*luminos.Claim // by the finding of a flag, the claims of the flag with other statements
	flagOf  map[string]int              // by the id of a claim, the first flag with the claim
	cases   []*heldCase
	at      map[string]*heldCase // by key
}

// casesOf returns the cases of a report: its claims of models whose places were found, the flags of models, and the
// sentences of its sections that cite claims. Claims with the same statement are one case. The cases of claims are in
// the order of the claims, so that the ones about one file are together. A finding is judged with all places of its
// flag.
func casesOf(report *luminos.Report, version string) []*heldCase {
	l := &caseList{
		report: report, version: version, found: make(map[string]*luminos.Claim, len(report.Claims)),
		same: map[string][]*luminos.Claim{}, beside: map[string][]*luminos.Claim{}, flagOf: map[string]int{},
		at: map[string]*heldCase{},
	}
	l.sort()
	for i := range report.Claims {
		c := &report.Claims[i]
		if list := l.same[c.Statement]; len(list) > 0 && list[0] == c {
			h := l.add(c.Statement, slices.Concat(list, l.beside[c.Statement]))
			h.claims = append(h.claims, list...)
		}
	}
	for i := range report.Flags {
		f := &report.Flags[i]
		list := slices.Concat(l.same[f.Finding], l.beside[f.Finding])
		if f.Source == luminos.SourceModel && len(list) > 0 {
			h := l.add(f.Finding, list)
			h.flags = append(h.flags, f)
		}
	}
	eachJudged(report, func(label string, st *luminos.Statement) {
		if list := l.known(st.Claims); len(list) > 0 {
			h := l.add(labelled(label, st.Text), l.spread(list))
			h.sentences = append(h.sentences, st)
		}
	})
	return l.cases
}

// sort sorts the claims of the report by the texts that they support.
func (l *caseList) sort() {
	byModel := claimsOfModels(l.report)
	for i := range l.report.Claims {
		c := &l.report.Claims[i]
		if c.Verdict != luminos.Found {
			continue
		}
		l.found[c.ID] = c
		if byModel[c.ID] {
			l.same[c.Statement] = append(l.same[c.Statement], c)
		}
	}
	for i, f := range l.report.Flags {
		for _, id := range f.Claims {
			if _, known := l.flagOf[id]; !known {
				l.flagOf[id] = i
			}
		}
		if f.Source != luminos.SourceModel {
			continue
		}
		for _, c := range l.known(f.Claims) {
			if c.Statement != f.Finding && !slices.Contains(l.beside[f.Finding], c) {
				l.beside[f.Finding] = append(l.beside[f.Finding], c)
			}
		}
	}
}

// spread returns the claims of a sentence in another order: one claim of each cited flag, then the next of each.
// A sentence that sums up several flags has more places than fit.
func (l *caseList) spread(claims []*luminos.Claim) (list []*luminos.Claim) {
	var groups [][]*luminos.Claim
	at := map[int]int{} // group by flag
	for _, c := range claims {
		flag, ofFlag := l.flagOf[c.ID]
		g, known := at[flag]
		if !ofFlag || !known {
			g = len(groups)
			groups = append(groups, nil)
		}
		if ofFlag {
			at[flag] = g
		}
		groups[g] = append(groups[g], c)
	}
	for i := 0; len(list) < len(claims); i++ {
		for _, g := range groups {
			if i < len(g) {
				list = append(list, g[i])
			}
		}
	}
	return list
}

// known returns the found claims with the given ids.
func (l *caseList) known(ids []string) (list []*luminos.Claim) {
	for _, id := range ids {
		if c := l.found[id]; c != nil {
			list = append(list, c)
		}
	}
	return list
}

// add returns the case of a statement with the first casePlaces different places of claims.
func (l *caseList) add(statement string, claims []*luminos.Claim) *heldCase {
	h := &heldCase{Case: luminos.Case{Statement: statement}}
	seen := map[string]bool{}
	for _, c := range claims {
		place := c.Evidence
		place.Statement, place.Quote = "", ""
		if id := luminos.NewClaim("", place).ID; !seen[id] && len(h.cited) < casePlaces {
			seen[id] = true
			h.cited = append(h.cited, *c)
		}
	}
	h.Key = caseKey(l.version, statement, h.cited)
	if known := l.at[h.Key]; known != nil {
		return known
	}
	l.at[h.Key] = h
	l.cases = append(l.cases, h)
	return h
}
