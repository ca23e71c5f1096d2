package modeltest

import (
	"fmt"
	"slices"
)

// Outcome is what became of a call.
type Outcome string

// The outcomes.
const (
	Completed Outcome = "completed" // the answer was sent whole
	Cut       Outcome = "cut"       // it began and was not sent whole
	Refused   Outcome = "refused"   // it was answered with an error; nothing is billed
)

// Entry is one call in the ledger.
type Entry struct {
	Number       int    // in order of arrival, from 1
	Conversation string // empty when the request was not let in
	Turn         int
	Attempt      int
	Asked        string // names what was asked: equal for a call that is repeated
	Pass         Pass
	Model        string
	Stream       bool
	Status       int // of HTTP
	Outcome      Outcome
	Stop         string
	// Usage is what the client was told of before the answer ended: what it can
	// know that it has to pay. Cost is its price.
	Usage Usage
	Cost  Money
	Tools []string // that the answer calls
}

// Ledger is every call that the server got, in order of arrival.
type Ledger []Entry

// Cost is the sum of all calls.
func (l Ledger) Cost() Money {
	var sum Money
	for _, e := range l {
		sum += e.Cost
	}
	return sum
}

// Usage is the sum of all calls.
func (l Ledger) Usage() Usage {
	var sum Usage
	for _, e := range l {
		sum = sum.plus(e.Usage)
	}
	return sum
}

// Only are the entries that a condition holds for.
func (l Ledger) Only(keep func(Entry) bool) Ledger {
	return slices.DeleteFunc(slices.Clone(l), func(e Entry) bool { return !keep(e) })
}

// Completed are the calls that were answered whole.
func (l Ledger) Completed() Ledger {
	return l.Only(func(e Entry) bool { return e.Outcome == Completed })
}

// Conversations are the entries by conversation.
func (l Ledger) Conversations() map[string]Ledger {
	all := map[string]Ledger{}
	for _, e := range l {
		if e.Conversation != "" {
			all[e.Conversation] = append(all[e.Conversation], e)
		}
	}
	return all
}

// Repeated are the calls that were paid for although the same had been asked
// and answered whole before. An answer that nothing can be made of (cut at the
// output limit, refused, beyond the window) may be asked for again. A client
// that is killed may not have got the last answer that was sent: one repetition
// for each kill is no fault of it.
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

// Ratio compares what had to be processed with resending everything at full
// price, over all conversations of at least so many completed turns. Loops says
// how many those are; without any the ratio is 0.
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
		u := c.Usage()
		fresh += u.Fresh()
		all += u.Prompt()
	}
	if all == 0 {
		return 0, loops
	}
	return float64(fresh) / float64(all), loops
}

// String is one line a call, for the log of a test that failed.
func (l Ledger) String() string {
	var out []byte
	for _, e := range l {
		out = fmt.Appendf(out, "%4d %s/%d.%d %-9s %s %d %s %s in %d w5 %d w1h %d r %d out %d: %v %v\n", e.Number, e.Conversation, e.Turn, e.Attempt, e.Pass,
			e.Model, e.Status, e.Outcome, e.Stop, e.Usage.Input, e.Usage.Write5m, e.Usage.Write1h, e.Usage.Read, e.Usage.Output, e.Cost, e.Tools)
	}
	return string(out)
}
