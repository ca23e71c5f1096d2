package redact

import (
	"hash/maphash"
	"sync"

	"luminos"
)

// cleanTexts holds the texts in which no secret was found, by a hash with a seed that no text can know: several readers
// read the same text. It is safe for concurrent use; nil holds none.
type cleanTexts struct {
	seed maphash.Seed
	mu   sync.Mutex
	kept map[cleanText]bool // at most keptTexts
}

// cleanText is the text of a file.
type cleanText struct {
	sum  uint64 // of the path and the text
	size int
}

const keptTexts = 1 << 16

// of returns the key of the text of the file p.
func (c *cleanTexts) of(p luminos.Path, text string) cleanText {
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.WriteString(string(p)) // never fails
	h.WriteByte(0)
	h.WriteString(text)
	return cleanText{h.Sum64(), len(text)}
}

// hide returns the result of mask, which masks the text of the file p. It does not call mask again for a text that mask
// has returned as it was.
func (c *cleanTexts) hide(p luminos.Path, text string, mask func() string) string {
	if c == nil {
		return mask()
	}
	key := c.of(p, text)
	c.mu.Lock()
	known := c.kept[key]
	c.mu.Unlock()
	if known {
		return text
	}
	masked := mask()
	if masked != text {
		return masked
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || len(c.kept) >= keptTexts {
		c.kept = map[cleanText]bool{}
	}
	c.kept[key] = true
	return text
}
