package manifest

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"luminos"
)

// ecosystem is a package system or a build tool. Its row in [ecosystems] is all that the rest of the program
// knows about it.
type ecosystem struct {
	name string
	// languages are the languages whose packages are published in it, the most typical first.
	languages string
	// reads holds the manifests that are read, by file names and by extensions that begin with "*".
	reads map[string]readFunc
	// listed are names of manifests whose presence is reported, and locks are names of lockfiles.
	listed, locks string
	// desktop are packages for programs with windows, and pages are packages for web pages. Names are in lower
	// case; a name that ends in "*" is a prefix.
	desktop, pages string
	// run returns the directory and the customary command for a program in a file with one of the extensions in
	// sources, or "" if there is no such command.
	run     func(*reader, luminos.EntryPoint) (luminos.Path, string)
	sources string
	// builds is true if the manifests declare build steps but no package.
	builds bool
}

// readFunc fills in the declarations of a manifest. The function that it returns, if any, adds entry points and
// commands. It is called after the roles of all manifests are known, and only for manifests of the target itself.
type readFunc func(*reader, *pkg) (enter func())

// ecosystems are all ecosystems. Their order decides between equally typical ecosystems of a language.
var ecosystems = []ecosystem{
	{name: "npm", languages: "JavaScript TypeScript TSX Vue Svelte",
		reads:   map[string]readFunc{"package.json": readNPM, "pnpm-workspace.yaml": readPnpmWorkspace},
		listed:  "lerna.json",
		locks:   "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb",
		desktop: "electron @tauri-apps/api nw @neutralinojs/lib",
		pages: "next nuxt @remix-run/react gatsby astro @sveltejs/kit @angular/core react-dom vue svelte solid-js preact " +
			"@docusaurus/core"},
	{name: "deno", languages: "JavaScript TypeScript TSX", locks: "deno.lock",
		reads: map[string]readFunc{"deno.json deno.jsonc jsr.json": readDeno}},

	{name: "python", languages: "Python", sources: ".py", run: runPython,
		reads: map[string]readFunc{
			"pyproject.toml": readPyproject, "setup.cfg": readSetupCfg, "setup.py": readSetupPy, "Pipfile": readPipfile,
			"tox.ini": tasksOf(enterTox), "noxfile.py": tasksOf(enterNox), "requirements.txt": readRequirements,
		},
		locks:   "uv.lock poetry.lock pdm.lock Pipfile.lock",
		desktop: "pyqt5 pyqt6 pyside2 pyside6 kivy wxpython customtkinter pygobject toga",
		pages:   "django streamlit gradio dash wagtail reflex nicegui"},
	{name: "conda", reads: map[string]readFunc{"environment.yml environment.yaml": readConda}},

	{name: "maven", languages: "Java Scala Kotlin", reads: map[string]readFunc{"pom.xml": readMaven},
		desktop: "org.openjfx:*", pages: "org.springframework.boot:spring-boot-starter-thymeleaf com.vaadin:*"},
	{name: "gradle", languages: "Kotlin Java", locks: "gradle.lockfile",
		reads: map[string]readFunc{
			"build.gradle build.gradle.kts": readGradleBuild, "settings.gradle settings.gradle.kts": readGradleSettings,
			"libs.versions.toml": readVersionCatalog,
		},
		desktop: "org.openjfx:* org.jetbrains.compose*", pages: "org.springframework.boot:spring-boot-starter-thymeleaf"},

	{name: "cmake", languages: "C C++", builds: true, reads: map[string]readFunc{"CMakeLists.txt": readCMake},
		desktop: "qt5* qt6* qt wxwidgets gtk* gtkmm* fltk juce"},
	{name: "meson", languages: "C C++", builds: true, reads: map[string]readFunc{"meson.build": readMeson}},
	{name: "make", builds: true, reads: map[string]readFunc{"Makefile makefile GNUmakefile": tasksOf(enterMake)}},
	{name: "autotools", builds: true, listed: "Makefile.am", reads: map[string]readFunc{"configure.ac configure.in": readAutoconf}},
	{name: "just", builds: true, reads: map[string]readFunc{"justfile Justfile .justfile": tasksOf(enterJust)}},
	{name: "task", builds: true, reads: map[string]readFunc{"Taskfile.yml Taskfile.yaml": readTaskfile}},

	{name: "cargo", languages: "Rust", sources: ".rs", run: runCargo,
		reads: map[string]readFunc{"Cargo.toml": readCargo}, locks: "Cargo.lock",
		desktop: "tauri iced eframe gtk4 gtk slint druid dioxus-desktop floem", pages: "leptos yew"},
	{name: "go", languages: "Go", sources: ".go", run: runGo,
		reads: map[string]readFunc{"go.mod": readGoMod, "go.work": readGoWork}, locks: "go.sum go.work.sum",
		desktop: "fyne.io/fyne* github.com/wailsapp/wails* gioui.org github.com/lxn/walk"},
	{name: "rubygems", languages: "Ruby", reads: map[string]readFunc{"Gemfile": readGemfile, "*.gemspec": readGemspec},
		locks: "Gemfile.lock", pages: "rails"},
	{name: "rake", builds: true, reads: map[string]readFunc{"Rakefile": tasksOf(enterRakefile)}},
	{name: "composer", languages: "PHP", reads: map[string]readFunc{"composer.json": readComposer}, locks: "composer.lock",
		pages: "laravel/framework symfony/framework-bundle cakephp/cakephp codeigniter4/framework"},
	{name: "nuget", languages: "C# F#", sources: ".cs .fs", run: runProject,
		reads: map[string]readFunc{
			"*.sln *.slnx": readSolution, "*.csproj *.fsproj *.vbproj": readProject, "packages.config": readPackagesConfig,
		},
		listed: "Directory.Packages.props Directory.Build.props", locks: "packages.lock.json",
		desktop: "avalonia microsoft.windowsappsdk microsoft.maui*"},

	{name: "swift", languages: "Swift", reads: map[string]readFunc{"Package.swift": readSwift}, locks: "Package.resolved"},
	{name: "pub", languages: "Dart", reads: map[string]readFunc{"pubspec.yaml": readPub}, locks: "pubspec.lock", desktop: "flutter"},
	{name: "hex", languages: "Elixir", reads: map[string]readFunc{"mix.exs": readMix}, locks: "mix.lock", pages: "phoenix"},
	{name: "haskell", languages: "Haskell", sources: ".hs", run: runCabal,
		reads: map[string]readFunc{"*.cabal": readCabal, "stack.yaml": readStack, "cabal.project": readCabalProject},
		locks: "stack.yaml.lock"},
	{name: "helm", reads: map[string]readFunc{"Chart.yaml": readChart}, locks: "Chart.lock"},
	{name: "cran", reads: map[string]readFunc{"DESCRIPTION": readDescription}},

	{name: "nix", builds: true, listed: "flake.nix shell.nix default.nix", locks: "flake.lock"},
	{name: "terraform", listed: "main.tf versions.tf", locks: ".terraform.lock.hcl"},
	{name: "bazel", builds: true, listed: "MODULE.bazel WORKSPACE WORKSPACE.bazel", locks: "MODULE.bazel.lock"},
	{name: "docker", listed: "Dockerfile Containerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml"},
	{name: "clojure", listed: "project.clj deps.edn"},
	{name: "sbt", languages: "Scala", listed: "build.sbt"},
	{name: "opam", listed: "dune-project *.opam"},
	{name: "zig", listed: "build.zig build.zig.zon"},
	{name: "rebar", listed: "rebar.config"},
	{name: "elm", listed: "elm.json"},
	{name: "shards", listed: "shard.yml"},
	{name: "dub", listed: "dub.json dub.sdl"},
	{name: "julia", listed: "Project.toml"},
	{name: "cpan", listed: "cpanfile Makefile.PL dist.ini Build.PL"},
	{name: "vcpkg", listed: "vcpkg.json"},
	{name: "conan", languages: "C C++", listed: "conanfile.txt conanfile.py"},
	{name: "cocoapods", listed: "Podfile *.podspec"},
	{name: "ansible", builds: true, listed: "ansible.cfg galaxy.yml"},
	{name: "dbt", listed: "dbt_project.yml"},
	{name: "arduino", listed: "platformio.ini library.properties"},
	{name: "pixi", listed: "pixi.toml"},
	{name: "earthly", builds: true, listed: "Earthfile"},
	{name: "xcode", listed: "project.pbxproj"},
	{name: "luarocks", listed: "*.rockspec"},
	{name: "nimble", listed: "*.nimble"},
}

// format is a kind of manifest.
type format struct {
	*ecosystem
	read     readFunc // nil if the manifest is only listed
	lockfile bool
}

// byName returns the formats by file name or extension.
var byName = sync.OnceValue(func() map[string]*format {
	all := map[string]*format{}
	for i := range ecosystems {
		e := &ecosystems[i]
		add := func(names string, read readFunc, lockfile bool) {
			f := &format{e, read, lockfile}
			for name := range strings.FieldsSeq(names) {
				all[name] = f
			}
		}
		for names, read := range e.reads {
			add(names, read, false)
		}
		add(e.listed, nil, false)
		add(e.locks, nil, true)
	}
	return all
})

// formatOf returns the format of a manifest by its name, or nil.
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

// Rank returns the rank of an ecosystem for the packages of a language, lowest for the most common one, or
// [Unrelated].
func Rank(name, language string) int {
	for i := range ecosystems {
		e := &ecosystems[i]
		if n := slices.Index(strings.Fields(e.languages), language); e.name == name && n >= 0 {
			return n*len(ecosystems) + i
		}
	}
	return Unrelated
}

// Traits reports whether programs with a dependency usually open windows, and whether they make web pages.
func Traits(d luminos.Dependency) (desktop, pages bool) {
	name := strings.ToLower(d.Name)
	named := func(patterns string) bool {
		for p := range strings.FieldsSeq(patterns) {
			if prefix, ok := strings.CutSuffix(p, "*"); ok && strings.HasPrefix(name, prefix) || name == p {
				return true
			}
		}
		return false
	}
	for i := range ecosystems {
		if e := &ecosystems[i]; e.name == d.Ecosystem {
			return named(e.desktop), named(e.pages)
		}
	}
	return false, false
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
