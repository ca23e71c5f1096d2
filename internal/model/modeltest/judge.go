package modeltest

import "strings"

// Case is a statement that a second reader is asked about.
type Case struct {
	ID, Statement string
	Lines         []string // that it cites
	Around        []string // before and after them
}

// Cases returns the statements in the first message to a second reader.
func (r Request) Cases() (cases []Case) {
	for line := range strings.Lines(r.Opening()) {
		line = strings.TrimSuffix(line, "\n")
		if id, ok := strings.CutPrefix(line, "== "); ok {
			cases = append(cases, Case{ID: id})
			continue
		}
		if len(cases) == 0 {
			continue
		}
		c := &cases[len(cases)-1]
		if s, ok := strings.CutPrefix(line, "statement: "); ok {
			c.Statement = s
		} else if s, ok := strings.CutPrefix(line, "> "); ok {
			c.Lines = append(c.Lines, s)
		} else if s, ok := strings.CutPrefix(line, ". "); ok {
			c.Around = append(c.Around, s)
		}
	}
	return cases
}

// Verdicts returns the call of submit_verdicts with the result of the function of for each case. A case with the
// verdict "" is left out.
func Verdicts(cases []Case, of func(Case) (verdict, reason string)) Block {
	list := []any{}
	for _, c := range cases {
		if verdict, reason := of(c); verdict != "" {
			list = append(list, hints{"id": c.ID, "verdict": verdict, "reason": reason})
		}
	}
	return Call("submit_verdicts", hints{"verdicts": list})
}

// verdictsOf returns the arguments of submit_verdicts: each statement is supported.
func verdictsOf(cases []Case) hints {
	list := []any{}
	for _, c := range cases {
		list = append(list, hints{"id": c.ID, "verdict": "supported"})
	}
	return hints{"verdicts": list}
}
