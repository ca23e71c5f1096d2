package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// roleOrder returns the rank of a manifest's role, from 0 for the root manifest to the last for
// vendored manifests.
func roleOrder(role luminos.ManifestRole) int {
	return slices.Index([]luminos.ManifestRole{luminos.ManifestRoot, luminos.ManifestMember, luminos.ManifestNested, luminos.ManifestExample, luminos.ManifestTest, luminos.ManifestVendored}, role)
}

// tree indexes the files of a scan.
type tree struct {
	scan   *luminos.Scan
	files  map[luminos.Path]*luminos.File
	inDir  map[luminos.Path][]*luminos.File // directly inside, by path
	byBase map[string][]*luminos.File
	dirs   map[luminos.Path]bool // directories that hold files, at any depth
	vendor map[luminos.Path]bool
	roles  map[luminos.Path]luminos.ManifestRole // of directories, as they are asked for
	below  map[luminos.Path]map[string]int64     // of source by directory and extension
	python map[luminos.Path]int                  // lines of the largest module in or below a directory, or nil
}

func newTree(scan *luminos.Scan) *tree {
	t := &tree{
		scan: scan, files: make(map[luminos.Path]*luminos.File, len(scan.Files)),
		inDir: map[luminos.Path][]*luminos.File{}, byBase: map[string][]*luminos.File{},
		dirs: map[luminos.Path]bool{luminos.Root: true}, vendor: map[luminos.Path]bool{}, roles: map[luminos.Path]luminos.ManifestRole{},
	}
	for i := range scan.Dirs {
		if scan.Dirs[i].Vendored {
			t.vendor[scan.Dirs[i].Path] = true
		}
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		t.files[f.Path] = f
		dir := f.Path.Dir()
		t.inDir[dir] = append(t.inDir[dir], f)
		t.byBase[f.Path.Base()] = append(t.byBase[f.Path.Base()], f)
		for !t.dirs[dir] {
			t.dirs[dir] = true
			dir = dir.Dir()
		}
	}
	return t
}

// largestModule returns the number of lines of code in the largest module of Python in or below a directory.
func (t *tree) largestModule(dir luminos.Path) int {
	if t.python == nil {
		t.python = map[luminos.Path]int{}
		for at, files := range t.inDir {
			largest := 0
			for _, f := range files {
				if f.Path.Ext() == ".py" {
					largest = max(largest, f.Lines.Code)
				}
			}
			for ; largest > t.python[at]; at = at.Dir() { // the directories above have the larger module already
				t.python[at] = largest
			}
		}
	}
	return t.python[dir]
}

// largestBelow returns the largest file with an extension below a directory that is no test, example or tool, or "".
func (t *tree) largestBelow(dir luminos.Path, ext string) (largest luminos.Path) {
	most := int64(0)
	for i := range t.scan.Files {
		f := &t.scan.Files[i]
		if f.Path.Ext() == ext && f.Path.Within(dir) && f.Size > most && t.counts(f) && !inTools(f.Path) {
			largest, most = f.Path, f.Size
		}
	}
	return largest
}

// has reports whether there is a regular file at p.
func (t *tree) has(p luminos.Path) bool { return t.files[p] != nil }

// first returns the path of the first of the names that is a file in dir, or "".
func (t *tree) first(dir luminos.Path, names ...string) luminos.Path {
	for _, n := range names {
		if p := inside(dir, n); p != "" && t.has(p) {
			return p
		}
	}
	return ""
}

// suffix returns the shallowest file below dir whose path ends with the elements
// of rel and that is not a test, an example or vendored, or "".
func (t *tree) suffix(dir luminos.Path, rel string) luminos.Path {
	var best luminos.Path
	for _, f := range t.byBase[luminos.Path(rel).Base()] {
		p := f.Path
		if !p.Within(dir) || p != luminos.Path(rel) && !strings.HasSuffix(string(p), "/"+rel) || !t.counts(f) {
			continue
		}
		if best == "" || p.Depth() < best.Depth() {
			best = p
		}
	}
	return best
}

// counts reports whether a file is the target's own and not a test or an example.
func (t *tree) counts(f *luminos.File) bool {
	switch t.role(f) {
	case luminos.ManifestRoot, luminos.ManifestNested:
		return true
	}
	return false
}

// role returns the role that a manifest beside the file f has by its place: root, nested, example,
// test or vendored. Workspaces are not considered.
func (t *tree) role(f *luminos.File) luminos.ManifestRole {
	if f.Vendored {
		return luminos.ManifestVendored
	}
	dir := f.Path.Dir()
	role := t.roles[dir]
	if role == "" {
		role = t.dirRole(dir)
		t.roles[dir] = role
	}
	return role
}

func (t *tree) dirRole(dir luminos.Path) luminos.ManifestRole {
	for d := dir; d != luminos.Root; d = d.Dir() {
		if t.vendor[d] && pathrole.Named(d.Base()) != luminos.DirFixtures {
			return luminos.ManifestVendored
		}
	}
	in := dir.Join("x")
	switch {
	case pathrole.Under(in, luminos.DirVendored):
		return luminos.ManifestVendored
	case pathrole.Under(in, luminos.DirTests, luminos.DirFixtures):
		return luminos.ManifestTest
	case pathrole.Under(in, luminos.DirExamples) || slices.ContainsFunc(strings.Split(string(dir), "/"), isTemplate):
		return luminos.ManifestExample
	case dir == luminos.Root:
		return luminos.ManifestRoot
	}
	return luminos.ManifestNested
}

// isTemplate reports whether a directory of that name holds templates of projects. Files there
// count as examples.
func isTemplate(name string) bool {
	return slices.Contains([]string{"template", "templates", "cookbook", "snippets", "boilerplate"}, strings.ToLower(name))
}

// bytesBeside returns the total size of the files in the directory of p that have the extension of
// p and are not generated.
func (t *tree) bytesBeside(p luminos.Path) int64 {
	var n int64
	for _, f := range t.inDir[p.Dir()] {
		if f.Path.Ext() == p.Ext() && !f.Generated {
			n += f.Size
		}
	}
	return n
}

// bytesBelow returns the total size of the target's own files in the directory of p and below that have the extension
// of p and are not generated.
func (t *tree) bytesBelow(p luminos.Path) int64 {
	if t.below == nil {
		t.below = map[luminos.Path]map[string]int64{}
		for i := range t.scan.Files {
			f := &t.scan.Files[i]
			if f.Category != luminos.CategorySource || f.Generated || !t.counts(f) {
				continue
			}
			for dir := f.Path.Dir(); dir != luminos.Root; dir = dir.Dir() {
				if t.below[dir] == nil {
					t.below[dir] = map[string]int64{}
				}
				t.below[dir][f.Path.Ext()] += f.Size
			}
		}
	}
	return t.below[p.Dir()][p.Ext()]
}

// inside joins rel to dir. It returns "" if rel is absolute, leaves the target, or
// is not a valid name.
func inside(dir luminos.Path, rel string) luminos.Path {
	rel = strings.ReplaceAll(strings.TrimSpace(rel), `\`, "/")
	if rel == "" || len(rel) > 1000 || rel[0] == '/' || strings.ContainsAny(rel, "\x00\n") {
		return ""
	}
	p := dir.Join(rel)
	if p == ".." || strings.HasPrefix(string(p), "../") {
		return ""
	}
	return p
}

// relative returns p relative to dir, which contains it; "." for dir itself.
func relative(dir, p luminos.Path) string {
	if p == dir {
		return "."
	}
	if dir == luminos.Root {
		return string(p)
	}
	return strings.TrimPrefix(string(p), string(dir)+"/")
}

// byLanguage returns the regular files of a language, by path.
func (t *tree) byLanguage(language string) []*luminos.File {
	var out []*luminos.File
	for i := range t.scan.Files {
		if f := &t.scan.Files[i]; f.Language == language && f.Regular() {
			out = append(out, f)
		}
	}
	return out
}

// toolDirs are names of directories with programs for the developers of a target.
var toolDirs = []string{"tools", "tool", "scripts", "script", "hack", "misc", "ci", "build", "dev", "contrib", "utils", "util", "gen",
	"bench", "benches", "benchmark", "benchmarks", "docs", "doc", "website", "site", "fuzz", "xtask", "internal", "debug", "eval", "evals", "perf", "benchsuite",
	"helpers", "extra", "extras", "conformance"}

// ToolDir reports whether a directory of that name usually holds programs for the
// developers of a target, not for its users.
func ToolDir(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains(toolDirs, strings.ToLower(name))
}

// inTools reports whether p lies below a directory for which [ToolDir] is true.
func inTools(p luminos.Path) bool {
	for d := p.Dir(); d != luminos.Root; d = d.Dir() {
		if ToolDir(d.Base()) {
			return true
		}
	}
	return false
}

// inTests reports whether p lies below a directory of tests or fixtures.
func inTests(p luminos.Path) bool { return pathrole.Under(p, luminos.DirTests, luminos.DirFixtures) }
