package investigate

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"slices"

	"luminos"
	"luminos/internal/store"
)

// Bounds of the state of files that is stored with a unit.
const (
	stateFiles   = 10_000    // files
	stateText    = 256 << 10 // bytes of a text whose lines are stored
	stateLines   = 40_000    // lines
	compareCells = 4 << 20   // of the table that compares the lines of two texts
)

// stateOf returns the state of the files directly in the unit u, or nil if there are too many.
func (m *memory) stateOf(ctx context.Context, u *luminos.Unit) (state []store.FileState) {
	if len(u.Files) > stateFiles {
		return nil
	}
	state = make([]store.FileState, len(u.Files))
	left := stateLines
	for i := range u.Files {
		f := &u.Files[i]
		state[i] = store.FileState{Path: f.Path, Digest: hex.EncodeToString(m.sumOf(f.Path))}
		if lines := linesOf(ctx, m.src, f); lines != nil && len(lines) <= left {
			left -= len(lines)
			for _, l := range lines {
				state[i].Lines = binary.LittleEndian.AppendUint32(state[i].Lines, l)
			}
		}
	}
	return state
}

// linesOf returns a digest of each line of a text, or nil if the text is long or cannot be read.
func linesOf(ctx context.Context, src luminos.Source, f *luminos.File) []uint32 {
	if !f.Text || !f.Regular() || f.Size > stateText {
		return nil
	}
	t, err := src.Text(ctx, f.Path, stateText)
	if err != nil || t.Cut {
		return nil
	}
	var sums []uint32
	for _, line := range t.Lines() {
		h := fnv.New32a()
		h.Write([]byte(line))
		sums = append(sums, h.Sum32())
	}
	return sums
}

// changesIn returns the changes of the files directly in the unit u since the earlier units tops. unknown states that
// the earlier state is not known.
func (m *memory) changesIn(
	ctx context.Context, u *luminos.Unit, tops []*store.StoredEntry,
) (list []luminos.FileChange, unknown bool) {
	before := map[luminos.Path]*store.FileState{}
	known := map[luminos.Path]bool{} // directories
	for _, top := range slices.Backward(tops) {
		if top.Unit.State == nil {
			return nil, true
		}
		for _, dir := range top.Unit.Dirs {
			known[dir] = true
		}
		for i := range top.Unit.State {
			if s := &top.Unit.State[i]; u.Holds(s.Path) {
				before[s.Path] = s
			}
		}
	}
	for i := range u.Dirs {
		unknown = unknown || !known[u.Dirs[i].Path]
	}
	for i := range u.Files {
		f := &u.Files[i]
		s := before[f.Path]
		delete(before, f.Path)
		switch {
		case s == nil:
			list = append(list, luminos.FileChange{Path: f.Path, How: luminos.FileAdded})
		case s.Digest != hex.EncodeToString(m.sumOf(f.Path)):
			c := luminos.FileChange{Path: f.Path, How: luminos.FileChanged}
			if len(s.Lines) > 0 {
				c.Lines, c.Gone = compareLines(s.Lines, linesOf(ctx, m.src, f))
			}
			list = append(list, c)
		}
	}
	for p := range before {
		list = append(list, luminos.FileChange{Path: p, How: luminos.FileRemoved})
	}
	sortChanges(list)
	return list, unknown
}

// compareLines compares the stored digests of lines with the present ones. It returns the ranges of present lines that
// are not in a longest common subsequence, and the number of stored lines that are not in it. Long texts that differ at
// both ends count as different in between.
func compareLines(stored []byte, now []uint32) (differ []luminos.LineRange, gone int) {
	if now == nil {
		return nil, 0
	}
	was := make([]uint32, len(stored)/4)
	for i := range was {
		was[i] = binary.LittleEndian.Uint32(stored[4*i:])
	}
	first := 0
	for first < min(len(was), len(now)) && was[first] == now[first] {
		first++
	}
	was, now = was[first:], now[first:]
	for len(was) > 0 && len(now) > 0 && was[len(was)-1] == now[len(now)-1] {
		was, now = was[:len(was)-1], now[:len(now)-1]
	}
	common := commonLines(was, now)
	gone = len(was)
	for i := range now {
		if common[i] {
			gone--
			continue
		}
		line := first + i + 1
		if n := len(differ); n > 0 && differ[n-1].Last == line-1 {
			differ[n-1].Last = line
		} else {
			differ = append(differ, luminos.LineRange{First: line, Last: line})
		}
	}
	return differ, gone
}

// commonLines reports for each line of b whether it is in a longest common subsequence of a and b. If the table for it
// would be too large, no line is.
func commonLines(a, b []uint32) []bool {
	common := make([]bool, len(b))
	if len(a)*len(b) > compareCells {
		return common
	}
	width := len(b) + 1
	longest := make([]int32, (len(a)+1)*width) // of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			} else {
				longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common[j] = true
			i, j = i+1, j+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return common
}
