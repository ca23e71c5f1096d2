package investigate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"luminos"
)

// tree makes directories of "path" or "path:files", with all that are above them.
func tree(specs ...string) *luminos.Facts {
	files := map[luminos.Path]int{luminos.Root: 0}
	for _, s := range specs {
		path, n := s, 1
		if name, count, ok := strings.Cut(s, ":"); ok {
			path = name
			fmt.Sscan(count, &n)
		}
		for p := luminos.Path(path).Dir(); p != luminos.Root; p = p.Dir() {
			files[p] += 0
		}
		files[luminos.Path(path)] = n
	}
	f := &luminos.Facts{}
	for p, n := range files {
		f.Directories = append(f.Directories, luminos.DirFacts{Path: p, Files: n})
	}
	slices.SortFunc(f.Directories, func(a, b luminos.DirFacts) int {
		if (a.Path == luminos.Root) != (b.Path == luminos.Root) {
			return map[bool]int{true: -1, false: 1}[a.Path == luminos.Root]
		}
		return strings.Compare(string(a.Path), string(b.Path))
	})
	return f
}

func planned(paths ...luminos.Path) (list []luminos.PlannedDir) {
	for _, p := range paths {
		list = append(list, luminos.PlannedDir{Path: p})
	}
	return list
}

func pathsIn(list []luminos.PlannedDir) string {
	var s []string
	for _, d := range list {
		s = append(s, fmt.Sprintf("%s=%d", d.Path, d.Turns))
	}
	return strings.Join(s, " ")
}

func TestAPlanIsCleaned(t *testing.T) {
	facts := tree(".:3", "a:2", "a/b:1", "c:1", "d:1", "vendor:9")
	facts.Directories[slices.IndexFunc(facts.Directories, func(d luminos.DirFacts) bool { return d.Path == "vendor" })].Role = luminos.DirVendored
	for name, c := range map[string]struct {
		plan                    luminos.Plan
		priority, shallow, skip string
		order                   string
		notes                   []string // a part of each
	}{
		"a plan that is right": {
			plan:     luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a", Turns: 20}}, Shallow: planned("c"), Skip: planned("d"), Order: breadthFirst},
			priority: "a=20", shallow: "c=5", skip: "d=0", order: breadthFirst,
		},
		"paths in other words": {
			plan:     luminos.Plan{Priority: planned("./a/", "/c"), Shallow: planned("a//b", " d "), Order: leafFirst},
			priority: "a=15 c=15", shallow: "a/b=5 d=5", order: leafFirst,
		},
		"paths that were invented": {
			plan:  luminos.Plan{Priority: planned("nowhere", "../a", "", "a/../../etc"), Order: leafFirst},
			order: leafFirst, notes: []string{`"nowhere" does not exist`, `"../a" does not exist`, `"" does not exist`, `"a/../../etc" does not exist`},
		},
		"one directory in every list": {
			plan:     luminos.Plan{Priority: planned("a", "a", "c"), Shallow: planned("a", "c", "d"), Skip: planned("a"), Order: leafFirst},
			priority: "c=15", shallow: "d=5", skip: "a=0", order: leafFirst,
		},
		"huge turns": {
			plan:     luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a", Turns: 1 << 30}, {Path: "c", Turns: -7}, {Path: "d", Turns: 16}}, Order: leafFirst},
			priority: "a=25 c=15 d=16", order: leafFirst,
		},
		"the target skipped": {
			plan:     luminos.Plan{Priority: planned("."), Skip: planned(".", "c"), Order: leafFirst},
			priority: ".=15", skip: "c=0", order: leafFirst, notes: []string{"never skipped"},
		},
		"an order that is none": {
			plan: luminos.Plan{Order: "as you\nlike"}, order: leafFirst, notes: []string{"is not known"},
		},
		"no order": {order: leafFirst},
	} {
		got, notes := cleanPlan(&c.plan, facts)
		if pathsIn(got.Priority) != c.priority || pathsIn(got.Shallow) != c.shallow || pathsIn(got.Skip) != c.skip || got.Order != c.order {
			t.Errorf("%s: got %s | %s | %s, %s", name, pathsIn(got.Priority), pathsIn(got.Shallow), pathsIn(got.Skip), got.Order)
		}
		if len(notes) != len(c.notes) {
			t.Errorf("%s: notes %q", name, notes)
			continue
		}
		for i := range notes {
			if !strings.Contains(notes[i], c.notes[i]) {
				t.Errorf("%s: note %q, want %q in it", name, notes[i], c.notes[i])
			}
		}
	}
}

func TestAPlanThatSkipsAllKeepsWhatRulesSkip(t *testing.T) {
	facts := tree("a", "b", "c", "vendor:9")
	facts.Directories[slices.IndexFunc(facts.Directories, func(d luminos.DirFacts) bool { return d.Path == "vendor" })].Role = luminos.DirVendored
	clean, _ := cleanPlan(&luminos.Plan{Skip: planned("a", "b", "c", "vendor"), Shallow: planned("a/..//b")}, facts)
	got, notes := restrained(t.Context(), clean, facts)
	if pathsIn(got.Skip) != "vendor=0" || pathsIn(clean.Skip) != "a=0 b=0 c=0 vendor=0" || len(notes) != 1 || !strings.Contains(notes[0], "4 of 4 directories") {
		t.Errorf("skipped %s of %s, notes %q", pathsIn(got.Skip), pathsIn(clean.Skip), notes)
	}
	if got, notes := restrained(t.Context(), &luminos.Plan{Skip: planned("a", "b", "vendor")}, facts); len(got.Skip) != 3 || len(notes) > 0 {
		t.Errorf("a plan that skips three of four is held back: %q", notes)
	}
}

// A planner that a file has taken over cannot hide the code that all other code imports.
func TestPlanKeepsDirectoriesThatRulesCallCentral(t *testing.T) {
	facts := tree("a", "a/core", "b", "c")
	facts.Imports.Centrality = []luminos.DirRank{{Path: "a/core", Score: 1, ImportedBy: 3}}
	for i := range facts.Directories {
		facts.Directories[i].Code = 100
	}
	for _, c := range []struct{ skip, want, note string }{
		{"a/core", "", `"a/core" is not skipped: rules give priority to "a/core" (Imported by 3 directories`},
		{"a", "", `"a" is not skipped: rules give priority to "a/core"`},
		{"b", "b=0", ""},
	} {
		got, notes := restrained(t.Context(), &luminos.Plan{Skip: planned(luminos.Path(c.skip))}, facts)
		if all := strings.Join(notes, "\n"); pathsIn(got.Skip) != c.want || !strings.Contains(all, c.note) || (c.note == "") != (all == "") {
			t.Errorf("skipping %s: skipped %q, notes %q", c.skip, pathsIn(got.Skip), all)
		}
	}
}

func TestReasonsOfAPlanAreOneLine(t *testing.T) {
	long := strings.Repeat("é\n\x1b[31m ", 400)
	got, _ := cleanPlan(&luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a", Reason: long}}, Notes: long}, tree("a"))
	for _, s := range []string{got.Priority[0].Reason, got.Notes} {
		if n := len([]rune(s)); n > reasonMost || strings.ContainsAny(s, "\n\x1b") || n < reasonMost/2 {
			t.Errorf("%d characters: %q", n, s)
		}
	}
}

func TestManyInventedPathsAreCounted(t *testing.T) {
	var all []luminos.Path
	for i := range 500 {
		all = append(all, luminos.Path(fmt.Sprint("x", i)))
	}
	_, notes := cleanPlan(&luminos.Plan{Skip: planned(all...)}, tree("a"))
	if len(notes) != notesMost+1 || !strings.Contains(notes[notesMost], "480 more") {
		t.Errorf("%d notes, the last %q", len(notes), notes[len(notes)-1])
	}
}

// cutOf shows units as their directories.
func cutOf(facts *luminos.Facts, plan *luminos.Plan) []string {
	x := indexFacts(&luminos.Dossier{Results: luminos.Results{Facts: facts, Scan: &luminos.Scan{}, Plan: plan}}, false)
	var out []string
	for _, members := range cut(facts.Directories, x.tier, true).units {
		var s []string
		for _, i := range members {
			s = append(s, string(facts.Directories[i].Path))
		}
		out = append(out, strings.Join(s, " "))
	}
	return out
}

func TestUnitsAreCutFromTheTree(t *testing.T) {
	for name, c := range map[string]struct {
		facts *luminos.Facts
		plan  luminos.Plan
		want  []string
	}{
		"a chain is one":           {facts: tree("a/b/c:9", "d:9", ".:1"), want: []string{".", "a a/b a/b/c", "d"}},
		"a target that is a chain": {facts: tree("a/b:9"), want: []string{". a a/b"}},
		"tiny leaves join":         {facts: tree(".:1", "a:3", "b:4", "c/d:9", "c/e:1", "c:1"), want: []string{". a", "b", "c c/e", "c/d"}},
		"but not as many as there are": {
			facts: tree(".:1", "a", "b", "c", "d", "e", "f", "g", "h", "i"), want: []string{". a b c d e f g", "h", "i"},
		},
		"nor where their parent is full": {facts: tree(".:59", "a:1", "b:1"), want: []string{". a", "b"}},
		"also of another tier":           {facts: tree(".:1", "a", "b"), plan: luminos.Plan{Shallow: planned("b")}, want: []string{". a b"}},
		"what is skipped is alone": {
			facts: tree(".:0", "v/w/x", "v/w/y", "v/w:0"), plan: luminos.Plan{Skip: planned("v")}, want: []string{".", "v", "v/w", "v/w/x", "v/w/y"},
		},
		"a long chain is cut": {
			facts: tree("a/b/c/d/e/f/g/h/i/j:1"), want: []string{". a a/b a/b/c a/b/c/d a/b/c/d/e a/b/c/d/e/f a/b/c/d/e/f/g",
				"a/b/c/d/e/f/g/h a/b/c/d/e/f/g/h/i a/b/c/d/e/f/g/h/i/j"},
		},
	} {
		if diff := cmp.Diff(c.want, cutOf(c.facts, &c.plan)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// wild draws a tree and a plan for it.
func wild(t *rapid.T) (*luminos.Facts, *luminos.Plan) {
	specs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "-", "c d"}), 1, 12).Draw(t, "parts")
		return fmt.Sprintf("%s:%d", strings.Join(parts, "/"), rapid.IntRange(0, 70).Draw(t, "files"))
	}), 0, 40).Draw(t, "dirs")
	facts := tree(specs...)
	p := &luminos.Plan{Order: rapid.SampledFrom([]string{leafFirst, priorityFirst, breadthFirst}).Draw(t, "order")}
	for i := range facts.Directories {
		d := luminos.PlannedDir{Path: facts.Directories[i].Path, Turns: rapid.IntRange(-5, 40).Draw(t, "turns")}
		switch rapid.IntRange(0, 9).Draw(t, "tier") {
		case 0, 1, 2:
			p.Priority = append(p.Priority, d)
		case 3:
			p.Shallow = append(p.Shallow, d)
		case 4:
			if d.Path != luminos.Root {
				p.Skip = append(p.Skip, d)
			}
		}
	}
	return facts, p
}

// TestTurnsStayWithinTheBudget uses up to all turns that each unit has and may
// borrow. Together they must not exceed the budget.
func TestTurnsStayWithinTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts, plan := wild(t)
		dirs := facts.Directories
		x := indexFacts(&luminos.Dossier{Results: luminos.Results{Facts: facts, Scan: &luminos.Scan{}, Plan: plan}}, false)
		f := cut(dirs, x.tier, rapid.Bool().Draw(t, "group"))
		a := allot(DefaultTurns, f, dirs, x.tier, plan)
		done, used := make([]unitResult, len(f.units)), 0
		for u := len(f.units) - 1; u >= 0; u-- { // children come after their parents
			spare, n := 0, 0
			var below []*unitResult
			for _, b := range f.below[u] {
				spare += done[b].spare
				below = append(below, &done[b])
			}
			turns, pool, why := a.grant(u, spare, rapid.IntRange(0, 5).Draw(t, "own"), below)
			if (why == "") != (turns == a.turns[u]) {
				t.Fatalf("%d turns instead of %d: %q", turns, a.turns[u], why)
			}
			if skip := x.tier[f.units[u][0]] == luminos.TierSkip; skip != (a.turns[u] == 0) || !skip && (a.turns[u] < LeastTurns || a.turns[u] > DefaultTurns.Most) {
				t.Fatalf("unit %v has %d turns", f.units[u], a.turns[u])
			} else if !skip {
				if pool < 0 || turns < LeastTurns || turns+pool > DefaultTurns.Most {
					t.Fatalf("a pool of %d beside %d turns", pool, turns)
				}
				n = rapid.IntRange(0, turns+pool).Draw(t, "used")
			}
			entry := luminos.Entry{Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"), Partial: rapid.Bool().Draw(t, "partial")}
			done[u] = unitResult{asked: turns > 0, spare: spare + a.turns[u] - n, Findings: luminos.Findings{Entries: []luminos.Entry{entry}}}
			used += n
		}
		if budget := DefaultTurns.Default * len(dirs); used > budget {
			t.Fatalf("%d turns were used of a budget of %d", used, budget)
		}
	})
}

// TestPlansAreRefined compares the turns of a unit after different results below it.
func TestPlansAreRefined(t *testing.T) {
	below := func(confidence ...float64) (list []*unitResult) {
		for _, c := range confidence {
			list = append(list, &unitResult{asked: true, Findings: luminos.Findings{Entries: []luminos.Entry{{Confidence: c, Partial: c == 0}}}})
		}
		return list
	}
	worked := func(given, used int, confidence float64) []*unitResult {
		list := below(confidence, confidence)
		list[0].given, list[1].given, list[0].Turns, list[1].Turns = given, given, used, used
		return list
	}
	failed, skipped := below(0)[0], below(0)[0]
	failed.failed, skipped.asked = errors.New("no answer"), false
	for name, c := range map[string]struct {
		planned, spare, own int
		below               []*unitResult
		want                int
		why                 string
	}{
		"questions below":              {10, 9, 9, below(0, 0.4, 0.9), 15, "2 of 3 units below it left questions"},
		"questions below a small one":  {5, 9, 9, below(0.1, 0.1), 10, "2 of 2 units"},
		"questions, and little left":   {10, 2, 9, below(0, 0), 12, "2 of 2 units"},
		"questions, and nothing left":  {10, -2, 9, below(0, 0), 10, ""},
		"questions, and deep enough":   {15, 9, 9, below(0, 0), 15, ""},
		"half of it is no reason":      {10, 9, 9, below(0, 0.9), 10, ""},
		"one unit is no reason":        {10, 9, 9, below(0), 10, ""},
		"questions beside a failure":   {10, 9, 9, append([]*unitResult{failed, skipped}, below(0, 0)...), 15, "2 of 2 units"},
		"failed or skipped units":      {10, 9, 9, append(below(0), failed, skipped), 10, ""},
		"all is understood":            {20, 0, 2, below(0.8, 0.9), 10, "all 2 units below it are understood, and it holds 2 files itself"},
		"understood, but it has much":  {20, 0, 3, below(0.9, 0.9), 20, ""},
		"understood, but for one":      {20, 0, 0, below(0.9, 0.7), 20, ""},
		"understood, and no more than": {10, 0, 0, below(0.9, 0.9), 10, ""},
		"little was used below":        {18, 0, 9, worked(10, 3, 0.7), 9, "2 units below it used 6 of 20"},
		"little of few turns":          {5, 0, 9, worked(10, 3, 0.7), 5, ""},
		"never fewer than shallow":     {7, 0, 9, worked(10, 3, 0.7), 5, "5 turns instead of 7"},
		"a third was used":             {18, 0, 9, worked(9, 3, 0.7), 18, ""},
		"little, and questions left":   {18, 0, 9, worked(10, 3, 0.4), 18, ""},
	} {
		if got, why := DefaultTurns.refined(c.planned, c.spare, c.own, c.below); got != c.want || !strings.Contains(why, c.why) || (why == "") != (c.why == "") {
			t.Errorf("%s: %d turns, as %q; want %d, as %q", name, got, why, c.want, c.why)
		}
	}
}

func TestPriorityIsCutBackLast(t *testing.T) {
	facts := tree(".:9", "a:9", "b:9", "c:9", "d:9")
	for _, c := range []struct {
		plan luminos.Plan
		want []int // of ., a, b, c, d
		rest int
	}{
		{luminos.Plan{}, []int{10, 10, 10, 10, 10}, 0},
		{luminos.Plan{Shallow: planned("a", "b")}, []int{10, 5, 5, 10, 10}, 2},
		{luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a", Turns: 25}}}, []int{6, 25, 6, 6, 7}, 0},
		{luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a", Turns: 25}, {Path: "b", Turns: 25}, {Path: "c", Turns: 25}, {Path: "d", Turns: 25}}}, []int{3, 11, 12, 12, 12}, 0},
		{luminos.Plan{Skip: planned("a", "b", "c", "d")}, []int{10, 0, 0, 0, 0}, 40},
	} {
		x := indexFacts(&luminos.Dossier{Results: luminos.Results{Facts: facts, Scan: &luminos.Scan{}, Plan: &c.plan}}, false)
		a := allot(DefaultTurns, cut(facts.Directories, x.tier, true), facts.Directories, x.tier, &c.plan)
		if diff := cmp.Diff(c.want, a.turns); diff != "" || a.share != c.rest {
			t.Errorf("share %d, turns (-want +got):\n%s", a.share, diff)
		}
	}
}
