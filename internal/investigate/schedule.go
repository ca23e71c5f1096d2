package investigate

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Orders of a plan.
const (
	leafFirst     = "leaf-first"
	priorityFirst = "priority-first"
	breadthFirst  = "breadth-first"
)

// positions gives each unit its position in the order of the plan. Units with
// the longest chain of units above them come first, whichever order the plan
// has: the run ends no sooner than the longest chain. So children come before
// their parents.
func (f *unitTree) positions(dirs []luminos.DirFacts, tier []luminos.Tier, order string) []int {
	chain := make([]int, len(f.units))
	for u, a := range f.above {
		if a >= 0 {
			chain[u] = chain[a] + 1
		}
	}
	rank := f.ranks(dirs, tier, chain, order)
	path := func(u int) luminos.Path { return dirs[f.units[u][0]].Path }
	sorted := make([]int, len(f.units))
	for u := range sorted {
		sorted[u] = u
	}
	slices.SortFunc(sorted, func(a, b int) int {
		return cmp.Or(cmp.Compare(chain[b], chain[a]), cmp.Compare(rank[a], rank[b]), cmp.Compare(path(a), path(b)))
	})
	place := make([]int, len(sorted))
	for i, u := range sorted {
		place[u] = i
	}
	return place
}

// ranks orders units whose chains are equally long: leaf-first by depth;
// priority-first the units with a priority directory in them or above; breadth-
// first one of each top-level subtree, then the next of each.
func (f *unitTree) ranks(dirs []luminos.DirFacts, tier []luminos.Tier, chain []int, order string) []int {
	rank := make([]int, len(f.units))
	type row struct {
		top   string
		chain int
	}
	met := map[row]int{}
	for u, members := range f.units {
		path := dirs[members[0]].Path
		switch order {
		case priorityFirst:
			if a := f.above[u]; a >= 0 {
				rank[u] = rank[a] // lifted with it: it has to come before
			}
			if slices.ContainsFunc(members, func(i int) bool { return tier[i] == luminos.TierPriority }) {
				rank[u] = -1
			}
		case breadthFirst:
			top, _, _ := strings.Cut(string(path), "/")
			rank[u] = met[row{top, chain[u]}]
			met[row{top, chain[u]}]++
		default:
			rank[u] = -path.Depth()
		}
	}
	return rank
}

// each calls work for every unit, after all units below it, and among the units
// that are ready by position. Up to workers calls run at once; with one worker
// the order is exactly the order of positions. The first error, or the end of
// ctx, stops it after the calls under way.
func (f *unitTree) each(ctx context.Context, place []int, workers int, work func(ctx context.Context, unit int) error) error {
	q := newQueue(f, place)
	group, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, q.stop)()
	for range min(workers, len(f.units)) {
		group.Go(func() error {
			for {
				unit, ok := q.next()
				if !ok {
					return ctx.Err()
				}
				if err := work(ctx, unit); err != nil {
					return err
				}
				q.done(unit)
			}
		})
	}
	return group.Wait()
}

// queue hands out units that are ready.
type queue struct {
	tree   *unitTree
	unitAt []int // the inverse of the places

	place []int

	mu      sync.Mutex
	changed sync.Cond
	ready   positionHeap
	waiting []int // units below that are not done, of each unit
	left    int
	stopped bool
}

func newQueue(f *unitTree, place []int) *queue {
	q := &queue{tree: f, place: place, unitAt: make([]int, len(place)), waiting: make([]int, len(place)), left: len(place)}
	q.changed.L = &q.mu
	for u, p := range place {
		q.unitAt[p] = u
		q.waiting[u] = len(f.below[u])
		if q.waiting[u] == 0 {
			q.ready = append(q.ready, p)
		}
	}
	heap.Init(&q.ready)
	return q
}

// next waits for a unit that is ready. It returns false if all are done or the
// work was stopped.
func (q *queue) next() (unit int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.ready) == 0 && q.left > 0 && !q.stopped {
		q.changed.Wait()
	}
	if len(q.ready) == 0 || q.stopped {
		return 0, false
	}
	return q.unitAt[heap.Pop(&q.ready).(int)], true
}

func (q *queue) done(unit int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.left--
	if a := q.tree.above[unit]; a >= 0 {
		if q.waiting[a]--; q.waiting[a] == 0 {
			heap.Push(&q.ready, q.place[a])
			q.changed.Signal()
		}
	}
	if q.left == 0 {
		q.changed.Broadcast()
	}
}

func (q *queue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped = true
	q.changed.Broadcast()
}

// positionHeap is a heap, the least on top.
type positionHeap []int

func (p positionHeap) Len() int           { return len(p) }
func (p positionHeap) Less(i, j int) bool { return p[i] < p[j] }
func (p positionHeap) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *positionHeap) Push(x any)        { *p = append(*p, x.(int)) }
func (p *positionHeap) Pop() any {
	last := len(*p) - 1
	x := (*p)[last]
	*p = (*p)[:last]
	return x
}
