package investigate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// settle draws the consequences of the second reading: it stores the judgements in the report, withdraws flags and
// sentences that are contradicted, and removes claims that were not found or are not shown. Cases without a verdict
// are not judged; without a second reader only the ones whose lines lack a number, a quoted text or a name of the
// statement.
func (s *reading) settle(ctx context.Context) error {
	var unread []*heldCase
	for _, h := range s.cases {
		if h.judgement.Verdict == "" && h.Places == nil {
			unread = append(unread, h)
		}
	}
	if err := s.excerpts(ctx, unread); err != nil {
		return err
	}
	for _, h := range s.cases {
		s.decide(h)
	}
	s.count()
	s.withdrawFlags()
	s.retract()
	removeUnsupported(s.report)
	measure(s.report)
	s.listDoubtful(s.report)
	s.report.Quality.Degraded = s.degraded
	return nil
}

// decide stores the judgement of a case in the claims, sentences and flags that it is about.
func (s *reading) decide(h *heldCase) {
	if h.judgement.Verdict == "" {
		missing := lacking(h.Places)
		switch {
		case s.Judge != nil:
			h.judgement = luminos.Judgement{Verdict: luminos.NotJudged, Reason: cmp.Or(h.unanswered, notReached)}
		case len(missing) > 0:
			reason := "the lines do not have " + words.Some(missing, 4)
			h.judgement = luminos.Judgement{Verdict: luminos.NotJudged, Reason: reason}
		default:
			return
		}
	}
	for _, c := range h.claims {
		c.Judgement = &h.judgement
	}
	for _, st := range h.sentences {
		st.Judgement = &h.judgement
	}
	for _, f := range h.flags {
		f.Judgement = &h.judgement
	}
}

// notReached is the reason of a case about which the second reader could not be asked.
const notReached = "the second reader was not reached"

// lacking returns the terms of a statement that none of its places has.
func lacking(places []luminos.Excerpt) (terms []string) {
	for i, p := range places {
		if i == 0 {
			terms = slices.Clone(p.Lacks)
		}
		terms = slices.DeleteFunc(terms, func(t string) bool { return !slices.Contains(p.Lacks, t) })
	}
	for i, t := range terms {
		terms[i] = words.Quote(words.Line(t, 40))
	}
	return terms
}

// count stores the numbers of verdicts in the report.
func (s *reading) count() {
	j := &luminos.JudgedClaims{}
	for i := range s.report.Claims {
		j.Claims.Add(s.report.Claims[i].Judgement)
	}
	eachJudged(s.report, func(_ string, st *luminos.Statement) { j.Sentences.Add(st.Judgement) })
	if s.Judge != nil {
		j.Model = s.Judge.Model()
	}
	if j.Claims != (luminos.Verdicts{}) || j.Sentences != (luminos.Verdicts{}) {
		s.report.Quality.Judged = j
	}
}

// withdrawFlags withdraws the flags of models whose finding is contradicted.
func (s *reading) withdrawFlags() {
	s.report.Flags = slices.DeleteFunc(s.report.Flags, func(f luminos.Flag) bool {
		j := f.Judgement
		if !j.Is(luminos.Contradicted) || f.First != "" { // a review must not take a flag out by other words
			return false
		}
		f.Claims, f.Judgement = nil, nil
		s.report.Withdrawn = append(s.report.Withdrawn, luminos.WithdrawnFlag{
			Flag: f, Reason: "as judged by " + s.Judge.Model() + ", its lines say otherwise: " + j.Reason,
		})
		return true
	})
}

// retract moves the sentences that are contradicted from the sections into the list of retractions. A section without
// any other content is removed, and an item keeps its other sentences. The brief quotes each such sentence with the
// reason at its end: one sentence often has all that a reader must know, and a detail of that sentence is wrong.
func (s *reading) retract() {
	wrong := func(st luminos.Statement) bool { return len(st.From) == 0 && st.Judgement.Is(luminos.Contradicted) }
	r := s.report
	r.Sections = slices.Clone(r.Sections)
	for i := range r.Sections {
		sec, before := &r.Sections[i], len(r.Retracted)
		for _, st := range sec.Statements {
			if wrong(st) {
				r.Retracted = append(r.Retracted, luminos.Retraction{From: sec.ID, Statement: st})
			}
		}
		var items []luminos.Item
		for _, it := range sec.Items {
			left := append([]luminos.Statement{it.Statement}, it.More...)
			for k, st := range left {
				if wrong(st) {
					st.Text = labelled(labelAt(&it, k), st.Text)
					r.Retracted = append(r.Retracted, luminos.Retraction{From: sec.ID, Statement: st})
				}
			}
			if left = slices.DeleteFunc(left, wrong); len(left) > 0 {
				left[0].Paragraph = it.Paragraph
				it.Statement, it.More = left[0], left[1:len(left):len(left)]
				items = append(items, it)
			}
		}
		if len(r.Retracted) == before {
			continue
		}
		sec.Statements = slices.DeleteFunc(slices.Clone(sec.Statements), wrong)
		sec.Items = items
		for _, x := range r.Retracted[before:] {
			if sec.ID == "brief" {
				sec.Statements = append(sec.Statements, withdrawn(&x.Statement))
			}
		}
	}
	for i := range r.Retracted {
		r.Retracted[i].Claims = nil
	}
	r.Sections = slices.DeleteFunc(r.Sections, func(sec luminos.Section) bool {
		return len(sec.Statements)+len(sec.Items)+len(sec.Questions) == 0
	})
}

// withdrawn returns the sentence of the program that quotes a contradicted sentence of the brief.
func withdrawn(st *luminos.Statement) luminos.Statement {
	text := "Withdrawn, since its lines say otherwise (" + strings.TrimSuffix(st.Judgement.Reason, ".") + "): "
	return luminos.Statement{Text: text + words.Quote(st.Text), Basis: luminos.Derived}
}

// doubted returns a confidence lowered in proportion to the share of claims that are not shown.
func doubted(confidence, failed float64, all int) float64 {
	return round(confidence * (1 - 0.5*failed/float64(all)))
}
