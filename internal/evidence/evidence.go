// Package evidence checks claims against the target without a model: the file and the lines exist, the quote occurs in
// the lines, the digest matches, and a measure taken again has the same value.
package evidence

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Checker completes and checks evidence against a source. It is safe for concurrent use.
type Checker struct {
	Source luminos.Source
	// Measure takes the measures that need a reader of the file's format. If Measure is nil, claims that rest on such a
	// measure are unverifiable.
	Measure Measurer
	// Count counts lines with a pattern. If it is nil, claims that rest on such a count are unverifiable.
	Count Counter
	// Blocks stores digests of the files with which Copies compares texts. If it is nil, Copies reads the file in each
	// call.
	Blocks *Blocks
}

func (c Checker) reader(p luminos.Path) *pathReader {
	return &pathReader{
		src: c.Source, measurer: c.Measure, counter: c.Count, path: p, measures: map[luminos.Measure]*once[measured]{},
	}
}

// Check sets Verdict and Reason of each claim, and the Scope of a count. It checks at most parallel files at a time, or
// one per processor if parallel is not positive. An unreadable file gives a verdict, not an error; the only error is the cause of the end of
// ctx, after which verdicts may be missing or wrong.
func (c Checker) Check(ctx context.Context, claims []luminos.Claim, parallel int) error {
	return c.each(ctx, claims, parallel, func(r *pathReader, i int) {
		claims[i].Verdict, claims[i].Reason = luminos.Found, ""
		defer func() { claims[i].Scope = r.scope(claims[i].Measure) }()
		if err := check(ctx, r, &claims[i].Evidence); err != nil {
			f := asFailure(err)
			claims[i].Verdict, claims[i].Reason = f.verdict, f.reason
		}
	})
}

// each calls do with the index of each claim and the reader of its path: for at most parallel files at a time, or one
// per processor if parallel is not positive. It returns the cause of the end of ctx, after which calls are left out.
func (c Checker) each(ctx context.Context, claims []luminos.Claim, parallel int, do func(r *pathReader, i int)) error {
	if parallel <= 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	var g errgroup.Group
	g.SetLimit(parallel)
	for _, group := range byPath(claims) {
		g.Go(func() error {
			r := c.reader(claims[group[0]].Path)
			for _, i := range group {
				if ctx.Err() != nil {
					return nil
				}
				do(r, i)
			}
			return nil
		})
	}
	_ = g.Wait() // no function returns an error
	return context.Cause(ctx)
}

// byPath returns the indexes of claims in one group for each path. The groups are in the order in which the paths first
// occur.
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

// failure is the error of a claim that is not supported: its verdict, the reason, and advice to the author of the
// claim, or "".
type failure struct {
	verdict        luminos.Verdict
	reason, advice string
}

func (f *failure) Error() string {
	if f.advice == "" {
		return f.reason
	}
	return f.reason + ": " + f.advice
}

// Advice returns the part of the error that is of use to the author of the claim only, or "".
func (f *failure) Advice() string { return f.advice }

// advised returns the error of a claim with advice to its author.
func advised(v luminos.Verdict, reason, advice string) error { return &failure{v, reason, advice} }

func missing(format string, args ...any) error {
	return &failure{verdict: luminos.Missing, reason: fmt.Sprintf(format, args...)}
}

func changed(format string, args ...any) error {
	return &failure{verdict: luminos.Changed, reason: fmt.Sprintf(format, args...)}
}

func unverifiable(format string, args ...any) error {
	return &failure{verdict: luminos.Unverifiable, reason: fmt.Sprintf(format, args...)}
}
