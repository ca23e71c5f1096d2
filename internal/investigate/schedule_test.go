package investigate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"luminos"
)

// TestEveryUnitIsVisitedOnceAfterItsChildren runs random trees with any number of
// workers. One worker follows the positions, and no worker waits for ever.
func TestEveryUnitIsVisitedOnceAfterItsChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts, plan := wild(t)
		x := indexFacts(&luminos.Dossier{Results: luminos.Results{Facts: facts, Scan: &luminos.Scan{}, Plan: plan}}, false)
		f := cut(facts.Directories, x.tier, rapid.Bool().Draw(t, "group"))
		place := f.positions(facts.Directories, x.tier, plan.Order, rapid.Bool().Draw(t, "limited"))
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		failAt := rapid.IntRange(-20, len(f.units)).Draw(t, "fails at")
		var mu sync.Mutex
		var order []int
		seen := map[int]bool{}
		broken := errors.New("broken")
		err := f.each(context.Background(), place, workers, func(_ context.Context, u int) error {
			mu.Lock()
			defer mu.Unlock()
			for _, b := range f.below[u] {
				if !seen[b] {
					t.Errorf("unit %d came before %d", u, b)
				}
			}
			if seen[u] {
				t.Errorf("unit %d came twice", u)
			}
			if u == failAt {
				return broken
			}
			seen[u] = true
			order = append(order, u)
			return nil
		})
		if fails := failAt >= 0 && failAt < len(f.units); fails != errors.Is(err, broken) {
			t.Fatalf("with an error at %d of %d: %v", failAt, len(f.units), err)
		} else if !fails && len(order) != len(f.units) {
			t.Fatalf("%d of %d units were visited", len(order), len(f.units))
		}
		if workers == 1 && !slices.IsSortedFunc(order, func(a, b int) int { return place[a] - place[b] }) {
			t.Fatalf("one worker went %v, places %v", order, place)
		}
	})
}

func TestOrdersOfAPlan(t *testing.T) {
	const limited = ", limited"
	facts := tree(".:9", "a:9", "a/p:9", "a/q:9", "a/r:9", "b:9", "b/p:9", "b/q:9", "c:9", "c/p:9", "c/p/deep:9")
	for order, want := range map[string][]luminos.Path{
		leafFirst:     {"c/p/deep", "a/p", "a/q", "a/r", "b/p", "b/q", "c/p", "a", "b", "c", "."},
		priorityFirst: {"c/p/deep", "a/q", "b/p", "b/q", "a/p", "a/r", "c/p", "b", "a", "c", "."},
		breadthFirst:  {"c/p/deep", "a/p", "b/p", "c/p", "a/q", "b/q", "a/r", "a", "b", "c", "."},

		leafFirst + limited:    {"a/q", "b/p", "b/q", "b", "c/p/deep", "a/p", "a/r", "c/p", "a", "c", "."},
		breadthFirst + limited: {"b/p", "a/q", "b/q", "b", "c/p/deep", "a/p", "c/p", "a/r", "a", "c", "."},
	} {
		plan := &luminos.Plan{Priority: planned("b", "a/q"), Order: strings.TrimSuffix(order, limited)}
		x := indexFacts(&luminos.Dossier{Results: luminos.Results{Facts: facts, Scan: &luminos.Scan{}, Plan: plan}}, false)
		f := cut(facts.Directories, x.tier, false)
		got := make([]luminos.Path, len(f.units))
		for u, p := range f.positions(facts.Directories, x.tier, plan.Order, strings.HasSuffix(order, limited)) {
			got[p] = facts.Directories[f.units[u][0]].Path
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", order, diff)
		}
	}
}

func TestTheEndOfARunEndsTheWait(t *testing.T) {
	facts := tree("a:9", "a/b:9", "c:9")
	f := cut(facts.Directories, make([]luminos.Tier, len(facts.Directories)), false)
	ctx, cancel := context.WithCancel(t.Context())
	place := f.positions(facts.Directories, make([]luminos.Tier, len(facts.Directories)), leafFirst, false)
	err := f.each(ctx, place, 3, func(ctx context.Context, u int) error {
		cancel()
		<-ctx.Done() // the others wait for a unit that is never finished
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// TestWorkersAreKeptBusy lets every unit take a second, and wants the run to end
// no later than all work shared out evenly and the longest chain after another.
func TestWorkersAreKeptBusy(t *testing.T) {
	for _, specs := range [][]string{
		{"a/b/c/d:9", "e:9", "f:9", "g:9", "h:9", "i:9"},
		{"a:9", "a/b:9", "a/c:9", "a/b/d:9", "a/b/e:9", "z/y/x/w/v:9", "k:9", "l:9", "m/n:9"},
	} {
		for workers := 1; workers < 6; workers++ {
			synctest.Test(t, func(t *testing.T) {
				facts := tree(specs...)
				tier := make([]luminos.Tier, len(facts.Directories))
				f := cut(facts.Directories, tier, false)
				longest := 0
				for i := range facts.Directories {
					longest = max(longest, facts.Directories[i].Path.Depth()+1)
				}
				start := time.Now()
				err := f.each(t.Context(), f.positions(facts.Directories, tier, leafFirst, false), workers, func(context.Context, int) error {
					time.Sleep(time.Second) // of the bubble's clock
					return nil
				})
				n := len(f.units)
				if took, most := time.Since(start), time.Duration((n+workers-1)/workers+longest-1)*time.Second; err != nil || took > most {
					t.Errorf("%d units, %d workers, chains of %d took %v, want at most %v (%v)", n, workers, longest, took, most, err)
				}
			})
		}
	}
}
