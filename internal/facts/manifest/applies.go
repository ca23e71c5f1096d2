package manifest

import (
	"path"
	"slices"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// needed returns, by program, patterns of files of which one has to be in the working directory of a command.
var needed = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(`
		go go.mod
		cargo Cargo.toml
		make Makefile makefile GNUmakefile
		mvn pom.xml
		./mvnw mvnw
		gradle build.gradle build.gradle.kts
		./gradlew gradlew
		docker-compose docker-compose.yml docker-compose.yaml compose.yml compose.yaml
		npm package.json
		npx package.json
		pnpm package.json
		yarn package.json
		bun package.json
		deno deno.json deno.jsonc
		composer composer.json
		bundle Gemfile
		rake Rakefile
		rails config.ru
		mix mix.exs
		poetry pyproject.toml
		uv pyproject.toml
		pdm pyproject.toml
		hatch pyproject.toml
		pip pyproject.toml setup.py setup.cfg
		tox tox.ini pyproject.toml setup.cfg
		nox noxfile.py
		pytest pyproject.toml setup.cfg setup.py pytest.ini tox.ini
		pre-commit .pre-commit-config.yaml
		just justfile Justfile
		task Taskfile.yml Taskfile.yaml
		cmake CMakeLists.txt
		meson meson.build
		dotnet *.sln *.slnx *.*proj
		swift Package.swift
		stack stack.yaml
		cabal *.cabal cabal.project
		dune dune-project
		gleam gleam.toml
		nimble *.nimble
		dub dub.json dub.sdl
		zig build.zig
		sbt build.sbt
		lein project.clj
		flutter pubspec.yaml
		dart pubspec.yaml
		bazel WORKSPACE WORKSPACE.bazel MODULE.bazel
		bazelisk WORKSPACE WORKSPACE.bazel MODULE.bazel
		hugo hugo.toml hugo.yaml config.toml
		mkdocs mkdocs.yml
		latexmk *.tex
	`) {
		if words := strings.Fields(line); len(words) > 1 {
			all[words[0]] = words[1:]
		}
	}
	return all
})

// applies reports whether the target has the files that a command in a document needs: one of the files in needed for
// its program, the script that it names, and the paths with "./" among its arguments.
func (g *guide) applies(words []string) bool {
	program := words[0]
	if program == "docker" && len(words) > 1 && words[1] == "compose" {
		program = "docker-compose"
	}
	developers := strings.HasPrefix(strings.ToLower(g.text.Path.Base()), "contributing")
	if developers && program == "docker-compose" && slices.Contains(words, "up") && !composes(g) {
		return false // databases of the tests
	}
	if program == "docker-compose" && !hasServices(g, words) {
		return false
	}
	if isUnittest(words) {
		return len(words) == 3 || words[3] == "discover" || hasModule(g, words[3])
	}
	if slices.Contains(pythonServers, program) {
		return g.starts(words[1:])
	}
	if dir, ok := harnesses[program]; ok {
		return testsExist(g, words[1:], dir)
	}
	if (program == "pytest" || isPytest(words)) && testsPython(g) {
		return true
	}
	if program == phpunit {
		return g.holds([]string{"composer.json"}) && g.holds([]string{"phpunit.xml", "phpunit.xml.dist"})
	}
	file := withoutShell(words)[0]
	if file == program {
		file = strings.TrimPrefix(file, "./")
	}
	if strings.Contains(file, "/") && file[0] != '.' { // a script of the target
		at := inside(g.dir, file)
		return at != "" && g.tree.has(at) && (file != program || starts(g, at))
	}
	if lockedByOther(g, words) {
		return false // for users of the package, or it is out of date
	}
	if program == "molecule" {
		return g.tree.dirs[g.dir.Join("molecule")]
	}
	if !g.holds(needed()[program]) || !g.hasTask(program, words[1:]) {
		return false
	}
	for _, w := range words[1:] {
		if program == "dotnet" && dotnetProject().MatchString(w) && !g.tree.has(inside(g.dir, w)) {
			return false
		}
		if w == ".." || strings.HasPrefix(w, "../") && inside(g.dir, w) == "" {
			return false
		}
		if strings.HasPrefix(w, "./") && !strings.Contains(w, "...") {
			if at := inside(g.dir, w); at == "" || !g.tree.dirs[at] && !g.tree.has(at) {
				return false
			}
		}
	}
	return true
}

// starts reports whether a file can be started by its path: it is executable, or a script for a shell. The paths of
// other files are names of sources.
func starts(g *guide, at luminos.Path) bool {
	f := g.tree.files[at]
	return f != nil && (f.Executable || at.Ext() == "" || at.Ext() == ".sh")
}

// isUnittest reports whether a command starts the module unittest of Python, as "python3 -m unittest" does.
func isUnittest(words []string) bool {
	return len(words) > 2 && strings.HasPrefix(words[0], "python") && words[1] == "-m" && words[2] == "unittest"
}

// isPytest reports whether a command starts the module pytest of Python, without arguments.
func isPytest(words []string) bool {
	return len(words) == 3 && strings.HasPrefix(words[0], "python") && words[1] == "-m" && words[2] == "pytest"
}

// testsPython reports whether the working directory of a command holds tests in Python.
func testsPython(g *guide) bool {
	return slices.ContainsFunc(g.tree.byLanguage("Python"), func(f *luminos.File) bool {
		return f.Path.Within(g.dir) && pathrole.TestFile(f.Path) && !f.Vendored
	})
}

// hasModule reports whether the working directory of a command holds the first part of the name of a module of Python.
func hasModule(g *guide, name string) bool {
	name, _, _ = strings.Cut(name, ".")
	at := g.dir.Join(name)
	return g.tree.dirs[at] || g.tree.has(at+".py")
}

// harnesses are programs that run the tests in a directory, with the directory that they take without an argument.
var harnesses = map[string]string{"bats": "", "busted": "spec"}

// testsExist reports whether the target has all files and directories among the arguments of a program that runs tests,
// or without arguments the directory dir.
func testsExist(g *guide, args []string, dir string) bool {
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })
	if len(args) == 0 {
		args = []string{dir}
	}
	return !slices.ContainsFunc(args, func(a string) bool {
		at := inside(g.dir, a)
		return at == "" || !g.tree.has(at) && !g.tree.dirs[at]
	})
}

// anyBuild matches the key of a service that is built.
var anyBuild = lazyregexp.Lazy(`(?m)^\s+build:`)

// composes reports whether a composition in the working directory of a command builds one of its services.
func composes(g *guide) bool {
	t, ok := g.source(g.tree.first(g.dir, needed()["docker-compose"]...), 64<<10)
	return ok && anyBuild().MatchString(t.Content)
}

// composeVerbs are the actions on a composition that take names of services.
var composeVerbs = strings.Fields("up run exec build start restart")

// hasServices reports whether a composition in the working directory of a command has a service that the command
// names. The value of a flag can be among the names.
func hasServices(g *guide, words []string) bool {
	i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(composeVerbs, w) })
	if i < 0 {
		return true
	}
	names := slices.DeleteFunc(slices.Clone(words[i+1:]), func(w string) bool { return strings.HasPrefix(w, "-") })
	if len(names) == 0 || slices.Contains(words, "-f") {
		return true
	}
	t, ok := g.source(g.tree.first(g.dir, needed()["docker-compose"]...), 64<<10)
	return ok && slices.ContainsFunc(t.Lines(), func(l string) bool {
		key, is := strings.CutSuffix(strings.TrimSpace(l), ":")
		return is && slices.Contains(names, key)
	})
}

// hasTask reports whether the working directory of a command has the script, the target or the program of Go that the
// command names. It returns true if the command names none.
func (g *guide) hasTask(program string, args []string) bool {
	flags := args
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })
	first := ""
	if len(args) > 0 {
		first = args[0]
	}
	switch {
	case slices.Contains(packageManagers, program) && first == "run" && len(args) > 1:
		return runnable(g, args[1])
	case slices.Contains(packageManagers, program) && first == "setup" && len(args) == 1:
		return program == "yarn" && runnable(g, first) // pnpm sets itself up
	case slices.Contains(packageManagers, program) && (first == "start" || first == "test" && program != "bun"):
		return runnable(g, first)
	case program == "composer" && len(args) > 0 && !slices.Contains(composerBuiltins, first):
		return g.composerScript(args[len(args)-1])
	case program == "rake":
		return rakes(g, first)
	case program == "just" && first != "":
		return hasRecipe(g, first)
	case program == "make" && !strings.Contains(first, "="):
		return g.hasTarget(first)
	case program == "go" && slices.ContainsFunc(flags, isBench):
		return false
	case program == "go" && first == "install" && len(args) == 2 && slices.Contains(strings.Split(args[1], "/"), "dev"):
		return false // a tool for developers
	case program != "go" || slices.ContainsFunc(args[min(1, len(args)):], isPackagePath):
	case first == "build" || first == "install" || first == "run":
		return slices.ContainsFunc(g.entries, func(e entry) bool {
			return e.Kind == kindBinary && e.Path.Ext() == ".go" && e.Path.Dir() == g.dir
		})
	}
	return true
}

// composerBuiltins are the commands of Composer that are in use in guides. Other words are names of scripts.
var composerBuiltins = strings.Fields(
	"install update require dump-autoload dumpautoload validate global create-project exec audit")

// composerScript reports whether the composer.json of the working directory has a script.
func (g *guide) composerScript(name string) bool {
	return slices.ContainsFunc(g.pkgs, func(p *pkg) bool {
		table := p.doc.obj("scripts")
		return p.Ecosystem == "composer" && p.dir == g.dir && slices.Contains(table.keys(), name) &&
			hasFiles(g.reader, p, strings.Join(table.strs(name), " && "))
	})
}

func isBench(flag string) bool { return strings.HasPrefix(flag, "-bench") }

// isPackagePath reports whether an argument of go names a package or a file other than the working directory.
func isPackagePath(arg string) bool { return arg != "." }

// hasRecipe reports whether the justfile in the working directory of a command has a recipe, or can have it from
// another file.
func hasRecipe(g *guide, name string) bool {
	return slices.ContainsFunc(g.pkgs, func(p *pkg) bool {
		_, ok := parseRules(p.text.Content, justRule)[name]
		other := strings.Contains(p.text.Content, "import ") || strings.Contains(p.text.Content, "alias "+name+" ")
		return p.Ecosystem == "just" && p.dir == g.dir && (ok || other)
	})
}

// hasTarget reports whether make can know a target in the working directory of a command: its name occurs in the file,
// or the file includes others or has patterns. Without a name, the first target must not be one that installs.
func (g *guide) hasTarget(name string) bool {
	for _, p := range g.pkgs {
		if p.Ecosystem != "make" || p.dir != g.dir || p.text.Content == "" {
			continue
		}
		first := firstGroup(makeRule, p.text.Content)
		if name == "all" && !ruleBuilds(p.text.Content, name) || name == "" && !ruleBuilds(p.text.Content, first) {
			return false
		}
		if name != "" {
			known := func(s string) bool { return strings.Contains(p.text.Content, s) }
			return slices.ContainsFunc([]string{name, "include ", "%"}, known)
		}
		if slices.Contains(taskNames["install"], first) || strings.Contains(first, "/") { // one file among others
			return false
		}
	}
	return true
}

// holds reports whether the working directory of a command has a file whose name matches one of the patterns.
func (g *guide) holds(patterns []string) bool {
	for _, p := range patterns {
		for _, f := range g.tree.inDir[g.dir] {
			if ok, _ := path.Match(p, f.Path.Base()); ok {
				return true
			}
		}
	}
	return false
}
