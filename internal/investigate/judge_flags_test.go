package investigate

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// wordyEngine raises a flag on docs in its units. Its synthesis puts each flag of a model that is shown in part in
// other words.
type wordyEngine struct {
	*fakeEngine
	words string
}

func (e wordyEngine) Synthesize(_ context.Context, d *luminos.Dossier) (*luminos.Synthesis, error) {
	e.syntheses++
	out := &luminos.Synthesis{}
	for _, f := range d.Flags {
		if f.Judgement.Is(luminos.Partly) {
			review := luminos.Review{Flag: f, Verdict: luminos.Kept, Reason: "seen", Finding: e.words}
			out.Reviews = append(out.Reviews, review)
		}
	}
	return out, nil
}

func newWordy(words string) wordyEngine {
	e := wordyEngine{&fakeEngine{}, words}
	e.change = func(f *luminos.Findings) {
		if slices.ContainsFunc(f.Entries, func(o luminos.Entry) bool { return o.Path == "docs" }) {
			f.Flags = append(f.Flags, luminos.Flag{Path: "docs", Finding: "Everything is partly", Severity: luminos.Concern,
				Source: luminos.SourceModel, Evidence: aKind("docs")})
		}
	}
	return e
}

// The synthesis is shown the verdicts about the flags of units. A flag in other words is judged by them, stays the same
// flag for the next run, and is kept with its first words.
func TestAFlagInOtherWords(t *testing.T) {
	t.Parallel()
	w, j := newTestTarget(t), &wordJudge{}
	run := func(words string) *luminos.Report {
		e := newWordy(words)
		opts := e.options()
		opts.Engine, opts.Judge, opts.Parallel, opts.Remember = e, j, 1, true
		r, err := w.remembered(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	flags := func(r *luminos.Report) []luminos.Flag {
		return slices.DeleteFunc(modelFlags(r.Flags), func(f luminos.Flag) bool { return f.Path != "docs" })
	}
	r := run("One thing is supported")
	got := flags(r)
	if len(got) != 1 || got[0].Finding != "One thing is supported" || got[0].First != "Everything is partly" ||
		!got[0].Judgement.Is(luminos.Supported) || len(got[0].Claims) != 1 {
		t.Fatalf("flags: %+v", got)
	}
	asked := map[string]int{}
	for _, batch := range j.batches {
		for _, c := range batch {
			asked[c.Statement]++
		}
	}
	if asked["Everything is partly"] != 1 || asked["One thing is supported"] != 1 {
		t.Errorf("the second reader was asked about %v", asked)
	}
	n := len(j.batches)
	if r = run("One thing is supported"); len(j.batches) != n || !r.Run.Memory.Unchanged {
		t.Errorf("the next run asks %d times, %+v", len(j.batches)-n, r.Run.Memory)
	}

	if err := os.WriteFile(filepath.Join(w.dir, "docs", "new.md"), []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	r = run("")
	if got = flags(r); len(got) != 1 || got[0].Finding != "Everything is partly" || got[0].First != "" {
		t.Errorf("a synthesis that leaves the words gives the flags %+v", got)
	}
	if c := r.Run.Changes; c != nil && len(c.New)+len(c.Resolved)+len(c.Withdrawn) > 0 {
		t.Errorf("the same flag in other words is a change: %+v", c)
	}
}

// Other words replace the ones of a flag of a model that stays. Its places show the new words.
func TestReviewsRewordFlags(t *testing.T) {
	flag := luminos.Flag{Path: "a", Finding: "All is lost.", Source: luminos.SourceModel, Severity: luminos.Critical,
		Evidence: []luminos.Evidence{
			{Path: "a", Quote: "1", Statement: "All is lost."}, {Path: "a", Quote: "2", Statement: "So."},
		}}
	rule := flag
	rule.Path, rule.Source = "r", "rules"
	for name, test := range map[string]struct {
		flag    luminos.Flag
		verdict luminos.ReviewVerdict
		words   string
		want    string // finding, first words, statements
	}{
		"kept":        {flag, luminos.Kept, "A part is lost.", "A part is lost.|All is lost.||So."},
		"downgraded":  {flag, luminos.Downgraded, "A part is lost.", "A part is lost.|All is lost.||So."},
		"no words":    {flag, luminos.Kept, " ", "All is lost.||All is lost.|So."},
		"same words":  {flag, luminos.Kept, flag.Finding, "All is lost.||All is lost.|So."},
		"of a rule":   {rule, luminos.Kept, "A part is lost.", "All is lost.||All is lost.|So."},
		"bad letters": {flag, luminos.Kept, "A\xff", "A\ufffd|All is lost.||So."},
	} {
		kept, _ := reviewed([]luminos.Flag{test.flag}, []luminos.Review{
			{Flag: test.flag, Verdict: test.verdict, Severity: luminos.Info, Reason: "why", Finding: test.words},
		})
		f := kept[0]
		got := strings.Join([]string{f.Finding, f.First, f.Evidence[0].Statement, f.Evidence[1].Statement}, "|")
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		if identify(&f) != identify(&test.flag) {
			t.Errorf("%s: the flag is another one", name)
		}
	}
	again := luminos.Flag{Path: "a", Finding: "A part is lost.", First: "All is lost.", Source: luminos.SourceModel}
	kept, _ := reviewed([]luminos.Flag{again}, []luminos.Review{
		{Flag: again, Verdict: luminos.Kept, Reason: "why", Finding: "Little."},
	})
	if kept[0].First != "All is lost." || kept[0].Finding != "Little." {
		t.Errorf("reworded twice: %+v", kept[0])
	}
	if flag.Evidence[0].Statement != "All is lost." {
		t.Error("the evidence of the unit was changed")
	}
}

// Sentences that cite a flag have its places with its words. If a review changes the words, the second reader is not
// asked about the earlier ones.
func TestSectionsHaveTheWordsOfFlags(t *testing.T) {
	flag := luminos.Flag{Path: "docs", Finding: "All is lost.", Severity: luminos.Concern, Source: luminos.SourceModel,
		Evidence: aKind("docs")}
	cited := aKind("docs")
	cited[0].Statement = flag.Finding
	written := &luminos.Synthesis{
		Sections: []luminos.Section{
			{ID: "brief", Statements: []luminos.Statement{{Text: "It is so.", Basis: luminos.Judged, Evidence: cited}}},
			{ID: "components", Items: []luminos.Item{{More: []luminos.Statement{{Text: "So.", Evidence: cited}}}}},
		},
		Reviews: []luminos.Review{{Flag: flag, Verdict: luminos.Kept, Reason: "why", Finding: "A part is lost."}},
	}
	got := merge(&luminos.Synthesis{}, written, []luminos.Flag{flag})
	for _, st := range []luminos.Statement{got.Sections[0].Statements[0], got.Sections[1].Items[0].More[0]} {
		if e := st.Evidence[0]; e.Statement != "A part is lost." {
			t.Errorf("the place shows %q", e.Statement)
		}
	}
	if cited[0].Statement != flag.Finding {
		t.Error("the result of the engine was changed")
	}

	d := &luminos.Dossier{Synthesis: got}
	got.Refinement = &luminos.Refinement{}
	again := luminos.Review{Flag: got.Flags[0], Verdict: luminos.Kept, Reason: "why", Finding: "Little is lost."}
	refined(d, &luminos.Refined{Synthesis: luminos.Synthesis{Reviews: []luminos.Review{again}}}, false)
	if e := d.Synthesis.Sections[0].Statements[0].Evidence; e[0].Statement != "Little is lost." {
		t.Errorf("after a refinement the place shows %q", e[0].Statement)
	}
}
