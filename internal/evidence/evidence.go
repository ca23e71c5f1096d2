// Package evidence checks claims against the target, without a model: that the
// file is there, that the lines are, that the quote occurs in them and the
// digest holds, and that a measure taken again gives what it gave.
package evidence

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Check fills in Verdict and Reason of every claim, by what src says now. Each
// file is read once however many claims cite it, at most parallel of them at a
// time (one per processor when it is 0). A file that cannot be read makes a
// verdict, never an error: only cancellation does, and leaves claims unchecked.
func Check(ctx context.Context, src luminos.Source, claims []luminos.Claim, parallel int) error {
	if parallel <= 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	var g errgroup.Group
	g.SetLimit(parallel)
	for _, group := range byPath(claims) {
		g.Go(func() error {
			pl := place{src: src, path: claims[group[0]].Path}
			for _, i := range group {
				if err := ctx.Err(); err != nil {
					return context.Cause(ctx)
				}
				claims[i].Verdict, claims[i].Reason = judge(ctx, &pl, &claims[i].Evidence)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	// Cancelled in the midst of the last claim, a source answers with an error
	// that is no verdict.
	return context.Cause(ctx)
}

// byPath groups the indexes of claims by the path that they cite, in the order
// in which the paths first occur.
func byPath(claims []luminos.Claim) [][]int {
	var groups [][]int
	at := map[luminos.Path]int{}
	for i := range claims {
		g, ok := at[claims[i].Path]
		if !ok {
			g = len(groups)
			at[claims[i].Path] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// finding is why a claim is not supported.
type finding struct {
	verdict luminos.Verdict
	reason  string
}

func (f *finding) Error() string { return f.reason }

func missing(format string, args ...any) error {
	return &finding{luminos.Missing, fmt.Sprintf(format, args...)}
}

func changed(format string, args ...any) error {
	return &finding{luminos.Changed, fmt.Sprintf(format, args...)}
}

func unverifiable(format string, args ...any) error {
	return &finding{luminos.Unverifiable, fmt.Sprintf(format, args...)}
}
