package investigate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/store"
	"luminos/internal/words"
)

// Bounds of the results of an earlier run.
const (
	amendTurns  = 4   // of a unit in which no file has changed
	outsideMost = 20  // paths outside of the unit
	flagsKept   = 100 // of one unit, the gravest first
	claimsKept  = 200 // of one entry
)

// reminder finds the results of earlier runs for units that are investigated again.
type reminder struct {
	on    bool
	check evidence.Checker
	// units lists by directory the units of a model that held it, each as the entry of its first directory, the newest
	// first.
	units map[luminos.Path][]*store.StoredEntry
}

// index lists the units among the stored entries.
func (r *reminder) index(entries map[luminos.Path][]store.StoredEntry) {
	r.units = map[luminos.Path][]*store.StoredEntry{}
	for _, versions := range entries {
		for i := range versions {
			if v := &versions[i]; v.Unit != nil {
				for _, dir := range v.Unit.Dirs {
					r.units[dir] = append(r.units[dir], v)
				}
			}
		}
	}
	for _, list := range r.units {
		slices.SortFunc(list, func(a, b *store.StoredEntry) int {
			return cmp.Or(b.CachedAt.Compare(a.CachedAt), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Key(), b.Key()))
		})
	}
}

// of returns the newest units that held the directories of u. A unit that was not finished is taken only if there is no
// other, and not if its content is the same: its conversation goes on, with the first message that it has.
func (r *reminder) of(u *luminos.Unit) (tops []*store.StoredEntry) {
	for i := range u.Dirs {
		list := slices.DeleteFunc(slices.Clone(r.units[u.Dirs[i].Path]), func(v *store.StoredEntry) bool {
			return v.Again && v.Fingerprint == u.Fingerprint
		})
		at := slices.IndexFunc(list, func(v *store.StoredEntry) bool { return !v.Again })
		if at = max(at, 0); at < len(list) && !slices.Contains(tops, list[at]) {
			tops = append(tops, list[at])
		}
	}
	return tops
}

// remind stores the results of an earlier run in the unit u, if the option Remember is set and there are some. If only
// results of other units have changed, it lowers the turns of u.
func (w *dirPass) remind(ctx context.Context, u *luminos.Unit, res *unitResult) {
	m := w.memory
	if !m.reminder.on || !res.asked {
		return
	}
	tops := m.reminder.of(u)
	if len(tops) == 0 {
		return
	}
	e := &luminos.Earlier{}
	e.Changes, e.Unknown = m.changesIn(ctx, u, tops)
	for _, top := range tops {
		m.entriesOf(ctx, u, top, e)
		for _, q := range top.Unit.Inquiries {
			if !q.Path.Within(u.Path()) && m.digestAt(q.Path) != q.Digest && len(e.Outside) < outsideMost {
				e.Outside = append(e.Outside, q.Path)
			}
		}
	}
	e.Outside = slices.Compact(slices.Sorted(slices.Values(e.Outside)))
	if len(e.Entries)+len(e.Files)+len(e.Findings) == 0 || w.stand(ctx, e) != nil {
		return // nothing is known, or the run ends
	}
	u.Earlier = e
	top := tops[0]
	isDir := func(p luminos.Path, d luminos.DirFacts) bool { return p == d.Path }
	same := len(tops) == 1 && slices.EqualFunc(top.Unit.Dirs, u.Dirs, isDir)
	if e.Amend = same && !top.Again && !top.Partial && !e.Unknown && len(e.Changes) == 0; e.Amend {
		known := func(q string) bool {
			return slices.ContainsFunc(top.Answers, func(a luminos.Answer) bool { return a.Question == q && a.Answer != "" })
		}
		open := len(slices.DeleteFunc(slices.Clone(u.Questions), known))
		if n := min(u.Turns, amendTurns+open); n < u.Turns {
			res.reason = fmt.Sprintf("%d turns instead of %d, as no file directly in it has changed", n, u.Turns)
			u.Turns = n // the evaluation of the plan counts the turns that it gave
		}
	}
}

// entriesOf adds the entries and the findings of the earlier unit top to e, as far as they concern the unit u. A claim
// without a statement of its own belongs to a summary, which the new entry replaces.
func (m *memory) entriesOf(ctx context.Context, u *luminos.Unit, top *store.StoredEntry, e *luminos.Earlier) {
	claims := func(of luminos.Path, list []luminos.Evidence) {
		for _, c := range list {
			if c.Statement != "" {
				e.Findings = append(e.Findings, luminos.EarlierFinding{Path: of, Claim: c})
			}
		}
	}
	for i := range u.Dirs {
		dir := u.Dirs[i].Path
		stored := with(m.entries[dir], top.Key())
		if stored == nil || !slices.Contains(top.Unit.Dirs, dir) {
			continue
		}
		entry := stored.Entry
		claims(dir, entry.Evidence)
		if entry.Evidence, entry.Answers = nil, nil; entry.Basis == luminos.Judged {
			e.Entries = append(e.Entries, entry)
		}
	}
	files, _ := m.inv.Files(ctx, top.Unit.Files, top.Key()) // without them the unit is shown less
	for _, p := range top.Unit.Files {
		stored, ok := files[p]
		if _, there := slices.BinarySearchFunc(u.Files, p, byPath); !ok || !u.Holds(p) || !there {
			continue
		}
		claims(p, stored.Evidence)
		stored.FileEntry.Evidence = nil
		e.Files = append(e.Files, stored.FileEntry)
	}
	own := slices.ContainsFunc(u.Dirs, func(d luminos.DirFacts) bool { return d.Path == top.Path })
	flags := tidyFlags(top.Unit.Flags)
	slices.SortStableFunc(flags, func(a, b luminos.Flag) int { return cmp.Compare(b.Severity.Rank(), a.Severity.Rank()) })
	for _, f := range flags {
		same := func(o luminos.EarlierFinding) bool { return o.Flag != nil && identify(o.Flag) == identify(&f) }
		if (own || u.Holds(f.Path)) && !slices.ContainsFunc(e.Findings, same) {
			e.Findings = append(e.Findings, luminos.EarlierFinding{Path: f.Path, Flag: &f})
		}
	}
}

// stand numbers the findings of e and checks where their evidence is now. Its only error is the end of ctx.
func (w *dirPass) stand(ctx context.Context, e *luminos.Earlier) error {
	var all []luminos.Evidence
	for i := range e.Findings {
		f := &e.Findings[i]
		f.ID = fmt.Sprintf("E%d", i+1)
		if f.Flag == nil {
			all = append(all, f.Claim)
		} else {
			all = append(all, f.Flag.Evidence...)
		}
	}
	now, standings, err := w.memory.reminder.check.Locate(ctx, all)
	if err != nil {
		return err
	}
	for i := range e.Findings {
		f := &e.Findings[i]
		if f.Flag == nil {
			f.Claim, f.Standing = now[0], standings[0]
			now, standings = now[1:], standings[1:]
			continue
		}
		n := len(f.Flag.Evidence)
		f.Standing = standing(f.Flag, now[:n], standings[:n])
		now, standings = now[n:], standings[n:]
		if !w.exists(f.Flag.Path) {
			f.Standing = luminos.Gone
		}
	}
	return nil
}

// standing returns the standing of a flag, whose evidence has the standings in list, and stores its present evidence. A
// flag without evidence is found. Otherwise it has the best standing of its places in its own file or, without such a
// place, of all places: the callers of a defect do not show that the defect is still there.
func standing(f *luminos.Flag, now []luminos.Evidence, list []luminos.Standing) luminos.Standing {
	if len(now) == 0 {
		return luminos.Stands
	}
	s := luminos.Gone
	own := slices.ContainsFunc(f.Evidence, func(e luminos.Evidence) bool { return e.Path == f.Path })
	var kept []luminos.Evidence
	for i, e := range now {
		if list[i] == luminos.Gone {
			continue
		}
		if kept = append(kept, e); s != luminos.Stands && (e.Path == f.Path || !own) {
			s = list[i]
		}
	}
	if len(kept) > 0 {
		if f.Evidence = kept; f.Lines != nil && s != luminos.Gone {
			f.Lines = f.OwnLines()
		}
	}
	return s
}

// Reasons for which a finding of an earlier run is not kept.
const (
	reasonPlaceGone = "its place is no longer there"
	reasonTooMany   = "the unit has graver flags than it can keep"
)

// carry adds to the findings f of the unit u the results of the earlier run that still stand and that the engine did
// not withdraw: flags, claims, and entries of files that have not changed. It stores the reasons for all others in f.
func (w *dirPass) carry(ctx context.Context, u *luminos.Unit, f *luminos.Findings) {
	e := u.Earlier
	if e == nil {
		return
	}
	withdrawn := map[string]string{}
	for _, wd := range f.Withdrawals {
		if reason := oneLine(valid(wd.Reason)); reason != "" {
			withdrawn[wd.ID] = reason
		}
	}
	raised := map[flagIdentity]bool{}
	for i := range f.Flags {
		raised[identify(&f.Flags[i])] = true
	}
	w.carryFiles(u, f)
	for i := range e.Findings {
		old := &e.Findings[i]
		reason, byModel := withdrawn[old.ID]
		switch {
		case old.Flag != nil && raised[identify(old.Flag)]:
			continue
		case byModel:
		case old.Standing == luminos.Gone:
			reason = reasonPlaceGone
		case old.Flag == nil:
			addClaim(f, old)
			w.carryInquiries(ctx, u, f, old.Claim.Path)
			continue
		case len(f.Flags) >= flagsKept:
			reason = reasonTooMany
		default:
			f.Flags = append(f.Flags, *old.Flag)
			w.carryInquiries(ctx, u, f, old.Flag.Path)
			for _, place := range old.Flag.Evidence {
				w.carryInquiries(ctx, u, f, place.Path)
			}
			continue
		}
		f.Dropped = append(f.Dropped, dropped(old, reason, byModel))
	}
	sortFlags(f.Flags)
}

// dropped returns the record of an earlier finding that is not kept.
func dropped(old *luminos.EarlierFinding, reason string, byModel bool) luminos.FindingChange {
	c := luminos.FindingChange{
		Path: old.Path, Finding: words.Line(old.Text(), 600), Source: luminos.SourceModel, Reason: reason, ByModel: byModel,
	}
	if old.Flag != nil {
		c.Severity, c.Lines = old.Flag.Severity, old.Flag.Lines
	} else {
		c.Path, c.Lines = old.Claim.Path, old.Claim.Lines
	}
	return c
}

// addClaim adds an earlier claim to the entry of its directory or file in f, unless it is there already. If the file
// has no entry any more, the claim goes to the entry of its directory, or else of the first directory of the unit.
func addClaim(f *luminos.Findings, old *luminos.EarlierFinding) {
	at := func(p luminos.Path) int {
		return slices.IndexFunc(f.Entries, func(e luminos.Entry) bool { return e.Path == p })
	}
	own := at(old.Path)
	if own < 0 {
		own = max(at(old.Path.Dir()), 0)
	}
	into := &f.Entries[own].Evidence
	if i := slices.IndexFunc(f.Files, func(e luminos.FileEntry) bool { return e.Path == old.Path }); i >= 0 {
		into = &f.Files[i].Evidence
	}
	id := luminos.NewClaim("", old.Claim).ID
	same := func(e luminos.Evidence) bool { return luminos.NewClaim("", e).ID == id }
	if !slices.ContainsFunc(*into, same) && len(*into) < claimsKept {
		*into = append(*into, old.Claim)
	}
}

// carryFiles adds the earlier entries of files that have not changed and have no new entry, and lists the files that
// were read then.
func (w *dirPass) carryFiles(u *luminos.Unit, f *luminos.Findings) {
	if u.Earlier.Unknown {
		return
	}
	changed := map[luminos.Path]bool{}
	for _, c := range u.Earlier.Changes {
		changed[c.Path] = true
	}
	for _, e := range u.Earlier.Files {
		has := slices.ContainsFunc(f.Files, func(n luminos.FileEntry) bool { return n.Path == e.Path })
		if !has && !changed[e.Path] && store.CheckFile(&e) == nil {
			f.Files = append(f.Files, e)
		}
	}
	slices.SortFunc(f.Files, compareFiles)
	for _, top := range w.memory.reminder.of(u) {
		for _, p := range top.Unit.Read {
			if _, there := slices.BinarySearchFunc(u.Files, p, byPath); there && !changed[p] {
				f.Read = append(f.Read, p)
			}
		}
	}
	f.Read = slices.Compact(slices.Sorted(slices.Values(f.Read)))
}

// carryInquiries adds the earlier inquiries about the path p to the findings, with their present answers, if p is
// outside of the unit: the results depend on it.
func (w *dirPass) carryInquiries(ctx context.Context, u *luminos.Unit, f *luminos.Findings, p luminos.Path) {
	asker := w.memory.inquirer.asker
	asked := slices.ContainsFunc(f.Inquiries, func(q luminos.Inquiry) bool { return q.Path == p })
	if p.Within(u.Path()) || asker == nil || asked {
		return
	}
	for _, top := range w.memory.reminder.of(u) {
		for _, q := range top.Unit.Inquiries {
			if q.Path == p {
				q.Answer = asker.Ask(ctx, q)
				f.Inquiries = append(f.Inquiries, q)
			}
		}
	}
}
