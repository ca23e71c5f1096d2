package facts

import (
	"context"
	"fmt"

	"luminos"
	"luminos/internal/facts/dataset"
	"luminos/internal/facts/media"
)

// Measure takes one measure of the content of a file: rows or columns of data,
// dimensions of an image.
func Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	switch m {
	case luminos.MeasureRows, luminos.MeasureColumns:
		return dataset.Measure(ctx, src, p, m)
	case luminos.MeasureDimensions:
		return media.Measure(ctx, src, p, m)
	}
	return "", fmt.Errorf("measuring %s: unknown measure %q", p, m)
}
