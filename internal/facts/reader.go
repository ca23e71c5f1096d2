package facts

import (
	"context"

	"luminos"
)

// Reader reads facts with all readers of this package. It has no state.
type Reader struct{}

// Read returns the facts about a target by calling [Of].
func (Reader) Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, sink luminos.Sink) (*luminos.Facts, error) {
	return Of(ctx, src, scan, Options{Sink: sink})
}

// Measure measures the content of one file again by calling [Measure].
func (Reader) Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	return Measure(ctx, src, p, m)
}

// Version returns the constant [Version], which is part of every key of stored results.
func (Reader) Version() int { return Version }
