package manifest

import (
	"maps"
	"strings"
	"sync"

	"luminos"
)

// format is a sort of manifest: how it is recognised and who reads it.
type format struct {
	ecosystem string
	lockfile  bool
	// read fills in what the manifest itself says.
	read func(*reader, *pkg)
	// enter runs once all roles are known, for manifests that speak for the
	// target: it adds entry points and commands.
	enter func(*reader, *pkg)
}

func lock(ecosystem string) *format { return &format{ecosystem: ecosystem, lockfile: true} }

// formats are the manifests that are recognised by their whole name.
var formats = sync.OnceValue(func() map[string]*format {
	all := map[string]*format{}
	for _, some := range []map[string]*format{npmFormats(), pythonFormats(), jvmFormats(), nativeFormats(), otherFormats(), presenceFormats()} {
		maps.Copy(all, some)
	}
	return all
})

// suffixes are those recognised by the end of their name.
var suffixes = sync.OnceValue(func() map[string]*format {
	project := &format{ecosystem: "nuget", read: readProject, enter: enterProject}
	return map[string]*format{
		".gemspec": {ecosystem: "rubygems", read: readGemspec, enter: enterGemspec},
		".sln":     {ecosystem: "nuget", read: readSolution, enter: enterSolution},
		".slnx":    {ecosystem: "nuget", read: readSolutionXML, enter: enterSolution},
		".csproj":  project, ".fsproj": project, ".vbproj": project,
		".cabal":    {ecosystem: "haskell", read: readCabal, enter: enterCabal},
		".rockspec": {ecosystem: "luarocks"},
		".nimble":   {ecosystem: "nimble"},
		".opam":     {ecosystem: "opam"},
		".podspec":  {ecosystem: "cocoapods"},
	}
})

// These are for files with many names.
var (
	requirements = &format{ecosystem: "python", read: readRequirements, enter: enterPython}
	docker       = &format{ecosystem: "docker"}
	terraform    = &format{ecosystem: "terraform"}
)

// formatOf recognises a manifest by its name, or answers nil.
func formatOf(p luminos.Path) *format {
	if f := formats()[p.Base()]; f != nil {
		return f
	}
	if f := suffixes()[p.Ext()]; f != nil {
		return f
	}
	switch {
	case isRequirements(p):
		return requirements
	case isDockerfile(p):
		return docker
	case p.Base() == "main.tf" || p.Base() == "versions.tf":
		return terraform
	}
	return nil
}

func npmFormats() map[string]*format {
	return map[string]*format{
		"package.json":        {ecosystem: "npm", read: readNPM, enter: enterNPM},
		"pnpm-workspace.yaml": {ecosystem: "npm", read: readPnpmWorkspace},
		"lerna.json":          {ecosystem: "npm", read: readLerna},
		"package-lock.json":   lock("npm"),
		"npm-shrinkwrap.json": lock("npm"),
		"yarn.lock":           lock("npm"),
		"pnpm-lock.yaml":      lock("npm"),
		"bun.lock":            lock("npm"),
		"bun.lockb":           lock("npm"),
	}
}

func pythonFormats() map[string]*format {
	return map[string]*format{
		"pyproject.toml": {ecosystem: "python", read: readPyproject, enter: enterPython},
		"setup.cfg":      {ecosystem: "python", read: readSetupCfg, enter: enterPython},
		"setup.py":       {ecosystem: "python", read: readSetupPy, enter: enterPython},
		"Pipfile":        {ecosystem: "python", read: readPipfile, enter: enterPython},
		"tox.ini":        {ecosystem: "python", read: readTox, enter: enterTox},
		"noxfile.py":     {ecosystem: "python", read: readNox, enter: enterNox},
		"uv.lock":        lock("python"),
		"poetry.lock":    lock("python"),
		"pdm.lock":       lock("python"),
		"Pipfile.lock":   lock("python"),
	}
}

func jvmFormats() map[string]*format {
	build := &format{ecosystem: "gradle", read: readGradleBuild, enter: enterGradle}
	settings := &format{ecosystem: "gradle", read: readGradleSettings, enter: enterGradle}
	return map[string]*format{
		"pom.xml":      {ecosystem: "maven", read: readMaven, enter: enterMaven},
		"build.gradle": build, "build.gradle.kts": build,
		"settings.gradle": settings, "settings.gradle.kts": settings,
		"libs.versions.toml": {ecosystem: "gradle", read: readVersionCatalog},
		"gradle.lockfile":    lock("gradle"),
	}
}

func nativeFormats() map[string]*format {
	mk := &format{ecosystem: "make", read: readMake, enter: enterMake}
	just := &format{ecosystem: "just", read: readJust, enter: enterJust}
	task := &format{ecosystem: "task", read: readTaskfile, enter: enterTaskfile}
	autoconf := &format{ecosystem: "autotools", read: readAutoconf, enter: enterAutoconf}
	return map[string]*format{
		"CMakeLists.txt": {ecosystem: "cmake", read: readCMake, enter: enterCMake},
		"meson.build":    {ecosystem: "meson", read: readMeson, enter: enterMeson},
		"Makefile":       mk, "makefile": mk, "GNUmakefile": mk,
		"configure.ac": autoconf, "configure.in": autoconf, "Makefile.am": {ecosystem: "autotools"},
		"justfile": just, "Justfile": just, ".justfile": just,
		"Taskfile.yml": task, "Taskfile.yaml": task,

		"Cargo.toml": {ecosystem: "cargo", read: readCargo, enter: enterCargo},
		"Cargo.lock": lock("cargo"),

		"go.mod":      {ecosystem: "go", read: readGoMod, enter: enterGo},
		"go.work":     {ecosystem: "go", read: readGoWork},
		"go.sum":      lock("go"),
		"go.work.sum": lock("go"),
	}
}

func otherFormats() map[string]*format {
	chart := &format{ecosystem: "helm", read: readChart}
	deno := &format{ecosystem: "deno", read: readDeno, enter: enterDeno}
	conda := &format{ecosystem: "conda", read: readConda, enter: enterConda}
	pkgs := &format{ecosystem: "nuget", read: readPackagesConfig}
	return map[string]*format{
		"Gemfile":      {ecosystem: "rubygems", read: readGemfile, enter: enterGemfile},
		"Rakefile":     {ecosystem: "rake", read: readRakefile, enter: enterRakefile},
		"Gemfile.lock": lock("rubygems"),

		"composer.json": {ecosystem: "composer", read: readComposer, enter: enterComposer},
		"composer.lock": lock("composer"),

		"packages.config": pkgs, "packages.lock.json": lock("nuget"),
		"Directory.Packages.props": {ecosystem: "nuget"}, "Directory.Build.props": {ecosystem: "nuget"},

		"Package.swift": {ecosystem: "swift", read: readSwift, enter: enterSwift}, "Package.resolved": lock("swift"),
		"pubspec.yaml": {ecosystem: "pub", read: readPub, enter: enterPub}, "pubspec.lock": lock("pub"),
		"mix.exs": {ecosystem: "hex", read: readMix, enter: enterMix}, "mix.lock": lock("hex"),

		"stack.yaml":    {ecosystem: "haskell", read: readStack},
		"cabal.project": {ecosystem: "haskell", read: readCabalProject}, "stack.yaml.lock": lock("haskell"),

		"deno.json": deno, "deno.jsonc": deno, "jsr.json": deno, "deno.lock": lock("deno"),
		"environment.yml": conda, "environment.yaml": conda,
		"Chart.yaml": chart, "Chart.lock": lock("helm"),
		"DESCRIPTION": {ecosystem: "cran", read: readDescription},

		"flake.lock": lock("nix"), ".terraform.lock.hcl": lock("terraform"), "MODULE.bazel.lock": lock("bazel"),
	}
}

// presenceFormats are manifests whose being there is all that is told of them.
func presenceFormats() map[string]*format {
	out := map[string]*format{}
	for ecosystem, names := range map[string][]string{
		"nix":       {"flake.nix", "shell.nix", "default.nix"},
		"bazel":     {"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"},
		"docker":    {"Dockerfile", "Containerfile", "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml"},
		"clojure":   {"project.clj", "deps.edn"},
		"sbt":       {"build.sbt"},
		"opam":      {"dune-project"},
		"zig":       {"build.zig", "build.zig.zon"},
		"rebar":     {"rebar.config"},
		"elm":       {"elm.json"},
		"shards":    {"shard.yml"},
		"dub":       {"dub.json", "dub.sdl"},
		"julia":     {"Project.toml"},
		"cpan":      {"cpanfile", "Makefile.PL", "dist.ini", "Build.PL"},
		"vcpkg":     {"vcpkg.json"},
		"conan":     {"conanfile.txt", "conanfile.py"},
		"cocoapods": {"Podfile"},
		"ansible":   {"ansible.cfg", "galaxy.yml"},
		"dbt":       {"dbt_project.yml"},
		"arduino":   {"platformio.ini", "library.properties"},
		"pixi":      {"pixi.toml"},
		"earthly":   {"Earthfile"},
		"xcode":     {"project.pbxproj"},
	} {
		for _, n := range names {
			out[n] = &format{ecosystem: ecosystem}
		}
	}
	return out
}

// isDockerfile recognises Dockerfile.dev, dev.Dockerfile and docker-compose.dev.yml.
func isDockerfile(p luminos.Path) bool {
	base := strings.ToLower(p.Base())
	if ext := p.Ext(); ext == ".yml" || ext == ".yaml" {
		return strings.HasPrefix(base, "docker-compose.") || strings.HasPrefix(base, "docker-compose-") || strings.HasPrefix(base, "compose.")
	}
	if strings.HasSuffix(base, ".dockerfile") {
		return true
	}
	// Programs that deal with such files are called dockerfile.py or Dockerfile.md.
	for _, ext := range []string{".md", ".dockerignore", ".sh", ".py", ".js", ".ts", ".go", ".rs", ".rb", ".java", ".json", ".txt", ".vim", ".tmlanguage"} {
		if strings.HasSuffix(base, ext) {
			return false
		}
	}
	return strings.HasPrefix(p.Base(), "Dockerfile.") || strings.HasPrefix(p.Base(), "Dockerfile-")
}

// isRequirements recognises requirements.txt, requirements-dev.txt,
// dev-requirements.txt and requirements/dev.txt.
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
