package evidence

import (
	"context"
	"strings"
	"unicode"

	"luminos"
)

const (
	// citedMost is how many lines one claim may cite: more is no place.
	citedMost = 200
	// piece is how many bytes of a file in a row, where they lie at a multiple of as
	// many in a text, make that a copy of it: copies of twice that are always found,
	// quotes of less never.
	piece = 200
)

// Checker completes and checks what somebody who read the target says of it.
// It is safe for concurrent use.
type Checker struct{ Source luminos.Source }

// Cite finds the place that a piece of evidence means, and gives it with its
// lines, a quote and their digest. Lines that miss the quote are put right when
// it stands elsewhere in the file. The error says, for whoever made the claim,
// what does not hold.
func (c Checker) Cite(ctx context.Context, e luminos.Evidence) (luminos.Evidence, error) {
	pl := &place{src: c.Source, path: e.Path}
	if e.Measure != "" {
		whole := luminos.Evidence{Path: e.Path, Measure: e.Measure, Value: e.Value, Statement: e.Statement}
		if err := examine(ctx, pl, &whole); err != nil {
			return e, reason(ctx, err)
		}
		return whole, nil
	}
	if _, err := pl.stat(ctx); err != nil {
		return e, reason(ctx, err)
	}
	t, err := pl.text(ctx)
	if err != nil {
		return e, reason(ctx, err)
	}
	lines, err := t.find(e)
	if err != nil {
		return e, err
	}
	text := luminos.Text{Path: e.Path, Content: strings.Join(t.lines, "\n") + "\n"}
	if t.cut || t.unended {
		text.Cut, text.Content = t.cut, strings.TrimSuffix(text.Content, "\n")
	}
	cited := text.Cite(lines.First, lines.Last)
	cited.Statement = e.Statement
	if q := luminos.Fold(e.Quote); q != "" && len(q) <= len(cited.Quote) {
		cited.Quote = q // what was meant, not all that stands there
	}
	return cited, nil
}

// reason is an error in the words of a verdict; that of a context stays.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return explain(err)
}

// find says which lines are meant: those that hold the quote, the nearest to
// what was named, or what was named where there is no quote.
func (t *text) find(e luminos.Evidence) (luminos.LineRange, error) {
	var near luminos.LineRange
	if e.Lines != nil {
		near = *e.Lines
		if near.First < 1 || near.Last < near.First || near.Last-near.First >= citedMost {
			return near, unverifiable("%d to %d is no range of 1 to %d lines", near.First, near.Last, citedMost)
		}
		if near.First > len(t.lines) {
			return near, missing("it has %d lines", len(t.lines))
		}
		near.Last = min(near.Last, len(t.lines))
	}
	quote := luminos.Fold(e.Quote)
	switch {
	case quote == "" && e.Lines == nil:
		return near, unverifiable("neither lines nor a quote are given")
	case quote == "":
		return near, nil
	case e.Lines != nil && strings.Contains(t.cite(near).folded, quote):
		return near, nil
	case !telling(quote):
		return near, unverifiable("the quote is too short to find a place by; name its lines")
	}
	return t.nearest(quote, near)
}

// telling reports whether a quote says enough to be found again.
func telling(quote string) bool {
	n := 0
	for _, r := range quote {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 4
}

// nearest finds the lines of a quote that was folded.
func (t *text) nearest(quote string, near luminos.LineRange) (luminos.LineRange, error) {
	var b strings.Builder
	starts := make([]int, 0, len(t.lines)) // of each line in the folded text
	for _, l := range t.lines {
		folded := luminos.Fold(l)
		if b.Len() > 0 && folded != "" {
			b.WriteByte(' ')
		}
		starts = append(starts, b.Len())
		b.WriteString(folded)
	}
	all := b.String()
	best, found := luminos.LineRange{}, false
	for at := 0; ; {
		i := strings.Index(all[at:], quote)
		if i < 0 {
			break
		}
		r := luminos.LineRange{First: lineAt(starts, at+i), Last: lineAt(starts, at+i+len(quote)-1)}
		if !found || distance(r, near) < distance(best, near) {
			best, found = r, true
		}
		if at += i + 1; near.First == 0 {
			break // the first is as good as any
		}
	}
	switch {
	case !found && t.cut:
		return best, unverifiable("the quote is not in the first %d MiB", textLimit>>20)
	case !found:
		return best, changed("the quote is not in it: copy it exactly, without the line numbers")
	case best.Last-best.First >= citedMost:
		return best, unverifiable("the quote spans %d lines; %d are the most", best.Last-best.First+1, citedMost)
	}
	return best, nil
}

// lineAt is the number of the last line that begins at or before an offset.
func lineAt(starts []int, offset int) int {
	low, high := 0, len(starts)
	for low < high {
		if mid := (low + high) / 2; starts[mid] <= offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

func distance(a, b luminos.LineRange) int { return max(a.First-b.First, b.First-a.First) }

// Copies reports whether a text repeats a long piece of a file as it stands. A
// file that is no text, or cannot be read, is not repeated.
func (c Checker) Copies(ctx context.Context, p luminos.Path, said string) bool {
	said = luminos.Fold(said)
	if len(said) < piece {
		return false
	}
	t, err := c.Source.Text(ctx, p, textLimit)
	if err != nil {
		return false
	}
	whole := luminos.Fold(t.Content)
	for at := 0; at+piece <= len(said); at += piece {
		if strings.Contains(whole, said[at:at+piece]) {
			return true
		}
	}
	return false
}
