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

// positions returns the position of each unit in the order of work. Units with the most units above them come first, so
// children come before their parents; the order of the plan decides between equal ones. If limited states that a ceiling
// can end the work, the units in or below a priority directory come before all others.
func (f *unitTree) positions(dirs []luminos.DirFacts, tier []luminos.Tier, order string, limited bool) []int {
	chain := make([]int, len(f.units))
	for u, a := range f.above {
		if a >= 0 {
			chain[u] = chain[a] + 1
		}
	}
	rank := f.ranks(dirs, tier, chain, order)
	lifted := make([]int, len(f.units))
	if limited {
		lifted = f.ranks(dirs, tier, chain, priorityFirst)
		for _, u := range slices.Backward(f.order()) {
			for _, b := range f.before(u) {
				lifted[b] = min(lifted[b], lifted[u])
			}
		}
	}
	path := func(u int) luminos.Path { return dirs[f.units[u][0]].Path }
	sorted := make([]int, len(f.units))
	for u := range sorted {
		sorted[u] = u
	}
	slices.SortFunc(sorted, func(a, b int) int {
		return cmp.Or(cmp.Compare(lifted[a], lifted[b]), cmp.Compare(chain[b], chain[a]), cmp.Compare(rank[a], rank[b]),
			cmp.Compare(path(a), path(b)))
	})
	place := make([]int, len(sorted))
	for i, u := range sorted {
		place[u] = i
	}
	return place
}

// ranks returns a rank for each unit, which sorts units with equally many units above them by an order of work.
// Priority-first puts units in or below a priority directory first; breadth-first takes one unit of each top-level
// subtree in turn. Every other order puts the deepest units first.
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

// each calls work once for every unit, after the units that have to be done before it. Among the units that are ready,
// the unit with the lowest position in the list place comes first. At most workers calls run at once; the first error
// or the end of ctx stops further calls.
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

// queue provides the units that are ready: all units before them are done.
type queue struct {
	tree   *unitTree
	unitAt []int // the inverse of the places

	place []int

	mu      sync.Mutex
	changed sync.Cond
	ready   positionHeap
	waiting []int // units that have to be done before and are not, of each unit
	after   [][]int
	left    int
	stopped bool
}

func newQueue(f *unitTree, place []int) *queue {
	q := &queue{tree: f, place: place, unitAt: make([]int, len(place)), waiting: make([]int, len(place)), left: len(place),
		after: make([][]int, len(place))}
	q.changed.L = &q.mu
	for u, p := range place {
		q.unitAt[p] = u
		q.waiting[u] = len(f.before(u))
		for _, b := range f.before(u) {
			q.after[b] = append(q.after[b], u)
		}
		if q.waiting[u] == 0 {
			q.ready = append(q.ready, p)
		}
	}
	heap.Init(&q.ready)
	return q
}

// next returns the next unit that is ready and waits for one if necessary. It returns false if all units are done or
// the queue was stopped.
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
	for _, u := range q.after[unit] {
		if q.waiting[u]--; q.waiting[u] == 0 {
			heap.Push(&q.ready, q.place[u])
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

// positionHeap is a heap of positions for container/heap, with the lowest position on top.
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
