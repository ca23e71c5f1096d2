package imports

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// resolveRust returns the directory that a Rust use or mod path refers to, starting from the crate,
// the module of the file, or another crate of the workspace.
func resolveRust(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	dir := f.path.Dir()
	module := dir // where the children of this file's module are
	switch f.path.Base() {
	case "mod.rs", "lib.rs", "main.rs":
	default:
		module = dir.Join(strings.TrimSuffix(f.path.Base(), ".rs"))
	}
	if name, ok := strings.CutPrefix(r.Spec, "mod "); ok {
		return ix.rustDown(module, []string{name})
	}
	parts := strings.Split(r.Spec, "::")
	switch parts[0] {
	case "crate":
		return ix.rustDown(ix.crateRoot(f.path), parts[1:])
	case "self":
		return ix.rustDown(module, parts[1:])
	case "super":
		for len(parts) > 0 && parts[0] == "super" && module != luminos.Root {
			module, parts = module.Dir(), parts[1:]
		}
		return ix.rustDown(module, parts)
	}
	if slices.ContainsFunc(f.head.Imports, func(o outline.HeadImport) bool { return o.Spec == "mod "+parts[0] }) {
		return ix.rustDown(module, parts) // a module of its own hides a crate of that name
	}
	if root, ok := ix.crates[parts[0]]; ok {
		return ix.rustDown(root, parts[1:])
	}
	return nil
}

// rustDown follows the names of nested Rust modules down from a directory and returns the deepest
// directory with Rust files. A module can be a file beside a directory of the same name that
// contains only directories, so gaps are allowed.
func (ix *index) rustDown(dir luminos.Path, parts []string) []luminos.Path {
	var found []luminos.Path
	if ix.has(outline.Rust, dir) {
		found = []luminos.Path{dir}
	}
	for _, p := range parts[:min(len(parts), 16)] {
		if dir = dir.Join(p); ix.has(outline.Rust, dir) {
			found = []luminos.Path{dir}
		}
	}
	return found
}

// crateRoot returns the source directory of the crate that contains the file p, or the root of the target if there is
// none.
func (ix *index) crateRoot(p luminos.Path) luminos.Path {
	for dir := p.Dir(); ; dir = dir.Dir() {
		if root, ok := ix.crateDirs[dir]; ok {
			return root
		}
		if dir == luminos.Root {
			return dir
		}
	}
}
