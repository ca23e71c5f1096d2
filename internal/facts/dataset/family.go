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
	sampleFiles    = 50   // whose heads stand for the rest of a large set
	probeAll       = 1000 // a set up to this large is looked at file by file
	recordFamily   = 2    // record files that make a family
	loneFamily     = 5    // documents that make a family
	loneFamilyCode = 10   // the same, in code, where documents are mostly settings
	yamlFamily     = 20   // the same, for YAML, which is nearly always settings there
	wideFamily     = 8    // files across sibling directories
)

// family is one file, or several of one shape that lie together.
type family struct {
	files    []*luminos.File // by path
	shape    shape
	shapes   map[luminos.Path]shape // of the files that were probed
	pattern  string                 // "" for one file
	allotted []int64                // bytes that may be read of each
	yaml     yamlBudget
}

// families groups the chosen files into families of files with like columns: first across sibling
// directories, then within each directory. Each file that is left and is a dataset by itself
// becomes a family of one file.
func (p *prober) families(ctx context.Context, c chosen) ([]*family, error) {
	var out []*family
	rest := c.files
	for _, wide := range []bool{true, false} {
		where := luminos.Path.Dir
		if wide {
			where = func(f luminos.Path) luminos.Path { return f.Dir().Dir() }
		}
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

// documentBytes is the smallest size of a lone document that counts as data outside
// of data directories. Smaller documents are likely settings.
const documentBytes = 8 << 10

// wanted reports whether a file that belongs to no group is a dataset by itself. It records a
// problem if the file should be data but cannot be read.
func (p *prober) wanted(f *luminos.File, s *shape) bool {
	switch {
	case s.reason == "" && s.format == formatYAML: // mostly settings and automation
		return !s.lone && inDataDir(f.Path)
	case s.reason == "":
		return !s.lone || !p.strict && (f.Size >= documentBytes || inDataDir(f.Path))
	case s.reason == noRecords, s.reason == schemaOnly:
		return false
	}
	// A broken table is reported; a broken settings file is not.
	table := s.format == formatCSV || s.format == formatTSV || s.format == formatLines
	if table || inDataDir(f.Path) || s.gone {
		p.problems = append(p.problems, luminos.Problem{Path: f.Path, Reason: s.reason})
	}
	return false
}

// sets groups files by extension, depth and the directory that the function where returns for the
// path of a file, such as its parent. Each group is sorted by path.
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

// directories returns the number of directories that contain the files of a set.
func directories(set []*luminos.File) int {
	seen := map[luminos.Path]bool{}
	for _, f := range set {
		seen[f.Path.Dir()] = true
	}
	return len(seen)
}

// join groups the files of set, which lie in one directory or, if wide is true, in sibling directories, into families.
// If nearly all files of a sample have like columns, they and the files outside of the sample are one family. Else,
// unless wide is true, each header in the sample makes a family, and files outside of the sample are only counted.
// others are the files that fit in no family.
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
	found, others = p.cluster(set)
	return found, others, nil
}

// enough returns the smallest number of files with the shape s that make a family.
func (p *prober) enough(s *shape) int {
	switch {
	case s.format == formatYAML:
		return yamlFamily
	case !s.lone:
		return recordFamily
	case p.strict:
		return loneFamilyCode
	}
	return loneFamily
}

// majority returns the shape (format and columns) that the largest number of files in a sample is
// like, and this number. It compares at most 20 shapes and returns nil if no file has one.
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

// clustersMax is the largest number of different shapes in one set.
const clustersMax = 50

// cluster groups the files of set into families: files with exactly the same columns, and files of
// one document each, with mostly the same keys. It returns as others the files of groups that are
// too small, files that are no data, and delimited files without a header.
func (p *prober) cluster(set []*luminos.File) (found []*family, others []*luminos.File) {
	for _, f := range set {
		s, ok := p.shapes[f.Path]
		if !ok || s.reason != "" || s.dialect.delim != 0 && !s.dialect.header {
			others = append(others, f)
			continue
		}
		i := slices.IndexFunc(found, func(g *family) bool {
			return g.shape.key() == s.key() || s.lone && g.shape.like(&s)
		})
		if i < 0 && len(found) >= clustersMax {
			others = append(others, f)
			continue
		}
		if i < 0 {
			i = len(found)
			found = append(found, &family{shape: s, shapes: p.shapes})
		}
		found[i].files = append(found[i].files, f)
	}
	found = slices.DeleteFunc(found, func(f *family) bool {
		if len(f.files) < p.enough(&f.shape) {
			others = append(others, f.files...)
			return true
		}
		f.pattern = pattern(f.files)
		return false
	})
	return found, others
}

// spread returns at most n of the files, at even distances.
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

// pattern returns a glob for the files of a family, or "" for one file: the common start and end of
// their names, cut at a word, with "*" between. "*" replaces a directory if the directories differ.
func pattern(files []*luminos.File) string {
	if len(files) < 2 {
		return ""
	}
	dir, base := files[0].Path.Dir(), files[0].Path.Base()
	start, end, many := base, base, false
	for _, f := range files[1:] {
		many = many || f.Path.Dir() != dir
		start = shared(start, f.Path.Base())
		end = sharedEnd(end, f.Path.Base())
	}
	const separators = "-_. "
	start = start[:strings.LastIndexAny(start, separators)+1]
	if i := strings.IndexAny(end, separators); i >= 0 {
		end = end[i:]
	} else {
		end = path.Ext(base)
	}
	if len(start)+len(end) > len(base) {
		start = ""
	}
	if many {
		return string(dir.Dir().Join("*", start+"*"+end))
	}
	return string(dir.Join(start + "*" + end))
}

// shared returns the longest common prefix of a and b.
func shared(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}

// sharedEnd returns the longest common suffix of a and b.
func sharedEnd(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return strings.ToValidUTF8(a[len(a)-n:], "")
}
