package facts

import (
	"slices"

	"luminos"
)

// disown removes the facts that describe a part as if it were the whole of a target that is not vouched for: its name,
// commands, tests, and descriptions and licences other than beside a README at the root. The comment of a package of
// Python at the root describes the whole.
func (r *readings) disown() {
	f := &r.facts
	readme := f.Readme != nil && f.Readme.Path.Depth() == 1
	described := slices.ContainsFunc(f.Evidence["description"], func(e luminos.Evidence) bool {
		return e.Path == "__init__.py" || readme && e.Path == f.Readme.Path &&
			slices.Contains([]string{"", ".md", ".rst", ".txt"}, e.Path.Ext())
	})
	if !described {
		f.Description = ""
		delete(f.Evidence, "description")
	}
	if r.withholdParts(); !readme { // the licence of one of the files
		f.License = ""
		delete(f.Evidence, "license")
	}
	f.Name, f.Version, f.Checks, f.Releases = "", "", "", nil
	f.Commands, f.CI, f.Toolchains = nil, nil, nil
	for i := range f.EntryPoints {
		f.EntryPoints[i].Part = true
	}
	for _, key := range []string{"name", "version"} {
		delete(f.Evidence, key)
	}
}
