package investigate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/redact"
)

// tableSource is a source with one table.
type tableSource struct{ luminos.Source }

func (s tableSource) Capabilities() luminos.Capabilities {
	return luminos.Capabilities{Tables: s}
}

func (tableSource) Table(_ context.Context, p luminos.Path) (luminos.Table, error) {
	if p != "a.db" {
		return luminos.Table{}, errBroken
	}
	return luminos.Table{}, nil
}

// TestCoverageOfEveryKindOfFile has one file more of each kind than of the kind before, so that the counts identify the
// kinds.
func TestCoverageOfEveryKindOfFile(t *testing.T) {
	scan := &luminos.Scan{}
	f := &luminos.Facts{}
	read := map[luminos.Path]bool{}
	r := newRecorder(tableSource{})
	n := 0
	add := func(count int, path string, file luminos.File, each func(luminos.Path)) {
		for range count {
			n++
			file.Path = luminos.Path(fmt.Sprintf(path, n))
			if each != nil {
				each(file.Path)
			}
			scan.Files = append(scan.Files, file)
		}
	}
	add(9, "link%d", luminos.File{Kind: luminos.KindSymlink}, nil)
	add(1, "read%d", luminos.File{Text: true}, func(p luminos.Path) {
		read[p] = true
		f.Parsed = append(f.Parsed, p)
	})
	add(2, "parsed%d", luminos.File{Text: true}, func(p luminos.Path) { f.Parsed = append(f.Parsed, p) })
	add(3, "whole%d", luminos.File{Text: true, Size: 9}, func(p luminos.Path) {
		f.Read = append(f.Read, p)
		r.note(p, 9)
		r.note(p, 1) // a later, shorter reading
	})
	add(4, "part%d", luminos.File{Text: true, Size: 9}, func(p luminos.Path) {
		f.Read = append(f.Read, p)
		r.note(p, 8)
	})
	f.Inside = &luminos.Inside{}
	add(3, "document%d", luminos.File{Size: 9}, func(p luminos.Path) {
		f.Read = append(f.Read, p)
		x := luminos.FileInside{Path: p}
		x.Add("words", 5)
		if len(f.Inside.Files) == 2 {
			x.Limits = []string{"only the first page was read"}
		}
		f.Inside.Files = append(f.Inside.Files, x)
	})
	add(1, "vendored%d", luminos.File{Text: true, Vendored: true}, nil)
	add(2, "generated%d", luminos.File{Text: true, Generated: true}, nil)
	add(2, "skip/%d", luminos.File{Text: true}, nil)
	add(6, "binary%d", luminos.File{}, nil)
	add(6, "text%d", luminos.File{Text: true}, nil)
	d := &luminos.Dossier{
		Results: luminos.Results{Scan: scan, Facts: f, Plan: &luminos.Plan{Skip: planned("skip"), Priority: planned("p")}},
		Entries: []luminos.Entry{{Path: "."}, {Path: "skip"}, {Path: "p"}, {Path: "q"}},
	}
	got := r.coverage(d, read)
	want := luminos.Coverage{
		Files: 30, Read: 8, Sampled: 5, Skipped: 5, Measured: 12, Unknown: got.Unknown,
		Directories: map[luminos.Tier]int{luminos.TierDefault: 2, luminos.TierSkip: 1, luminos.TierPriority: 1},
		Reasons: []luminos.CoverageReason{
			{How: "measured", Reason: "not text: known by type, size and first bytes", Files: 6},
			{How: "measured", Reason: "text: lines counted, searched for words to agents, not read for facts", Files: 6},
			{How: "sampled", Reason: "longer than what is read of one file", Files: 5},
			{How: "skipped", Reason: "vendored, generated, fixtures or build output", Files: 5},
			{How: "read", Reason: "by parsers and patterns, for facts", Files: 3},
			{How: "read", Reason: "by a reader of its format", Files: 2},
			{How: "read", Reason: "parsed, for definitions and imports", Files: 2},
			{How: "read", Reason: "read by the model", Files: 1},
		},
	}
	for i, row := range got.Treatments {
		reason := luminos.CoverageReason{How: row.How, Reason: row.Reason, Files: listed(d.Scan, row)}
		if reason != want.Reasons[i] {
			t.Errorf("treatments %+v, want the files of %+v", row, want.Reasons[i])
		}
	}
	want.Treatments = got.Treatments
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
}

// listed returns the number of files of a scan that a treatment lists, by their names or by whole directories.
func listed(scan *luminos.Scan, row luminos.CoverageFiles) int {
	n := 0
	for _, names := range row.Files {
		n += len(names)
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Kind != luminos.KindSymlink && slices.ContainsFunc(row.Whole, func(dir luminos.Path) bool {
			return strings.HasPrefix(string(f.Path), string(dir)+"/")
		}) {
			n++
		}
	}
	return n
}

// TestTablesCountAsRead describes one table, and one that cannot be described.
func TestTablesCountAsRead(t *testing.T) {
	r := newRecorder(tableSource{})
	tables := luminos.CapabilitiesOf(r).Tables
	if tables == nil {
		t.Fatal("the recorder hides the tables of its source")
	}
	if _, err := tables.Table(t.Context(), "a.db"); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.Table(t.Context(), "b.db"); err == nil {
		t.Fatal("the error of a table is lost")
	}
	if diff := cmp.Diff(map[luminos.Path]int64{"a.db": math.MaxInt64}, r.read); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if c := newRecorder(fileSource{}).Capabilities(); c.Tables != nil {
		t.Error("a source without tables has some")
	}
}

// TestMaskedPlacesAreBounded has more files with secrets than a report lists.
func TestMaskedPlacesAreBounded(t *testing.T) {
	r := newRecorder(fileSource{})
	for i := range 60 {
		var found []redact.Secret
		for line := range 30 {
			found = append(found, redact.Secret{Kind: "password", Line: line + 1, Last: line + 1})
		}
		r.secrets(luminos.Path(fmt.Sprintf("f%02d", i)), found[:21])
		r.secrets(luminos.Path(fmt.Sprintf("f%02d", i)), found)
	}
	c := r.coverage(&luminos.Dossier{Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{}, Plan: &luminos.Plan{}}}, nil)
	if c.MaskedPlaces != 1800 || len(c.Masked) != 1000 {
		t.Errorf("%d places, %d of them listed, want 1800 and 1000", c.MaskedPlaces, len(c.Masked))
	}
	if last := c.Masked[len(c.Masked)-1]; last.Path != "f59" || last.Lines.First != 16 {
		t.Errorf("the last listed place is %+v", last)
	}
	m := &masked{}
	m.add("a", []redact.Secret{{Kind: "token", Line: 3, Last: 3}, {Kind: "password", Line: 3, Last: 4}, {Kind: "key", Line: 1, Last: 1}})
	var got []string
	for _, s := range m.first {
		got = append(got, fmt.Sprintf("%s %s %d-%d", s.Path, s.Kind, s.Lines.First, s.Lines.Last))
	}
	if diff := cmp.Diff([]string{"a key 1-1", "a password 3-4", "a token 3-3"}, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

// TestSmallTargetsHaveNoSurvey checks both bounds.
func TestSmallTargetsHaveNoSurvey(t *testing.T) {
	for _, c := range []struct {
		files, dirs int
		small       bool
	}{{4, 1, true}, {5, 1, false}, {4, 2, false}} {
		d := &luminos.Dossier{Results: luminos.Results{Scan: &luminos.Scan{SurveySignals: luminos.SurveySignals{Files: c.files, Directories: c.dirs}}}}
		if got := tooSmall(d); (got != "") != c.small {
			t.Errorf("%d files in %d directories: %q", c.files, c.dirs, got)
		}
	}
}

// TestTurnsOfTiers compares the turns of each tier, the most and the least.
func TestTurnsOfTiers(t *testing.T) {
	for _, c := range []struct {
		tier            luminos.Tier
		suggested, want int
	}{
		{luminos.TierSkip, 20, 0}, {luminos.TierShallow, 20, 5}, {luminos.TierDefault, 20, 10}, {luminos.TierPriority, 0, 15},
		{luminos.TierPriority, 16, 16}, {luminos.TierPriority, 25, 25}, {luminos.TierPriority, 26, 25},
	} {
		if got := DefaultTurns.of(c.tier, c.suggested); got != c.want {
			t.Errorf("%s with %d turns suggested: %d, want %d", c.tier, c.suggested, got, c.want)
		}
	}
	for _, c := range []struct {
		turns      []int
		over, took int
		want       []int
	}{
		{[]int{10, 4}, 0, 0, []int{10, 4}},
		{[]int{10, 4}, -1, 0, []int{10, 4}},
		{[]int{10, 4}, 1, 1, []int{9, 4}},
		{[]int{10, 4}, 8, 8, []int{3, 3}},
		{[]int{10, 4}, 100, 8, []int{3, 3}},
		{[]int{3, 3}, 1, 0, []int{3, 3}},
		{[]int{5, 5, 3}, 3, 3, []int{3, 4, 3}},
		{[]int{3, 5, 5}, 3, 3, []int{3, 3, 4}},
	} {
		turns := slices.Clone(c.turns)
		if took := cutBack(turns, []int{0, 1, 2}[:len(turns)], c.over); took != c.took || !slices.Equal(turns, c.want) {
			t.Errorf("%v cut back by %d: %v, took %d; want %v, %d", c.turns, c.over, turns, took, c.want, c.took)
		}
	}
}

// TestPoolsOfUnits compares the turns that a unit may borrow.
func TestPoolsOfUnits(t *testing.T) {
	a := allowance{tiers: DefaultTurns, turns: []int{10, 0, 24}, share: 2}
	for _, c := range []struct{ unit, spare, turns, pool int }{
		{0, 0, 10, 2}, {0, 3, 10, 5}, {0, -2, 10, 0}, {0, -3, 10, 0}, {0, 100, 10, 15}, {1, 100, 0, 0}, {2, 0, 24, 1},
	} {
		if turns, pool, why := a.grant(c.unit, c.spare, 9, nil); turns != c.turns || pool != c.pool || why != "" {
			t.Errorf("unit %d with %d turns left below: %d turns, a pool of %d, %q; want %d and %d", c.unit, c.spare, turns, pool, why, c.turns, c.pool)
		}
	}
	open := []*unitResult{{asked: true}, {asked: true}}
	for _, u := range open {
		u.Entries = []luminos.Entry{{Partial: true}}
	}
	if turns, pool, _ := a.grant(0, 5, 9, open); turns != 15 || pool != 2 {
		t.Errorf("with questions below: %d turns and a pool of %d, want 15 and 2", turns, pool)
	}
	edge := func(confidence float64) []*unitResult {
		list := []*unitResult{{asked: true}, {asked: true}}
		for _, u := range list {
			u.Entries = []luminos.Entry{{Confidence: confidence}}
		}
		return list
	}
	for confidence, want := range map[float64]int{0.49: 15, 0.5: 10, 0.8: 10} {
		if got, _ := DefaultTurns.refined(10, 9, 9, edge(confidence)); got != want {
			t.Errorf("units below with a confidence of %v: %d turns, want %d", confidence, got, want)
		}
	}
	for confidence, want := range map[float64]int{0.79: 20, 0.8: 10} {
		if got, _ := DefaultTurns.refined(20, 9, 0, edge(confidence)); got != want {
			t.Errorf("units below with a confidence of %v: %d turns instead of 20, want %d", confidence, got, want)
		}
	}
}

// TestPlansOfOneRunAreJudged checks the bounds from which a plan is doubted.
func TestPlansOfOneRunAreJudged(t *testing.T) {
	units := func(n int) (list []allotted) {
		for range n {
			list = append(list, allotted{turns: 20, toolCalls: 3, toolErrors: 1})
		}
		return append(list, allotted{}) // by rules
	}
	outcome := func(allocated, used int, confidence ...float64) luminos.PlanEvaluation {
		e := luminos.PlanEvaluation{TurnsAllocated: allocated, TurnsUsed: used, OverallUtilization: utilization(used, allocated)}
		for _, c := range confidence {
			e.PerDirectory = append(e.PerDirectory, luminos.EvaluatedDir{Tier: luminos.TierPriority, Confidence: c})
		}
		return e
	}
	for name, c := range map[string]struct {
		units   []allotted
		outcome luminos.PlanEvaluation
		doubts  []string
	}{
		"fits":                 {units(5), outcome(100, 15, 0.3, 0.3), nil},
		"few turns were used":  {units(5), outcome(1000, 149), []string{"the plan fitted badly: 149 of 1000 turns were used"}},
		"of few units":         {units(4), outcome(1000, 149), nil},
		"unsure of priorities": {units(5), outcome(100, 50, 0.3, 0.28), []string{"the plan fitted badly: the mean confidence of 2 directories with priority is 0.29"}},
		"without turns":        {nil, outcome(0, 0, 0.1), nil},
	} {
		var q luminos.Quality
		rate(&q, c.units, c.outcome)
		if diff := cmp.Diff(c.doubts, q.Doubts); diff != "" || c.units != nil && q.ToolErrorRate != 0.333 || q.TurnUtilization != c.outcome.OverallUtilization {
			t.Errorf("%s: %+v (-want +got):\n%s", name, q, diff)
		}
	}
	var q luminos.Quality
	rate(&q, []allotted{{turns: 1, toolCalls: 1, toolErrors: 1}}, outcome(1, 1))
	if q.ToolErrorRate != 1 {
		t.Errorf("one failed call of one: %v", q.ToolErrorRate)
	}
	if got := utilization(1, 3); got != 0.333 {
		t.Errorf("one of three turns: %v", got)
	}
}

// TestQualityOfAReport counts entries around the bound of confidence, and claims that failed.
func TestQualityOfAReport(t *testing.T) {
	r := &run{Options: Options{Clock: (&testTarget{}).now()}, source: newRecorder(fileSource{})}
	d := &luminos.Dossier{
		Results: luminos.Results{Facts: &luminos.Facts{}, Scan: &luminos.Scan{}, Plan: &luminos.Plan{}}, Synthesis: &luminos.Synthesis{},
		Entries: []luminos.Entry{
			{Path: "a", Confidence: 0.7, Completeness: 1, ClaimsFailed: 2}, {Path: "b", Confidence: 0.69, Completeness: 0.5, ClaimsFailed: -5, Partial: true},
			{Path: "c", Confidence: 0.1, Completeness: 0.5},
		},
		Files: []luminos.FileEntry{{Path: "f", ClaimsFailed: 3}, {Path: "g", ClaimsFailed: -1}},
	}
	quality := func() luminos.Quality {
		report := r.report(d, luminos.PlanEvaluation{})
		measure(report)
		r.listDoubtful(report)
		return report.Quality
	}
	q := quality()
	want := luminos.Quality{MeanConfidence: 0.497, MeanCompleteness: 0.667, CitationsRefused: 5, Partial: 1, LowConfidence: []luminos.Path{"c", "b"}, LowConfidenceAll: 2}
	if diff := cmp.Diff(want, q); diff != "" {
		t.Errorf("quality (-want +got):\n%s", diff)
	}
	d.Entries = nil
	for i := range 101 {
		d.Entries = append(d.Entries, luminos.Entry{Path: luminos.Path(fmt.Sprint(i))})
	}
	if q := quality(); len(q.LowConfidence) != 100 {
		t.Errorf("%d entries with a low confidence are listed, want 100", len(q.LowConfidence))
	}
	d.Entries = nil
	if q := quality(); q.MeanConfidence != 0 || q.LowConfidence == nil {
		t.Errorf("without entries: %+v", q)
	}
}

// TestFilesThatModelsRead joins the lists of all units.
func TestFilesThatModelsRead(t *testing.T) {
	got := readBy([]allotted{{read: []luminos.Path{"a"}}, {}, {read: []luminos.Path{"b", "a"}}})
	if diff := cmp.Diff(map[luminos.Path]bool{"a": true, "b": true}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestClaimsAreSortedByPlace has claims that differ in one part each.
func TestClaimsAreSortedByPlace(t *testing.T) {
	at := func(first, last int) *luminos.LineRange { return &luminos.LineRange{First: first, Last: last} }
	claim := func(id, statement string, e luminos.Evidence) luminos.Claim {
		e.Statement = statement
		return luminos.Claim{ID: id, Evidence: e}
	}
	sorted := []luminos.Claim{
		claim("9", "z", luminos.Evidence{Path: "a"}),
		claim("8", "z", luminos.Evidence{Path: "a", Lines: at(1, 9)}),
		claim("7", "z", luminos.Evidence{Path: "a", Lines: at(2, 3)}),
		claim("6", "z", luminos.Evidence{Path: "a", Lines: at(2, 4)}),
		claim("5", "z", luminos.Evidence{Path: "b"}),
		claim("4", "z", luminos.Evidence{Path: "b", Measure: "lines", Value: "1"}),
		claim("3", "y", luminos.Evidence{Path: "b", Measure: "lines", Value: "2"}),
		claim("1", "z", luminos.Evidence{Path: "b", Measure: "lines", Value: "2"}),
		claim("2", "z", luminos.Evidence{Path: "b", Measure: "lines", Value: "2"}),
	}
	got := slices.Clone(sorted)
	slices.Reverse(got)
	slices.SortStableFunc(got, compareClaims)
	if diff := cmp.Diff(sorted, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUnknownSectionsComeBeforeTheDetails orders sections that no rule knows.
func TestUnknownSectionsComeBeforeTheDetails(t *testing.T) {
	section := func(id string) luminos.Section {
		return luminos.Section{ID: id, Questions: []luminos.Question{{}}}
	}
	got := merge(&luminos.Synthesis{}, &luminos.Synthesis{Sections: []luminos.Section{
		section("open_questions"), section("detailed"), section("of_mine"), section("alternatives"), section("another"), section("brief"),
	}}, nil)
	var ids []string
	for _, s := range got.Sections {
		ids = append(ids, s.ID+"|"+s.Title)
		if s.Statements == nil {
			t.Errorf("%s has no list of statements", s.ID)
		}
	}
	want := []string{"brief|brief", "alternatives|alternatives", "of_mine|of mine", "another|another", "detailed|detailed", "open_questions|open questions"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}

// TestReasonsAreCut checks the bounds of texts of an engine.
func TestReasonsAreCut(t *testing.T) {
	if got := oneLine(strings.Repeat("a", 300)); len(got) != 300 {
		t.Errorf("300 characters are cut to %d", len(got))
	}
	if got := oneLine(strings.Repeat("a", 301)); len([]rune(got)) > 300 {
		t.Errorf("301 characters are cut to %d", len([]rune(got)))
	}
	var many []luminos.Path
	for i := range 20 {
		many = append(many, luminos.Path(fmt.Sprint("x", i)))
	}
	if _, notes := cleanPlan(&luminos.Plan{Shallow: planned(many...)}, tree("a")); len(notes) != 20 {
		t.Errorf("%d notes on 20 paths that do not exist", len(notes))
	}
}

// TestPlansMaySkipNineOfTenDirectories checks the bound of skipped directories.
func TestPlansMaySkipNineOfTenDirectories(t *testing.T) {
	for dirs, skipped := range map[int]int{10: 9, 11: 0} {
		var names []string
		var skip []luminos.Path
		for i := range dirs {
			names = append(names, fmt.Sprintf("d%02d", i))
			if i > 0 {
				skip = append(skip, luminos.Path(names[i]))
			}
		}
		if got, _ := restrained(t.Context(), &luminos.Plan{Skip: planned(skip...)}, tree(names...)); len(got.Skip) != skipped {
			t.Errorf("of %d directories %d are skipped, want %d", dirs, len(got.Skip), skipped)
		}
	}
}
