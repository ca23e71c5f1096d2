package imports

import (
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// resolvers return the directories that an import means, by the family of the file.
// Imports of all other families are resolved by their description in package outline.
var resolvers = map[outline.Family]func(ix *index, f *source, r *outline.HeadImport) []luminos.Path{
	outline.Go: resolveGo, outline.Python: resolvePython, outline.Script: resolveScript, outline.Rust: resolveRust, outline.PHP: resolvePHP,
}

// resolve returns the directories of the target that the import r in the file f refers to, or nil
// if it refers to none.
func (ix *index) resolve(f *source, r *outline.HeadImport) []luminos.Path {
	if own, ok := resolvers[f.family]; ok {
		return own(ix, f, r)
	}
	if f.family.Modules().Packages != "" {
		return resolveDeclared(ix, f, r)
	}
	return resolveFile(ix, f, r)
}

// resolveFile returns the directory of the file that an import names, or nil. For a relative name, and in languages
// such as C for any name, it tries the file beside the importing file. In these languages and for other names it then
// looks for the only or nearest file whose path ends in the name.
func resolveFile(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	m := f.family.Modules()
	name, angle := strings.CutPrefix(r.Spec, "<")
	name = strings.TrimSuffix(name, ">")
	if angle && !strings.Contains(name, "/") {
		return nil // a header of the system
	}
	if m.Separator != "" {
		name = strings.ReplaceAll(name, m.Separator, "/")
	}
	if !strings.HasSuffix(name, m.Ending) {
		name += m.Ending
	}
	relative := strings.HasPrefix(name, ".")
	if m.Beside || relative {
		if to := f.path.Dir().Join(name); ix.isFile(to) {
			return []luminos.Path{to.Dir()}
		}
		if !m.Beside {
			return nil
		}
	}
	return ix.bySuffix(f.path, m.Below+strings.TrimLeft(name, "./"))
}

// resolveDeclared returns the directory whose files declare the imported name, or its longest
// possible prefix, as their package or namespace. Of several directories the nearest to the
// importing file wins, then the directory with the most files.
func resolveDeclared(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	for name := r.Spec; name != ""; {
		if dirs := ix.declared[declaration{f.family, name}]; len(dirs) > 0 {
			if name == f.head.Package {
				return nil // its own package, which needs no import
			}
			best := dirs[0]
			for _, d := range dirs[1:] {
				if common(f.path, d) > common(f.path, best) {
					best = d
				}
			}
			return []luminos.Path{best}
		}
		name = name[:max(strings.LastIndex(name, f.family.Modules().Packages), 0)]
	}
	return nil
}

// resolvePHP returns the directory that a PHP import refers to: the directory of an included file,
// or the directory that declares a namespace.
func resolvePHP(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	p, ok := strings.CutPrefix(r.Spec, "file ")
	if !ok {
		return resolveDeclared(ix, f, r)
	}
	if to := f.path.Dir().Join(p); ix.isFile(to) {
		return []luminos.Path{to.Dir()}
	}
	return ix.bySuffix(f.path, p)
}
