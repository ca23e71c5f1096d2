package ignore

import (
	"slices"
	"strings"
)

// Around answers questions about an entry whose name alone does not decide. Both functions compare whole names.
type Around struct {
	Beside func(name string) bool // the directory of the entry has another entry of this name
	Inside func(name string) bool // the entry is a directory that has an entry of this name
}

// derivedDir is a name that directories of dependencies, of build outputs or of caches have. A directory is one
// of them if it satisfies all conditions that are present, or if an ignore file of the target names it too.
type derivedDir struct {
	what   string
	never  bool     // the name alone is no sign: an ignore file must name it
	beside []string // one of these is beside it
	inside []string // one of these is in it
}

const (
	dependencies = "dependencies"
	buildOutput  = "build output"
	caches       = "a cache"
)

var derivedDirs = map[string]derivedDir{
	"node_modules": {what: dependencies}, "bower_components": {what: dependencies}, "jspm_packages": {what: dependencies},
	"elm-stuff": {what: dependencies}, ".eggs": {what: dependencies}, ".terraform": {what: dependencies},
	".venv": {what: dependencies, inside: []string{"pyvenv.cfg", "bin", "Scripts"}},
	"venv":  {what: dependencies, inside: []string{"pyvenv.cfg"}},
	"env":   {what: dependencies, inside: []string{"pyvenv.cfg"}},
	"vendor": {what: dependencies, beside: []string{"composer.json", "Gemfile"},
		inside: []string{"autoload.php", "bundle"}},
	"deps": {what: dependencies, beside: []string{"mix.exs"}, inside: []string{".hex"}},
	"Pods": {what: dependencies, beside: []string{"Podfile"}, inside: []string{"Manifest.lock"}},

	"__pycache__": {what: caches}, ".mypy_cache": {what: caches},
	".pytest_cache": {what: caches}, ".ruff_cache": {what: caches},
	".tox": {what: caches}, ".nox": {what: caches}, ".ipynb_checkpoints": {what: caches}, ".parcel-cache": {what: caches},
	".gradle": {what: caches}, ".dart_tool": {what: caches}, ".zig-cache": {what: caches}, ".stack-work": {what: caches},
	".turbo": {what: caches, beside: []string{"package.json"}}, ".cache": {what: caches, never: true},

	"target": {what: buildOutput, beside: []string{"Cargo.toml", "pom.xml", "build.sbt", "project.clj"},
		inside: []string{"CACHEDIR.TAG", ".rustc_info.json", "debug", "release", "classes", "maven-status", "streams"}},
	"build": {what: buildOutput, beside: []string{"build.gradle", "build.gradle.kts", "CMakeLists.txt", "setup.py"},
		inside: []string{"CMakeCache.txt", "tmp", "libs", "classes", "intermediates", "bdist.linux-x86_64", "kotlin"}},
	"dist": {what: buildOutput, beside: []string{"node_modules", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"},
		inside: []string{"index.html", "index.js", "assets"}}, // a package is published with it, without these
	"dist-newstyle": {what: buildOutput},
	"obj":           {what: buildOutput, inside: []string{"project.assets.json"}},
	"bin":           {what: buildOutput, beside: []string{"obj"}, inside: []string{"Debug", "Release"}},
	".next":         {what: buildOutput, beside: []string{"package.json"}},
	".nuxt":         {what: buildOutput, beside: []string{"package.json"}},
	".svelte-kit":   {what: buildOutput, beside: []string{"package.json"}},
	".angular":      {what: buildOutput, beside: []string{"package.json"}},
	".build":        {what: buildOutput, beside: []string{"Package.swift"}},
	"_build":        {what: buildOutput, beside: []string{"mix.exs", "rebar.config", "dune-project", "conf.py"}},
	"CMakeFiles":    {what: buildOutput, beside: []string{"CMakeCache.txt"}},
	"zig-out":       {what: buildOutput, beside: []string{"build.zig"}},
	"out":           {what: buildOutput, never: true},
	".output":       {what: buildOutput, never: true},
	"coverage":      {what: buildOutput, never: true},
	"htmlcov":       {what: buildOutput, never: true},
	"DerivedData":   {what: buildOutput, never: true},
}

// byName returns the verdict for a directory outside of a work tree of git, where only directories of
// dependencies, of build outputs and of caches are left out. listed is the verdict of the ignore files, which
// is only a sign there.
func byName(name string, listed Verdict, around Around) Verdict {
	d, ok := derivedDirs[name]
	switch {
	case !ok:
		return Verdict{}
	case listed.Ignored:
		return Verdict{Ignored: true, Rule: d.what + " by name, " + listed.Rule}
	case d.never, len(d.beside) > 0 && !slices.ContainsFunc(d.beside, around.Beside),
		len(d.inside) > 0 && !slices.ContainsFunc(d.inside, around.Inside):
		return Verdict{}
	}
	return Verdict{Ignored: true, Rule: d.what + " by name"}
}

// alwaysContent are the names of files and directories that a reader of a project needs. They are kept where it
// is unknown whether a repository tracks them.
var alwaysContent = strings.Fields(`.github .gitlab .circleci .buildkite .ci .gitlab-ci.yml .travis.yml appveyor.yml azure-pipelines.yml
	Jenkinsfile package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml
	pnpm-workspace.yaml bun.lock deno.json tsconfig.json go.mod go.sum go.work Cargo.toml Cargo.lock
	pyproject.toml setup.py setup.cfg requirements.txt Pipfile Pipfile.lock poetry.lock uv.lock pom.xml
	build.gradle build.gradle.kts settings.gradle settings.gradle.kts Gemfile Gemfile.lock composer.json
	composer.lock mix.exs mix.lock Package.swift Package.resolved pubspec.yaml pubspec.lock CMakeLists.txt
	Makefile meson.build build.zig flake.nix flake.lock Procfile compose.yml compose.yaml docker-compose.yml
	docker-compose.yaml`)

var alwaysPrefixes = []string{"README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "DOCKERFILE", "CONTAINERFILE", ".ENV"}

func isAlwaysContent(name string) bool {
	upper := strings.ToUpper(name)
	return slices.Contains(alwaysContent, name) ||
		slices.ContainsFunc(alwaysPrefixes, func(p string) bool {
			rest, ok := strings.CutPrefix(upper, p)
			return ok && (rest == "" || strings.ContainsRune(".-_", rune(rest[0])))
		})
}
