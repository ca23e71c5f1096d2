package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/batch"
)

const (
	formatTable  = "table"
	relationsMax = 2000
)

// readTable returns the description of the database table at p. The source must have the capability Tables.
func readTable(ctx context.Context, src luminos.Source, p luminos.Path) (luminos.Table, error) {
	tables := luminos.CapabilitiesOf(src).Tables
	if tables == nil {
		return luminos.Table{}, errors.ErrUnsupported
	}
	return tables.Table(ctx, p)
}

// declaredType returns the type of a column as the database declares it, or "no type", followed by
// "key" or "never missing" if that applies.
func declaredType(c luminos.TableColumn) string {
	text := cmp.Or(c.Type, "no type")
	if c.Key > 0 {
		return text + ", key"
	}
	if c.NotNull {
		return text + ", never missing"
	}
	return text
}

// tableColumns returns the names of the columns of a table, joined with commas, as the value of
// [luminos.MeasureColumns].
func tableColumns(t luminos.Table) string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// rowCount returns the number of rows of a table, as the value of [luminos.MeasureRows]: "" if they were not counted.
func rowCount(t luminos.Table) string {
	if t.Rows < 0 {
		return ""
	}
	return strconv.FormatInt(t.Rows, 10)
}

// datasetOf returns the entry of the report for the database table at p.
func datasetOf(p luminos.Path, t luminos.Table) luminos.Dataset {
	d := luminos.Dataset{Path: p, Count: 1, Format: formatTable, Rows: t.Rows, Columns: []luminos.Column{}}
	d.Evidence = []luminos.Evidence{{Path: p, Measure: luminos.MeasureColumns, Value: tableColumns(t)}}
	if t.Rows >= 0 {
		d.Evidence = append(d.Evidence, luminos.Evidence{Path: p, Measure: luminos.MeasureRows, Value: rowCount(t)})
	}
	for _, c := range t.Columns {
		d.Columns = append(d.Columns, luminos.Column{Name: c.Name, Type: declaredType(c)})
	}
	return d
}

// readRelations reads at most relationsMax database tables and adds a dataset or a problem for each.
func (r *Result) readRelations(ctx context.Context, src luminos.Source, files []*luminos.File) error {
	if cut := len(files) - relationsMax; cut > 0 {
		r.NotRead = append(r.NotRead, luminos.NotRead{What: "tables", Files: cut, Reason: fmt.Sprintf("only %d tables are read", relationsMax)})
		files = files[:relationsMax]
	}
	found := make([]luminos.Table, len(files))
	errs, err := batch.Each(ctx, len(files), func(ctx context.Context, i int) (err error) {
		found[i], err = readTable(ctx, src, files[i].Path)
		return err
	})
	if err != nil {
		return fmt.Errorf("cancelled while reading the tables of the target, a database: %w", err)
	}
	for i, f := range files {
		r.Read = append(r.Read, f.Path)
		if errs[i] != nil {
			r.Problems = append(r.Problems, batch.Problem(f.Path, errs[i]))
			continue
		}
		r.Datasets = append(r.Datasets, datasetOf(f.Path, found[i]))
	}
	return nil
}

// measureTable returns the columns or the number of rows of the database table at p, as m selects,
// to check evidence again.
func measureTable(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	t, err := readTable(ctx, src, p)
	switch {
	case err != nil:
		return "", fmt.Errorf("measuring the database table %q again, to check evidence: %w", p, err)
	case m == luminos.MeasureColumns:
		return tableColumns(t), nil
	}
	return rowCount(t), nil
}
