package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
)

// shape describes a file by its head.
type shape struct {
	format  string
	names   []string // of columns, or keys
	lone    bool     // one document, not records
	dialect dialect  // of delimited files
	reason  string   // why it is no dataset; "" when it is one
	gone    bool     // it went away since the scan
	table   *table   // of YAML, which is parsed whole and once
}

// Reasons why a sound file is no dataset.
const (
	noRecords  = "holds no records"
	schemaOnly = "is a JSON Schema, which describes records"
)

// key returns a text that is equal for two shapes if they have the same format, the same names of
// columns apart from case, and both describe records or both a single document.
func (s *shape) key() string {
	return fmt.Sprintf("%s\x00%v\x00%s", s.format, s.lone, strings.ToLower(strings.Join(s.names, "\x00")))
}

// like reports whether files of the shapes s and o can be rows of one table: they have the same
// format and mostly the same columns.
func (s *shape) like(o *shape) bool {
	if s.reason != "" || o.reason != "" || s.format != o.format || s.lone != o.lone || len(s.names) == 0 {
		return false
	}
	has := map[string]bool{}
	for _, n := range s.names {
		has[strings.ToLower(n)] = true
	}
	same := 0
	for _, n := range o.names {
		if has[strings.ToLower(n)] {
			same++
		}
	}
	union := len(has) + len(o.names) - same
	if s.lone { // optional keys come and go
		return same*2 >= union
	}
	return same*4 >= union*3
}

// prober looks at heads, each file's once.
type prober struct {
	src      luminos.Source
	strict   bool
	shapes   map[luminos.Path]shape
	over     int // files left aside because of probesMax or of a sample
	yaml     yamlBudget
	unparsed map[luminos.Path]bool // files that it did not suffice for
	problems []luminos.Problem
}

// probe reads the head of each file that was not probed yet and stores its shape (format and
// columns), within the limits of a run on files and YAML.
func (p *prober) probe(ctx context.Context, files []*luminos.File) error {
	files = slices.DeleteFunc(slices.Clone(files), func(f *luminos.File) bool {
		_, known := p.shapes[f.Path]
		return known
	})
	if over := len(p.shapes) + len(files) - probesMax; over > 0 {
		p.over += min(over, len(files))
		files = files[:max(len(files)-over, 0)]
	}
	files = slices.DeleteFunc(files, func(f *luminos.File) bool {
		if p.yaml.affords(f) {
			return false
		}
		p.unparsed[f.Path] = true
		return true
	})
	shapes := make([]shape, len(files))
	errs, err := batch.Each(ctx, len(files), func(ctx context.Context, i int) error {
		shapes[i] = probeHead(ctx, p.src, files[i].Path, files[i].Size)
		return nil
	})
	if err != nil {
		return err
	}
	for i, f := range files {
		if errs[i] != nil {
			shapes[i] = shape{reason: batch.Problem(f.Path, errs[i]).Reason}
		}
		p.shapes[f.Path] = shapes[i]
	}
	return nil
}

// probeHead reads the head of a file, or a whole YAML file, and returns its shape: the format and
// the columns, or the reason why the file is not a dataset.
func probeHead(ctx context.Context, src luminos.Source, path luminos.Path, size int64) shape {
	s := shape{format: formats[path.Ext()]}
	limit := int64(headBytes)
	if s.format == formatYAML {
		limit = min(size, yamlBytes+1) // a file that grows costs no more than it was thought to
	}
	r, err := open(ctx, src, path, limit)
	if err != nil {
		s.reason = err.Error()
		s.gone = errors.Is(err, fs.ErrNotExist) || errors.Is(err, luminos.ErrNotRegular)
		return s
	}
	switch s.format {
	case formatCSV, formatTSV:
		head, err := io.ReadAll(io.LimitReader(r, headBytes))
		if err != nil {
			s.reason = err.Error()
			return s
		}
		s.dialect, s.reason = sniff(head, s.format == formatTSV, size <= headBytes)
		if s.names = uniqueNames(s.dialect.names); s.dialect.delim == '\t' {
			s.format = formatTSV
		}
	case formatLines:
		t := newTable()
		_ = t.readLines(r) // the last line of the head may be cut
		s.fill(t, t.rows == 0)
	case formatYAML:
		b, err := io.ReadAll(io.LimitReader(r, yamlBytes+1))
		if err != nil {
			s.reason = err.Error()
			return s
		}
		t, lone, err := readYAML(b)
		if err != nil {
			s.reason = err.Error()
			return s
		}
		s.lone, s.table = lone, t
		s.fill(t, len(t.columns) == 0)
	default:
		d := readDocument(r)
		if errors.Is(d.err, errGoesOn) && s.isLines(ctx, src, path) {
			return s
		}
		if d.err != nil && (size <= headBytes || errors.Is(d.err, errTooDeep)) {
			s.reason = jsonProblem(d.err)
			return s
		}
		s.describe(d)
	}
	return s
}

// describe sets the columns of the shape, or the reason why the file is no dataset, by its document.
func (s *shape) describe(d *document) {
	if d.isSchema() {
		s.reason = schemaOnly
		return
	}
	t, lone := d.decide()
	s.lone = lone
	if d.geo {
		s.format = formatGeoJSON
	}
	s.fill(t, len(t.columns) == 0 && len(t.parts) == 0)
}

// isLines reports whether the file at the path holds JSON Lines. If it does, isLines sets
// the format and the columns of the shape by the head of the file.
func (s *shape) isLines(ctx context.Context, src luminos.Source, path luminos.Path) bool {
	r, err := open(ctx, src, path, headBytes)
	if err != nil {
		return false
	}
	t := newTable()
	_ = t.readLines(r) // the last line of the head may be cut
	if t.rows < 2 || t.bad > 1 {
		return false
	}
	s.format = formatLines
	s.fill(t, false)
	return true
}

// fill copies the names of the columns from t, the table of a file's head, to the shape. empty is
// whether the head has no records.
func (s *shape) fill(t *table, empty bool) {
	for _, c := range t.columns {
		s.names = append(s.names, c.name)
	}
	for _, p := range t.parts {
		s.names = append(s.names, p.Name)
	}
	if empty {
		s.reason = noRecords
	}
	if s.format != formatLines && !s.lone {
		return
	}
	slices.Sort(s.names)
}
