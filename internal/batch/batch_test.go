package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestEach(t *testing.T) {
	files := make([]string, 100)
	errs, err := Each(t.Context(), len(files), func(_ context.Context, i int) error {
		switch files[i] = fmt.Sprint(i); i {
		case 3:
			return fmt.Errorf("reading: %w", fs.ErrPermission)
		case 7:
			var none []int
			_ = none[i]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []luminos.Problem
	for i, e := range errs {
		if files[i] != fmt.Sprint(i) {
			t.Errorf("call %d did not run", i)
		}
		if e != nil {
			got = append(got, Problem(luminos.Path(files[i]), e))
		}
	}
	want := []luminos.Problem{
		{Path: "3", Reason: "permission denied"},
		{Path: "7", Reason: "internal error: runtime error: index out of range [7] with length 0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEachStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int64
	errs, err := Each(ctx, 1_000_000, func(context.Context, int) error {
		switch n := calls.Add(1); {
		case n == 10:
			cancel()
		case n > 10:
			<-ctx.Done()
		}
		return nil
	})
	if most := 10 + max(2, runtime.GOMAXPROCS(0)); errs != nil || !errors.Is(err, context.Canceled) || calls.Load() > int64(most) {
		t.Errorf("%d results, %v, after %d calls", len(errs), err, calls.Load())
	}
	if _, err := Each(ctx, 0, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of no calls in a cancelled context is %v", err)
	}
}

func TestPanicked(t *testing.T) {
	err := Guard(func() error { panic("x") })
	if !Panicked(err) || !Panicked(fmt.Errorf("parsing: %w", err)) || Panicked(errors.New("x")) || Panicked(nil) {
		t.Error("Panicked does not distinguish a panic from an error")
	}
}

func TestFew(t *testing.T) {
	problems := []luminos.Problem{{Path: "b"}, {Path: "a", Reason: "y"}, {Path: "a", Reason: "x"}}
	if diff := cmp.Diff([]luminos.Problem{{Path: "a", Reason: "x"}, {Path: "a", Reason: "y"}, {Path: "b"}}, Few(problems)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for n, last := range map[int]luminos.Problem{
		50: {}, 51: {Path: luminos.Root, Reason: "1 more files could not be read or understood"},
		57: {Path: luminos.Root, Reason: "7 more files could not be read or understood"},
	} {
		if got := Few(make([]luminos.Problem, n)); len(got) != min(n, 51) || got[len(got)-1] != last {
			t.Errorf("of %d problems %d are listed, the last is %v", n, len(got), got[len(got)-1])
		}
	}
}

// TestCallsAtOnce lets each of twelve calls take a second.
func TestCallsAtOnce(t *testing.T) {
	for processors, want := range map[int]time.Duration{1: 6 * time.Second, 4: 3 * time.Second} {
		before := runtime.GOMAXPROCS(processors)
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			_, err := Each(t.Context(), 12, func(context.Context, int) error {
				time.Sleep(time.Second) // of the bubble's clock
				return nil
			})
			if took := time.Since(start); took != want || err != nil || runtime.GOMAXPROCS(0) != processors {
				t.Errorf("with %d processors the calls took %v, %v; there are %d processors now", processors, took, err, runtime.GOMAXPROCS(0))
			}
		})
		runtime.GOMAXPROCS(before)
	}
}
