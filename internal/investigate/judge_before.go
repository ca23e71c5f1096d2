package investigate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"luminos"
)

// judgeFlags returns the pass in which the second reader judges the flags of investigators before the synthesis, which
// is shown the verdicts: it can correct a finding that says more than its places show. Afterwards
// the second reader is asked about the flags that the synthesis changes, and not about the other ones.
func judgeFlags(r *run) pass {
	return pass{name: luminos.PassJudge, text: textJudge,
		run: func(ctx context.Context, d *luminos.Dossier) error {
			report := draft(&luminos.Dossier{Results: d.Results, Flags: d.Flags})
			if err := checkClaims(ctx, r, report); err != nil {
				return err
			}
			s := newReading(r, report, " before the report")
			s.cases = slices.DeleteFunc(s.cases, func(h *heldCase) bool { return len(h.flags) == 0 })
			err := s.ask(ctx)
			for _, h := range s.cases {
				for _, f := range h.flags {
					if j := h.judgement; j.Verdict != "" {
						f.Judgement = &j
					}
				}
			}
			d.Flags = slices.Clone(d.Flags)
			for i := range d.Flags {
				d.Flags[i].Judgement = report.Flags[i].Judgement
			}
			return err
		},
		instead: withoutVerdict,
	}
}

// judgeBefore returns the pass in which the second reader judges the claims of the report before the refinement with the
// number n. The refinement is shown the verdicts other than supported. The report after the refinements is judged, too:
// the second reader is then asked about new claims only.
func judgeBefore(r *run, n int) pass {
	return pass{name: luminos.PassJudge, text: textJudge,
		skip: func(d *luminos.Dossier) string { return needless(d.Synthesis, n) },
		run: func(ctx context.Context, d *luminos.Dossier) error {
			report := draft(d)
			if err := checkClaims(ctx, r, report); err != nil {
				return err
			}
			s := newReading(r, report, fmt.Sprintf(" before refinement %d", n))
			err := s.ask(ctx)
			d.Unsupported = s.unsupported()
			return err
		},
		instead: withoutVerdict,
	}
}

// unsupported returns the statements with a verdict other than supported, the worst verdicts first.
func (s *reading) unsupported() (list []luminos.Unsupported) {
	grave := []luminos.JudgeVerdict{luminos.Partly, luminos.NotShown, luminos.Contradicted}
	for _, h := range s.cases {
		if !slices.Contains(grave, h.judgement.Verdict) {
			continue
		}
		m := luminos.Unsupported{Statement: h.Statement, Judgement: h.judgement}
		for _, c := range h.cited {
			m.Places = append(m.Places, c.Evidence)
		}
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b luminos.Unsupported) int {
		return cmp.Compare(slices.Index(grave, b.Verdict), slices.Index(grave, a.Verdict))
	})
	return list
}
