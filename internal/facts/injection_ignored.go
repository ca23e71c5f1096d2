package facts

import (
	"context"
	"slices"
	"strings"

	"luminos"
)

// Bounds on the search of ignored files, which an agent can read although they are not investigated.
const (
	ignoredFiles = 1000
	ignoredBytes = 16 << 20
)

// ignoredTexts returns ignored files to search, the nearest to the root first, and the number of ignored files that are
// left out. Files of version control and files that the user excluded are not searched.
func ignoredTexts(ctx context.Context, src luminos.Source, scan *luminos.Scan) (todo []*luminos.File, left int) {
	var dirs []luminos.Path
	total, bytes := 0, int64(0)
	add := func(n luminos.Node) {
		switch {
		case n.Kind == luminos.KindDir:
			dirs = append(dirs, n.Path)
		case n.Kind == luminos.KindFile && n.Size > 0 && len(todo) < ignoredFiles && bytes+min(n.Size, searchedFile) <= ignoredBytes:
			bytes += min(n.Size, searchedFile)
			todo = append(todo, &luminos.File{Path: n.Path, Kind: n.Kind, Size: n.Size})
		}
	}
	roots := slices.Clone(scan.Ignored.Roots)
	slices.SortFunc(roots, func(a, b luminos.IgnoredRoot) int { return strings.Compare(string(a.Path), string(b.Path)) })
	for _, r := range roots {
		if r.Rule == "version control" || strings.HasPrefix(r.Rule, "--exclude") {
			continue
		}
		total += r.Files
		if n, err := src.Stat(ctx, r.Path); err == nil {
			add(n)
		}
	}
	for listed := 0; len(dirs) > 0 && listed < ignoredFiles && len(todo) < ignoredFiles; listed++ {
		dir := dirs[0]
		dirs = dirs[1:]
		nodes, err := src.List(ctx, dir)
		if err != nil {
			continue // a problem of the scan
		}
		for _, n := range nodes {
			add(n)
		}
	}
	return todo, max(0, total-len(todo))
}
