package investigate

import (
	"cmp"
	"context"
	"slices"

	"luminos"
	"luminos/internal/store"
)

// Reasons for which a flag of the last report is not in the report.
const (
	reasonRule     = "the rule no longer finds it"
	reasonIgnored  = "its file is ignored now, and no longer read"
	reasonMerged   = "the report has it with another flag"
	reasonNotAgain = "it was not found again"
)

func identityOf(c *luminos.FindingChange) flagIdentity {
	return identify(&luminos.Flag{Path: c.Path, Finding: c.Finding})
}

// dropped returns the findings of earlier runs that units of this run no longer have.
func (w *dirPass) dropped() (list []luminos.FindingChange) {
	for unit := range w.results {
		list = append(list, w.results[unit].Dropped...)
	}
	return list
}

// keepStanding adds to the flags of the synthesis the flags of a model in the last report that still stand, and for
// whose absence nothing of this run gives a reason. Such a flag can be of a unit that no longer exists, of a state of
// the target to which it did not return, or of the last synthesis. Without the option Remember it does nothing.
// Its only error is the end of ctx.
func keepStanding(ctx context.Context, r *run, d *luminos.Dossier) error {
	m := r.memory
	if !m.reminder.on || m.last == nil || d.Synthesis == nil {
		return nil
	}
	known := map[flagIdentity]bool{}
	for _, flags := range [][]luminos.Flag{d.Synthesis.Flags, d.Flags} {
		for i := range flags {
			known[identify(&flags[i])] = true
		}
	}
	for i := range d.Synthesis.Withdrawn {
		known[identify(&d.Synthesis.Withdrawn[i].Flag)] = true
	}
	for i := range r.dropped {
		known[identityOf(&r.dropped[i])] = true
	}
	w := &dirPass{run: r, dossier: d}
	for _, f := range tidyFlags(modelFlags(m.last.Flags)) {
		if known[identify(&f)] || !w.exists(f.Path) {
			continue
		}
		known[identify(&f)] = true
		now, standings, err := m.reminder.check.Locate(ctx, f.Evidence)
		if err != nil {
			return err
		}
		if standing(&f, now, standings) != luminos.Gone {
			f.Order = 0
			d.Synthesis.Flags = append(d.Synthesis.Flags, f)
		}
	}
	sortFlags(d.Synthesis.Flags)
	return nil
}

func modelFlags(flags []luminos.Flag) []luminos.Flag {
	return slices.DeleteFunc(slices.Clone(flags), func(f luminos.Flag) bool { return f.Source != luminos.SourceModel })
}

// changesSince returns the differences between the report, whose claims are checked, and the last one, or nil if
// there is no last one or no difference.
func changesSince(r *run, d *luminos.Dossier, report *luminos.Report) *luminos.Changes {
	last := r.memory.last
	if last == nil {
		return nil
	}
	c := &luminos.Changes{
		Since: last.Written, Files: []luminos.FileChange{},
		New: []luminos.FindingChange{}, Resolved: []luminos.FindingChange{}, Withdrawn: []luminos.FindingChange{},
	}
	c.Files = append(c.Files, filesSince(&r.memory.targetState, last.Files)...)
	c.FilesLeft = max(len(c.Files)-luminos.ChangesMost, 0)
	c.Files = c.Files[:len(c.Files)-c.FilesLeft]
	added, gone := differing(last.Flags, report.Flags)
	for i := range added {
		c.New = append(c.New, changeOf(&added[i], ""))
	}
	c.Regraded = regraded(last.Flags, report.Flags)
	for i := range gone {
		absent(c, &gone[i], r, d, report.Withdrawn)
	}
	seen := map[luminos.FindingChange]bool{}
	for _, claim := range r.dropped {
		one := claim
		one.Lines = nil
		switch {
		case claim.Severity != "" || seen[one]: // a flag, or listed
		case claim.ByModel:
			c.Withdrawn = append(c.Withdrawn, claim)
		default:
			c.Resolved = append(c.Resolved, claim)
		}
		seen[one] = true
	}
	for _, list := range [][]luminos.FindingChange{c.New, c.Resolved, c.Withdrawn, c.Regraded} {
		slices.SortStableFunc(list, func(a, b luminos.FindingChange) int {
			return cmp.Or(cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), cmp.Compare(a.Path, b.Path),
				cmp.Compare(a.Finding, b.Finding))
		})
	}
	if c.Empty() {
		return nil
	}
	return c
}

// absent adds the flag f of the last report, which the report does not have, to the lists of c with the reason.
// withdrawnBy are the flags that the synthesis or the second reader of the report withdrew.
func absent(c *luminos.Changes, f *luminos.Flag, r *run, d *luminos.Dossier, withdrawnBy []luminos.WithdrawnFlag) {
	id, dropped := identify(f), r.dropped
	resolved, withdrawn := changeOf(f, ""), changeOf(f, "")
	resolved.Reason = reasonPlaceGone
	same := func(o luminos.FindingChange) bool { return o.Severity != "" && identityOf(&o) == id }
	at := slices.IndexFunc(dropped, same)
	by := slices.IndexFunc(withdrawnBy, func(w luminos.WithdrawnFlag) bool { return identify(&w.Flag) == id })
	switch {
	case f.Source != luminos.SourceModel && slices.ContainsFunc(r.memory.scan.Ignored.Roots, holds(f.Path)):
		resolved.Reason = reasonIgnored
	case f.Source != luminos.SourceModel:
		resolved.Reason = reasonRule
	case by >= 0:
		withdrawn.Reason, withdrawn.ByModel = withdrawnBy[by].Reason, true
	case at >= 0 && dropped[at].ByModel:
		withdrawn.Reason, withdrawn.ByModel = dropped[at].Reason, true
	case at >= 0:
		resolved.Reason = dropped[at].Reason
	case slices.ContainsFunc(d.Flags, func(o luminos.Flag) bool { return identify(&o) == id }):
		withdrawn.Reason = reasonMerged
	case !r.memory.reminder.on:
		withdrawn.Reason = reasonNotAgain
	}
	if withdrawn.Reason != "" {
		c.Withdrawn = append(c.Withdrawn, withdrawn)
		return
	}
	c.Resolved = append(c.Resolved, resolved)
}

// holds returns a function that reports whether an ignored file or directory is the path p or holds it.
func holds(p luminos.Path) func(luminos.IgnoredRoot) bool {
	return func(root luminos.IgnoredRoot) bool { return p.Within(root.Path) }
}

func changeOf(f *luminos.Flag, reason string) luminos.FindingChange {
	return luminos.FindingChange{
		Path: f.Path, Lines: f.Lines, Finding: f.Finding, Severity: f.Severity, Source: f.Source, Reason: reason,
	}
}

// differing returns the flags of now that before does not have, and the other way round. The finding of a rule can have
// numbers in it: flags of one rule on one path that differ in their findings only are the same. Flags that sum up
// others do not count.
func differing(before, now []luminos.Flag) (added, gone []luminos.Flag) {
	type place struct {
		rule luminos.Rule
		path luminos.Path
	}
	exact, byRule := map[flagIdentity]bool{}, map[place]int{}
	for i := range now {
		exact[identify(&now[i])] = true
	}
	for i := range before {
		if f := &before[i]; !f.Rest && !exact[identify(f)] {
			gone = append(gone, *f)
			byRule[place{f.Rule, f.Path}]++
		}
	}
	exact = map[flagIdentity]bool{}
	for i := range before {
		exact[identify(&before[i])] = true
	}
	paired := map[place]int{}
	for i := range now {
		f := &now[i]
		p := place{f.Rule, f.Path}
		switch {
		case f.Rest || exact[identify(f)]:
		case f.Source != luminos.SourceModel && paired[p] < byRule[p]:
			paired[p]++
		default:
			added = append(added, *f)
		}
	}
	gone = slices.DeleteFunc(gone, func(f luminos.Flag) bool {
		p := place{f.Rule, f.Path}
		paired[p]--
		return f.Source != luminos.SourceModel && paired[p] >= 0
	})
	return added, gone
}

// regraded returns the flags of now whose severity before is another.
func regraded(before, now []luminos.Flag) (list []luminos.FindingChange) {
	was := map[flagIdentity]luminos.Severity{}
	for i := range before {
		was[identify(&before[i])] = before[i].Severity
	}
	for i := range now {
		f := &now[i]
		if s := was[identify(f)]; s != "" && s != f.Severity && !f.Rest {
			c := changeOf(f, "")
			c.Was = s
			list = append(list, c)
		}
	}
	return list
}

// filesSince returns the changes of files since the last report, by path. Files that are left out now, by another rule,
// are still there.
func filesSince(m *targetState, before store.Index) (list []luminos.FileChange) {
	removed := func(p luminos.Path) {
		within := func(r luminos.IgnoredRoot) bool { return p.Within(r.Path) }
		if !slices.ContainsFunc(m.scan.Ignored.Roots, within) {
			list = append(list, luminos.FileChange{Path: p, How: luminos.FileRemoved})
		}
	}
	i := 0
	for k := range m.scan.Files {
		p := m.scan.Files[k].Path
		for ; i < len(before) && before[i].Path < p; i++ {
			removed(before[i].Path)
		}
		switch {
		case i == len(before) || before[i].Path != p:
			list = append(list, luminos.FileChange{Path: p, How: luminos.FileAdded})
		default:
			if before[i].Digest != m.sums[k] {
				list = append(list, luminos.FileChange{Path: p, How: luminos.FileChanged})
			}
			i++
		}
	}
	for ; i < len(before); i++ {
		removed(before[i].Path)
	}
	return list
}

// sortChanges sorts changes of files by path.
func sortChanges(list []luminos.FileChange) {
	slices.SortFunc(list, func(a, b luminos.FileChange) int { return cmp.Compare(a.Path, b.Path) })
}

// lastOf returns the part of the report that the next one is compared with.
func lastOf(m *targetState, report *luminos.Report) store.Last {
	claims := make(map[string]*luminos.Claim, len(report.Claims))
	for i := range report.Claims {
		claims[report.Claims[i].ID] = &report.Claims[i]
	}
	l := store.Last{Flags: slices.Clone(report.Flags), Files: make(store.Index, len(m.scan.Files))}
	for i := range l.Flags {
		f := &l.Flags[i]
		for _, id := range f.Claims {
			if c := claims[id]; c != nil {
				e := c.Evidence
				if e.Statement == f.Finding {
					e.Statement = "" // the finding itself
				}
				f.Evidence = append(f.Evidence, e)
			}
		}
		f.Claims, f.Judgement = nil, nil
	}
	for i := range m.scan.Files {
		l.Files[i] = store.Digested{Path: m.scan.Files[i].Path, Digest: m.sums[i]}
	}
	return l
}
