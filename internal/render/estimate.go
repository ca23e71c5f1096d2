package render

import (
	"fmt"
	"io"
	"math"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Estimate writes an estimate as text for a reader who does not know the program: the cost as a range, a row for each
// pass, and the directories that cost most. root is the target as the user named it.
func Estimate(w io.Writer, e *luminos.Estimate, root string, s Style) error {
	p := newPage(w, s)
	width := min(p.width, maxWidth)
	say := func(indent int, format string, args ...any) {
		p.lines(indent, p.wrap(width-indent, []span{text(fmt.Sprintf(format, args...))}))
	}
	if e.Likely.Turns == 0 {
		say(0, "A run on %s makes no call of a model: %s", words.Name(root), whyNothing(e))
		return p.w.Flush()
	}
	first := fmt.Sprintf("A run on %s is expected to take %s", words.Name(root), expected(&e.Range))
	p.lines(0, p.wrap(width, []span{{text: first, ink: strong}}))
	say(0, "Most likely %s, with %s in %s.", amount(e.Likely), words.Plural(e.Likely.Turns, "call"), about(e))
	say(0, "No model was asked. The numbers follow from the sizes of the files, the plan of rules and %s.", learnedFrom(e))
	p.put("")
	for _, line := range spendingLines(estimateRows(e), width) {
		p.put(line)
	}
	p.put("")
	for _, note := range estimateNotes(e) {
		say(0, "%s", note)
	}
	if len(e.Costliest) == 0 {
		return p.w.Flush()
	}
	p.put("")
	say(0, "The directories that cost most, with all below them. Leaving one out saves this much:")
	column := 14
	if e.High.Cost == 0 {
		column = 20
	}
	for _, d := range e.Costliest {
		label := fmt.Sprintf("%s, %d %%", amount(d.Likely), int(d.Share*100+0.5))
		for _, line := range p.beside(width-2, column, 0, text(label), text(excluding(d.Path))) {
			p.put("  " + line)
		}
	}
	return p.w.Flush()
}

// excluding returns the flag that leaves out a directory or, if its name has characters that a shell or a pattern reads
// in another way, only the name.
func excluding(dir luminos.Path) string {
	special := func(c rune) bool { return c < '!' || c > '~' || strings.ContainsRune("'\"`*?[]{}\\$&;()<>|!#", c) }
	if strings.ContainsFunc(string(dir), special) {
		return words.Name(string(dir))
	}
	return "--exclude /" + string(dir) + "/"
}

// whyNothing returns the reason why a run asks no model.
func whyNothing(e *luminos.Estimate) string {
	if e.Reused > 0 {
		return "nothing has changed since the last run, and its report is printed again."
	}
	return "there are no files to ask about."
}

// expected returns the range of an estimate as a phrase that ends a sentence.
func expected(r *luminos.Range) string {
	if r.High.Cost == 0 {
		return words.Between(words.Compact(r.Low.Tokens()), words.Compact(r.High.Tokens())) + " tokens. No price is known."
	}
	return words.Between(r.Low.Cost.Cents(), r.High.Cost.Cents()) + "."
}

// amount returns the cost of work or, without a price, its tokens.
func amount(w luminos.Work) string {
	if w.Cost == 0 {
		return words.Compact(w.Tokens()) + " tokens"
	}
	return w.Cost.Cents()
}

// about returns the number of conversations and directories of an estimate as a phrase.
func about(e *luminos.Estimate) string {
	text := words.Plural(e.Units, "conversation") + " about "
	if e.Asked < e.Directories {
		text += words.Count(e.Asked) + " of "
	}
	text += words.Plural(e.Directories, "directory", "directories")
	if e.Reused > 0 {
		text += " (" + words.Count(e.Reused) + " are known from earlier runs)"
	}
	return text
}

func learnedFrom(e *luminos.Estimate) string {
	if e.Runs == 0 {
		return "the habits of usual models: after the first run on this machine, estimates are closer"
	}
	return words.Plural(e.Runs, "earlier run") + " on this machine"
}

// estimateRows returns the rows of the table of an estimate.
func estimateRows(e *luminos.Estimate) [][]string {
	rows := [][]string{
		{"", "", "", "tokens", "tokens from", "tokens", ""},
		{"pass", "", "calls", "read", "the cache", "written", "USD"},
	}
	row := func(name string, r *luminos.Range, priced bool) []string {
		// The work with the lower cost can have the larger number.
		between := func(low, high int64, text func(int64) string) string {
			return words.Between(text(min(low, high)), text(max(low, high)))
		}
		usd := "-"
		if priced {
			usd = between(int64(r.Low.Cost), int64(r.High.Cost), func(n int64) string {
				return fmt.Sprintf("%.2f", float64(n)/float64(luminos.Dollar))
			})
		}
		count := func(n int64) string { return words.Count(int(n)) }
		low, high := r.Low.Usage, r.High.Usage
		return []string{
			name, "", between(int64(r.Low.Turns), int64(r.High.Turns), count),
			between(low.Fresh(), high.Fresh(), words.Compact), between(low.CacheRead, high.CacheRead, words.Compact),
			between(low.Output, high.Output, words.Compact), usd,
		}
	}
	for i := range e.ByPass {
		p := &e.ByPass[i]
		rows = append(rows, row(string(p.Pass), &p.Range, p.Priced))
	}
	return append(rows, row("in all", &e.Range, e.High.Cost > 0))
}

// modelsOf returns a sentence with the model of each pass.
func modelsOf(e *luminos.Estimate) string {
	passes := map[string][]string{}
	var names, parts []string
	for _, p := range e.ByPass {
		if passes[p.Model] == nil {
			names = append(names, p.Model)
		}
		passes[p.Model] = append(passes[p.Model], string(p.Pass))
	}
	for _, name := range names {
		parts = append(parts, Clean(name)+" for "+words.List(passes[name]))
	}
	return "Models: " + strings.Join(parts, "; ") + "."
}

// estimateNotes returns remarks on an estimate.
func estimateNotes(e *luminos.Estimate) []string {
	notes := []string{modelsOf(e)}
	if len(e.Unpriced) > 0 {
		notes = append(notes, "No price is known of "+words.Some(e.Unpriced, 4)+": its tokens are counted, its cost is not.")
	}
	if e.High.Cost > 0 {
		notes = append(notes, "The prices are the list prices of "+e.PricesDate+
			". --max-cost USD sets a limit, --cheap takes a small model.")
	} else {
		notes = append(notes, "--max-tokens N sets a limit.")
	}
	return notes
}

// Expected compares the estimate of a run with its cost, in a phrase without a full stop, or "" without an estimate:
// "$0.60-$2.10, most likely $1.20; it was $1.06, 12 % less".
func Expected(s *luminos.Spending) string {
	if s.Expected == nil || s.Expected.Likely.Turns == 0 {
		return ""
	}
	likely, actual := float64(s.Expected.Likely.Cost), float64(s.Cost)
	bounds := words.Between(s.Expected.Low.Cost.Cents(), s.Expected.High.Cost.Cents())
	if s.Expected.High.Cost == 0 {
		likely, actual = float64(s.Expected.Likely.Tokens()), float64(tokensOf(s.Usage))
		bounds = words.Between(words.Compact(s.Expected.Low.Tokens()), words.Compact(s.Expected.High.Tokens())) + " tokens"
	}
	text := bounds + ", most likely " + amount(s.Expected.Likely) + "; it was " + amount(luminos.Work{Usage: s.Usage, Cost: s.Cost})
	switch percent := int(math.Round((actual/max(likely, 1) - 1) * 100)); {
	case actual >= 2*likely:
		text += fmt.Sprintf(", %.1f times that", actual/max(likely, 1))
	case percent > 0:
		text += fmt.Sprintf(", %d %% more", percent)
	case percent < 0:
		text += fmt.Sprintf(", %d %% less", -percent)
	}
	return text
}
