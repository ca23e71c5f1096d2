package analyst

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
)

// claimInput is a claim in the arguments of a tool, as a model wrote it.
type claimInput struct {
	Statement string `json:"statement" jsonschema:"what is so, in one sentence"`
	Path      string `json:"path" jsonschema:"the file that shows it"`
	First     int    `json:"first_line,omitempty" jsonschema:"first line of the place, from 1"`
	Last      int    `json:"last_line,omitempty" jsonschema:"last line of the place; of over 30 only the quote's count"`
	Quote     string `json:"quote,omitempty" jsonschema:"a piece of those lines that could stand nowhere else, copied exactly, without line numbers: several words, at most 200 characters; needed unless there is a measure"`
	measureInput
}

// measureInput is a measure in the arguments of a tool, which takes the place of lines. A count of the lines with a
// pattern shows that something is absent, or how often it is there.
type measureInput struct {
	Measure string `json:"measure,omitempty" jsonschema:"for data and media in the place of lines: size (bytes), rows, columns (names, comma-separated), dimensions (WIDTHxHEIGHT)"`
	Value   string `json:"value,omitempty" jsonschema:"what the measure gives"`
	Pattern string `json:"pattern,omitempty" jsonschema:"in the place of lines, to show absence or number: as in search_files"`
	Regex   bool   `json:"regex,omitempty" jsonschema:"pattern is a regular expression"`
	Matches int    `json:"matches,omitempty" jsonschema:"how many lines have the pattern; 0 unless given"`
}

// solid returns the number of places that are not counts of 0 lines.
func solid(list []luminos.Evidence) (n int) {
	for i := range list {
		if !list[i].Absent() {
			n++
		}
	}
	return n
}

// looksRegular reports whether a pattern that is taken literally has marks that only regular expressions have.
func (c measureInput) looksRegular() bool {
	mark := func(m string) bool { return strings.Contains(c.Pattern, m) }
	marks := []string{"|", ".*", ".+", `\b`, `\s`, `\w`, `\d`, `\.`, `\(`, `\[`, `\$`, "(?"}
	return !c.Regex && c.Matches == 0 && (slices.ContainsFunc(marks, mark) ||
		strings.HasPrefix(c.Pattern, "^") || strings.HasSuffix(c.Pattern, "$"))
}

// in stores the count in the evidence e, if there is one.
func (c measureInput) in(e *luminos.Evidence) {
	if _, _, ok := e.Measure.Pattern(); ok {
		e.Measure = "" // its pattern would not be checked
	}
	if c.Pattern != "" {
		e.Measure, e.Value = luminos.Matches(c.Pattern, c.Regex), strconv.Itoa(c.Matches)
		e.Lines, e.Quote = nil, ""
	}
}

const (
	claimsMost    = 40  // of one call
	countsMost    = 10  // of them counts of lines
	patternMost   = 200 // bytes, which a reader is shown whole
	statementMost = 400
	quotedMost    = 60 // characters of a quote that is repeated to its author
)

// evidence converts a model's claim, with its path, lines, quote and measure, to evidence, without checking it.
func (in claimInput) evidence() luminos.Evidence {
	e := luminos.Evidence{
		Path: pathOf(in.Path), Quote: in.Quote, Statement: paragraph(in.Statement, statementMost),
		Measure: luminos.Measure(strings.TrimSpace(in.Measure)), Value: strings.TrimSpace(in.Value),
	}
	if in.First != 0 || in.Last != 0 {
		e.Lines = &luminos.LineRange{First: in.First, Last: max(in.Last, in.First)}
	}
	in.measureInput.in(&e)
	return e
}

// placeLines is the largest number of lines of a place; the checker of citations keeps the lines with the quote.
const placeLines = 30

// shortened is the message to a model about places of more than placeLines lines.
const shortened = "of a place of more than 30 lines only the lines with its quote are kept"

// long reports whether one of the claims has more than placeLines lines.
func long(claims []claimInput) bool {
	return slices.ContainsFunc(claims, func(c claimInput) bool { return c.Last-c.First >= placeLines })
}

// failedClaim is a claim that does not hold, with the reason, and with a message to the model: the reason and advice.
type failedClaim struct{ statement, reason, problem string }

// adviser is the error of a claim whose text ends in advice to its author, if it has any.
type adviser interface {
	error
	Advice() string
}

// joined returns a reason and the advice after it, if there is any.
func joined(reason, advice string) string { return strings.TrimSuffix(reason+": "+advice, ": ") }

// problems joins the messages about claims that do not hold.
func problems(failed []failedClaim) string {
	list := make([]string, len(failed))
	for i, c := range failed {
		list[i] = c.problem
	}
	return strings.Join(list, "; ")
}

// refused holds the statements of claims that do not hold, also after later calls that leave the claims out.
type refused map[string]bool

// judge removes the statements that hold in a call, and adds the statements of the claims of the call that do not hold.
func (r refused) judge(held []luminos.Evidence, failed []failedClaim) {
	for _, e := range held {
		delete(r, e.Statement)
	}
	for _, c := range failed {
		r[c.statement] = true
	}
}

// cited checks the first claimsMost claims of a model, which calls each by a name such as "claim"; a claim fails, too,
// if the function in returns false for its path. It returns the evidence of the claims that hold, and the claims that
// fail. All claims beyond the first claimsMost count as one that fails.
func (e *Engine) cited(
	ctx context.Context, name string, claims []claimInput, in func(luminos.Path) bool,
) (held []luminos.Evidence, failed []failedClaim, err error) {
	counts := 0
	for i, c := range claims {
		ev := c.evidence()
		fails := func(advice, format string, args ...any) {
			reason := fmt.Sprintf("%s %d", name, i+1) + fmt.Sprintf(format, args...)
			failed = append(failed, failedClaim{ev.Statement, reason, joined(reason, advice)})
		}
		switch {
		case i >= claimsMost:
			fails("", " and later: %d at once are the most", claimsMost)
			return held, failed, nil
		case ev.Statement == "":
			fails("", " states nothing")
			continue
		case c.Pattern == "" && ev.Measure != luminos.MeasureSize && !in(ev.Path): // listings have sizes
			fails("read it first", ": you have not seen %s", named(ev.Path))
			continue
		}
		if c.Pattern != "" {
			counts++
		}
		switch {
		case counts > countsMost:
			fails("", ": %d counts at once are the most", countsMost)
			continue
		case len(c.Pattern) > patternMost:
			fails("", ": the pattern has more than %d bytes", patternMost)
			continue
		case c.Regex && strings.Contains(strings.ReplaceAll(c.Pattern, `[^\n]`, ""), `\n`):
			fails("", ": lines are searched one by one, and the pattern needs a line end")
			continue
		case c.looksRegular():
			fails("set it, or use plain text",
				": the pattern %.40q looks like a regular expression, and regex is not set", c.Pattern)
			continue
		}
		found, problem := e.opts.Checker.Cite(ctx, ev)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		if problem != nil {
			advice := ""
			if a, ok := errors.AsType[adviser](problem); ok {
				advice = a.Advice()
			}
			place := strings.TrimSuffix(named(ev.Path)+", "+quote(quotedMost, cmp.Or(c.Pattern, ev.Quote)), ", ")
			fails(advice, " (%s): %s", place, strings.TrimSuffix(problem.Error(), ": "+advice))
			continue
		}
		held = append(held, found)
	}
	return held, failed, nil
}

// unshown is the largest confidence of an entry about text files without a claim that holds. The prompt directory.md
// states the number.
const unshown = 0.6

// doubted returns the confidence, lowered in proportion to the share of claims that failed; if all failed, it is
// halved. If claims are possible and none holds, it is at most unshown.
func doubted(confidence float64, held, failed int, possible bool) float64 {
	if held == 0 && possible {
		confidence = min(confidence, unshown)
	}
	if failed == 0 {
		return fraction(confidence)
	}
	return fraction(confidence * (1 - 0.5*float64(failed)/float64(held+failed)))
}
