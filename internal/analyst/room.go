package analyst

import (
	"cmp"
	"math"
	"slices"

	"luminos"
)

// lengths bounds the text of the entry of a directory: the characters of its summary, and its claims.
type lengths struct{ summary, claims int }

// whole are the bounds of an entry that is not shortened.
var whole = lengths{reportMost, dirClaimsMost}

// sizes are the bounds of entries, the smallest first: a larger one has more of the summary, then more claims.
var sizes = []lengths{
	{100, 0}, {250, 1}, {500, 1}, {1000, 1}, {2000, 1}, {reportMost, 1}, {reportMost, 3}, {reportMost, 6}, whole,
}

// leastRoom is the least number of bytes for the entries of directories.
const leastRoom = 4096

// allotment holds the texts of entries in the sizes that their room permits.
type allotment struct {
	texts map[[2]int]string // by the index of the entry and the size
	size  []int             // of each entry, an index of sizes; -1: it is not shown
	text  func(i int, l lengths) string
	left  int // bytes
}

// spreadOver chooses a size for each of n entries, so that their texts have at most room bytes together. All get the
// largest size that fits. Then entries get larger sizes, one after the other in the given order, while there is room.
// If not even the smallest size fits, entries at the end of the order are not shown.
func spreadOver(room int, order []int, text func(i int, l lengths) string) allotment {
	s := allotment{texts: map[[2]int]string{}, size: make([]int, len(order)), text: text, left: room}
	base := len(sizes) - 1
	for ; base >= 0; base-- {
		total := 0
		for i := range s.size {
			if total += len(s.at(i, base)); total > room {
				break
			}
		}
		if total <= room {
			s.left -= total
			break
		}
	}
	for i := range s.size {
		s.size[i] = base
	}
	for grown := true; grown; {
		grown = false
		for _, i := range order {
			next := s.size[i] + 1
			if next == len(sizes) {
				continue
			}
			if more := len(s.at(i, next)) - len(s.at(i, next-1)); more <= s.left {
				s.size[i] = next
				s.left -= more
				grown = true
			}
		}
	}
	return s
}

// at returns the text of the entry i in a size.
func (s *allotment) at(i, size int) string {
	if size < 0 {
		return ""
	}
	key := [2]int{i, size}
	t, ok := s.texts[key]
	if !ok {
		t = s.text(i, sizes[size])
		s.texts[key] = t
	}
	return t
}

// shown returns the text of the entry i in its size, or "" if there is no room for it.
func (s *allotment) shown(i int) string { return s.at(i, s.size[i]) }

// byImportance returns the indexes of the entries of directories, the most important first: the plan's priority comes
// before grave flags, many importing directories and little depth. Skipped directories come last.
func (b *book) byImportance() []int {
	flagged, imported := map[luminos.Path]int{}, map[luminos.Path]int{}
	for i := range b.flags {
		f := &b.flags[i]
		for _, p := range []luminos.Path{f.Path, f.Path.Dir()} {
			if f.Severity != luminos.Info {
				flagged[p] = max(flagged[p], f.Severity.Rank())
			}
		}
	}
	if b.d.Facts != nil {
		for _, e := range b.d.Facts.Imports.Edges {
			imported[e.To]++
		}
	}
	rank := func(e *luminos.Entry) [4]int {
		tier := 1
		switch e.Tier {
		case luminos.TierPriority:
			tier = 0
		case luminos.TierSkip:
			tier = 2
		}
		many := int(math.Log2(float64(1 + imported[e.Path])))
		return [4]int{tier, -flagged[e.Path], -many, e.Path.Depth()}
	}
	order := make([]int, len(b.d.Entries))
	ranks := make([][4]int, len(order))
	for i := range order {
		order[i], ranks[i] = i, rank(&b.d.Entries[i])
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(slices.Compare(ranks[x][:], ranks[y][:]), cmp.Compare(x, y))
	})
	return order
}
