package modeltest

import (
	"sync"
	"time"
)

// shortTTL is how long a marker without a ttl keeps its prefix.
const shortTTL = 5 * time.Minute

// lookback is how many blocks back from a marker the API looks for a prefix that
// it knows.
const lookback = 20

// place is the end of a block: somewhere that a prefix of the prompt can end.
// Tools come first, then the system prompt, then messages.
type place struct {
	end    int    // bytes of the prefix
	key    digest // of all of them
	marker *marker
}

// cache holds the prefixes of prompts that ended at a marker.
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

// read returns the number of tokens of the longest cached prefix.
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

// drop forgets everything, as a provider may.
func (c *cache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = nil
}
