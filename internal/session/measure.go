package session

import (
	"context"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/search"
)

// factReader reads facts, and takes the measures of claims.
type factReader struct{ facts.Reader }

// Measure returns the measure m of a path: the number of lines with a pattern, or a measure that a reader of facts takes.
func (factReader) Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	if _, _, ok := m.Pattern(); ok {
		return search.Count(ctx, src, p, m)
	}
	return facts.Measure(ctx, src, p, m)
}
