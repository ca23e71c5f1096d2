package render

import "strings"

// listing writes the names, the two measures and the descriptions in four columns. A description has one line. The
// first quotations that need two or three lines get them, while the listing has at most contentsLines + quotedLines lines. A
// narrow page has no descriptions.
func (t terminal) listing(l listing) {
	name, wide := len("path"), [2]int{cells(l.titles[0]), cells(l.titles[1])}
	for _, r := range l.rows {
		name = max(name, 2*r.level+cells(Clean(r.name)))
		for i, m := range r.measures {
			wide[i] = max(wide[i], cells(m))
		}
	}
	room := t.width - bodyIndent - wide[0] - wide[1] - 3*2
	name = min(name, max(room*2/5, 14))
	room -= name
	t.begin(1)
	titles := padLeft(l.titles[0], wide[0]) + "  " + padLeft(l.titles[1], wide[1])
	t.put(strings.Repeat(" ", bodyIndent+name+2), t.paint(quiet, titles))
	about := t.abouts(l, room)
	for i, r := range l.rows {
		if i > 0 {
			t.begin(1)
		}
		label := t.paint(strong, elide(r.name, name-2*r.level))
		label = strings.Repeat(" ", 2*r.level) + label + strings.Repeat(" ", max(name-2*r.level-cells(label), 0))
		first := label + "  " + padLeft(r.measures[0], wide[0]) + "  " + padLeft(r.measures[1], wide[1]) + "  "
		lines := indented(append([]string{}, about[i]...), 1, cells(first))
		if len(lines) == 0 {
			lines = []string{""}
		}
		lines[0] = first + lines[0]
		t.indented(bodyIndent, judged(r.about()), lines)
	}
	if l.rest != "" {
		t.begin(1)
		t.lines(bodyIndent, t.atMost(2, t.width-bodyIndent, []span{as(quiet, l.rest)}))
	}
}

// leastAbout is the least number of columns for a description.
const leastAbout = 16

// abouts returns the lines of the descriptions of a listing.
func (t terminal) abouts(l listing, width int) [][]string {
	out := make([][]string, len(l.rows))
	if width < leastAbout {
		return out
	}
	for i, r := range l.rows {
		out[i] = fitting(t, 1, width, r.abouts)
	}
	room := contentsLines + quotedLines - len(l.rows)
	for i, r := range l.rows {
		long := fitting(t, 3, width, r.abouts)
		if more := len(long) - 1; 0 < more && more <= room && (strings.HasPrefix(long[0], "“") || judged(r.about())) {
			out[i], room = long, room-more
		}
	}
	return out
}

// fitting returns the lines of the first description that needs no more than the given number of lines (most), or else
// of the last one, cut. A quotation is never cut: its first words can say something else.
func fitting(t terminal, most, width int, abouts [][]span) (lines []string) {
	for _, about := range abouts {
		if lines = t.wrap(width, about); len(lines) <= most {
			return lines
		}
	}
	if len(abouts) == 0 {
		return nil
	}
	last := abouts[len(abouts)-1]
	if strings.HasPrefix(last[0].text, "“") && !judged(last) {
		return nil
	}
	return t.atMost(most, width, last)
}
