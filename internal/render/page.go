package render

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// looks uses the sixteen basic colours only: they follow the reader's own
// theme, light or dark, and every terminal has them.
var looks = map[ink]ansi.Style{
	strong: ansi.NewStyle(ansi.AttrBold),
	quiet:  ansi.NewStyle(ansi.AttrFaint),
	alarm:  ansi.NewStyle(ansi.AttrBold, ansi.AttrRedForegroundColor),
	warn:   ansi.NewStyle(ansi.AttrBold, ansi.AttrYellowForegroundColor),
}

// page lays spans out in lines of a width. After its first write error it writes
// nothing more.
type page struct {
	w     *bufio.Writer
	width int
	color bool
	// target is the target in commands that the page names.
	target string
	// most is the most lines of one entry of a part; 0 means all.
	most int
	kept *kept // holds the lines of the page instead of w, unless it is nil
}

// kept is lines of a page, in entries: a paragraph, an element of a list, a row of a table.
type kept struct {
	lines   []string
	entries []keptEntry
}

// keptEntry is the number of the first line of an entry, and the number of things that the entry counts: 1, or more for
// a line such as "and 3 more links".
type keptEntry struct{ first, counts int }

// begin begins an entry that counts n things; 0 means 1.
func (p *page) begin(n int) {
	if p.kept != nil {
		p.kept.entries = append(p.kept.entries, keptEntry{len(p.kept.lines), max(n, 1)})
	}
}

func newPage(w io.Writer, s Style) *page {
	return &page{w: bufio.NewWriter(w), width: s.columns(), color: s.Color, target: cmp.Or(s.Target, "TARGET")}
}

// atMost wraps spans to lines of at most width columns and returns the first n lines, or all if n is 0. If it cuts,
// the last line ends in "…" and, if the last span is a mark such as " *", this mark.
func (p *page) atMost(n, width int, spans []span) []string {
	lines := p.wrap(width, spans)
	if n <= 0 || len(lines) <= n {
		return lines
	}
	// The mark of a text must not be lost with its end.
	end := "…"
	if m := spans[len(spans)-1]; m.keep && m.ink == quiet {
		end += p.paint(m.ink, Clean(m.text))
	}
	last := lines[n-1]
	if room := width - cells(end); cells(last) > room {
		last = truncate(last, room, "")
		if i := strings.LastIndexByte(last, ' '); i > len(last)/2 && !p.color { // a word stays whole
			last = last[:i]
		}
	}
	if i := strings.LastIndex(last, " · "); i > 0 && strings.HasSuffix(strings.TrimRight(last, " "), ":") {
		last = last[:i] // a label without a name
	}
	return append(lines[:n-1:n-1], strings.TrimRight(last, " ,;:(“·")+end)
}

// beside returns lines with the label at the left and, from column col on, the spans, wrapped to the width and cut to
// n lines; 0 means all. A label that is too long for col columns is one of the lines.
func (p *page) beside(width, col, n int, label span, spans ...span) []string {
	if label.text == "" {
		return indented(p.atMost(n, width-col, spans), 0, col)
	}
	name := p.line(width, label)
	lines := p.atMost(n, width-col, spans)
	if pad := col - cells(name); pad > 0 && len(lines) > 0 {
		lines[0] = name + strings.Repeat(" ", pad) + lines[0]
		return indented(lines, 1, col)
	}
	if n > 0 {
		lines = p.atMost(max(n-1, 1), width-col, spans)[:min(len(lines), n-1)]
	}
	return append([]string{name}, indented(lines, 0, col)...)
}

// labelLines indents lines by col columns and puts the label at the beginning of the first
// line.
func (p *page) labelLines(col int, label span, lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	name := p.line(col-1, label)
	lines = indented(lines, 1, col)
	lines[0] = name + strings.Repeat(" ", col-cells(name)) + lines[0]
	return lines
}

// indented adds a number of blanks (by) before lines[from] and each later line. It changes lines and returns it.
func indented(lines []string, from, by int) []string {
	for i := from; i < len(lines); i++ {
		lines[i] = strings.Repeat(" ", by) + lines[i]
	}
	return lines
}

// lines writes wrapped lines to the page, each indented by the given number of columns.
func (p *page) lines(indent int, lines []string) {
	for _, l := range lines {
		p.put(strings.Repeat(" ", indent), l)
	}
}

// put writes the pieces, which form one line of output, to the page, without blanks at its end.
func (p *page) put(pieces ...string) {
	line := strings.TrimRight(strings.Join(pieces, ""), " ")
	if p.kept != nil {
		p.kept.lines = append(p.kept.lines, line)
		return
	}
	p.w.WriteString(line)
	p.w.WriteByte('\n')
}

// line returns spans on a single line of at most width columns, cut with "…".
func (p *page) line(width int, spans ...span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(p.paint(s.ink, Clean(s.text)))
	}
	return truncate(b.String(), width, "…")
}

// paint returns s between the escape sequences that give it the colour of its meaning k, or s itself without colour.
func (p *page) paint(k ink, s string) string {
	look, ok := looks[k]
	if !p.color || !ok || s == "" {
		return s
	}
	return look.Styled(s)
}

// wrap breaks spans into lines of at most width columns: between words if possible, else inside a word. A width
// below 8 counts as 8.
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
	for _, w := range splitWords(spans) {
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
			head, w = w.split(width)
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

// join returns the text of the spans, with one pair of colour sequences for each run of spans of the same ink.
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

// table writes a row of titles and the rows as aligned columns. If the page is too narrow, it leaves out the columns
// that are marked as spare, the last one first, and then shortens the first column.
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
		if i != 1 { // the titles go with the first row
			p.begin(1)
		}
		p.put(strings.Repeat(" ", indent), p.paint(k, tableRow(cols, wide, r)))
	}
}

// tableRow returns texts as one row, each padded or cut to the width of its column (wide), or left out at width -1.
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

// cells returns the number of columns that s takes. Most terminals count
// characters, some count grapheme clusters; cells returns the larger number, so
// that no line is too long on either.
func cells(s string) int { return max(ansi.StringWidth(s), ansi.StringWidthWc(s)) }

// truncate returns s if it fits into n columns, else its beginning followed by tail in at most n columns, or "" if
// tail does not fit.
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

// elide returns a path of at most width columns, shortened in its middle and
// between elements if possible: its top and its name stay readable.
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
