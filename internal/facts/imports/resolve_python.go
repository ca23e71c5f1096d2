package imports

import (
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// resolvePython returns the directories of the Python module with an imported dotted name. A relative name is resolved
// from the package of the file; another name below each directory that contains its first part, of which the deepest
// match wins.
func resolvePython(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	dots := len(r.Spec) - len(strings.TrimLeft(r.Spec, "."))
	name := r.Spec[dots:]
	if dots > 0 {
		dir := f.path.Dir()
		for range dots - 1 {
			if dir == luminos.Root {
				return nil
			}
			dir = dir.Dir()
		}
		to, _ := ix.pythonModule(dir, name, r.Names)
		return to
	}
	top, _, _ := strings.Cut(name, ".")
	var best []luminos.Path
	depth, near := 0, -1
	for _, root := range ix.pythonRoots[top] {
		to, d := ix.pythonModule(root, name, r.Names)
		if len(to) == 0 {
			continue
		}
		// The deepest match wins, because a package can be spread over several
		// directories, then the nearest to the importing file.
		if c := common(f.path, root); d > depth || d == depth && c > near {
			best, depth, near = to, d, c
		}
	}
	return best
}

// pythonModule follows a dotted name down from a directory. It returns the directories that an import of names from
// this module uses, and the number of parts of the dotted name that were found. A name that is a package has a
// directory of its own.
func (ix *index) pythonModule(dir luminos.Path, name string, names []string) ([]luminos.Path, int) {
	depth := 0
	if name != "" {
		for part := range strings.SplitSeq(name, ".") {
			if ix.pythonDirs[dir.Join(part)] {
				dir = dir.Join(part)
				depth++
				continue
			}
			if ix.isFile(dir.Join(part+".py")) || ix.isFile(dir.Join(part+".pyi")) {
				return []luminos.Path{dir}, depth + 1
			}
			if depth == 0 {
				return nil, 0
			}
			break // the rest is a name inside the package
		}
	}
	var to []luminos.Path
	for _, n := range names {
		if sub := dir.Join(n); ix.pythonDirs[sub] && !ix.isFile(dir.Join(n+".py")) {
			to = append(to, sub)
		}
	}
	// "from package import sub" uses sub; other imports use the package.
	if len(to) < len(names) || len(names) == 0 {
		to = append(to, dir)
	}
	return to, depth
}

// common returns the number of leading path elements that a and b share.
func common(a, b luminos.Path) int {
	if b == luminos.Root {
		return 0
	}
	n := 0
	as, bs := strings.Split(string(a), "/"), strings.Split(string(b), "/")
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}
