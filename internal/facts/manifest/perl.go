package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	// perlField matches the fields of Makefile.PL, Build.PL and dist.ini, with or without quotes.
	perlField = lazyOf(`(?m)^[ \t]*["']?%s["']?[ \t]*=>?[ \t]*["']?([^"'\n,;]+)`,
		"NAME", "DISTNAME", "ABSTRACT", "VERSION", "VERSION_FROM", "LICENSE",
		"module_name", "dist_name", "dist_abstract", "dist_version", "dist_version_from", "license",
		"name", "abstract", "version", "main_module")
	perlPrograms = lazyregexp.Lazy(`\b(?:EXE_FILES|script_files)["']?\s*=>\s*\[([^\]]*)\]`)
	perlQuoted   = lazyregexp.Lazy(`["']([^"'\n]+)["']`)
)

// readPerl reads the name, the version, the summary and the licence of a distribution of Perl by patterns. The program
// is not run.
func readPerl(r *reader, p *pkg) {
	first := func(keys ...string) (v string) {
		for _, key := range keys {
			v = cmp.Or(v, strings.TrimSpace(firstGroup(perlField[key], p.text.Content)))
		}
		return v
	}
	name := first("DISTNAME", "NAME", "dist_name", "module_name", "name")
	if strings.ContainsAny(name, "$()[]{}") { // computed
		name = ""
	}
	version := first("VERSION", "dist_version", "version")
	from := first("VERSION_FROM", "dist_version_from", "main_module")
	if version == "" && from != "" {
		version = versionIn(r, p, inside(p.dir, from))
	}
	license := perlLicenses[strings.ToLower(first("LICENSE", "license"))]
	p.describe(name, version, first("ABSTRACT", "dist_abstract", "abstract"), license)
	if p.Name != "" {
		p.Evidence = append(cite(p.text, name), p.Evidence...)
	}
	if p.Description != "" {
		p.Evidence = append(p.Evidence, cite(p.text, p.Description)...)
	}
}

// perlLicenses maps the names of licences in Perl to SPDX.
var perlLicenses = map[string]string{
	"perl": "Artistic-1.0-Perl OR GPL-1.0-or-later", "perl_5": "Artistic-1.0-Perl OR GPL-1.0-or-later",
	"artistic_2": "Artistic-2.0", "mit": "MIT", "apache_2_0": "Apache-2.0", "bsd": "BSD-3-Clause",
}

// enterPerl adds the module with the name of the distribution as a library, and the programs that it installs.
func enterPerl(r *reader, p *pkg) {
	module := strings.ReplaceAll(strings.ReplaceAll(p.Name, "::", "/"), "-", "/")
	if at := r.tree.first(p.dir, "lib/"+module+".pm"); module != "" && at != "" {
		r.addEntry(p, entry{
			Path: at, Kind: kindLibrary, Name: p.Name, Reason: "module with the name of the distribution",
			Evidence: p.Evidence, certainty: conventional,
		})
	}
	perlCommands(r, p)
	m := perlPrograms().FindStringSubmatch(p.text.Content)
	if m == nil {
		return
	}
	for _, s := range perlQuoted().FindAllStringSubmatch(m[1], maxBins) {
		at := inside(p.dir, s[1])
		r.addEntry(p, entry{
			Path: at, Kind: kindBinary, Name: at.Base(), Reason: "program that " + p.Path.Base() + " installs",
			Evidence: cite(p.text, s[1]), place: placeOther,
		})
	}
}

// perlCommands adds the commands that build and test by the program that writes the makefile of a distribution.
func perlCommands(r *reader, p *pkg) {
	build, test := "perl Makefile.PL && make", "make test"
	switch {
	case p.Path.Base() == "Build.PL" && !r.tree.has(p.dir.Join("Makefile.PL")):
		build, test = "perl Build.PL && ./Build", "./Build test"
	case p.Path.Base() != "Makefile.PL":
		return
	}
	r.convention(p, "build", build, r.citeStart(p.Path))
	tests := func(f *luminos.File) bool { return f.Path.Ext() == ".t" }
	if slices.ContainsFunc(r.tree.inDir[p.dir.Join("t")], tests) {
		r.convention(p, "test", test, r.citeStart(p.Path))
	}
}
