package render

import (
	"cmp"
	"luminos"
	"luminos/internal/words"
)

// composeDisk returns the blocks with the disk usage of the target and its largest parts.
func composeDisk(d *dossier) []block {
	usage := d.scan.DiskUsage
	rows := [][]string{{"total", words.Bytes(usage.Allocated), words.Plural(usage.Entries, "entry")}}
	if usage.Ignored > 0 {
		rows = append(rows, []string{"ignored", words.Bytes(usage.Ignored), words.Plural(d.scan.Ignored.Files, "file")})
	}
	if usage.VCS > 0 {
		rows = append(rows, []string{"version control", words.Bytes(usage.VCS)})
	}
	dirs := d.scan.TopDirectories
	for _, t := range dirs[:d.most(len(dirs), 8)] {
		rows = append(rows, []string{string(t.Path), words.Bytes(t.Allocated), words.Plural(t.Files, "file")})
	}
	return []block{heading("On disk"), table{[]column{{title: "place"}, {title: "on disk", right: true}, {right: true}}, rows}}
}

// composeSizes returns the blocks that list the largest files and the files that changed last.
func composeSizes(d *dossier) []block {
	var blocks []block
	if l := d.scan.LargeFiles; len(l) > 0 {
		var rows [][]string
		for _, f := range l[:d.most(len(l), 8)] {
			rows = append(rows, []string{string(f.Path), words.Bytes(f.Size)})
		}
		blocks = append(blocks, heading("Largest files"), table{[]column{{title: "file"}, {title: "size", right: true}}, rows})
	}
	if l := d.scan.RecentFiles; len(l) > 0 {
		var rows [][]string
		for _, f := range l[:d.most(len(l), 5)] {
			rows = append(rows, []string{string(f.Path), f.Modified.UTC().Format("2006-01-02 15:04")})
		}
		blocks = append(blocks, heading("Latest changes"), table{[]column{{title: "file"}, {title: "modified (UTC)", right: true}}, rows})
	}
	return blocks
}

// composeOddities returns the blocks "Worth knowing" of a scan: duplicates, files of an unexpected type, unreadable
// and special files, links, ignored files, and values that are cut or missing.
func composeOddities(d *dossier) []block {
	s := d.scan
	blocks := composeDuplicates(d)
	add := func(label, s string) { blocks = append(blocks, note(label, s)) }
	for _, m := range s.Mismatches[:d.most(len(s.Mismatches), 3)] {
		add("mismatch", string(m.Path)+" is called "+m.Extension+" and holds "+cmp.Or(m.Name, m.Found))
	}
	for _, p := range s.Unreadable[:d.most(len(s.Unreadable), 3)] {
		add("unreadable", string(p.Path)+": "+p.Reason)
	}
	for _, p := range s.Special[:d.most(len(s.Special), 3)] {
		add("special", string(p.Path)+" is a "+string(p.Kind))
	}
	blocks = append(blocks, composeLinks(d)...)
	blocks = append(blocks, composeIgnored(d)...)
	for _, t := range s.Truncated {
		add("cut", t.Field+" holds "+words.Count(t.Kept)+" of "+words.Count(t.Total))
	}
	for _, u := range s.Unmeasured {
		add("unmeasured", u)
	}
	if len(blocks) == 0 {
		return nil
	}
	return append([]block{heading("Worth knowing")}, blocks...)
}

func composeDuplicates(d *dossier) []block {
	dup := d.scan.Duplicates
	if dup.Total == 0 {
		return nil
	}
	blocks := []block{note("duplicates", words.Plural(dup.Total, "group")+" of equal files hold "+words.Bytes(dup.Wasted)+" more than once")}
	for _, g := range dup.Groups[:d.most(len(dup.Groups), 3)] {
		if len(g.Paths) > 0 {
			blocks = append(blocks, note("", words.Count(g.Count)+" times "+words.Bytes(g.Size)+": "+words.Some(paths(g.Paths), 3)))
		}
	}
	return blocks
}

// composeLinks returns the blocks that count the symbolic links and name the first links that lead out of the
// target, nowhere or to themselves. A whole report names all of these.
func composeLinks(d *dossier) []block {
	all := d.scan.Links
	if len(all) == 0 {
		return nil
	}
	var odd []luminos.Link
	for _, l := range all {
		if l.Status != luminos.LinkInside {
			odd = append(odd, l)
		}
	}
	blocks := []block{note("links", words.Plural(len(all), "symbolic link")+", none followed")}
	n := d.most(len(odd), 3)
	for _, l := range odd[:n] {
		blocks = append(blocks, note("", string(l.Path)+" -> "+l.Target+" ("+string(l.Status)+")"))
	}
	return append(blocks, more(noteRow, len(odd)-n, "link")...)
}

func paths(list []luminos.Path) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = string(p)
	}
	return out
}
