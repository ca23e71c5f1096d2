package manifest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

func enterPython(r *reader, p *pkg) {
	names := slices.Sorted(maps.Keys(p.scripts))
	for i, name := range ofPackageItself(p.scripts, names) {
		if i >= maxBins {
			break
		}
		consoleScript(r, p, name, p.scripts[name])
	}
	pythonLibrary(r, p)
	pythonCommands(r, p)
}

// ofPackageItself returns the names of console scripts, the ones of packages below at the end if the package at the top
// is a program itself.
func ofPackageItself(scripts map[string]string, names []string) []string {
	module := func(name string) (parts []string) {
		m, _, _ := strings.Cut(scripts[name], ":")
		return strings.Split(strings.TrimSuffix(strings.TrimSpace(m), ".__main__"), ".")
	}
	tops := map[string]bool{}
	for _, name := range names {
		if m := module(name); len(m) == 1 {
			tops[m[0]] = true
		}
	}
	below := func(name string) int {
		m := module(name)
		if tops[m[0]] && (len(m) > 2 || len(m) == 2 && strings.Contains(scripts[name], ".__main__:")) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(names, func(a, b string) int { return below(a) - below(b) })
	return names
}

// consoleScript adds an entry point for a console script, in the file of the function ref: "package.module:function".
func consoleScript(r *reader, p *pkg, name, ref string) {
	module, function, _ := strings.Cut(ref, ":")
	at := pythonModule(r, p, strings.TrimSpace(module))
	function, _, _ = strings.Cut(strings.TrimSpace(function), " ")
	if at.Base() == "__init__.py" && r.citeMain(at, "def "+function+"(") == nil { // it imports the function
		dir := string(at.Dir())
		at = cmp.Or(r.tree.first(luminos.Root, dir+"/__main__.py", dir+"/_main.py", dir+"/main.py", dir+"/cli.py", dir+"/_cli.py"), at)
	}
	ev := cite(p.text, name, strings.TrimSpace(module))
	if at != "" && function != "" {
		ev = append(ev, r.citeMain(at, "def "+function+"(")...)
	}
	r.addEntry(p, entry{
		Path: at, Kind: kindScript, Name: name, Reason: "console script in " + p.Path.Base(), Evidence: ev,
	})
}

// pythonModule returns the file of a module such as "shop.cli", or "". It looks in src and beside
// the manifest p, then in all directories below.
func pythonModule(r *reader, p *pkg, module string) luminos.Path {
	if module == "" || len(module) > 200 || strings.ContainsAny(module, "/\\ ") {
		return ""
	}
	rel := strings.ReplaceAll(module, ".", "/")
	return cmp.Or(
		r.tree.first(p.dir, "src/"+rel+".py", "src/"+rel+"/__init__.py", "src/"+rel+"/__main__.py",
			rel+".py", rel+"/__init__.py", rel+"/__main__.py"),
		r.tree.suffix(p.dir, rel+".py"), r.tree.suffix(p.dir, rel+"/__init__.py"))
}

// leastInit is the least number of lines of code with which the __init__.py of a package is the place to read it from.
const leastInit = 8

// pythonLibrary adds an entry point for the package that the manifest p distributes: the directory
// or file with the name of p, such as src/acme_tool/__init__.py for "acme-tool".
func pythonLibrary(r *reader, p *pkg) {
	name := strings.ReplaceAll(p.Name, "-", "_")
	only := onlyPackage(r, p)
	_, typed := p.scripts[only]
	if len(p.scripts) > 0 && !typed { // it holds the programs
		only = ""
	}
	if p.Name == "" && !typed {
		return
	}
	modules := []string{strings.ToLower(name), name, strings.ToLower(strings.ReplaceAll(name, "_", "/")), only}
	for _, module := range slices.DeleteFunc(modules, func(m string) bool { return m == "" }) {
		at := r.tree.first(p.dir, "src/"+module+"/__init__.py", "src/"+module+".py", module+"/__init__.py", module+".py")
		if at = cmp.Or(at, r.tree.suffix(p.dir, module+"/__init__.py")); at != "" {
			reason := "the package that " + p.Path.Base() + " distributes"
			if f := r.tree.files[at]; at.Base() == "__init__.py" {
				if core := coreModule(r, f); core != "" {
					at, reason = core, "largest module of "+reason
				} else if f.Lines.Code < leastInit {
					at = at.Dir() // the file has a version only
				}
			}
			if classified().MatchString(p.text.Content) {
				reason += classifiedLibrary
			}
			r.addEntry(p, entry{
				Path: at, Kind: kindLibrary, Name: strings.ReplaceAll(module, "/", "."), Evidence: p.Evidence,
				certainty: conventional, Reason: reason,
			})
			return
		}
	}
}

// clearly is the least ratio of the code in the core module of a package to the code in any other, and slight the least
// to the code in its __init__.py, which then only exports names of other modules.
const (
	clearly = 3
	slight  = 10
)

// coreModule returns the module beside the given __init__.py that clearly has more code than the others except
// programs, if no file of the package has more, or "".
func coreModule(r *reader, init *luminos.File) luminos.Path {
	var first, second *luminos.File
	program := func(f *luminos.File) bool {
		return slices.ContainsFunc(r.entries, func(e entry) bool { return e.Path == f.Path && isProgram(e.Kind) })
	}
	for _, f := range r.tree.inDir[init.Path.Dir()] {
		switch {
		case f == init || f.Path.Ext() != ".py" || f.Generated || program(f):
		case first == nil || f.Lines.Code > first.Lines.Code:
			first, second = f, first
		case second == nil || f.Lines.Code > second.Lines.Code:
			second = f
		}
	}
	if second == nil || first.Lines.Code == 0 || first.Lines.Code < slight*init.Lines.Code ||
		first.Lines.Code < clearly*second.Lines.Code {
		return ""
	}
	if r.tree.largestModule(init.Path.Dir()) > first.Lines.Code { // a program, or a module of a part
		return ""
	}
	return first.Path
}

// onlyPackage returns the name of the only package beside a manifest, or in src beside it, without tests and the like,
// or "".
func onlyPackage(r *reader, p *pkg) string {
	only := ""
	for _, f := range r.tree.byBase["__init__.py"] {
		dir := f.Path.Dir()
		beside := dir.Dir() == p.dir || dir.Dir() == p.dir.Join("src")
		if !beside || pathrole.Of(f.Path) != "" || inTools(f.Path) {
			continue
		}
		if only != "" {
			return ""
		}
		only = dir.Base()
	}
	return only
}

// classifiedLibrary ends the reason of a package whose classifier says that it is a library. Many programs have the
// narrower classifier "Python Modules".
const classifiedLibrary = calledLibrary + "classifier"

var classified = lazyregexp.Lazy(`["']Topic :: Software Development :: Libraries["']`)

// Classified reports whether the manifest of the entry point e calls it a library.
func Classified(e luminos.EntryPoint) bool { return strings.Contains(e.Reason, calledLibrary) }

// calledLibrary begins the end of such a reason.
const calledLibrary = ", a library by its "

// pythonMains are customary names of programs, the likeliest first.
var pythonMains = []string{"main.py", "app.py", "manage.py", "server.py", "run.py", "cli.py", "api.py", "wsgi.py", "asgi.py", "bot.py", "train.py", "streamlit_app.py"}

var (
	pyMain      = lazyregexp.Lazy(`(?m)^if\s+__name__\s*==\s*["']__main__["']`)
	pyApp       = lazyregexp.Lazy(`(?m)^(?:app|application|api|server)\s*(?::[^=\n]*)?=\s*(?:[\w.]+\.)?(FastAPI|Flask|Sanic|Starlette|Quart|Bottle|Litestar|get_wsgi_application|get_asgi_application)\(`)
	pyFlaskName = map[string]string{"get_wsgi_application": "Django", "get_asgi_application": "Django"}
)

// pythonProgram adds an entry point for a Python file if it creates a web application or has a main
// guard.
func pythonProgram(r *reader, p *pkg, f *luminos.File) {
	t, ok := r.source(f.Path, maxText)
	if !ok {
		return
	}
	e := entry{Path: f.Path, Name: strings.TrimSuffix(f.Path.Base(), ".py"), certainty: guessed, prime: f.Path.Base() == "main.py"}
	if m := pyApp().FindStringSubmatchIndex(t.Content); m != nil {
		kind := cmp.Or(pyFlaskName[t.Content[m[2]:m[3]]], t.Content[m[2]:m[3]])
		e.Kind, e.Reason, e.Evidence = kindServer, "makes the "+kind+" application", citeLine(t, lineOf(t.Content, m[0]))
	} else if m := pyMain().FindStringIndex(t.Content); m != nil {
		e.Kind, e.Reason, e.Evidence = kindScript, byGuard, citeLine(t, lineOf(t.Content, m[0]))
		if strings.Contains(t.Content, "uvicorn.run(") || strings.Contains(t.Content, "execute_from_command_line(") {
			e.Kind = kindServer
		}
	} else {
		return
	}
	r.addEntry(p, e)
}

// pythonCommands adds commands that install, test and lint the package, by the lockfile beside it and the tools
// that the manifest configures. Tests are run if the installation brings pytest.
func pythonCommands(r *reader, p *pkg) {
	install, tests, prefix := "", false, ""
	group, optional := p.testGroup()
	switch base := p.Path.Base(); {
	case r.tree.first(p.dir, "uv.lock") != "":
		install, tests, prefix = "uv sync", group == "dev" && !optional, "uv run "
		if group != "" && !tests {
			install, tests = "uv sync "+groupFlag(group, optional), true
		}
	case r.tree.first(p.dir, "poetry.lock") != "" || p.doc.obj("tool", "poetry").has("name"):
		install, tests, prefix = "poetry install", p.needs("pytest") && group == "", "poetry run "
	case r.tree.first(p.dir, "pdm.lock") != "":
		install, tests, prefix = "pdm install", group != "" && !optional, "pdm run "
	case base == "Pipfile":
		install = "pipenv install"
	case base == "pyproject.toml" && p.doc.has("project"), base == "setup.py", base == "setup.cfg" && p.Name != "":
		install = "pip install ."
		switch tests = group != ""; {
		case tests && strings.HasPrefix(p.doc.str("build-system", "build-backend"), "mesonpy"):
			install, tests = "", false // an editable installation builds again when it is imported, with tools that it lacks
		case tests && optional:
			install = "pip install -e '.[" + group + "]'"
		case tests:
			install = "pip install -e . --group " + group
		}
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
	if ev := cite(p.text, "[tool.pytest"); !hatchTests(r, p) && ev != nil && tests {
		r.convention(p, "test", prefix+"pytest", ev)
	}
	if ev := cite(p.text, "[tool.ruff"); ev != nil {
		r.convention(p, "lint", "ruff check", ev)
	}
}

// testGroup returns the group of dependencies with pytest, or "": the optional ones of the package first, and groups
// that are called after tests before others.
func (p *pkg) testGroup() (name string, optional bool) {
	pytest := func(d string) bool {
		m := pep508().FindStringSubmatch(clip(d, 600))
		return m != nil && strings.EqualFold(m[1], "pytest")
	}
	extras := p.doc.obj("project", "optional-dependencies")
	if base := p.Path.Base(); base == "setup.py" || base == "setup.cfg" {
		extras = setupExtras(p)
	}
	for i, table := range []value{extras, p.doc.obj("dependency-groups")} {
		keys := table.keys()
		slices.SortStableFunc(keys, func(a, b string) int {
			return compareBool(groupScope(a, "") != "test", groupScope(b, "") != "test")
		})
		for _, g := range keys {
			if slices.ContainsFunc(table.strs(g), pytest) && !othersTests().MatchString(g) {
				return g, i == 0
			}
		}
	}
	return "", false
}

// othersTests matches the names of groups for the tests of plugins that others write.
var othersTests = lazyregexp.Lazy(`(?i)^(?:hook|plugin|extension|add-?on|downstream)s?[-_]tests?`)

// extraNames matches the extras of the target in a command.
var extraNames = lazyregexp.Lazy(` ["']?\.\[([\w,-]+)\]`)

// bringsTests reports whether a command installs the package of Python at its place with the extra that has pytest, or
// with one that is called after tests.
func bringsTests(r *reader, f found) bool {
	if m := extraNames().FindStringSubmatch(f.text); f.purpose == "install" && m != nil && groupScope(m[1], "") == "test" {
		return true
	}
	return f.purpose == "install" && slices.ContainsFunc(r.pkgs, func(p *pkg) bool {
		group, optional := p.testGroup()
		return optional && p.dir == f.dir && strings.Contains(f.text, ".["+group+"]")
	})
}

// groupFlag returns the flag of uv that installs a group of dependencies.
func groupFlag(group string, optional bool) string {
	if optional {
		return "--extra " + group
	}
	return "--group " + group
}

func runPython(r *reader, e luminos.EntryPoint) (luminos.Path, string) {
	if strings.Contains(e.Reason, "console script") {
		return "", ""
	}
	if e.Path.Base() == "manage.py" && r.citeMain(e.Path, "django") != nil { // without a command it prints help
		return luminos.Root, "python " + string(e.Path) + " runserver"
	}
	if e.Path.Dir() != luminos.Root {
		return "", "" // a module of a package does not run alone
	}
	return luminos.Root, "python " + string(e.Path)
}
