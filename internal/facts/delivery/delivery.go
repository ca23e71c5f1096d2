// Package delivery reads the configuration of continuous integration, container
// recipes, compositions and cluster manifests.
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

// Result holds the facts about delivery. Systems are sorted by name, files by
// path.
type Result struct {
	CI         []string                      // systems, each once
	CIFiles    []luminos.CIFile              // one per configuration file
	Containers []luminos.Container           // recipes, compositions, cluster manifests
	Evidence   map[string][]luminos.Evidence // "ci/NAME" for each of CI
	Read       []luminos.Path                // files whose content was read
	Problems   []luminos.Problem
}

const (
	// headLimit is the number of bytes read of one file. Real files are far smaller.
	headLimit = 256 << 10
	// The maximum numbers of files that are read. Further files become one problem.
	maxCI        = 500
	maxRecipes   = 500
	maxManifests = 500
	// maxCited bounds the citations for one CI system, and for the images or services of one file.
	maxCited = 3
	// maxItems bounds each list of one container, and maxItem the length of one entry.
	maxItems = 50
	maxItem  = 200
)

// Read reads the CI and container files of a scan. A file that cannot be read, or a composition that
// cannot be parsed, becomes a problem in the result. Read returns an error only if ctx is cancelled.
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

// file is a file to read, with its text or its error.
type file struct {
	path luminos.Path
	text luminos.Text
	err  error
}

// readAll reads CI or container files concurrently. It returns each with its text or its error, in
// the order of paths.
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

// capped returns the first limit of the paths. If there are more, it adds a problem to r that
// states the total number of paths.
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

// note adds the path of a file to the list of files that were read, or its error to the problems.
// It reports whether the file was read.
func (r *Result) note(f file) bool {
	if f.err != nil {
		r.Problems = append(r.Problems, batch.Problem(f.path, f.err))
		return false
	}
	r.Read = append(r.Read, f.path)
	return true
}

// add appends the entry s to a list such as the ports of a container file, unless s is blank or the
// list has it. It cuts s after maxItem bytes, and adds nothing if the list has maxItems entries.
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
