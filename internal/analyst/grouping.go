package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
	"luminos/internal/words"
)

type groupingInput struct {
	Groups []groupInput `json:"groups" jsonschema:"the groups; each item is in exactly one of them"`
}

type groupInput struct {
	Name    string `json:"name" jsonschema:"two to five words"`
	Summary string `json:"summary" jsonschema:"what the group does, in one to three sentences"`
	Reason  string `json:"reason" jsonschema:"why its members belong together"`
	Members []int  `json:"members" jsonschema:"the numbers of its items"`
}

// Bounds of the conversation of a grouping.
const (
	itemsMost    = 300 // items of a task
	itemLeast    = 160 // bytes that each item of a task can have
	itemMost     = 900 // bytes of an item
	groupsMost   = 100 // groups of which the members are read
	beyondItems  = 4 << 10
	groupingPart = 2 // the items take at most half of the context budget
)

// grouper is the part of an [Engine] that groups directories.
type grouper struct{ engine *Engine }

// GroupItems returns the number of items that a task may have, so that they take at most half of the context budget.
func (g grouper) GroupItems() int {
	return min(itemsMost, max(g.room()/itemLeast, 10))
}

// room returns the number of bytes that the items of a task may take.
func (g grouper) room() int {
	room := g.engine.budget(g.engine.opts.Models.Synthesis)/groupingPart*bytesPerToken - beyondItems
	return int(min(room, openingMost))
}

// Group asks the model for groups of the items of the task. An incomplete answer is asked for once more; the caller
// repairs the final one.
func (g grouper) Group(ctx context.Context, d *luminos.Dossier, t *luminos.GroupTask) ([]luminos.GroupDraft, error) {
	g.engine.check(ctx) // the budget depends on it
	var got *[]luminos.GroupDraft
	out, err := g.engine.ask(ctx, luminos.Event{Pass: luminos.PassGrouping, Unit: t.Unit}, g.loop(d, t, &got))
	if got, err = submitted(got, out, err); err != nil {
		return nil, err
	}
	return *got, nil
}

// loop returns the conversation of a task, which stores the last groups in got.
func (g grouper) loop(d *luminos.Dossier, t *luminos.GroupTask, got **[]luminos.GroupDraft) agent.Loop {
	submit := submitGrouping(t, got)
	return agent.Loop{
		Terms:  agent.Terms{System: prompt("grouping.md", t), Opening: groupingOpening(d, t, g.room())},
		Limits: agent.Limits{Turns: passTurns}, Tools: []tool.Tool{submit}, Submit: submit.Name,
	}
}

// groupingOpening returns the first message of a task: its items in at most about room bytes.
func groupingOpening(d *luminos.Dossier, t *luminos.GroupTask, room int) string {
	each := min(max(room/max(len(t.Items), 1), itemLeast), itemMost)
	var b strings.Builder
	for i := range t.Items {
		b.WriteString(itemLine(i, &t.Items[i], each))
	}
	return render("grouping_opening.md", struct {
		Survey *luminos.Survey
		Task   *luminos.GroupTask
		Items  int
		List   string
	}{d.Survey, t, len(t.Items), b.String()})
}

// itemLine returns the line of the item with the index i: its number, its place, its size, the items that it imports,
// and the beginning of its summary. It has at most most bytes.
func itemLine(i int, item *luminos.GroupItem, most int) string {
	place := named(item.Path)
	if item.Name != "" {
		place = quote(80, item.Name) + " in " + place
	}
	size := words.Plural(item.Files, "file")
	if n := len(item.Members); n > 1 {
		size = words.Plural(n, "directory") + ", " + size
	}
	var imports []string
	for _, to := range item.Imports {
		imports = append(imports, strconv.Itoa(to+1))
	}
	line := fmt.Sprintf("%d. %s (%s", i+1, clip(place, most/2), size)
	if imports != nil {
		line += "; imports " + strings.Join(imports, ", ")
	}
	line = clip(line+")", most-1)
	if left := most - len(line) - len(": “”\n"); left > 20 {
		if text := clip(short(left, item.Summary), left); text != "" {
			line += ": " + words.Quote(text)
		}
	}
	return line + "\n"
}

// clip cuts s to at most n bytes, at the end of a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:max(n, 0)] + "…"
}

// submitGrouping returns the tool submit_grouping, which ends the conversation. It stores the groups in got, so that
// the last ones count. Groups with [groupingFaults] are rejected at the first call and accepted at the second.
func submitGrouping(t *luminos.GroupTask, got **[]luminos.GroupDraft) tool.Tool {
	const about = "Hands in the groups and ends this task."
	submit := tool.New[groupingInput, none]("submit_grouping", "Submit the groups", about,
		func(_ context.Context, in groupingInput) (tool.Result, error) {
			first, drafts := *got == nil, in.drafts()
			*got = &drafts
			if wrong := groupingFaults(t, drafts); first && len(wrong) > 0 {
				return tool.Failure("submit_grouping: %s. Correct it, and submit all groups once more",
					strings.Join(wrong, "; ")), nil
			}
			return tool.Result{Text: "accepted", Ends: true}, nil
		})
	submit.Local = true
	return submit
}

// drafts returns the groups in the arguments of submit_grouping, with indexes instead of the numbers of items.
func (in groupingInput) drafts() []luminos.GroupDraft {
	drafts := []luminos.GroupDraft{}
	for _, g := range in.Groups[:min(len(in.Groups), groupsMost)] {
		d := luminos.GroupDraft{
			Name: paragraph(g.Name, 80), Summary: paragraph(g.Summary, 800), Reason: paragraph(g.Reason, 400),
		}
		for _, n := range g.Members {
			d.Items = append(d.Items, n-1)
		}
		drafts = append(drafts, d)
	}
	return drafts
}

// groupingFaults returns the faults of groups for which they are asked for once more, for the model.
func groupingFaults(t *luminos.GroupTask, drafts []luminos.GroupDraft) (faults []string) {
	in := make([]int, len(t.Items))
	var unknown []int
	filled := 0
	for _, d := range drafts {
		before := len(unknown)
		for _, i := range d.Items {
			if i < 0 || i >= len(in) {
				unknown = append(unknown, i)
			} else {
				in[i]++
			}
		}
		if len(d.Items) > len(unknown)-before {
			filled++
		}
	}
	var missing, doubled []int
	for i, n := range in {
		switch {
		case n == 0:
			missing = append(missing, i)
		case n > 1:
			doubled = append(doubled, i)
		}
	}
	for _, f := range []struct {
		items []int
		text  string
	}{
		{missing, "these items are in no group: "}, {doubled, "these items are in several groups: "},
		{unknown, "there are no items "},
	} {
		if len(f.items) > 0 {
			faults = append(faults, f.text+numbersOf(f.items))
		}
	}
	if filled < t.Fewest || filled > t.Most {
		faults = append(faults, fmt.Sprintf("there are %s with items instead of %d to %d",
			words.Plural(filled, "group"), t.Fewest, t.Most))
	}
	return faults
}

// numbersOf returns the numbers of at most 60 items.
func numbersOf(items []int) string {
	slices.SortFunc(items, cmp.Compare)
	var numbers []string
	for _, i := range items {
		numbers = append(numbers, strconv.Itoa(i+1))
	}
	return words.Some(numbers, 60)
}

// ForecastGroup returns the expected work of the conversation about the task t.
func (g grouper) ForecastGroup(d *luminos.Dossier, t *luminos.GroupTask) luminos.Forecast {
	opening := tokensOf(g.loop(d, t, new(*[]luminos.GroupDraft)))
	return g.engine.forecast(luminos.PassGrouping, func(a appetite) course {
		groups := float64(t.Fewest+t.Most) / 2
		written := groups*float64(a.report)/3 + float64(len(t.Items))*itemTokens
		return course{opening: opening, turns: a.tries, output: float64(a.tries) * (float64(a.said) + written)}
	})
}

const itemTokens = 2 // of the number of an item
