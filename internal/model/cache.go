package model

import "luminos"

// Cache is the time for which a provider should keep the prompt of a call in its prompt cache, as "5m" or "1h".
// CacheOff ("") asks for no caching.
type Cache string

// The lives of a cache. Writing to it costs more than reading afresh, so that a
// call which is not followed by another should not.
const (
	CacheOff Cache = ""
	Cache5m  Cache = "5m"
	Cache1h  Cache = "1h"
)

// Marks returns the places at which a conversation is marked for the cache: after the system prompt and tools, and
// after which turns. Providers allow four marks.
//
// The marked turns are the first, which is the same for all calls of a loop, and the last two of the user. The mark on
// the last turn writes the prefix that the next call will read; the mark before it is the place at which the previous
// call wrote. Without it, providers look back for a prefix over 20 blocks only, fewer than a turn with a dozen tools
// has.
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

// Estimate returns an estimate of the number of tokens of the prompt, from the number of its bytes: three bytes per
// token. It is meant to be too high: prose has four bytes per token, dense code about three.
func (c Call) Estimate() int64 { return c.Size()/3 + 1 }

// Size returns the number of bytes of the prompt, with a few for the marks of the protocol.
func (c Call) Size() int64 {
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
	return int64(n)
}

// mostTokens is an upper bound for the tokens of one prompt and of one answer. A higher count that a server reports is
// treated as wrong.
const mostTokens = 100_000_000

// Billed returns counted, the usage of a call as its server reported it. If a number in counted is negative or too
// large, or the number of prompt tokens is missing although the answer began, it returns an estimate from the length of
// the prompt and from written, the number of bytes of the answer.
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

// BilledCut returns the same as Billed for an answer that broke off before its server counted the output. The output is
// at least the estimate from written, since providers bill an answer up to its end.
func (c Call) BilledCut(counted luminos.Usage, written int64) luminos.Usage {
	u := c.Billed(counted, written)
	if least := written / 3; u.Output < least {
		u.Output, u.Estimated = least, true
	}
	return u
}
