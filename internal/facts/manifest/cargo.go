package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
)

func readCargo(r *reader, p *pkg) {
	p.describe(p.doc.str("package", "name"), cargoField(r, p, "version"), cargoField(r, p, "description"), cargoField(r, p, "license"))
	p.Evidence = append(cite(p.text, "name", "=", quoted(p.Name)), cite(p.text, "description", "=")...)
	if p.Name == "" {
		p.Version = p.doc.str("workspace", "package", "version") // the one that its packages share
		p.Evidence = cite(p.text, "version", "=", quoted(p.Version))
	}
	publish := p.doc.get("package", "publish")
	if p.doc.obj("package", "publish").get("workspace") == true {
		publish = workspaceOf(r, p).get("package", "publish")
	}
	registries, limited := publish.([]any)
	p.Private = publish == false || limited && len(registries) == 0
	if p.doc.has("workspace") {
		p.Workspace = true
		p.globs = p.doc.strs("workspace", "members")
		for _, x := range p.doc.strs("workspace", "exclude") {
			p.globs = append(p.globs, "!"+x)
		}
	}
	cargoDeps(r, p, p.doc)
	for _, cfg := range p.doc.obj("target").keys() {
		cargoDeps(r, p, p.doc.obj("target", cfg))
	}
}

// cargoSections are the tables of a Cargo.toml that declare dependencies.
var cargoSections = []string{"dependencies", "dev-dependencies", "build-dependencies"}

// pathMembers adds the packages to a workspace of Cargo on which it or a member depends by path. They are members
// without being listed (https://doc.rust-lang.org/cargo/reference/workspaces.html).
func pathMembers(r *reader, w *pkg) {
	byDir, within := map[luminos.Path]*pkg{}, append([]string{"**"}, w.globs...)
	for _, q := range r.pkgs {
		if q.format == w.format && q.doc != nil && q.dir.Within(w.dir) {
			byDir[q.dir] = q
		}
	}
	for queue := append([]luminos.Path{w.dir}, w.Members...); len(queue) > 0; queue = queue[1:] {
		q := byDir[queue[0]]
		if q == nil {
			continue
		}
		for _, section := range cargoSections {
			for _, name := range q.doc.obj(section).keys() {
				at := inside(q.dir, q.doc.str(section, name, "path"))
				if q.doc.get(section, name, "workspace") == true {
					at = inside(w.dir, w.doc.str("workspace", "dependencies", name, "path"))
				}
				m := byDir[at]
				if m == nil || m == w || slices.Contains(w.Members, at) || !matchesGlobs(within, relative(w.dir, at)) {
					continue
				}
				if m.Role == luminos.ManifestNested {
					m.Role = luminos.ManifestMember
				}
				w.Members, queue = append(w.Members, at), append(queue, at)
			}
		}
	}
	slices.Sort(w.Members)
}

// quoted returns a name in double quotes, or "" if it is empty.
func quoted(s string) string {
	if s == "" {
		return ""
	}
	return `"` + s + `"`
}

func cargoDeps(r *reader, p *pkg, v value) {
	workspace := workspaceOf(r, p)
	for section, scope := range map[string]string{"dependencies": "", "dev-dependencies": "dev", "build-dependencies": "build"} {
		deps := v.obj(section)
		for _, name := range deps.keys() {
			version, s := deps.str(name), scope
			if t := deps.obj(name); t != nil {
				version = t.str("version")
				if t.get("workspace") == true {
					version = workspace.dependency(name)
				}
				if t.get("optional") == true && s == "" {
					s = "optional"
				}
				name = cmp.Or(t.str("package"), name) // it has another name in the code
			}
			p.depend(name, version, s)
		}
	}
}

// workspaceOf returns the table "workspace" of the nearest Cargo.toml with one at or above the
// directory of p, or an empty table.
func workspaceOf(r *reader, p *pkg) cargoWorkspace {
	var best *pkg
	for _, q := range r.pkgs {
		if q.format == p.format && q.doc.has("workspace") && p.dir.Within(q.dir) && (best == nil || q.dir.Depth() > best.dir.Depth()) {
			best = q
		}
	}
	if best == nil {
		return cargoWorkspace{}
	}
	return cargoWorkspace{best.doc.obj("workspace")}
}

type cargoWorkspace struct{ value }

func (w cargoWorkspace) dependency(name string) string {
	if t := w.obj("dependencies", name); t != nil {
		return t.str("version")
	}
	return w.str("dependencies", name)
}

// cargoField returns a field of the package, or of its workspace if the package
// inherits the field.
func cargoField(r *reader, p *pkg, field string) string {
	if p.doc.obj("package", field).get("workspace") == true {
		return workspaceOf(r, p).str("package", field)
	}
	return p.doc.str("package", field)
}

func enterCargo(r *reader, p *pkg) {
	if p.doc.has("package") {
		cargoBins(r, p)
		cargoLib(r, p)
	}
	if p.Role != luminos.ManifestMember && !choosesFeatures(r, p) && !extension(r, p) { // a workspace covers its members
		ev := cite(p.text, "[workspace]")
		if p.doc.has("package") {
			ev = cite(p.text, "[package]")
		}
		// Without --workspace: members beside the default ones can need other tools, databases and servers.
		r.convention(p, "build", "cargo build", ev)
		r.convention(p, "test", "cargo test", ev)
	}
}

// extension reports whether a crate is an extension of the Python package beside it, whose tools build it.
func extension(r *reader, p *pkg) bool {
	q := r.owner(p.Path, "python")
	return q != nil && q.dir == p.dir && strings.HasPrefix(q.doc.str("build-system", "build-backend"), "maturin")
}

// choosesFeatures reports whether a crate does not build with its default features: its build script refuses to.
func choosesFeatures(r *reader, p *pkg) bool {
	at := p.dir.Join("build.rs")
	return r.tree.has(at) && r.citeMain(at, "compile_error!(") != nil && r.citeMain(at, "not(any(feature") != nil
}

func cargoBins(r *reader, p *pkg) {
	listed := map[luminos.Path]bool{}
	add := func(at luminos.Path, name, reason string, certainty certainty, ev []luminos.Evidence) {
		if at == "" || listed[at] || !r.tree.has(at) {
			return
		}
		listed[at] = true
		ev = append(ev, r.citeMain(at, "fn main")...)
		r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: name, Reason: reason, Evidence: ev, certainty: certainty})
	}
	for _, bin := range p.doc.tables("bin") {
		name := bin.str("name")
		at := inside(p.dir, bin.str("path"))
		if at == "" {
			at = r.tree.first(p.dir, "src/bin/"+name+".rs", "src/bin/"+name+"/main.rs", "src/main.rs")
		}
		// The search begins at the first target, so that the name of the package is skipped.
		head := lineOf(p.text.Content, max(strings.Index(p.text.Content, "[[bin]]"), 0))
		add(at, name, "binary target of "+p.Path.Base(), declared, citeFrom(p.text, head, "name", "=", quoted(name)))
	}
	if p.doc.get("package", "autobins") == false {
		return
	}
	add(r.tree.first(p.dir, "src/main.rs"), p.Name, "default binary of the package", conventional, cite(p.text, "name", "=", quoted(p.Name)))
	for _, f := range r.tree.inDir[p.dir.Join("src/bin")] {
		if f.Path.Ext() == ".rs" {
			add(f.Path, strings.TrimSuffix(f.Path.Base(), ".rs"), "program in src/bin of the package", conventional, nil)
		}
	}
	for _, f := range r.tree.byBase["main.rs"] {
		if f.Path.Dir().Dir() == p.dir.Join("src/bin") {
			add(f.Path, f.Path.Dir().Base(), "program in src/bin of the package", conventional, nil)
		}
	}
}

// MacroCrate is the reason of an entry point for macros, which serve the packages beside it.
const MacroCrate = "procedural macro crate"

func cargoLib(r *reader, p *pkg) {
	at := inside(p.dir, p.doc.str("lib", "path"))
	if at == "" {
		at = p.dir.Join("src/lib.rs")
	}
	e := entry{Path: at, Kind: kindLibrary, Name: p.Name,
		Reason: "library crate", Evidence: cite(p.text, "name", "=", quoted(p.Name)), certainty: conventional}
	if p.doc.get("lib", "proc-macro") == true {
		e.Reason, e.place = MacroCrate, 1
	}
	r.addEntry(p, e)
}

func runCargo(r *reader, e luminos.EntryPoint) (luminos.Path, string) {
	p := r.owner(e.Path, "cargo")
	if p == nil || e.Name == "" || choosesFeatures(r, p) {
		return "", ""
	}
	dir, of := p.dir, ""
	for _, w := range r.pkgs {
		if w.Workspace && w.Ecosystem == "cargo" && slices.Contains(w.Members, p.dir) {
			if dir = w.dir; w.doc.has("package") || w.doc.strs("workspace", "default-members") != nil {
				of = " -p " + p.Name // cargo looks for programs in the default members only
			}
			break
		}
	}
	return dir, "cargo run" + of + " --bin " + e.Name
}
