package analyst

import (
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// earlierMost is the maximal number of bytes of the part of an opening about an earlier run, unless its summaries alone
// are longer.
const earlierMost = 32 << 10

// earlier returns the text about the results of an earlier run, in about earlierMost bytes, or "". If it is longer,
// fewer rows of each list are shown, and each list states the number of rows that it leaves out.
func earlier(e *luminos.Earlier) (text string) {
	if e == nil {
		return ""
	}
	for most := 80; most > 0; most /= 2 {
		text = render("directory_earlier.md", struct {
			*luminos.Earlier
			Most, Rows int
		}{e, most, 3 * most})
		if len(text) <= earlierMost {
			break
		}
	}
	return text
}

// changedLines returns the lines of a file that differ, such as ", lines 3-5 and 9, 2 lines are gone".
func changedLines(c luminos.FileChange) (text string) {
	var ranges []string
	for _, r := range c.Lines {
		if r.First == r.Last {
			ranges = append(ranges, fmt.Sprint(r.First))
		} else {
			ranges = append(ranges, fmt.Sprintf("%d-%d", r.First, r.Last))
		}
	}
	if len(ranges) > 0 {
		text = ", lines " + words.Some(ranges, 12)
	}
	if c.Gone > 0 {
		text += ", " + words.Plural(c.Gone, "earlier line") + " gone"
	}
	return text
}

// places returns paths as texts for a model.
func places(paths []luminos.Path) (names []string) {
	for _, p := range paths {
		names = append(names, wholly(p))
	}
	return names
}

type withdrawInput struct {
	ID     string `json:"id" jsonschema:"the earlier finding, such as E3"`
	Reason string `json:"reason" jsonschema:"why it does not hold, in one or two sentences; the report prints it"`
}

// withdrawals returns the withdrawals of earlier findings in a report, and the ids that no finding has.
func withdrawals(u *luminos.Unit, given []withdrawInput) (list []luminos.Withdrawal, unknown []string) {
	var known []luminos.EarlierFinding
	if u.Earlier != nil {
		known = u.Earlier.Findings
	}
	for _, in := range given[:min(len(given), len(known)+10)] {
		id := strings.ToUpper(strings.TrimSpace(in.ID))
		has := slices.ContainsFunc(known, func(f luminos.EarlierFinding) bool { return f.ID == id })
		reason := words.Stop(paragraph(in.Reason, 300))
		switch {
		case !has:
			unknown = append(unknown, short(20, in.ID))
		case strings.TrimSpace(visible(in.Reason)) != "":
			list = append(list, luminos.Withdrawal{ID: id, Reason: reason})
		}
	}
	return list, unknown
}

// reasons returns the reasons of withdrawals.
func reasons(given []withdrawInput) (texts []string) {
	for _, in := range given {
		texts = append(texts, in.Reason)
	}
	return texts
}
