package manifest

import (
	"cmp"
	"strings"

	"luminos/internal/lazyregexp"
)

// readJulia reads the name and the version of a package of Julia. A project without a UUID, such as an environment for
// documentation or tests, is no package: https://pkgdocs.julialang.org/v1/toml-files/.
func readJulia(_ *reader, p *pkg) {
	if p.doc.str("uuid") == "" {
		return
	}
	p.describe(p.doc.str("name"), p.doc.str("version"), "", "")
	p.citeHead("", "name", p.Name)
	for _, name := range p.doc.obj("deps").keys() {
		p.depend(name, p.doc.str("compat", name), "")
	}
}

// enterJulia adds the module of the package as a library, and the customary commands of its package manager.
func enterJulia(r *reader, p *pkg) {
	at := r.tree.first(p.dir, "src/"+p.Name+".jl")
	if p.Name == "" || at == "" {
		return
	}
	r.addEntry(p, entry{
		Path: at, Kind: kindLibrary, Name: p.Name, Reason: "module with the name of the package",
		Evidence: p.Evidence, certainty: conventional,
	})
	r.convention(p, "install", "julia --project -e 'using Pkg; Pkg.instantiate()'", p.Evidence)
	if r.tree.has(p.dir.Join("test/runtests.jl")) {
		r.convention(p, "test", "julia --project -e 'using Pkg; Pkg.test()'", p.Evidence)
	}
}

// cranField matches the fields of a DESCRIPTION file with their continuation lines, which are indented.
var cranField = lazyOf(`(?m)^%s:[ \t]*(.*(?:\n[ \t]+.+)*)`, "Package", "Version", "Title",
	"License", "Depends", "Imports", "LinkingTo", "Suggests")

// readCRAN reads the DESCRIPTION file of a package of R, in the format of control files:
// https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file.
func readCRAN(_ *reader, p *pkg) {
	field := func(name string) string {
		return strings.Join(strings.Fields(firstGroup(cranField[name], p.text.Content)), " ")
	}
	if field("Version") == "" {
		return // another text of this name
	}
	p.describe(field("Package"), field("Version"), field("Title"), cranLicense(field("License")))
	p.citeHead("Title:", "Package:", p.Name)
	for _, list := range []string{"Depends", "Imports", "LinkingTo", "Suggests"} {
		for item := range strings.SplitSeq(field(list), ",") {
			name, version, _ := strings.Cut(strings.TrimSpace(item), " ")
			if version = strings.Trim(version, " ()"); name != "" && name != "R" {
				p.depend(name, version, map[string]string{"LinkingTo": "build", "Suggests": "dev"}[list])
			}
		}
	}
}

var (
	// cranGNU matches a GNU licence in the form of R. Its groups are the name, the relation, and the parts of the version.
	cranGNU = lazyregexp.Lazy(`^([AL]?GPL)(?:-| \((>=|==) )(\d)(?:\.(\d))?\)?$`)
	// cranNames holds the identifiers of SPDX by the names of R, of licences that a file only completes with names.
	cranNames = map[string]string{
		"MIT": "MIT", "BSD_2_clause": "BSD-2-Clause", "BSD_3_clause": "BSD-3-Clause", "Artistic-2.0": "Artistic-2.0",
		"Apache License 2.0": "Apache-2.0", "Apache License (== 2.0)": "Apache-2.0", "Apache License (>= 2)": "Apache-2.0",
		"Apache License (>= 2.0)": "Apache-2.0", "CC0": "CC0-1.0", "MPL-2.0": "MPL-2.0", "CC BY 4.0": "CC-BY-4.0",
	}
)

// cranLicense returns the expression for the licences of a package of R, to choose from: "GPL-2 | GPL-3".
// It returns "" if one of them is not known, or a file restricts it.
func cranLicense(field string) string {
	var all []string
	for one := range strings.SplitSeq(field, "|") {
		name, file, filed := strings.Cut(strings.TrimSpace(one), " + file ")
		id := cranNames[name]
		if m := cranGNU().FindStringSubmatch(name); m != nil && !filed {
			id = m[1] + "-" + m[3] + "." + cmp.Or(m[4], "0") + map[bool]string{true: "-or-later", false: "-only"}[m[2] == ">="]
		}
		if id == "" || filed && file != "LICENSE" && file != "LICENCE" {
			return ""
		}
		all = append(all, id)
	}
	return strings.Join(all, " OR ")
}

// enterCRAN adds the sources of a package of R as a library, and its customary commands.
func enterCRAN(r *reader, p *pkg) {
	sources := p.dir.Join("R")
	if p.Name == "" || !r.tree.dirs[sources] {
		return
	}
	r.addEntry(p, entry{
		Path: sources, Kind: kindLibrary, Name: p.Name, Reason: "sources of the package in DESCRIPTION", Evidence: p.Evidence,
	})
	r.convention(p, "build", "R CMD build .", p.Evidence)
	if r.tree.dirs[p.dir.Join("tests")] {
		// A directory without fields that the build adds cannot be checked.
		r.convention(p, "test", "R CMD build . && R CMD check "+p.Name+"_*.tar.gz", p.Evidence)
	}
}
