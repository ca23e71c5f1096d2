package render

import (
	"luminos"
	"luminos/internal/words"
)

// htmlScreen is the data of the first screen.
type htmlScreen struct {
	Name        string
	About, Kind htmlItem
	Notices     []htmlItem
	Facts       []htmlItem
	Places      []htmlItem
	Flags       []htmlWorst
	RestOfFlags string
	Claims      string
	Legend      []htmlItem
	Cut         int // rows that were left out
}

// htmlWorst is the number of the flags of one source, and the worst of them.
type htmlWorst struct {
	Count string
	Items []htmlItem
}

// screen writes the first screen.
func (h *htmlPage) screen(s screen) {
	item := func(spans []span) htmlItem { return h.item(body(spans...)) }
	v := htmlScreen{Name: Clean(words.Shorten(s.name, htmlText)), About: item(s.about), Claims: Clean(s.claims)}
	if len(s.kinds) > 0 {
		v.Kind = item(s.kinds[0])
	}
	for _, n := range []definition{{"Partial", s.partial}, {"Mixed", s.mixed}} {
		if len(n.text) > 0 {
			v.Notices = append(v.Notices, h.item(labelled(noteRow, text(n.label), n.text...)))
		}
	}
	for _, p := range firstOf(s.practice, &v.Cut) {
		v.Facts = append(v.Facts, h.item(labelled(noteRow, text(p.label), p.text...)))
	}
	for _, p := range firstOf(s.places, &v.Cut) {
		name := span{text: string(p.path), at: &spot{path: p.path}}
		v.Places = append(v.Places, h.item(body(name, text(" "+p.why), p.mark)))
	}
	v.Flags, v.RestOfFlags = h.worst(s.flags)
	for _, l := range s.legend {
		v.Legend = append(v.Legend, item(l.text))
	}
	h.put("screen", v)
	if len(s.members) > 0 {
		h.members(s.members)
	}
	h.put("screen-end", v)
}

// firstOf returns the first htmlScreenRow elements of a list, and adds the number of the others to left.
func firstOf[T any](list []T, left *int) []T {
	n := min(len(list), htmlScreenRow)
	*left += len(list) - n
	return list[:n]
}

// members writes the table of the projects of a target that is several projects.
func (h *htmlPage) members(members []luminos.Member) {
	t := table{columns: memberColumns}
	n := min(len(members), membersMost)
	for i := range members[:n] {
		t.rows = append(t.rows, memberCells(&members[i]))
	}
	h.pieces(h.table(t), htmlMost/htmlShare)
	if left := len(members) - n; left > 0 {
		h.put("rest", words.Plural(left, "more project")+", all in the output of --json")
	}
}

// membersMost is the most projects in the table of the first screen.
const membersMost = 200

// worst returns the numbers of the flags on the first screen and the worst ones, and the remark on the others.
func (h *htmlPage) worst(f screenFlags) (list []htmlWorst, rest string) {
	for _, g := range f.groups() {
		w := htmlWorst{Count: g.count}
		for _, r := range g.worst {
			w.Items = append(w.Items, h.item(r))
		}
		list = append(list, w)
	}
	return list, f.rest()
}
