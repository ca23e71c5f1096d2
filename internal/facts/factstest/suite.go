package factstest

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// Suite checks the promises that every reader of facts makes, apart from its
// facts: it stops if its context is cancelled, reports a file that vanished since
// the scan as a problem, cites only lines that hold, and returns the same result
// at any parallelism.
type Suite struct {
	// Files is a tree, as [Write] takes it, in which the reader finds facts.
	Files map[string]string
	// Gone are files that are added to the scan, but not to the tree. The reader
	// has to try to open each of them.
	Gone []luminos.File
	// Read runs the reader.
	Read func(context.Context, luminos.Source, *luminos.Scan) (Outcome, error)
}

// Outcome is the part of a reader's result that a [Suite] inspects.
type Outcome struct {
	Result   any // for cmp.Diff
	Problems []luminos.Problem
	Evidence []luminos.Evidence // of lines
}

// Run checks in subtests of t that the reader stops if it is cancelled, cites lines that hold, returns equal results
// with 1 and 8 processors, and reports vanished files as problems.
func (s Suite) Run(t *testing.T) {
	src, scan := Tree(t, s.Files)
	first, err := s.Read(t.Context(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Read(ctx, src, scan); !errors.Is(err, context.Canceled) {
			t.Errorf("the error of a cancelled read is %v, want %v", err, context.Canceled)
		}
	})
	t.Run("evidence", func(t *testing.T) { Holds(t, src, first.Evidence...) })
	t.Run("parallel", func(t *testing.T) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, n := range []int{1, 8, 8} {
			runtime.GOMAXPROCS(n)
			again, err := s.Read(t.Context(), src, scan)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first.Result, again.Result); diff != "" {
				t.Errorf("the result differs with %d processors (-first +again):\n%s", n, diff)
			}
		}
	})
	t.Run("vanished", func(t *testing.T) {
		more := *scan
		more.Files = append(slices.Clone(scan.Files), s.Gone...)
		want := first.Problems
		for i := range s.Gone {
			want = append(want, luminos.Problem{Path: s.Gone[i].Path, Reason: "it is no longer there"})
		}
		got, err := s.Read(t.Context(), src, &more)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Problems); diff != "" {
			t.Errorf("the problems reported for vanished files differ (-want +got):\n%s", diff)
		}
	})
}
