package scan

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"luminos"
)

const (
	extensionsMax = 60
	filenamesMax  = 100
)

// clockSlack is the maximum difference between the clocks of two machines. A modification time further in the future
// comes from a wrong clock; such a file is not the newest.
const clockSlack = 24 * time.Hour

// signals returns counts and samples that hint at the nature of the target: sizes, extensions,
// dates, names and descriptions.
func signals(s *luminos.Scan, picks []pick) luminos.SurveySignals {
	limit := time.Now().Add(clockSlack)
	sig := luminos.SurveySignals{Directories: len(s.Dirs)}
	tallies := map[string]*luminos.Tally{}
	days := map[int64]int{}
	for i := range s.Files {
		f := &s.Files[i]
		sig.MaxDepth = max(sig.MaxDepth, f.Path.Depth())
		if f.Kind != "" {
			continue
		}
		sig.Files++
		sig.Bytes += f.Size
		ext := f.Path.Ext()
		t := tallies[ext]
		if t == nil {
			t = &luminos.Tally{}
			tallies[ext] = t
		}
		t.Files++
		t.Bytes += f.Size
		if !f.ModTime.IsZero() {
			sig.Oldest = earlier(sig.Oldest, f.ModTime)
			if !f.ModTime.After(limit) {
				sig.Newest = later(sig.Newest, f.ModTime)
			}
			day := f.ModTime.Unix() / 86400
			days[day]++
			sig.SameDay = max(sig.SameDay, days[day])
		}
	}
	sig.Extensions = []luminos.ExtensionCount{}
	for ext, t := range tallies {
		sig.Extensions = append(sig.Extensions, luminos.ExtensionCount{Extension: ext, Tally: *t})
	}
	slices.SortFunc(sig.Extensions, func(a, b luminos.ExtensionCount) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Extension, b.Extension))
	})
	sig.Descriptions = descriptions(picks)
	sig.Filenames = filenames(s.Files)
	return sig
}

func earlier(t *time.Time, u time.Time) *time.Time {
	if t == nil || u.Before(*t) {
		return &u
	}
	return t
}

func later(t *time.Time, u time.Time) *time.Time {
	if t == nil || u.After(*t) {
		return &u
	}
	return t
}

// descriptions returns how many sampled files have each description, the most frequent first.
func descriptions(picks []pick) []luminos.DescriptionCount {
	counts := map[string]*luminos.DescriptionCount{}
	for _, p := range picks { // in the order of paths: the first is the example
		if p.description == "" {
			continue
		}
		if counts[p.description] == nil {
			counts[p.description] = &luminos.DescriptionCount{Description: p.description, Example: p.path}
		}
		counts[p.description].Count++
	}
	list := []luminos.DescriptionCount{}
	for _, c := range counts {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b luminos.DescriptionCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Description, b.Description))
	})
	return list
}

// filenames returns at most filenamesMax different base names, sorted. They come from files at
// equal distances in the list.
func filenames(files []luminos.File) []string {
	names := map[string]bool{}
	for _, i := range spread(len(files), filenamesMax) {
		names[files[i].Path.Base()] = true
	}
	return append([]string{}, slices.Sorted(maps.Keys(names))...)
}

// spread returns at most k indexes from 0 to n-1, at equal distances.
func spread(n, k int) []int {
	k = min(n, k)
	list := make([]int, k)
	for i := range list {
		list[i] = int(int64(i) * int64(n) / int64(k))
	}
	return list
}
