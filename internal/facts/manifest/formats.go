package manifest

import (
	"slices"
	"strings"
	"sync"

	"luminos"
)

// format is a kind of manifest.
type format struct {
	ecosystem string
	// names are file names, and extensions that begin with "*".
	names string
	// read fills in the declarations of a manifest; nil if the manifest is only
	// listed. The function that it returns, if any, adds entry points and commands.
	// It is called after the roles of all manifests are known, and only for
	// manifests of the target itself.
	read     func(*reader, *pkg) (enter func())
	lockfile bool
}

// formats are all kinds of manifests that are recognised by name.
var formats = []format{
	{"npm", "package.json", readNPM, false},
	{"npm", "pnpm-workspace.yaml", readPnpmWorkspace, false},
	{"npm", "lerna.json", nil, false},
	{"npm", "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb", nil, true},
	{"deno", "deno.json deno.jsonc jsr.json", readDeno, false},
	{"deno", "deno.lock", nil, true},

	{"python", "pyproject.toml", readPyproject, false},
	{"python", "setup.cfg", readSetupCfg, false},
	{"python", "setup.py", readSetupPy, false},
	{"python", "Pipfile", readPipfile, false},
	{"python", "tox.ini", tasksOf(enterTox), false},
	{"python", "noxfile.py", tasksOf(enterNox), false},
	{"python", "uv.lock poetry.lock pdm.lock Pipfile.lock", nil, true},
	{"conda", "environment.yml environment.yaml", readConda, false},

	{"maven", "pom.xml", readMaven, false},
	{"gradle", "build.gradle build.gradle.kts", readGradleBuild, false},
	{"gradle", "settings.gradle settings.gradle.kts", readGradleSettings, false},
	{"gradle", "libs.versions.toml", readVersionCatalog, false},
	{"gradle", "gradle.lockfile", nil, true},

	{"cmake", "CMakeLists.txt", readCMake, false},
	{"meson", "meson.build", readMeson, false},
	{"make", "Makefile makefile GNUmakefile", tasksOf(enterMake), false},
	{"autotools", "configure.ac configure.in", readAutoconf, false},
	{"autotools", "Makefile.am", nil, false},
	{"just", "justfile Justfile .justfile", tasksOf(enterJust), false},
	{"task", "Taskfile.yml Taskfile.yaml", readTaskfile, false},

	{"cargo", "Cargo.toml", readCargo, false},
	{"cargo", "Cargo.lock", nil, true},
	{"go", "go.mod", readGoMod, false},
	{"go", "go.work", readGoWork, false},
	{"go", "go.sum go.work.sum", nil, true},

	{"rubygems", "Gemfile", readGemfile, false},
	{"rubygems", "*.gemspec", readGemspec, false},
	{"rubygems", "Gemfile.lock", nil, true},
	{"rake", "Rakefile", tasksOf(enterRakefile), false},
	{"composer", "composer.json", readComposer, false},
	{"composer", "composer.lock", nil, true},

	{"nuget", "*.sln *.slnx", readSolution, false},
	{"nuget", "*.csproj *.fsproj *.vbproj", readProject, false},
	{"nuget", "packages.config", readPackagesConfig, false},
	{"nuget", "Directory.Packages.props Directory.Build.props", nil, false},
	{"nuget", "packages.lock.json", nil, true},

	{"swift", "Package.swift", readSwift, false},
	{"swift", "Package.resolved", nil, true},
	{"pub", "pubspec.yaml", readPub, false},
	{"pub", "pubspec.lock", nil, true},
	{"hex", "mix.exs", readMix, false},
	{"hex", "mix.lock", nil, true},
	{"haskell", "*.cabal", readCabal, false},
	{"haskell", "stack.yaml", readStack, false},
	{"haskell", "cabal.project", readCabalProject, false},
	{"haskell", "stack.yaml.lock", nil, true},
	{"helm", "Chart.yaml", readChart, false},
	{"helm", "Chart.lock", nil, true},
	{"cran", "DESCRIPTION", readDescription, false},

	// Only the presence of these is reported.
	{"nix", "flake.nix shell.nix default.nix", nil, false},
	{"nix", "flake.lock", nil, true},
	{"terraform", "main.tf versions.tf", nil, false},
	{"terraform", ".terraform.lock.hcl", nil, true},
	{"bazel", "MODULE.bazel WORKSPACE WORKSPACE.bazel", nil, false},
	{"bazel", "MODULE.bazel.lock", nil, true},
	{"docker", "Dockerfile Containerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml", nil, false},
	{"clojure", "project.clj deps.edn", nil, false},
	{"sbt", "build.sbt", nil, false},
	{"opam", "dune-project *.opam", nil, false},
	{"zig", "build.zig build.zig.zon", nil, false},
	{"rebar", "rebar.config", nil, false},
	{"elm", "elm.json", nil, false},
	{"shards", "shard.yml", nil, false},
	{"dub", "dub.json dub.sdl", nil, false},
	{"julia", "Project.toml", nil, false},
	{"cpan", "cpanfile Makefile.PL dist.ini Build.PL", nil, false},
	{"vcpkg", "vcpkg.json", nil, false},
	{"conan", "conanfile.txt conanfile.py", nil, false},
	{"cocoapods", "Podfile *.podspec", nil, false},
	{"ansible", "ansible.cfg galaxy.yml", nil, false},
	{"dbt", "dbt_project.yml", nil, false},
	{"arduino", "platformio.ini library.properties", nil, false},
	{"pixi", "pixi.toml", nil, false},
	{"earthly", "Earthfile", nil, false},
	{"xcode", "project.pbxproj", nil, false},
	{"luarocks", "*.rockspec", nil, false},
	{"nimble", "*.nimble", nil, false},
}

// byName returns the formats by file name or extension.
var byName = sync.OnceValue(func() map[string]*format {
	all := map[string]*format{}
	for i := range formats {
		for _, name := range strings.Fields(formats[i].names) {
			all[name] = &formats[i]
		}
	}
	return all
})

// The formats of files with many names.
var (
	requirements = &format{ecosystem: "python", read: readRequirements}
	docker       = &format{ecosystem: "docker"}
)

// formatOf returns the format of a manifest by its name, or nil.
func formatOf(p luminos.Path) *format {
	if f := byName()[p.Base()]; f != nil {
		return f
	}
	if f := byName()["*"+p.Ext()]; f != nil {
		return f
	}
	switch {
	case isRequirements(p):
		return requirements
	case isDockerfile(p):
		return docker
	}
	return nil
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
