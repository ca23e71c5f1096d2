package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
)

func readPyproject(r *reader, p *pkg) {
	project, poetry := p.doc.obj("project"), p.doc.obj("tool", "poetry")
	pick := func(key string) string { return cmp.Or(project.str(key), poetry.str(key)) }
	license := cmp.Or(pick("license"), project.str("license", "text"))
	p.describe(pick("name"), pick("version"), pick("description"), license)
	p.citeHead("", "name", "=", quoted(p.Name))
	if p.Description != "" {
		p.Evidence = append(p.Evidence, cite(p.text, "description", "=")...)
	}
	pythonVersion(r, p)
	for _, c := range project.strs("classifiers") {
		p.Private = p.Private || strings.HasPrefix(c, "Private ::")
	}
	for _, table := range []value{project.obj("scripts"), project.obj("gui-scripts"), poetry.obj("scripts")} {
		for _, name := range table.keys() {
			p.addScript(name, cmp.Or(table.str(name), table.str(name, "reference")))
		}
	}
	pyprojectDeps(p, project, poetry)
	p.globs = p.doc.strs("tool", "uv", "workspace", "members")
	for _, e := range p.doc.strs("tool", "uv", "workspace", "exclude") {
		p.globs = append(p.globs, "!"+e)
	}
}

// addScript adds a console script of a Python package and the "module:function" that it calls.
func (p *pkg) addScript(name, calls string) {
	if p.scripts == nil {
		p.scripts = map[string]string{}
	}
	p.scripts[strings.TrimSpace(name)] = strings.TrimSpace(calls)
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
	for _, groups := range []value{p.doc.obj("dependency-groups"), p.doc.obj("tool", "pdm", "dev-dependencies")} {
		for _, group := range groups.keys() {
			for _, d := range groups.strs(group) {
				p.dependPEP508(d, groupScope(group, "dev"))
			}
		}
	}
	environments := p.doc.obj("tool", "hatch", "envs")
	for _, name := range environments.keys() {
		for _, d := range environments.strs(name, "dependencies") {
			p.dependPEP508(d, groupScope(name, "dev"))
		}
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

// groupScope returns the scope of a group of dependencies by its name: "test" for "unit-tests",
// "dev" for "lint" or "docs", and the parameter otherwise for other names.
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

// eggName matches the name of a package behind the address of its repository.
var eggName = lazyregexp.Lazy(`[#&]egg=([\w.-]+)`)

// address matches the beginning of an address in a list of requirements. It can end in the name of the package:
// "#egg=kite".
var address = lazyregexp.Lazy(`^[A-Za-z][A-Za-z+]*://`)

// ofDevelopers matches the names of lists of requirements that only work on the target needs.
var ofDevelopers = lazyregexp.Lazy(`(?i)dev|doc|lint|(?:^|[-_.])(?:integrations?|ci|e2e|bench\w*|typing|mypy)[-_.]`)

func readRequirements(r *reader, p *pkg) {
	scope := groupScope(strings.TrimSuffix(p.Path.Base(), ".txt"), "")
	if scope == "" && ofDevelopers().MatchString(p.Path.Base()) {
		scope = "dev"
	}
	for line := range strings.Lines(p.text.Content) {
		line, _, _ = strings.Cut(line, " #")
		line = strings.TrimSpace(line)
		if address().MatchString(line) {
			line = firstGroup(eggName, line)
		}
		if line == "" || line[0] == '#' || line[0] == '-' {
			continue
		}
		p.dependPEP508(line, scope)
	}
}

func readPipfile(r *reader, p *pkg) {
	p.dependPoetry(p.doc.obj("packages"), "")
	p.dependPoetry(p.doc.obj("dev-packages"), "dev")
}

var (
	// toxPlugin matches the setting of a runner other than the one of tox itself, toxNeeds the plugins that tox installs.
	toxPlugin = lazyregexp.Lazy(`(?m)^[ \t]*"?runner"?[ \t]*=[ \t]*"?uv-venv`)
	toxNeeds  = lazyregexp.Lazy(`(?m)^[ \t]*"?requires"?[ \t]*=`)
	// toxVersion matches the names of environments for versions of Python, of which several can share braces.
	toxVersion = lazyregexp.Lazy(`\b(?:py|pypy)(?:\{[^}\n]*,[^}\n]*\}|-?\d[\d.]*)`)
	// toxSkips matches the setting that leaves out the environments whose version of Python is not there.
	toxSkips = lazyregexp.Lazy(`(?im)^[ \t]*skip_missing_interpreters[ \t]*=[ \t]*(?:true|1|yes)`)
	// toxUnset matches a variable of the environment without a value for the case that it is not set.
	toxUnset = lazyregexp.Lazy(`\{env:\w+\}`)
)

// toxRuns reports whether "tox" alone can be expected to succeed by its settings: it needs no plugin that it does not
// install, no variable of the environment and not several versions of Python.
func toxRuns(text string) bool {
	list := map[string]bool{}
	for _, name := range toxVersion().FindAllString(text, maxTasks*10) {
		list[name] = true
		if strings.Contains(name, "{") {
			list[""] = true
		}
	}
	return !(toxPlugin().MatchString(text) && !toxNeeds().MatchString(text)) && !toxUnset().MatchString(text) &&
		(len(list) < 2 || toxSkips().MatchString(text))
}

// enterTox adds the command for the environments of tox, unless none of them speaks of tests, tox alone can fail, or
// they need a program that tox permits under its name of before version 4 only.
func enterTox(r *reader, p *pkg) {
	text := p.text.Content
	old := strings.Contains(text, "whitelist_externals") && !strings.Contains(text, "allowlist_externals")
	if !old && toxRuns(text) && strings.Contains(strings.ReplaceAll(text, "testenv", ""), "test") {
		at := cite(p.text, "[testenv]")
		if at == nil {
			at = cite(p.text, "[testenv")
		}
		r.command(p, "test", "tox", at)
	}
}

// noxSession matches a session of nox; its groups are the name in the decorator and the name of the function.
var noxSession = lazyregexp.Lazy(`(?m)^@(?:nox\.)?session\b(?:[^\n]*\bname=["']([\w-]+)["'])?[^\n]*\n(?:@[^\n]*\n)*def (\w+)\(`)

// enterNox adds the command for the session that tests. The command without a session runs all, also one that
// publishes.
func enterNox(r *reader, p *pkg) {
	for _, m := range noxSession().FindAllStringSubmatchIndex(p.text.Content, maxTasks*10) {
		name := p.text.Content[m[4]:m[5]]
		if m[2] >= 0 {
			name = p.text.Content[m[2]:m[3]]
		}
		if slices.Contains(taskNames["test"], name) {
			r.command(p, "test", "nox -s "+name, citeLine(p.text, lineOf(p.text.Content, m[4])))
			return
		}
	}
}

// hatchScripts are customary names of scripts of Hatch that test, the most important first.
var hatchScripts = append([]string{"default", "run"}, taskNames["test"]...)

// hatchTests adds the command for the first script in an environment of Hatch that tests, of environments that are
// called after tests first. It reports whether there is one:
// https://hatch.pypa.io/latest/config/environment/overview/#scripts.
func hatchTests(r *reader, p *pkg) bool {
	environments := p.doc.obj("tool", "hatch", "envs")
	names := environments.keys()
	slices.SortStableFunc(names, func(a, b string) int {
		return compareBool(groupScope(a, "") != "test", groupScope(b, "") != "test")
	})
	for _, environment := range names {
		table := environments.obj(environment, "scripts")
		for _, name := range hatchScripts {
			commands := table.strs(name)
			if !slices.Contains(cmdline.Effects(strings.Join(commands, "\n"), nil), cmdline.Test) ||
				!plainName().MatchString(environment) {
				continue
			}
			ev := cite(p.text, name, "=", commands[0])
			if ev == nil {
				ev = cite(p.text, "[tool.hatch.envs."+environment)
			}
			line := "hatch run " + environment + ":" + name
			if environment == "default" {
				line = "hatch run " + name
			}
			r.command(p, "test", line, ev)
			return true
		}
	}
	return false
}
