package imports

import (
	"path"
	"strings"

	"luminos"
	"luminos/internal/outline"
)

var scriptEndings = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".astro", ".json"}

// resolveScript returns the directory of the module that a JavaScript or TypeScript import names: by a relative path,
// by a path alias of a tsconfig or of bundlers in a directory above the file, or by the name of a package of the
// workspace.
func resolveScript(ix *index, f *source, r *outline.HeadImport) []luminos.Path {
	spec, _, _ := strings.Cut(r.Spec, "?")
	if strings.HasPrefix(spec, ".") {
		return ix.scriptFile(f.path.Dir().Join(spec))
	}
	for dir := f.path.Dir(); ; dir = dir.Dir() {
		if cfg := ix.tsconfigs[dir]; cfg != nil {
			for _, to := range cfg.targets(spec) {
				if found := ix.scriptFile(dir.Join(to)); found != nil {
					return found
				}
			}
		}
		// The usual alias of bundlers, if no tsconfig defines another.
		if rest := strings.TrimPrefix(strings.TrimPrefix(spec, "@/"), "~/"); rest != spec {
			for _, base := range []string{"src", "."} {
				if found := ix.scriptFile(dir.Join(base, rest)); found != nil {
					return found
				}
			}
		}
		if dir == luminos.Root || dir == "" {
			break
		}
	}
	return ix.scriptPackage(spec)
}

// scriptFile returns the directory of the JavaScript or TypeScript file that an imported path refers to. The path may
// lack its extension, name the compiled file (.js for .ts), or be a directory.
func (ix *index) scriptFile(p luminos.Path) []luminos.Path {
	if strings.HasPrefix(string(p), "..") {
		return nil
	}
	if ix.isFile(p) {
		return []luminos.Path{p.Dir()}
	}
	stem := p
	switch p.Ext() { // TypeScript imports the compiled name
	case ".js", ".jsx", ".mjs", ".cjs":
		stem = p[:len(p)-len(p.Ext())]
	}
	for _, s := range []luminos.Path{p, stem} {
		for _, e := range scriptEndings {
			if ix.isFile(s + luminos.Path(e)) {
				return []luminos.Path{s.Dir()}
			}
		}
	}
	if ix.has(outline.Script, p) {
		return []luminos.Path{p}
	}
	return nil
}

// scriptPackage returns the directory of the workspace package that an import names, or of the file
// in the package if the import names one: "@scope/pkg/sub".
func (ix *index) scriptPackage(spec string) []luminos.Path {
	name, sub := spec, ""
	for {
		if dir, ok := ix.packages[name]; ok {
			for _, base := range []string{"src", "."} {
				if sub != "" {
					if found := ix.scriptFile(dir.Join(base, sub)); found != nil {
						return found
					}
				}
			}
			for _, base := range []string{".", "src", "lib"} {
				if to := dir.Join(base); ix.has(outline.Script, to) && (base != "." || !ix.has(outline.Script, dir.Join("src"))) {
					return []luminos.Path{to}
				}
			}
			return nil
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return nil
		}
		name, sub = name[:i], path.Join(name[i+1:], sub)
	}
}
