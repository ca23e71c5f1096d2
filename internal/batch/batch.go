// Package batch runs readers over many foreign files: side by side, and so
// that none of the files costs more than itself.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"luminos"
)

// Each calls read for 0 to n-1, side by side. What became of each stands in errs
// at its place, a panic among it; the error is only that of ctx.
func Each(ctx context.Context, n int, read func(ctx context.Context, i int) error) (errs []error, err error) {
	errs = make([]error, n)
	var g errgroup.Group
	g.SetLimit(max(2, runtime.GOMAXPROCS(0))) // two keep one processor busy while the other waits for a disk
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error {
			errs[i] = Guard(func() error { return read(ctx, i) })
			return nil
		})
	}
	_ = g.Wait() // none of them answers an error
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return errs, nil
}

// Guard calls what works on foreign bytes. A panic in it is its error.
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

// Panicked reports whether an error is the panic of what [Guard] called.
func Panicked(err error) bool {
	_, ok := errors.AsType[*panicError](err)
	return ok
}

// Problem says of a file why [Each] or [Guard] has nothing of it.
func Problem(p luminos.Path, err error) luminos.Problem {
	if e, ok := errors.AsType[*panicError](err); ok {
		return luminos.Problem{Path: p, Reason: e.Error()}
	}
	return luminos.Problem{Path: p, Reason: luminos.ReadProblem(err)}
}

// maxProblems is how many problems of one reader are told one by one.
const maxProblems = 50

// Few sorts problems by path, keeps the first of very many, and says how many
// more there are.
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
