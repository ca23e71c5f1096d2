package inside

import (
	"context"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// shapeParts are the extensions of the files that a shapefile consists of, and of the file with its coordinate system.
var shapeParts = []string{".dbf", ".shx", ".prj"}

// systemsMost is the number of coordinate systems that are read, and systemMost of bytes of each.
const systemsMost, systemMost = 200, 4 << 10

// coordinateSystem is the property of a shapefile with the name of its coordinate system.
const coordinateSystem = "coordinate system"

// systemName matches the name at the beginning of a coordinate system in the text form of the OGC.
var systemName = lazyregexp.Lazy(`^\s*[A-Z_]+[\[(]\s*"([\w .:/()+-]{1,80})"`)

// isShapefile reports whether a file is the main file of a shapefile.
func isShapefile(f *luminos.FileInside) bool { return strings.HasPrefix(f.Format, "Shapefile") }

// partOf returns the file beside a shapefile with an extension, in small or capital letters, or "".
func partOf(sizes map[luminos.Path]int64, p luminos.Path, ext string) luminos.Path {
	name := p[:len(p)-len(p.Ext())]
	for _, e := range []string{ext, strings.ToUpper(ext)} {
		if _, ok := sizes[name+luminos.Path(e)]; ok {
			return name + luminos.Path(e)
		}
	}
	return ""
}

// readSystems sets the names of the coordinate systems of shapefiles.
func (r *Result) readSystems(ctx context.Context, src luminos.Source, files []luminos.FileInside, b *besides) {
	left := systemsMost
	for i := range files {
		p := luminos.Path("")
		if isShapefile(&files[i]) {
			p = partOf(b.sizes, files[i].Path, ".prj")
		}
		if p == "" || left == 0 {
			continue
		}
		left--
		b, err := src.Read(ctx, p, 0, systemMost)
		if m := systemName().FindSubmatch(b); err == nil && m != nil {
			files[i].Set(coordinateSystem, strings.ReplaceAll(string(m[1]), "_", " "))
			r.Read = append(r.Read, p)
		}
	}
}

// shapefiles adds the row about the coordinate systems and the missing parts of shapefiles.
func shapefiles(s *sum, add func(string, ...string)) {
	systems := map[string]int{}
	var apart []string
	for _, f := range s.all {
		if !isShapefile(f) {
			continue
		}
		if name := f.Property(coordinateSystem); name != "" {
			systems[name]++
		}
		var missing []string
		for _, ext := range shapeParts {
			if partOf(s.sizes, f.Path, ext) == "" {
				missing = append(missing, ext)
			}
		}
		if len(missing) > 0 {
			apart = append(apart, words.Name(string(f.Path))+" without "+words.List(missing))
		}
	}
	if len(systems) > 0 {
		add("Systems", "coordinates in "+names(luminos.Counts(systems), 4))
	}
	if len(apart) > 0 {
		add("Partial", words.Plural(len(apart), "incomplete shapefile")+": "+words.Some(apart, namesMost))
	}
}
