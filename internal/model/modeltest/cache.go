package modeltest

import (
	"sync"
	"time"
)

// shortTTL is the lifetime of a cached prefix whose cache_control names no ttl.
const shortTTL = 5 * time.Minute

// bytesPerToken is the number of bytes of a prompt or an answer that count as one token.
const bytesPerToken = 4

// lookback is the number of blocks before a cache_control among which the API looks for a cached prefix.
const lookback = 20

// place is the end of one block of the prompt, where a cached prefix can end. The order of blocks is tools, system
// prompt, messages.
type place struct {
	end    int    // bytes of the prefix
	key    digest // of all of them
	marker *marker
}

// cache is the prompt cache of the server. It holds the prefixes of prompts that ended at a block with a cache_control.
type cache struct {
	mu      sync.Mutex
	entries map[cacheKey]cached
}

type cacheKey struct {
	model string
	key   digest
}

type cached struct {
	until time.Time
	ttl   time.Duration
}

// tokens returns the number of tokens that the server counts for n bytes.
func tokens(n int) int { return (n + bytesPerToken - 1) / bytesPerToken }

// account returns how many tokens of the prompt of the request r are read from the prompt cache, written to it, or
// neither. It stores each prefix that ends at a block with a cache_control and is not too short for the model m.
func (c *cache) account(r *Request, m Model, now time.Time) Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[cacheKey]cached{}
	}
	u := Usage{Read: c.read(r, m, now)}
	done := u.Read
	for _, p := range r.places {
		n := tokens(p.end)
		if p.marker == nil || n < m.MinCache {
			continue
		}
		// A prefix that is known keeps its time to live; it was refreshed by reading.
		c.entries[cacheKey{m.ID, p.key}] = cached{now.Add(p.marker.ttl), p.marker.ttl}
		if n <= done {
			continue
		}
		if p.marker.ttl > shortTTL {
			u.Write1h += n - done
		} else {
			u.Write5m += n - done
		}
		done = n
	}
	u.Input = r.promptTokens() - done
	return u
}

// read returns the number of tokens of the longest cached prefix of the request r that ends at a cache_control or less
// than lookback blocks before it. It extends the lifetime of the prefixes that it finds. The caller holds c.mu.
func (c *cache) read(r *Request, m Model, now time.Time) int {
	best := 0
	for i, p := range r.places {
		if p.marker == nil {
			continue
		}
		for j := i; j >= 0 && j > i-lookback; j-- {
			k := cacheKey{m.ID, r.places[j].key}
			e, ok := c.entries[k]
			if !ok || !now.Before(e.until) {
				continue
			}
			e.until = now.Add(e.ttl)
			c.entries[k] = e
			best = max(best, tokens(r.places[j].end))
			break
		}
	}
	return best
}
