package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
)

// wholeBuilds are words behind "build-" in names of scripts that build the target.
var wholeBuilds = strings.Fields(`all everything project app application main release dist debug dev prod production
	package packages binary binaries lib library ci local native linux macos mac osx darwin windows win win32 win64 unix
	posix x86 x64 amd64 arm64 aarch64 wasm docker container image cmake make meson gcc clang static shared`)

// buildsOther reports whether a command runs a script of the target that builds another thing, by its name: its
// part behind "build-" is neither the name of the target nor made of general words, as in "scripts/build-curl.sh".
func buildsOther(g *guide, words []string) bool {
	for _, w := range words[:min(len(words), 2)] { // the script, or its interpreter and the script
		name, _, _ := strings.Cut(path.Base(w), ".")
		what, ok := strings.CutPrefix(bareName(name), "build-")
		if !ok || !strings.Contains(w, "/") && path.Ext(w) == "" || nameClass(projectName(g.pkgs), what) == 0 {
			continue
		}
		return slices.ContainsFunc(strings.Split(what, "-"), func(w string) bool {
			return !slices.Contains(wholeBuilds, w)
		})
	}
	return false
}

// purpose returns the purpose of a command in a document, such as "test", or "" if it is unknown or the command uses no
// file of the target.
func (g *guide) purpose(line string, words []string) string {
	if p, at := shown(g.reader, g.dir, words); p != "" && at != "" {
		if last := words[len(words)-1]; p == "run" && len(words) > 1 && (last == "test" || last == "tests") {
			return cmdline.Test // lua run.lua tests
		} else if last == "examples" {
			return ""
		}
		if e := cmdline.Effects(line, nil); len(e) > 0 && slices.Contains(purposes, e[0]) {
			return e[0]
		}
		return p
	}
	if line == "go run build.go" && hasBuildProgram(g.reader, g.dir) {
		return cmdline.Build
	}
	if withoutInput(g, g.dir, line) != line {
		return cmdline.Build
	}
	effects := cmdline.Effects(line, func(_, task string) string { return g.script(g.dir, task) })
	if plain := len(words) == 1 && isProse(g.text.Path) && strings.Contains(line, "/"); plain && len(effects) == 0 {
		for _, e := range []string{cmdline.Install, cmdline.Test} {
			if slices.Contains(taskNames[e], strings.TrimSuffix(path.Base(line), ".sh")) { // scripts/test
				effects = append(effects, e)
			}
		}
	}
	if i := slices.Index(words, "-r"); i > 0 && slices.Contains([]string{"pip", "pip3", "uv", "python"}, words[0]) {
		at := inside(g.dir, words[min(i+1, len(words)-1)])
		if at == "" || !g.tree.has(at) || ofChecks().MatchString(at.Base()) {
			return "" // requirements that are not here, or are of checks
		}
	}
	if len(effects) == 0 || !slices.Contains(purposes, effects[0]) || !g.applies(words) {
		return ""
	}
	if words[len(words)-1] == "rake" && g.rakesMore() || packs(g, words) {
		return ""
	}
	asks := words[0] == "tox" && len(words) > 1 && slices.Contains([]string{"list", "l", "config", "devenv"}, words[1])
	if asks || effects[0] == cmdline.Build && slices.Contains(halves, words[0]) {
		return ""
	}
	task := words[len(words)-1]
	e := cmdline.Named(task)
	switch {
	case g.script(g.dir, task) != "" && besides().MatchString(task):
		return ""
	case slices.Contains(effects, e) && slices.Contains(purposes, e):
		return e // a task that builds before it tests is a test
	case slices.Contains([]string{"install", "build", "test"}, effects[0]) && g.script(g.dir, task) != "":
		return "" // docs:dev builds before it serves, dev tests for ever, test-regen sets up
	}
	return effects[0]
}

// withoutSteps returns the commands of a document without the lists of requirements that are one of several steps, of
// which another installs the target itself: alone they are no setup. Nor does it return commands for a graphics card
// beside the same ones without.
func withoutSteps(all []found) []found {
	all = slices.DeleteFunc(slices.Clone(all), func(f found) bool {
		plain := forCard().ReplaceAllString(f.text, "")
		return plain != f.text && slices.ContainsFunc(all, func(o found) bool { return o.text == plain && o.dir == f.dir })
	})
	lists := func(f found) bool { return f.purpose == "install" && strings.Contains(f.text, " -r ") }
	steps := map[string]bool{}
	for _, f := range all {
		steps[f.text] = steps[f.text] || lists(f) && slices.ContainsFunc(all, func(o found) bool {
			near := o.line-f.line > -4 && o.line-f.line < 4
			return near && o.purpose == "install" && !lists(o) && ownInstall().MatchString(o.text)
		})
	}
	return slices.DeleteFunc(slices.Clone(all), func(f found) bool { return steps[f.text] })
}

// forCard matches the extras of the target, behind its directory, if one is for a graphics card.
var forCard = lazyregexp.Lazy(`\[(?:[\w-]+,)*(?:cuda|gpu)[\w-]*(?:,[\w-]+)*\]$`)

// ownInstall matches a command of pip that installs a package from a directory of the target.
var ownInstall = lazyregexp.Lazy(
	`^(?:python3? -m |uv )?pip3? install (?:--no-build-isolation )?` +
		`(?:-e |--editable |-U )?["']?\.?[\w/.-]*[/.](?:\[|["']?$)`)

// declares reports whether a manifest declares the file p as a program.
func declares(r *reader, p luminos.Path) bool {
	return slices.ContainsFunc(r.res.EntryPoints, func(e luminos.EntryPoint) bool {
		return e.Path == p && isProgram(e.Kind)
	})
}

// ofChecks matches the names of lists of requirements for checks or documents alone.
var ofChecks = lazyregexp.Lazy(`(?i)(?:^|[-_.])` +
	`(?:code-?style|style|lint(?:ing|ers?)?|format(?:ting)?|docs?|mypy|typing)\.\w+$`)

// script returns the commands of the script with the name task in the package.json of a directory, or "".
func (r *reader) script(dir luminos.Path, task string) string {
	if p := npmAt(r, dir); p != nil {
		return p.doc.str("scripts", task)
	}
	return ""
}

// shown returns the purpose of a command in a document, and the file of the target by which it is known: "run" for a
// script, "install" for a list of requirements after "-r". It returns "" for other commands.
func shown(r *reader, dir luminos.Path, words []string) (purpose string, at luminos.Path) {
	if i := slices.Index(words, "-r"); i > 1 && i+1 < len(words) && words[1] == "install" {
		if at = inside(dir, words[i+1]); r.tree.has(at) && !ofChecks().MatchString(at.Base()) {
			return "install", at
		}
		return "", ""
	}
	switch {
	case strings.HasPrefix(words[0], "./"):
		at = inside(dir, words[0])
	case len(words) > 1 && slices.Contains(interpreters, words[0]):
		at = inside(dir, words[1])
	}
	if slices.Contains(taskFiles, at.Base()) {
		return "", "" // the task decides
	}
	f := r.tree.files[at]
	if f == nil || !r.tree.counts(f) || !isStart(r, at) || inTools(at) && r.hasProgram() {
		return "", ""
	}
	return "run", at
}

// hasProgram reports whether the target as a whole has a program or a page to run, except tools for its developers.
func (r *reader) hasProgram() bool {
	return slices.ContainsFunc(r.res.EntryPoints, func(e luminos.EntryPoint) bool {
		return (isProgram(e.Kind) || e.Kind == kindPage) && !e.Part && !inTools(e.Path)
	})
}

// halves are programs that build in two commands: one prepares a directory, the other builds in it.
var halves = []string{"cmake", "meson", "ninja"}

// taskFiles are programs of frameworks that run the task that follows.
var taskFiles = []string{"artisan", "manage.py"}

// interpreters are programs whose first argument is a file to run.
var interpreters = strings.Fields("python python3 node php ruby perl bash sh Rscript julia lua bun ansible-playbook streamlit")
