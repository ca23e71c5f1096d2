package manifest

import (
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// pythonPkg is the part of a Python manifest that decides on its entry points.
type pythonPkg struct {
	scripts map[string]string // console scripts: name to "module:function"
	roots   []string          // directories that hold packages, relative to the manifest
	dirs    map[string]string // package to its directory
	module  string            // name of the package, if it is not the name of the project
}

func readPyproject(r *reader, p *pkg) func() {
	if !r.toml(p) {
		return nil
	}
	project, poetry := p.doc.obj("project"), p.doc.obj("tool", "poetry")
	pick := func(key string) string {
		if s := project.str(key); s != "" {
			return s
		}
		return poetry.str(key)
	}
	license := pick("license")
	if license == "" {
		license = project.str("license", "text")
	}
	p.describe(pick("name"), pick("version"), pick("description"), license)
	if p.Name != "" {
		p.Evidence = cite(p.text, "name", "=", quoted(p.Name))
	}
	if p.Description != "" {
		p.Evidence = append(p.Evidence, cite(p.text, "description", "=")...)
	}
	for _, c := range project.strs("classifiers") {
		p.Private = p.Private || strings.HasPrefix(c, "Private ::")
	}
	x := &pythonPkg{scripts: map[string]string{}, dirs: map[string]string{}}
	for _, table := range []value{project.obj("scripts"), project.obj("gui-scripts"), poetry.obj("scripts")} {
		for _, name := range table.keys() {
			x.scripts[name] = table.str(name)
			if s := table.str(name, "reference"); s != "" {
				x.scripts[name] = s
			}
		}
	}
	pythonLayout(p.doc, x)
	pyprojectDeps(p, project, poetry)
	p.globs = p.doc.strs("tool", "uv", "workspace", "members")
	for _, e := range p.doc.strs("tool", "uv", "workspace", "exclude") {
		p.globs = append(p.globs, "!"+e)
	}
	return func() { enterPython(r, p, x) }
}

// pythonLayout reads the directories of packages from the settings of build
// backends.
func pythonLayout(doc value, x *pythonPkg) {
	for _, pkg := range doc.tables("tool", "poetry", "packages") {
		x.roots = append(x.roots, pkg.str("from"))
	}
	setuptools := doc.obj("tool", "setuptools")
	x.roots = append(x.roots, setuptools.strs("packages", "find", "where")...)
	dirs := setuptools.obj("package-dir")
	for _, name := range dirs.keys() {
		if name == "" {
			x.roots = append(x.roots, dirs.str(name))
		} else {
			x.dirs[name] = dirs.str(name)
		}
	}
	for _, at := range doc.strs("tool", "hatch", "build", "targets", "wheel", "packages") {
		if i := strings.LastIndexByte(at, '/'); i > 0 {
			x.roots = append(x.roots, at[:i])
		}
	}
	x.roots = append(x.roots, doc.strs("tool", "maturin", "python-source")...)
	x.roots = append(x.roots, doc.strs("tool", "uv", "build-backend", "module-root")...)
	x.roots = append(x.roots, doc.strs("tool", "pdm", "build", "package-dir")...)
	for _, keys := range [][]string{{"tool", "flit", "module", "name"}, {"tool", "uv", "build-backend", "module-name"}, {"tool", "maturin", "module-name"}} {
		if s := doc.str(keys...); s != "" {
			x.module, _, _ = strings.Cut(s, ".")
		}
	}
}

func pyprojectDeps(p *pkg, project, poetry value) {
	for _, d := range project.strs("dependencies") {
		p.dependPEP508(d, "")
	}
	optional := project.obj("optional-dependencies")
	for _, group := range optional.keys() {
		for _, d := range optional.strs(group) {
			p.dependPEP508(d, groupScope(group, "optional"))
		}
	}
	groups := p.doc.obj("dependency-groups")
	for _, group := range groups.keys() {
		for _, d := range groups.strs(group) {
			p.dependPEP508(d, groupScope(group, "dev"))
		}
	}
	for _, d := range p.doc.strs("tool", "uv", "dev-dependencies") {
		p.dependPEP508(d, "dev")
	}
	for _, d := range p.doc.strs("build-system", "requires") {
		p.dependPEP508(d, "build")
	}
	p.dependPoetry(poetry.obj("dependencies"), "")
	p.dependPoetry(poetry.obj("dev-dependencies"), "dev")
	pg := poetry.obj("group")
	for _, group := range pg.keys() {
		p.dependPoetry(pg.obj(group, "dependencies"), groupScope(group, "dev"))
	}
}

func (p *pkg) dependPoetry(deps value, scope string) {
	for _, name := range deps.keys() {
		if name == "python" {
			continue
		}
		version, s := deps.str(name), scope
		if t := deps.obj(name); t != nil {
			version = t.str("version")
			if t.get("optional") == true {
				s = "optional"
			}
		}
		p.depend(name, version, s)
	}
}

// groupScope returns the scope of a named group of dependencies.
func groupScope(group, otherwise string) string {
	g := strings.ToLower(group)
	switch {
	case strings.Contains(g, "test"):
		return "test"
	case slices.Contains([]string{"dev", "develop", "development", "lint", "linting", "typing", "docs", "doc", "mypy", "style", "format"}, g):
		return "dev"
	}
	return otherwise
}

// pep508 matches the name, extras and version of a requirement, without its
// markers.
var pep508 = lazyregexp.Lazy(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*([^;#@]*)`)

func (p *pkg) dependPEP508(s, scope string) {
	if m := pep508().FindStringSubmatch(clip(s, 600)); m != nil {
		p.depend(m[1], strings.Trim(m[2], " ()"), scope)
	}
}

func readRequirements(r *reader, p *pkg) func() {
	if !r.load(p) {
		return nil
	}
	scope := groupScope(strings.TrimSuffix(p.Path.Base(), ".txt"), "")
	if name := strings.ToLower(p.Path.Base()); scope == "" && (strings.Contains(name, "dev") || strings.Contains(name, "doc") || strings.Contains(name, "lint")) {
		scope = "dev"
	}
	for line := range strings.Lines(p.text.Content) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '-' || strings.Contains(line, "://") && !strings.Contains(line, "@") {
			continue
		}
		p.dependPEP508(line, scope)
	}
	return func() { enterPython(r, p, &pythonPkg{}) }
}

func readPipfile(r *reader, p *pkg) func() {
	if !r.toml(p) {
		return nil
	}
	p.dependPoetry(p.doc.obj("packages"), "")
	p.dependPoetry(p.doc.obj("dev-packages"), "dev")
	return func() { enterPython(r, p, &pythonPkg{}) }
}

func enterTox(r *reader, p *pkg) { r.command(p, "test", "tox", cite(p.text, "[testenv")) }

func enterNox(r *reader, p *pkg) { r.command(p, "test", "nox", cite(p.text, "session")) }
