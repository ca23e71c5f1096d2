// Package delivery reads how a target is built and shipped: its
// continuous-integration configuration, its container recipes and compositions.
package delivery

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
)

// Result is what delivery configuration says. Lists are sorted: systems by
// name, files by path.
type Result struct {
	CI         []string                      // systems, each once
	CIFiles    []luminos.CIFile              // one per configuration file
	Containers []luminos.Container           // recipes, compositions, cluster manifests
	Evidence   map[string][]luminos.Evidence // "ci/NAME" for each of CI
	Read       []luminos.Path                // files whose content was looked at
	Problems   []luminos.Problem
}

const (
	// headLimit bounds what is read of one file: real ones are far below it.
	headLimit = 256 << 10
	// Caps on how many files of a kind are read; the rest is said in Problems.
	maxCI        = 500
	maxRecipes   = 500
	maxManifests = 500
	// maxCited is how many files of one CI system stand as evidence.
	maxCited = 3
	// maxItems bounds each list of one container, and maxItem the length of one entry.
	maxItems = 50
	maxItem  = 200
)

// Read looks at the CI and container files of a scan. What cannot be read or
// understood is a problem in the result; the error is only that of ctx.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &Result{Evidence: map[string][]luminos.Evidence{}}
	if err := r.readCI(ctx, src, scan); err != nil {
		return nil, err
	}
	if err := r.readContainers(ctx, src, scan); err != nil {
		return nil, err
	}
	slices.Sort(r.Read)
	r.Read = slices.Compact(r.Read)
	slices.SortFunc(r.Problems, func(a, b luminos.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return r, nil
}

// file is one file to read and what became of it.
type file struct {
	path luminos.Path
	text luminos.Text
	err  error
}

// readAll reads files side by side; results keep their order.
func readAll(ctx context.Context, src luminos.Source, paths []luminos.Path) ([]file, error) {
	files := make([]file, len(paths))
	errs, err := batch.Each(ctx, len(paths), func(ctx context.Context, i int) (err error) {
		files[i].text, err = src.Text(ctx, paths[i], headLimit)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i].path, files[i].err = paths[i], errs[i]
	}
	return files, nil
}

// capped cuts a list of paths and notes in the result what was left out.
func (r *Result) capped(paths []luminos.Path, limit int, what string) []luminos.Path {
	if len(paths) <= limit {
		return paths
	}
	r.Problems = append(r.Problems, luminos.Problem{
		Path:   paths[limit],
		Reason: fmt.Sprintf("%d %s, only the first %d were read", len(paths), what, limit),
	})
	return paths[:limit]
}

// note records a file that was read, or why it could not be.
func (r *Result) note(f file) bool {
	if f.err != nil {
		r.Problems = append(r.Problems, batch.Problem(f.path, f.err))
		return false
	}
	r.Read = append(r.Read, f.path)
	return true
}

// add appends an entry to a list of a container: once, cut, and not without bound.
func add(list []string, s string) []string {
	if s = strings.TrimSpace(s); s == "" || len(list) >= maxItems {
		return list
	}
	if len(s) > maxItem {
		s = strings.ToValidUTF8(s[:maxItem], "") + "…"
	}
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
