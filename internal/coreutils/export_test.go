package coreutils

import (
	"context"
	"time"

	"luminos"
)

// RunShortly calls Run with a short time limit.
func RunShortly(ctx context.Context, src luminos.Source, wall time.Duration, name string, args []string) Output {
	l := defaultLimits
	l.wall = wall
	return runWithin(ctx, src, l, name, args)
}

// RunSmall calls Run with limits that a small tree reaches.
func RunSmall(ctx context.Context, src luminos.Source, name string, args []string) Output {
	l := defaultLimits
	l.output, l.read, l.visited, l.held, l.line = 4<<10, 100<<10, 50, 1<<10, 8<<10
	return runWithin(ctx, src, l, name, args)
}
