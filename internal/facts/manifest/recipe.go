package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// Steps of a recipe are told by the purposes of commands, and by these.
const (
	stepUnknown = "?"
	stepNothing = "-" // it only prepares what follows, or says something
	stepUpdate  = "update"
)

// steps are what well-known commands do. The first that a command begins with
// counts, flags left out, those of more words before those of fewer.
var steps = stepsOf(map[string]string{
	"install": `pip install, pip3 install, pip-sync, uv sync, uv pip, pipx install, npm install, npm i, npm ci, npm add, pnpm install, pnpm i, pnpm add,
		yarn, yarn install, yarn add, bun install, bun i, bun add, corepack enable, bundle, bundle install, gem install, composer install, poetry install,
		pdm install, pdm sync, pipenv install, pipenv sync, conda install, conda env, conda create, mamba install, mamba env, brew install, brew bundle,
		apt install, apt-get install, apk add, dnf install, yum install, pacman, go mod download, cargo fetch, cargo install, rustup, dotnet restore,
		dotnet tool restore, mix deps.get, flutter pub get, dart pub get, git submodule, pre-commit install, opam install, luarocks install, mise install,
		asdf install, helm dependency`,
	stepUpdate: `go get, npm update, npm upgrade, npm outdated, yarn upgrade, yarn up, pnpm update, pnpm up, composer update, bundle update, cargo update,
		poetry update, poetry lock, uv lock, pip-compile, ncu, npm-check-updates, pre-commit autoupdate, mix deps.update`,
	"build": `go build, go install, cargo build, tsc, webpack, rollup, esbuild, tsup, vite build, next build, nuxt build, ng build, astro build, cmake, ninja, mvn package,
		mvn install, gradle build, gradlew build, dotnet build, dotnet publish, python build, docker build, docker buildx, goreleaser, cabal build, stack build,
		swift build, zig build, hugo, mkdocs build, sphinx-build, maturin, cc, gcc, clang, g++, cxx, javac`,
	"test": `go test, cargo test, cargo nextest, pytest, py.test, unittest, tox, nox, jest, vitest, mocha, ava, tape, qunit, karma, cypress, playwright, ctest, phpunit,
		pest, rspec, mvn test, mvn verify, gradle test, gradlew test, dotnet test, mix test, swift test, cabal test, stack test, zig test, bats, coverage run, gotestsum`,
	"lint": `go vet, golangci-lint, staticcheck, revive, ruff, ruff check, flake8, pylint, mypy, pyright, eslint, oxlint, biome lint, biome check, biome ci,
		vue-tsc, svelte-check, cargo clippy, cargo check, shellcheck, rubocop, phpstan, psalm, yamllint, hadolint, actionlint, markdownlint, codespell, stylelint, hlint`,
	"format": `gofmt, gofumpt, goimports, black, isort, prettier, cargo fmt, rustfmt, ruff format, biome format, clang-format, dprint, shfmt, terraform fmt,
		php-cs-fixer, pint, go fmt, mix format, autopep8, yapf, dotnet format, stylish-haskell, ormolu, fourmolu`,
	stepNothing: `echo, printf, cd, mkdir, cp, mv, rm, touch, export, source, ., test, [, [[, :, true, false, chmod, ln, set, python venv, virtualenv, uv venv, exit,
		which, read, cat, sleep, for, case, esac, in, rimraf, go mod tidy, pip uninstall, npm prune, info, warning, error`,
})

// stepsOf turns one line of commands for each step round.
func stepsOf(lines map[string]string) map[string]string {
	m := map[string]string{}
	for step, line := range lines {
		for command := range strings.SplitSeq(line, ",") {
			m[strings.Join(strings.Fields(command), " ")] = step
		}
	}
	return m
}

// launchers run the command that follows; two words where the first has other uses.
var launchers = []string{"npx", "bunx", "pnpx", "npm exec", "pnpm exec", "pnpm dlx", "yarn dlx", "yarn exec", "bun x", "uv run", "uvx", "poetry run", "pdm run",
	"pipenv run", "hatch run", "bundle exec", "php", "nyc", "c8"}

// taskRunners run the task that follows, by name.
var taskRunners = []string{"make", "gmake", "npm run", "npm", "pnpm run", "pnpm", "yarn run", "yarn", "bun run", "npm-run-all", "run-s", "run-p", "task", "just", "rake",
	"composer run", "composer", "deno task"}

// stepOf is what one command does.
func stepOf(words []string) string {
	words = slices.Clone(words)
	words[0] = program(words[0])
	if strings.HasPrefix(words[0], "python") {
		words[0] = "python"
	}
	for _, l := range launchers {
		n := 1 + strings.Count(l, " ")
		if len(words) > n && strings.Join(words[:n], " ") == l {
			rest := words[n:]
			for len(rest) > 1 && strings.HasPrefix(rest[0], "-") {
				rest = rest[1:]
			}
			return stepOf(rest)
		}
	}
	if len(words) > 2 && words[0] == "python" && words[1] == "-m" {
		if words[2] != "build" && words[2] != "venv" {
			return stepOf(words[2:])
		}
		words = append([]string{"python"}, words[2:]...)
	}
	plain := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") })
	for n := min(3, len(plain)); n > 0; n-- {
		if step, ok := steps[strings.Join(plain[:n], " ")]; ok {
			if n == 1 && len(plain) > 1 && (plain[0] == "yarn" || plain[0] == "bundle") {
				break // alone they install, otherwise they run something
			}
			return checked(step, words)
		}
	}
	for _, runner := range taskRunners {
		n := 1 + strings.Count(runner, " ")
		if len(plain) > n && strings.Join(plain[:n], " ") == runner {
			return stepByName(plain[len(plain)-1])
		}
	}
	return stepUnknown
}

// checkFlags make a check of what otherwise changes or makes files.
var checkFlags = map[string][]string{
	"format": {"--check", "-c", "-l", "-d", "--diff", "--list-different", "--dry-run", "--test", "--verify-no-changes"},
	"build":  {"--noEmit"},
}

// fixFlags make more than a check of one.
var fixFlags = []string{"--fix", "--write", "--apply", "--autocorrect", "-a", "-A"}

// checked is the step of a command, given its flags.
func checked(step string, words []string) string {
	has := func(flags []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(flags, w) })
	}
	switch {
	case has(checkFlags[step]):
		return "lint"
	case step == "lint" && has(fixFlags):
		return stepUnknown
	}
	return step
}

// stepByName is what a task does by its own name, or by the first or last word of it.
func stepByName(name string) string {
	words := strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune("-_:.", c) })
	if len(words) == 0 {
		return stepUnknown
	}
	for _, n := range []string{name, words[0], words[len(words)-1]} {
		for _, purpose := range purposes {
			if slices.Contains(taskNames[purpose], n) {
				return purpose
			}
		}
	}
	if pathrole.Named(name) == luminos.DirTests {
		return "test"
	}
	return stepUnknown
}

// task is one task of a task runner.
type task struct {
	name  string
	line  int      // where it is defined, or 0
	at    string   // what only that line has, where it is not counted yet
	does  []string // scripts that it runs
	first []string // names of what it needs before
}

func (t task) cite(text luminos.Text) []luminos.Evidence {
	if t.line > 0 {
		return citeLine(text, t.line)
	}
	return cite(text, t.at)
}

// steps are what a task does, as far as that can be seen: without what only
// prepares, and without files among what a rule of make needs.
func (t task) steps() []string {
	var found []string
	for _, name := range t.first {
		if s := stepByName(name); s != stepUnknown {
			found = append(found, s)
		}
	}
	for _, script := range t.does {
		for _, words := range shellCommands(script) {
			if s := stepOf(words); s != stepNothing {
				found = append(found, s)
			}
		}
	}
	return found
}

// preparing are names of tasks that one runs before all others, and of which
// only the recipe says whether they install something.
var preparing = []string{"setup", "bootstrap", "deps", "init"}

// purpose is what a task is for: what its name says, unless what it does tells
// otherwise. It is "" where that is none of the purposes.
func (t task) purpose(named string) string {
	found := t.steps()
	has := func(step string) bool { return slices.Contains(found, step) }
	all := func(step string) bool {
		return len(found) > 0 && !slices.ContainsFunc(found, func(s string) bool { return s != step })
	}
	switch {
	case all("install"):
		return "install"
	case all(stepUpdate):
		return ""
	case slices.Contains(preparing, t.name):
		if has("build") && !has("install") {
			return "build"
		}
	case t.name == "check":
		switch {
		case has("test"):
			return "test"
		case has("lint"):
			return "lint"
		}
	case named == "format" && all("lint"), named == "lint" && all("format"):
		return found[0]
	}
	return named
}
