package render

import (
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// htmlPiece is a template with its data, and the element around it and its neighbours.
type htmlPiece struct {
	name   string
	data   any
	around *htmlBox // nil if it is an element of its own
}

// htmlBox is an element around pieces: the template that begins it, and its end.
type htmlBox struct {
	name string
	data any
	end  string
}

// htmlSpan is a stretch of text. A template chooses its element by the fields that are set.
type htmlSpan struct {
	Text, Class, Title string
	Code               bool
	Href               string
	Cites              string // the numbers of its evidence; Href is then the id of the list of evidence
}

// htmlItem is a paragraph, or an element of a list with others below it.
type htmlItem struct {
	ID, Class string
	Label     *htmlSpan
	Text      []htmlSpan
	Below     []htmlItem
	Left      int // rows below that were left out
	Evidence  *htmlEvidence
	Flag      *htmlFlag
}

// piecesOf returns the blocks of a part as pieces, at most htmlPieces, and the number of the others.
func (h *htmlPage) piecesOf(p part) (out []htmlPiece, left int) {
	var list *htmlBox // the list that the last block belongs to
	for _, b := range p.blocks {
		r, ok := b.(row)
		if _, space := b.(gap); space {
			list = nil
			continue
		}
		full := len(out) >= htmlPieces
		under := list != nil && (nested[r.kind] || r.deep && r.kind != bulletRow && r.kind != stepRow) || r.kind == belowRow
		label := strings.TrimSpace(r.label.text)
		switch {
		case full && ok && under:
		case full:
			left++
		case !ok:
			list = nil
			out = append(out, h.blockPieces(b)...)
		case under && len(out) > 0:
			h.below(out, r)
		case r.kind == bulletRow, r.kind == stepRow, label != "":
			if list == nil {
				list = &htmlBox{"list", nil, "</ul>\n"}
			}
			out = append(out, htmlPiece{"item", h.item(r), list})
		default:
			list = nil
			out = append(out, htmlPiece{"paragraph", h.item(r), nil})
		}
	}
	return out, left
}

// below adds a row to the last piece, if that is an item or a paragraph. A remedy that the flag above has is not
// repeated.
func (h *htmlPage) below(out []htmlPiece, r row) {
	last, ok := out[len(out)-1].data.(htmlItem)
	if !ok || last.Flag != nil && last.Flag.remedy == joinText(r.text) {
		return
	}
	if len(last.Below) < htmlNested {
		last.Below = append(last.Below, h.item(r))
	} else {
		last.Left++
	}
	out[len(out)-1].data = last
}

// joinText returns the text of spans.
func joinText(spans []span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.text)
	}
	return b.String()
}

// rowClasses are the classes of rows by their kind.
var rowClasses = map[rowKind]string{
	noteRow: "note", flagRow: "flag", remedyRow: "remedy", detailRow: "detail", doubtRow: "note", evidenceRow: "proof",
	claimRow: "claim", degradedRow: "note", belowRow: "below", bulletRow: "bullet", stepRow: "step",
}

// item returns a row as an item.
func (h *htmlPage) item(r row) htmlItem {
	it := htmlItem{Class: rowClasses[r.kind], Evidence: h.evidenceOf(r.text)}
	it.Text = h.spans(r.text, it.Evidence)
	if label := strings.TrimSpace(r.label.text); label != "" && r.kind != bulletRow {
		s := h.span(r.label, nil)
		if s.Text = strings.Replace(label, "->", "→", 1); r.kind == flagRow {
			s.Class = "severity " + s.Class
		}
		s.Text = Clean(words.Shorten(s.Text, htmlText))
		it.Label = &s
	}
	if r.kind == bulletRow && strings.TrimSpace(r.label.text) == "?" {
		it.Class = "question"
	}
	if judged(r.text) {
		it.Class += " judged"
	}
	if r.flag != nil {
		it.Flag = flagOf(r.flag)
	}
	return it
}

// blockPieces returns a block that is no row as pieces.
func (h *htmlPage) blockPieces(b block) (out []htmlPiece) {
	switch b := b.(type) {
	case heading:
		out = append(out, htmlPiece{"heading", Clean(words.Shorten(string(b), htmlText)), nil})
	case sentences:
		list := &htmlBox{"list", nil, "</ul>\n"}
		for _, s := range b {
			out = append(out, htmlPiece{"item", h.item(body(s...)), list})
		}
	case definitions:
		list := &htmlBox{"definitions", "", "</dl>\n"}
		for _, d := range b {
			it := h.item(row{kind: noteRow, label: text(d.label), text: d.text})
			out = append(out, htmlPiece{"definition", it, list})
		}
	case counts:
		list := &htmlBox{"definitions", "", "</dl>\n"}
		for _, c := range b {
			it := h.item(labelled(noteRow, text(c.label), as(strong, words.Count(c.n)), text(" "+c.remarks)))
			out = append(out, htmlPiece{"definition", it, list})
		}
	case table:
		out = h.table(b)
	case listing:
		out = h.listing(b)
	case drawing:
		tree := &htmlBox{"tree", nil, "</pre></div>\n"}
		for _, line := range b.lines() {
			out = append(out, htmlPiece{"line", line, tree})
		}
	}
	return out
}

// htmlTable is the head of a table. In a narrow window, the last cell of a row of the class "rows" is below the others,
// and all cells of a row of the class "stacked" are, each with its title.
type htmlTable struct {
	Class   string
	Columns []htmlColumn
}

type htmlColumn struct {
	Title string
	Right bool
}

// htmlCell is a cell of a table.
type htmlCell struct {
	Text  []htmlSpan
	Title string // of its column, if a narrow window shows it with the cell
	Right bool
	Deep  bool // it belongs to the row above
}

const tableEnd = "</tbody></table></div>\n"

func (h *htmlPage) table(t table) []htmlPiece {
	head := htmlTable{Columns: make([]htmlColumn, len(t.columns))}
	for i, c := range t.columns {
		head.Columns[i] = htmlColumn{c.title, c.right}
		if i >= 2 && !c.right { // a third column of texts
			head.Class = "stacked"
		}
	}
	around := &htmlBox{"table", head, tableEnd}
	var out []htmlPiece
	for _, r := range t.rows {
		cells := make([]htmlCell, len(t.columns))
		for i := range cells {
			cells[i].Right = t.columns[i].right
			if i > 0 && head.Class != "" {
				cells[i].Title = t.columns[i].title
			}
			if i < len(r) {
				cells[i].Text = h.spans([]span{text(r[i])}, nil)
			}
		}
		out = append(out, htmlPiece{"row", cells, around})
	}
	return out
}

func (h *htmlPage) listing(l listing) []htmlPiece {
	columns := []htmlColumn{{"Path", false}, {l.titles[0], true}, {l.titles[1], true}, {"About", false}}
	head := htmlTable{Class: "rows", Columns: columns}
	around := &htmlBox{"table", head, tableEnd}
	var out []htmlPiece
	for _, r := range l.rows {
		out = append(out, htmlPiece{"row", []htmlCell{
			{Text: h.spans([]span{{text: r.name, at: r.at}}, nil), Deep: r.level > 0},
			{Text: h.spans([]span{text(r.measures[0])}, nil), Right: true},
			{Text: h.spans([]span{text(r.measures[1])}, nil), Right: true},
			{Text: h.spans(r.about(), nil)},
		}, around})
	}
	if l.rest != "" {
		out = append(out, htmlPiece{"paragraph", h.item(body(as(quiet, l.rest))), nil})
	}
	return out
}

// spans returns spans for a template, at most htmlSpans. Their citations lead to the list of evidence e.
func (h *htmlPage) spans(list []span, e *htmlEvidence) []htmlSpan {
	var out []htmlSpan
	left := len(list) - htmlSpans
	for _, s := range list[:min(len(list), htmlSpans)] {
		if s.text == "" {
			continue
		}
		if s.ink != plain || s.at != nil || s.cites != nil {
			out = append(out, h.span(s, e))
			continue
		}
		pieces := strings.Split(words.Shorten(s.text, htmlText), "`") // between two backticks is code
		if len(pieces)%2 == 0 {                                       // one has no pair
			pieces = []string{strings.Join(pieces, "`")}
		}
		for i, piece := range pieces {
			if piece != "" {
				out = append(out, htmlSpan{Text: Clean(piece), Code: i%2 == 1})
			}
		}
	}
	if left > 0 {
		out = append(out, htmlSpan{Text: "… " + words.Count(left) + " more pieces of text", Class: "quiet"})
	}
	return out
}

// inkClasses are the classes of spans by their meaning.
var inkClasses = [...]string{plain: "", strong: "strong", quiet: "quiet", alarm: "alarm", warn: "warn"}

// markTitles explain the marks of statements.
var markTitles = map[string]string{
	"~": "concluded by a rule, which can be wrong", "*": "written by a model, which can be wrong",
	"?": "no citation was found", "*?": "written by a model; no citation was found",
	"~?": "concluded by a rule; no citation was found",
}

// span returns one span for a template.
func (h *htmlPage) span(s span, e *htmlEvidence) htmlSpan {
	out := htmlSpan{Text: Clean(words.Shorten(s.text, htmlText)), Class: inkClasses[s.ink]}
	switch {
	case s.at != nil:
		out.Code, out.Href = true, h.forge.address(s.at)
		if len(out.Href) > htmlText {
			out.Href = ""
		}
	case s.cites != nil && e != nil:
		out.Href, out.Cites = "#"+e.ID, numbersOf(h.dossier, s.cites)
	case s.keep:
		if out.Title = markTitles[strings.TrimSpace(s.text)]; out.Title != "" {
			out.Class = "mark"
		}
	}
	return out
}

// numbersOf returns the numbers of the evidence that a citation names, at most htmlCards of them.
func numbersOf(d *dossier, c *citation) string {
	var numbers []string
	for _, id := range c.ids[:min(len(c.ids), htmlCards)] {
		if n := strconv.Itoa(d.numbers.of(id)); !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	return strings.Join(numbers, " ")
}

// htmlFlag is the data of a flag by which the page filters, and its remedy.
type htmlFlag struct {
	Severity, Rule, Place, Remedy string
	Help                          luminos.RuleHelp
	remedy                        string // as the report has it
}

func flagOf(f *luminos.Flag) *htmlFlag {
	clean := func(s string) string { return Clean(words.Shorten(s, htmlText)) }
	help := f.Rule.Help()
	return &htmlFlag{
		Severity: clean(string(f.Severity)), Rule: clean(string(f.Rule)), Place: clean(string(f.Path)),
		Remedy: clean(f.Remedy), Help: luminos.RuleHelp{Title: clean(help.Title), Text: clean(help.Text)}, remedy: f.Remedy,
	}
}
