package render

import (
	"slices"

	"luminos"
)

// fold returns a copy of a report for JSON without the directories, files and manifests below test data, which the
// directory of the test data counts, without the digests of quotations of single lines in the longest lists of the
// facts, and without the places of quotations that the symbol states.
func fold(r *luminos.Report) *luminos.Report {
	if r.Facts == nil || r.Scan == nil {
		return r
	}
	out, facts, scan := *r, *r.Facts, *r.Scan
	below := belowTestData(facts.Directories)
	n := &luminos.Folded{}
	facts.Directories = folded(facts.Directories, &n.Directories, func(d *luminos.DirFacts) bool { return below(d.Path) })
	for i := range facts.Directories {
		d := &facts.Directories[i]
		d.Symbols = slices.Clone(d.Symbols)
		for j := range d.Symbols {
			s := &d.Symbols[j]
			withoutDigest(&s.Evidence)
			here := luminos.LineRange{First: s.Line, Last: s.Line}
			if at := s.Evidence.Lines; at != nil && s.Evidence.Path == s.Path && *at == here {
				s.Evidence.Path, s.Evidence.Lines = "", nil
			}
		}
	}
	facts.Manifests = folded(facts.Manifests, &n.Manifests, func(m *luminos.Manifest) bool { return below(m.Path) })
	facts.Imports.Edges = slices.Clone(facts.Imports.Edges)
	for i := range facts.Imports.Edges {
		e := &facts.Imports.Edges[i]
		e.Evidence = slices.Clone(e.Evidence)
		for j := range e.Evidence {
			withoutDigest(&e.Evidence[j])
		}
	}
	foldHistory(&facts, &n.Changed, below)
	facts.Upkeep = foldUpkeep(facts.Upkeep)
	listed := &scan.ClassifiedFiles.Files
	*listed = folded(*listed, &n.Files, func(f *luminos.File) bool { return below(f.Path) })
	plain := func(e *luminos.Entry) bool { return below(e.Path) && len(e.Claims) == 0 }
	out.Entries = folded(r.Entries, &n.Entries, plain)
	if r.Plan != nil {
		plan := *r.Plan
		plan.Shallow = folded(plan.Shallow, &n.Planned, func(d *luminos.PlannedDir) bool { return below(d.Path) })
		out.Plan = &plan
	}
	out.Facts, out.Scan = &facts, &scan
	out.Coverage.Treatments = append([]luminos.CoverageFiles{}, r.Coverage.Treatments...) // never nil
	if *n != (luminos.Folded{}) {
		n.Reason = "below a directory of test data, whose own entry counts them"
		out.Folded = n
	}
	return &out
}

// foldHistory leaves the days of the directories that below accepts out of the history, and adds their number to n.
func foldHistory(facts *luminos.Facts, n *int, below func(luminos.Path) bool) {
	if facts.History == nil || facts.History.Changes == nil {
		return
	}
	history, changes := *facts.History, *facts.History.Changes
	changes.Directories = folded(changes.Directories, n, func(d *luminos.ChangedDir) bool { return below(d.Path) })
	history.Changes = &changes
	facts.History = &history
}

// foldUpkeep returns a copy of the upkeep without the digests of the lines with notes.
func foldUpkeep(u *luminos.Upkeep) *luminos.Upkeep {
	if u == nil {
		return nil
	}
	out := *u
	out.Todos = slices.Clone(u.Todos)
	for i := range out.Todos {
		withoutDigest(&out.Todos[i].First.Evidence)
	}
	return &out
}

// belowTestData returns a function that reports whether a path is below a directory of test data.
func belowTestData(dirs []luminos.DirFacts) func(luminos.Path) bool {
	data := map[luminos.Path]bool{}
	for i := range dirs {
		data[dirs[i].Path] = dirs[i].Role == luminos.DirFixtures
	}
	return func(p luminos.Path) bool {
		for p != luminos.Root {
			if p = p.Dir(); data[p] {
				return true
			}
		}
		return false
	}
}

// folded returns a copy of list without the elements that drop accepts, and adds their number to n. The copy is never
// nil.
func folded[T any](list []T, n *int, drop func(*T) bool) []T {
	kept := make([]T, 0, len(list))
	for i := range list {
		if drop(&list[i]) {
			*n++
			continue
		}
		kept = append(kept, list[i])
	}
	return kept
}

// withoutDigest removes the digest of a quotation of one line: the quotation itself can be compared.
func withoutDigest(e *luminos.Evidence) {
	if e.Quote != "" && e.Lines != nil && e.Lines.First == e.Lines.Last {
		e.SHA256 = ""
	}
}
