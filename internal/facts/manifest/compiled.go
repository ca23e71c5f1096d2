package manifest

import (
	"cmp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Packages of compiled languages that declare their programs: Crystal, Nim, D, Zig, Fortran.

// readShard reads a shard.yml: https://github.com/crystal-lang/shards/blob/master/docs/shard.yml.adoc.
func readShard(_ *reader, p *pkg) {
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), p.doc.str("license"))
	p.citeHead("description:", "name:", p.Name)
	for _, list := range []struct{ key, scope string }{{"dependencies", ""}, {"development_dependencies", "dev"}} {
		for _, name := range p.doc.obj(list.key).keys() {
			p.depend(name, p.doc.str(list.key, name, "version"), list.scope)
		}
	}
}

// enterShard adds the programs of a package of Crystal, or else the library, and the customary command for its tests.
func enterShard(r *reader, p *pkg) {
	targets := p.doc.obj("targets")
	for _, name := range targets.keys() {
		r.addEntry(p, entry{
			Path: inside(p.dir, targets.str(name, "main")), Kind: kindBinary, Name: name, Reason: "target of shard.yml",
			Evidence: cite(p.text, name+":"),
		})
	}
	if len(targets) == 0 && p.Name != "" {
		addLibrary(r, p, cmp.Or(r.tree.first(p.dir, "src/"+p.Name+".cr"), r.tree.largestBelow(p.dir.Join("src"), ".cr")))
	}
	for _, f := range r.tree.byLanguage("Crystal") {
		if f.Path.Within(p.dir.Join("spec")) && strings.HasSuffix(string(f.Path), "_spec.cr") {
			r.convention(p, "test", "crystal spec", r.citeStart(f.Path))
			break
		}
	}
}

var (
	nimbleField = lazyOf(`(?im)^[ \t]*%s[ \t]*[=:][ \t]*"([^"\n]+)"`, "version", "description", "license", "srcDir")
	nimbleBin   = lazyregexp.Lazy(`(?im)^[ \t]*bin[ \t]*=[ \t]*(?:@\[)?([^\]\n]+)`)
)

// readNimble reads a package of Nim, whose name is the one of its file:
// https://nim-lang.github.io/nimble/nimble-reference.html.
func readNimble(_ *reader, p *pkg) {
	field := func(name string) string { return firstGroup(nimbleField[name], p.text.Content) }
	if field("version") == "" {
		return
	}
	name := strings.TrimSuffix(p.Path.Base(), p.Path.Ext())
	p.describe(name, field("version"), field("description"), field("license"))
	p.citeHead("description", "version")
}

// enterNimble adds the programs that a package of Nim installs, or else the library.
func enterNimble(r *reader, p *pkg) {
	src := p.dir.Join(firstGroup(nimbleField["srcDir"], p.text.Content))
	list, ev := citedGroup(nimbleBin, p.text)
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.Trim(strings.TrimSpace(name), `"`); name == "" {
			continue
		}
		r.addEntry(p, entry{
			Path: r.tree.first(src, name+".nim"), Kind: kindBinary, Name: luminos.Path(name).Base(),
			Reason: "program that " + p.Path.Base() + " installs", Evidence: ev,
		})
	}
	if list == "" && p.Name != "" {
		addLibrary(r, p, cmp.Or(r.tree.first(p.dir, p.Name+".nim", "src/"+p.Name+".nim"), r.tree.largestBelow(src, ".nim")))
	}
}

var dubField = lazyOf(`(?m)^[ \t]*%s "([^"\n]+)"`, "name", "description", "license", "targetType", "mainSourceFile")

// readDub reads a package of D: https://dub.pm/dub-reference/recipe/.
func readDub(_ *reader, p *pkg) {
	p.describe(p.dub("name"), p.dub("version"), p.dub("description"), p.dub("license"))
	p.citeHead("description", "name", p.Name)
}

// dub returns a field of a package of D in one of its two forms.
func (p *pkg) dub(name string) string {
	if p.doc != nil {
		return p.doc.str(name)
	}
	if re := dubField[name]; re != nil {
		return firstGroup(re, p.text.Content)
	}
	return ""
}

// enterDub adds the program of a package of D, or the library. The first configuration is the usual one.
func enterDub(r *reader, p *pkg) {
	kind, main := p.dub("targetType"), p.dub("mainSourceFile")
	if all := p.doc.tables("configurations"); len(all) > 0 {
		kind, main = cmp.Or(kind, all[0].str("targetType")), cmp.Or(main, all[0].str("mainSourceFile"))
	}
	at := r.tree.first(p.dir, main, "source/app.d", "src/app.d", "source/main.d", "src/main.d", "source/"+p.Name+"/app.d")
	switch {
	case p.Name == "" || kind == "none":
	case kind == "executable", (kind == "" || kind == "autodetect") && at != "":
		reason := "program of " + p.Path.Base()
		r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: p.Name, Reason: reason, Evidence: p.Evidence})
	default:
		addLibrary(r, p, cmp.Or(
			r.tree.first(p.dir, "source/"+p.Name+"/package.d", "source/"+p.Name+".d"),
			r.tree.largestBelow(p.dir.Join("source"), ".d"), r.tree.largestBelow(p.dir.Join("src"), ".d")))
	}
}

var (
	zonField = lazyOf(`(?m)^[ \t]*\.%s[ \t]*=[ \t]*[."]@?"?([^",\n]+)"?,`, "name", "version")
	zigExe   = lazyregexp.Lazy(`\baddExecutable\(\s*\.\{\s*\.name\s*=\s*"([^"\n]+)"`)
	zigLib   = lazyregexp.Lazy(`\b(?:addModule\(\s*|add\w*Library\(\s*\.\{\s*\.name\s*=\s*)"([^"\n]+)"`)
)

// readZig reads the package in the build.zig.zon beside a build.zig.
func readZig(r *reader, p *pkg) {
	at := r.tree.first(p.dir, "build.zig.zon")
	t, ok := r.source(at, maxText)
	if at == "" || !ok {
		return
	}
	p.describe(firstGroup(zonField["name"], t.Content), firstGroup(zonField["version"], t.Content), "", "")
	p.Evidence = cite(t, ".name")
}

// enterZig adds the program with the name of the package, or else the library with this name.
func enterZig(r *reader, p *pkg) {
	for name, ev := range groups(zigExe, p.text) {
		if p.Name != "" && bareName(name) == bareName(p.Name) {
			at := cmp.Or(r.tree.first(p.dir, "src/main.zig", "src/"+name+".zig"), r.tree.largestBelow(p.dir.Join("src"), ".zig"))
			r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: name, Reason: "program of build.zig", Evidence: ev})
			return
		}
	}
	for name, ev := range groups(zigLib, p.text) {
		if p.Name != "" && bareName(name) == bareName(p.Name) {
			at := r.tree.first(p.dir, "src/root.zig", "src/"+name+".zig", "src/main.zig", name+".zig")
			r.addEntry(p, entry{Path: at, Kind: kindLibrary, Name: name, Reason: ofPackage, Evidence: ev})
			return
		}
	}
}

// readFPM reads a package of Fortran: https://fpm.fortran-lang.org/spec/manifest.html.
func readFPM(_ *reader, p *pkg) {
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), p.doc.str("license"))
	p.citeHead("description", "name", quoted(p.Name))
}

// enterFPM adds the program of a package of Fortran, or else the library.
func enterFPM(r *reader, p *pkg) {
	if at := r.tree.first(p.dir, "app/main.f90", "app/main.F90", "app/"+p.Name+".f90"); at != "" {
		r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: p.Name, Reason: "program of fpm.toml", Evidence: p.Evidence})
	} else if p.Name != "" && len(p.doc.tables("executable")) == 0 {
		addLibrary(r, p, cmp.Or(r.tree.first(p.dir, "src/"+p.Name+".f90"), r.tree.largestBelow(p.dir.Join("src"), ".f90")))
	}
}
