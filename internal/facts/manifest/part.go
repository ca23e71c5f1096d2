package manifest

import (
	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// area is the amount of the target's own files somewhere: neither vendored nor
// tests nor examples.
type area struct {
	files, programs int
	code            int64 // bytes of programs
}

func (a *area) add(f *luminos.File) {
	a.files++
	if f.Counted() && content.IsProgramming(f.Language) {
		a.programs++
		a.code += f.Size
	}
}

// beside reports whether a package is a tool, documentation or a template, by its place.
func beside(p *pkg) bool {
	return inTools(p.Path) || pathrole.Under(p.Path, luminos.DirDocumentation) || pathrole.Template(p.Path)
}

// markParts marks the members of a workspace that are tools or documentation, its aids, and packages below the root in
// other languages than C if that is the main language: ports and bindings. It also marks the
// packages in or below a nested package that is a small part of the target: a tool or documentation
// beside a product, or a package with less than a tenth of the files. The rule on size does not
// apply if at least a sixth of the files are source code of programs and the nested packages
// together hold at least half of the code.
func (r *reader) markParts() {
	nested := map[luminos.Path]*area{} // by directory; nil if it lies beside the product
	product := false
	for _, p := range r.pkgs {
		if !p.isOwn() || p.enter == nil {
			continue
		}
		aside := beside(p)
		product = product || !aside
		if p.Role == luminos.ManifestNested && aside {
			nested[p.dir] = nil
		} else if p.Role == luminos.ManifestNested {
			nested[p.dir] = &area{}
		}
	}
	whole, together := measure(r.tree, nested)
	aid := aids(r)
	consists := whole.programs*6 >= whole.files && together.code*2 >= whole.code
	for _, p := range r.pkgs {
		native := r.language == "C" || r.language == "C++"
		own := nested[p.dir]
		port := native && own != nil && own.code*2 < whole.code &&
			IsCode(p.Ecosystem) && Rank(p.Ecosystem, r.language) == Unrelated
		p.part = p.isOwn() && (port || product && p.Role == luminos.ManifestMember && (beside(p) || aid(p)))
		dir := p.dir
		if p.Role == luminos.ManifestMember {
			dir = dir.Dir() // its workspace decides
		}
		for ; dir != luminos.Root && p.isOwn(); dir = dir.Dir() {
			if a, ok := nested[dir]; ok && (a == nil && product || a != nil && !consists && a.files*10 < whole.files) {
				p.part = true
			}
		}
	}
}

// aids returns a function that reports whether a package of npm is an aid of the target's developers, such as a page to
// try a library: it is private, its name does not begin with the name of the project, and a package with this name is
// published.
func aids(r *reader) func(*pkg) bool {
	project := projectName(r.pkgs)
	for _, p := range r.pkgs {
		if p.Ecosystem == "npm" && p.Role == luminos.ManifestMember && !p.Private && nameClass(project, p.Name) == 0 {
			return func(p *pkg) bool { return p.Ecosystem == "npm" && p.Private && nameClass(project, p.Name) == 2 }
		}
	}
	return func(*pkg) bool { return false }
}

// measure adds each of the target's own files to the areas in nested of all directories that
// contain it. It returns the sum over all own files, and the sum over the own files in these
// directories, each counted once.
func measure(t *tree, nested map[luminos.Path]*area) (whole, together area) {
	for i := range t.scan.Files {
		f := &t.scan.Files[i]
		if !f.Regular() || !t.counts(f) {
			continue
		}
		whole.add(f)
		inside := false
		for dir := f.Path.Dir(); dir != luminos.Root; dir = dir.Dir() {
			if a := nested[dir]; a != nil {
				a.add(f)
				inside = true
			}
		}
		if inside {
			together.add(f)
		}
	}
	return whole, together
}

// mostlyProduct reports whether at least nine tenths of the target's own code lie outside of directories of tools.
func (t *tree) mostlyProduct() bool {
	var all, tools area
	for i := range t.scan.Files {
		f := &t.scan.Files[i]
		if !f.Regular() || !t.counts(f) {
			continue
		}
		all.add(f)
		if inTools(f.Path) {
			tools.add(f)
		}
	}
	return all.code > 0 && tools.code*10 <= all.code
}
