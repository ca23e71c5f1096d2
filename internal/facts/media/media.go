// Package media sums up the images, sounds and videos of a target, directory by
// directory: how many, in which formats, how large, and from when.
package media

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
)

// Bounds of one run. A head has the dimensions and the date of a picture: thumbnails
// and colour profiles before them are rarely longer than 64 KiB.
const (
	headBytes = 128 << 10
	headsDir  = 200  // files of one group that are opened
	headsRun  = 4000 // files of all groups that are opened
	groupsMax = 1000
)

// Result holds the media of a scan, and the files and problems that were met.
type Result struct {
	// Media is sorted by directory, then category.
	Media []luminos.MediaGroup
	// Photos sums up the images with data of a camera; nil if no image has them.
	Photos   *luminos.Photos
	NotRead  []luminos.NotRead
	Problems []luminos.Problem
	// Read are the files whose heads were opened, by path.
	Read []luminos.Path
}

// group is one directory's files of one category, by path.
type group struct {
	dir      luminos.Path
	category luminos.Category
	files    []*luminos.File
	bytes    int64
}

// Read groups the images, sounds and videos of a scan by directory and category, and returns a summary of each group,
// at most groupsMax. A file that cannot be opened is a problem in the result; only a cancelled context is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &Result{}
	groups := r.collect(scan)
	if cut := len(groups) - groupsMax; cut > 0 {
		slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(b.bytes, a.bytes) })
		for _, g := range groups[groupsMax:] {
			r.notRead(g.category, len(g.files), "only the heaviest media directories are summed up")
		}
		groups = groups[:groupsMax]
		slices.SortFunc(groups, byDir)
	}
	heads, err := readHeads(ctx, src, groups)
	if err != nil {
		return nil, err
	}
	for i, g := range groups {
		dropFuture(heads[i], scan.SurveySignals.Newest)
		r.Media = append(r.Media, summarise(g, heads[i]))
		for _, h := range heads[i] {
			if h.err == nil {
				r.Read = append(r.Read, h.file.Path)
			} else {
				r.Problems = append(r.Problems, batch.Problem(h.file.Path, h.err))
			}
		}
	}
	r.Photos = photos(groups, heads)
	r.Problems = batch.Few(r.Problems)
	slices.Sort(r.Read)
	return r, nil
}

// notRead records in the result that a number of files of category c was not read, with the reason.
// Equal entries are added up.
func (r *Result) notRead(c luminos.Category, files int, reason string) {
	what := string(c) + " files"
	for i := range r.NotRead {
		if r.NotRead[i].What == what && r.NotRead[i].Reason == reason {
			r.NotRead[i].Files += files
			return
		}
	}
	r.NotRead = append(r.NotRead, luminos.NotRead{What: what, Files: files, Reason: reason})
}

// collect returns the media files of a scan in groups, one for each directory and category, sorted
// by directory. It records Git LFS pointers as not read.
func (r *Result) collect(scan *luminos.Scan) []*group {
	type key struct {
		dir      luminos.Path
		category luminos.Category
	}
	byKey := map[key]*group{}
	var groups []*group
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || f.MIME == "inode/x-empty" { // a row has the empty files
			continue
		}
		switch f.Category {
		case luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo:
		default:
			continue
		}
		if f.MIME == content.LFSPointer {
			r.notRead(f.Category, 1, "Git LFS keeps them elsewhere: only their pointers are here")
			continue
		}
		k := key{f.Path.Dir(), f.Category}
		g := byKey[k]
		if g == nil {
			g = &group{dir: k.dir, category: k.category}
			byKey[k] = g
			groups = append(groups, g)
		}
		g.files = append(g.files, f)
		g.bytes += f.Size
	}
	slices.SortFunc(groups, byDir)
	return groups
}

func byDir(a, b *group) int {
	return cmp.Or(cmp.Compare(a.dir, b.dir), cmp.Compare(a.category, b.category))
}

// readHeads reads image sizes and times from a sample of the images in each group. The result has
// one list for each group, at the index of the group.
func readHeads(ctx context.Context, src luminos.Source, groups []*group) ([][]head, error) {
	heads := make([][]head, len(groups))
	left := headsRun
	var jobs []*head
	for i, g := range groups {
		if g.category != luminos.CategoryImage {
			continue
		}
		// The rest is divided, so that one huge directory does not exhaust it.
		n := min(headsDir, max(left/(len(groups)-i), 1), left)
		sample := sampleOf(g.files, n)
		left -= len(sample)
		heads[i] = make([]head, len(sample))
		for j, f := range sample {
			heads[i][j].file = f
			jobs = append(jobs, &heads[i][j])
		}
	}
	errs, err := batch.Each(ctx, len(jobs), func(ctx context.Context, i int) error { return jobs[i].readHead(ctx, src) })
	if err != nil {
		return nil, fmt.Errorf("cancelled while reading the headers of media files: %w", err)
	}
	for i, h := range jobs {
		h.err = errs[i]
	}
	return heads, nil
}

// sampleOf returns at most n of the files, taken at even distances and including the largest file.
func sampleOf(files []*luminos.File, n int) []*luminos.File {
	if len(files) <= n {
		return files
	}
	if n <= 0 {
		return nil
	}
	sample := make([]*luminos.File, 0, n)
	big := largest(files)
	for i := range n {
		sample = append(sample, files[i*len(files)/n])
	}
	if !slices.Contains(sample, big) {
		sample[n-1] = big
	}
	return sample
}

// largest returns the file with the most bytes, the first of equals.
func largest(files []*luminos.File) *luminos.File {
	return slices.MaxFunc(files, func(a, b *luminos.File) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(b.Path, a.Path))
	})
}
