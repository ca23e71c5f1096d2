package render

const (
	// screenColumn is the width of the column of labels on the first screen.
	screenColumn = 9
	// screenLines is the most lines of the first screen: a terminal of 24 lines
	// less the line of the shell's prompt.
	screenLines = 23
)

// budget is the room that the first screen spends on each of its parts.
type budget struct {
	about    int // lines of the description
	practice int // lines for each of build, run, test, audience
	place    int // lines of a place to start to read
	flag     int // lines of a flag
	flags    int // flags
	partial  int // lines of the reason why the report is partial
}

// budgets are tried in order, the most generous first, until the first screen has at most screenLines lines.
var budgets = []budget{{3, 2, 2, 2, 3, 3}, {2, 2, 1, 2, 3, 2}, {2, 1, 1, 2, 3, 2}, {2, 1, 1, 2, 2, 2}, {2, 1, 1, 1, 3, 2}, {1, 1, 1, 1, 2, 2}, {1, 1, 1, 1, 1, 1}}

// screen writes the first screen with the most generous of the budgets that leaves at most screenLines lines. So it
// fits on 24 lines of 80 columns without scrolling.
func (t terminal) screen(s screen) {
	var lines []string
	for _, b := range budgets {
		if lines = t.screenIn(s, b); len(lines) <= screenLines {
			break
		}
	}
	t.lines(0, lines)
}

func (t terminal) screenIn(s screen, b budget) []string {
	lines := []string{t.line(t.width, as(strong, s.name))}
	lines = append(lines, t.atMost(b.about, t.width, s.about)...)
	lines = append(lines, t.atMost(2, t.width, s.kind)...)
	if len(s.partial) > 0 {
		lines = append(lines, t.beside(t.width, screenColumn, b.partial, as(warn, "Partial"), s.partial...)...)
	}
	var practices []string
	for _, p := range s.practice {
		practices = append(practices, t.labelled(p.label, b.practice, p.text)...)
	}
	end := t.labelled("Claims", 1, s.claims)
	for _, l := range s.legend {
		end = append(end, t.atMost(l.most, t.width, l.text)...)
	}
	for _, group := range [][]string{practices, t.places(s.places, b), t.worst(s.flags, b), end} {
		if len(group) > 0 {
			lines = append(append(lines, ""), group...)
		}
	}
	return lines
}

// labelled returns a row of the first screen with a label, wrapped to at most n lines.
func (t terminal) labelled(label string, n int, spans []span) []string {
	return t.beside(t.width, screenColumn, n, as(strong, label), spans...)
}

// places returns the lines under "Read": the paths at which to start to read, with the
// reasons.
func (t terminal) places(list []place, b budget) []string {
	widest := (t.width - screenColumn) * 4 / 7
	wide := 0
	for _, p := range list {
		wide = max(wide, min(cells(Clean(string(p.path))), widest))
	}
	var lines []string
	for _, p := range list {
		lines = append(lines, t.beside(t.width-screenColumn, wide+2, b.place, text(elide(string(p.path), widest)), text(p.why), p.mark)...)
	}
	return t.labelLines(screenColumn, as(strong, "Read"), lines)
}

// worst returns the lines under "Flags": the count of all flags, and the worst that fit into
// the budget.
func (t terminal) worst(f screenFlags, b budget) []string {
	if f.total == 0 {
		return t.labelled("Flags", 1, []span{text("none raised")})
	}
	n := min(len(f.worst), b.flags)
	head := f.count
	if n < f.total {
		head += "; the worst:"
	}
	lines := []string{t.line(t.width-screenColumn, text(head))}
	for _, r := range f.worst[:n] {
		lines = append(lines, t.beside(t.width-screenColumn, rowLayouts[r.kind].column, b.flag, r.label, r.text...)...)
	}
	return t.labelLines(screenColumn, as(strong, "Flags"), lines)
}
