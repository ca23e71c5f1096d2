package render

import (
	"slices"
	"strings"

	"luminos"
)

// composeSection returns the blocks of one of the report's own sections. It returns nil if s is nil, or if all of
// its content is shown elsewhere and it did not fail.
func composeSection(d *dossier, s *luminos.Section) []block {
	if s == nil {
		return nil
	}
	statements, items := d.unsaid(s)
	if len(statements)+len(items)+len(s.Questions) == 0 && !s.Failed {
		return nil
	}
	var blocks []block
	if s.Failed {
		blocks = append(blocks, body(as(warn, failedSection(d))))
	}
	written, statements := byWriter(statements, func(st luminos.Statement) bool { return st.Basis == luminos.Judged })
	if s.ID == "brief" && len(written) > 0 { // one text
		written, statements = s.Statements, nil
	}
	writtenItems, items := byWriter(items, func(it luminos.Item) bool { return it.Basis == luminos.Judged })
	blocks = append(blocks, composePassages(d, written, writtenItems, s.ID == "concerns")...)
	if len(blocks) > 0 && !d.whole && slices.Contains(repeated, s.ID) {
		return append(blocks, composeQuestions(s.Questions)...)
	}
	list := make(sentences, len(statements))
	for i, st := range statements {
		list[i] = statement(d, &st)
	}
	switch {
	case len(list) == 0:
	case s.ID == "brief":
		blocks = append(blocks, body(joinSpans(list)...)) // one paragraph, however long
	default:
		blocks = append(blocks, list)
	}
	if len(items) > 0 {
		defs := make(definitions, len(items))
		for i, it := range items {
			defs[i] = definition{it.Label, statement(d, &it.Statement)}
		}
		blocks = append(blocks, defs)
	}
	return append(blocks, composeQuestions(s.Questions)...)
}

// statement returns a sentence with the marks of its basis and of missing support, and the numbers of its claims.
func statement(d *dossier, st *luminos.Statement) []span {
	m := mark(st.Basis)
	if st.Unsupported {
		m = unsupported(m)
	}
	return []span{text(st.Text), m, d.cited(st.Claims), judgement(d, st.Judgement)}
}

// shownElsewhere are the fields whose statements other parts of the report show:
// findings are among the flags, the audience is on the first screen.
var shownElsewhere = []string{"flags", "facts/audience"}

// unsaid returns the statements and items of a section that no other part of the report shows. Unless the reader wants
// the section whole, it leaves out the entry points and commands of rules that are on the first screen.
func (d *dossier) unsaid(s *luminos.Section) ([]luminos.Statement, []luminos.Item) {
	said := func(st luminos.Statement) bool {
		return slices.ContainsFunc(st.From, func(field string) bool { return slices.Contains(shownElsewhere, field) })
	}
	onScreen := func(it luminos.Item) bool {
		switch {
		case d.whole:
			return false
		case slices.Contains(it.From, "facts/entry_points"):
			return slices.ContainsFunc(d.screen.places, func(p place) bool { return string(p.path) == it.Label })
		case slices.Contains(it.From, "facts/commands"):
			return slices.ContainsFunc(d.screen.practice, func(p practice) bool {
				return strings.HasPrefix(it.Text, "`"+p.text[0].text+"`")
			})
		}
		return false
	}
	return slices.DeleteFunc(slices.Clone(s.Statements), said),
		slices.DeleteFunc(slices.Clone(s.Items), func(it luminos.Item) bool { return said(it.Statement) || onScreen(it) })
}

func composeQuestions(list []luminos.Question) []block {
	var blocks []block
	for _, q := range list {
		blocks = append(blocks, labelled(bulletRow, as(strong, "?"), text(q.Question), mark(q.Basis)))
		if q.Why != "" {
			blocks = append(blocks, labelled(detailRow, as(quiet, "why"), text(q.Why), quoting(q.Basis)))
		}
		if q.Tried != "" {
			blocks = append(blocks, labelled(detailRow, as(quiet, "tried"), text(q.Tried), quoting(q.Basis)))
		}
	}
	return blocks
}
