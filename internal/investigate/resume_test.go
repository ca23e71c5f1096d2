package investigate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestARunThatIsCutShortGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	quiet := &thinker{borrow: true}
	w := grown(t)
	want := comparable(w.must(t, quiet, 1))
	for _, parallel := range []int{1, 4} {
		for n := 1; n <= len(quiet.units); n += parallel {
			w.cache = t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			cut := &thinker{borrow: true, after: func(done int) {
				if done == n {
					cancel()
				}
			}}
			opts := cut.options()
			opts.Parallel = parallel
			if _, err := w.remembered(ctx, opts); !errors.Is(err, context.Canceled) {
				t.Fatalf("cut short after %d units: %v", n, err)
			}
			cancel()
			rest := &thinker{borrow: true}
			got := w.must(t, rest, parallel)
			same(t, fmt.Sprintf("cut short after %d units, --parallel %d", n, parallel), want, comparable(got))
			if !got.Run.Memory.Resumed {
				t.Errorf("the run after the one that was cut short does not say that it resumed")
			}
			for _, p := range rest.seen() {
				if slices.Contains(cut.seen(), p) {
					t.Errorf("cut short after %d units: %s was investigated twice", n, p)
				}
			}
			if rest.surveys+rest.plans > 0 {
				t.Errorf("cut short after %d units: survey and plan were paid for twice", n)
			}
		}
	}
}

// TestARunThatIsKilledGoesOnWhereItWas copies the cache as it is right after a
// file was written, which is what a kill leaves, and goes on from the copy.
func TestARunThatIsKilledGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	w := grown(t)
	whole := &thinker{borrow: true}
	var copies []string
	var answered []int // units that were answered by then
	wrote, all := 0, t.TempDir()
	w.store.Wrote = func(string) {
		if wrote++; wrote%5 != 0 {
			return
		}
		copies = append(copies, filepath.Join(all, fmt.Sprint(wrote)))
		answered = append(answered, len(whole.units))
		if err := os.CopyFS(copies[len(copies)-1], os.DirFS(w.cache)); err != nil {
			t.Error(err)
		}
	}
	want := comparable(w.must(t, whole, 1))
	w.store.Wrote = nil
	for n := range copies {
		w.cache = copies[n]
		rest := &thinker{borrow: true}
		got := w.must(t, rest, 1)
		same(t, fmt.Sprintf("killed after %d writes", 5*n+5), want, comparable(got))
		if twice := answered[n] + len(rest.units) - len(whole.units); twice > 1 {
			t.Errorf("killed after %d writes: %d units were paid for twice", 5*n+5, twice)
		}
	}
}

func TestAUnitThatFailedIsAskedAgain(t *testing.T) {
	w := grown(t)
	clean := comparable(w.must(t, &thinker{}, 2))
	w.cache = t.TempDir()
	denied := errors.New("asking the model: not authorised")
	e := &thinker{fail: map[luminos.Path]error{"docs": denied}}
	r := w.must(t, e, 2)
	if len(r.Quality.Degraded) != 1 || !strings.Contains(r.Quality.Degraded[0], "docs: asking the model: not authorised") {
		t.Errorf("degraded: %q", r.Quality.Degraded)
	}
	again := &thinker{}
	got := w.must(t, again, 2)
	if diff := cmp.Diff([]luminos.Path{".", "docs"}, again.seen()); diff != "" {
		t.Errorf("asked again (-want +got):\n%s", diff)
	}
	same(t, "once it no longer fails", clean, comparable(got))

	all := map[luminos.Path]error{}
	for _, p := range []luminos.Path{".", "docs", "lib", "chain", "data"} {
		all[p] = denied
	}
	w.cache = t.TempDir()
	r = w.must(t, &thinker{fail: all}, 2)
	if n := len(r.Quality.Degraded); n != 1 || !strings.Contains(r.Quality.Degraded[0], "units (") {
		t.Errorf("one reason is told in %d lines: %q", n, r.Quality.Degraded)
	}
}

func TestWhatIsPartialIsCurrentUnlessAnotherRunMayDoBetter(t *testing.T) {
	for _, again := range []bool{false, true} {
		w := grown(t)
		partial := func(f *luminos.Findings) {
			f.Again = again && f.Entries[0].Path == "docs"
			f.Entries[0].Partial, f.Entries[0].PartialReason = true, "the context budget was reached"
		}
		first := w.must(t, &thinker{change: partial}, 2)
		if said := len(first.Quality.Degraded) > 0; said != again || first.Quality.Partial == 0 {
			t.Errorf("again %v: degraded %q, %d partial", again, first.Quality.Degraded, first.Quality.Partial)
		}
		write(t, w.dir, "new.txt", "New.\n")
		want := []luminos.Path{"."}
		if again {
			want = append(want, "docs")
		}
		e := &thinker{change: partial}
		w.must(t, e, 2)
		if diff := cmp.Diff(want, e.seen()); diff != "" {
			t.Errorf("again %v: investigated (-want +got):\n%s", again, diff)
		}
	}
}

func TestRulesInvestigateAgainOnlyWhatChanged(t *testing.T) {
	w := grown(t)
	first, err := w.investigated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.dir, "x/y/1.txt", "Changed.\n")
	second, err := w.investigated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m := second.Run.Memory; m.Investigated != 3 || m.Reused != len(first.Entries)-3 {
		t.Errorf("of %d directories %d were investigated and %d reused, want 3 and the rest", len(first.Entries), m.Investigated, m.Reused)
	}
}
