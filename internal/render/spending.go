package render

import (
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Amount is the cost of calls of models: money if their price is known, else
// tokens. The zero value is no cost.
type Amount struct {
	cost   luminos.Money
	tokens int64 // of calls without a price
	priced bool
}

// Add adds the cost of the model call in an event, or its tokens if no price is known.
func (a *Amount) Add(e luminos.Event) {
	if e.Priced {
		a.cost, a.priced = a.cost.Plus(e.Cost), true
		return
	}
	a.tokens = plus(a.tokens, tokensOf(e.Usage))
}

// String returns the cost or the number of tokens, for example "$0.12" or "12k tokens", or
// both.
func (a Amount) String() string {
	switch {
	case a.tokens == 0:
		return a.cost.Cents()
	case !a.priced:
		return words.Compact(a.tokens) + " tokens"
	}
	return a.cost.Cents() + " + " + words.Compact(a.tokens) + " tokens"
}

// tokensOf returns the number of input and output tokens of a call.
func tokensOf(u luminos.Usage) int64 { return plus(u.Prompt(), u.Output) }

// plus returns the sum of two token counts, or the largest int64 if the sum is larger: a server can
// report any number.
func plus(a, b int64) int64 {
	return luminos.Usage{Input: a}.Plus(luminos.Usage{Input: b}).Input
}

// Answered reports whether the usage of calls shows that one was answered. A
// dead or refusing server uses no tokens.
func Answered(u luminos.Usage) bool { return tokensOf(u) > 0 }

// answered returns the spending of the passes in which a model answered, and the number of
// their calls.
func answered(s *luminos.Spending) (rows []luminos.PassSpending, calls int) {
	calls = s.Calls
	for _, p := range s.ByPass {
		if p.Cost == 0 && !Answered(p.Usage) {
			calls -= p.Calls
			continue
		}
		rows = append(rows, p)
	}
	return rows, calls
}

// SpentInAll returns the cost of a whole run, or its tokens if no price is known, as a phrase without a full stop:
// "$0.12 on 9 calls of models in this run, at the list prices of …".
func SpentInAll(s *luminos.Spending) string {
	_, calls := answered(s)
	text := " on " + words.Plural(calls, "call") + " of models in this run"
	if s.Unpriced > 0 && s.Unpriced < calls {
		text += " (" + words.Count(s.Unpriced) + " of them without a known price)"
	}
	if s.EarlierCalls > 0 {
		text += ", and " + SpentBefore(s)
	}
	if s.Unpriced < calls || s.Earlier > 0 {
		return atLeast(s.AtLeast) + s.Cost.String() + text + ", at the list prices of " + Clean(s.PricesDate)
	}
	return words.Compact(tokensOf(s.Usage)) + " tokens" + text
}

// SpentBefore returns the cost of the earlier runs that did not end or gave a partial report, with the sum of all:
// "$0.12 on 9 calls in the unfinished runs before it, $0.20 in all".
func SpentBefore(s *luminos.Spending) string {
	all := s.Earlier.Plus(s.Cost)
	return atLeast(s.EarlierAtLeast) + s.Earlier.String() + " on " + words.Plural(s.EarlierCalls, "call") +
		" in the unfinished runs before it, " + atLeast(s.AtLeast || s.EarlierAtLeast) + all.String() + " in all"
}

// atLeast returns the words before a sum without the cost of calls that were interrupted, or "".
func atLeast(open bool) string {
	if open {
		return "at least "
	}
	return ""
}

// Spending writes the cost of the models of a run, with a row for each pass and model that answered. Numbers are
// rounded; the JSON report has them exactly. It returns the first error of w.
func Spending(w io.Writer, s *luminos.Spending, width int) error {
	if width <= 0 {
		width = defaultWidth
	}
	rows := [][]string{{"", "", "", "", "cache", "cache", "", ""}, {"pass", "model", "calls", "input", "write", "read", "output", "USD"}}
	passes, calls := answered(s)
	for _, p := range passes {
		rows = append(rows, spendingRow(string(p.Pass), p.Model, p.Calls, p.Usage, price(p.Cost, p.Priced)))
	}
	if len(passes) > 1 {
		rows = append(rows, spendingRow("in all", "", calls, s.Usage, price(s.Cost, s.Unpriced < calls)))
	}
	p := newPage(w, Style{})
	for _, line := range spendingLines(rows, width-1) {
		p.put(line)
	}
	for _, note := range spendingNotes(s) {
		p.lines(2, p.wrap(min(width-1, maxWidth)-2, []span{text(note)}))
	}
	return p.w.Flush()
}

func price(m luminos.Money, known bool) string {
	if !known {
		return "-"
	}
	return strings.TrimPrefix(m.String(), "$")
}

func spendingRow(pass, model string, calls int, u luminos.Usage, usd string) []string {
	written := luminos.Usage{Input: u.CacheWrite5m, CacheWrite1h: u.CacheWrite1h}.Prompt()
	return []string{
		pass, model, words.Count(calls), words.Compact(u.Input), words.Compact(written), words.Compact(u.CacheRead),
		words.Compact(u.Output), usd,
	}
}

// spendingLines returns the lines of a table: two columns of words, then numbers.
// The second column is shortened if the width is small.
func spendingLines(rows [][]string, width int) []string {
	wide := make([]int, len(rows[0]))
	for _, r := range rows {
		for i := range r {
			r[i] = Clean(r[i])
			wide[i] = max(wide[i], cells(r[i]))
		}
	}
	gap := "  "
	if width < 72 {
		gap = " "
	}
	taken := len(gap) * len(wide)
	for i, n := range wide {
		if i != 1 {
			taken += n
		}
	}
	wide[1] = min(wide[1], max(width-taken, 6))
	var lines []string
	for _, r := range rows {
		var b strings.Builder
		for i, text := range r {
			text = truncate(text, wide[i], "…")
			pad := strings.Repeat(" ", wide[i]-cells(text))
			if i < 2 {
				text, pad = pad, text
			}
			b.WriteString(gap + pad + text)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// spendingNotes returns remarks on the table of spending: models without a known price,
// estimated counts.
func spendingNotes(s *luminos.Spending) []string {
	var notes, names []string
	for _, p := range s.ByPass {
		if !p.Priced && !slices.Contains(names, p.Model) {
			names = append(names, p.Model)
		}
	}
	if len(names) > 0 {
		n := words.Plural(s.Unpriced, "call")
		notes = append(notes, "No price is known of "+words.Some(names, 4)+": "+n+" without one.")
	}
	if s.Usage.Estimated {
		notes = append(notes, "Some counts are estimates: the server did not count.")
	}
	return notes
}
