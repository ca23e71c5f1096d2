package evidence

import (
	"context"
	"sort"
	"strings"
	"unicode"

	"luminos"
)

const (
	// maxCited is the largest number of lines that one claim may cite.
	maxCited = 200
	// copyBlock is the block size of copy detection, in bytes. A copied run of 2*copyBlock bytes is always found, a
	// shorter run than copyBlock never.
	copyBlock = 200
)

// Cite checks the evidence e. It returns a measure as it is, and other evidence with its lines, a quote and a digest;
// if the quote is not in the given lines but elsewhere in the file, Cite corrects the lines. The error states to the
// author of the claim which part of the evidence does not hold.
func (c Checker) Cite(ctx context.Context, e luminos.Evidence) (luminos.Evidence, error) {
	r := c.reader(e.Path)
	if e.Measure != "" {
		whole := luminos.Evidence{Path: e.Path, Measure: e.Measure, Value: e.Value, Statement: e.Statement}
		if err := check(ctx, r, &whole); err != nil {
			return e, reason(ctx, err)
		}
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

// find returns the lines of e if they contain the quote of e or e has no quote. Otherwise it returns the lines of the
// occurrence of the quote that is nearest to the lines of e, or of the first occurrence if e has no lines.
func (t *text) find(e luminos.Evidence) (luminos.LineRange, error) {
	var near luminos.LineRange
	if e.Lines != nil {
		near = *e.Lines
		if near.First < 1 || near.Last < near.First || near.Last-near.First >= maxCited {
			return near, unverifiable("%d to %d is no range of 1 to %d lines", near.First, near.Last, maxCited)
		}
		if near.First > len(t.lines) {
			return near, missing("the file has only %d lines", len(t.lines))
		}
		near.Last = min(near.Last, len(t.lines))
	}
	quote := luminos.Fold(e.Quote)
	switch {
	case quote == "" && e.Lines == nil:
		return near, unverifiable("the claim gives neither lines nor a quote")
	case quote == "":
		return near, nil
	case e.Lines != nil && strings.Contains(t.cite(near).folded, quote):
		return near, nil
	case !distinctive(quote):
		return near, unverifiable("the quote is too short to be searched for; give its lines")
	}
	return t.nearest(quote, near)
}

// distinctive reports whether a quote is long enough to be searched for: it has at least 4 letters or digits.
func distinctive(quote string) bool {
	n := 0
	for _, r := range quote {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 4
}

// nearest returns the lines of the occurrence of quote that is nearest to the lines near, or of the first occurrence if
// near is zero. White space in quote is folded already.
func (t *text) nearest(quote string, near luminos.LineRange) (luminos.LineRange, error) {
	var b strings.Builder
	var starts []int // of each line in the folded text
	for _, l := range t.lines {
		starts = append(starts, b.Len())
		if folded := luminos.Fold(l); folded != "" {
			b.WriteString(folded + " ")
		}
	}
	all := b.String()
	var best luminos.LineRange
	for at := 0; ; {
		i := strings.Index(all[at:], quote)
		if i < 0 {
			break
		}
		r := luminos.LineRange{First: lineAt(starts, at+i), Last: lineAt(starts, at+i+len(quote)-1)}
		if best.First == 0 || distance(r, near) < distance(best, near) {
			best = r
		}
		at += i + 1
	}
	switch {
	case best.First == 0 && t.Cut:
		return best, unverifiable("the quote is not in the first %d MiB of the file, and the rest is not checked", textLimit>>20)
	case best.First == 0:
		return best, changed("the quote is not in the file: copy it exactly, without the line numbers")
	case best.Last-best.First >= maxCited:
		return best, unverifiable("the quote spans more than %d lines", maxCited)
	}
	return best, nil
}

// lineAt returns the number of the line that contains the byte at offset. starts holds the offset at which each line
// begins.
func lineAt(starts []int, offset int) int {
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
}

// distance returns the number of lines between the beginnings of the line ranges a and b.
func distance(a, b luminos.LineRange) int { return max(a.First-b.First, b.First-a.First) }

// Copies divides text into blocks of copyBlock bytes and reports whether the file p contains one of these blocks. White
// space is folded in both. It returns false if the file is not a readable text.
func (c Checker) Copies(ctx context.Context, p luminos.Path, text string) bool {
	text = luminos.Fold(text)
	if len(text) < copyBlock {
		return false
	}
	t, _ := c.Source.Text(ctx, p, textLimit) // an unreadable file has no text
	whole := luminos.Fold(t.Content)
	for at := 0; at+copyBlock <= len(text); at += copyBlock {
		if strings.Contains(whole, text[at:at+copyBlock]) {
			return true
		}
	}
	return false
}
