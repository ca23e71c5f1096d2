package investigate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"luminos"
)

// dossierOf returns a dossier with the given directories, each with ten files.
func dossierOf(dirs ...luminos.Path) *luminos.Dossier {
	d := &luminos.Dossier{Results: luminos.Results{
		Scan: &luminos.Scan{SurveySignals: luminos.SurveySignals{Files: 10 * len(dirs)}}, Facts: &luminos.Facts{},
	}}
	for _, p := range dirs {
		d.Entries = append(d.Entries, luminos.Entry{Path: p, Summary: "It is " + string(p) + ".", Basis: luminos.Judged})
		d.Facts.Directories = append(d.Facts.Directories, luminos.DirFacts{Path: p, Files: 10})
	}
	for i := 1; i < len(dirs); i++ {
		d.Facts.Imports.Edges = append(d.Facts.Imports.Edges, luminos.ImportEdge{From: dirs[i], To: dirs[i/2], Files: 1})
	}
	return d
}

// forest returns n directories: the target with three subtrees, one of them flat, one deep, and one with four children a
// directory, sorted.
func forest(n int) []luminos.Path {
	dirs := []luminos.Path{luminos.Root, "deep", "flat", "wide"}
	chain, wide := luminos.Path("deep"), []luminos.Path{"wide"}
	for i := len(dirs); i < n; i++ {
		switch i % 3 {
		case 0:
			if chain = chain.Join("d"); chain.Depth() > 40 {
				chain = luminos.Path(fmt.Sprintf("deep/d%d", i))
			}
			dirs = append(dirs, chain)
		case 1:
			dirs = append(dirs, luminos.Path(fmt.Sprintf("flat/f%04d", i)))
		default:
			wide = append(wide, wide[(len(wide)-1)/4].Join(fmt.Sprint("w", i)))
			dirs = append(dirs, wide[len(wide)-1])
		}
	}
	slices.Sort(dirs)
	return dirs
}

// fakeGrouper answers tasks with the function group.
type fakeGrouper struct {
	*fakeEngine
	items int
	group func(*luminos.GroupTask) ([]luminos.GroupDraft, error)

	mu    sync.Mutex
	tasks []luminos.GroupTask
}

func (g *fakeGrouper) GroupItems() int { return cmp.Or(g.items, 300) }

func (g *fakeGrouper) Group(_ context.Context, _ *luminos.Dossier, t *luminos.GroupTask) ([]luminos.GroupDraft, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tasks = append(g.tasks, *t)
	return g.group(t)
}

// dealt deals the items of a task to the permitted number of groups.
func dealt(t *luminos.GroupTask) ([]luminos.GroupDraft, error) {
	drafts := make([]luminos.GroupDraft, t.Most)
	for i := range drafts {
		drafts[i] = luminos.GroupDraft{Name: "Group", Summary: fmt.Sprint("It is ", i), Reason: "In turn."}
	}
	for i := range t.Items {
		d := &drafts[i%len(drafts)]
		d.Items = append(d.Items, i)
	}
	return drafts, nil
}

// grouped returns the groups of the directories of d that the grouper makes, and its error.
func grouped(ctx context.Context, d *luminos.Dossier, by Grouper) (luminos.Grouping, error) {
	g := grouping{run: &run{memory: &memory{}}, dossier: d, by: by}
	g.all(ctx)
	return g.Grouping, g.failed
}

// unsound returns why the groups are not sound, or "".
func unsound(d *luminos.Dossier, g *luminos.Grouping, most int) string {
	in, names := map[luminos.Path]int{}, map[string]int{}
	for _, group := range g.Groups {
		names[group.Name]++
		for _, p := range group.Members {
			in[p]++
		}
		if group.Files != 10*len(group.Members) || !slices.IsSortedFunc(group.Members, luminos.Path.CompareTree) {
			return fmt.Sprintf("group %+v", group)
		}
		if group.Name == "" || len(group.Members) == 0 || group.Basis == "" || names[group.Name] > 1 {
			return fmt.Sprintf("group %+v", group)
		}
	}
	for i := range d.Entries {
		if p := d.Entries[i].Path; in[p] != 1 {
			return fmt.Sprintf("%s is in %d groups", p, in[p])
		}
	}
	if len(in) != len(d.Entries) || len(g.Groups) > most {
		return fmt.Sprintf("%d directories in %d groups, want %d in at most %d", len(in), len(g.Groups), len(d.Entries), most)
	}
	domains := map[string]int{}
	for _, domain := range g.Domains {
		for _, name := range domain.Groups {
			domains[name]++
		}
	}
	for name, n := range domains {
		if n != 1 || names[name] != 1 || len(domains) != len(names) || len(g.Domains) > 8 {
			return fmt.Sprintf("the group %s is in %d of %d domains, which have %d of %d groups", name, n, len(g.Domains), len(domains), len(names))
		}
	}
	return ""
}

// Each directory of a target is in exactly one group, in any tree and after any answer of the engine.
func TestEachDirectoryIsInOneGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{9, 31, 40, 150, 151, 400}).Draw(t, "directories")
		d := dossierOf(forest(n)...)
		by := &fakeGrouper{items: rapid.IntRange(10, 300).Draw(t, "items")}
		by.group = func(task *luminos.GroupTask) ([]luminos.GroupDraft, error) {
			drafts := make([]luminos.GroupDraft, rapid.IntRange(0, 12).Draw(t, "groups"))
			for i := range drafts {
				d := &drafts[i]
				d.Name = rapid.SampledFrom([]string{"", "a", "A", "b\xff", "flat"}).Draw(t, "name")
				d.Items = rapid.SliceOfN(rapid.IntRange(-2, len(task.Items)+2), 0, len(task.Items)).Draw(t, "members")
			}
			if rapid.Bool().Draw(t, "fails") {
				return drafts, errors.New("no answer")
			}
			return drafts, nil
		}
		g, _ := grouped(context.Background(), d, by)
		if problem := unsound(d, &g, levelsOf(d).most); problem != "" {
			t.Fatal(problem)
		}
		for _, task := range by.tasks {
			if len(task.Items) > by.items || task.Fewest > task.Most || task.Part > task.Parts {
				t.Fatalf("a task with %d items, %d to %d groups", len(task.Items), task.Fewest, task.Most)
			}
		}
	})
}

// The conversations about a large target are few, and have items of about equal number.
func TestTasksOfALargeTarget(t *testing.T) {
	var flat []luminos.Path
	for i := range 5000 {
		flat = append(flat, luminos.Path(fmt.Sprintf("flat/%05d", i)))
	}
	for name, c := range map[string]struct {
		dirs         []luminos.Path
		items, tasks int
		least        int // items of a task
	}{
		"fits":           {forest(31), 300, 1, 31},
		"very large":     {forest(2000), 300, 3, 100},
		"without a tree": {append([]luminos.Path{".", "flat"}, flat...), 300, 6, 200},
		"little room":    {forest(2000), 20, 8, 10},
		"few items":      {forest(100), 10, 4, 5},
	} {
		d := dossierOf(c.dirs...)
		by := &fakeGrouper{items: c.items, group: dealt}
		g, err := grouped(t.Context(), d, by)
		if problem := unsound(d, &g, levelsOf(d).most); problem != "" || err != nil || g.Repairs != (luminos.Repairs{}) {
			t.Errorf("%s: %s, %v, %+v", name, problem, err, g.Repairs)
		}
		tasks := by.tasks
		if tasks[len(tasks)-1].Domains {
			tasks = tasks[:len(tasks)-1]
		}
		if (len(g.Domains) > 0) != (d.Size() == luminos.SizeXLarge) || len(tasks) != c.tasks {
			t.Errorf("%s: %d tasks and %d domains, want %d tasks", name, len(tasks), len(g.Domains), c.tasks)
		}
		units := map[luminos.Path]bool{}
		for _, task := range tasks {
			units[task.Unit] = true
			if n := len(task.Items); n > c.items || n < c.least {
				t.Errorf("%s: %d items in part %d", name, n, task.Part)
			}
			for i, item := range task.Items {
				if slices.Contains(item.Imports, i) || len(item.Imports) > itemImports || !item.Members[0].Within(item.Path) {
					t.Errorf("%s: item %+v", name, item)
				}
			}
		}
		if len(units) != len(tasks) || units[""] {
			t.Errorf("%s: the conversations are named %v", name, units)
		}
	}
}

// The table has answers, with the groups after their repair.
func TestRepairsOfGroups(t *testing.T) {
	var items []luminos.GroupItem
	for _, p := range []luminos.Path{".", "a", "a/x", "a/x/y", "a/z", "b", "b/x"} {
		items = append(items, luminos.GroupItem{Path: p})
	}
	type lists = [][]int
	for name, c := range map[string]struct {
		in, want lists
		repairs  luminos.Repairs
		problem  string
	}{
		"sound":                 {in: lists{{0, 1, 2, 3, 4}, {5, 6}}, want: lists{{0, 1, 2, 3, 4}, {5, 6}}},
		"to the one above":      {lists{{0, 1, 6}, {5, 2}}, lists{{0, 1, 4, 6}, {2, 3, 5}}, luminos.Repairs{Missing: 2}, ""},
		"to the one beside":     {lists{{0, 5}, {2, 4}}, lists{{0, 5, 6}, {1, 2, 3, 4}}, luminos.Repairs{Missing: 3}, ""},
		"doubled":               {lists{{0, 1, 2, 3}, {3, 2, 4, 5, 6}}, lists{{0, 1, 2, 3}, {4, 5, 6}}, luminos.Repairs{Doubled: 2}, ""},
		"invented":              {lists{{0, 1, 2, 7}, {-1, 3, 4, 5, 6}}, lists{{0, 1, 2}, {3, 4, 5, 6}}, luminos.Repairs{Invented: 2}, ""},
		"the same twice":        {in: lists{{0, 1, 2, 2}, {3, 4, 5, 6}}, want: lists{{0, 1, 2}, {3, 4, 5, 6}}},
		"too many":              {lists{{0, 1}, {2, 3}, {4}, {5, 6}}, lists{{0, 1, 4}, {2, 3}, {5, 6}}, luminos.Repairs{Missing: 0, Surplus: 1}, ""},
		"with an empty one":     {in: lists{{0, 1, 2}, {}, {3, 4, 5, 6}}, want: lists{{0, 1, 2}, {3, 4, 5, 6}}},
		"few items":             {in: lists{{0, 1}, {4}, {9, 9}}, problem: "the groups have 3 of 7 items"},
		"all in one":            {in: lists{{0, 1, 2, 3, 4, 5, 6}}, problem: "all of 7 items are in one group"},
		"nothing":               {problem: "the groups have 0 of 7 items"},
		"one and what it lacks": {in: lists{{0, 1, 2, 3}, {99}}, problem: "all of 7 items are in one group"},
	} {
		var drafts []luminos.GroupDraft
		for _, l := range c.in {
			drafts = append(drafts, luminos.GroupDraft{Name: "x", Items: l})
		}
		got, r, err := repaired(&luminos.GroupTask{Items: items, Fewest: 2, Most: 3}, drafts)
		if c.problem != "" {
			if err == nil || err.Error() != c.problem {
				t.Errorf("%s: %v, want %s", name, err, c.problem)
			}
			continue
		}
		var groups lists
		for _, d := range got {
			groups = append(groups, d.Items)
		}
		if diff := gocmp.Diff(c.want, groups); diff != "" || r != c.repairs || err != nil {
			t.Errorf("%s: %+v, %v (-want +got):\n%s", name, r, err, diff)
		}
	}
}

// newLargeTarget returns a target of 40 directories.
func newLargeTarget(t *testing.T) *testTarget {
	t.Helper()
	w := newTestTarget(t)
	for i := range 20 {
		write(t, w.dir, fmt.Sprintf("more/m%02d/a.go", i), fmt.Sprintf("package m%02d\n", i))
	}
	return w
}

// runGrouper runs an investigation with the grouper.
func runGrouper(t *testing.T, w *testTarget, by *fakeGrouper) *luminos.Report {
	t.Helper()
	opts := by.options()
	opts.Engine = by
	r, err := w.remembered(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Groups are stored: they are asked for again only if something changed on which they depend, or if they failed.
func TestGroupsAreStored(t *testing.T) {
	t.Parallel()
	w := newLargeTarget(t)
	ask := func(fails bool) (*luminos.Report, int) {
		by := &fakeGrouper{fakeEngine: &fakeEngine{}, group: dealt}
		if fails {
			by.group = func(*luminos.GroupTask) ([]luminos.GroupDraft, error) { return nil, errBroken }
		}
		r := runGrouper(t, w, by)
		return r, len(by.tasks)
	}
	failed, n := ask(true)
	if q := failed.Quality.Degraded; n != 1 || len(q) != 1 || q[0].Pass != luminos.PassGrouping || q[0].Reason != errBroken.Error() {
		t.Fatalf("%d calls, degraded %v", n, q)
	}
	if g := failed.Grouping; g == nil || len(g.Groups) < 3 || g.Groups[0].Basis != luminos.Derived {
		t.Fatalf("rules made the groups %+v", g)
	}
	r, n := ask(false)
	if n != 1 || r.Grouping == nil || len(r.Grouping.Groups) != 10 || r.Grouping.Groups[0].Basis != luminos.Judged || r.Grouping.Domains != nil {
		t.Fatalf("after a failure: %d calls, %+v", n, r.Grouping)
	}
	if again, n := ask(false); n != 0 || !again.Run.Memory.Unchanged || len(again.Grouping.Groups) != 10 {
		t.Errorf("unchanged: %d calls, %+v", n, again.Grouping)
	}
	write(t, w.dir, "more/m03/a.go", "package b\n") // its entry stays
	if again, n := ask(false); n != 0 || gocmp.Diff(r.Grouping, again.Grouping) != "" {
		t.Errorf("an edit that changed no entry: %d calls, %+v", n, again.Grouping)
	}
	write(t, w.dir, "more/m03/b.go", "package b\n")
	if again, n := ask(false); n != 1 || len(again.Grouping.Groups) != 10 {
		t.Errorf("after an edit that changed entries: %d calls, %+v", n, again.Grouping)
	}
}

// Small targets and rules have no groups, and their reports do not speak of them.
func TestTargetsWithoutGroups(t *testing.T) {
	t.Parallel()
	small, large := newTestTarget(t), newLargeTarget(t)
	by := &fakeGrouper{fakeEngine: &fakeEngine{}, group: dealt}
	if r := runGrouper(t, small, by); r.Grouping != nil || len(by.tasks) > 0 {
		t.Errorf("a target of medium size: %+v", r.Grouping)
	}
	if r := large.mustRun(t, &fakeEngine{}, 1); r.Grouping != nil || len(r.Quality.Degraded) > 0 {
		t.Errorf("without a grouper: %+v, %v", r.Grouping, r.Quality.Degraded)
	}
}

// Rules group as well as an engine whose answers cannot be used.
func TestGarbageIsReplacedByRules(t *testing.T) {
	d := dossierOf(forest(2000)...)
	garbage := func(*luminos.GroupTask) ([]luminos.GroupDraft, error) {
		return []luminos.GroupDraft{{Name: "everything", Items: []int{-1, 5000}}, {Name: strings.Repeat("x", 1<<20)}}, nil
	}
	g, err := grouped(t.Context(), d, &fakeGrouper{group: garbage})
	if problem := unsound(d, &g, 30); problem != "" || err == nil || len(g.Groups) < 10 || len(g.Domains) < 3 {
		t.Fatalf("%s: %d groups and %d domains, %v", problem, len(g.Groups), len(g.Domains), err)
	}
	largest := 0
	for _, group := range g.Groups {
		largest = max(largest, len(group.Members))
		if group.Basis != luminos.Derived || len(group.Name) > 200 {
			t.Errorf("group %+v", group)
		}
	}
	if largest > 2000/5 {
		t.Errorf("the largest group has %d directories", largest)
	}
}

var _ Grouper = (*fakeGrouper)(nil)
