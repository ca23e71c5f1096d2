package manifest

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"luminos"
)

// ecosystem is a package system or a build tool. Its row in [ecosystems] holds all the properties that the
// program uses.
type ecosystem struct {
	name string
	// languages are the languages whose packages are published in it, the most typical first.
	languages string
	// reads are the manifests that are read.
	reads reads
	// listed are names of manifests whose presence is reported, and locks are names of lockfiles.
	listed, locks string
	// run returns the directory and the customary command for a program in a file with one of the extensions in
	// sources, or "" if there is no such command.
	run     func(*reader, luminos.EntryPoint) (luminos.Path, string)
	sources string
	// builds is true if the manifests declare build steps but no package.
	builds bool
}

// reads holds the steps of reading a manifest, by file names and by extensions that begin with "*".
type reads map[string]struct {
	load func(*reader, *pkg) bool // reads and decodes the file
	read func(*reader, *pkg)      // adds the declarations of the manifest; can be nil
	// enter adds entry points and commands, and can be nil. It is called after the roles of all manifests are
	// known, and only for manifests of the target itself.
	enter func(*reader, *pkg)
}

// ecosystems are all ecosystems. Their order decides between equally typical ecosystems of a language.
var ecosystems = []ecosystem{
	{name: "npm", languages: "JavaScript TypeScript TSX Vue Svelte",
		reads:  reads{"package.json": {loadJSON, readNPM, enterNPM}, "pnpm-workspace.yaml": {loadYAML, readPackages, nil}},
		listed: "lerna.json",
		locks:  "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb"},
	{name: "deno", languages: "JavaScript TypeScript TSX", locks: "deno.lock",
		reads: reads{"deno.json deno.jsonc jsr.json": {loadJSON, readDeno, enterDeno}}},

	{name: "python", languages: "Python", sources: ".py", run: runPython,
		reads: reads{
			"pyproject.toml": {loadTOML, readPyproject, enterPython}, "setup.cfg": {loadText, readSetupCfg, enterPython}, "setup.py": {loadText, readSetupPy, enterPython}, "Pipfile": {loadTOML, readPipfile, enterPython},
			"tox.ini": {loadText, nil, enterTox}, "noxfile.py": {loadText, nil, enterNox}, "requirements.txt": {loadText, readRequirements, enterPython},
		},
		locks: "uv.lock poetry.lock pdm.lock Pipfile.lock"},

	{name: "maven", languages: "Java Scala Kotlin", reads: reads{"pom.xml": {loadXML, readMaven, enterMaven}}},
	{name: "gradle", languages: "Kotlin Java", locks: "gradle.lockfile",
		reads: reads{
			"build.gradle build.gradle.kts": {loadText, readGradleBuild, enterGradle}, "settings.gradle settings.gradle.kts": {loadText, readGradleSettings, enterGradle},
			"libs.versions.toml": {loadTOML, readVersionCatalog, nil},
		}},

	{name: "cmake", languages: "C C++", builds: true, reads: reads{"CMakeLists.txt": {loadText, readCMake, enterCMake}}},
	{name: "meson", languages: "C C++", builds: true, reads: reads{"meson.build": {loadText, readMeson, enterMeson}}},
	{name: "make", builds: true, reads: reads{"Makefile makefile GNUmakefile": {loadText, nil, enterMake}}},
	{name: "autotools", builds: true, listed: "Makefile.am", reads: reads{"configure.ac configure.in": {loadText, readAutoconf, enterAutoconf}}},
	{name: "just", builds: true, reads: reads{"justfile Justfile .justfile": {loadText, nil, enterJust}}},
	{name: "task", builds: true, reads: reads{"Taskfile.yml Taskfile.yaml": {loadYAML, nil, enterTaskfile}}},

	{name: "cargo", languages: "Rust", sources: ".rs", run: runCargo,
		reads: reads{"Cargo.toml": {loadTOML, readCargo, enterCargo}}, locks: "Cargo.lock"},
	{name: "go", languages: "Go", sources: ".go", run: runGo,
		reads: reads{"go.mod": {loadGoMod, nil, enterGo}, "go.work": {loadGoWork, nil, nil}}, locks: "go.sum go.work.sum"},
	{name: "rubygems", languages: "Ruby", reads: reads{"Gemfile": {loadText, readGemfile, enterGemfile}, "*.gemspec": {loadText, readGemspec, enterGemspec}},
		locks: "Gemfile.lock"},
	{name: "rake", builds: true, reads: reads{"Rakefile": {loadText, nil, enterRakefile}}},
	{name: "composer", languages: "PHP", reads: reads{"composer.json": {loadJSON, readComposer, enterComposer}}, locks: "composer.lock"},
	{name: "nuget", languages: "C# F#", sources: ".cs .fs", run: runProject,
		reads: reads{
			"*.sln *.slnx": {loadText, readSolution, enterSolution}, "*.csproj *.fsproj *.vbproj": {loadXML, readProject, enterProject},
		},
		listed: "packages.config Directory.Packages.props Directory.Build.props", locks: "packages.lock.json"},

	{name: "swift", languages: "Swift", reads: reads{"Package.swift": {loadText, readSwift, enterSwift}}, locks: "Package.resolved"},
	{name: "pub", languages: "Dart", reads: reads{"pubspec.yaml": {loadYAML, readPub, enterPub}}, locks: "pubspec.lock"},
	{name: "hex", languages: "Elixir", reads: reads{"mix.exs": {loadText, readMix, enterMix}}, locks: "mix.lock"},
	{name: "haskell", languages: "Haskell", sources: ".hs", run: runCabal,
		reads: reads{"*.cabal": {loadText, readCabal, enterCabal}, "stack.yaml": {loadYAML, readPackages, nil}, "cabal.project": {loadText, readCabalProject, nil}},
		locks: "stack.yaml.lock"},
	{name: "helm", reads: reads{"Chart.yaml": {loadYAML, readChart, nil}}, locks: "Chart.lock"},

	{name: "datapackage", reads: reads{"datapackage.json": {loadJSON, readDataPackage, nil},
		"datapackage.yml datapackage.yaml": {loadYAML, readDataPackage, nil}}},
	{name: "book", reads: reads{"book.toml": {loadTOML, readBook, enterBook}}},
	{name: "nix", builds: true, listed: "flake.nix shell.nix default.nix", locks: "flake.lock"},
	{name: "terraform", listed: "main.tf versions.tf", locks: ".terraform.lock.hcl"},
	{name: "bazel", builds: true, listed: "MODULE.bazel WORKSPACE WORKSPACE.bazel", locks: "MODULE.bazel.lock"},
	{name: "docker", listed: "Dockerfile Containerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml"},
	{name: "clojure", listed: "project.clj deps.edn"},
	{name: "sbt", languages: "Scala", reads: reads{"build.sbt": {loadText, readSbt, nil}}},
	{name: "mill", languages: "Scala", reads: reads{"build.mill build.sc": {loadText, nil, enterMill}}},
	{name: "opam", languages: "OCaml", listed: "dune-project", reads: reads{"*.opam": {loadText, readOpam, nil}}},
	{name: "zig", languages: "Zig", listed: "build.zig.zon", reads: reads{"build.zig": {loadText, readZig, enterZig}}},
	{name: "rebar", languages: "Erlang", locks: "rebar.lock", reads: reads{"rebar.config": {loadText, readRebar, enterRebar}}},
	{name: "gleam", languages: "Gleam", reads: reads{"gleam.toml": {loadTOML, readGleam, enterGleam}}},
	{name: "elm", listed: "elm.json"},
	{name: "shards", languages: "Crystal", locks: "shard.lock", reads: reads{"shard.yml": {loadYAML, readShard, enterShard}}},
	{name: "dub", languages: "D",
		reads: reads{"dub.json": {loadJSON, readDub, enterDub}, "dub.sdl": {loadText, readDub, enterDub}}},
	{name: "fpm", languages: "Fortran", reads: reads{"fpm.toml": {loadTOML, readFPM, enterFPM}}},
	{name: "julia", languages: "Julia", reads: reads{"Project.toml": {loadTOML, readJulia, enterJulia}}},
	{name: "cran", languages: "R", reads: reads{"DESCRIPTION": {loadText, readCRAN, enterCRAN}}},
	{name: "cpan", languages: "Perl", listed: "cpanfile",
		reads: reads{"Makefile.PL Build.PL dist.ini": {loadText, readPerl, enterPerl}}},
	{name: "vcpkg", listed: "vcpkg.json"},
	{name: "conan", languages: "C C++", listed: "conanfile.txt conanfile.py"},
	{name: "cocoapods", listed: "Podfile *.podspec"},
	{name: "ansible", builds: true, listed: "ansible.cfg", reads: reads{"galaxy.yml": {loadYAML, readGalaxy, nil}}},
	{name: "dbt", listed: "dbt_project.yml"},
	{name: "arduino", languages: "C++ C", listed: "platformio.ini",
		reads: reads{"library.properties": {loadText, readArduino, nil}}},
	{name: "pixi", listed: "pixi.toml"},
	{name: "earthly", builds: true, listed: "Earthfile"},
	{name: "xcode", listed: "project.pbxproj"},
	{name: "luarocks", languages: "Lua", reads: reads{"*.rockspec": {loadText, readRock, enterRock}}},
	{name: "nimble", languages: "Nim", reads: reads{"*.nimble": {loadText, readNimble, enterNimble}}},
	{name: "asdf", languages: "Common Lisp", reads: reads{"*.asd": {loadText, readASD, enterASD}}},
}

// format is a kind of manifest.
type format struct {
	*ecosystem
	load        func(*reader, *pkg) bool // nil if the manifest is only listed
	read, enter func(*reader, *pkg)
	lockfile    bool
}

// byName returns the formats by file name or extension.
var byName = sync.OnceValue(func() map[string]*format {
	all := map[string]*format{}
	add := func(names string, f *format) {
		for name := range strings.FieldsSeq(names) {
			all[name] = f
		}
	}
	for i := range ecosystems {
		e := &ecosystems[i]
		for names, s := range e.reads {
			add(names, &format{e, s.load, s.read, s.enter, false})
		}
		add(e.listed, &format{ecosystem: e})
		add(e.locks, &format{ecosystem: e, lockfile: true})
	}
	return all
})

// formatOf returns the format of the file p by its name, or nil if p is no manifest and no lockfile.
func formatOf(p luminos.Path) *format {
	formats := byName()
	switch f := cmp.Or(formats[p.Base()], formats["*"+p.Ext()]); {
	case f != nil:
		return f
	case isRequirements(p):
		return formats["requirements.txt"]
	case isDockerfile(p):
		return formats["Dockerfile"]
	}
	return nil
}

// Named reports whether p has the name of a manifest or of a lockfile.
func Named(p luminos.Path) bool { return formatOf(p) != nil }

// Unrelated is the rank of an ecosystem in which no packages of a language are published.
const Unrelated = 1 << 20

// Rank returns the rank of an ecosystem for the packages of a language, lowest for the most common
// one, or [Unrelated] if it has no packages of the language.
func Rank(name, language string) int {
	for i := range ecosystems {
		e := &ecosystems[i]
		if e.name != name {
			continue
		}
		if n := slices.Index(strings.Fields(e.languages), language); n >= 0 {
			return n*len(ecosystems) + i
		}
	}
	return Unrelated
}

// IsCode reports whether the packages of an ecosystem are code in a programming language.
func IsCode(name string) bool {
	return slices.ContainsFunc(ecosystems, func(e ecosystem) bool { return e.name == name && e.languages != "" })
}

// aboutDocker are extensions of files that only deal with container files.
var aboutDocker = []string{".md", ".dockerignore", ".sh", ".py", ".js", ".ts", ".go", ".rs", ".rb", ".java", ".json", ".txt", ".vim", ".tmlanguage"}

// isDockerfile reports whether p is named like Dockerfile.dev, dev.Dockerfile or
// docker-compose.dev.yml.
func isDockerfile(p luminos.Path) bool {
	base, ext := strings.ToLower(p.Base()), strings.ToLower(p.Ext())
	switch {
	case ext == ".yml" || ext == ".yaml":
		return strings.HasPrefix(base, "docker-compose.") || strings.HasPrefix(base, "docker-compose-") || strings.HasPrefix(base, "compose.")
	case ext == ".dockerfile":
		return true
	case slices.Contains(aboutDocker, ext):
		return false
	}
	return strings.HasPrefix(p.Base(), "Dockerfile.") || strings.HasPrefix(p.Base(), "Dockerfile-")
}

// isRequirements reports whether p is named like requirements.txt,
// requirements-dev.txt, dev-requirements.txt or requirements/dev.txt.
func isRequirements(p luminos.Path) bool {
	stem, ok := strings.CutSuffix(strings.ToLower(p.Base()), ".txt")
	if !ok {
		return false
	}
	for _, sep := range []string{"-", "_", "."} {
		if strings.HasPrefix(stem, "requirements"+sep) || strings.HasSuffix(stem, sep+"requirements") {
			return true
		}
	}
	return stem == "requirements" || p.Dir().Base() == "requirements"
}
