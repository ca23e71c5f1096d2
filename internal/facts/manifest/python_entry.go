package manifest

import (
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

func enterPython(r *reader, p *pkg, x *pythonPkg) {
	for i, name := range slices.Sorted(maps.Keys(x.scripts)) {
		if i >= maxBins {
			break
		}
		consoleScript(r, p, x, name, x.scripts[name])
	}
	pythonLibrary(r, p, x)
	pythonCommands(r, p)
}

// consoleScript adds the module of "name = package.module:function".
func consoleScript(r *reader, p *pkg, x *pythonPkg, name, ref string) {
	module, function, _ := strings.Cut(ref, ":")
	at := pythonModule(r, p, x, strings.TrimSpace(module))
	ev := cite(p.text, name, strings.TrimSpace(module))
	function, _, _ = strings.Cut(strings.TrimSpace(function), " ")
	if at != "" && function != "" {
		ev = append(ev, r.citeMain(at, "def "+function+"(")...)
	}
	r.addEntry(p, entry{
		Path: at, Kind: kindScript, Name: name, Reason: "console script in " + p.Path.Base(), Evidence: ev,
	})
}

// pythonModule returns the file of a dotted module name, or "".
func pythonModule(r *reader, p *pkg, x *pythonPkg, module string) luminos.Path {
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
	for _, root := range append(slices.Clone(x.roots), "src", ".") {
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
func pythonLibrary(r *reader, p *pkg, x *pythonPkg) {
	if p.Name == "" {
		return
	}
	name := strings.ToLower(strings.ReplaceAll(p.Name, "-", "_"))
	for _, module := range []string{x.module, name, strings.ReplaceAll(p.Name, "-", "_"), strings.ReplaceAll(name, "_", "/")} {
		for _, root := range append(slices.Clone(x.roots), "src", ".") {
			if module == "" {
				continue
			}
			if at := r.tree.first(p.dir, root+"/"+module+"/__init__.py", root+"/"+module+".py"); at != "" {
				r.addEntry(p, entry{
					Path: at, Kind: kindLibrary, Name: strings.ReplaceAll(module, "/", "."), Reason: "the package that " + p.Path.Base() + " distributes", Evidence: p.Evidence,
					certainty: conventional,
				})
				return
			}
		}
	}
}

// pythonMains are customary names of programs, the likeliest first.
var pythonMains = []string{"main.py", "app.py", "manage.py", "server.py", "run.py", "cli.py", "api.py", "wsgi.py", "asgi.py", "bot.py", "train.py", "streamlit_app.py"}

var (
	pyMain      = lazyregexp.Lazy(`(?m)^if\s+__name__\s*==\s*["']__main__["']`)
	pyApp       = lazyregexp.Lazy(`(?m)^(?:app|application|api|server)\s*(?::[^=\n]*)?=\s*(?:[\w.]+\.)?(FastAPI|Flask|Sanic|Starlette|Quart|Bottle|Litestar|get_wsgi_application|get_asgi_application)\(`)
	pyFlaskName = map[string]string{"get_wsgi_application": "Django", "get_asgi_application": "Django"}
)

// pythonProgram adds a file with a customary name if it makes an application or
// has a main guard.
func pythonProgram(r *reader, p *pkg, f *luminos.File) {
	known := slices.Contains(pythonMains, f.Path.Base())
	if !known || !r.tree.counts(f) {
		return
	}
	t, ok := r.source(f.Path, maxText)
	if !ok {
		return
	}
	e := entry{Path: f.Path, Name: strings.TrimSuffix(f.Path.Base(), ".py"), certainty: guessed, prime: f.Path.Base() == "main.py"}
	if m := pyApp().FindStringSubmatchIndex(t.Content); m != nil {
		kind := t.Content[m[2]:m[3]]
		if alias := pyFlaskName[kind]; alias != "" {
			kind = alias
		}
		e.Kind, e.Reason, e.Evidence = kindServer, "makes the "+kind+" application", citeLine(t, lineOf(t.Content, m[0]))
	} else if m := pyMain().FindStringIndex(t.Content); m != nil {
		e.Kind, e.Reason, e.Evidence = kindScript, `if __name__ == "__main__"`, citeLine(t, lineOf(t.Content, m[0]))
		if strings.Contains(t.Content, "uvicorn.run(") || strings.Contains(t.Content, "execute_from_command_line(") {
			e.Kind = kindServer
		}
	} else {
		return
	}
	r.addEntry(p, e)
}

// pythonCommands adds the customary commands of the tools that the manifest names.
func pythonCommands(r *reader, p *pkg) {
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
		r.convention(p, "install", install, ev)
	}
	if !p.doc.has("tool") {
		return
	}
	if ev := cite(p.text, "[tool.pytest"); ev != nil {
		r.convention(p, "test", "pytest", ev)
	}
	if ev := cite(p.text, "[tool.ruff"); ev != nil {
		r.convention(p, "lint", "ruff check", ev)
	}
}

func runPython(_ *reader, e luminos.EntryPoint) (luminos.Path, string) {
	if strings.HasPrefix(e.Reason, "console script") {
		return "", ""
	}
	return luminos.Root, "python " + string(e.Path)
}
