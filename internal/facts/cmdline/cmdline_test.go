package cmdline

import (
	"strings"
	"testing"
)

func TestEffects(t *testing.T) {
	tasks := func(_, task string) string {
		return map[string]string{
			"test": "nodemon server.js", "dev": "tsx --conditions @zod/source", "test:typecheck": "tsc", "a": "npm run b",
			"./all.sh": "set -e\ngo vet ./...\n./build.sh",
			"b":        "npm run a && vitest run", "ci": "npm run lint && make check",
			"typecheck:changed": "node ./scripts/run-changed.ts typecheck", "test:changed": "node ./scripts/run-changed.ts test",
		}[task]
	}
	for line, want := range map[string]string{
		"pyflakes .":                                    "lint",
		"pnpm typecheck:changed":                        "lint",
		"pnpm test:changed":                             "test",
		"cargo run -p ci -- test":                       "test",
		"cargo run -p ci -- compile":                    "run",
		"cargo xtask lint --all":                        "lint",
		"cargo run -p kite -- test":                     "run",
		"yarn jest -u":                                  "",
		"npx mocha -u tdd":                              "test",
		"vitest run --update":                           "",
		"playwright test --update-snapshots=all":        "",
		"cargo release 1.2.3 --execute --no-publish":    "",
		"cargo release 1.2.3 --execute":                 "publish",
		`tox -e "<<p.v>>-x{<<p.w>>}"`:                   "test",
		"aws s3 cp s3://a/x.sh .":                       "",
		"gh release create v1 --draft":                  "",
		"twine upload dist/* --dry-run=true":            "",
		"go test ./...":                                 "test",
		`go install "$TOOL"`:                            "install",
		"go install ./...":                              "build",
		"tox run -f lint":                               "lint",
		"tox -e lint,unit-tests":                        "lint test",
		"tox -e dev":                                    "",
		"tox -e docs":                                   "",
		"tox -e docs,lint":                              "lint",
		"bundle exec rake standard":                     "lint",
		"pipx run nox -s lint":                          "lint",
		"pnpm -F test-utils build":                      "build",
		"yarn --cwd=tests build":                        "build",
		"make -C test clean":                            "",
		"ls | xargs clang-format-21":                    "lint",
		"v vet ved/ && v -prod .":                       "lint",
		"tox -e $PYTHON":                                "test",
		"tox -e ${{ matrix.toxenv }}":                   "test",
		"tox run -e ${{ m.x || format('py{0}', m.y) }}": "test",
		"cargo +nightly hack test --all":                "test",
		"cargo test --verbose ''":                       "test",
		"make CC=clang":                                 "build",
		"./tests/run_tests_in_isolation":                "test",
		"tests/run_server":                              "",
		"shellcheck --version":                          "",
		"scripts/build":                                 "",
		"cargo audit":                                   "scan",
		"sbt +coreJS/test +scoped":                      "test",
		"lein test-all":                                 "test",
		"npx awesome-lint":                              "lint",
		"tox -e py312":                                  "test",
		"tox -e py":                                     "test",
		"tox -f py$(echo ${{ matrix.p }} | tr -d .)":    "test",
		"go install tool":                               "install",
		"make x && richgo test -v ./...":                "test",
		"CGO_ENABLED=0 go build -o bin/ .":              "build",
		"sudo apt-get update && make":                   "build",
		"npm test":                                      "run",
		"cross-env A=b scripts/testrunner.js":           "test",
		"npm run dev":                                   "",
		"./all.sh":                                      "lint build",
		"pwsh -NoProfile ./all.sh":                      "lint build",
		"npm run a":                                     "test",
		"yarn test:typecheck":                           "lint",
		"pnpm ci":                                       "lint test",
		"yarn":                                          "install",
		"npx vitest run":                                "test",
		"npx vite build":                                "build",
		"vite":                                          "run",
		"next dev --turbo":                              "run",
		"python -m pytest -x":                           "test",
		"poetry run pytest":                             "test",
		"uv run --frozen ruff check .":                  "lint",
		"python manage.py runserver":                    "run",
		"python setup.py sdist bdist_wheel":             "build",
		"python main.py --port 8000":                    "",
		"python -m build":                               "build",
		"./gradlew clean build -x test":                 "build",
		"./gradlew build":                               "build test",
		"./gradlew :a:assemble :a:publish":              "build publish",
		"./mvnw -B verify":                              "test",
		"mvn -DskipTests package":                       "build",
		"mvn clean deploy":                              "publish",
		"make":                                          "build",
		"make -j4 check":                                "test",
		"make docs":                                     "",
		"bundle exec rake":                              "test",
		"bundle exec rspec spec/":                       "test",
		"cargo fmt --all -- --check":                    "lint",
		"cargo fmt":                                     "format",
		"prettier --write .":                            "format",
		"prettier --check .":                            "lint",
		"docker build -t x .":                           "build",
		"docker buildx build --push -t x .":             "publish",
		"docker compose up -d":                          "run",
		"hatch run test:typing":                         "lint",
		"hatch run test:cov":                            "test",
		"docker-compose -f a/b.yml build":               "build",
		"docker compose --file a/b.yml up":              "run",
		"./scripts/run-tests.sh":                        "test",
		"./scripts/run.sh":                              "run",
		"uv run --locked --group dev tox run":           "test",
		"bash scripts/test.sh unit":                     "test",
		"node server.js":                                "run",
		"node scripts/build.mjs":                        "build",
		"echo 'go test' # go test":                      "",
		"if ! go vet ./...; then exit 1; fi":            "lint",
		"cross-env NODE_ENV=production next build":      "build",
		"dotnet publish -c Release":                     "build",
		"dotnet nuget push x.nupkg":                     "publish",
		"gh release create v1":                          "publish",
		"pm2-runtime ecosystem.config.js":               "run",
		"latexmk -pdf main.tex":                         "build",
		"opam exec -- dune runtest":                     "test",
		"./mill -i -j 0 -k __.jvm.__.compile + __.test": "test",
		"mvn clean verify pmd:check":                    "test lint",
		"python3 ci/run-clang-format.py -r .":           "lint",
		"composer exec phpunit -- --group x":            "test",
		"sbt scalafmtCheck +a/test scalafmtSbtCheck":    "test lint",
		"./mill x.ScalafmtModule/checkFormatAll __.s":   "lint",
		"rebar3 as test dialyzer":                       "lint",
		"script/run_rubocop":                            "lint",
		"script/test-deps":                              "",
		"zig fmt --check .":                             "lint",
		"nim c -d:release src/x.nim":                    "build",
		"git diff | clang-tidy-diff-12.py -p1":          "lint",
		"npm stage publish":                             "publish",
		"web-test-runner --browsers chromium":           "test",
		"":                                              "",
	} {
		if got := strings.Join(Effects(line, tasks), " "); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// TestCertain checks that names of tasks and scripts state only tests and lints.
func TestCertain(t *testing.T) {
	tasks := func(_, task string) string { return map[string]string{"build": "vite build", "copy": "cp a b"}[task] }
	for line, want := range map[string]string{
		"npm run build": "build", "npm run copy": "", "npm run bundle": "", "make release": "", "./build.sh": "",
		"scripts/build": "", "./run-tests.sh": "test", "test/run !": "test", "src/run": "",
		"npm run lint": "lint", "make": "build", "go build .": "build",
		"bundle exec rake release:part": "publish",
	} {
		if got := strings.Join(Certain(line, tasks), " "); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// TestTableIsConsistent checks that each command of the table has the effects that the table gives
// it.
func TestTableIsConsistent(t *testing.T) {
	for line := range strings.Lines(effectsText) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for command := range strings.SplitSeq(list, " | ") {
			if got := strings.Join(Effects(command, nil), "+"); got != head {
				t.Errorf("%q: got %q, want %q", command, got, head)
			}
		}
	}
}

func FuzzEffects(f *testing.F) {
	f.Add("a && 'b c' | \"d\" # e\n\\\n f; $(g) `h` > /dev/null 2>&1")
	f.Fuzz(func(t *testing.T, line string) {
		Known(line, func(_, _ string) string { return line })
		for _, e := range Effects(line, func(_, _ string) string { return line }) {
			if e == "" {
				t.Error("empty effect")
			}
		}
	})
}

// TestKnown checks which lines have effects that are all known.
func TestKnown(t *testing.T) {
	resolve := func(program, name string) string {
		return map[string]string{
			"npm lint": "eslint .", "npm x": "y-unknown", " a.py": "print(1)", "make ": "python a.py", " b.py": "import pytest",
			" ./c.sh": "go vet ./...",
		}[program+" "+name]
	}
	for line, want := range map[string]bool{
		"": true, "echo go && cd a": true, "sudo apt-get install x": true, "go vet ./...": true, "npm run lint": true,
		"make": true, "npm run x": false, "npm run z": false, "mvn": false, "make lint": false, "y-unknown": false, "python a.py": true,
		"python b.py": false, "python d.py": false, "./c.sh": true, "./d.sh": false, "X=1 eslint .": true,
		"tox -e lint": true, "tox -e ci": false,
		"docker run x": false, "script/build": false, "source venv/bin/activate": true, "python -m venv x": true,
	} {
		if got := Known(line, resolve); got != want {
			t.Errorf("%q: got %t", line, got)
		}
	}
}

// TestCommandsByVariables checks that a variable can hold the action of a command, and the value of a flag before it.
func TestCommandsByVariables(t *testing.T) {
	for line, want := range map[string]string{
		"xcodebuild -scheme X $ACTION": "", "xcodebuild -scheme X test": Test, "uvx --with a tox -e $X": Test,
		"bundle exec thor spec": Test, "mix test.unit": Test,
	} {
		if got := strings.Join(Effects(line, nil), " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	if Known("xcodebuild -scheme X $ACTION", nil) {
		t.Error("the action of a variable is known")
	}
}

// TestNamed checks that a program that checks a build, or a server, neither builds nor runs.
func TestNamed(t *testing.T) {
	for name, want := range map[string]string{
		"scripts/port_passes_tests": "", "update-tests": "", "run_tests": Test, "tools/check_dist.py": "", "check-server": "", "ci/ensure_same_build.sh": "", "verify-build": "", "dist": Build, "check-test": Test, "stan-setup": Lint,
		"test-test262-update-allowlist": "", "test:update": "", "test-update": Test,
		"tools/check_format_compatible": "", "check_format": Lint,
	} {
		if got := Named(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
