package render

import "luminos"

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
