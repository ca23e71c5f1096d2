package evidence

import (
	"context"
	"strconv"

	"luminos"
	"luminos/internal/facts/dataset"
	"luminos/internal/facts/media"
)

// remeasure takes a measure again and compares.
func remeasure(ctx context.Context, pl *place, e *luminos.Evidence) error {
	if pl.measures == nil {
		pl.measures = map[luminos.Measure]*once[string]{}
	}
	o := pl.measures[e.Measure]
	if o == nil {
		o = &once[string]{}
		pl.measures[e.Measure] = o
	}
	value, err := o.ask(func() (string, error) { return pl.measure(ctx, e.Measure) })
	if err != nil {
		return err
	}
	if value != e.Value {
		return changed("measured again it gives %q", clip(value))
	}
	return nil
}

// clip keeps reasons short, and cut between characters.
func clip(s string) string {
	const most = 80
	for i := range s {
		if i > most {
			return s[:i] + "…"
		}
	}
	return s
}

// measure takes one measure. The readers of data parse what strangers wrote: a
// panic of theirs is a claim that cannot be verified, not the end of the run.
func (pl *place) measure(ctx context.Context, m luminos.Measure) (value string, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = "", unverifiable("measuring it failed")
		}
	}()
	node, err := pl.stat(ctx)
	if err != nil {
		return "", err
	}
	switch m {
	case luminos.MeasureKind:
		return string(node.Kind), nil
	case luminos.MeasureSize:
		if node.Size < 0 {
			return "", unverifiable("its size is unknown")
		}
		return strconv.FormatInt(node.Size, 10), nil
	case luminos.MeasureEntries:
		if node.Kind != luminos.KindDir {
			return "", changed("it is a %s, not a directory", node.Kind)
		}
		nodes, err := pl.src.List(ctx, pl.path)
		return strconv.Itoa(len(nodes)), err
	case luminos.MeasureRows, luminos.MeasureColumns:
		return dataset.Measure(ctx, pl.src, pl.path, m)
	case luminos.MeasureDimensions:
		return media.Measure(ctx, pl.src, pl.path, m)
	}
	return "", unverifiable("there is no measure %q", clip(string(m)))
}
