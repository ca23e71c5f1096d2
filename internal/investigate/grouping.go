package investigate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// Grouper sorts the directories of a large target into groups by meaning.
type Grouper interface {
	// Group sorts the items of a task into groups. The caller repairs its answer.
	Group(context.Context, *luminos.Dossier, *luminos.GroupTask) ([]luminos.GroupDraft, error)
	// GroupItems returns the number of items that a task may have, so that its conversation keeps its bounds.
	GroupItems() int
}

// levels holds the bounds of the numbers of groups and domains for a size of the target.
type levels struct {
	fewest, most int // groups
	parts        int // conversations about directories
	domains      [2]int
}

// Bounds of the groups. One part has at least two groups, so that the groups of all parts are at most levels.most.
var (
	largeLevels  = levels{fewest: 3, most: 10, parts: 4}
	xlargeLevels = levels{fewest: 10, most: 30, parts: 8, domains: [2]int{3, 8}}
)

// leastGrouped is the number of directories below which groups would say no more than the directories.
const leastGrouped = 9

// group returns the pass that sorts the directories of a large target into groups, and many groups into domains.
func group(r *run) pass {
	by, _ := r.engine.(Grouper)
	var got *luminos.Grouping
	use := func(_ context.Context, d *luminos.Dossier) { d.Grouping = got }
	return pass{name: luminos.PassGrouping, version: 1, text: "Grouping directories",
		skip: func(d *luminos.Dossier) string { return ungrouped(by, d) },
		run: func(ctx context.Context, d *luminos.Dossier) error {
			g := grouping{run: r, dossier: d, by: by}
			g.all(ctx)
			got = &g.Grouping
			return g.failed
		},
		kept:     &keptResult{by: r.engine, value: &got, basis: groupingBasis, use: use},
		instead:  "rules grouped directories by their place in the tree",
		fallback: use,
	}
}

// ungrouped returns why the directories are not grouped, or "".
func ungrouped(by Grouper, d *luminos.Dossier) string {
	switch {
	case by == nil:
		return "no model is asked"
	case d.Size() < luminos.SizeLarge:
		return "the target is not large"
	case len(d.Entries) < leastGrouped:
		return "there are few directories"
	}
	return ""
}

// groupingBasis returns everything on which the groups depend, besides the engine and the paths of the directories.
func groupingBasis(d *luminos.Dossier) (basis []string) {
	for i := range d.Entries {
		basis = append(basis, d.Entries[i].Summary)
	}
	for i := range d.Facts.Directories {
		basis = append(basis, fmt.Sprint(d.Facts.Directories[i].Files))
	}
	edges, _ := json.Marshal(d.Facts.Imports.Edges) // plain values
	survey := ""
	if d.Survey != nil {
		survey = d.Survey.Description
	}
	return append(basis, string(edges), survey, fmt.Sprint(d.Size()))
}

// grouping is the state of the pass: the groups so far.
type grouping struct {
	*run
	luminos.Grouping
	dossier *luminos.Dossier
	by      Grouper
	failed  error // the first failure of a conversation
}

// all groups the directories and then the groups. Rules replace the answers that cannot be used.
func (g *grouping) all(ctx context.Context) {
	tasks := groupTasks(g.dossier, g.by.GroupItems())
	for i := range tasks {
		t := &tasks[i]
		drafts, basis := g.ask(ctx, t)
		for _, d := range drafts {
			group := luminos.Group{Name: d.Name, Summary: d.Summary, Reason: d.Reason, Basis: basis}
			for _, k := range d.Items {
				group.Members = append(group.Members, t.Items[k].Members...)
				group.Files += t.Items[k].Files
			}
			slices.SortFunc(group.Members, luminos.Path.CompareTree)
			g.Groups = append(g.Groups, group)
		}
	}
	uniqueNames(g.Groups)
	if t := domainTask(g.dossier, g.Groups); t != nil {
		drafts, basis := g.ask(ctx, t)
		for _, d := range drafts {
			domain := luminos.Domain{Name: d.Name, Summary: d.Summary, Reason: d.Reason, Basis: basis}
			for _, k := range d.Items {
				domain.Groups = append(domain.Groups, t.Items[k].Name)
			}
			g.Domains = append(g.Domains, domain)
		}
	}
	if total := g.Repairs; total != (luminos.Repairs{}) {
		text := fmt.Sprintf("groups repaired: %s in no group, %d in several, %d that do not exist, %s too many",
			words.Plural(total.Missing, "item"), total.Doubled, total.Invented, words.Plural(total.Surplus, "group"))
		g.note(luminos.PassGrouping, "", text)
	}
}

// ask returns the groups of the items of a task, repaired, and their basis. If the engine fails or its answer is not
// usable, or if the task has too many items for it, the groups are of the rules.
func (g *grouping) ask(ctx context.Context, t *luminos.GroupTask) ([]luminos.GroupDraft, luminos.Basis) {
	if n := len(t.Items); n > g.by.GroupItems() {
		text := fmt.Sprintf("no model is asked about %s: one call has no room for them", words.Plural(n, "group"))
		g.note(luminos.PassGrouping, "", text)
		return g.byRules(ctx, t), luminos.Derived
	}
	g.conversations = append(g.conversations, luminos.Conversation(luminos.PassGrouping, t.Unit))
	drafts, err := guarded(g.run, luminos.PassGrouping, t.Unit, func() ([]luminos.GroupDraft, error) {
		return g.by.Group(ctx, g.dossier, t)
	})
	if err == nil {
		var repairs luminos.Repairs
		if drafts, repairs, err = repaired(t, drafts); err == nil {
			g.Repairs = g.Repairs.Plus(repairs)
			return drafts, luminos.Judged
		}
	}
	if g.failed == nil {
		g.failed = err
	}
	return g.byRules(ctx, t), luminos.Derived
}

// byRules returns the groups of the items of a task by their place in the tree.
func (g *grouping) byRules(ctx context.Context, t *luminos.GroupTask) []luminos.GroupDraft {
	drafts, _ := g.rules.Group(ctx, g.dossier, t) // rules do not fail
	for i := range drafts {
		drafts[i] = tidyGroup(t, drafts[i])
	}
	return drafts
}

// groupTasks returns the tasks that sort the directories of the target, each with at most most items.
func groupTasks(d *luminos.Dossier, most int) (tasks []luminos.GroupTask) {
	of := levelsOf(d)
	parts := cutItems(groupItems(d, most, of.parts), most)
	dirs := len(d.Entries)
	for i, items := range parts {
		t := luminos.GroupTask{Unit: items[0].Members[0], Items: items, Part: i + 1, Parts: len(parts)}
		t.Fewest = min(len(items), max(1, (min(of.fewest, dirs/3)+len(parts)-1)/len(parts)))
		t.Most = max(2, min(of.most, dirs/2)/len(parts))
		addImports(d, items)
		tasks = append(tasks, t)
	}
	return tasks
}

func levelsOf(d *luminos.Dossier) levels {
	if d.Size() == luminos.SizeXLarge {
		return xlargeLevels
	}
	return largeLevels
}

// domainTask returns the task that sorts groups into domains, or nil if the target is not that large or has no more
// groups than it would have domains.
func domainTask(d *luminos.Dossier, groups []luminos.Group) *luminos.GroupTask {
	bounds := levelsOf(d).domains
	if bounds[1] == 0 || len(groups) <= bounds[1] {
		return nil
	}
	t := &luminos.GroupTask{Domains: true, Fewest: bounds[0], Most: bounds[1], Part: 1, Parts: 1}
	for i := range groups {
		g := &groups[i]
		item := luminos.GroupItem{
			Name: g.Name, Path: g.Members[0], Members: g.Members, Files: g.Files, Summary: g.Summary,
		}
		for _, p := range g.Members {
			item.Path = item.Path.Common(p)
		}
		t.Items = append(t.Items, item)
	}
	addImports(d, t.Items)
	return t
}

// groups forecasts the conversations of the grouping, and adds groups by rules to the dossier as stand-ins for the
// groups of the engine. It does nothing if the groups are stored.
func (f *forecast) groups(ctx context.Context) {
	by, _ := f.engine.(Grouper)
	if ungrouped(by, f.dossier) != "" || f.stored(ctx, group(f.run)) {
		return
	}
	g := grouping{run: f.run, dossier: f.dossier, by: groupForecaster{f, by.GroupItems()}}
	g.all(ctx)
	f.dossier.Grouping = &g.Grouping
}

// groupForecaster forecasts each task of the grouping and lets rules do it.
type groupForecaster struct {
	*forecast
	items int
}

func (f groupForecaster) GroupItems() int { return f.items }

// Group adds the forecast of a task to the estimate, and returns groups by rules.
func (f groupForecaster) Group(
	ctx context.Context, d *luminos.Dossier, t *luminos.GroupTask,
) ([]luminos.GroupDraft, error) {
	f.add(luminos.PassGrouping, f.by.ForecastGroup(d, t))
	drafts, err := f.rules.Group(ctx, d, t)
	for i := range drafts {
		drafts[i].Summary = standIn(likelySummary)
	}
	return drafts, err
}
