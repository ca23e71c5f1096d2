package integrity

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
	"luminos/internal/facts/present"
)

// Bounds on declarations.
const (
	declarationsMost = 100     // files
	resourcesMost    = 5000    // of one file
	declarationMost  = 4 << 20 // bytes of one file: schemas with descriptions are long
)

// declared returns the files that a data package (https://datapackage.org) declares and that are not there, or nil
// if all are.
func (r *reader) declared(ctx context.Context, p luminos.Path) *luminos.Declared {
	text := r.text(ctx, p, declarationMost)
	var doc struct {
		Resources []struct {
			Path any `json:"path"`
		} `json:"resources"`
	}
	if text.Cut || decode.JSON(text.Content, &doc) != nil {
		return nil // the reader of manifests states the problem
	}
	d := &luminos.Declared{Path: p}
	left := resourcesMost
	for _, res := range doc.Resources {
		for _, name := range paths(res.Path) {
			if left--; left < 0 || strings.Contains(name, "://") {
				continue
			}
			at, ok := present.Below(p.Dir(), name)
			if !ok || r.present.Has(ctx, at) != present.Absent || r.isDir(ctx, at) {
				continue
			}
			// Some packages name the files of their directory "data" without it.
			if in, ok := present.Below(p.Dir(), "data/"+name); ok && r.present.Has(ctx, in) == present.There {
				continue
			}
			if d.Total++; len(d.Missing) < listMost {
				d.Missing = append(d.Missing, at)
			}
		}
	}
	if d.Total == 0 {
		return nil
	}
	return d
}

// isDir reports whether a directory is at p, which some declare as a resource.
func (r *reader) isDir(ctx context.Context, p luminos.Path) bool {
	n, err := r.src.Stat(ctx, p)
	return err == nil && n.Kind == luminos.KindDir
}

// paths returns the path of a resource, or its paths.
func paths(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}
