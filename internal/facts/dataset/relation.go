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
	"luminos/internal/facts/decode"
)

// A relation is a table or a view of a database, which a backend presents as a
// document of type [luminos.MIMETable]: the database has counted its rows and
// knows its columns. No file of a directory has that type.

const (
	formatTable   = "table"
	relationBytes = 1 << 20
	relationsMax  = 2000
)

// relation is such a document.
type relation struct {
	Table   string           `json:"table"`
	Columns []declaredColumn `json:"columns"`
	Rows    *int64           `json:"rows"`
}

type declaredColumn struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	NotNull bool   `json:"notnull"`
	Key     int    `json:"pk"` // its place in the primary key, from 1; 0 when it is no part of it
}

// declared is the type of a column as the database has it.
func (c declaredColumn) declared() string {
	text := cmp.Or(c.Type, "no type")
	if c.Key > 0 {
		return text + ", key"
	}
	if c.NotNull {
		return text + ", never missing"
	}
	return text
}

var errNoRelation = errors.New("it is not a description of a table")

// readRelation reads the document of a table.
func readRelation(ctx context.Context, src luminos.Source, p luminos.Path) (*relation, error) {
	b, err := src.Read(ctx, p, 0, relationBytes+1)
	if err != nil {
		return nil, err
	}
	if len(b) > relationBytes {
		return nil, errNoRelation
	}
	r := &relation{}
	if err := decode.JSON(string(b), r); err != nil {
		return nil, errNoRelation
	}
	if r.Table == "" || r.Rows != nil && *r.Rows < 0 {
		return nil, errNoRelation
	}
	return r, nil
}

// names lists the columns, as the value of [luminos.MeasureColumns].
func (r *relation) names() string {
	names := make([]string, len(r.Columns))
	for i, c := range r.Columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// rows is the value of [luminos.MeasureRows], "" when nobody counted them.
func (r *relation) rows() string {
	if r.Rows == nil {
		return ""
	}
	return strconv.FormatInt(*r.Rows, 10)
}

// report makes a dataset of the relation at p.
func (r *relation) report(p luminos.Path) luminos.Dataset {
	d := luminos.Dataset{Path: p, Count: 1, Format: formatTable, Rows: -1, Columns: []luminos.Column{}}
	d.Evidence = []luminos.Evidence{{Path: p, Measure: luminos.MeasureColumns, Value: r.names()}}
	if r.Rows != nil {
		d.Rows = *r.Rows
		d.Evidence = append(d.Evidence, luminos.Evidence{Path: p, Measure: luminos.MeasureRows, Value: r.rows()})
	}
	for _, c := range r.Columns {
		d.Columns = append(d.Columns, luminos.Column{Name: c.Name, Type: c.declared()})
	}
	return d
}

// readRelations reads the tables among the files.
func (r *Result) readRelations(ctx context.Context, src luminos.Source, files []*luminos.File) error {
	if cut := len(files) - relationsMax; cut > 0 {
		r.NotRead = append(r.NotRead, luminos.NotRead{What: "tables", Files: cut, Reason: fmt.Sprintf("only %d tables are read", relationsMax)})
		files = files[:relationsMax]
	}
	found := make([]*relation, len(files))
	errs, err := batch.Each(ctx, len(files), func(ctx context.Context, i int) (err error) {
		found[i], err = readRelation(ctx, src, files[i].Path)
		return err
	})
	if err != nil {
		return fmt.Errorf("reading tables: %w", err)
	}
	for i, f := range files {
		r.Read = append(r.Read, f.Path)
		if errs[i] != nil {
			p := batch.Problem(f.Path, errs[i])
			if errors.Is(errs[i], errNoRelation) {
				p.Reason = errNoRelation.Error()
			}
			r.Problems = append(r.Problems, p)
			continue
		}
		r.Datasets = append(r.Datasets, found[i].report(f.Path))
	}
	return nil
}

// measureRelation takes a measure of a table again.
func measureRelation(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	r, err := readRelation(ctx, src, p)
	switch {
	case err != nil:
		return "", fmt.Errorf("measuring %q: %w", p, err)
	case m == luminos.MeasureColumns:
		return r.names(), nil
	}
	return r.rows(), nil
}
