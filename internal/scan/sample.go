package scan

import (
	"cmp"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/redact"
)

// A sampler describes a few files of every stratum while they are open, so that
// no file is opened twice. The choice must not depend on the order of reading:
// of each stratum the paths with the smallest hashes are kept. A file
// is described when it is among the smallest so far, which happens about
// k·ln(n/k) times for n files.
type sampler struct {
	strata [256]stratum // by hash of the extension: a target can have any number of extensions
}

const (
	keptPerStratum = 8
	sampleMax      = 200
)

type stratum struct {
	bar   atomic.Uint64 // complement of the largest hash that is kept, once full
	mu    sync.Mutex
	picks []pick // by hash
}

type pick struct {
	hash        uint64
	path        luminos.Path
	description string
}

// offer adds a file with its description to the sample, if the hash of its path is among the
// smallest in its stratum: the files whose extensions have equal hashes modulo 256.
func (s *sampler) offer(p luminos.Path, size int64, f io.ReaderAt) {
	st := &s.strata[hashOf(p.Ext())%uint64(len(s.strata))]
	h := mix(hashOf(string(p)))
	if h > math.MaxUint64-st.bar.Load() {
		return
	}
	// A description quotes metadata of the file, such as the model of a camera.
	description, _ := redact.Text(content.Describe(p, size, f))
	st.insert(pick{h, p, description})
}

func (st *stratum) insert(p pick) {
	st.mu.Lock()
	defer st.mu.Unlock()
	i, _ := slices.BinarySearchFunc(st.picks, p, comparePicks)
	st.picks = slices.Insert(st.picks, i, p)
	if len(st.picks) >= keptPerStratum {
		st.picks = st.picks[:keptPerStratum]
		st.bar.Store(math.MaxUint64 - st.picks[keptPerStratum-1].hash)
	}
}

// drawn returns at most sampleMax sampled files, sorted by path. It takes the file of the
// smallest hash from every stratum first, then the second, and so on.
func (s *sampler) drawn() []pick {
	var drawn []pick
	for rank := range keptPerStratum {
		for i := range s.strata {
			if picks := s.strata[i].picks; rank < len(picks) && len(drawn) < sampleMax {
				drawn = append(drawn, picks[rank])
			}
		}
	}
	slices.SortFunc(drawn, func(a, b pick) int { return cmp.Compare(a.path, b.path) })
	return drawn
}

func comparePicks(a, b pick) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.path, b.path))
}

func hashOf(s string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, s)
	return h.Sum64()
}

// mix returns a hash of the number h whose bits all depend on h. FNV alone gives similar names similar upper bits.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
