package evidence

import (
	"context"
	"fmt"
	"slices"

	"luminos"
)

// Measurer returns a measure of the content of a path as text: the number of rows, the names of columns, the dimensions
// of an image, a number of an extraction, or the number of lines of [luminos.Matches]. A [luminos.NotMeasured] is shown to the author of the claim.
type Measurer func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error)

// checkMeasure returns an error unless the measure that e names, taken again, has the value that e states.
func checkMeasure(ctx context.Context, r *pathReader, node luminos.Node, e *luminos.Evidence) error {
	o := r.measures[e.Measure]
	if o == nil {
		o = &once[string]{}
		r.measures[e.Measure] = o
	}
	value, err := o.get(func() (string, error) { return r.measure(ctx, node, e.Measure) })
	if err != nil {
		return err
	}
	if value != e.Value {
		return changed("the measure, taken again, is %.80q", value)
	}
	return nil
}

// measure returns the value of the measure m of the path: the kind or the size in node, the number of entries of a
// directory, the number of lines with a pattern, or else the result of the Measurer. A panic in the Measurer, which parses
// untrusted files, becomes an error.
func (r *pathReader) measure(ctx context.Context, node luminos.Node, m luminos.Measure) (value string, err error) {
	defer func() {
		if p := recover(); p != nil {
			value, err = "", unverifiable("measuring the file failed")
		}
	}()
	switch m {
	case luminos.MeasureKind:
		return string(node.Kind), nil
	case luminos.MeasureSize:
		if node.Size < 0 {
			return "", unverifiable("the size of the file is unknown")
		}
		return fmt.Sprint(node.Size), nil
	case luminos.MeasureEntries:
		if node.Kind != luminos.KindDir {
			return "", changed("the path is a %s, not a directory", node.Kind)
		}
		nodes, err := r.src.List(ctx, r.path)
		return fmt.Sprint(len(nodes)), err
	}
	read := []luminos.Measure{luminos.MeasureRows, luminos.MeasureColumns, luminos.MeasureDimensions}
	_, _, counted := m.Pattern()
	_, extracted := m.Number()
	if r.measurer != nil && (counted || extracted || slices.Contains(read, m)) {
		return r.measurer(ctx, r.src, r.path, m)
	}
	return "", unverifiable("there is no measure %.80q", m)
}
