package investigate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"luminos"
	"luminos/internal/rules"
	"luminos/internal/words"
)

// field is the investigation of all units. What a unit gave goes to its index,
// so that the order of completion cannot show.
type field struct {
	*run
	dossier *luminos.Dossier
	index   *index
	forest  *forest
	allowed allowance // of no turns where rules are at work
	entries []luminos.Entry
	found   []found // by unit
	done    atomic.Int64
	reused  atomic.Int64
}

// found is what came of a unit.
type found struct {
	luminos.Findings
	given  int // turns, those of the plan or refined
	spare  int // turns that were not used, here and below
	asked  bool
	failed error
	// refined says why the turns are not those of the plan.
	refined string
	reused  bool
}

// directories investigates every directory, children before their parents.
func (r *run) directories(ctx context.Context, d *luminos.Dossier) error {
	dirs := d.Facts.Directories
	w := &field{run: r, dossier: d, index: indexFacts(d, r.asked), entries: make([]luminos.Entry, len(dirs))}
	w.forest = cut(dirs, w.index.tier, r.Group)
	w.found = make([]found, len(w.forest.units))
	if r.asked {
		w.allowed = allot(w.forest, dirs, w.index.tier, d.Plan)
	} else {
		w.allowed.turns = make([]int, len(w.forest.units))
	}
	place := w.forest.places(dirs, w.index.tier, d.Plan.Order)
	err := w.forest.each(ctx, place, r.Parallel, w.visit)
	r.memory.flush() // what is finished is kept, whether or not the rest is
	if err != nil {
		return err
	}
	r.memory.count(int(w.reused.Load()), len(dirs))
	w.collect()
	return nil
}

// visit brings a unit to its end. The only error is that of a run that ended.
func (w *field) visit(ctx context.Context, unit int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	members := w.forest.units[unit]
	u, f := w.index.unit(members, w.entries), &w.found[unit]
	spare := w.grant(unit, &u, f)
	u.Survey = w.dossier.Survey
	u.Fingerprint = w.memory.fingerprint(u)

	f.Findings, f.reused = w.memory.current(&u)
	if f.reused {
		w.reused.Add(int64(len(members)))
	} else if err := w.investigate(ctx, &u, members, f); err != nil {
		return err
	}
	f.spare = spare + w.allowed.turns[unit] - f.Turns
	for k, i := range members {
		f.Entries[k].Tier = w.index.tier[i]
		w.entries[i] = f.Entries[k]
	}
	if !f.reused {
		w.memory.keep(&u, &f.Findings, w.asked && u.Tier != luminos.TierSkip)
	}
	w.tell(&u, f)
	return nil
}

// grant gives a unit its turns, and returns how many the units below it did not use.
func (w *field) grant(unit int, u *luminos.Unit, f *found) (spare int) {
	below := make([]*found, 0, len(w.forest.below[unit]))
	for _, b := range w.forest.below[unit] {
		below = append(below, &w.found[b])
		spare += w.found[b].spare
	}
	own := 0
	for i := range u.Dirs {
		own += u.Dirs[i].Files
	}
	u.Turns, u.Pool, f.refined = w.allowed.grant(unit, spare, own, below)
	f.given = u.Turns
	f.asked = w.asked && u.Tier != luminos.TierSkip && u.Dirs[0].TotalFiles > 0
	return spare
}

// investigate asks the engine, and rules where it fails or the plan skips.
func (w *field) investigate(ctx context.Context, u *luminos.Unit, members []int, f *found) error {
	if u.Tier == luminos.TierSkip || w.asked && !f.asked {
		f.Entries = w.byRules(ctx, members) // there is nothing to read
		return nil
	}
	if f.refined != "" {
		w.note(luminos.PassDirectories, u.Path(), "the plan is refined: "+f.refined)
	}
	if w.asked {
		w.Sink.Emit(luminos.Event{Pass: luminos.PassDirectories, Text: passText[luminos.PassDirectories], Unit: u.Path(), Path: u.Path(),
			Turns: u.Turns, Done: int(w.done.Load()), Total: len(w.entries)})
	}
	got, err := w.Engine.Investigate(ctx, *u)
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // cut short; nothing to be kept
	}
	if w.asked {
		w.tidy(u, &got)
	}
	if err == nil {
		err = checkFindings(u, &got)
	}
	f.Findings = got
	if err != nil {
		f.failed, f.Again = err, true
		f.Entries = w.byRules(ctx, members)
		for i := range f.Entries {
			f.Entries[i].Partial, f.Entries[i].PartialReason = true, cmp.Or(oneLine(err.Error()), "the engine failed")
		}
	}
	return nil
}

// byRules makes the entries of directories by rules, each by itself as if it
// were a unit, the deepest first.
func (w *field) byRules(ctx context.Context, members []int) []luminos.Entry {
	entries := w.entries
	out := make([]luminos.Entry, len(members))
	for k, i := range slices.Backward(members) {
		got, _ := rules.Engine{}.Investigate(ctx, w.index.single(i, entries)) // rules give no error
		out[k] = got.Entries[0]
		entries[i] = out[k] // no other unit looks at it before this one is done
	}
	return out
}

// tell says how far the work is; of rules not every time.
func (w *field) tell(u *luminos.Unit, f *found) {
	n := int(w.done.Add(int64(len(u.Dirs))))
	e := luminos.Event{Pass: luminos.PassDirectories, Text: passText[luminos.PassDirectories], Path: u.Path(), Done: n, Total: len(w.entries)}
	switch {
	case f.asked:
		e.Kind, e.Unit, e.Text, e.Turn, e.Turns, e.Failed = luminos.EventUnit, u.Path(), f.Entries[0].Summary, f.Turns, u.Turns, f.failed != nil
		if !f.reused {
			w.Sink.Emit(e)
			return
		}
	case n%64 == 0 || n == len(w.entries):
	default:
		return
	}
	e.Kind, e.Unit, e.Turn, e.Turns, e.Failed = luminos.EventProgress, "", 0, 0, false // nobody was asked
	e.Text = passText[luminos.PassDirectories]
	w.Sink.Emit(e)
}

// collect puts what the units gave into the dossier, and tells what failed.
func (w *field) collect() {
	d := w.dossier
	d.Entries = w.entries
	var failures []failure
	if w.asked {
		for _, pass := range []luminos.Pass{luminos.PassSurvey, luminos.PassPlan, luminos.PassSynthesis} {
			w.conversations = append(w.conversations, luminos.Conversation(pass, ""))
		}
	}
	for unit := range w.found {
		f := &w.found[unit]
		if w.asked {
			w.conversations = append(w.conversations, luminos.Conversation(luminos.PassDirectories, f.Entries[0].Path))
			w.allotted = append(w.allotted, allotted{
				members: w.forest.units[unit], turns: f.given, used: f.Turns,
				toolCalls: f.ToolCalls, toolErrors: f.ToolErrors, read: f.Read,
			})
		}
		d.Files = append(d.Files, f.Files...)
		d.Flags = append(d.Flags, f.Flags...)
		path := f.Entries[0].Path
		switch {
		case f.failed != nil:
			failures = append(failures, failure{string(path), f.Entries[0].PartialReason, "rules wrote its entry"})
		case f.Again:
			failures = append(failures, failure{string(path), againReason(f.Entries), "what was known by then stands"})
		}
	}
	slices.SortStableFunc(d.Files, compareFiles)
	sortFlags(d.Flags)
	w.degraded = append(w.degraded, together(failures)...)
}

// againReason is why the first of the entries that are partial is.
func againReason(entries []luminos.Entry) string {
	for _, e := range entries {
		if e.Partial {
			return e.PartialReason
		}
	}
	return "it was not finished"
}

// failure is a unit that did not come to its end.
type failure struct{ unit, why, instead string }

// alike is how many failures of one kind are told as one.
const alike = 3

// together says what failed, a failure a line, and those for one reason together.
func together(failures []failure) []string {
	units := map[failure][]string{}
	for _, f := range failures {
		kind := failure{why: f.why, instead: f.instead}
		units[kind] = append(units[kind], f.unit)
	}
	var lines []string
	for _, f := range failures {
		kind := failure{why: f.why, instead: f.instead}
		switch list := units[kind]; {
		case len(list) < alike:
			lines = append(lines, fmt.Sprintf("%s: %s; %s", f.unit, f.why, f.instead))
		case list[0] == f.unit:
			lines = append(lines, fmt.Sprintf("%s (%s): %s; %s in each", words.Plural(len(list), "unit"), words.Some(list, 3), f.why, f.instead))
		}
	}
	return lines
}

var errEntryCount = errors.New("the engine did not give an entry for each directory")
