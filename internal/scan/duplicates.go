package scan

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash/maphash"
	"io"
	"slices"

	"luminos"
)

// Duplicates are found in three steps, each over fewer files: equal size and
// equal beginning; equal content by the number that the walk gave it, or, for
// files that were not read whole, by one more reading; and for the groups that
// are reported, the SHA-256 of the first member, so that a claim can be checked.

const (
	// rereadMax bounds the bytes that are read after the walk, for either step.
	rereadMax = 4 << 30
	// rereadFileMax is the largest file that is read again.
	rereadFileMax = 1 << 30
	groupsMax     = 50
	groupPathsMax = 20
)

// copies is a group of files of equal size and equal hash.
type copies []*located

// located is an entry together with the node of the directory that contains it.
type located struct {
	*entry
	dir *node
}

func (c copies) waste() int64 { return c[0].size * int64(len(c)-1) }

// duplicates returns at most groupsMax groups of files with equal content, most wasted bytes first, with
// totals of all groups. It computes the SHA-256 digest of a file of each returned group; a group for which
// this fails or exceeds rereadMax is left out. It returns an error only if ctx has ended.
func (w *walk) duplicates(ctx context.Context, all []*node) (luminos.Duplicates, error) {
	result := luminos.Duplicates{Groups: []luminos.DuplicateGroup{}}
	groups, unread := w.complete(ctx, candidates(all))
	result.Unhashed = unread
	slices.SortFunc(groups, func(a, b copies) int {
		return cmp.Or(cmp.Compare(b.waste(), a.waste()), cmp.Compare(a[0].path, b[0].path))
	})
	for _, g := range groups {
		result.Wasted += g.waste()
	}
	result.Total = len(groups)
	result.Directories = copiedDirs(groups)
	budget := int64(rereadMax)
	for _, g := range groups {
		if len(result.Groups) == groupsMax {
			break
		}
		if err := context.Cause(ctx); err != nil {
			return result, err
		}
		if budget -= g[0].size; budget < 0 {
			break
		}
		sum, err := w.digest(g[0])
		if err != nil {
			continue
		}
		d := luminos.DuplicateGroup{SHA256: sum, Size: g[0].size, Count: len(g)}
		for _, f := range g[:min(len(g), groupPathsMax)] {
			d.Paths = append(d.Paths, f.path)
		}
		result.Groups = append(result.Groups, d)
	}
	return result, nil
}

// candidates returns groups, in no order, of two or more files of equal size whose first bytes have
// equal hashes. The files of a group are in the order of paths.
func candidates(all []*node) []copies {
	type key struct {
		size int64
		head uint64
	}
	eligible := func(e *entry) bool {
		return e.size > 0 && e.flags.has(flagHashed) && !e.flags.has(flagLink) && !e.flags.has(flagLinkedTo)
	}
	// A map of a million keys costs more than everything else here. Two bits per
	// hash leave the few files out of which pairs can come.
	once, twice := newBits(all), newBits(all)
	for _, n := range all {
		for i := range n.entries {
			if e := &n.entries[i]; eligible(e) && !once.set(e.head+uint64(e.size)) {
				twice.set(e.head + uint64(e.size))
			}
		}
	}
	groups := map[key]copies{}
	for _, n := range all {
		for i := range n.entries {
			e := &n.entries[i]
			if k := (key{e.size, e.head}); eligible(e) && twice.has(e.head+uint64(e.size)) {
				groups[k] = append(groups[k], &located{e, n})
			}
		}
	}
	list := make([]copies, 0, len(groups))
	for _, g := range groups {
		if len(g) > 1 {
			slices.SortFunc(g, func(a, b *located) int { return cmp.Compare(a.path, b.path) })
			list = append(list, g)
		}
	}
	return list
}

// bits is a set of hashes that may take one for another.
type bits []uint64

// newBits returns an empty set of hashes that is large enough for the entries of all directories: when they are all
// added, about one other hash in thirty is taken for one of them.
func newBits(all []*node) bits {
	entries := 0
	for _, n := range all {
		entries += len(n.entries)
	}
	return make(bits, entries/2+1)
}

func (b bits) at(h uint64) (*uint64, uint64) {
	return &b[(h>>6)%uint64(len(b))], 1 << (h & 63)
}

// set adds a hash to the set of bits and reports whether its bit was not set before.
func (b bits) set(h uint64) bool {
	word, bit := b.at(h)
	was := *word&bit != 0
	*word |= bit
	return !was
}

func (b bits) has(h uint64) bool {
	word, bit := b.at(h)
	return *word&bit != 0
}

// complete returns the groups of candidates whose whole content is equal. It reads the files that
// the walk did not read whole, largest waste first, within a budget. unread is the number of the
// files that it left out, unreadable files not included.
func (w *walk) complete(ctx context.Context, groups []copies) (equal []copies, unread int) {
	slices.SortFunc(groups, func(a, b copies) int {
		return cmp.Or(cmp.Compare(b.waste(), a.waste()), cmp.Compare(a[0].path, b[0].path))
	})
	budget := int64(rereadMax)
	for _, g := range groups {
		byContent := map[uint64]copies{}
		for _, f := range g {
			if !f.flags.has(flagWhole) {
				if w.shallow || f.size > rereadFileMax || f.size > budget || ctx.Err() != nil {
					unread++
					continue
				}
				budget -= f.size
				if !w.hashWhole(f) {
					continue
				}
			}
			byContent[f.whole] = append(byContent[f.whole], f)
		}
		for _, c := range byContent {
			if len(c) > 1 {
				equal = append(equal, c)
			}
		}
	}
	return equal, unread
}

// hashWhole reads the whole file f again and stores its hash in f. It reports whether that
// succeeded.
func (w *walk) hashWhole(f *located) bool {
	var h maphash.Hash
	h.SetSeed(w.seed)
	if w.reread(f, &h) != nil {
		return false
	}
	f.whole = h.Sum64()
	f.flags |= flagWhole
	return true
}

func (w *walk) digest(f *located) (string, error) {
	if f.sum != nil {
		return f.sum.String(), nil
	}
	h := sha256.New()
	if err := w.reread(f, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// reread opens the file f again and copies its content to h. It returns an error if the kind or the
// size of the file has changed since the walk.
func (w *walk) reread(f *located, h io.Writer) error {
	dir, err := w.enter(f.dir)
	if err != nil {
		return err
	}
	if dir != w.top {
		defer dir.close()
	}
	file, err := dir.openFile(luminos.Path(f.path.Base()).OS())
	if err != nil {
		return err
	}
	defer file.close()
	m, err := file.stat()
	if err != nil {
		return err
	}
	if m.kind != luminos.KindFile || m.size != f.size {
		return luminos.ErrNotRegular
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{h}, io.NewSectionReader(file, 0, f.size), make([]byte, 256<<10))
	return err
}
