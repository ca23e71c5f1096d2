package render

import (
	"bufio"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ink is what a span of text means; the page decides how that looks.
type ink uint8

const (
	plain  ink = iota
	strong     // headings, names
	quiet      // marks, units, what can be skipped
	alarm      // critical
	warn       // concern
)

// The sixteen basic colours only: they follow the reader's own theme, light or
// dark, and every terminal has them.
var looks = map[ink]ansi.Style{
	strong: ansi.NewStyle(ansi.AttrBold),
	quiet:  ansi.NewStyle(ansi.AttrFaint),
	alarm:  ansi.NewStyle(ansi.AttrBold, ansi.AttrRedForegroundColor),
	warn:   ansi.NewStyle(ansi.AttrBold, ansi.AttrYellowForegroundColor),
}

// span is a stretch of text with one meaning. Its text is foreign: it is
// cleaned when it is laid out, never before and never elsewhere.
type span struct {
	text string
	ink  ink
	keep bool // on one line, if a line can hold it
}

func say(text string) span { return span{text: text} }

// as is text with a meaning.
func as(k ink, text string) span { return span{text: text, ink: k} }

// page lays spans out in a width. Its first write error stays and stops it.
type page struct {
	w     *bufio.Writer
	width int
	color bool
}

func newPage(w io.Writer, s Style) *page {
	return &page{w: bufio.NewWriter(w), width: s.columns(), color: s.Color}
}

// done writes what is buffered and returns the first error of all.
func (p *page) done() error { return p.w.Flush() }

func (p *page) blank() { p.w.WriteByte('\n') }

// head begins a part of the page.
func (p *page) head(title string) {
	p.blank()
	p.par(0, as(strong, title))
}

// par writes a wrapped paragraph, indented.
func (p *page) par(indent int, spans ...span) {
	p.lines(indent, p.wrap(p.width-indent, spans))
}

// atMost wraps spans and keeps n lines of them; 0 keeps all.
func (p *page) atMost(n, width int, spans []span) []string {
	lines := p.wrap(width, spans)
	if n <= 0 || len(lines) <= n {
		return lines
	}
	// What a text rests on must not be lost with its end.
	end := "…"
	if m := spans[len(spans)-1]; m.keep && m.ink == quiet {
		end += p.paint(m.ink, Clean(m.text))
	}
	last := lines[n-1]
	if room := width - cells(end); cells(last) > room {
		last = truncate(last, room, "")
	}
	return append(lines[:n-1:n-1], strings.TrimRight(last, " ,;:")+end)
}

// field writes a label and beside it, from column col on, wrapped text. A label
// that is too long for its column gets a line of its own.
func (p *page) field(indent, col int, label span, spans ...span) {
	p.lines(indent, p.beside(p.width-indent, col, 0, label, spans...))
}

// beside lays out a label and, from column col on, at most n lines of text; 0
// means all.
func (p *page) beside(width, col, n int, label span, spans ...span) []string {
	lines := p.atMost(n, width-col, spans)
	if label.text != "" {
		name := p.one(width, label)
		pad := col - cells(name)
		if pad > 0 && len(lines) > 0 {
			lines[0] = name + strings.Repeat(" ", pad) + lines[0]
			return indented(lines, 1, col)
		}
		lines = append([]string{name}, lines...)
		return indented(lines, 1, col)
	}
	return indented(lines, 0, col)
}

// under puts a label before finished lines and moves them to column col.
func (p *page) under(col int, label span, lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	name := p.one(col-1, label)
	lines = indented(lines, 1, col)
	lines[0] = name + strings.Repeat(" ", col-cells(name)) + lines[0]
	return lines
}

// indented moves the lines from the given one on to the right.
func indented(lines []string, from, by int) []string {
	for i := from; i < len(lines); i++ {
		lines[i] = strings.Repeat(" ", by) + lines[i]
	}
	return lines
}

// lines writes finished lines.
func (p *page) lines(indent int, lines []string) {
	for _, l := range lines {
		p.put(strings.Repeat(" ", indent), l)
	}
}

// put writes one line of finished pieces.
func (p *page) put(pieces ...string) {
	p.w.WriteString(strings.TrimRight(strings.Join(pieces, ""), " "))
	p.w.WriteByte('\n')
}

// one lays spans out on a single line of at most width columns, cut with "…".
func (p *page) one(width int, spans ...span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(p.paint(s.ink, Clean(s.text)))
	}
	return truncate(b.String(), width, "…")
}

func (p *page) paint(k ink, s string) string {
	look, ok := looks[k]
	if !p.color || !ok || s == "" {
		return s
	}
	return look.Styled(s)
}

// word is what wrapping keeps together: pieces without a space between them.
type word []span

func (w word) width() int {
	n := 0
	for _, s := range w {
		n += cells(s.text)
	}
	return n
}

// atoms cleans spans and splits them at spaces; spans that meet without a
// space belong to one word. What a terminal could take for a space and is none
// (tab, line end) was made visible by Clean.
func atoms(spans []span) []word {
	var out []word
	glued := false
	for _, s := range spans {
		pieces := []string{Clean(s.text)}
		if !s.keep {
			pieces = strings.Split(pieces[0], " ")
		}
		for i, f := range pieces {
			if i > 0 {
				glued = false
			}
			if f == "" {
				continue
			}
			piece := span{text: f, ink: s.ink}
			if glued {
				out[len(out)-1] = append(out[len(out)-1], piece)
			} else {
				out = append(out, word{piece})
			}
			glued = true
		}
	}
	return out
}

// wrap breaks spans into lines of at most width columns, between words where
// it can and inside one where it must.
func (p *page) wrap(width int, spans []span) []string {
	width = max(width, 8)
	var lines []string
	var line []span
	used := 0
	flush := func() {
		if len(line) > 0 {
			lines = append(lines, p.join(line))
		}
		line, used = nil, 0
	}
	for _, w := range atoms(spans) {
		n := w.width()
		switch {
		case used > 0 && used+1+n <= width:
			line = append(line, as(line[len(line)-1].ink, " "))
			used++
		case used > 0:
			flush()
		}
		for n > width {
			var head word
			head, w = split(w, width)
			line = append(line, head...)
			flush()
			n = w.width()
		}
		line = append(line, w...)
		used += n
	}
	flush()
	return lines
}

// split breaks a word that is wider than width after at most that many columns.
func split(w word, width int) (head, tail word) {
	for i, s := range w {
		n := cells(s.text)
		if n <= width {
			head = append(head, s)
			width -= n
			continue
		}
		first := truncate(s.text, width, "")
		if first == "" && len(head) == 0 {
			first = s.text // a character wider than the line: it stands alone
		}
		if first != "" {
			head = append(head, as(s.ink, first))
		}
		if rest := s.text[len(first):]; rest != "" {
			tail = append(tail, as(s.ink, rest))
		}
		return head, append(tail, w[i+1:]...)
	}
	return head, nil
}

// join paints a line, one escape sequence per run of the same ink.
func (p *page) join(line []span) string {
	var b, run strings.Builder
	k := line[0].ink
	for _, s := range line {
		if s.ink != k {
			b.WriteString(p.paint(k, run.String()))
			run.Reset()
			k = s.ink
		}
		run.WriteString(s.text)
	}
	b.WriteString(p.paint(k, run.String()))
	return b.String()
}

// column is one column of a table.
type column struct {
	title string
	right bool // numbers stand at the right
	spare bool // goes when the page is too narrow
}

// table writes aligned columns. On a page that is too narrow the spare ones go,
// the last first, and then the first column gives way. A row may be shorter
// or longer than the columns.
func (p *page) table(indent int, cols []column, rows [][]string) {
	head := make([]string, len(cols))
	for i, c := range cols {
		head[i] = c.title
	}
	grid := make([][]string, 0, len(rows)+1)
	wide := make([]int, len(cols))
	for _, r := range append([][]string{head}, rows...) {
		clean := make([]string, len(cols))
		for i := range cols[:min(len(cols), len(r))] {
			clean[i] = Clean(r[i])
			wide[i] = max(wide[i], cells(clean[i]))
		}
		grid = append(grid, clean)
	}
	over := indent - p.width - 2
	for _, w := range wide {
		over += w + 2
	}
	for i := len(cols) - 1; i > 0 && over > 0; i-- {
		if cols[i].spare {
			over -= wide[i] + 2
			wide[i] = -1
		}
	}
	wide[0] = max(wide[0]-max(over, 0), 6)
	for i, r := range grid {
		k := plain
		if i == 0 {
			k = quiet
		}
		p.put(strings.Repeat(" ", indent), p.paint(k, tableRow(cols, wide, r)))
	}
}

// tableRow aligns one row; a column of width -1 is left out.
func tableRow(cols []column, wide []int, texts []string) string {
	var b strings.Builder
	for i, c := range texts {
		if wide[i] < 0 {
			continue
		}
		c = truncate(c, wide[i], "…")
		pad := strings.Repeat(" ", max(wide[i]-cells(c), 0))
		if i > 0 {
			b.WriteString("  ")
		}
		if cols[i].right {
			b.WriteString(pad + c)
		} else {
			b.WriteString(c + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// cells is how many columns s takes. Terminals disagree about clusters: most
// count characters, some count what looks like one sign. The larger number is
// ours, so that no line is longer than the page on either.
func cells(s string) int { return max(ansi.StringWidth(s), ansi.StringWidthWc(s)) }

// truncate cuts s to at most n columns, tail included.
func truncate(s string, n int, tail string) string {
	if cells(s) <= n {
		return s
	}
	for k := n; k > 0; k-- {
		if t := ansi.TruncateWc(s, k, tail); cells(t) <= n {
			return t
		}
	}
	return ""
}

// elide shortens a path in its middle, between elements if it can: both where
// it is and what it is called stay readable.
func elide(path string, width int) string {
	path = Clean(path)
	n := cells(path)
	if n <= width {
		return path
	}
	first, rest, deep := strings.Cut(path, "/")
	for deep {
		if _, rest, deep = strings.Cut(rest, "/"); deep && rest != "" && cells(first+"/…/"+rest) <= width {
			return first + "/…/" + rest
		}
	}
	head := width / 3
	return truncate(path, head, "") + "…" + ansi.TruncateLeftWc(path, n-(width-head-1), "")
}
