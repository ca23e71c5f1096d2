package investigate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/sourcetest"
)

// wordJudge is a second reader whose verdict is the last word of a statement.
type wordJudge struct{ batches [][]luminos.Case }

func (*wordJudge) Model() string   { return "small" }
func (*wordJudge) Version() string { return "1" }

func (*wordJudge) Forecast(n int) luminos.Forecast {
	return luminos.Forecast{Range: luminos.Range{Likely: luminos.Work{Turns: n}}}
}

func (j *wordJudge) Judge(_ context.Context, _ luminos.Path, cases []luminos.Case) (all []luminos.Judgement, _ error) {
	j.batches = append(j.batches, cases)
	for _, c := range cases {
		v := luminos.JudgeVerdict(c.Statement[strings.LastIndexByte(c.Statement, ' ')+1:])
		all = append(all, luminos.Judgement{Verdict: v, Reason: "why"})
	}
	return all, nil
}

// judgedBy returns the report after the second reading. The places of all claims are found.
func judgedBy(t *testing.T, j Judge, report *luminos.Report) *luminos.Report {
	t.Helper()
	r := &run{Options: Options{Judge: j, Parallel: 1, Facts: facts.Reader{}, Clock: (&testTarget{}).now()}, source: newRecorder(sourcetest.Memory{}), memory: &memory{recalled: recalled{read: readCases{}}}}
	collectClaims(report)
	for i := range report.Claims {
		report.Claims[i].Verdict = luminos.Found
	}
	s := newReading(r, report, "")
	if err := r.do(t.Context(), s.judge(), &luminos.Dossier{}); err != nil {
		t.Fatal(err)
	}
	if err := s.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	return report
}

func TestFlagsAndSentencesAfterTheSecondReading(t *testing.T) {
	model, rules := luminos.SourceModel, "rules"
	own := func(statement string) luminos.Evidence {
		e := cited("a", 2)
		e.Statement = statement
		return e
	}
	sentence := func(text string, e ...luminos.Evidence) luminos.Statement {
		return luminos.Statement{Text: text, Basis: luminos.Judged, Evidence: e}
	}
	entry := sentence("taken from an entry contradicted", cited("a", 1))
	entry.From = []string{"entries"}
	r := judgedBy(t, &wordJudge{}, &luminos.Report{
		Flags: []luminos.Flag{
			{Path: "a", Finding: "is contradicted", Severity: luminos.Critical, Source: model, Evidence: []luminos.Evidence{cited("a", 1)}},
			{Path: "b", Finding: "is not_shown", Severity: luminos.Critical, Source: model, Evidence: []luminos.Evidence{cited("a", 1)}},
			{Path: "c", Finding: "is partly", Severity: luminos.Critical, Source: model, Evidence: []luminos.Evidence{cited("a", 1), own("merged contradicted")}},
			{Path: "e", Finding: "in other words contradicted", First: "is", Severity: luminos.Critical, Source: model, Evidence: []luminos.Evidence{cited("a", 1)}},
			{Path: "d", Finding: "by a rule contradicted", Severity: luminos.Critical, Source: rules, Evidence: []luminos.Evidence{cited("a", 1)}},
		},
		Sections: []luminos.Section{
			{ID: "brief", Statements: []luminos.Statement{
				sentence("a sentence supported", own("a claim contradicted")),
				sentence("another not_shown", own("a claim supported")),
				sentence("the rest contradicted", own("a claim supported")),
			}},
			{ID: "gone", Items: []luminos.Item{{Label: "x", Statement: sentence("an item contradicted", own("a claim supported"))}}},
			{ID: "components", Items: []luminos.Item{{Statement: entry}}},
		},
	})
	var got []string
	for _, f := range r.Flags {
		line := fmt.Sprintf("%s %s, %d claims", f.Path, f.Severity, len(f.Claims))
		if f.Lowered != nil {
			line += ", " + f.Lowered.Reason
		}
		got = append(got, line)
	}
	for _, f := range r.Withdrawn {
		got = append(got, string(f.Path)+" withdrawn: "+f.Reason)
	}
	for _, s := range r.Sections {
		eachStatement(&s, func(st *luminos.Statement) {
			got = append(got, fmt.Sprintf("%s: %s, %d claims, unsupported %t", s.ID, st.Text, len(st.Claims), st.Unsupported))
		})
	}
	for _, x := range r.Retracted {
		got = append(got, x.From+" retracted: "+x.Text+" ("+x.Judgement.Reason+")")
	}
	want := []string{
		"b info, 0 claims, the lines that it cites do not show it", "c critical, 1 claims", "d critical, 1 claims", "e critical, 1 claims",
		"a withdrawn: as judged by small, its lines say otherwise: why",
		"brief: a sentence supported, 1 claims, unsupported false", "brief: another not_shown, 0 claims, unsupported true",
		"brief: Withdrawn, since its lines say otherwise (why): “the rest contradicted”, 0 claims, unsupported false",
		"components: taken from an entry contradicted, 0 claims, unsupported true",
		"brief retracted: the rest contradicted (why)", "gone retracted: x: an item contradicted (why)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBatches checks that each case is in one batch, and that no batch is over the bounds.
func TestBatches(t *testing.T) {
	var cases []*heldCase
	for i := range 200 {
		lines := slices.Repeat([]string{strings.Repeat("x", 100)}, i%30)
		cases = append(cases, &heldCase{Case: luminos.Case{Statement: strings.Repeat("s ", i*20), Places: []luminos.Excerpt{{Cited: lines}}}})
	}
	next := 0
	for _, batch := range batched(cases) {
		bytes := 0
		for _, h := range batch {
			if h != cases[next] {
				t.Fatalf("case %d is not the next one", next)
			}
			next++
			bytes += len(h.Statement) + 103*len(h.Places[0].Cited)
		}
		if len(batch) > batchCases || len(batch) > 1 && bytes > batchBytes {
			t.Errorf("a batch of %d cases with %d bytes", len(batch), bytes)
		}
	}
	if next != len(cases) {
		t.Errorf("%d of %d cases are in a batch", next, len(cases))
	}
}

// TestKeysOfCases checks which changes make a claim a new case.
func TestKeysOfCases(t *testing.T) {
	claim := func(change func(*luminos.Claim)) []luminos.Claim {
		c := luminos.NewClaim("It is so.", cited("a", 1))
		change(&c)
		return []luminos.Claim{c}
	}
	base := caseKey("1", "It is so.", claim(func(*luminos.Claim) {}))
	for name, c := range map[string]struct {
		key  string
		same bool
	}{
		"a place that moved": {caseKey("1", "It is so.", claim(func(c *luminos.Claim) { c.Lines = &luminos.LineRange{First: 9, Last: 9} })), true},
		"another text":       {caseKey("1", "It is so.", claim(func(c *luminos.Claim) { c.SHA256 = "e" })), false},
		"another file":       {caseKey("1", "It is so.", claim(func(c *luminos.Claim) { c.Path = "b" })), false},
		"another statement":  {caseKey("1", "It is not so.", claim(func(*luminos.Claim) {})), false},
		"another reader":     {caseKey("2", "It is so.", claim(func(*luminos.Claim) {})), false},
		"another measure":    {caseKey("1", "It is so.", claim(func(c *luminos.Claim) { c.Measure, c.Value = luminos.MeasureRows, "2" })), false},
	} {
		if (c.key == base) != c.same {
			t.Errorf("%s: the key is the same: %t", name, c.key == base)
		}
	}
}

// A finding is judged with all places of its flag. If they do not show it, the flag loses one step if a synthesis kept
// it, or if they show another claim, and is info otherwise.
func TestFlagsAreJudgedWithAllPlaces(t *testing.T) {
	part := func(line int, statement string) luminos.Evidence {
		e := cited("a", line)
		e.Statement = statement
		return e
	}
	flag := func(path, finding, kept string, s luminos.Severity, evidence ...luminos.Evidence) luminos.Flag {
		return luminos.Flag{
			Path: luminos.Path(path), Finding: finding, Kept: kept, Severity: s, Source: luminos.SourceModel,
			Evidence: evidence,
		}
	}
	reader := &wordJudge{}
	r := judgedBy(t, reader, &luminos.Report{Flags: []luminos.Flag{
		flag("a", "kept not_shown", "Seen.", luminos.Critical, cited("a", 1)),
		flag("b", "kept concern not_shown", "Seen.", luminos.Concern, cited("a", 1)),
		flag("c", "in parts not_shown", "", luminos.Critical, part(2, "one part supported")),
		flag("d", "two places partly", "", luminos.Critical, cited("a", 1), part(2, "another part not_shown"),
			part(2, "a third supported")),
		flag("e", "kept contradicted", "Seen.", luminos.Critical, part(2, "one part supported")),
		flag("f", "neither not_shown", "", luminos.Critical, cited("a", 1), part(2, "another part not_shown")),
		flag("g", "whole supported", "", luminos.Critical, cited("a", 1), cited("b", 1)),
		flag("h", "together partly", "", luminos.Critical, part(2, "another part not_shown")),
	}})
	var got []string
	for _, f := range r.Flags {
		got = append(got, fmt.Sprintf("%s %s, %d claims", f.Path, f.Severity, len(f.Claims)))
	}
	for _, f := range r.Withdrawn {
		got = append(got, string(f.Path)+" withdrawn")
	}
	want := []string{
		"a concern, 0 claims", "b info, 0 claims", "c concern, 1 claims", "d critical, 2 claims", "f info, 0 claims",
		"g critical, 2 claims", "h critical, 1 claims", "e withdrawn",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	places := map[string]int{}
	for _, c := range slices.Concat(reader.batches...) {
		if _, twice := places[c.Statement]; twice {
			t.Errorf("%q is judged twice", c.Statement)
		}
		places[c.Statement] = len(c.Places)
	}
	for statement, n := range map[string]int{
		"two places partly": 2, "whole supported": 2, "in parts not_shown": 1, "one part supported": 1,
	} {
		if places[statement] != n {
			t.Errorf("%q is judged with %d places, want %d", statement, places[statement], n)
		}
	}
}

// A sentence of an item is judged, and withdrawn, with the label of the item, without the number of a step. The other
// sentences of the item stay.
func TestItemsAreJudgedWithTheirLabels(t *testing.T) {
	sentence := func(text string) luminos.Statement {
		return luminos.Statement{Text: text, Basis: luminos.Judged, Evidence: []luminos.Evidence{cited("a", 1)}}
	}
	reader := &wordJudge{}
	r := judgedBy(t, reader, &luminos.Report{Sections: []luminos.Section{{ID: "components", Items: []luminos.Item{
		{Label: "_models", Statement: sentence("request contradicted"), More: []luminos.Statement{
			sentence("stream supported"), sentence("neither contradicted"),
			sentence("Old scans: one contradicted"), sentence("It has two words: one supported")}},
		{Label: "2. step", Statement: sentence("it posts supported")},
		{Label: "3.", Statement: sentence("it waits supported")},
		{Label: "gone", Statement: sentence("it flies contradicted")},
	}}}})
	var judged, retracted, left []string
	for _, c := range slices.Concat(reader.batches...) {
		judged = append(judged, c.Statement)
	}
	for _, x := range r.Retracted {
		retracted = append(retracted, x.Text)
	}
	for _, it := range r.Sections[0].Items {
		left = append(left, it.Label+"|"+it.Text)
		for _, st := range it.More {
			left = append(left, "more|"+st.Text)
		}
	}
	for _, statement := range []string{
		"_models: request contradicted", "_models: stream supported", "step: it posts supported", "it waits supported",
		"Old scans: one contradicted", "_models: It has two words: one supported",
	} {
		if !slices.Contains(judged, statement) {
			t.Errorf("%q is not among the cases %q", statement, judged)
		}
	}
	wantRetracted := []string{
		"_models: request contradicted", "_models: neither contradicted", "Old scans: one contradicted",
		"gone: it flies contradicted",
	}
	wantLeft := []string{"_models|stream supported", "more|It has two words: one supported",
		"2. step|it posts supported", "3.|it waits supported"}
	if diff := cmp.Diff(wantRetracted, retracted) + cmp.Diff(wantLeft, left); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestASentenceIsJudgedWithPlacesOfAllItsFlags checks the order of the claims that show a sentence: the first ones are
// of different flags, so that no flag is lost at the bound of places.
func TestASentenceIsJudgedWithPlacesOfAllItsFlags(t *testing.T) {
	l := &caseList{flagOf: map[string]int{}, report: &luminos.Report{Flags: []luminos.Flag{
		{Claims: []string{"a1", "a2", "a3", "b1"}}, {Claims: []string{"b1", "b2"}}, {Claims: []string{"other"}},
	}}}
	l.sort()
	var claims []*luminos.Claim
	for id := range strings.FieldsSeq("a1 a2 a3 x b2 y other") {
		claims = append(claims, &luminos.Claim{ID: id})
	}
	var got []string
	for _, c := range l.spread(claims) {
		got = append(got, c.ID)
	}
	if want := strings.Fields("a1 x b2 y other a2 a3"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
