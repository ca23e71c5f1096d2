package evidence

import (
	"context"
	"sort"
	"strings"

	"luminos"
)

// maxCited is the largest number of lines that one claim may cite.
const maxCited = 30

// Cite checks the evidence e. It returns a measure as it is, and other evidence with its lines, a quote and a digest;
// if the quote is not in the given lines but elsewhere in the file, Cite corrects the lines. A quote that is not
// specific, and the kind of a path, are no evidence. The error states to the author of the claim which part of the
// evidence does not hold.
func (c Checker) Cite(ctx context.Context, e luminos.Evidence) (luminos.Evidence, error) {
	r := c.reader(e.Path)
	switch e.Measure {
	case "":
	case luminos.MeasureKind:
		return e, advised(luminos.Unverifiable, "the kind of a path shows only that the path exists",
			"quote a line, or give another measure")
	default:
		whole := luminos.Evidence{Path: e.Path, Measure: e.Measure, Value: e.Value, Statement: e.Statement}
		if err := check(ctx, r, &whole); err != nil {
			return e, reason(ctx, err)
		}
		whole.Scope = r.scope(e.Measure)
		return whole, nil
	}
	if _, err := r.stat(ctx); err != nil {
		return e, reason(ctx, err)
	}
	t, err := r.text(ctx)
	if err != nil {
		return e, reason(ctx, err)
	}
	lines, err := t.find(e)
	if err != nil {
		return e, err
	}
	cited := t.Cite(lines.First, lines.Last)
	cited.Statement = e.Statement
	if q := luminos.Fold(e.Quote); q != "" && len(q) <= len(cited.Quote) {
		cited.Quote = q // the part that the author meant
	}
	return cited, nil
}

// reason returns the error of a check as a failure with a reason for the author of the claim. If ctx has ended, it
// returns the cause of that end.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return asFailure(err)
}

// find returns the lines of e if they are at most maxCited and a specific occurrence of the quote of e is in them.
// Otherwise it returns the lines of the specific occurrence that is nearest to the lines of e, or of the first one if e
// has no lines.
func (t *text) find(e luminos.Evidence) (luminos.LineRange, error) {
	var near luminos.LineRange
	quote := luminos.Fold(e.Quote)
	if quote == "" {
		return near, advised(luminos.Unverifiable, "the claim has no quote",
			"copy a piece of the lines that show it exactly")
	}
	if e.Lines != nil {
		near = *e.Lines
		if near.First < 1 || near.Last < near.First {
			return near, unverifiable("%d to %d is no range of lines", near.First, near.Last)
		}
		if near.First <= len(t.lines) {
			near.Last = min(near.Last, len(t.lines))
			inside, _, _ := fold(t.lines[near.First-1 : near.Last]).occurrences(quote)
			if len(inside) > 0 && near.Last-near.First < maxCited {
				return near, nil
			}
		}
	}
	found, whole, vague := fold(t.lines).occurrences(quote)
	if len(found) == 0 && len(whole) == 1 {
		if r := whole[0]; near.First <= r.First && r.Last <= near.Last && near.Last-near.First < maxCited {
			return near, nil
		}
		found = whole // lines that are there once identify themselves
	}
	switch {
	case near.First > len(t.lines) && len(found) != 1: // a quote that occurs once identifies its lines
		return near, missing("the file has only %d lines", len(t.lines))
	case len(found) == 0 && vague:
		return near, advised(luminos.Unverifiable, "the quote is too short or too common to show anything",
			"copy the whole line, or two lines if there are others like it")
	case len(found) == 0 && t.Cut:
		return near, unverifiable("the quote is not in the first %d MiB of the file, and the rest is not checked", textLimit>>20)
	case len(found) == 0:
		return near, advised(luminos.Changed, "the quote is not in the file", "copy it exactly, without the line numbers")
	}
	best := found[0]
	for _, r := range found {
		if distance(r, near) < distance(best, near) {
			best = r
		}
	}
	if best.Last-best.First >= maxCited {
		return best, unverifiable("the quote spans more than %d lines", maxCited)
	}
	return best, nil
}

// folded is a text with folded white space, and the offset at which each of its lines begins.
type folded struct {
	text   string
	starts []int
}

func fold(lines []string) folded {
	var b strings.Builder
	f := folded{starts: make([]int, 0, len(lines))}
	for _, l := range lines {
		f.starts = append(f.starts, b.Len())
		if l = luminos.Fold(l); l != "" {
			b.WriteString(l + " ")
		}
	}
	f.text = b.String()
	return f
}

// occurrences returns the lines of each specific occurrence of quote, the lines that are the quote as a whole of the
// other ones, and whether there are other ones. White space in quote is folded already. Occurrences that overlap an
// earlier one are left out.
func (f folded) occurrences(quote string) (found, whole []luminos.LineRange, vague bool) {
	words := len(splitWords(quote)) > 0
	for at := 0; ; at += len(quote) {
		i := strings.Index(f.text[at:], quote)
		if i < 0 {
			return found, whole, vague
		}
		at += i
		r := luminos.LineRange{First: lineAt(f.starts, at), Last: lineAt(f.starts, at+len(quote)-1)}
		end := len(f.text)
		if r.Last < len(f.starts) {
			end = f.starts[r.Last]
		}
		before, after := f.text[f.starts[r.First-1]:at], f.text[at+len(quote):end]
		switch {
		case specific(before, quote, after):
			found = append(found, r)
			continue
		case words && before == "" && after == " ":
			whole = append(whole, r)
		}
		vague = true
	}
}

// lineAt returns the number of the line that contains the byte at offset. starts holds the offset at which each line
// begins.
func lineAt(starts []int, offset int) int {
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
}

// distance returns the number of lines between the beginnings of the line ranges a and b.
func distance(a, b luminos.LineRange) int { return max(a.First-b.First, b.First-a.First) }
