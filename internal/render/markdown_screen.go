package render

// screen writes the first screen: the title, the description, the kind, then one element of a list for each row.
func (m *markdown) screen(s screen) {
	m.paragraph("# " + markdownText(s.name))
	if len(s.about) > 0 && s.about[0].text != "" {
		m.text(s.about)
	}
	m.text(s.kinds[0])
	for _, r := range []struct {
		label string
		text  []span
	}{{"Partial", s.partial}, {"Mixed", s.mixed}} {
		if len(r.text) > 0 {
			m.paragraph("**" + r.label + "** " + m.spans(r.text))
		}
	}
	for _, p := range s.practice {
		m.item(0, "- ", "**"+markdownText(p.label)+"** "+m.spans(p.text))
	}
	if len(s.members) > 0 {
		t := table{columns: memberColumns}
		for i := range s.members {
			t.rows = append(t.rows, memberCells(&s.members[i]))
		}
		m.table(t)
	}
	if len(s.places) > 0 {
		m.paragraph("Read first:")
	}
	for _, p := range s.places {
		name := m.place(span{text: string(p.path), at: &spot{path: p.path}})
		m.item(0, "- ", name+": "+m.spans([]span{text(p.why), p.mark}))
	}
	m.flags(s.flags)
	if s.claims != "" {
		m.paragraph("**Claims** " + markdownText(s.claims))
	}
	for _, l := range s.legend {
		m.paragraph(markdownLine(m.spans(l.text)))
	}
}

// flags writes the number of flags and the worst of them, the flags of rules before the flags of a model.
func (m *markdown) flags(f screenFlags) {
	for _, g := range f.groups() {
		m.paragraph("**Flags** " + g.count)
		for _, r := range g.worst {
			m.row(r)
		}
	}
	if rest := f.rest(); rest != "" {
		m.paragraph("**Flags** " + rest)
	}
}
