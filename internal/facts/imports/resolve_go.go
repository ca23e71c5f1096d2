package imports

import (
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// resolveGo returns the directory that a Go import path refers to, in the module of the target
// whose path is the longest prefix of the import path. It returns nil for a package outside of the
// target.
func resolveGo(ix *index, _ *source, r *outline.HeadImport) []luminos.Path {
	for prefix := r.Spec; prefix != "." && prefix != "/"; {
		if dir, ok := ix.modules[prefix]; ok {
			to := dir.Join(strings.TrimPrefix(r.Spec[len(prefix):], "/"))
			if ix.has(outline.Go, to) {
				return []luminos.Path{to}
			}
			return nil
		}
		i := strings.LastIndexByte(prefix, '/')
		if i < 0 {
			break
		}
		prefix = prefix[:i]
	}
	return nil
}
