package render

import (
	"io"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Terminal writes a report as text: the first screen, then the other parts in the order in which a reader asks for
// them. A report that is not verbose has at most [mostLines] lines, or [mostLinesOfModel]. With chosen sections it has
// only their parts, whole. It returns the first error of w.
func Terminal(w io.Writer, r *luminos.Report, s Style) error {
	doc := composeReport(newDossier(r, s))
	t := terminal{newPage(w, s)}
	switch {
	case len(s.Sections) > 0:
		t.chosen(doc, s.Sections)
	case s.Verbose:
		t.whole(doc)
	default:
		t.shortened(doc)
	}
	return t.w.Flush()
}

// Scan writes the measurements of a scan as text, without a conclusion. The
// target is called root, as the user named it. It returns the first error of w.
func Scan(w io.Writer, scan *luminos.Scan, root string, s Style) error {
	return writeTerminal(w, composeScan(newDossier(&luminos.Report{Results: luminos.Results{Scan: scan}}, s), root), s)
}

// terminal writes the blocks of a report as lines of text.
type terminal struct{ *page }

func writeTerminal(w io.Writer, blocks []block, s Style) error {
	t := terminal{newPage(w, s)}
	for _, b := range blocks {
		t.block(b)
	}
	return t.w.Flush()
}

func (t terminal) block(b block) {
	switch b := b.(type) {
	case heading:
		t.put()
		t.put(t.line(t.width, as(strong, string(b))))
	case gap:
		t.put()
	case row:
		t.row(b)
	case sentences:
		t.sentences(b)
	case definitions:
		t.definitions(b)
	case counts:
		t.counts(b)
	case table:
		t.table(bodyIndent, b.columns, b.rows)
	case listing:
		t.listing(b)
	case drawing:
		t.drawing(b)
	case screen:
		t.screen(b)
	}
}

// bodyIndent is the indentation of the parts below their headings.
const bodyIndent = 2

// noteColumn is the width of the column of the labels of notes.
const noteColumn = 14

// criticalLines is the most lines of a critical flag in a shortened report: it is whole.
const criticalLines = 12

// rowLayouts maps each kind of row to its indentation and the column of its
// text, counted from there.
var rowLayouts = map[rowKind]struct{ indent, column int }{
	topRow:      {0, 0},
	bodyRow:     {bodyIndent, 0},
	belowRow:    {2 * bodyIndent, 0},
	bulletRow:   {bodyIndent, 2},
	stepRow:     {bodyIndent, 4},
	noteRow:     {bodyIndent, noteColumn},
	flagRow:     {bodyIndent, 10},
	remedyRow:   {12, 4},
	detailRow:   {4, 7},
	doubtRow:    {bodyIndent, 16},
	evidenceRow: {bodyIndent, 8},
	claimRow:    {bodyIndent + 8, 0},
	degradedRow: {0, 10},
}

func (t terminal) row(r row) {
	l := rowLayouts[r.kind]
	most := t.most
	if r.deep {
		l.indent += bodyIndent
	}
	if r.kind == bodyRow {
		most *= 3 // it is a paragraph and not an element of a list
	}
	if r.kind == flagRow && r.label.text == string(luminos.Critical) && most > 1 {
		most = max(most, criticalLines)
	}
	switch r.kind {
	case belowRow, remedyRow, detailRow, doubtRow, claimRow:
	default:
		if (r.label.text != "" || r.kind != noteRow) && !r.follows {
			t.begin(r.counts)
		}
	}
	t.indented(l.indent, judged(r.text), t.beside(t.width-l.indent, l.column, most, r.label, r.text...))
}

// indented writes wrapped lines, indented by the given number of columns. If a model wrote their text, each begins with
// ">", as no heading and no row of the program does.
func (t terminal) indented(columns int, judged bool, lines []string) {
	if !judged || columns < 2 {
		t.lines(columns, lines)
		return
	}
	for _, l := range lines {
		t.put(t.paint(quiet, ">"), strings.Repeat(" ", columns-1), l)
	}
}

// wall is the number of lines above which a paragraph is written as a list of its sentences.
const wall = 6

// sentences writes a list of sentences as one paragraph. Several sentences that take more than wall lines, or more than
// the lines of an entry, become a list instead.
func (t terminal) sentences(list sentences) {
	lines := t.wrap(t.width-bodyIndent, joinSpans(list))
	if len(list) == 1 {
		lines = t.atMost(t.most, t.width-bodyIndent, list[0])
	}
	if len(lines) <= wall && (t.most == 0 || len(lines) <= t.most) || len(list) == 1 {
		t.begin(len(list))
		t.indented(bodyIndent, judged(joinSpans(list)), lines)
		return
	}
	for _, s := range list {
		t.row(row{kind: bulletRow, label: as(quiet, "-"), text: s})
	}
}

// joinSpans returns the spans of all sentences in one list, with a blank after each sentence.
func joinSpans(list sentences) []span {
	var out []span
	for _, s := range list {
		out = append(append(out, s...), text(" "))
	}
	return out
}

// labelWidth bounds the column of the labels of definitions, since the text
// beside it needs the room more.
const labelWidth = 28

func (t terminal) definitions(list definitions) {
	wide := 6
	for _, d := range list {
		if n := cells(Clean(d.label)); n <= labelWidth && n < t.width/2 {
			wide = max(wide, n)
		}
	}
	for _, d := range list {
		t.begin(1)
		t.indented(bodyIndent, judged(d.text), t.beside(t.width-bodyIndent, wide+2, t.most, as(strong, d.label), d.text...))
	}
}

func (t terminal) counts(list counts) {
	wide := 0
	for _, c := range list {
		wide = max(wide, len(words.Count(c.n)))
	}
	for _, c := range list {
		t.begin(1)
		number := text(padLeft(words.Count(c.n), wide))
		lines := t.beside(t.width-bodyIndent-noteColumn, wide+2, t.most, number, as(quiet, c.remarks))
		t.lines(bodyIndent, t.labelLines(noteColumn, as(quiet, c.label), lines))
	}
}

// drawing writes a tree with the numbers of files and the sizes aligned at the
// right.
func (t terminal) drawing(branches drawing) {
	names := make([]string, len(branches))
	wide := 0
	for i, b := range branches {
		names[i] = t.branchName(b)
		wide = max(wide, cells(names[i]))
	}
	const numbers = 26 // "12,345 files  1023 MiB" and two spaces
	wide = min(wide, t.width-numbers)
	for i, b := range branches {
		t.begin(b.rest)
		name := truncate(names[i], wide, "…")
		pad := strings.Repeat(" ", max(wide-cells(name), 0))
		t.put(name, pad, t.branchNumbers(b.node))
	}
}

func (t terminal) branchName(b branch) string {
	stem := t.paint(quiet, b.stem)
	if b.node == nil {
		var rest []string
		if b.rest > 0 {
			rest = append(rest, words.Count(b.rest)+" more")
		}
		if b.hidden != "" {
			rest = append(rest, b.hidden)
		}
		return stem + t.paint(quiet, "… "+strings.Join(rest, ", "))
	}
	name := Clean(b.node.Name)
	if b.node.Kind == luminos.KindDir {
		name = t.paint(strong, strings.TrimSuffix(name, "/")+"/")
	}
	if b.node.Note != "" {
		note := Clean(b.node.Note)
		if !strings.HasPrefix(note, "→") {
			note = "(" + note + ")"
		}
		name += " " + t.paint(quiet, note)
	}
	return stem + name
}

// branchNumbers returns the right-hand columns of a line of the tree: the number of files of a directory, and the
// size. It returns "" for a line without a node, a link or a special file.
func (t terminal) branchNumbers(n *luminos.TreeNode) string {
	if n == nil || n.Kind != luminos.KindDir && n.Kind != luminos.KindFile && n.Kind != "" {
		return ""
	}
	files := ""
	if n.Kind == luminos.KindDir {
		files = words.Plural(n.Files, "file")
	}
	return t.paint(quiet, "  "+padLeft(files, 13)+"  "+padLeft(words.Bytes(n.Size), 8))
}

func padLeft(s string, n int) string {
	return strings.Repeat(" ", max(n-cells(s), 0)) + s
}
