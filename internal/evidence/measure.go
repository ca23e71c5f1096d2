package evidence

import (
	"context"
	"fmt"
	"slices"

	"luminos"
)

// Measurer returns a measure of the content of a path as text: the number of rows, the names of columns, the dimensions
// of an image, or a number of an extraction. A [luminos.NotMeasured] is shown to the author of the claim.
type Measurer func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error)

// Counter returns the number of lines of a measure of [luminos.Matches], as text, and its scope: see
// [luminos.Evidence].Scope. A [luminos.NotMeasured] is shown to the author of the claim.
type Counter func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (number, scope string, err error)

// checkMeasure returns an error unless the measure that e names, taken again, has the value that e states.
func checkMeasure(ctx context.Context, r *pathReader, node luminos.Node, e *luminos.Evidence) error {
	o := r.measures[e.Measure]
	if o == nil {
		o = &once[measured]{}
		r.measures[e.Measure] = o
	}
	m, err := o.get(func() (m measured, err error) {
		m.value, m.scope, err = r.measure(ctx, node, e.Measure)
		return m, err
	})
	if err != nil {
		return err
	}
	if m.value != e.Value {
		return changed("the measure, taken again, is %.80q", m.value)
	}
	return nil
}

// measured is the value of a measure with the scope of a count of lines.
type measured struct{ value, scope string }

// scope returns the scope of a measure that was taken, or "".
func (r *pathReader) scope(m luminos.Measure) string {
	if o := r.measures[m]; o != nil {
		return o.value.scope
	}
	return ""
}

// measure returns the value of the measure m of the path: the kind or the size in node, the number of entries of a
// directory, the number of lines with a pattern with its scope, or else the result of the Measurer. A panic in the
// Measurer, which parses untrusted files, becomes an error.
func (r *pathReader) measure(
	ctx context.Context, node luminos.Node, m luminos.Measure,
) (value, scope string, err error) {
	defer func() {
		if p := recover(); p != nil {
			value, err = "", unverifiable("measuring the file failed")
		}
	}()
	switch m {
	case luminos.MeasureKind:
		return string(node.Kind), "", nil
	case luminos.MeasureSize:
		if node.Size < 0 {
			return "", "", unverifiable("the size of the file is unknown")
		}
		return fmt.Sprint(node.Size), "", nil
	case luminos.MeasureEntries:
		if node.Kind != luminos.KindDir {
			return "", "", changed("the path is a %s, not a directory", node.Kind)
		}
		nodes, err := r.src.List(ctx, r.path)
		return fmt.Sprint(len(nodes)), "", err
	}
	if _, _, counted := m.Pattern(); counted && r.counter != nil {
		return r.counter(ctx, r.src, r.path, m)
	}
	read := []luminos.Measure{luminos.MeasureRows, luminos.MeasureColumns, luminos.MeasureDimensions}
	if _, extracted := m.Number(); r.measurer != nil && (extracted || slices.Contains(read, m)) {
		value, err = r.measurer(ctx, r.src, r.path, m)
		return value, "", err
	}
	return "", "", unverifiable("there is no measure %.80q", m)
}
