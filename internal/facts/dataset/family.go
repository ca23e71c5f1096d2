package dataset

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
)

// How families are recognised.
const (
	sampleFiles    = 50  // whose heads stand for the rest of a large set
	probeAll       = 500 // a set up to this large is looked at file by file
	recordFamily   = 2   // record files that make a family
	loneFamily     = 5   // documents that make a family
	loneFamilyCode = 10  // the same, in code, where documents are mostly settings
	wideFamily     = 8   // files across sibling directories
)

// family is one file, or several of one shape that lie together.
type family struct {
	files    []*luminos.File // by path
	shape    shape
	shapes   map[luminos.Path]shape // of those that were looked at
	pattern  string                 // "" for one file
	allotted []int64                // bytes that may be read of each
}

// families joins the chosen files: first across sibling directories, then
// within each directory.
func (p *prober) families(ctx context.Context, c chosen) ([]*family, error) {
	var out []*family
	rest := c.files
	for _, where := range []func(luminos.Path) luminos.Path{
		func(f luminos.Path) luminos.Path { return f.Dir().Dir() },
		luminos.Path.Dir,
	} {
		wide := len(out) == 0 && len(rest) == len(c.files)
		var left []*luminos.File
		for _, set := range sets(rest, where) {
			if wide && (len(set) < wideFamily || directories(set) < 3) {
				left = append(left, set...)
				continue
			}
			found, others, err := p.join(ctx, set, wide)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
			left = append(left, others...)
		}
		rest = left
	}
	if err := p.probe(ctx, rest); err != nil {
		return nil, err
	}
	for _, f := range rest {
		if s, ok := p.shapes[f.Path]; ok && p.wanted(f, &s) {
			out = append(out, &family{files: []*luminos.File{f}, shape: s, shapes: p.shapes})
		}
	}
	slices.SortFunc(out, func(a, b *family) int { return cmp.Compare(a.files[0].Path, b.files[0].Path) })
	return out, nil
}

// wanted reports whether a file on its own is a dataset, and notes why not.
func (p *prober) wanted(f *luminos.File, s *shape) bool {
	if s.reason == "" {
		return !s.lone || !p.strict && s.format != formatYAML
	}
	// A table that is none is news; a broken settings file is not, here.
	if table := s.format == formatCSV || s.format == formatTSV || s.format == formatLines; !s.gone && (table || !p.strict) {
		if s.reason != "holds no records" && len(p.problems) < problemsMax {
			p.problems = append(p.problems, luminos.Problem{Path: f.Path, Reason: s.reason})
		}
	}
	return false
}

// sets groups files by where they lie and their extension, in order.
func sets(files []*luminos.File, where func(luminos.Path) luminos.Path) [][]*luminos.File {
	type key struct {
		place luminos.Path
		depth int
		ext   string
	}
	at := map[key]int{}
	var out [][]*luminos.File
	for _, f := range files {
		k := key{where(f.Path), f.Path.Depth(), f.Path.Ext()}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	for _, set := range out {
		slices.SortFunc(set, func(a, b *luminos.File) int { return cmp.Compare(a.Path, b.Path) })
	}
	return out
}

// directories counts the directories of a set.
func directories(set []*luminos.File) int {
	seen := map[luminos.Path]bool{}
	for _, f := range set {
		seen[f.Path.Dir()] = true
	}
	return len(seen)
}

// join makes families of a set of files that lie together: one of nearly all
// when they are alike, else of those with the same header. wide says that they
// lie in sibling directories: then only the first.
func (p *prober) join(ctx context.Context, set []*luminos.File, wide bool) (found []*family, others []*luminos.File, err error) {
	if len(set) < recordFamily {
		return nil, set, nil
	}
	sample := set
	if len(set) > sampleFiles && (wide || len(set) > probeAll || formats[set[0].Path.Ext()] == formatYAML) {
		sample = spread(set, sampleFiles)
	}
	if err := p.probe(ctx, sample); err != nil {
		return nil, nil, err
	}
	if ref, n := p.majority(sample); ref != nil && n >= p.enough(ref) && n*5 >= len(sample)*4 && (!wide || n >= wideFamily) {
		f := &family{shape: *ref, shapes: p.shapes}
		for _, file := range set {
			if s, ok := p.shapes[file.Path]; ok && !ref.like(&s) {
				others = append(others, file)
				continue
			}
			f.files = append(f.files, file)
		}
		f.pattern = pattern(f.files)
		return []*family{f}, others, nil
	}
	if wide {
		return nil, set, nil
	}
	if len(set) > len(sample) {
		p.over += len(set) - len(sample)
		set = sample
	}
	return p.cluster(set)
}

// enough is how many alike files make a family.
func (p *prober) enough(s *shape) int {
	switch {
	case !s.lone:
		return recordFamily
	case p.strict:
		return loneFamilyCode
	}
	return loneFamily
}

// majority is the shape that most of a sample are like, and how many.
func (p *prober) majority(sample []*luminos.File) (best *shape, n int) {
	tried := map[string]bool{}
	for _, f := range sample {
		s, ok := p.shapes[f.Path]
		if !ok || s.reason != "" || tried[s.key()] || len(tried) >= 20 {
			continue
		}
		tried[s.key()] = true
		alike := 0
		for _, g := range sample {
			if o, ok := p.shapes[g.Path]; ok && s.like(&o) {
				alike++
			}
		}
		if alike > n {
			best, n = &s, alike
		}
	}
	return best, n
}

// cluster makes families of record files with the very same columns.
func (p *prober) cluster(set []*luminos.File) (found []*family, others []*luminos.File, err error) {
	byKey := map[string]*family{}
	for _, f := range set {
		s, ok := p.shapes[f.Path]
		if !ok || s.reason != "" || s.lone || !s.dialect.header && s.dialect.delim != 0 {
			others = append(others, f)
			continue
		}
		k := s.key()
		if byKey[k] == nil {
			byKey[k] = &family{shape: s, shapes: p.shapes}
			found = append(found, byKey[k])
		}
		byKey[k].files = append(byKey[k].files, f)
	}
	found = slices.DeleteFunc(found, func(f *family) bool {
		if len(f.files) == 1 {
			others = append(others, f.files...)
			return true
		}
		f.pattern = pattern(f.files)
		return false
	})
	return found, others, nil
}

// spread picks n of the files, evenly.
func spread(files []*luminos.File, n int) []*luminos.File {
	if len(files) <= n {
		return files
	}
	out := make([]*luminos.File, n)
	for i := range out {
		out[i] = files[i*len(files)/n]
	}
	return out
}

// pattern is a glob for the files of a family: what their names have in common,
// cut at a word, and "*" for what differs.
func pattern(files []*luminos.File) string {
	if len(files) < 2 {
		return ""
	}
	dir, base := files[0].Path.Dir(), files[0].Path.Base()
	ext := path.Ext(base)
	prefix := strings.TrimSuffix(base, ext)
	many := false
	for _, f := range files[1:] {
		many = many || f.Path.Dir() != dir
		prefix = shared(prefix, f.Path.Base())
	}
	if i := strings.LastIndexAny(prefix, "-_. "); i >= 0 {
		prefix = prefix[:i+1]
	} else if prefix != strings.TrimSuffix(base, ext) {
		prefix = ""
	}
	glob := prefix + "*" + ext
	if many {
		return string(dir.Dir().Join("*", glob))
	}
	return string(dir.Join(glob))
}

// shared is the longest beginning that a and b have in common.
func shared(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}
