package manifest

import (
	"strings"
	"testing"
)

// TestUnsureCommands checks that commands which can fail in a fresh clone, or do something else there, are left out or
// belong to a part. Each tree is given as files and their texts.
func TestUnsureCommands(t *testing.T) {
	const crate, python = "[package]\nname = \"x\"\n", "[project]\nname = \"x\"\n"
	code := strings.Repeat("x = 1\n", 50)
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"some tests":      {[]string{"package.json", `{"name": "x"}`, ".travis.yml", "script: npx playwright test\n"}, ""},
		"submodules":      {[]string{".gitmodules", "[submodule \"a\"]\n", "Cargo.toml", crate, "src/lib.rs", "//! x\n"}, ""},
		"empty variable":  {[]string{"Makefile", "export ARCH :=\ntest: a.c\n\tif [ -n \"$$ARCH\" ]; then ./a; fi\n"}, ""},
		"foreign sources": {[]string{"Makefile", "SRC := /usr/local/src/musl\nall: a.c\n\t$(SRC)/configure\n"}, ""},
		"no recipe": {[]string{"justfile", "test:\n  tox\n", "README.md", "# X\n\n```\njust test-all\n```\n"},
			"test: just test"},
		"a wrapper":                      {[]string{"justfile", "run *a:\n  uv run -- {{a}}\ntest *a:\n  tox {{a}}\n"}, "test: just test"},
		"tools to build":                 {[]string{"Makefile", "install_build:\n\tpip install x\nbuild:\n\tx\nall: build\n"}, ""},
		"dependencies":                   {[]string{"Makefile", "build-deps:\n\tpip install x\nbuild:\n\tx\n"}, ""},
		"a script that installs nothing": {[]string{"Makefile", "setup:\n\t@bash ./a/setup.sh\n", "a/setup.sh", "mount x y\n"}, ""},
		"a script that installs": {[]string{"Makefile", "setup:\n\t@./a/setup.sh\n", "a/setup.sh", "pip install -r b\n"},
			"install: make setup"},
		"another build": {[]string{"Makefile", "build-x:\n\tcc x.c\nbuild:\n\tcc y.c\n"}, "build: make build"},
		"configured":    {[]string{"configure", "#!/bin/sh\n", "Makefile", "build:\n\tcc x.c\n"}, ""},
		"bindings":      {[]string{"setup.py", "setup(name='x')\n", "a.c", strings.Repeat("int a;\n", 50)}, ""},
		"a part": {[]string{"a.py", code, "x/pom.xml", "<project><artifactId>x</artifactId></project>",
			"x/A.java", "class A {}\n"}, ""},
		"another package": {[]string{"package.json", `{"name": "x"}`,
			"README.md", "# X\n\n```sh\nnpm install x\n```\n"}, ""},
		"its packages": {[]string{"package.json", `{"name": "x"}`, "README.md", "# X\n\n```sh\nnpm install\n```\n"},
			"install: npm install"},
		"another Gemfile": {[]string{"Gemfile", "gem 'x'\n", "README.md", "# X\n\n```\n$ bundle update\n```\n"},
			"install: bundle install"},
		"after a clone": {[]string{"x/a.py", "", "main.py", "",
			"README.md", "# X\n\n```\ngit clone https://y.org/x.git\ncd x\npython main.py\n```\n"}, "run: python main.py"},
		"a chore": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n", "patch.sh", "x\n",
			"README.md", "# X\n\n```sh\n./patch.sh -r\n```\n"}, "build: cargo build, test: cargo test"},
		"an artefact": {[]string{"test.sh", "x\n", ".travis.yml", "script:\n  - ./test.sh x.tar.gz\n"}, "test: sh test.sh"},
		"profiles":    {[]string{"compose.yml", "services:\n  a:\n    build: .\n    profiles: [x]\n"}, ""},
		"a container": {[]string{"start.sh", "x\n", "a.py", "",
			"Dockerfile", "ENTRYPOINT [\"./start.sh\"]\nCMD [\"python\", \"a.py\"]\n"}, ""},
		"a watcher": {[]string{"Makefile", "dev-watch:\n\twatch x\n",
			"README.md", "# X\n\nRun `make dev-watch`.\n"}, ""},
		"checks by name": {[]string{"Makefile", "all: x-test\n\tcc x.c\n"}, "build: make all"},
		"a task for documents": {[]string{"Makefile", "install-docs:\n\tcp a b\n",
			"README.md", "# X\n\nRun `make install-docs`.\n"}, ""},
		"an environment": {[]string{"Makefile", "build:\n\tvirtualenv v\n\tv/bin/pip install -e .\n"}, ""},
		"a copy":         {[]string{"Makefile", "dev:\n\tcp a ~/bin\n"}, ""},
		"two systems": {[]string{"CMakeLists.txt", "project(x)\n", "Package.swift", "let package = Package(name: \"x\")\n",
			"Sources/x/a.swift", "let a = 1\n"}, "build: swift build"},
		"tests by choice": {[]string{"CMakeLists.txt", "project(x)\nif(DEV)\n  enable_testing()\nendif()\n"},
			"build: cmake -B build && cmake --build build"},
		"a list": {[]string{"requirements.txt", "numpy==1.11\n", "a.ipynb", "{}"}, ""},
		"a module": {[]string{"pyproject.toml", python,
			"x/cli.py", "if __name__ == '__main__':\n    x()\n"}, "install: pip install ."},
		"old projects": {[]string{"X.sln", "x\n", "X.csproj",
			"<Project Sdk=\"Microsoft.NET.Sdk\"><TargetFrameworks>net6.0;net20</TargetFrameworks></Project>"}, ""},
		"a text": {[]string{"package.json", `{"name": "x", "scripts": {"test": "echo \"tested elsewhere\""}}`}, ""},
		"a watch of documents": {[]string{"package.json", `{"name": "x", "scripts": {"docs:dev": "npm run b && vite",
			"b": "rollup -c"}}`, "README.md", "# X\n\n```\nnpm run docs:dev\n```\n"}, ""},
		"a check of a library": {[]string{"go.mod", "module x.org/y\n", "y.go", "package y\n\nfunc Y() {}\n",
			".travis.yml", "install: go install ./...\n"}, ""},
		"pages built first": {[]string{"go.mod", "module x.org/y\n", "main.go", "package main\n\nfunc main() {}\n",
			"ui/package.json", `{"name": "ui", "scripts": {"build": "vite build"}}`}, ""},
		"a test of nothing":   {[]string{"Makefile", "test:\n\tlua a.lua\n", "a.lua", "print(_VERSION)\n"}, ""},
		"a test in a program": {[]string{"Makefile", "test:\n\tlua a.lua\n", "a.lua", "assert(1)\n"}, "test: make test"},
		"tests in a directory": {[]string{"test/a.bats", "@test x {\n}\n", "README.md", "# X\n\n    $ bats test\n"},
			"test: bats test"},
		"tests in no directory": {[]string{"b.bats", "@test x {\n}\n", "README.md", "# X\n\n    $ bats test\n    $ busted\n"},
			""},
		"a script of Hatch": {[]string{"pyproject.toml", python + "[tool.hatch.envs.lint.scripts]\ndefault = \"ruff\"\n" +
			"[tool.hatch.envs.test.scripts]\ncov = \"coverage xml\"\ndefault = \"pytest {args}\"\n"},
			"install: pip install ., test: hatch run test:default"},
		"a script of Hatch by default": {[]string{"pyproject.toml",
			python + "[tool.hatch.envs.default.scripts]\ntest = [\"pytest\"]\n"},
			"install: pip install ., test: hatch run test"},
		"a lost program": {[]string{"package.json", `{"name": "x", "scripts": {"build": "node script/b.mjs",
			"lint": "@php lint.php", "start": "node dist/a.js", "test": "node --test test/a.mjs"}}`,
			"README.md", "# X\n\n```\nnpm run build\n```\n"}, "run: npm start"},
		"a lost program of composer": {[]string{"composer.json",
			`{"name": "x/y", "scripts": {"test": "@php tests/a.php", "lint": ["@php vendor/bin/a.php"]}}`},
			"install: composer install, lint: composer run lint"},
		"as it is published": {[]string{"package.json", `{"name": "x", "files": ["a.js"], "scripts": {"test": "mocha"},
			"devDependencies": {"mocha": "1"}}`, "a.js", "", "README.md", "# X\n\n```\nnpm test\n```\n"}, ""},
		"as it is published, with dependencies": {[]string{"package.json", `{"name": "x", "files": ["a.js"],
			"dependencies": {"y": "1"}}`, "a.js", ""}, "install: npm install"},
		"a lost script": {[]string{"package.json", `{"name": "x", "scripts": {"build": "./b.sh"}}`}, ""},
		"checks by default": {[]string{"Makefile", "default: check build\n\nbuild:\n\tcc x.c\n", ".travis.yml",
			"script: make\n"}, "build: make build"},
		"checks in the end": {[]string{"Makefile", "default: all\n\nall: test\n\ntest:\n\tgo test x.go\n"},
			"test: make test"},
		"a lint with the name of tests": {[]string{"Makefile", "check: style\n\nstyle:\n\tgo vet ./...\n",
			".travis.yml", "script: make check\n"}, "lint: make style"},
		"a site": {[]string{"pom.xml", "<project><artifactId>x</artifactId></project>",
			"src/main/java/A.java", "class A {}\n", ".travis.yml", "script: mvn install site\n"}, "build: mvn package"},
		"the default goal": {[]string{"pom.xml", "<project><artifactId>x</artifactId>" +
			"<build><defaultGoal>clean verify x:check</defaultGoal></build></project>", "src/main/java/A.java", "class A {}\n",
			"README.md", "# X\n\nRun `mvn` without arguments.\n"}, "build: mvn, build: mvn package"},
		"the default goal, with tests": {[]string{"pom.xml", "<project><artifactId>x</artifactId>" +
			"<build><defaultGoal>clean verify</defaultGoal></build></project>", "src/test/java/ATest.java", "class ATest {}\n",
			"README.md", "# X\n\nRun `mvn` without arguments.\n"},
			"build: mvn, build: mvn package, test: mvn, test: mvn test"},
		"another default goal": {[]string{"pom.xml", "<project><artifactId>x</artifactId>" +
			"<build><defaultGoal>site</defaultGoal></build></project>", "src/main/java/A.java", "class A {}\n",
			"README.md", "# X\n\nRun `mvn` without arguments.\n"}, "build: mvn package"},
		"all versions": {[]string{"Rakefile", "desc 'x'\ntask :all do\nend\n", "x.gemspec",
			"Gem::Specification.new do |s|\n s.name = 'x'\nend\n"}, ""},
		"a line for users": {[]string{"x.gemspec", "Gem::Specification.new do |s|\n s.name = 'x'\nend\n",
			"Gemfile", "gemspec\n", "README.md", "# X\n\n```\n$ bundle install\n```\n",
			"CONTRIBUTING.md", "# X\n\n```\n$ bundle\n```\n"}, "install: bundle, install: bundle install"},
		"an empty rule":  {[]string{"Makefile", "all:\n\npkg: all\n\tcp a b\n"}, ""},
		"all checks":     {[]string{"Makefile", "all: phpcs phpunit\n\tcp a b\n"}, ""},
		"two heads":      {[]string{"Makefile", "all:\n\nx := 1\nall: x.o\n"}, "build: make all"},
		"another script": {[]string{"b.sh", "x\n", "a.sh", "x\n", "README.md", "# X\n\n```\n./b.sh\n./a.sh\n```\n"}, ""},
		"a part by path": {[]string{"setup.py", python, "tests/test_a.py", "def test_a(): pass\n",
			"README.md", "# X\n\n```\npytest tests/unit\n```\n"}, "install: pip install ."},
		"pages of another language": {[]string{"a.php", strings.Repeat("<?php echo 1;\n", 40), "package.json",
			`{"name": "x", "scripts": {"dev": "vite", "build": "vite build"}}`, "x.js", "let a = 1\n"}, ""},
		"a question": {[]string{"tox.ini", "[testenv]\ncommands = pytest\n", "README.md", "# X\n\n```\ntox list\n```\n"}, "test: tox"},
		"tests by name": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n", ".travis.yml", "script: cargo test pass\n"},
			"build: cargo build, test: cargo test"},
		"rails of an application": {[]string{"x.gemspec", "Gem::Specification.new do |s|\n s.name = 'x'\nend\n", "Gemfile", "gemspec\n",
			"README.md", "# X\n\n```\n$ rails server\n```\n"}, "install: bundle install"},
		"phoenix as a library": {[]string{"mix.exs", "defmodule X.MixProject do\n  def project, do: [app: :x]\n" +
			"  defp deps, do: [{:phoenix, \"1.0\"}]\nend\n"}, "install: mix deps.get"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}
