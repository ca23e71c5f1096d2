package scan

import (
	"slices"

	"luminos"
	"luminos/internal/content"
)

// Part returns the measurements of the directory dir of a scan as a scan of its own, with paths below that directory.
// It reads nothing. The tree, the disk usage and samples of descriptions are left out.
func Part(s *luminos.Scan, dir luminos.Path) *luminos.Scan {
	t := &luminos.Scan{Excludes: s.Excludes, Unmeasured: s.Unmeasured}
	first, _ := slices.BinarySearchFunc(s.Files, dir+"/", atPath)
	for i := first; i < len(s.Files) && s.Files[i].Path.Within(dir); i++ {
		f := s.Files[i]
		whole := f.Path
		f.Path = f.Path.Below(dir)
		f.Vendored = f.Vendored || content.IsVendored(f.Path) && !content.IsVendored(whole) // some rules begin at the root
		t.Files = append(t.Files, f)
	}
	for _, d := range s.Dirs {
		if d.Path.Within(dir) {
			d.Path = d.Path.Below(dir)
			d.Vendored = d.Vendored || d.Path != luminos.Root && content.IsVendored(d.Path+"/")
			t.Dirs = append(t.Dirs, d)
		}
	}
	t.LargeFiles = part(s.LargeFiles, dir, func(f *luminos.SizedPath) *luminos.Path { return &f.Path })
	t.Mismatches = part(s.Mismatches, dir, func(m *luminos.Mismatch) *luminos.Path { return &m.Path })
	t.Unreadable = part(s.Unreadable, dir, func(p *luminos.Problem) *luminos.Path { return &p.Path })
	t.Special = part(s.Special, dir, func(p *luminos.Special) *luminos.Path { return &p.Path })
	t.Links = part(s.Links, dir, func(l *luminos.Link) *luminos.Path { return &l.Path })
	t.Shared = part(s.Shared, dir, func(f *luminos.SharedFile) *luminos.Path { return &f.Path })
	t.Ignored.Roots = part(s.Ignored.Roots, dir, func(r *luminos.IgnoredRoot) *luminos.Path { return &r.Path })
	for _, r := range t.Ignored.Roots {
		t.Ignored.Files += r.Files
		t.Ignored.Allocated += r.Allocated
	}
	t.SurveySignals = signals(t, nil)
	languages(t)
	t.FileCategories = categories(t.Files)
	t.RecentFiles = recent(t.Files)
	return t
}

// part returns the elements of a list whose paths are below the directory dir, with paths below it.
func part[T any](list []T, dir luminos.Path, path func(*T) *luminos.Path) []T {
	out := []T{}
	for _, e := range list {
		if p := path(&e); p.Within(dir) && *p != dir {
			*p = p.Below(dir)
			out = append(out, e)
		}
	}
	return out
}
