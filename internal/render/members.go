package render

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// composeMembers returns the sections about each project of a target that is several projects. The path of the project
// precedes the title of each section.
func composeMembers(d *dossier) []block {
	var blocks []block
	for _, m := range d.facts.Members {
		if m.Report == nil {
			continue
		}
		for i := range m.Report.Sections {
			s := &m.Report.Sections[i]
			if about := composeSection(d, s); about != nil {
				title := row{kind: topRow, text: []span{as(strong, string(m.Path)+": "+s.Title)}}
				blocks = append(append(blocks, title), about...)
			}
		}
	}
	return blocks
}

// several reports whether the target has no author in common: none of its files is the first to read.
func several(f *luminos.Facts) bool {
	switch f.Sort {
	case luminos.SortProjects, luminos.SortSystem, luminos.SortHome:
		return true
	}
	return false
}

// membersBySize returns the projects of a target that is several projects, the largest first.
func membersBySize(f *luminos.Facts) []luminos.Member {
	return slices.SortedStableFunc(slices.Values(f.Members), func(a, b luminos.Member) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
	})
}

// memberColumns are the columns of the table of members, and memberWidths their greatest widths. The kind gets the room
// that is left.
var (
	memberColumns = []column{
		{title: "Project"}, {title: "What"}, {title: "Language"}, {title: "Licence"},
		{title: "Size", right: true}, {title: "Flags", right: true},
	}
	memberWidths = []int{20, 0, 12, 12, 8, 5}
)

// membersTable returns a table of members in at most n lines: a line of titles, one line for each member, and the
// number of the others if there is no room for all.
func (p *page) membersTable(members []luminos.Member, n int) []string {
	shown := len(members)
	if shown > n-1 {
		shown = max(n-2, 0)
	}
	grid := [][]string{{}}
	for _, c := range memberColumns {
		grid[0] = append(grid[0], c.title)
	}
	for i := range members[:shown] {
		grid = append(grid, memberCells(&members[i]))
	}
	wide := make([]int, len(memberColumns))
	room := p.width - 2*(len(wide)-1)
	for i, most := range memberWidths {
		for _, r := range grid {
			wide[i] = max(wide[i], cells(r[i]))
		}
		if most > 0 {
			wide[i] = min(wide[i], most)
			room -= wide[i]
		}
	}
	wide[1] = max(min(wide[1], room), 0)
	var lines []string
	for i, r := range grid {
		ink := plain
		if i == 0 {
			ink = quiet
		}
		lines = append(lines, p.paint(ink, truncate(tableRow(memberColumns, wide, r), p.width, "…")))
	}
	if rest := len(members) - shown; rest > 0 {
		lines = append(lines, p.line(p.width, as(quiet, "… "+words.Count(rest)+" more")))
	}
	return lines[:min(n, len(lines))]
}

// memberCells returns the texts of a member in the columns of a table. Its flags are all but the minor ones, as the
// first screen counts them.
func memberCells(m *luminos.Member) []string {
	flags := m.Flags[luminos.Critical] + m.Flags[luminos.Concern]
	if m.Report != nil {
		for _, f := range m.Report.Flags {
			if !f.Aside && f.Severity == luminos.Info {
				flags++
			}
		}
	}
	return []string{
		Clean(string(m.Path)) + "/", Clean(m.Kind), Clean(m.Language), Clean(m.License),
		words.Bytes(m.Bytes), words.Count(flags),
	}
}
