package render

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// sinceLines is the most lines of the changes since the last run.
const sinceLines = 16

// composeSince returns the blocks of the changes since the last run: files, flags that are gone with the reasons, and
// new flags. Claims whose places are gone are counted in a report that is not whole.
func composeSince(d *dossier) []block {
	c := d.report.Run.Changes
	if c == nil {
		return nil
	}
	blocks := changedFiles(d, c)
	add := func(name string, list []luminos.FindingChange) {
		for _, f := range list {
			if f.Severity != "" || d.whole || f.ByModel {
				blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), changedFinding(name, f)...))
			}
		}
	}
	add("withdrawn", c.Withdrawn)
	add("resolved", c.Resolved)
	add("new", c.New)
	add("now", c.Regraded)
	gone := 0
	for _, f := range c.Resolved {
		if f.Severity == "" {
			gone++
		}
	}
	if gone > 0 && !d.whole {
		text := words.Plural(gone, "claim was", "claims were") + " left out, since the quotes are gone"
		blocks = append(blocks, labelled(bulletRow, as(quiet, "-"), as(quiet, text)))
	}
	return blocks
}

// changedFiles returns the row that counts and names the files that changed.
func changedFiles(d *dossier, c *luminos.Changes) []block {
	if len(c.Files) == 0 {
		return nil
	}
	n := map[luminos.ChangeKind]int{}
	names := make([]string, len(c.Files))
	for i, f := range c.Files {
		n[f.How]++
		names[i] = words.Name(string(f.Path))
		if f.How != luminos.FileChanged {
			names[i] += " (" + string(f.How) + ")"
		}
	}
	var counts []string
	for _, how := range []luminos.ChangeKind{luminos.FileChanged, luminos.FileAdded, luminos.FileRemoved} {
		if n[how] > 0 {
			counts = append(counts, words.Count(n[how])+" "+string(how))
		}
	}
	all := len(c.Files) + c.FilesLeft
	total := words.Plural(all, "file") + " differ"
	if all == 1 {
		total += "s"
	}
	if len(counts) > 1 && c.FilesLeft == 0 {
		total += " (" + words.List(counts) + ")"
	}
	return []block{labelled(bulletRow, as(quiet, "-"), text(total+": "+words.Some(names, d.most(len(names), 8))))}
}

// changedFinding returns the text of a finding that is new, resolved or withdrawn, with the reason.
func changedFinding(name string, f luminos.FindingChange) []span {
	basis := luminos.Basis("")
	if f.Source == luminos.SourceModel {
		basis = luminos.Judged
	}
	kind := []span{as(strong, name), text(" " + cmp.Or(string(f.Severity), "claim") + after(", was ", string(f.Was)) + ": ")}
	shown := flagText(luminos.Flag{Path: f.Path, Finding: f.Finding})
	spans := slices.Concat(kind, shown[:len(shown)-1], []span{mark(basis)})
	if f.Reason != "" {
		spans = append(spans, as(quiet, " -> "+f.Reason))
		if f.ByModel {
			spans = append(spans, mark(luminos.Judged))
		}
	}
	return spans
}
