package facts

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/imports"
)

// membersRead is the maximum number of members with facts of their own.
const membersRead = 200

// memberReaders read the files of a member again, since their results depend on its root. The results of the other
// readers are taken from the whole target.
var memberReaders = []reader{
	{"manifests and licences", readManifests},
	{"build and delivery files", readDelivery},
	{"documents", readDocuments},
	{"change logs", readReleases},
}

// sortOf recognises a target by the names in it: a system tree, a home folder, several projects side by side. The
// result is zero if only the contents can decide. It sets the paths, names and sizes of the members.
func (r *readings) sortOf(ctx context.Context, in input) folder.Found {
	if found := folder.Of(in.scan, r.facts.Manifests); found.Sort != "" {
		return found
	}
	members := folder.Members(in.scan, r.facts.Manifests, func(p luminos.Path) bool {
		_, err := in.src.Stat(ctx, p.Join(".git"))
		return err == nil
	})
	if len(members) == 0 {
		return folder.Found{}
	}
	for i := range in.scan.Dirs {
		if d := &in.scan.Dirs[i]; slices.Contains(members, d.Path) {
			m := luminos.Member{Path: d.Path, Name: d.Path.Base(), Files: d.TotalFiles, Bytes: d.TotalBytes}
			r.facts.Members = append(r.facts.Members, m)
		}
	}
	kind := "folder of " + strconv.Itoa(len(members)) + " separate projects"
	if len(members) == 1 {
		kind = "folder with one project"
	}
	return folder.Found{Sort: luminos.SortProjects, Kind: kind}
}

// readMembers sets the facts of each member of the target. It does nothing if o.Part is nil. It returns an error
// only if ctx is cancelled.
func (r *readings) readMembers(ctx context.Context, in input, o Options) error {
	members := r.facts.Members
	if o.Part == nil {
		return nil
	}
	for i := range members[:min(membersRead, len(members))] {
		m := &members[i]
		o.Sink.Emit(luminos.Event{Pass: luminos.PassFacts, Path: m.Path, Text: "Reading members"})
		at := input{src: below{in.src, m.Path}, scan: o.Part(in.scan, m.Path)}
		at.language = mainLanguage(at.scan.Files)
		part, err := runReaders(ctx, memberReaders, at, nil)
		if err != nil {
			return err
		}
		part.take(r, m.Path)
		f := part.assemble(at, folder.Of(at.scan, part.facts.Manifests))
		m.Facts, m.Scan = f, at.scan
		m.Name, m.Sort, m.Kind, m.Description = cmp.Or(f.Name, m.Name), f.Sort, f.Kind, f.Description
		m.Language, m.License = f.MainLanguage, f.License
		for _, field := range []string{"name", "description", "license"} {
			for _, e := range f.Evidence[field][:min(1, len(f.Evidence[field]))] {
				e.Path = m.Path.Join(string(e.Path))
				m.Evidence = append(m.Evidence, e)
			}
		}
	}
	return nil
}

// adopt states the name, version, description and kind of the only member of the target as the ones of the target, if
// all its files lie in the member: an unpacked package is often in a directory "package". Language and licence stay with
// the member, which has the flags about them.
func (r *readings) adopt(scan *luminos.Scan) {
	f := &r.facts
	if f.Sort != luminos.SortProjects || len(f.Members) != 1 || f.Members[0].Facts == nil {
		return
	}
	m := &f.Members[0]
	if slices.ContainsFunc(scan.Files, func(file luminos.File) bool { return !file.Path.Within(m.Path) }) {
		return
	}
	f.Name, f.Version, f.Description = m.Facts.Name, m.Facts.Version, m.Facts.Description
	f.Kind = cmp.Or(m.Kind, f.Kind)
	for _, field := range []string{"name", "version", "description"} {
		if ev := m.Facts.Evidence[field]; len(ev) > 0 {
			ev = slices.Clone(ev)
			for i := range ev {
				ev[i].Path = m.Path.Join(string(ev[i].Path))
			}
			f.Evidence[field] = ev
		}
	}
}

// take copies the facts about the files of a member from the facts of the whole target.
func (r *readings) take(all *readings, dir luminos.Path) {
	f, from := &r.facts, &all.facts
	spread := func(d luminos.Dataset) bool { return !d.Dir().Within(dir) } // over other members, too
	whole := slices.DeleteFunc(slices.Clone(from.Datasets), spread)
	f.Datasets = within(whole, dir, func(d *luminos.Dataset) luminos.Path { return d.Path })
	for i := range f.Datasets {
		f.Datasets[i].Family = strings.TrimPrefix(f.Datasets[i].Family, string(dir)+"/")
	}
	f.Media = within(from.Media, dir, func(m *luminos.MediaGroup) luminos.Path { return m.Dir })
	f.Injections = within(from.Injections, dir, func(i *luminos.Injection) luminos.Path { return i.Path })
	f.Exposures = within(from.Exposures, dir, func(e *luminos.Exposure) luminos.Path { return e.Path })
	f.Interfaces = interfacesOf(from.Interfaces, dir)
	outside := func(e luminos.ImportEdge) bool { return !e.To.Within(dir) }
	inside := slices.DeleteFunc(slices.Clone(from.Imports.Edges), outside)
	f.Imports.Edges = within(inside, dir, func(e *luminos.ImportEdge) luminos.Path { return e.From })
	f.Imports.Centrality = within(from.Imports.Centrality, dir, func(d *luminos.DirRank) luminos.Path { return d.Path })
	r.abouts, r.symbols = map[luminos.Path]imports.About{}, map[luminos.Path][]luminos.Symbol{}
	for p, a := range all.abouts {
		if p.Within(dir) {
			r.abouts[p.Below(dir)] = moved(a, dir)
		}
	}
	r.support = map[luminos.Path]bool{}
	for p := range all.support {
		if p.Within(dir) && p != dir {
			r.support[p.Below(dir)] = true
		}
	}
	for p, s := range all.symbols {
		if p.Within(dir) {
			r.symbols[p.Below(dir)] = moved(s, dir)
		}
	}
}

// interfacesOf returns the interfaces of the files in a directory, with paths relative to it, or nil if all is nil.
func interfacesOf(all *luminos.Interfaces, dir luminos.Path) *luminos.Interfaces {
	if all == nil {
		return nil
	}
	part := *all
	for _, list := range []*[]luminos.Place{
		&part.Listeners, &part.Routes, &part.Subprocesses, &part.Services, &part.AnyOrigin, &part.Permissions,
	} {
		*list = within(*list, dir, func(p *luminos.Place) luminos.Path { return p.Path })
	}
	part.Environment = within(all.Environment, dir, func(v *luminos.Variable) luminos.Path { return v.First.Path })
	part.Migrations = within(all.Migrations, dir, func(m *luminos.Migrations) luminos.Path { return m.Dir })
	return &part
}

// within returns copies of the elements of a list whose paths are in the directory dir, with paths relative to it.
func within[T any](list []T, dir luminos.Path, path func(*T) luminos.Path) []T {
	var out []T
	for i := range list {
		if path(&list[i]).Within(dir) {
			out = append(out, moved(list[i], dir))
		}
	}
	return out
}

// moved returns a deep copy of v in which all paths in the directory dir are relative to it.
func moved[T any](v T, dir luminos.Path) T {
	return move(reflect.ValueOf(v), dir).Interface().(T)
}

func move(v reflect.Value, dir luminos.Path) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch v.Kind() {
	case reflect.String:
		if p, ok := v.Interface().(luminos.Path); ok && p != "" && p.Within(dir) {
			c.SetString(string(p.Below(dir)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(move(v.Field(i), dir))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(move(v.Elem(), dir))
		}
	case reflect.Slice:
		if !v.IsNil() {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				c.Index(i).Set(move(v.Index(i), dir))
			}
		}
	}
	return c
}

// below is the directory dir of a source as a source of its own.
type below struct {
	src luminos.Source
	dir luminos.Path
}

// List returns the entries of a directory below dir.
func (b below) List(ctx context.Context, p luminos.Path) ([]luminos.Node, error) {
	nodes, err := b.src.List(ctx, b.dir.Join(string(p)))
	nodes = slices.Clone(nodes)
	for i := range nodes {
		nodes[i].Path = nodes[i].Path.Below(b.dir)
	}
	return nodes, err
}

// Stat describes one path below dir.
func (b below) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	n, err := b.src.Stat(ctx, b.dir.Join(string(p)))
	if err == nil {
		n.Path = p
	}
	return n, err
}

// Read returns bytes of a file below dir.
func (b below) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	return b.src.Read(ctx, b.dir.Join(string(p)), offset, n)
}

// Text returns the beginning of a text file below dir.
func (b below) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	t, err := b.src.Text(ctx, b.dir.Join(string(p)), limit)
	t.Path = p
	return t, err
}

// Digest returns the digest of a file below dir.
func (b below) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return b.src.Digest(ctx, b.dir.Join(string(p)), limit)
}
