package session

import (
	"context"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/query"
)

// factReader reads facts, and takes the measures of claims.
type factReader struct{ facts.Reader }

// Measure returns a measure of a path: see [measure].
func (factReader) Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	return measure(ctx, src, p, m)
}

// measure returns a measure of a path by the readers of facts or, of a table that they do not read, by its extraction.
func measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	value, err := facts.Measure(ctx, src, p, m)
	if err == nil || m != luminos.MeasureRows && m != luminos.MeasureColumns {
		return value, err
	}
	if extractor := luminos.CapabilitiesOf(src).Extractor; extractor != nil {
		all, failed := extractor.Extract(ctx, []luminos.Path{p}, luminos.Extract{Text: extractedBytes})
		if failed == nil && all[0] != nil {
			return measureExtracted(ctx, all[0], m)
		}
	}
	return "", err
}

// extractedBytes is the number of bytes of a sheet that are read to measure it.
const extractedBytes = 8 << 20

// measureExtracted returns the number of rows or the names of the columns of an extracted file, if it has one table: a
// workbook with one sheet, a Parquet file. They are the ones that query_table gives.
func measureExtracted(ctx context.Context, x *luminos.Extraction, m luminos.Measure) (string, error) {
	var sheets []string
	for _, part := range x.Parts {
		if strings.HasPrefix(part.Name, "sheet ") {
			sheets = append(sheets, part.Text)
		}
	}
	switch {
	case x.State != "" || len(x.Limits) > 0:
		return "", luminos.NotMeasured("the file could not be read whole")
	case len(sheets) > 1 || len(x.Tables) > 1:
		return "", luminos.NotMeasured("the file has several tables: cite a line of its text")
	case len(sheets) == 1:
		a, err := query.Run(ctx, query.Query{Limit: 1}, query.Delimited(query.LinesOf(sheets[0]), '\t', true))
		if err != nil {
			return "", luminos.NotMeasured("its rows cannot be read")
		}
		if m == luminos.MeasureColumns {
			return strings.Join(a.Columns, ", "), nil
		}
		return strconv.FormatInt(a.Read, 10), nil
	case m == luminos.MeasureRows && len(x.Tables) == 1:
		return strconv.FormatInt(x.Tables[0].Rows, 10), nil
	case m == luminos.MeasureRows && len(x.Columns) > 0:
		return strconv.FormatInt(x.Number("rows"), 10), nil
	case m == luminos.MeasureColumns && len(x.Columns) > 0:
		names := make([]string, len(x.Columns))
		for i, c := range x.Columns {
			names[i] = c.Name
		}
		return strings.Join(names, ", "), nil
	}
	return "", luminos.NotMeasured("the file has no table")
}
