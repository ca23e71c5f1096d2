// Package dataset reads tabular and record data (CSV and its variants, JSON, JSON
// Lines, YAML): the columns and their types, the number of rows, the period of the
// data.
//
// It works in two steps. Probing reads the heads of candidates and returns their
// shapes; files of one shape in one place become a family. Then the files of each
// family are streamed, within a budget, and their columns are merged.
package dataset

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/batch"
)

// Bounds of one run. They limit reading only: the result states all data that a
// bound cut off.
const (
	headBytes   = 64 << 10  // read to recognise a file's shape
	fileBytes   = 256 << 20 // of one file that is read whole
	runBytes    = 1 << 30   // of all files together, apart from samples
	sampleBytes = 4 << 20   // of a file that is larger than fileBytes or the rest of runBytes
	probesMax   = 3000      // files whose head is read
	familyMax   = 5000      // files of one family that are read
	datasetsMax = 500
)

// Result holds the datasets of a scan, and the files and problems that were met.
type Result struct {
	// Datasets are sorted by path.
	Datasets []luminos.Dataset
	Problems []luminos.Problem
	NotRead  []luminos.NotRead
	// Read are the files of which more than the name was looked at, by path.
	Read []luminos.Path
}

// Read returns a dataset for each database table and each family of data files of a scan. A file
// that should be data but cannot be read is a problem of the result; a file for which isManifest
// returns true is never data. The error is not nil only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, isManifest func(luminos.Path) bool) (*Result, error) {
	r := &Result{}
	c := choose(scan, isManifest)
	r.NotRead = c.notRead
	if err := r.readRelations(ctx, src, c.relations); err != nil {
		return nil, err
	}
	p := &prober{src: src, shapes: map[luminos.Path]shape{}, strict: c.strict, yaml: yamlRunBytes, unparsed: map[luminos.Path]bool{}}
	families, err := p.families(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("cancelled while reading the heads of data files: %w", err)
	}
	if p.over > 0 {
		r.NotRead = append(r.NotRead, luminos.NotRead{
			What: "data files", Files: p.over, Reason: fmt.Sprintf("only the heads of %d data files are looked at", probesMax),
		})
	}
	if cut := len(families) - datasetsMax; cut > 0 {
		r.NotRead = append(r.NotRead, luminos.NotRead{
			What: "data sets", Files: cut, Reason: fmt.Sprintf("only %d data sets are read", datasetsMax),
		})
		families = families[:datasetsMax]
	}
	allot(families, p.yaml)
	tables := make([]*table, len(families))
	errs, err := batch.Each(ctx, len(families), func(ctx context.Context, i int) error {
		tables[i] = families[i].read(ctx, src)
		return tables[i].err
	})
	if err != nil {
		return nil, fmt.Errorf("cancelled while reading data files: %w", err)
	}
	r.Problems = append(r.Problems, p.problems...)
	r.add(families, tables, errs, p)
	r.Problems = batch.Few(r.Problems)
	slices.SortFunc(r.NotRead, func(a, b luminos.NotRead) int { return cmp.Compare(a.What, b.What) })
	return r, nil
}

// add adds a dataset to the result for each family and its table, and the paths of all files that
// were read. A family with an error becomes a problem.
func (r *Result) add(families []*family, tables []*table, errs []error, p *prober) {
	read := map[luminos.Path]bool{}
	for path := range p.shapes {
		read[path] = true
	}
	for i, t := range tables {
		if errs[i] != nil {
			r.Problems = append(r.Problems, luminos.Problem{Path: families[i].files[0].Path, Reason: errs[i].Error()})
			continue
		}
		for _, path := range t.read {
			read[path] = true
		}
		for _, path := range t.unparsed {
			p.unparsed[path] = true
		}
		r.Datasets = append(r.Datasets, report(families[i], t))
	}
	if n := len(p.unparsed); n > 0 {
		r.NotRead = append(r.NotRead, notParsed(n))
	}
	for path := range read {
		r.Read = append(r.Read, path)
	}
	slices.Sort(r.Read)
	slices.SortFunc(r.Datasets, func(a, b luminos.Dataset) int { return cmp.Compare(a.Path, b.Path) })
}

// allot decides how many bytes are read of each file, up to familyMax in a family: all if the file has at most
// fileBytes and fits in the rest of runBytes, else at most sampleBytes. It divides the rest of the YAML budget
// among the families of several YAML files. It depends only on the sizes in the scan, so that all runs are equal.
func allot(families []*family, yaml yamlBudget) {
	sharing := slices.DeleteFunc(slices.Clone(families), func(f *family) bool { return f.shape.format != formatYAML || len(f.files) == 1 })
	for _, f := range sharing {
		f.yaml = yaml / yamlBudget(len(sharing))
	}
	left := int64(runBytes)
	for _, f := range families {
		f.allotted = make([]int64, len(f.files))
		for i, file := range f.files {
			if i >= familyMax {
				break
			}
			n := file.Size
			if n > fileBytes || n > left {
				n = min(n, sampleBytes)
			}
			f.allotted[i] = n
			left = max(left-n, 0)
		}
	}
}
