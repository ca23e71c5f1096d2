package investigate

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// Bounds on the search for settings that only tests name.
const (
	settingsMost   = 50      // files of settings with masked places
	neighboursMost = 500     // sources that are searched for their names
	neighbourText  = 1 << 20 // bytes of each source
)

// ofTests marks the places in files of settings as aside that tests name and no other source does: the sources in the
// directory of the file and in the two directories above it are searched for the name of the file.
func (r *recorder) ofTests(ctx context.Context, scan *luminos.Scan, list []luminos.Masked) error {
	sources := map[luminos.Path]bool{}
	for i := range scan.Files {
		if f := &scan.Files[i]; content.IsProgramming(f.Language) {
			sources[f.Path] = true
		}
	}
	named := map[luminos.Path]*struct{ tests, others bool }{}
	for i := range list {
		if p := list[i].Path; !sources[p] && !pathrole.Aside(p) && p.Dir() != luminos.Root && len(named) < settingsMost {
			named[p] = &struct{ tests, others bool }{}
		}
	}
	searched := 0
	for i := range scan.Files {
		f := &scan.Files[i]
		if !sources[f.Path] || !f.Regular() || searched == neighboursMost {
			continue
		}
		text, read := "", false
		for p, n := range named {
			if d := f.Path.Dir(); d != p.Dir() && d != p.Dir().Dir() && d != p.Dir().Dir().Dir() || n.others {
				continue
			}
			if !read {
				read = true
				searched++
				t, err := r.raw.Text(ctx, f.Path, neighbourText)
				if err != nil && ctx.Err() != nil {
					return ctx.Err()
				}
				text = t.Content
			}
			if strings.Contains(text, p.Base()) {
				n.tests = n.tests || pathrole.Test(f.Path)
				n.others = n.others || !pathrole.Test(f.Path)
			}
		}
	}
	for i := range list {
		if n := named[list[i].Path]; n != nil && n.tests && !n.others {
			list[i].Aside = true
		}
	}
	return nil
}
