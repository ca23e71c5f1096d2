package evidence

import (
	"context"
	"strconv"

	"luminos"
)

// Measurer returns a measure of the content of a file as text: the number of rows, the names of columns, or the
// dimensions.
type Measurer func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error)

// checkMeasure takes the measure that e names and returns an error unless it has the value of e.
func checkMeasure(ctx context.Context, r *pathReader, e *luminos.Evidence) error {
	if r.measures == nil {
		r.measures = map[luminos.Measure]*once[string]{}
	}
	o := r.measures[e.Measure]
	if o == nil {
		o = &once[string]{}
		r.measures[e.Measure] = o
	}
	value, err := o.get(func() (string, error) { return r.measure(ctx, e.Measure) })
	if err != nil {
		return err
	}
	if value != e.Value {
		return changed("measured again it gives %q", clip(value))
	}
	return nil
}

// clip returns s cut after about 80 bytes, not within a character.
func clip(s string) string {
	const most = 80
	for i := range s {
		if i > most {
			return s[:i] + "…"
		}
	}
	return s
}

// measure returns the value of one measure of the path. A panic in a reader of data formats, which parses untrusted
// files, gives an error.
func (r *pathReader) measure(ctx context.Context, m luminos.Measure) (value string, err error) {
	defer func() {
		if p := recover(); p != nil {
			value, err = "", unverifiable("measuring it failed")
		}
	}()
	node, err := r.stat(ctx)
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
		nodes, err := r.src.List(ctx, r.path)
		return strconv.Itoa(len(nodes)), err
	case luminos.MeasureRows, luminos.MeasureColumns, luminos.MeasureDimensions:
		if r.measurer != nil {
			return r.measurer(ctx, r.src, r.path, m)
		}
	}
	return "", unverifiable("there is no measure %q", clip(string(m)))
}
