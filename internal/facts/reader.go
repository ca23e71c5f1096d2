package facts

import (
	"context"

	"luminos"
)

// Reader reads facts with all readers of this package. Part is the field of [Options].
type Reader struct {
	Part func(*luminos.Scan, luminos.Path) *luminos.Scan
}

// Read returns the facts about a target by calling [Of].
func (r Reader) Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, sink luminos.Sink) (*luminos.Facts, error) {
	return Of(ctx, src, scan, Options{Sink: sink, Part: r.Part})
}

// Measure measures the content of one file again by calling [Measure].
func (Reader) Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	return Measure(ctx, src, p, m)
}

// Version returns the constant [Version], which is part of every key of stored results.
func (Reader) Version() int { return Version }
