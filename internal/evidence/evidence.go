// Package evidence checks claims against the target without a model: the file and
// the lines exist, the quote occurs in them, the digest matches, and a measure taken
// again has the same value.
package evidence

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Checker completes and checks evidence against a source. It is safe for concurrent
// use.
type Checker struct {
	Source luminos.Source
	// Measure takes the measures that need a reader of the format. Claims that rest
	// on them are unverifiable if it is nil.
	Measure Measurer
}

// reader returns a reader of the path p, which keeps the results of reading.
func (c Checker) reader(p luminos.Path) *pathReader {
	return &pathReader{src: c.Source, measurer: c.Measure, path: p}
}

// Check sets Verdict and Reason of each claim. It reads each file once, at most
// parallel files at a time (one per processor if parallel is 0). An unreadable file
// gives a verdict, not an error. The only error is that ctx has ended; some claims
// are unchecked then.
func (c Checker) Check(ctx context.Context, claims []luminos.Claim, parallel int) error {
	if parallel <= 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	var g errgroup.Group
	g.SetLimit(parallel)
	for _, group := range byPath(claims) {
		g.Go(func() error {
			r := c.reader(claims[group[0]].Path)
			for _, i := range group {
				if err := ctx.Err(); err != nil {
					return context.Cause(ctx)
				}
				claims[i].Verdict, claims[i].Reason = verdict(ctx, r, &claims[i].Evidence)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	// If ctx ended during the last claim, its verdict is the error of the source.
	return context.Cause(ctx)
}

// byPath groups the indexes of claims by path, in the order of the first
// occurrence of each path.
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

// failure is the verdict on a claim that is not supported, with the reason.
type failure struct {
	verdict luminos.Verdict
	reason  string
}

func (f *failure) Error() string { return f.reason }

func missing(format string, args ...any) error {
	return &failure{luminos.Missing, fmt.Sprintf(format, args...)}
}

func changed(format string, args ...any) error {
	return &failure{luminos.Changed, fmt.Sprintf(format, args...)}
}

func unverifiable(format string, args ...any) error {
	return &failure{luminos.Unverifiable, fmt.Sprintf(format, args...)}
}
