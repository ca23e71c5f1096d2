package investigate

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
)

// flagIdentity is equal for flags that say the same of the same path.
type flagIdentity struct {
	path    luminos.Path
	finding string
}

// identify returns the identity of a flag, which it keeps if a review puts the finding in other words. Letter case and
// final punctuation of the finding are ignored.
func identify(f *luminos.Flag) flagIdentity {
	finding := strings.ToLower(luminos.Fold(cmp.Or(f.First, f.Finding)))
	return flagIdentity{f.Path, strings.TrimRight(finding, ".!")}
}

// reviewed returns the flags after the reviews of an engine, and the flags that the reviews withdraw. A flag of a rule
// stays as it is, with the reason of an engine that does not agree. A flag that is merged into another one leaves its
// places there, and its severity if it is graver; it is not merged into a flag of a rule that is less grave. Reviews
// of unknown flags, and second reviews of a flag, are ignored. The evidence of a review goes to the flag of a model.
func reviewed(flags []luminos.Flag, reviews []luminos.Review) (kept []luminos.Flag, withdrawn []luminos.WithdrawnFlag) {
	at := make(map[flagIdentity]int, len(flags))
	for i := range flags {
		at[identify(&flags[i])] = i
	}
	gone, done, merged := map[int]bool{}, map[int]bool{}, map[int]int{}
	for _, r := range reviews {
		i, known := at[identify(&r.Flag)]
		r.Reason = valid(r.Reason)
		if !known || done[i] || strings.TrimSpace(r.Reason) == "" {
			continue
		}
		done[i] = true
		f := &flags[i]
		if f.Source == luminos.SourceModel && r.Verdict != luminos.Withdrawn {
			f.Evidence = joined(f.Evidence, r.Evidence)
			reword(f, &r)
		}
		switch {
		case f.Source != luminos.SourceModel:
			if r.Verdict != luminos.Kept {
				f.Disputed = r.Reason
			}
		case r.Verdict == luminos.Kept:
			f.Kept = r.Reason
		case r.Verdict == luminos.Downgraded && r.Severity.Rank() > 0:
			f.Lower(r.Severity, r.Reason)
		case r.Verdict == luminos.Withdrawn:
			gone[i] = true
			withdrawn = append(withdrawn, luminos.WithdrawnFlag{Flag: *f, Reason: r.Reason})
		case r.Verdict == luminos.Merged:
			j, ok := at[identify(&r.Into)]
			for next, moved := merged[j]; ok && moved; next, moved = merged[j] {
				j = next
			}
			into := &flags[j]
			if ok && j != i && !gone[j] && (into.Source == luminos.SourceModel || into.Severity.Rank() >= f.Severity.Rank()) {
				gone[i], merged[i] = true, j
				absorb(into, f)
			}
		}
	}
	kept = make([]luminos.Flag, 0, len(flags))
	for i, f := range flags {
		if !gone[i] {
			kept = append(kept, f)
		}
	}
	return kept, withdrawn
}

// reword puts the finding of the flag f in the words of the review r, if it has some. Places with the earlier words as
// their statement show the new ones.
func reword(f *luminos.Flag, r *luminos.Review) {
	finding := strings.TrimSpace(valid(r.Finding))
	if finding == "" || finding == f.Finding || r.Verdict != luminos.Kept && r.Verdict != luminos.Downgraded {
		return
	}
	f.Evidence = slices.Clone(f.Evidence)
	for i := range f.Evidence {
		if f.Evidence[i].Statement == f.Finding {
			f.Evidence[i].Statement = ""
		}
	}
	f.First, f.Finding, f.Judgement = cmp.Or(f.First, f.Finding), finding, nil
}

// restated returns the sections with places that show a finding in its words after reviews, where they had its words
// before. Otherwise the second reader would judge words that are in the report no more. Words that two flags had stay.
func restated(sections []luminos.Section, before, after []luminos.Flag) []luminos.Section {
	was, now, flags := map[flagIdentity]string{}, map[string]string{}, map[string]int{}
	for i := range before {
		was[identify(&before[i])] = before[i].Finding
		flags[before[i].Finding]++
	}
	for i := range after {
		if old := was[identify(&after[i])]; old != "" && old != after[i].Finding && flags[old] == 1 {
			now[old] = after[i].Finding
		}
	}
	if len(now) == 0 {
		return sections
	}
	sections = cloned(sections)
	for i := range sections {
		eachStatement(&sections[i], func(s *luminos.Statement) {
			s.Evidence = slices.Clone(s.Evidence)
			for k := range s.Evidence {
				s.Evidence[k].Statement = cmp.Or(now[s.Evidence[k].Statement], s.Evidence[k].Statement)
			}
		})
	}
	return sections
}

// joined returns the evidence of a flag with further places, without the ones that it has.
func joined(list, more []luminos.Evidence) []luminos.Evidence {
	list = slices.Clone(list)
	for _, e := range more {
		id := luminos.NewClaim("", e).ID
		if !slices.ContainsFunc(list, func(o luminos.Evidence) bool { return luminos.NewClaim("", o).ID == id }) {
			list = append(list, e)
		}
	}
	return list
}

// absorb adds the places of the flag f to the flag into. A flag of a model gets the severity of f, if it is graver.
func absorb(into, f *luminos.Flag) {
	for _, p := range append([]luminos.Path{f.Path}, f.Also...) {
		if p != into.Path && !slices.Contains(into.Also, p) {
			into.Also = append(into.Also, p)
		}
	}
	more := slices.Clone(f.Evidence)
	for i := range more {
		more[i].Statement = cmp.Or(more[i].Statement, f.Finding)
	}
	into.Evidence = joined(into.Evidence, more)
	if into.Source == luminos.SourceModel && f.Severity.Rank() > into.Severity.Rank() {
		into.Severity, into.Lowered = f.Severity, nil
	}
}

// order numbers the flags that worst names, in its order.
func order(flags, worst []luminos.Flag) {
	n := 0
	for _, w := range worst {
		same := func(f luminos.Flag) bool { return identify(&f) == identify(&w) }
		if i := slices.IndexFunc(flags, same); i >= 0 && flags[i].Order == 0 {
			n++
			flags[i].Order = n
		}
	}
}
