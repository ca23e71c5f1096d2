package investigate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"luminos"
	"luminos/internal/rules"
)

// directories investigates every directory, children before their parents,
// level by level from the deepest, in parallel within a level. Results go to
// their index, so that the order of completion cannot show.
func (r *run) directories(ctx context.Context, d *luminos.Dossier) ([]luminos.Entry, error) {
	dirs := d.Facts.Directories
	entries := make([]luminos.Entry, len(dirs))
	failures := make([]error, len(dirs))
	x := indexFacts(d)
	if err := r.memory.recall(ctx, dirs); err != nil {
		return nil, err
	}
	prints := make([]string, len(dirs)) // of the entries to be kept
	var done, reused atomic.Int64
	for _, level := range levels(dirs) {
		group, working := errgroup.WithContext(ctx)
		group.SetLimit(r.Parallel)
		for _, i := range level {
			group.Go(func() error {
				if err := working.Err(); err != nil {
					return err
				}
				unit := x.unit(i, entries)
				known, fingerprint, ok := r.memory.current(unit)
				if ok {
					entries[i] = known
					reused.Add(1)
				} else {
					entries[i], failures[i] = r.investigate(working, unit)
					prints[i] = fingerprint
				}
				if n := int(done.Add(1)); n%64 == 0 || n == len(dirs) {
					r.Sink.Emit(luminos.Event{Pass: luminos.PassDirectories, Text: passText[luminos.PassDirectories], Path: dirs[i].Path, Done: n, Total: len(dirs)})
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		r.memory.keep(ctx, level, entries, prints)
	}
	r.memory.count(int(reused.Load()), len(dirs))
	for i, err := range failures {
		if err != nil {
			r.degrade(string(dirs[i].Path), err, "rules wrote its entry")
		}
	}
	return entries, nil
}

// investigate asks the engine, and rules where it fails.
func (r *run) investigate(ctx context.Context, u luminos.Unit) (luminos.Entry, error) {
	got, err := r.Engine.Investigate(ctx, u)
	if err == nil && len(got.Entries) == 1 {
		return got.Entries[0], nil
	}
	if err == nil {
		err = errEntryCount
	}
	fallback, _ := rules.Engine{}.Investigate(ctx, u) // rules give no error
	e := fallback.Entries[0]
	e.Partial, e.PartialReason = true, err.Error()
	return e, err
}

var errEntryCount = errors.New("the engine gave no entry for this directory")

// levels groups the indexes of directories by depth, the deepest first.
func levels(dirs []luminos.DirFacts) [][]int {
	byDepth := map[int][]int{}
	for i, d := range dirs {
		byDepth[d.Path.Depth()] = append(byDepth[d.Path.Depth()], i)
	}
	depths := make([]int, 0, len(byDepth))
	for depth := range byDepth {
		depths = append(depths, depth)
	}
	slices.SortFunc(depths, func(a, b int) int { return cmp.Compare(b, a) })
	out := make([][]int, len(depths))
	for i, depth := range depths {
		out[i] = byDepth[depth]
	}
	return out
}

// index finds the facts of one directory among those of the target.
type index struct {
	dirs        []luminos.DirFacts
	tier        []luminos.Tier
	children    map[luminos.Path][]int
	manifests   map[luminos.Path][]luminos.Manifest
	entryPoints map[luminos.Path][]luminos.EntryPoint
	datasets    map[luminos.Path][]luminos.Dataset
	documents   map[luminos.Path][]luminos.Document
	media       map[luminos.Path][]luminos.MediaGroup
}

func indexFacts(d *luminos.Dossier) *index {
	f := d.Facts
	x := &index{dirs: f.Directories, tier: make([]luminos.Tier, len(f.Directories)), children: map[luminos.Path][]int{}}
	tierOf := d.Plan.Tiers()
	for i, dir := range f.Directories {
		x.tier[i] = tierOf(dir.Path)
		if dir.Path != luminos.Root {
			x.children[dir.Path.Dir()] = append(x.children[dir.Path.Dir()], i)
		}
	}
	x.manifests = byDir(f.Manifests, func(m luminos.Manifest) luminos.Path { return m.Path })
	x.entryPoints = byDir(f.EntryPoints, func(e luminos.EntryPoint) luminos.Path { return e.Path })
	x.datasets = byDir(f.Datasets, func(s luminos.Dataset) luminos.Path { return s.Path })
	documents := slices.Clone(f.Documents)
	for i := range documents {
		documents[i].Terms = nil // weighed against all other documents
	}
	x.documents = byDir(documents, func(t luminos.Document) luminos.Path { return t.Path })
	x.media = map[luminos.Path][]luminos.MediaGroup{}
	for _, m := range f.Media {
		x.media[m.Dir] = append(x.media[m.Dir], m)
	}
	return x
}

func byDir[T any](items []T, path func(T) luminos.Path) map[luminos.Path][]T {
	m := map[luminos.Path][]T{}
	for _, item := range items {
		dir := path(item).Dir()
		m[dir] = append(m[dir], item)
	}
	return m
}

// unit is directory i with its own facts and its children's finished entries.
func (x *index) unit(i int, entries []luminos.Entry) luminos.Unit {
	dir := x.dirs[i].Path
	u := luminos.Unit{
		Dirs: x.dirs[i : i+1], Tier: x.tier[i],
		Manifests: x.manifests[dir], EntryPoints: x.entryPoints[dir],
		Datasets: x.datasets[dir], Documents: x.documents[dir], Media: x.media[dir],
	}
	for _, c := range x.children[dir] {
		u.Children = append(u.Children, entries[c])
	}
	return u
}
