package imports

import (
	"strings"

	"luminos"
	"luminos/internal/outline"
)

// resolvers return the directories that an import means, by the family of the file.
var resolvers = map[outline.Family]func(ix *index, f *source, r *outline.HeadImport) []luminos.Path{
	outline.Go: resolveGo, outline.Python: resolvePython, outline.Script: resolveScript, outline.Rust: resolveRust,
	outline.JVM: resolveDeclared, outline.CSharp: resolveDeclared, outline.PHP: resolvePHP, outline.C: resolveC,
	outline.Ruby: resolveRuby, outline.Haskell: resolveHaskell,
}

// resolveC looks beside the file first, as a compiler does, and then for the only
// or nearest file of the target whose path ends in the name.
func resolveC(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	if to := f.path.Dir().Join(r.Spec); ix.isFile(to) {
		return []luminos.Path{to.Dir()}
	}
	return ix.bySuffix(f.path, strings.TrimLeft(r.Spec, "./"))
}

// resolveRuby finds a file beside the importing file, or below a lib directory.
func resolveRuby(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	file := r.Spec
	if !strings.HasSuffix(file, ".rb") {
		file += ".rb"
	}
	if strings.HasPrefix(file, ".") {
		if to := f.path.Dir().Join(file); ix.isFile(to) {
			return []luminos.Path{to.Dir()}
		}
		return nil
	}
	return ix.bySuffix(f.path, "lib/"+file)
}

// resolveHaskell finds a module by its path.
func resolveHaskell(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	return ix.bySuffix(f.path, r.Spec+".hs")
}
