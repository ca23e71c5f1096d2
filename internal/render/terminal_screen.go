package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

const (
	// screenColumn is the width of the column of labels on the first screen.
	screenColumn = 9
	// screenLines is the most lines of the first screen: a terminal of 24 lines
	// less the line of the shell's prompt.
	screenLines = 23
)

// screenRow is a row of the first screen. Rows of one group have no empty line between them.
type screenRow struct {
	group int
	// ranks are the ranks of its lines, the first line first: lines of lower rank are granted before others. There is
	// a rank for each line that the row can have.
	ranks []int
	lay   func(n int) []string // returns the row in at most n lines
	lines int                  // granted
}

// The ranks of lines on the first screen. Each line of rank needed has room, since there are fewer than screenLines. A
// folder can have more rows about its files than that: they come after the first flag, and the sections repeat
// them.
const (
	needed = iota
	graveRow
	firstFlag
	practiceRow
	mainLine
	mainMore
	kindRank
	graveFlag
	worstFlagOn
	minorRow
	wholeRow
	tallRow
	lateRow
	description
	secondRow
	secondFlag
	secondLine
	thirdRow
	thirdFlag
	moreLines
)

// screen writes the first screen in at most screenLines lines, so that it fits on 24 lines of 80 columns without
// scrolling. Each row has one line. The lines that are left are granted to the longer rows by rank.
func (t terminal) screen(s screen) {
	rows := t.screenRows(s)
	room, last := screenLines, 0
	type grant struct{ rank, row, line int }
	var grants []grant
	for i, r := range rows {
		if r.group != last {
			last, room = r.group, room-1
		}
		for k := range min(len(r.ranks), len(r.lay(len(r.ranks)))) {
			grants = append(grants, grant{r.ranks[k], i, k})
		}
	}
	slices.SortStableFunc(grants, func(a, b grant) int { return a.rank - b.rank })
	for _, g := range grants[:min(len(grants), room)] {
		if rows[g.row].lines == g.line {
			rows[g.row].lines++
		}
	}
	last = 0
	for _, r := range rows {
		if r.lines == 0 {
			continue
		}
		if r.group != last {
			t.put()
		}
		last = r.group
		t.lines(0, r.lay(r.lines))
	}
}

// screenRows returns the rows of the first screen in their order.
func (t terminal) screenRows(s screen) []screenRow {
	var rows []screenRow
	add := func(group int, lay func(n int) []string, ranks ...int) {
		rows = append(rows, screenRow{group: group, ranks: ranks, lay: lay})
	}
	add(0, func(int) []string { return []string{t.line(t.width, as(strong, s.name))} }, needed)
	add(0, func(n int) []string { return t.about(s.about, n) }, needed, description, moreLines)
	kind := s.kinds[0]
	for _, k := range s.kinds[1:] {
		if len(t.wrap(t.width, kind)) > 2 {
			kind = k
		}
	}
	add(0, func(n int) []string { return t.atMost(n, t.width, kind) }, needed, kindRank, kindRank)
	for _, r := range []struct {
		label string
		text  []span
	}{{"Partial", s.partial}, {"Mixed", s.mixed}} {
		if len(r.text) > 0 {
			add(0, func(n int) []string {
				return t.beside(t.width, screenColumn, n, as(warn, r.label), r.text...)
			}, needed, secondLine, moreLines)
		}
	}
	for _, p := range s.practice {
		add(1, func(n int) []string { return t.labelled(p.label, n, p.text) }, ranksOf(p)...)
	}
	if n := len(s.members); n > 0 {
		ranks := append([]int{needed, needed, needed}, slices.Repeat([]int{secondRow}, n-1)...)
		add(2, func(n int) []string { return t.membersTable(s.members, n) }, ranks[:n+1]...)
	}
	for i, p := range s.places {
		ranks := []int{[]int{needed, secondRow, thirdRow}[min(i, 2)], moreLines}
		add(2, func(n int) []string { return t.place(s.places, i, p, n) }, ranks...)
	}
	rows = append(rows, t.flagRows(s.flags)...)
	if s.claims != "" {
		add(4, func(int) []string { return t.labelled("Claims", 1, []span{text(oneLine(t, s.claims))}) }, needed)
	}
	for _, l := range s.legend {
		ranks := slices.Repeat([]int{needed}, max(l.most, 1))
		add(4, func(n int) []string { return t.atMost(n, t.width, l.text) }, ranks...)
	}
	return rows
}

// ranksOf returns the ranks of the lines of a row.
func ranksOf(p practice) []int {
	switch {
	case p.grave:
		return []int{graveRow, wholeRow, secondLine}
	case p.main:
		return []int{practiceRow, mainLine, mainMore, mainMore}
	case p.late:
		return []int{lateRow, secondLine}
	case p.listed:
		return []int{practiceRow, tallRow}
	case p.minor:
		return []int{minorRow, secondLine}
	case p.long:
		return []int{practiceRow, wholeRow, tallRow, secondLine, secondLine, moreLines, moreLines, moreLines}
	case p.tall:
		return []int{practiceRow, wholeRow, wholeRow, tallRow, tallRow}
	case p.whole:
		return []int{practiceRow, wholeRow, secondLine}
	}
	return []int{practiceRow, secondLine}
}

// oneLine returns a text for a row of one line, without the parts after the last semicolons and commas that do not fit.
func oneLine(t terminal, line string) string {
	for len(t.wrap(t.width-screenColumn, []span{text(line)})) > 1 {
		cut := max(strings.LastIndex(line, "; "), strings.LastIndex(line, ", "))
		if cut <= 0 {
			break
		}
		line = line[:cut]
	}
	return line
}

// about returns the description in at most n lines, each after ">" if a model wrote it. A quotation that is too long
// ends after a clause.
func (t terminal) about(spans []span, n int) []string {
	if !judged(spans) {
		return t.atMost(n, t.width, clauses(t, spans, n))
	}
	lines := t.atMost(n, t.width-bodyIndent, spans)
	for i := range lines {
		lines[i] = t.paint(quiet, ">") + " " + lines[i]
	}
	return lines
}

// clauses returns a quotation without its last clauses if it needs more than n lines, or unchanged if less than a third
// would be left.
func clauses(t terminal, spans []span, n int) []span {
	inner, quoted := "", false
	if len(spans) == 1 {
		inner, quoted = strings.CutPrefix(strings.TrimSuffix(spans[0].text, "”"), "“")
	}
	cut := spans
	for at := len(inner); quoted && n > 0 && len(t.wrap(t.width, cut)) > n; {
		if at = strings.LastIndexAny(inner[:at], ",;:"); at < len(inner)/3 {
			return spans
		}
		cut = []span{text("“" + inner[:at] + " …”")}
	}
	return cut
}

// labelled returns a row of the first screen with a label, wrapped to at most n lines.
func (t terminal) labelled(label string, n int, spans []span) []string {
	return t.beside(t.width, screenColumn, n, as(strong, label), spans...)
}

// place returns the row of the first screen for the place number i of list, at which to start to read, in at most n
// lines. A long path has a line of its own, if there is one: only the middle of some paths differs.
func (t terminal) place(list []place, i int, p place, n int) []string {
	all := t.width - screenColumn
	widest := all * 4 / 7
	label := span{}
	if i == 0 {
		label = as(strong, "Read")
	}
	name := Clean(string(p.path))
	length := cells(name)
	if n > 1 && length > widest && length <= all {
		why := t.atMost(n-1, all-2, []span{text(p.why), p.mark})
		return t.labelLines(screenColumn, label, append([]string{name}, indented(why, 0, 2)...))
	}
	own := min(length, widest)
	wide := own
	for _, p := range list {
		if n := cells(Clean(string(p.path))); own <= widest*3/4 && n <= widest*3/4 { // longer ones leave no room for reasons
			wide = max(wide, n)
		}
	}
	lines := t.beside(all, wide+2, n, text(elide(string(p.path), widest)), text(p.why), p.mark)
	return t.labelLines(screenColumn, label, lines)
}

// flagRows returns the rows of the first screen on flags: the counts of the flags, and the worst. Rules and a model
// have separate rows: of three flags at most one is of the model if rules raised enough.
func (t terminal) flagRows(f screenFlags) []screenRow {
	var rows []screenRow
	label := as(strong, "Flags")
	add := func(spans []span, ranks ...int) {
		name := label
		label = span{}
		rows = append(rows, screenRow{group: 3, ranks: ranks, lay: func(n int) []string {
			return t.labelLines(screenColumn, name, t.atMost(n, t.width-screenColumn, spans))
		}})
	}
	group := func(title string, g flagGroup, most int) {
		head := title + g.count
		if 0 < len(g.worst) && len(g.worst) < g.total {
			head += "; the worst:"
		}
		add([]span{text(oneLine(t, head))}, needed)
		for i, r := range g.worst[:min(len(g.worst), most)] {
			ranks := flagRanks[min(i, len(flagRanks)-1)]
			if i > 0 && r.label.text == string(luminos.Critical) {
				ranks = graveRanks
			}
			rows = append(rows, screenRow{group: 3, ranks: ranks, lay: func(n int) []string { return t.screenFlag(r, n) }})
		}
	}
	empty := func(s string) bool { return s == "" }
	switch {
	case f.ofMembers:
		count := words.List(slices.DeleteFunc([]string{f.rules.count, f.model.count}, empty))
		count = cmp.Or(count, "none raised") + " for the whole folder; the table counts them by project"
		add([]span{text(count)}, needed)
	case f.rules.total+f.model.total == 0:
		none := "none raised"
		if f.minor > 0 {
			none = "none but " + minorNotes(f.minor)
		}
		add([]span{text(none)}, needed)
	case len(f.rules.worst)+len(f.model.worst) == 0:
		count := words.List(slices.DeleteFunc([]string{f.rules.count, f.model.count}, empty))
		count += ", listed below"
		if f.minor > 0 {
			count += ", and " + minorNotes(f.minor)
		}
		add([]span{text(count)}, needed)
	case f.model.total == 0:
		group("", f.rules, flagsOnScreen)
	case f.rules.total == 0:
		none := "none by rules"
		if f.minor > 0 {
			none += " but " + minorNotes(f.minor)
		}
		group(none+"; by a model: ", f.model, flagsOnScreen)
	case len(f.rules.worst) == 0:
		group(f.rules.count+" by rules; by a model: ", f.model, flagsOnScreen)
	default:
		byRules := min(len(f.rules.worst), flagsOnScreen-1)
		group("by rules: ", f.rules, byRules)
		group("by a model: ", f.model, flagsOnScreen-byRules)
	}
	return rows
}

// screenFlag returns the lines of a flag on the first screen, at most n.
func (t terminal) screenFlag(r row, n int) []string {
	return indented(t.beside(t.width-screenColumn, rowLayouts[flagRow].column, n, r.label, r.text...), 0, screenColumn)
}

// flagRanks are the ranks of the lines of the first, the second and each other flag, and graveRanks of a critical flag
// that is not the first.
var (
	flagRanks = [][]int{
		{firstFlag, worstFlagOn, moreLines}, {secondFlag, secondLine, moreLines}, {thirdFlag, moreLines, moreLines},
	}
	graveRanks = []int{graveFlag, secondLine, moreLines}
)

// flagsOnScreen is the most flags on the first screen.
const flagsOnScreen = 3
