package coreutils

import (
	"context"
	"time"

	"luminos"
)

// RunShortly is Run with a bound of time for tests that wait for it.
func RunShortly(ctx context.Context, src luminos.Source, wall time.Duration, name string, args []string) Output {
	l := usual
	l.wall = wall
	return runWithin(ctx, src, l, name, args)
}

// RunSmall is Run with bounds that a small tree meets.
func RunSmall(ctx context.Context, src luminos.Source, name string, args []string) Output {
	l := usual
	l.output, l.read, l.visited, l.held, l.line = 4<<10, 100<<10, 50, 1<<10, 8<<10
	return runWithin(ctx, src, l, name, args)
}
