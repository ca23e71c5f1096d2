package manifest

import (
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

func enterPython(r *reader, p *pkg) {
	x, _ := p.extra.(*pythonPkg)
	if x == nil {
		return
	}
	for i, name := range slices.Sorted(maps.Keys(x.scripts)) {
		if i >= maxBins {
			break
		}
		r.consoleScript(p, x, name, x.scripts[name])
	}
	r.pythonLibrary(p, x)
	r.pythonPrograms(p)
	r.pythonCommands(p)
}

// consoleScript adds the module behind "name = package.module:function".
func (r *reader) consoleScript(p *pkg, x *pythonPkg, name, ref string) {
	module, function, _ := strings.Cut(ref, ":")
	at := r.pythonModule(p, x, strings.TrimSpace(module))
	ev := cite(p.text, name, strings.TrimSpace(module))
	function, _, _ = strings.Cut(strings.TrimSpace(function), " ")
	if at != "" && function != "" {
		ev = append(ev, r.citeMain(at, "def "+function+"(")...)
	}
	r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
		Path: at, Kind: "script", Name: name, Reason: "console script in " + p.Path.Base(), Evidence: ev,
	}})
}

// pythonModule finds the file of a dotted module name.
func (r *reader) pythonModule(p *pkg, x *pythonPkg, module string) luminos.Path {
	if module == "" || len(module) > 200 || strings.ContainsAny(module, "/\\ ") {
		return ""
	}
	rel := strings.ReplaceAll(module, ".", "/")
	var places []string
	for _, name := range slices.Sorted(maps.Keys(x.dirs)) {
		if rest, ok := strings.CutPrefix(module+".", name+"."); ok {
			places = append(places, x.dirs[name]+"/"+strings.ReplaceAll(strings.TrimSuffix(rest, "."), ".", "/"))
		}
	}
	for _, root := range append(slices.Clone(x.roots), "src", ".", "lib", "python") {
		places = append(places, root+"/"+rel)
	}
	for _, at := range places {
		if f := r.tree.first(p.dir, at+".py", at+"/__main__.py", at+"/__init__.py"); f != "" {
			return f
		}
	}
	if f := r.tree.suffix(p.dir, rel+".py"); f != "" {
		return f
	}
	return r.tree.suffix(p.dir, rel+"/__init__.py")
}

// pythonLibrary adds the package that the manifest distributes.
func (r *reader) pythonLibrary(p *pkg, x *pythonPkg) {
	if p.Name == "" {
		return
	}
	name := strings.ToLower(strings.ReplaceAll(p.Name, "-", "_"))
	for _, module := range []string{x.module, name, strings.ReplaceAll(p.Name, "-", "_"), strings.ReplaceAll(name, "_", "/")} {
		for _, root := range append(slices.Clone(x.roots), "src", ".", "lib", "python") {
			if module == "" {
				continue
			}
			if at := r.tree.first(p.dir, root+"/"+module+"/__init__.py", root+"/"+module+".py"); at != "" {
				r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
					Path: at, Kind: "library", Name: strings.ReplaceAll(module, "/", "."), Reason: "the package that " + p.Path.Base() + " distributes", Evidence: p.Evidence,
				}, certainty: conventional})
				return
			}
		}
	}
}

// pythonMains are names of programs that are started by hand, likeliest first.
var pythonMains = []string{"main.py", "app.py", "manage.py", "server.py", "run.py", "cli.py", "api.py", "wsgi.py", "asgi.py", "bot.py", "train.py", "streamlit_app.py"}

var (
	pyMain      = lazyregexp.Lazy(`(?m)^if\s+__name__\s*==\s*["']__main__["']`)
	pyApp       = lazyregexp.Lazy(`(?m)^(?:app|application|api|server)\s*(?::[^=\n]*)?=\s*(?:[\w.]+\.)?(FastAPI|Flask|Sanic|Starlette|Quart|Bottle|Litestar|get_wsgi_application|get_asgi_application)\(`)
	pyFlaskName = map[string]string{"get_wsgi_application": "Django", "get_asgi_application": "Django"}
)

// pythonPrograms looks into well-known names beside the manifest and one
// directory below.
func (r *reader) pythonPrograms(p *pkg) {
	for _, f := range r.tree.inDir[p.dir] {
		if f.Path.Ext() == ".py" {
			r.pythonProgram(p, f)
		}
	}
}

// pythonProgram adds a file when it says that it is run.
func (r *reader) pythonProgram(p *pkg, f *luminos.File) {
	known := slices.Contains(pythonMains, f.Path.Base())
	if !known || !r.tree.counts(f) {
		return
	}
	t, ok := r.source(f.Path, maxText)
	if !ok {
		return
	}
	e := entry{EntryPoint: luminos.EntryPoint{Path: f.Path, Name: strings.TrimSuffix(f.Path.Base(), ".py")}, certainty: guessed, prime: f.Path.Base() == "main.py"}
	if m := pyApp().FindStringSubmatchIndex(t.Content); m != nil {
		kind := t.Content[m[2]:m[3]]
		if alias := pyFlaskName[kind]; alias != "" {
			kind = alias
		}
		e.Kind, e.Reason, e.Evidence = "server", "makes the "+kind+" application", citeLine(t, lineOf(t.Content, m[0]))
	} else if m := pyMain().FindStringIndex(t.Content); m != nil {
		e.Kind, e.Reason, e.Evidence = "script", `if __name__ == "__main__"`, citeLine(t, lineOf(t.Content, m[0]))
		if strings.Contains(t.Content, "uvicorn.run(") || strings.Contains(t.Content, "execute_from_command_line(") {
			e.Kind = "server"
		}
	} else {
		return
	}
	r.enterAt(p, e)
}

// pythonCommands gives the usual commands of the tools that the manifest names.
func (r *reader) pythonCommands(p *pkg) {
	install := ""
	switch base := p.Path.Base(); {
	case r.tree.first(p.dir, "uv.lock") != "":
		install = "uv sync"
	case r.tree.first(p.dir, "poetry.lock") != "" || p.doc.obj("tool", "poetry").has("name"):
		install = "poetry install"
	case r.tree.first(p.dir, "pdm.lock") != "":
		install = "pdm install"
	case base == "Pipfile":
		install = "pipenv install"
	case base == "requirements.txt":
		install = "pip install -r requirements.txt"
	case base == "pyproject.toml" && p.doc.has("project"), base == "setup.py", base == "setup.cfg" && p.Name != "":
		install = "pip install ."
	}
	if install != "" && p.Role != luminos.ManifestMember {
		ev := p.Evidence
		if len(ev) == 0 {
			ev = r.citeStart(p.Path)
		}
		r.commandBasis(p, "install", install, luminos.Derived, ev)
	}
	if !p.doc.has("tool") {
		return
	}
	if ev := cite(p.text, "[tool.pytest"); ev != nil {
		r.commandBasis(p, "test", "pytest", luminos.Derived, ev)
	}
	if ev := cite(p.text, "[tool.ruff"); ev != nil {
		r.commandBasis(p, "lint", "ruff check", luminos.Derived, ev)
	}
}
