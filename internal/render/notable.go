package render

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// notableFiles returns the files that a model named as notable when it had read them, with its reasons: the first of
// each directory, then the second of each, and so on. Directories with priority come first, then the ones with the most
// code; directories of tests, documentation and the like come last.
func notableFiles(d *dossier) (list []place) {
	dirs := map[luminos.Path]*luminos.DirFacts{}
	for i := range d.facts.Directories {
		dirs[d.facts.Directories[i].Path] = &d.facts.Directories[i]
	}
	var entries []luminos.Entry
	for _, e := range d.report.Entries {
		if e.Basis == luminos.Judged && len(e.NotableFiles) > 0 && dirs[e.Path] != nil {
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b luminos.Entry) int {
		x, y := dirs[a.Path], dirs[b.Path]
		return cmp.Or(compareBool(setAside[x.Role], setAside[y.Role]),
			cmp.Compare(priority(d, a.Path), priority(d, b.Path)), cmp.Compare(y.Code, x.Code))
	})
	for n := 0; ; n++ {
		before := len(list)
		for _, e := range entries {
			if n < len(e.NotableFiles) {
				why, m := notableFor(d, e.NotableFiles[n])
				list = append(list, place{e.NotableFiles[n], cmp.Or(why, "named as notable in "+string(e.Path)), m})
			}
		}
		if len(list) == before {
			return list
		}
	}
}

// composeNotable returns the blocks that list all notable files, or nil if the first screen shows all.
func composeNotable(d *dossier) []block {
	list := notableFiles(d)
	if !d.byModel() || len(list) <= len(d.screen.places) {
		return nil
	}
	var blocks []block
	for _, p := range list {
		file := locationSpan(strong, luminos.Evidence{Path: p.path})
		blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), file, text(": "+p.why), p.mark))
	}
	return blocks
}

// priority returns the place of a directory among the directories to which the plan gives priority, or their number.
func priority(d *dossier, p luminos.Path) int {
	if d.report.Plan == nil {
		return 0
	}
	list := d.report.Plan.Priority
	if i := slices.IndexFunc(list, func(o luminos.PlannedDir) bool { return o.Path == p }); i >= 0 {
		return i
	}
	return len(list)
}

// notableFor returns the reason of a model to read a file first, or else its summary of the file, and the mark of the
// text.
func notableFor(d *dossier, p luminos.Path) (string, span) {
	for _, f := range d.report.Files {
		if f.Path != p {
			continue
		}
		m := mark(luminos.Judged)
		if len(f.Claims) == 0 {
			m = unsupported(m)
		}
		return cmp.Or(f.NotableReason, words.FirstSentence(f.Summary, 2*aboutMost)), m
	}
	return "", d.judgedMark()
}
