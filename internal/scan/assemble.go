package scan

import (
	"cmp"
	"context"
	"slices"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/ignore"
)

const (
	// classifiedMax is the maximum number of files that the JSON lists one by one.
	classifiedMax = 2000
	// listMax is the maximum length of the other lists.
	listMax = 1000
)

// assemble returns the finished scan of the directories and entries that the walk collected. It also reads
// the state of git, the links and possible duplicates. It returns an error only if ctx has ended.
func (w *walk) assemble(ctx context.Context) (*luminos.Scan, error) {
	dropOwn(w)
	chargeHardlinks(w.hardlinks)
	all := weigh(w.root)
	s := &luminos.Scan{Excludes: append([]string{}, w.opts.Excludes...), Unmeasured: w.unmeasured}
	var err error
	if s.Duplicates, err = w.duplicates(ctx, all); err != nil {
		return nil, err
	}
	truncated(s, "duplicates/groups", len(s.Duplicates.Groups), s.Duplicates.Total)
	s.DiskUsage, s.Ignored = diskUsage(all, w.ruledOut)
	s.TopDirectories = topDirectories(all)
	w.resolve(s)
	w.drawTree(s)
	s.Git = gitState(w.top)

	picks := w.sample.drawn()
	w.files(s, all, picks)
	w.notices.mark(s)
	s.Dirs = directories(all, w.ruledOut)
	claimMaterial(s)
	w.attributes.mark(s.Files)
	markChapters(s.Files)
	classify(s)
	s.SurveySignals = signals(s, picks)
	languages(s)
	s.FileCategories = categories(s.Files)
	s.RecentFiles = recent(s.Files)

	slices.SortFunc(w.problems, func(a, b luminos.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	slices.SortFunc(w.special, func(a, b luminos.Special) int { return cmp.Compare(a.Path, b.Path) })
	s.Unreadable = cut(s, "unreadable", w.problems, listMax)
	s.Special = cut(s, "special", w.special, listMax)
	if shared := sharedFiles(w.hardlinks); len(shared) > 0 {
		s.Shared = cut(s, "shared_files", shared, listMax)
	}
	s.Mismatches = cut(s, "mismatches", s.Mismatches, listMax)
	s.Ignored.Roots = cut(s, "ignored/roots", s.Ignored.Roots, listMax)
	s.SurveySignals.Extensions = cut(s, "survey_signals/extensions", s.SurveySignals.Extensions, extensionsMax)
	slices.SortFunc(s.Truncated, func(a, b luminos.Truncated) int { return cmp.Compare(a.Field, b.Field) })
	return s, nil
}

// cut returns the first elements of list, up to the number most, and never nil, which JSON would
// show as null. If it drops elements, it records in the scan that the field is cut.
func cut[T any](s *luminos.Scan, field string, list []T, most int) []T {
	kept := min(len(list), most)
	truncated(s, field, kept, len(list))
	return append(make([]T, 0, kept), list[:kept]...)
}

func truncated(s *luminos.Scan, field string, kept, total int) {
	if kept < total {
		s.Truncated = append(s.Truncated, luminos.Truncated{Field: field, Kept: kept, Total: total})
	}
}

func (w *walk) resolve(s *luminos.Scan) {
	slices.SortFunc(w.linked, func(a, b luminos.Link) int { return cmp.Compare(a.Path, b.Path) })
	s.Links = cut(s, "links", w.linked, listMax)
	resolveLinks(w.top, s.Links)
}

func (w *walk) drawTree(s *luminos.Scan) {
	targets := map[luminos.Path]string{}
	for _, l := range s.Links {
		targets[l.Path] = l.Target
	}
	s.Tree = (&drawing{w.opts.Depth, w.opts.All, targets}).draw(w.root)
	s.TreeRendered = render(s.Tree)
}

// files fills the lists of files of s: all investigated files and links by path, the largest files, and the files whose
// content contradicts their extension.
// The descriptions come from picks, the sampled files.
func (w *walk) files(s *luminos.Scan, all []*node, picks []pick) {
	total := 0
	for _, n := range all {
		total += len(n.entries)
	}
	s.Files = make([]luminos.File, 0, total)
	s.LargeFiles, s.Mismatches = []luminos.SizedPath{}, []luminos.Mismatch{}
	inOrder(w.root, func(e *entry) {
		f := w.file(e)
		s.Files = append(s.Files, f)
		if f.Kind != "" {
			return
		}
		s.LargeFiles = keep(s.LargeFiles, luminos.SizedPath{Path: e.path, Size: e.size, Allocated: e.allocated},
			func(a, b luminos.SizedPath) int {
				return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(a.Path, b.Path))
			})
		if e.flags.has(flagMismatch) {
			s.Mismatches = append(s.Mismatches, luminos.Mismatch{
				Path: e.path, Extension: e.path.Ext(), Found: f.MIME, Name: content.FormatName(f.MIME),
			})
		}
	})
	for _, p := range picks {
		i, _ := slices.BinarySearchFunc(s.Files, p.path, atPath)
		s.Files[i].Description = p.description
	}
}

// classify fills the selection of the files of s for the JSON.
func classify(s *luminos.Scan) {
	total := len(s.Files)
	s.ClassifiedFiles = luminos.ClassifiedFiles{Total: total, Files: []luminos.File{}}
	for _, i := range spread(total, classifiedMax) {
		s.ClassifiedFiles.Files = append(s.ClassifiedFiles.Files, s.Files[i])
	}
	truncated(s, "classified_files", len(s.ClassifiedFiles.Files), total)
}

func (w *walk) file(e *entry) luminos.File {
	f := luminos.File{
		Path:       e.path,
		Category:   luminos.Category(w.names.name(e.category)),
		Language:   w.names.name(e.language),
		MIME:       w.names.name(e.mime),
		Size:       e.size,
		Lines:      luminos.Lines{Code: int(e.code), Comment: int(e.comment), Blank: int(e.blank), Tests: int(e.tests)},
		Generated:  e.flags.has(flagGenerated),
		Vendored:   e.flags.has(flagVendored),
		Executable: e.flags.has(flagExecutable),
		PrivateKey: e.flags.has(flagPrivateKey),
		Encrypted:  e.flags.has(flagEncrypted),
		Text:       e.flags.has(flagText),
		Table:      e.flags.has(flagTable),
		ModTime:    time.Unix(e.seconds, int64(e.nanos)).UTC(),
		Stamp:      e.stamp,
		Sum:        e.sum,
	}
	if y := f.ModTime.Year(); y < 0 || y > 9999 { // some file systems keep years that JSON cannot say
		f.ModTime = time.Time{}
	}
	if e.flags.has(flagLink) {
		f.Kind = luminos.KindSymlink
	}
	return f
}

// keep inserts x into a sorted list, drops the last element if the list has more than topMax,
// and returns the list.
func keep[T any](list []T, x T, compare func(a, b T) int) []T {
	if len(list) == topMax && compare(list[topMax-1], x) <= 0 {
		return list
	}
	i, _ := slices.BinarySearchFunc(list, x, compare)
	list = slices.Insert(list, i, x)
	return list[:min(len(list), topMax)]
}

// directories returns the root and the directories that no rule excludes, sorted by path.
// single are the ignored files that have no node of their own.
func directories(all []*node, single []luminos.IgnoredRoot) []luminos.Dir {
	ignored := map[luminos.Path]int{}
	for i := range single {
		if single[i].Rule != ignore.VersionControlRule {
			ignored[single[i].Path.Dir()]++
		}
	}
	list := make([]luminos.Dir, 0, len(all))
	for _, n := range all {
		if n.ruledOut {
			continue
		}
		d := luminos.Dir{Path: n.path, Files: len(n.entries), TotalFiles: n.files, TotalBytes: n.bytes,
			Ignored: ignored[n.path], Vendored: n.vendored}
		for _, c := range n.dirs {
			switch {
			case !c.ruledOut:
				d.Subdirs++
			case !c.vcs:
				d.Ignored += max(1, c.usage.files)
			}
		}
		list = append(list, d)
	}
	// "." sorts before every name except names that begin with a space or the like.
	slices.SortFunc(list[1:], func(a, b luminos.Dir) int { return cmp.Compare(a.Path, b.Path) })
	return list
}

// languages returns the lines of each language that linguist knows, most code first, and their sum.
// Of vendored and generated files it counts only files and bytes.
func languages(s *luminos.Scan) {
	rows := map[string]*luminos.LanguageLines{}
	for i := range s.Files {
		f := &s.Files[i]
		if f.Language == "" {
			continue
		}
		row := rows[f.Language]
		if row == nil {
			row = &luminos.LanguageLines{Name: f.Language, Type: content.LanguageType(f.Language)}
			rows[f.Language] = row
		}
		switch {
		case f.Vendored:
			row.Vendored.Files++
			row.Vendored.Bytes += f.Size
		case f.Generated:
			row.Generated.Files++
			row.Generated.Bytes += f.Size
		default:
			row.Files++
			row.Bytes += f.Size
			row.Add(f.Lines)
		}
	}
	s.Languages, s.LinesOfCode, s.LinesOfText = []luminos.LanguageLines{}, luminos.Lines{}, luminos.Lines{}
	for _, row := range rows {
		if row.Type == "" {
			continue
		}
		s.Languages = append(s.Languages, *row)
		s.LinesOfText.Add(row.Lines)
		if row.Type == "programming" {
			s.LinesOfCode.Add(row.Lines)
		}
	}
	slices.SortFunc(s.Languages, func(a, b luminos.LanguageLines) int {
		return cmp.Or(cmp.Compare(b.Code, a.Code), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
}

func categories(files []luminos.File) map[luminos.Category]luminos.Tally {
	m := map[luminos.Category]luminos.Tally{}
	for i := range files {
		if f := &files[i]; f.Kind == "" {
			t := m[f.Category]
			t.Files++
			t.Bytes += f.Size
			m[f.Category] = t
		}
	}
	return m
}

// recent returns the files that changed last, newest first, at most topMax. The age of each is
// counted from the newest file, not from today. Files of the future are left out.
func recent(files []luminos.File) []luminos.DatedPath {
	list, limit := []luminos.DatedPath{}, time.Now().Add(clockSlack)
	for i := range files {
		if f := &files[i]; f.Kind == "" && !f.ModTime.IsZero() && !f.ModTime.After(limit) {
			list = keep(list, luminos.DatedPath{Path: f.Path, Modified: f.ModTime}, func(a, b luminos.DatedPath) int {
				return cmp.Or(b.Modified.Compare(a.Modified), cmp.Compare(a.Path, b.Path))
			})
		}
	}
	for i := range list {
		list[i].AgeDays = int(list[0].Modified.Sub(list[i].Modified) / (24 * time.Hour))
	}
	return list
}
