package imports

import (
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// resolveDeclared finds the directory of the longest prefix of a name that a file
// declares as its package or namespace. Of several directories the nearest to the
// importing file wins, then the one with the most files.
func resolveDeclared(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	sep := "."
	if f.family == outline.PHP {
		sep = `\`
	}
	for name := r.Spec; name != ""; {
		if dirs := ix.declared[declaration{f.family, name}]; len(dirs) > 0 {
			if name == f.head.Package {
				return nil // its own package, which needs no import
			}
			best := dirs[0]
			for _, d := range dirs[1:] {
				if common(f.path, d) > common(f.path, best) {
					best = d
				}
			}
			return []luminos.Path{best}
		}
		i := strings.LastIndex(name, sep)
		if i < 0 {
			return nil
		}
		name = name[:i]
	}
	return nil
}

// resolvePHP resolves included files by their path and the rest by namespace.
func resolvePHP(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	if p, ok := strings.CutPrefix(r.Spec, "file "); ok {
		if to := f.path.Dir().Join(p); ix.isFile(to) {
			return []luminos.Path{to.Dir()}
		}
		return ix.bySuffix(f.path, p)
	}
	return resolveDeclared(ix, f, r)
}
