package modeltest

import (
	"sync"
	"time"
)

// shortTTL is the lifetime of a cached prefix whose cache_control names no ttl.
const shortTTL = 5 * time.Minute

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

// account returns how much of a prompt is read from the cache and written to it, and writes it. The tokens of a prefix
// are its bytes / perToken, rounded up, so that the parts add up to the whole.
func (c *cache) account(r *Request, m Model, perToken int, now time.Time) Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[cacheKey]cached{}
	}
	tokens := func(i int) int {
		if i < 0 {
			return 0
		}
		return (r.places[i].end + perToken - 1) / perToken
	}
	total := tokens(len(r.places) - 1)
	u := Usage{Read: c.read(r, m, now, tokens)}
	done := u.Read
	for i, p := range r.places {
		n := tokens(i)
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
	u.Input = total - done
	return u
}

// read returns the number of tokens of the longest cached prefix of the prompt of r, and extends the lifetime of the
// prefixes that it finds. tokens(i) is the number of tokens up to place i. The caller holds c.mu.
func (c *cache) read(r *Request, m Model, now time.Time, tokens func(int) int) int {
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
			best = max(best, tokens(j))
			break
		}
	}
	return best
}

// drop removes all prefixes from the prompt cache.
func (c *cache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = nil
}
