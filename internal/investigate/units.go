package investigate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"luminos"
)

// dirPass is the state of the pass that investigates all units. Each unit stores its result at its own index, so that
// the order in which units finish has no influence.
type dirPass struct {
	*run
	dossier *luminos.Dossier
	by      Investigator // nil: rules investigate every unit
	index   *index
	tree    *unitTree
	allowed allowance
	entries []luminos.Entry // by directory
	results []unitResult    // by unit
	done    atomic.Int64    // directories
	reused  atomic.Int64    // directories
}

// unitResult is the result of the investigation of one unit.
type unitResult struct {
	luminos.Findings
	asked  bool   // the engine is asked; else rules
	given  int    // turns: of the plan, or adjusted
	spare  int    // turns that were not used, in the unit and all units below it
	reason string // why the turns differ from the plan, or ""
	failed error
	// degraded is set if the unit was not finished.
	degraded *luminos.Degradation
	reused   bool
}

// investigate makes the entry of every directory, each unit after the units below it. At the end it adds the entries
// and the other results to the dossier d; after an error it adds nothing. If by is nil, the rules make all entries.
func (r *run) investigate(ctx context.Context, d *luminos.Dossier, by Investigator) error {
	w, dirs := newDirPass(r, d, by), d.Facts.Directories
	position := w.tree.positions(dirs, w.index.tier, d.Plan.Order, r.Limited)
	err := w.tree.each(ctx, position, r.Parallel, w.unit)
	r.memory.flush() // finished units are kept even if the run ends here
	if err != nil {
		return err
	}
	if m := r.memory.summary; m != nil {
		m.Reused = int(w.reused.Load())
		m.Investigated = len(dirs) - m.Reused
	}
	w.collect()
	return nil
}

// newDirPass cuts the directories into units and gives each unit the turns of the plan.
func newDirPass(r *run, d *luminos.Dossier, by Investigator) *dirPass {
	dirs, asked := d.Facts.Directories, by != nil
	w := &dirPass{run: r, dossier: d, by: by, index: indexFacts(d, asked), entries: make([]luminos.Entry, len(dirs))}
	w.tree = cut(dirs, w.index.tier, asked)
	w.results = make([]unitResult, len(w.tree.units))
	if asked {
		w.tree.link(dirs, d.Facts.Imports.Edges)
		w.allowed = allot(r.Turns, w.tree, dirs, w.index.tier, d.Plan)
	} else {
		w.allowed.turns = make([]int, len(w.tree.units))
	}
	return w
}

// prepare returns the unit with this index, after the units below it are done, and the number of turns that they left
// unused. It also stores in the result of the unit whether the engine is asked about it.
func (w *dirPass) prepare(unit int) (u luminos.Unit, spare int) {
	res := &w.results[unit]
	u = w.index.unit(w.tree.units[unit], w.entries)
	spare = w.grant(unit, &u, res)
	u.Survey = w.dossier.Survey
	w.surround(unit, &u)
	doneBy := Engine(w.rules)
	if res.asked {
		doneBy = w.engine
	}
	u.Fingerprint, u.Content = w.memory.fingerprint(u, w.version(doneBy, luminos.PassDirectories))
	return u, spare
}

// unit makes the entries of the unit with this index, or reuses them from an earlier run. It returns an error only if
// ctx ended.
func (w *dirPass) unit(ctx context.Context, unit int) error {
	members, res := w.tree.units[unit], &w.results[unit]
	u, spare := w.prepare(unit)
	res.Findings, res.reused = w.memory.current(ctx, &u)
	if res.reused {
		w.reused.Add(int64(len(members)))
	} else if err := w.investigateUnit(ctx, &u, members, res); err != nil {
		return err
	}
	if !res.reused {
		w.carry(ctx, &u, &res.Findings)
	}
	res.spare = spare + w.allowed.turns[unit] - res.Turns
	for k, i := range members {
		res.Entries[k].Tier = w.index.tier[i]
		w.entries[i] = res.Entries[k]
	}
	if !res.reused {
		w.memory.keep(ctx, &u, &res.Findings, res.asked)
	}
	w.emitDone(&u, res)
	return nil
}

// grant sets the turns of the unit u, and whether the engine is asked about it. It returns the number of turns that the
// units below left unused.
func (w *dirPass) grant(unit int, u *luminos.Unit, res *unitResult) (spare int) {
	below := make([]*unitResult, 0, len(w.tree.below[unit]))
	for _, b := range w.tree.below[unit] {
		below = append(below, &w.results[b])
		spare += w.results[b].spare
	}
	own := 0
	for i := range u.Dirs {
		own += u.Dirs[i].Files
	}
	u.Turns, u.Pool, res.reason = w.allowed.grant(unit, spare, own, below)
	res.given = u.Turns
	res.asked = u.Turns > 0 && u.Dirs[0].TotalFiles > 0
	return spare
}

// investigateUnit stores the findings of the engine about the unit u in res. If the engine fails, or if the unit has no
// turns or no files, the rules make the entries.
func (w *dirPass) investigateUnit(ctx context.Context, u *luminos.Unit, members []int, res *unitResult) error {
	if !res.asked {
		res.Entries = w.byRules(ctx, members)
		return nil
	}
	w.remind(ctx, u, res)
	if res.reason != "" {
		w.note(luminos.PassDirectories, u.Path(), "the plan is refined: "+res.reason)
	}
	w.Sink.Emit(luminos.Event{Pass: luminos.PassDirectories, Text: textDirectories, Unit: u.Path(), Path: u.Path(),
		Turns: u.Turns, Done: int(w.done.Load()), Total: len(w.entries)})
	w.show(ctx, u)
	got, err := guarded(w.run, luminos.PassDirectories, u.Path(), func() (luminos.Findings, error) {
		return w.by.Investigate(ctx, *u)
	})
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // cut short: there is nothing to keep
	}
	w.tidy(u, &got)
	if err == nil {
		err = checkFindings(u, &got)
	}
	res.Findings = got
	if err == nil {
		if res.Again {
			w.degradeUnit(u, res, errors.New(partialReason(res.Entries)), "what was known by then stands")
		}
		return nil
	}
	res.failed, res.Again = err, true
	w.degradeUnit(u, res, err, "rules wrote its entry")
	res.Entries = w.byRules(ctx, members)
	res.Entries[0].Answers = answered(u.Questions, nil)
	for i := range res.Entries {
		res.Entries[i].Partial, res.Entries[i].PartialReason = true, cmp.Or(oneLine(res.failed.Error()), "the engine failed")
	}
	return nil
}

func (w *dirPass) degradeUnit(u *luminos.Unit, res *unitResult, err error, instead string) {
	d := w.degradation(luminos.PassDirectories, u.Path(), err, instead)
	res.degraded = &d
}

// byRules returns the entries that the rules make for the directories with the indexes members, in the order of
// members. It makes the entries of children first.
func (w *dirPass) byRules(ctx context.Context, members []int) []luminos.Entry {
	out := make([]luminos.Entry, len(members))
	for k, i := range slices.Backward(members) {
		got, _ := w.rules.Investigate(ctx, w.index.unit([]int{i}, w.entries)) // rules do not fail
		out[k] = got.Entries[0]
		w.entries[i] = out[k] // no other unit reads it before this one is done
	}
	return out
}

// emitDone emits the event that a unit is done. For a unit that rules describe, it emits one only if the number of
// finished directories is a multiple of 64 or the number of all.
func (w *dirPass) emitDone(u *luminos.Unit, res *unitResult) {
	n := int(w.done.Add(int64(len(u.Dirs))))
	e := luminos.Event{Pass: luminos.PassDirectories, Text: textDirectories, Path: u.Path(), Done: n, Total: len(w.entries)}
	failure, _ := errors.AsType[*luminos.Failure](res.failed)
	refused := failure != nil && failure.Class == luminos.ClassCeiling && res.Turns == 0
	switch {
	case res.asked && !res.reused && !refused:
		e.Kind, e.Unit, e.Text, e.Turn, e.Turns = luminos.EventUnit, u.Path(), res.Entries[0].Summary, res.Turns, u.Turns
		if e.Failed = res.failed != nil || res.Entries[0].Partial; e.Failed {
			e.Text = res.Entries[0].PartialReason
		}
	case res.asked && !refused || n%64 == 0 || n == len(w.entries):
	default:
		return
	}
	w.Sink.Emit(e)
}

// collect adds the results of all units to the dossier (entries, files, flags) and to the run (turns, degradations,
// names of conversations).
func (w *dirPass) collect() {
	d := w.dossier
	d.Entries = w.entries
	if w.by != nil {
		for _, pass := range luminos.Passes() {
			w.conversations = append(w.conversations, luminos.Conversation(pass, ""))
		}
		for n := range luminos.MostRefinements {
			w.conversations = append(w.conversations, luminos.RefinementConversation(n+1))
		}
	}
	for unit := range w.results {
		res := &w.results[unit]
		if w.by != nil {
			w.conversations = append(w.conversations, luminos.Conversation(luminos.PassDirectories, res.Entries[0].Path))
		}
		w.allotted = append(w.allotted, allotted{
			members: w.tree.units[unit], turns: res.given, used: res.Turns,
			toolCalls: res.ToolCalls, toolErrors: res.ToolErrors, read: res.Read,
		})
		d.Files = append(d.Files, res.Files...)
		d.Flags = append(d.Flags, res.Flags...)
		if res.degraded != nil {
			w.degraded = append(w.degraded, *res.degraded)
		}
	}
	w.run.dropped = w.dropped()
	slices.SortStableFunc(d.Files, compareFiles)
	sortFlags(d.Flags)
}

// partialReason returns the reason in the first entry that is partial, or "it was not finished" if no entry is partial.
func partialReason(entries []luminos.Entry) string {
	for _, e := range entries {
		if e.Partial {
			return e.PartialReason
		}
	}
	return "it was not finished"
}

var errEntryCount = errors.New("the engine did not return one entry for each directory of the unit, in their order")
