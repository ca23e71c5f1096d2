package investigate

import (
	"cmp"
	"slices"

	"luminos"
)

// index holds the facts of the target grouped by directory.
type index struct {
	dirs        []luminos.DirFacts
	tier        []luminos.Tier
	children    map[luminos.Path][]int
	manifests   map[luminos.Path][]luminos.Manifest
	entryPoints map[luminos.Path][]luminos.EntryPoint
	datasets    map[luminos.Path][]luminos.Dataset
	documents   map[luminos.Path][]luminos.Document
	media       map[luminos.Path][]luminos.MediaGroup
	raised      []luminos.Flag // as units show them

	scan *luminos.Scan
	more *more // nil if rules investigate every unit
}

// more holds values for units of an engine other than rules, by directory.
type more struct {
	files     map[luminos.Path][]int32 // of the scan
	questions map[luminos.Path][]string
	inside    map[luminos.Path][]luminos.FileInside // without outlines and tables
	surroundings
}

// indexFacts groups the facts in d by directory. If withFiles is true, it also groups the files of the scan.
func indexFacts(d *luminos.Dossier, withFiles bool) *index {
	f := d.Facts
	x := &index{dirs: f.Directories, tier: make([]luminos.Tier, len(f.Directories)), children: map[luminos.Path][]int{}, scan: d.Scan}
	tierOf := d.Plan.Tiers()
	for i, dir := range f.Directories {
		x.tier[i] = tierOf(dir.Path)
		if dir.Path != luminos.Root {
			x.children[dir.Path.Dir()] = append(x.children[dir.Path.Dir()], i)
		}
	}
	x.manifests = byDir(f.Manifests, func(m luminos.Manifest) luminos.Path { return m.Path })
	entryPoints := slices.Clone(f.EntryPoints)
	for i := range entryPoints {
		entryPoints[i].Evidence = nil // can cite a manifest outside of the unit
	}
	x.entryPoints = byDir(entryPoints, func(e luminos.EntryPoint) luminos.Path { return e.Path })
	x.datasets = map[luminos.Path][]luminos.Dataset{}
	for _, s := range f.Datasets {
		x.datasets[s.Dir()] = append(x.datasets[s.Dir()], s)
	}
	documents := slices.Clone(f.Documents)
	for i := range documents {
		documents[i].Terms = nil // weighed against all other documents
	}
	x.documents = byDir(documents, func(t luminos.Document) luminos.Path { return t.Path })
	x.media = map[luminos.Path][]luminos.MediaGroup{}
	for _, m := range f.Media {
		x.media[m.Dir] = append(x.media[m.Dir], m)
	}
	for _, flag := range d.Raised {
		if !flag.Rest { // it counts files of other units
			flag.Remedy, flag.Evidence = "", nil
			x.raised = append(x.raised, flag)
		}
	}
	if withFiles {
		x.more = &more{map[luminos.Path][]int32{}, map[luminos.Path][]string{}, insideByDir(f.Inside), newSurroundings(d)}
		for i := range d.Scan.Files {
			dir := d.Scan.Files[i].Path.Dir()
			x.more.files[dir] = append(x.more.files[dir], int32(i))
		}
		for _, dir := range d.Plan.Priority {
			x.more.questions[dir.Path] = dir.Questions
		}
	}
	return x
}

// insideByDir returns the extractions by directory, with the fields that [luminos.Unit] has.
func insideByDir(in *luminos.Inside) map[luminos.Path][]luminos.FileInside {
	if in == nil {
		return nil
	}
	var files []luminos.FileInside
	for i := range in.Files {
		f := &in.Files[i]
		files = append(files, luminos.FileInside{Path: f.Path, Extraction: luminos.Extraction{
			Format: f.Format, State: f.State, Risks: f.Risks, Properties: f.Properties, Numbers: f.Numbers,
		}})
	}
	return byDir(files, func(f luminos.FileInside) luminos.Path { return f.Path })
}

func byDir[T any](items []T, path func(T) luminos.Path) map[luminos.Path][]T {
	m := map[luminos.Path][]T{}
	for _, item := range items {
		dir := path(item).Dir()
		m[dir] = append(m[dir], item)
	}
	return m
}

// unit returns the unit of the directories with the indexes members, parents first. It contains the entries of the
// directories directly below them, which are finished already.
func (x *index) unit(members []int, entries []luminos.Entry) luminos.Unit {
	u := luminos.Unit{Tier: luminos.TierSkip}
	for _, i := range members {
		dir := x.dirs[i].Path
		u.Dirs = append(u.Dirs, x.dirs[i])
		if looks(x.tier[i]) > looks(u.Tier) {
			u.Tier = x.tier[i]
		}
		u.Manifests = append(u.Manifests, x.manifests[dir]...)
		u.EntryPoints = append(u.EntryPoints, x.entryPoints[dir]...)
		u.Datasets = append(u.Datasets, x.datasets[dir]...)
		u.Documents = append(u.Documents, x.documents[dir]...)
		u.Media = append(u.Media, x.media[dir]...)
		for _, c := range x.children[dir] {
			if !slices.Contains(members, c) {
				u.Children = append(u.Children, entries[c])
			}
		}
		if x.more != nil {
			u.Files = append(u.Files, x.filesIn(dir)...)
			u.Questions = append(u.Questions, x.more.questions[dir]...)
			u.Inside = append(u.Inside, x.more.inside[dir]...)
		}
	}
	u.Questions = distinct(u.Questions, 2*luminos.QuestionsMost)
	for i := range x.raised {
		if u.Holds(x.raised[i].Path) {
			u.Raised = append(u.Raised, x.raised[i])
		}
	}
	slices.SortFunc(u.Children, func(a, b luminos.Entry) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(u.Files, func(a, b luminos.File) int { return cmp.Compare(a.Path, b.Path) })
	return u
}

func (x *index) filesIn(dir luminos.Path) []luminos.File {
	list := x.more.files[dir]
	files := make([]luminos.File, len(list))
	for i, at := range list {
		files[i] = x.scan.Files[at]
	}
	return files
}

// looks returns a number for how deeply directories of a tier are investigated: 0 for skipped directories, the highest
// number for priority ones.
func looks(t luminos.Tier) int {
	return slices.Index([]luminos.Tier{luminos.TierSkip, luminos.TierShallow, luminos.TierDefault, luminos.TierPriority}, t)
}
