package dataset

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/daterange"
)

// read reads the files of a family, at most familyMax, one after the other and returns one table
// with the statistics of the readable ones.
func (f *family) read(ctx context.Context, src luminos.Source) *table {
	all := newTable()
	for i, file := range f.files {
		if ctx.Err() != nil || i >= familyMax {
			all.cut = true
			break
		}
		t, err := f.readFile(ctx, src, file, f.allotted[i])
		if errors.Is(err, errUnparsed) {
			all.cut = true
			all.unparsed = append(all.unparsed, file.Path)
			continue
		}
		if err != nil {
			if len(f.files) == 1 {
				all.err = err
			}
			all.cut = true
			all.unlike++
			continue
		}
		if len(all.read) == 0 {
			all.evidence = f.evidence(ctx, src, file.Path, t)
		}
		all.read = append(all.read, file.Path)
		all.merge(t)
	}
	if len(all.read) == 0 && all.err == nil {
		all.err = errors.New("could not be read")
	}
	all.resolve()
	return all
}

// readFile reads at most limit bytes of one file of the family, or a whole YAML file, and returns
// the statistics of its columns.
func (f *family) readFile(ctx context.Context, src luminos.Source, file *luminos.File, limit int64) (*table, error) {
	s, ok := f.shapes[file.Path]
	switch {
	case ok:
	case !f.yaml.affords(file):
		return nil, errUnparsed
	default:
		s = probeHead(ctx, src, file.Path, file.Size)
	}
	if s.reason != "" {
		return nil, errors.New(s.reason)
	}
	if s.format == formatYAML {
		return s.table, nil
	}
	r, err := open(ctx, src, file.Path, limit)
	if err != nil {
		return nil, err
	}
	t := newTable()
	switch s.format {
	case formatCSV, formatTSV:
		err = t.readDelimited(r, s.dialect)
	case formatLines:
		err = t.readLines(r)
	default:
		d := readDocument(r)
		if t, _ = d.decide(); d.err != nil && limit >= file.Size {
			t.broken = jsonProblem(d.err)
		}
	}
	if err != nil {
		return nil, err
	}
	t.cut = limit < file.Size
	return t, nil
}

// report returns the entry of the report for a family of files. t holds the statistics of their content.
func report(f *family, t *table) luminos.Dataset {
	d := luminos.Dataset{
		Path: f.files[0].Path, Count: len(f.files), Family: f.pattern, Format: f.shape.format,
		Rows: t.rows, Columns: []luminos.Column{}, Tables: t.parts, Issues: t.issues(len(f.shape.names)),
	}
	switch {
	case f.shape.lone && len(f.files) > 1:
		d.Rows = int64(len(f.files))
		if t.rows < d.Rows {
			d.RowsSampled = t.rows
		}
	case t.cut && t.unlike < len(f.files):
		d.Rows, d.RowsSampled = -1, t.rows
	}
	if n := len(t.read); n < len(f.files) {
		d.FilesRead = n
	}
	if n := f.shape.dialect.named; n > 0 {
		d.Layout = append(d.Layout, fmt.Sprintf("its header names %d of %d columns", n, len(f.shape.names)))
	}
	if s := &f.shape.dialect; s.delim != 0 && !s.header && !s.commented {
		d.Layout = append(d.Layout, "it has no header: columns go by their number")
	}
	if t.note != "" {
		d.Layout = append(d.Layout, t.note)
	}
	for _, c := range t.columns {
		d.Columns = append(d.Columns, c.report(t.rows))
	}
	d.Period = periodOf(f, t)
	d.Evidence = t.evidence
	return d
}

var (
	// goodDates name when something was; lateDates when a row was touched; otherDates something else.
	goodDates  = regexp.MustCompile(`(?i)^(date|day|time|timestamp|datetime|ts)$|publish|creat|occur|order|invoice|start|posted|recorded`)
	lateDates  = regexp.MustCompile(`(?i)modif|updat|chang|retriev|access|scrap|withdraw|delet|end|due|expir|until|valid`)
	otherDates = regexp.MustCompile(`(?i)birth|dob|born|founded|death|died`)
	yearName   = regexp.MustCompile(`(?i)(^|[^a-z])i?(year|yr|season)(_?id)?([^a-z]|$)`)
)

// periodOf returns the period of a family's data: by its best date column, else by a column of
// years, else by the names of the files if half have a date. Without these it returns nil.
func periodOf(f *family, t *table) *luminos.Period {
	var best, year *column
	score := 0.0
	columns := t.columns
	if f.shape.lone && len(f.files) == 1 { // a date in a lone document is no period
		columns = nil
	}
	for _, c := range columns {
		_, main, _ := c.kind()
		if main == integer && yearName.MatchString(c.name) && year == nil {
			year = c
		}
		if main != date && main != timestamp || otherDates.MatchString(c.name) {
			continue
		}
		if days, ok := c.days.order(); !ok || days.Days == 0 {
			continue
		}
		s := float64(c.values()) / float64(max(t.rows, 1))
		switch {
		case goodDates.MatchString(c.name):
			s *= 2
		case lateDates.MatchString(c.name):
			s /= 2
		}
		if s > score {
			best, score = c, s
		}
	}
	if best != nil {
		days, _ := best.days.order()
		return days.Period("column " + best.name)
	}
	if year != nil {
		if span, ok := year.yearSpan(); ok {
			return span.Period("column " + year.name)
		}
	}
	var named daterange.Span
	for _, file := range f.files {
		if day, ok := daterange.InName(file.Path.Base()); ok {
			named.Add(day)
		}
	}
	if 2*named.Days < len(f.files) {
		return nil
	}
	return named.Period("file names")
}

// evidence returns the evidence for a dataset from its file p: the columns, the rows if all of them
// were counted, and the lines of the header if they are at most three.
func (f *family) evidence(ctx context.Context, src luminos.Source, p luminos.Path, t *table) []luminos.Evidence {
	var ev []luminos.Evidence
	if len(t.columns) > 0 {
		ev = append(ev, luminos.Evidence{Path: p, Measure: luminos.MeasureColumns, Value: columnList(t)})
	}
	if !t.cut {
		ev = append(ev, luminos.Evidence{Path: p, Measure: luminos.MeasureRows, Value: strconv.FormatInt(t.rows, 10)})
	}
	d := f.shapes[p].dialect
	if !d.header || d.last-d.first > 2 {
		return ev
	}
	text, err := src.Text(ctx, p, headBytes)
	// A header that goes on past the head would be cited in part.
	if err != nil || text.Cut && len(text.Lines()) <= d.last {
		return ev
	}
	return append(ev, text.Cite(d.first, d.last))
}

// columnList returns the names of the columns of a table, as the value of [luminos.MeasureColumns].
func columnList(t *table) string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}

// Measure returns the number of rows or the names of the columns of a data file or database table,
// as m selects, to check evidence again.
func Measure(ctx context.Context, src luminos.Source, p luminos.Path, m luminos.Measure) (string, error) {
	if m != luminos.MeasureRows && m != luminos.MeasureColumns {
		return "", fmt.Errorf("measuring the data file %q: the measure %q does not exist for data files", p, m)
	}
	node, err := src.Stat(ctx, p)
	if err != nil {
		return "", err
	}
	if node.Table {
		return measureTable(ctx, src, p, m)
	}
	if formats[p.Ext()] == "" {
		return "", fmt.Errorf("measuring the data file %q: files with this extension are not read as data", p)
	}
	limit := node.Size
	if limit > fileBytes {
		if m == luminos.MeasureRows {
			return "", fmt.Errorf("measuring the data file %q: the file is too large to count its rows", p)
		}
		limit = sampleBytes
	}
	f := &family{files: []*luminos.File{{Path: p, Size: node.Size}}, yaml: yamlBytes}
	t, err := f.readFile(ctx, src, f.files[0], limit)
	if err != nil {
		return "", fmt.Errorf("measuring the data file %q again, to check evidence: %w", p, err)
	}
	if m == luminos.MeasureColumns {
		return columnList(t), nil
	}
	return strconv.FormatInt(t.rows, 10), nil
}

// Of returns the entry of the report for one file by its extension, also for a file that is too small to be listed, or
// is a setting. At most limit bytes are read. The error states why the file is no dataset.
func Of(ctx context.Context, src luminos.Source, p luminos.Path, limit int64) (luminos.Dataset, error) {
	node, err := src.Stat(ctx, p)
	if err != nil {
		return luminos.Dataset{}, err
	}
	if formats[p.Ext()] == "" {
		return luminos.Dataset{}, errors.New("files with this extension are not read as data")
	}
	f := &family{
		files: []*luminos.File{{Path: p, Size: node.Size}}, allotted: []int64{min(node.Size, limit)}, yaml: yamlBytes,
		shapes: map[luminos.Path]shape{p: probeHead(ctx, src, p, node.Size)},
	}
	f.shape = f.shapes[p]
	t := f.read(ctx, src)
	if ctx.Err() != nil {
		return luminos.Dataset{}, context.Cause(ctx)
	}
	if t.err != nil {
		return luminos.Dataset{}, t.err
	}
	return report(f, t), nil
}
