package model

import "luminos"

// Cache is how long a provider keeps what it has read of a conversation.
type Cache string

// The lives of a cache. Writing to it costs more than reading afresh, so that a
// call which is not followed by another should not.
const (
	CacheOff Cache = ""
	Cache5m  Cache = "5m"
	Cache1h  Cache = "1h"
)

// Marks says where a conversation is marked for the cache: after the system
// prompt and tools, and after which turns. Providers allow four marks.
//
// The turns are the first, which holds what is given in advance and is the same
// for all calls of a loop, and the last two of the user. The mark on the last
// one writes what the next call will read; the one before it is where the call
// before wrote. Without that one providers look back for a hit by themselves,
// over 20 blocks only, which a turn with a dozen tools exceeds.
func (c Call) Marks() (system bool, turns []int) {
	if c.Cache == CacheOff {
		return false, nil
	}
	for i := len(c.Messages) - 1; i > 0 && len(turns) < 2; i-- {
		if c.Messages[i].Role == User {
			turns = append([]int{i}, turns...)
		}
	}
	return c.System != "" || len(c.Tools) > 0, append([]int{0}, turns...)
}

// Estimate guesses the tokens of a call's prompt from its bytes, upwards: three
// bytes to the token, where prose has four and dense code about three.
func (c Call) Estimate() int64 {
	n := len(c.System)
	for _, t := range c.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Schema) + 24
	}
	for _, m := range c.Messages {
		n += 12
		for _, b := range m.Blocks {
			n += max(len(b.Text)+len(b.Input)+len(b.Name)+len(b.ID), len(b.Raw)) + 12
		}
	}
	return int64(n)/3 + 1
}

// mostTokens is more than any prompt has, and any answer.
const mostTokens = 100_000_000

// Billed is what a server counted, with written bytes of an answer: as it is or,
// where it did not count or no server can mean it, an estimate. Counts are foreign;
// what is believed of them ends up in budgets and in sums of money. Of an answer
// that did not begin nothing is guessed.
func (c Call) Billed(counted luminos.Usage, written int64) luminos.Usage {
	u := counted
	negative := min(u.Input, u.CacheWrite5m, u.CacheWrite1h, u.CacheRead, u.Output) < 0
	mostOutput := min(4*min(c.MaxOutput, mostTokens)+100_000, mostTokens)
	switch {
	case negative, u.Prompt() > mostTokens, u.Output > mostOutput:
	case u.Prompt() == 0 && written > 0:
	default:
		return u
	}
	return luminos.Usage{Input: c.Estimate(), Output: written/3 + 1, Estimated: true}
}
