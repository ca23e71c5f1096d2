package imports

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// index holds the facts about a target that are needed to resolve imports.
type index struct {
	// steps counts look-ups, to bound the time for a hostile tree.
	steps int

	files map[luminos.Path]bool                    // every investigated file
	dirs  map[luminos.Path]map[outline.Family]bool // which languages a directory holds files of
	bases map[string][]luminos.Path                // source files by base name

	modules   map[string]luminos.Path       // Go modules: path → directory
	packages  map[string]luminos.Path       // npm packages: name → directory
	tsconfigs map[luminos.Path]*aliases     // path aliases by directory
	crates    map[string]luminos.Path       // Rust crates as code names them → source directory
	crateDirs map[luminos.Path]luminos.Path // directory of a crate → its source directory

	pythonDirs  map[luminos.Path]bool          // directories with Python in their subtree
	pythonRoots map[string][]luminos.Path      // first part of a module name → directories it can be in
	declared    map[declaration][]luminos.Path // directories, most files first
}

// declaration is a package or namespace that files declare.
type declaration struct {
	lang outline.Family
	name string
}

// maxRoots is the maximum number of places of a module with the same name.
const maxRoots = 64

func newIndex(scan *luminos.Scan, files []*source) *index {
	ix := &index{
		files: make(map[luminos.Path]bool, len(scan.Files)), dirs: map[luminos.Path]map[outline.Family]bool{}, bases: map[string][]luminos.Path{},
		modules: map[string]luminos.Path{}, packages: map[string]luminos.Path{}, tsconfigs: map[luminos.Path]*aliases{},
		crates: map[string]luminos.Path{}, crateDirs: map[luminos.Path]luminos.Path{},
		pythonDirs: map[luminos.Path]bool{}, pythonRoots: map[string][]luminos.Path{}, declared: map[declaration][]luminos.Path{},
	}
	for i := range scan.Files {
		ix.files[scan.Files[i].Path] = true
	}
	counts := map[declaration]map[luminos.Path]int{}
	for _, f := range files {
		dir := f.path.Dir()
		if ix.dirs[dir] == nil {
			ix.dirs[dir] = map[outline.Family]bool{}
		}
		ix.dirs[dir][f.family] = true
		ix.bases[f.path.Base()] = append(ix.bases[f.path.Base()], f.path)
		if f.family == outline.Python {
			ix.addPython(f.path)
		}
		if f.head.Package != "" && f.family.Modules().Packages != "" {
			d := declaration{f.family, f.head.Package}
			if counts[d] == nil {
				counts[d] = map[luminos.Path]int{}
			}
			counts[d][dir]++
		}
	}
	for d, dirs := range counts {
		ix.declared[d] = byCount(dirs)
	}
	for _, roots := range ix.pythonRoots {
		slices.Sort(roots)
	}
	return ix
}

// byCount returns the directories with the most files first, at most maxRoots of them.
func byCount(dirs map[luminos.Path]int) []luminos.Path {
	list := make([]luminos.Path, 0, len(dirs))
	for d := range dirs {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b luminos.Path) int { return cmp.Or(cmp.Compare(dirs[b], dirs[a]), cmp.Compare(a, b)) })
	return list[:min(len(list), maxRoots)]
}

// addPython records the directories from which the Python file p, or a package above it, can be imported: its own and
// all directories above, except packages, because any of them can be on Python's search path for modules.
func (ix *index) addPython(p luminos.Path) {
	name := strings.TrimSuffix(strings.TrimSuffix(p.Base(), ".pyi"), ".py")
	ix.addRoot(name, p.Dir())
	for dir := p.Dir(); dir != luminos.Root && !ix.pythonDirs[dir]; dir = dir.Dir() {
		ix.pythonDirs[dir] = true
		ix.addRoot(dir.Base(), dir.Dir())
	}
}

func (ix *index) addRoot(name string, dir luminos.Path) {
	if roots := ix.pythonRoots[name]; len(roots) < maxRoots && !slices.Contains(roots, dir) {
		// A package is not on the path: its modules are imported through the package.
		if !ix.files[dir.Join("__init__.py")] || ix.startsHere(dir) {
			ix.pythonRoots[name] = append(roots, dir)
		}
	}
}

// startsHere reports whether Python usually runs with the directory dir on its search path, because a file lies there
// that installs the project or manages it. Such a directory can hold an __init__.py, too.
func (ix *index) startsHere(dir luminos.Path) bool {
	for _, name := range []string{"setup.py", "pyproject.toml", "manage.py"} {
		if ix.files[dir.Join(name)] {
			return true
		}
	}
	return false
}

func (ix *index) isFile(p luminos.Path) bool {
	ix.steps++
	return ix.files[p]
}

// has reports whether the directory dir holds source files of a family of languages.
func (ix *index) has(l outline.Family, dir luminos.Path) bool { return ix.dirs[dir][l] }

// bySuffix returns the directory of the source file of the target whose path ends in suffix. Of
// several files it takes the nearest to the importing file; if two are equally near, it returns
// nil.
func (ix *index) bySuffix(from luminos.Path, suffix string) []luminos.Path {
	base := luminos.Path(suffix).Base()
	var best luminos.Path
	near, tie := -1, false
	for _, p := range ix.bases[base] {
		ix.steps++
		if string(p) != suffix && !strings.HasSuffix(string(p), "/"+suffix) {
			continue
		}
		switch c := common(from, p); {
		case c > near:
			best, near, tie = p, c, false
		case c == near:
			tie = true
		}
	}
	if near < 0 || tie {
		return nil
	}
	return []luminos.Path{best.Dir()}
}
