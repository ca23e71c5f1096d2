package evidence

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"luminos"
)

const (
	// nearLines is the number of lines before and after the cited lines that count as near.
	nearLines = 5
	// shownAround is the number of them in an excerpt.
	shownAround = 6
	// lineMost is the number of bytes of one line in an excerpt, and placeMost of all cited lines.
	lineMost  = 300
	placeMost = 2_400
)

// Excerpts returns the text of the place of each claim, at most parallel files at a time, or one per processor if
// parallel is not positive. A place that cannot be read has no lines. The only error is the cause of the end of ctx.
func (c Checker) Excerpts(ctx context.Context, claims []luminos.Claim, parallel int) ([]luminos.Excerpt, error) {
	out := make([]luminos.Excerpt, len(claims))
	err := c.each(ctx, claims, parallel, func(r *pathReader, i int) { out[i] = excerpt(ctx, r, &claims[i].Evidence) })
	return out, err
}

// excerpt returns the text of the place of the evidence e, and the terms of its statement that are not near it.
func excerpt(ctx context.Context, r *pathReader, e *luminos.Evidence) luminos.Excerpt {
	x := luminos.Excerpt{Path: e.Path, Measure: e.Measure, Value: e.Value, Scope: e.Scope}
	near, numbers := string(e.Path)+" "+string(e.Measure)+" "+e.Value, []string(nil)
	if t := citable(ctx, r, e.Lines); t != nil {
		first, last := e.Lines.First-1, e.Lines.Last
		lines := func(from, to int) []string { return t.lines[max(from, 0):min(to, len(t.lines))] }
		x.First = e.Lines.First
		x.Before, x.After = short(lines(first-shownAround, first)), short(lines(last, last+shownAround))
		above := t.heads(first, last, first-shownAround)
		if n := t.header(first); n >= 0 && n < first-shownAround {
			above = []string{t.lines[n]}
		}
		if len(above) > 0 {
			x.Inside = short(above)
		}
		x.Cited = cited(lines(first, last), luminos.Fold(e.Quote))
		near += "\n" + strings.Join(lines(first-nearLines, last+nearLines), "\n")
		for n := e.Lines.First; n <= e.Lines.Last && n-e.Lines.First < maxCited; n++ {
			numbers = append(numbers, strconv.Itoa(n))
		}
	}
	x.Lacks = lacks(e.Statement, near, numbers)
	return x
}

// header returns the index of the line that names the columns of the table with the line at an index, or -1: the first
// line of delimited text, or of the sheet of a workbook.
func (t *text) header(at int) int {
	switch t.Path.Ext() {
	case ".csv", ".tsv", ".tab", ".psv":
		return 0
	}
	const sheet = "sheet "
	if t.From == nil || !strings.HasPrefix(t.From.PartAt(at+1), sheet) {
		return -1
	}
	for n := at; n > 0; n-- {
		if strings.HasPrefix(t.lines[n-1], "["+sheet) {
			return n
		}
	}
	return 0
}

// indentation returns the number of blanks and tabs at the beginning of a line, or -1 of an empty one.
func indentation(line string) int {
	rest := strings.TrimLeft(line, " \t")
	if strings.TrimSpace(rest) == "" {
		return -1
	}
	return len(line) - len(rest)
}

// citable returns the text of a path that has the given lines, or nil.
func citable(ctx context.Context, r *pathReader, lines *luminos.LineRange) *text {
	if lines == nil || lines.First < 1 || lines.Last < lines.First {
		return nil
	}
	t, err := r.text(ctx)
	if err != nil || lines.Last > len(t.lines) {
		return nil
	}
	return t
}

// short returns lines of at most lineMost bytes each.
func short(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = window(l, 0)
	}
	return out
}

// cited returns the lines of a citation, cut to lineMost bytes each and placeMost bytes in all. Of a long line with the
// quote it returns the part with the quote.
func cited(lines []string, quote string) (out []string) {
	left := placeMost
	for _, l := range lines {
		if len(l) > lineMost {
			l = luminos.Fold(l) // as the quote is
		}
		l = window(l, max(strings.Index(l, quote), 0))
		if left -= len(l) + 1; left < 0 {
			return append(out, "…")
		}
		out = append(out, l)
	}
	return out
}

// window returns at most about lineMost bytes of a line, from shortly before the offset at.
func window(line string, at int) string {
	if len(line) <= lineMost {
		return line
	}
	start := max(0, min(at-lineMost/6, len(line)-lineMost))
	end := start + lineMost
	for start > 0 && !utf8.RuneStart(line[start]) {
		start--
	}
	for end < len(line) && !utf8.RuneStart(line[end]) {
		end++
	}
	cut := line[start:end]
	if start > 0 {
		cut = "…" + cut
	}
	if end < len(line) {
		cut += "…"
	}
	return cut
}
