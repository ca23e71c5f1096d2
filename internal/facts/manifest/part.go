package manifest

import (
	"slices"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// area is how much of the target lies somewhere: what is its own, neither
// vendored nor a test or an example.
type area struct {
	files, programs int
	code            int64 // bytes of programs
}

func (a *area) add(f *luminos.File) {
	a.files++
	if f.Counted() && content.LanguageType(f.Language) == "programming" && !slices.Contains(buildLanguages, f.Language) {
		a.programs++
		a.code += f.Size
	}
}

// small reports whether it is less than a tenth of the whole, by files and by code.
func (a area) small(whole area) bool { return a.files*10 < whole.files && a.code*10 < whole.code }

// markParts finds the nested packages that declare only a small part of the
// target, so that how one of them is built or started says nothing of the whole:
// a sample in one language among many playbooks, the error page of a framework,
// and whatever its size the website beside the product. Packages that are small
// each but half of the files together are what the target consists of, and so
// are those with half of the code where there is much of it.
func (r *reader) markParts() {
	nested := map[luminos.Path]*area{} // by directory; nil where they are beside the product
	product := false
	for _, p := range r.pkgs {
		if !p.tells() || p.format.enter == nil {
			continue
		}
		beside := inTools(p.Path) || pathrole.Under(p.Path, luminos.DirDocumentation)
		product = product || !beside
		if p.Role == luminos.ManifestNested && beside {
			nested[p.dir] = nil
		} else if p.Role == luminos.ManifestNested {
			nested[p.dir] = &area{}
		}
	}
	together := r.measure(nested)
	consists := together.files*2 >= r.size.files || r.size.programs*6 >= r.size.files && together.code*2 >= r.size.code
	for _, p := range r.pkgs {
		dir := p.dir
		if p.Role == luminos.ManifestMember {
			dir = dir.Dir() // its workspace decides, not what else lies beside it
		}
		for ; dir != luminos.Root && p.tells(); dir = dir.Dir() {
			if a, ok := nested[dir]; ok && (a == nil && product || a != nil && !consists && a.files*10 < r.size.files) {
				p.part = true
			}
		}
	}
}

// measure adds up the files of the target and those of its nested packages, and
// answers how much these are together.
func (r *reader) measure(nested map[luminos.Path]*area) (together area) {
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		if !f.Regular() || !r.tree.counts(f) {
			continue
		}
		r.size.add(f)
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
	return together
}

// aside reports whether a program that no manifest declares belongs to such a
// package, or, where it belongs to none, is a small part of a target that is not
// made of programs: one of the samples of a documentation.
func (r *reader) aside(p luminos.Path) bool {
	var owner *pkg
	for _, q := range r.pkgs {
		if q.tells() && q.format.enter != nil && p.Within(q.dir) && (p.Ext() != ".go" || q.Ecosystem == "go") &&
			(owner == nil || q.dir.Depth() > owner.dir.Depth()) {
			owner = q
		}
	}
	if owner != nil {
		return owner.part
	}
	if p.Depth() < 2 || r.size.programs*3 >= r.size.files {
		return false
	}
	var beside area
	for _, f := range r.tree.inDir[p.Dir()] {
		beside.add(f)
	}
	return beside.small(r.size)
}
