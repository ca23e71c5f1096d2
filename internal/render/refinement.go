package render

import (
	"slices"

	"luminos"
	"luminos/internal/words"
)

// refinementRow returns the row that names the changes of refinement to the report, or nil without a finished pass.
func refinementRow(r *luminos.Refinement) []block {
	if r == nil || len(r.Passes) == 0 {
		return nil
	}
	return []block{row{kind: topRow, text: []span{text("refinement: " + refinementText(r))}}}
}

// refinementText returns the changes of all passes of refinement as a clause, such as "1 pass changed the section brief
// and added 1 flag".
func refinementText(r *luminos.Refinement) string {
	var sections []string
	added, withdrawn, changed, answered, reordered := 0, 0, 0, 0, false
	for _, p := range r.Passes {
		for _, s := range p.Sections {
			if !slices.Contains(sections, s) {
				sections = append(sections, s)
			}
		}
		added, withdrawn, changed = added+len(p.Added), withdrawn+len(p.Withdrawn), changed+len(p.Changed)
		answered, reordered = answered+len(p.Answered), reordered || p.Reordered
	}
	var did []string
	add := func(n int, verb, one string) {
		if n > 0 {
			did = append(did, verb+" "+words.Plural(n, one))
		}
	}
	if n := len(sections); n > 0 {
		did = append(did, "changed "+words.Plural(n, "section")+" ("+words.Some(sections, 6)+")")
	}
	add(added, "added", "flag")
	add(withdrawn, "withdrew", "flag")
	add(changed, "lowered, disputed or merged", "flag")
	add(answered, "answered", "question")
	if reordered {
		did = append(did, "put the flags in another order")
	}
	passes := words.Plural(len(r.Passes), "pass")
	if len(did) == 0 {
		return passes + " found nothing to change"
	}
	return passes + " " + words.List(did)
}
