package investigate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// citingEngine is a refiningEngine whose report cites a place for each sentence.
type citingEngine struct{ *refiningEngine }

func (citingEngine) Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error) {
	return &luminos.Synthesis{Sections: []luminos.Section{
		citing("brief", "One is partly"), citing("architecture", "Two is contradicted"), citing("flows", "Three is supported"),
	}}, nil
}

// citing returns a section with sentences that cite the directory docs.
func citing(id string, sentences ...string) luminos.Section {
	s := luminos.Section{ID: id}
	for _, text := range sentences {
		s.Statements = append(s.Statements, luminos.Statement{Text: text, Basis: luminos.Judged, Evidence: aKind("docs")})
	}
	return s
}

// deafJudge is a second reader without an answer.
type deafJudge struct{ wordJudge }

func (j *deafJudge) Judge(_ context.Context, _ luminos.Path, cases []luminos.Case) ([]luminos.Judgement, error) {
	j.batches = append(j.batches, cases)
	return nil, errors.New("deaf")
}

// judgedRun investigates with a second reader and at most two refinements, of which the first one corrects a sentence.
// It returns the report, and the verdicts that each refinement was shown.
func (w *testTarget) judgedRun(t *testing.T, j Judge, kept bool) (r *luminos.Report, told [][]string) {
	t.Helper()
	refine := func(sections ...luminos.Section) func(*luminos.Dossier) (*luminos.Refined, error) {
		return func(d *luminos.Dossier) (*luminos.Refined, error) {
			list := []string{}
			for _, m := range d.Unsupported {
				list = append(list, fmt.Sprintf("%s: %s at %v: %s", m.Statement, m.Verdict, m.Places[0].Path, m.Reason))
			}
			told = append(told, list)
			return &luminos.Refined{Looked: 1, Synthesis: luminos.Synthesis{Sections: sections}}, nil
		}
	}
	e := citingEngine{newRefining(refine(citing("architecture", "Two is supported", "Four is not_shown")), refine())}
	opts := e.options()
	opts.Engine, opts.Refine, opts.Judge, opts.Parallel = e, 2, j, 1
	run := w.run
	if kept {
		run = w.remembered
	}
	r, err := run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r, told
}

// ownCases returns the sentences of the test in each batch of a second reader.
func (j *wordJudge) ownCases() (batches []string) {
	for _, b := range j.batches {
		var list []string
		for _, c := range b {
			if number, _, ok := strings.Cut(c.Statement, " is "); ok {
				list = append(list, number)
			}
		}
		batches = append(batches, strings.Join(list, " "))
	}
	return batches
}

// A refinement is shown the verdicts of the second reader about the report before it. The second reader is asked about
// each case once, and not at all in the next run.
func TestARefinementIsToldTheVerdicts(t *testing.T) {
	t.Parallel()
	for _, kept := range []bool{true, false} {
		w, j := newTestTarget(t), &wordJudge{}
		r, told := w.judgedRun(t, j, kept)
		want := [][]string{
			{"Two is contradicted: contradicted at docs: why", "One is partly: partly at docs: why"},
			{"Four is not_shown: not_shown at docs: why", "One is partly: partly at docs: why"},
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("the refinements were told (-want +got):\n%s", diff)
		}
		asked := j.ownCases()
		last := asked[len(asked)-1]
		if all := strings.Join(asked, " "); last != "Four Two" || len(strings.Fields(all)) != 5 {
			t.Errorf("the second reader was asked about %q", asked)
		}
		if s := r.Section("architecture"); len(s.Statements) != 2 || len(r.Retracted) > 0 ||
			!s.Statements[0].Judgement.Is(luminos.Supported) || !s.Statements[1].Unsupported {
			t.Errorf("the section is %+v, retracted %v", s, r.Retracted)
		}
		n := len(j.batches)
		again, _ := w.judgedRun(t, j, kept)
		if kept && (len(j.batches) > n || !again.Run.Memory.Unchanged) {
			t.Errorf("the next run asks %d times, %+v", len(j.batches)-n, again.Run.Memory)
		}
	}
}

// A second reader that fails is asked about each case once in a run, and the report says so once.
func TestADeafSecondReaderIsAskedOnce(t *testing.T) {
	t.Parallel()
	j := &deafJudge{}
	r, told := newTestTarget(t).judgedRun(t, j, true)
	if asked := j.ownCases(); len(strings.Fields(strings.Join(asked, " "))) != 5 {
		t.Errorf("the second reader was asked about %q", asked)
	}
	if len(told) != 2 || len(told[0])+len(told[1]) > 0 {
		t.Errorf("the refinements were told %q", told)
	}
	for _, s := range r.Section("architecture").Statements {
		if !s.Judgement.Is(luminos.NotJudged) || s.Judgement.Reason != "the second reader gave no clear verdict" {
			t.Errorf("%q is judged %+v", s.Text, s.Judgement)
		}
	}
	if d := r.Quality.Degraded; len(d) != 1 || d[0].Pass != luminos.PassJudge {
		t.Errorf("degraded: %v", d)
	}
}
