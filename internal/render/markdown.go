package render

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Markdown writes a report as GitHub Flavored Markdown: the first screen as a list, the parts below headings, a diagram
// of the imports between the central parts, and the evidence of each cited claim. Places link to the lines at the
// commit if the target is a clone from a known forge. It returns the first error of w.
func Markdown(w io.Writer, r *luminos.Report, s Style) error {
	d := newDossier(r, s)
	d.cites = len(s.Sections) == 0 || d.cites
	doc := composeReport(d)
	m := &markdown{w: bufio.NewWriter(w), forge: forgeOf(d.facts)}
	if len(s.Sections) == 0 {
		m.put(luminos.ReportMark)
		m.put("")
		m.screen(doc.screen)
	}
	for _, p := range doc.parts {
		switch {
		case len(s.Sections) > 0 && !slices.Contains(s.Sections, p.id):
			continue
		case len(s.Sections) == 0 && p.aside && !s.Verbose && p.id != "evidence":
			continue
		}
		m.part(p)
		if p.id == "contents" {
			m.diagram(diagramOf(d))
		}
	}
	if len(s.Sections) == 0 {
		m.part(doc.end)
	}
	return m.w.Flush()
}

// markdown writes the blocks of a report as Markdown.
type markdown struct {
	w     *bufio.Writer
	forge forge
	// last is the last line that was written, by its kind: elements of a list need no empty line between them.
	last lineKind
}

type lineKind uint8

const (
	noLine lineKind = iota
	listLine
	otherLine
)

func (m *markdown) part(p part) {
	if p.title != "" {
		m.block(heading(p.title))
	}
	for _, b := range p.blocks {
		m.block(b)
	}
}

func (m *markdown) block(b block) {
	switch b := b.(type) {
	case heading:
		m.paragraph("## " + markdownText(string(b)))
	case gap:
		m.last = min(m.last, otherLine)
	case row:
		m.row(b)
	case sentences:
		m.text(joinSpans(b))
	case definitions:
		for _, d := range b {
			m.item(0, "- ", "**"+markdownText(d.label)+"** "+m.spans(d.text))
		}
	case counts:
		for _, c := range b {
			m.item(0, "- ", "**"+markdownText(c.label)+"** "+words.Count(c.n)+" "+markdownText(c.remarks))
		}
	case table:
		m.table(b)
	case listing:
		m.listing(b)
	case drawing:
		m.drawing(b)
	case screen:
		m.screen(b)
	}
}

// nested are the kinds of rows that belong to the element of a list above them.
var nested = map[rowKind]bool{remedyRow: true, detailRow: true, claimRow: true, doubtRow: true}

func (m *markdown) row(r row) {
	said := m.spans(r.text)
	label := strings.TrimSpace(r.label.text)
	level := 0
	if r.deep || nested[r.kind] && m.last == listLine {
		level = 1
	}
	switch {
	case r.kind == bulletRow:
		m.item(level, "- ", markdownLine(said))
	case r.kind == stepRow:
		m.item(level, strings.TrimSuffix(markdownText(label), ".")+". ", markdownLine(said))
	case label == "->" || label == "at":
		m.item(level, "- ", strings.Replace(label, "->", "→", 1)+" "+said)
	case r.kind == evidenceRow:
		m.item(0, "- ", "\\["+markdownText(label)+"\\] "+said)
	case label != "":
		m.item(level, "- ", "**"+markdownText(label)+"** "+said)
	case nested[r.kind]:
		m.item(level, "- ", markdownLine(said))
	default:
		m.text(r.text)
	}
}

// text writes spans as a paragraph, as a quotation if a model wrote them.
func (m *markdown) text(spans []span) {
	if said := markdownLine(m.spans(spans)); judged(spans) {
		m.paragraph("> " + said)
	} else {
		m.paragraph(said)
	}
}

// paragraph writes a line between empty lines.
func (m *markdown) paragraph(s string) {
	if m.last != noLine {
		m.put("")
	}
	m.put(s)
	m.last = otherLine
}

// item writes an element of a list that is nested level deep.
func (m *markdown) item(level int, mark, s string) {
	if m.last == otherLine {
		m.put("")
	}
	m.put(strings.Repeat("  ", level) + mark + s)
	m.last = listLine
}

// put writes a line.
func (m *markdown) put(line string) {
	m.w.WriteString(strings.TrimRight(line, " "))
	m.w.WriteByte('\n')
}

// spans returns spans as Markdown: places as code, with a link if their address is known, and names in bold type.
func (m *markdown) spans(list []span) string {
	var b strings.Builder
	for _, s := range list {
		switch body := strings.TrimSpace(s.text); {
		case body == "":
			b.WriteString(s.text)
		case s.at != nil:
			b.WriteString(m.place(s))
		case s.ink == strong || s.ink == warn || s.ink == alarm:
			start := strings.Index(s.text, body)
			b.WriteString(s.text[:start] + "**" + markdownText(body) + "**" + s.text[start+len(body):])
		default:
			b.WriteString(markdownText(s.text))
		}
	}
	return strings.TrimSpace(b.String())
}

// place returns a span that names a place as code, with a link if the address of the place is known.
func (m *markdown) place(s span) string {
	code := markdownCode(s.text)
	if to := m.forge.address(s.at); to != "" {
		return "[" + code + "](" + to + ")"
	}
	return code
}

// table writes a table of GFM. Cells have the escapes of text, which also keep "|" out.
func (m *markdown) table(t table) {
	head, rule := "|", "|"
	for _, c := range t.columns {
		head += " " + markdownText(c.title) + " |"
		if c.right {
			rule += " --: |"
		} else {
			rule += " --- |"
		}
	}
	m.paragraph(head)
	m.put(rule)
	for _, r := range t.rows {
		line := "|"
		for i := range t.columns {
			cell := ""
			if i < len(r) {
				cell = markdownText(r[i])
			}
			line += " " + cell + " |"
		}
		m.put(line)
	}
}

func (m *markdown) listing(l listing) {
	m.paragraph("| Path | " + l.titles[0] + " | " + l.titles[1] + " | |")
	m.put("| --- | --: | --: | --- |")
	for _, r := range l.rows {
		name := strings.ReplaceAll(m.place(span{text: r.name, at: r.at}), "|", `\|`)
		cells := []string{strings.Repeat("· ", r.level) + name, r.measures[0], r.measures[1], m.spans(r.about())}
		m.put("| " + strings.Join(cells, " | ") + " |")
	}
	if l.rest != "" {
		m.paragraph(markdownText(l.rest))
	}
}

// drawing writes a tree as a block of code between fences that do not occur in it.
func (m *markdown) drawing(branches drawing) {
	lines := branches.lines()
	fence := 3
	for _, line := range lines {
		fence = max(fence, longestRun(line, '`')+1)
	}
	m.paragraph(strings.Repeat("`", fence) + "text")
	for _, l := range lines {
		m.put(l)
	}
	m.put(strings.Repeat("`", fence))
}
