// Package batch runs readers over many untrusted files concurrently. A reader that
// panics costs only its file.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Each calls read for 0 to n-1, several calls at a time. errs[i] is the error of call i; a panic
// counts as an error. If ctx ends, Each starts no more calls and returns nil and the error of ctx.
func Each(ctx context.Context, n int, read func(ctx context.Context, i int) error) (errs []error, err error) {
	errs = make([]error, n)
	var g errgroup.Group
	var next atomic.Int64
	for range min(n, max(2, runtime.GOMAXPROCS(0))) { // two keep one processor busy while the other waits for a disk
		g.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					break
				}
				errs[i] = Guard(func() error { return read(ctx, i) })
			}
			return nil
		})
	}
	_ = g.Wait() // the functions return no errors
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return errs, nil
}

// Guard calls read and returns its error. A panic of read is returned as an error.
func Guard(read func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v}
		}
	}()
	return read()
}

type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("internal error: %.200v", e.value) }

// Panicked reports whether an error is a panic that [Guard] or [Each] caught.
func Panicked(err error) bool {
	_, ok := errors.AsType[*panicError](err)
	return ok
}

// Problem returns a problem for the list in the report: that [Each] or [Guard] returned err for the file p.
func Problem(p luminos.Path, err error) luminos.Problem {
	if e, ok := errors.AsType[*panicError](err); ok {
		return luminos.Problem{Path: p, Reason: e.Error()}
	}
	return luminos.Problem{Path: p, Reason: luminos.ReadProblem(err)}
}

// maxProblems is the maximum number of problems of one reader that are listed.
const maxProblems = 50

// Few sorts problems by path and returns the first maxProblems. If there are more, one more problem
// at the end states the number of the others.
func Few(problems []luminos.Problem) []luminos.Problem {
	slices.SortFunc(problems, func(a, b luminos.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	more := len(problems) - maxProblems
	if more <= 0 {
		return problems
	}
	return append(problems[:maxProblems:maxProblems], luminos.Problem{
		Path: luminos.Root, Reason: fmt.Sprintf("%d more files could not be read or understood", more),
	})
}
