package investigate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"luminos"
	"luminos/internal/store"
)

// Asker is an optional interface of [Engine] for an engine whose units look outside of their subtree.
type Asker interface {
	// Ask makes an inquiry of an earlier run again and returns a digest of the answer. It is safe for concurrent use.
	Ask(context.Context, luminos.Inquiry) string
}

// inquirer finds out whether inquiries of earlier runs have the same answers now.
type inquirer struct {
	asker  Asker // nil if nothing can be asked again
	target *targetState

	mu      sync.Mutex
	replies map[string]bool // by entry: the inquiries of its unit have the same answers
}

// dated returns the inquiries with the digests of their paths, and a digest of all answers, or "" without inquiries.
func (m *targetState) dated(inquiries []luminos.Inquiry) (dated []luminos.Inquiry, answers string) {
	if len(inquiries) == 0 {
		return nil, ""
	}
	h := sha256.New()
	for _, q := range inquiries {
		q.Digest = m.digestAt(q.Path)
		writeParts(h, q.Tool, q.Args, q.Answer)
		dated = append(dated, q)
	}
	return dated, hex.EncodeToString(h.Sum(nil))
}

// answered reports whether the inquiries of the unit of the stored entry e have the same answers now. An inquiry is made
// again only if the content of its path has changed, or is not part of the scan.
func (i *inquirer) answered(ctx context.Context, e *store.StoredEntry) bool {
	if e.Unit == nil || len(e.Unit.Inquiries) == 0 {
		return true
	}
	key := string(e.Path) + "\n" + e.Key()
	i.mu.Lock()
	same, known := i.replies[key]
	i.mu.Unlock()
	if known {
		return same
	}
	same = true
	for _, q := range e.Unit.Inquiries {
		if now := i.target.digestAt(q.Path); now == "" || now != q.Digest {
			same = same && i.asker != nil && i.asker.Ask(ctx, q) == q.Answer
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.replies == nil {
		i.replies = map[string]bool{}
	}
	if ctx.Err() == nil {
		i.replies[key] = same
	}
	return same
}

// digestAt returns the digest of the content of a file or directory of the scan, or "".
func (m *targetState) digestAt(p luminos.Path) string {
	if tree, ok := m.trees[p]; ok {
		return hex.EncodeToString(tree[:])
	}
	if sum := m.sumOf(p); sum != nil {
		return hex.EncodeToString(sum)
	}
	return ""
}
