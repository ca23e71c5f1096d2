package render

import (
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// composeCoverage returns the blocks on coverage: the numbers of files by how closely they were examined, the files
// that were not read, with the reasons, the masked places and the ignored files. Unless the reader wants it whole, each
// of these has one line.
func composeCoverage(d *dossier) []block {
	if !d.whole {
		return coverageInBrief(d)
	}
	blocks := append(composeBackend(d), composeCounts(d))
	for _, r := range d.facts.NotRead {
		blocks = append(blocks, note("not read", r.What+" ("+words.Count(r.Files)+"): "+r.Reason))
	}
	blocks = append(blocks, composeProblems(d, "unreadable", d.scan.Unreadable)...)
	blocks = append(blocks, composeProblems(d, "not clear", d.facts.Problems)...)
	blocks = append(blocks, composeMasked(d)...)
	return append(blocks, slices.Concat(composeIgnored(d), composeLinks(d))...)
}

// coverageInBrief returns the blocks on coverage with one line for each aspect.
func coverageInBrief(d *dossier) []block {
	c := d.report.Coverage
	counts := words.Count(c.Files)
	separator := ": "
	for _, k := range []struct {
		n   int
		how string
	}{{c.Read, "read whole"}, {c.Sampled, "read in part"}, {c.Measured, "only measured"}, {c.Skipped, "skipped"}} {
		if k.n > 0 {
			counts += separator + words.Count(k.n) + " " + k.how
			separator = ", "
		}
	}
	blocks := append([]block{note("files", counts)}, composeBackend(d)...)
	var kinds []string
	for _, r := range d.facts.NotRead {
		kinds = append(kinds, r.What+" ("+words.Count(r.Files)+")")
	}
	if len(kinds) > 0 {
		blocks = append(blocks, note("not read", words.Some(kinds, 4)))
	}
	for i, list := range [][]luminos.Problem{d.scan.Unreadable, d.facts.Problems} {
		if len(list) == 0 {
			continue
		}
		label := []string{"unreadable", "not clear"}[i]
		first := string(list[0].Path) + " (" + list[0].Reason + ")"
		blocks = append(blocks, note(label, words.Plural(len(list), "file")+": "+first+etc(len(list)-1)))
	}
	if n := c.MaskedPlaces; n > 0 {
		blocks = append(blocks, note("masked", words.Plural(n, "place")+" with text that looks like a secret"))
	}
	if ig := d.scan.Ignored; len(ig.Roots) > 0 {
		size, first := words.Plural(ig.Files, "file")+", "+words.Bytes(ig.Allocated), ig.Roots[0]
		blocks = append(blocks, note("ignored", size+" on disk: "+string(first.Path)+" ("+first.Rule+")"+etc(len(ig.Roots)-1)))
	}
	return append(blocks, composeLed(d)...)
}

// etc returns " and N more", or "" if n is 0.
func etc(n int) string {
	if n == 0 {
		return ""
	}
	return " and " + words.Count(n) + " more"
}

// composeBackend returns the blocks that name the MCP server through which the target was read, if there was one,
// and give the remarks of the backend. A whole report also has the measurements that were impossible and the level
// of the sandboxes, which depends on the machine.
func composeBackend(d *dossier) []block {
	var blocks []block
	b := d.report.Run.Backend
	if b.Adapter != "" && b.Adapter != "directory" {
		blocks = append(blocks, note("seen by", "the MCP server "+b.Server+", its tree read as "+b.Adapter))
	}
	if d.whole && len(d.scan.Unmeasured) > 0 {
		blocks = append(blocks, note("unmeasured", words.Some(d.scan.Unmeasured, 8)))
	}
	for _, n := range b.Notes {
		blocks = append(blocks, note("note", n))
	}
	if d.whole && b.Sandbox != "" {
		blocks = append(blocks, note("sandbox", b.Sandbox))
	}
	if own := d.report.Run.Sandbox; d.whole && own != "" {
		blocks = append(blocks, note("own sandbox", own))
	}
	return blocks
}

// composeCounts returns the numbers of files by how closely they were examined, with the reasons why they were not
// examined more closely.
func composeCounts(d *dossier) counts {
	c := d.report.Coverage
	list := counts{{"files", c.Files, d.reasons("")}}
	for _, k := range []struct {
		label, how string
		n          int
	}{{"read whole", "read", c.Read}, {"read in part", "sampled", c.Sampled}, {"measured", "measured", c.Measured}, {"skipped", "skipped", c.Skipped}} {
		if k.n > 0 {
			list = append(list, count{k.label, k.n, d.reasons(k.how)})
		}
	}
	return list
}

// reasons returns the reasons for one degree of coverage (how), such as "measured", as text. If there are several,
// each has its number of files.
func (d *dossier) reasons(how string) string {
	var reasons []luminos.CoverageReason
	for _, r := range d.report.Coverage.Reasons {
		if r.How == how {
			reasons = append(reasons, r)
		}
	}
	n := d.most(len(reasons), 4)
	var texts []string
	for _, r := range reasons[:n] {
		if len(reasons) > 1 {
			r.Reason = words.Count(r.Files) + " " + r.Reason
		}
		texts = append(texts, r.Reason)
	}
	if n < len(reasons) {
		texts = append(texts, words.Plural(len(reasons)-n, "more reason"))
	}
	return strings.Join(texts, "; ")
}

func composeProblems(d *dossier, label string, list []luminos.Problem) []block {
	var blocks []block
	n := d.most(len(list), 3)
	for _, p := range list[:n] {
		blocks = append(blocks, note(label, string(p.Path)+": "+p.Reason))
	}
	return append(blocks, more(noteRow, len(list)-n, label, label)...)
}

// composeMasked returns the blocks that list where secrets were masked, with the kinds of the
// secrets but never their text.
func composeMasked(d *dossier) []block {
	list, places := d.report.Coverage.Masked, d.report.Coverage.MaskedPlaces
	if places == 0 {
		return nil
	}
	found := words.Plural(places, "place") + " that look like secrets"
	if places == 1 {
		found = "1 place that looks like a secret"
	}
	blocks := []block{note("masked", found+", masked wherever text is shown or quoted")}
	n := d.most(len(list), 3)
	for _, m := range list[:n] {
		place := string(m.Path)
		if m.Lines.First > 0 { // else it is in no line, as the title of a document
			place += ":" + strconv.Itoa(m.Lines.First)
		}
		at := &spot{path: m.Path, first: m.Lines.First, last: m.Lines.Last}
		kind := m.Kind
		if asExample(d.facts.Secrets, m) {
			kind += ", an example"
		}
		blocks = append(blocks, row{kind: noteRow, text: []span{{text: place, at: at}, as(quiet, " ("+kind+")")}})
	}
	return append(blocks, more(noteRow, places-n, "place")...)
}

// asExample reports whether one of the secrets says that the masked place m is in an example or a test.
func asExample(secrets []luminos.Masked, m luminos.Masked) bool {
	return slices.ContainsFunc(secrets, func(o luminos.Masked) bool {
		return o.Path == m.Path && o.Kind == m.Kind && o.Lines == m.Lines && (o.Aside || o.Shown)
	})
}

// composeIgnored returns the blocks that count the ignored files, which were measured and not investigated, with the
// rules that exclude them.
func composeIgnored(d *dossier) []block {
	ig := d.scan.Ignored
	if len(ig.Roots) == 0 && ig.Files == 0 {
		return nil
	}
	blocks := []block{note("ignored", words.Plural(ig.Files, "file")+", "+words.Bytes(ig.Allocated)+" on disk")}
	n := d.most(len(ig.Roots), 3)
	for _, r := range ig.Roots[:n] {
		place := string(r.Path) + ", " + words.Bytes(r.Allocated)
		blocks = append(blocks, row{kind: noteRow, text: []span{text(place), as(quiet, " ("+r.Rule+")")}})
	}
	return append(blocks, more(noteRow, len(ig.Roots)-n, "place")...)
}

// composeLed returns the block that counts the links that lead out of the target, nowhere or back to themselves.
func composeLed(d *dossier) []block {
	n := map[luminos.LinkStatus]int{}
	for _, l := range d.scan.Links {
		n[l.Status]++
	}
	var counts []string
	for _, p := range []struct {
		status luminos.LinkStatus
		phrase string
	}{
		{luminos.LinkOutside, "out of the directory"}, {luminos.LinkBroken, "nowhere"},
		{luminos.LinkLoop, "back to themselves"},
	} {
		if n[p.status] > 0 {
			verb := " lead "
			if n[p.status] == 1 {
				verb = " leads "
			}
			counts = append(counts, words.Count(n[p.status])+verb+p.phrase)
		}
	}
	if len(counts) == 0 {
		return nil
	}
	all := words.Plural(len(d.scan.Links), "link")
	return []block{note("links", "of "+all+", "+words.List(counts)+"; none is followed")}
}
