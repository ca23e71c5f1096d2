package facts

import (
	"context"
	"path"
	"slices"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Bounds on the reading of .gitmodules: bytes, and submodules.
const (
	modulesBytes   = 1 << 20
	submodulesMost = 1000
)

// submodulePath matches the line of .gitmodules with the directory of a submodule
// (https://git-scm.com/docs/gitmodules).
var submodulePath = lazyregexp.Lazy(`(?i)^\s*path\s*=\s*"?([^"\n]+?)"?\s*(?:[#;].*)?$`)

// readSubmodules sets the submodules that the file .gitmodules at the root names and whose directories are there.
func readSubmodules(ctx context.Context, in input, r *readings) (yield, error) {
	text, err := in.src.Text(ctx, ".gitmodules", modulesBytes)
	if err != nil {
		return yield{}, ctx.Err() // a file that cannot be read is reported by the scan
	}
	there := map[luminos.Path]bool{}
	for i := range in.scan.Dirs {
		there[in.scan.Dirs[i].Path] = true
	}
	lines := text.Lines()
	for i, line := range lines {
		m := submodulePath().FindStringSubmatch(line)
		if m == nil || len(r.facts.Submodules) == submodulesMost {
			continue
		}
		if p := luminos.PathFromOS(path.Clean(m[1])); there[p] && p != luminos.Root {
			there[p] = false // once
			r.facts.Submodules = append(r.facts.Submodules, luminos.Submodule{Path: p, Evidence: citeLine(text, lines, i+1)})
		}
	}
	slices.SortFunc(r.facts.Submodules, func(a, b luminos.Submodule) int { return a.Path.CompareTree(b.Path) })
	return yield{read: []luminos.Path{text.Path}}, nil
}
