package facts

import (
	"context"
	"fmt"

	"luminos"
	"luminos/internal/facts/dataset"
	"luminos/internal/facts/inside"
	"luminos/internal/facts/media"
)

// Measure returns the measure m of the content of the file p, as text: the number of rows or the names of the columns
// of data, the dimensions of an image, or a number of an extraction. Any other measure is an error.
func Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	if name, ok := m.Number(); ok {
		return inside.Measure(ctx, src, p, name)
	}
	switch m {
	case luminos.MeasureRows, luminos.MeasureColumns:
		return dataset.Measure(ctx, src, p, m)
	case luminos.MeasureDimensions:
		return media.Measure(ctx, src, p, m)
	}
	return "", fmt.Errorf("measuring the file %q: unknown measure %q", p, m)
}
