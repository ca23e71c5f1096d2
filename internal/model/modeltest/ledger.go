package modeltest

import (
	"fmt"
	"slices"
)

// Outcome describes how a call in the ledger ended.
type Outcome string

// The outcomes.
const (
	Completed Outcome = "completed" // the answer was sent whole
	Cut       Outcome = "cut"       // it began and was not sent whole
	Refused   Outcome = "refused"   // it was answered with an error; nothing is billed
)

// Entry is the record of one call in the [Ledger].
type Entry struct {
	Number       int    // in order of arrival, from 1
	Conversation string // "" if the request broke a rule
	Turn         int
	Attempt      int
	Asked        string // a digest of the request: equal for a repeated call
	Pass         Pass
	Model        string
	Status       int // of HTTP
	Outcome      Outcome
	Stop         string
	// Usage is the usage that is billed. Of an answer that a fault cut, it has the output up to the fault, which no event
	// reports. Cost is its price.
	Usage Usage
	Cost  Money
	Tools []string // that the answer calls
}

// Ledger lists all calls of the Messages API that the server received, in order of arrival.
type Ledger []Entry

// Cost returns the sum of the costs of all calls.
func (l Ledger) Cost() Money {
	var sum Money
	for _, e := range l {
		sum += e.Cost
	}
	return sum
}

// Completed returns the calls whose answers were sent completely.
func (l Ledger) Completed() Ledger {
	return slices.DeleteFunc(slices.Clone(l), func(e Entry) bool { return e.Outcome != Completed })
}

// Conversations returns the entries grouped by the id of their conversation, without the calls that broke a rule.
func (l Ledger) Conversations() map[string]Ledger {
	all := map[string]Ledger{}
	for _, e := range l {
		if e.Conversation != "" {
			all[e.Conversation] = append(all[e.Conversation], e)
		}
	}
	return all
}

// Repeated returns the calls that were paid for although an equal call had been answered whole. An unusable answer (cut
// at the output limit, refused, beyond the window) may be asked for again. A client that was killed may have lost the
// last answer: one repetition for each kill is correct.
func (l Ledger) Repeated() Ledger {
	answered := map[string]bool{}
	var again Ledger
	for _, e := range l {
		if e.Outcome == Refused {
			continue
		}
		if answered[e.Asked] {
			again = append(again, e)
		}
		if e.Outcome == Completed && e.Usage.Output > 0 && (e.Stop == "tool_use" || e.Stop == "end_turn" || e.Stop == "stop_sequence" || e.Stop == "pause_turn") {
			answered[e.Asked] = true
		}
	}
	return again
}

// Ratio divides the fresh input tokens by all input tokens, over the conversations with at least turns completed turns.
// loops is the number of these conversations; without any the ratio is 0.
func (l Ledger) Ratio(turns int) (ratio float64, loops int) {
	fresh, all := 0, 0
	for _, c := range l.Completed().Conversations() {
		longest := 0
		for _, e := range c {
			longest = max(longest, e.Turn)
		}
		if longest < turns {
			continue
		}
		loops++
		for _, e := range c {
			fresh += e.Usage.Prompt() - e.Usage.Read
			all += e.Usage.Prompt()
		}
	}
	if all == 0 {
		return 0, loops
	}
	return float64(fresh) / float64(all), loops
}

// String returns one line of text for each call, for the log of a failed test.
func (l Ledger) String() string {
	var out []byte
	for _, e := range l {
		out = fmt.Appendf(out, "%4d %s/%d.%d %-9s %s %d %s %s in %d w5 %d w1h %d r %d out %d: %v %v\n", e.Number, e.Conversation, e.Turn, e.Attempt, e.Pass,
			e.Model, e.Status, e.Outcome, e.Stop, e.Usage.Input, e.Usage.Write5m, e.Usage.Write1h, e.Usage.Read, e.Usage.Output, e.Cost, e.Tools)
	}
	return string(out)
}
