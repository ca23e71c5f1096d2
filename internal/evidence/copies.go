package evidence

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"

	"luminos"
)

const (
	// copyBlock is the size of a block in the detection of copies, in bytes. A copied run of 2*copyBlock-1 bytes is
	// always found, a shorter run than copyBlock never.
	copyBlock = 200
	// blocksMost is the number of blocks that [Blocks] stores: digests of 8 MiB, for 200 MiB of text.
	blocksMost = 1 << 20
)

// Copies reports whether text and the file p share a long run of bytes: it divides the file into blocks of copyBlock
// bytes, and searches text for each of them. White space is folded in both. It returns false if the file is not a
// readable text. Two runs with the same digest count as equal.
func (c Checker) Copies(ctx context.Context, p luminos.Path, text string) bool {
	text = luminos.Fold(text)
	if len(text) < copyBlock {
		return false
	}
	b := c.Blocks
	if b == nil {
		b = NewBlocks()
	}
	digests := b.of(ctx, c.Source, p)
	for at := 0; len(digests) > 0 && at+copyBlock <= len(text); at++ {
		if _, found := slices.BinarySearch(digests, maphash.String(b.seed, text[at:at+copyBlock])); found {
			return true
		}
	}
	return false
}

// Blocks stores digests of the blocks of files, so that [Checker.Copies] reads a file once and not for each text.
// Beyond blocksMost digests it drops the digests of the files that were read first. It is safe for concurrent use.
type Blocks struct {
	seed maphash.Seed

	mu     sync.Mutex
	files  map[luminos.Path][]uint64 // sorted
	order  []luminos.Path            // of files, as they were read
	stored int                       // digests in all files
}

// NewBlocks returns an empty store of digests.
func NewBlocks() *Blocks {
	return &Blocks{seed: maphash.MakeSeed(), files: map[luminos.Path][]uint64{}}
}

// of returns the sorted digests of the blocks of the file p. It reads the file unless it stores the digests. The
// list is empty if the file cannot be read as text; the next call reads it again.
func (b *Blocks) of(ctx context.Context, src luminos.Source, p luminos.Path) []uint64 {
	b.mu.Lock()
	digests, ok := b.files[p]
	b.mu.Unlock()
	if ok {
		return digests
	}
	t, err := src.Text(ctx, p, textLimit)
	if err != nil {
		return nil
	}
	whole := luminos.Fold(t.Content)
	digests = make([]uint64, 0, len(whole)/copyBlock)
	for at := 0; at+copyBlock <= len(whole); at += copyBlock {
		digests = append(digests, maphash.String(b.seed, whole[at:at+copyBlock]))
	}
	slices.Sort(digests)
	digests = slices.Compact(digests)
	b.add(p, digests)
	return digests
}

// add stores the digests of the file p, and drops the digests of other files while there are more than blocksMost.
func (b *Blocks) add(p luminos.Path, digests []uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.files[p]; ok {
		return
	}
	b.files[p], b.order = digests, append(b.order, p)
	for b.stored += len(digests); b.stored > blocksMost && len(b.order) > 1; b.order = b.order[1:] {
		b.stored -= len(b.files[b.order[0]])
		delete(b.files, b.order[0])
	}
}
