package render

import (
	"io"

	"luminos"
	"luminos/internal/words"
)

// Scan writes what a scan measured, without any judgement. The name is how the
// reader called the target.
func Scan(w io.Writer, s *luminos.Scan, root string, st Style) error {
	v := &view{page: newPage(w, st), r: &luminos.Report{}, facts: &luminos.Facts{}, scan: s, all: st.Verbose, wholeTree: st.WholeTree}
	v.par(0, as(strong, root))
	g := s.SurveySignals
	v.par(0, say(words.Plural(g.Files, "file")+" in "+words.Plural(g.Directories, "directory")+", "+words.Bytes(g.Bytes)))
	v.tree(scanTreeLines)
	v.kinds()
	v.languages()
	v.disk()
	v.sizes()
	v.oddities()
	return v.done()
}

// disk is what the target weighs, and where.
func (v *view) disk() {
	d := v.scan.DiskUsage
	v.head("On disk")
	rows := [][]string{{"all of it", words.Bytes(d.Allocated), words.Plural(d.Entries, "entry")}}
	if d.Ignored > 0 {
		rows = append(rows, []string{"ignored", words.Bytes(d.Ignored), words.Plural(v.scan.Ignored.Files, "file")})
	}
	if d.VCS > 0 {
		rows = append(rows, []string{"version control", words.Bytes(d.VCS)})
	}
	dirs := v.scan.TopDirectories
	for _, t := range dirs[:v.most(len(dirs), 8)] {
		rows = append(rows, []string{string(t.Path), words.Bytes(t.Allocated), words.Plural(t.Files, "file")})
	}
	v.table(2, []column{{title: "place"}, {title: "on disk", right: true}, {right: true}}, rows)
}

// sizes lists the largest and the latest files.
func (v *view) sizes() {
	if l := v.scan.LargeFiles; len(l) > 0 {
		v.head("Largest files")
		var rows [][]string
		for _, f := range l[:v.most(len(l), 8)] {
			rows = append(rows, []string{string(f.Path), words.Bytes(f.Size)})
		}
		v.table(2, []column{{title: "file"}, {title: "size", right: true}}, rows)
	}
	if l := v.scan.RecentFiles; len(l) > 0 {
		v.head("Latest changes")
		var rows [][]string
		for _, f := range l[:v.most(len(l), 5)] {
			rows = append(rows, []string{string(f.Path), f.Modified.UTC().Format("2006-01-02 15:04")})
		}
		v.table(2, []column{{title: "file"}, {title: "modified (UTC)", right: true}}, rows)
	}
}

// oddities lists what a reader should know of before trusting the numbers.
func (v *view) oddities() {
	s := v.scan
	if len(s.Duplicates.Groups)+len(s.Mismatches)+len(s.Unreadable)+len(s.Special)+len(s.Links)+len(s.Ignored.Roots)+len(s.Truncated)+len(s.Unmeasured) == 0 {
		return
	}
	v.head("Worth knowing")
	if d := s.Duplicates; d.Total > 0 {
		v.odd("duplicates", words.Plural(d.Total, "group")+" of equal files hold "+words.Bytes(d.Wasted)+" more than once")
		for _, g := range d.Groups[:v.most(len(d.Groups), 3)] {
			if len(g.Paths) > 0 {
				v.odd("", words.Count(g.Count)+" times "+words.Bytes(g.Size)+": "+words.Some(paths(g.Paths), 3))
			}
		}
	}
	for _, m := range s.Mismatches[:v.most(len(s.Mismatches), 3)] {
		v.odd("mismatch", string(m.Path)+" is called "+m.Extension+" and holds "+m.Found)
	}
	for _, p := range s.Unreadable[:v.most(len(s.Unreadable), 3)] {
		v.odd("unreadable", string(p.Path)+": "+p.Reason)
	}
	for _, p := range s.Special[:v.most(len(s.Special), 3)] {
		v.odd("special", string(p.Path)+" is a "+string(p.Kind))
	}
	v.links()
	v.ignored()
	for _, t := range s.Truncated {
		v.odd("cut", t.Field+" holds "+words.Count(t.Kept)+" of "+words.Count(t.Total))
	}
	for _, u := range s.Unmeasured {
		v.odd("unmeasured", u)
	}
}

// links counts links and names those that do not stay inside.
func (v *view) links() {
	all := v.scan.Links
	if len(all) == 0 {
		return
	}
	var odd []luminos.Link
	for _, l := range all {
		if l.Status != luminos.LinkInside {
			odd = append(odd, l)
		}
	}
	v.odd("links", words.Plural(len(all), "symbolic link")+", none followed")
	n := v.most(len(odd), 3)
	for _, l := range odd[:n] {
		v.odd("", string(l.Path)+" -> "+l.Target+" ("+string(l.Status)+")")
	}
	v.more(2+aside, len(odd)-n, "link")
}

func (v *view) odd(label, text string) { v.field(2, aside, as(quiet, label), say(text)) }

func paths(list []luminos.Path) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = string(p)
	}
	return out
}
