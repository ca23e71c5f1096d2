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
	lines = append(lines, t.about(s.about, b.about)...)
	lines = append(lines, t.atMost(2, t.width, s.kind)...)
	if len(s.partial) > 0 {
		lines = append(lines, t.beside(t.width, screenColumn, b.partial, as(warn, "Partial"), s.partial...)...)
	}
	var practices []string
	for _, p := range s.practice {
		practices = append(practices, t.labelled(p.label, b.practice, p.text)...)
	}
	var end []string
	if len(s.claims) > 0 {
		end = t.labelled("Claims", 1, s.claims)
	}
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

// about returns the description in at most n lines, each after ">" if a model wrote it.
func (t terminal) about(spans []span, n int) []string {
	if !judged(spans) {
		return t.atMost(n, t.width, spans)
	}
	lines := t.atMost(n, t.width-bodyIndent, spans)
	for i := range lines {
		lines[i] = t.paint(quiet, ">") + " " + lines[i]
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

// worst returns the lines under "Flags": the counts of the flags, and the worst that fit into the
// budget. If a model raised flags, it has at most one line in three, more if rules leave room, and
// none if there is room for one flag of rules only.
func (t terminal) worst(f screenFlags, b budget) []string {
	if f.rules.total+f.model.total == 0 {
		return t.labelled("Flags", 1, []span{text("none raised")})
	}
	switch {
	case f.model.total == 0:
		return t.labelLines(screenColumn, as(strong, "Flags"), t.group("", f.rules, b.flags, b))
	case f.rules.total == 0:
		return t.labelLines(screenColumn, as(strong, "Flags"), t.group("none by rules; by a model: ", f.model, b.flags, b))
	}
	byRules := min(len(f.rules.worst), max(1, b.flags-1))
	byModel := min(len(f.model.worst), b.flags-byRules)
	lines := t.group("by rules: ", f.rules, b.flags-byModel, b)
	if byRules > 0 && b.flags == 1 {
		lines[0] = t.line(t.width-screenColumn, text("by rules: "+f.rules.count+"; by a model: "+f.model.count))
	} else {
		lines = append(lines, t.group("by a model: ", f.model, byModel, b)...)
	}
	return t.labelLines(screenColumn, as(strong, "Flags"), lines)
}

// group returns a line with the count of a group of flags, and at most n of the flags.
func (t terminal) group(title string, g flagGroup, n int, b budget) []string {
	n = min(len(g.worst), n)
	head := title + g.count
	if 0 < n && n < g.total {
		head += "; the worst:"
	}
	lines := []string{t.line(t.width-screenColumn, text(head))}
	for _, r := range g.worst[:n] {
		lines = append(lines, t.beside(t.width-screenColumn, rowLayouts[r.kind].column, b.flag, r.label, r.text...)...)
	}
	return lines
}
