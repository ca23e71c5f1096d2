package manifest

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestDoubtfulCommands checks the commands of trees in which a usual command would fail or have another effect. Each
// tree is given as files and their texts.
func TestDoubtfulCommands(t *testing.T) {
	script := `{"name": "x", "scripts": {"start": "node a.js"}}`
	main := "fn main() {}\n"
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"a copy of a site": {[]string{"html/docs/Gemfile", "gem 'a'\n"}, ""},
		"a site":           {[]string{"docs/Gemfile", "gem 'a'\n"}, "install: bundle install"},
		"rivals": {[]string{"package.json", `{"name": "z", "private": true, "workspaces": ["apps/*"]}`,
			"apps/a/package.json", script,
			"apps/b/package.json", strings.Replace(script, "x", "y", 1)}, ""},
		"a book": {[]string{"book.toml", "[book]\ntitle = \"T\"\n",
			"Cargo.toml", "[package]\nname = \"tool\"\n",
			"src/main.rs", main},
			"build: mdbook build"},
		"two projects": {[]string{
			"Build.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"/>\n", "X.slnx", "<Solution/>\n"},
			"build: dotnet build X.slnx"},
		"script of a solution": {[]string{"Build.ps1", "dotnet build A\n", "X.slnx", "<Solution/>\n"}, ""},
		"a placeholder":        {[]string{"Makefile", "all:\n\t-@echo \"Please use ./configure first.\"\n"}, ""},
		"a makefile that generates": {[]string{"Makefile", "all: gen\n\ngen:\n\trunhaskell Generate.hs\n",
			"x.cabal", "name: x\nlibrary\n"}, "build: cabal build"},
		"a makefile that generates and compiles": {[]string{"Makefile", "all: gen\n\tghc x.hs\n\ngen:\n\trunhaskell Generate.hs\n",
			"x.cabal", "name: x\nlibrary\n"}, "build: make all, build: cabal build"},
		"a makefile that generates a site": {[]string{"Makefile", "all:\n\tpython generate.py\n"}, "build: make all"},
		"all checks":                       {[]string{"Makefile", "all: fmt test\nbuild:\n\tcc x.c\n"}, "build: make build"},
		"an example": {[]string{"Cargo.toml", "[package]\nname = \"x\"\n", "src/lib.rs", "//! x\n",
			"README.md", "# X\n\n```sh\ncargo run --example y\n```\n"}, "build: cargo build, test: cargo test"},
		"documentation": {[]string{"pyproject.toml", "[project]\nname = \"x\"\n", "x.py", "a = 1\n", "README.md",
			"# X\n\n```sh\nuv run mkdocs serve\n```\n\n* `p` - fixes it with `pip install`\n"}, "install: pip install ."},
		"special tests": {[]string{"Rakefile", "task :compile do\nend\n", "README.md",
			"# X\n\n```sh\nbundle exec rake compile test:gdb\n```\n", "Gemfile", "gem 'a'\n"},
			"install: bundle install, build: bundle exec rake compile"},
		"a task that is gone": {[]string{"Rakefile", "task :test do\nend\n", "README.md",
			"# X\n\n```sh\nrake setup\nrake test\n```\n", "Gemfile", "gem 'a'\n"},
			"install: bundle install, test: rake test, test: bundle exec rake test"},
		"a task of the users": {[]string{"Rakefile", "Dir['tasks/*.rake'].each { |f| load f }\n", "tasks/a.rake",
			"# cross-compile\ntask :setup do\nend\n", "README.md", "# X\n\n```sh\nrake compile\n```\n", "Gemfile", "gem 'a'\n"},
			"install: bundle install"},
		"a task that is only a word": {[]string{"Rakefile", "task :a do\n  puts 'load error of installation files'\nend\n",
			"README.md", "# X\n\n```sh\nrake install\n```\n", "Gemfile", "gem 'a'\n"}, "install: bundle install"},
		"a gem that its users install": {[]string{"Rakefile", "require 'bundler/gem_tasks'\n", "x.gemspec", "s.name = 'x'\n",
			"README.md", "# X\n\n```sh\nrake install\n```\n", "Gemfile", "gemspec\n"}, "install: bundle install"},
		"a variable of Windows": {[]string{"pom.xml", "<project><artifactId>x</artifactId></project>\n", "mvnw", "x\n",
			".github/workflows/a.yml", "      - run: ./mvnw %X% install\n      - run: ./mvnw install\n"},
			"build: ./mvnw install"},
		"a task that RSpec names": {[]string{"Rakefile", "require 'rspec/core/rake_task'\nRSpec::Core::RakeTask.new\n",
			"spec/a_spec.rb", "1\n", "README.md", "# X\n\n```sh\nrake spec\n```\n", "Gemfile", "gem 'a'\n"},
			"install: bundle install, test: rake spec"},
		"a task that is loaded": {[]string{"Rakefile", "Dir['tasks/*.rake'].each { |f| load f }\n", "tasks/a.rake",
			"task :compile do\nend\n", "README.md", "# X\n\n```sh\nrake compile\n```\n", "Gemfile", "gem 'a'\n"},
			"install: bundle install, build: rake compile"},
		"a build that goes on": {[]string{"package.json", `{"name": "x", "scripts": {"dev": "zed --watch"}}`, "index.js", "let a\n"},
			""},
		"laravel": {[]string{"composer.json", `{"name": "a/b", "type": "project"}`, "artisan", "<?php\n",
			"package.json", `{"scripts": {"dev": "vite"}}`, "index.php", "<?php\n", "phpunit.xml", "<phpunit/>\n"},
			"install: composer install, run: php artisan serve, test: php artisan test"},
		"databases of tests": {[]string{"docs/contributing.md", "# X\n\n```sh\ndocker compose up -d\n```\n",
			"compose.yaml", "services:\n  a:\n    image: postgres\n"}, ""},
		"services to develop": {[]string{"docs/contributing.md", "# X\n\n```sh\ndocker compose up -d\n```\n",
			"compose.yaml", "services:\n  a:\n    build: web\n"}, "run: docker compose up -d"},
		"a command in a title": {[]string{"README.md", "# X\n\n## Replacing a using `npm install`\n",
			"package.json", `{"name": "x"}`, "index.js", "let a\n"}, ""},
		"another manager": {[]string{"README.md", "# X\n\nRun `yarn install`.\n", "package-lock.json", "{}",
			"package.json", `{"name": "x"}`, "index.js", "let a\n"}, ""},
		"the lock of another manager": {[]string{"CONTRIBUTING.md", "# X\n\nRun `npm install`.\n", "pnpm-lock.yaml", "{}\n",
			"package.json", `{"name": "x", "devDependencies": {"a": "1"}, "scripts": {"build": "a"}}`, "index.js", "let a\n"},
			"install: pnpm install, build: pnpm run build"},
		"locks of two managers": {[]string{"CONTRIBUTING.md", "# X\n\nRun `npm install`.\n", "pnpm-lock.yaml", "{}\n",
			"package-lock.json", "{}", "package.json", `{"name": "x"}`, "index.js", "let a\n"}, "install: npm install"},
		"a build of another program": {[]string{"scripts/build-curl.sh", "make\n", "scripts/build_linux.sh", "make\n",
			"x.c", "int a;\n", ".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: scripts/build-curl.sh\n" +
				"      - run: scripts/build_linux.sh\n"}, "build: scripts/build_linux.sh"},
		"requirements of a style": {[]string{"requirements.d/codestyle.txt", "black\n",
			"requirements.d/development.txt", "pytest\n", "a.py", "x = 1\n", "README.md", "# Kite\n\n```\npip install -r requirements.d/codestyle.txt\n```\n\n" +
				"```\npip install -r requirements.d/development.txt\n```\n"},
			"install: pip install -r requirements.d/development.txt"},
		"a program that builds the module": {[]string{"go.mod", "module x.org/y\n", "main.go", "package main\n\nfunc main() {}\n",
			"build.go", "//go:build tools\n\npackage main\n\nfunc main() {}\n", "y_test.go", "package main\n",
			"README.md", "# Y\n\nJust run `go run build.go` here.\n"}, "build: go run build.go"},
		"a program that builds": {[]string{"bin/kite", "#!/usr/bin/env node\nmain()\n",
			"package.json", `{"name": "kite", "bin": "bin/kite"}`,
			"README.md", "# Kite\n\n```\n./bin/kite build tail.md\n```\n"}, "run: ./bin/kite build tail.md"},
		"a tool that builds others": {[]string{"bin/kite.dev.js", "main()\n", "package.json", `{"name": "kite"}`,
			"README.md", "# Kite\n\n```\n./bin/kite.dev.js bundle -p tail\n```\n"}, ""},
		"a build by an interpreter": {[]string{"setup.py", "setup(name='zed')\n", "tools/build_table.py", "print(1)\n",
			"README.md", "# Zed\n\n```sh\npython tools/build_table.py\n```\n"}, "install: pip install ."},
		"a build that needs a variable": {[]string{"Makefile", "ifeq ($(TARGET),)\nall:\n\t@echo \"Set TARGET.\"\n\t@echo\n" +
			"\t@exit 1\nelse\nall: x\nendif\nx: x.c\n\t$(CC) x.c\n", "x.c", "int a;\n"}, ""},
		"no tests": {[]string{"CMakeLists.txt", "project(x)\nenable_testing()\n", "x.c", "int a;\n"},
			"build: cmake -B build && cmake --build build"},
		"tests in a part": {[]string{"CMakeLists.txt", "project(x)\nenable_testing()\n", "x.c", "int a;\n",
			"t/CMakeLists.txt", "add_test(NAME a COMMAND a)\n"},
			"build: cmake -B build && cmake --build build, test: ctest --test-dir build"},
		"a special build": {[]string{"pom.xml", "<project><artifactId>x</artifactId></project>",
			"src/main/java/X.java", "class X {}\n", "util/test-native.sh", "exit 1\n", ".github/workflows/ci.yml",
			"jobs:\n  a:\n    steps:\n      - run: util/test-native.sh\n      - run: mvn test -B\n"},
			"build: mvn package, test: mvn test"},
		"tests with a runner that is not known": {[]string{"package.json",
			`{"name": "x", "scripts": {"lint": "eslint", "unit": "zed", "test:types": "tsc --noEmit",
			"test-ci": "npm run lint && npm run unit",
			"test": "npm run lint && npm run unit && npm run test:types"}}`, "index.js", "let a\n",
			".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: npm run test:types\n      - run: npm run test-ci\n"},
			"test: npm test, lint: npm run lint"},
		"two tasks that lint": {[]string{"Makefile", "deps:\n\tpip install x\ncheck:\n\truff check .\n\tstubtest x\ntest:\n\tpytest\n",
			"x.py", "a = 1\n", ".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: make deps check\n"},
			"test: make test"},
		"a program in a directory of its name": {[]string{"go.mod", "module x.org/kite\n", "kite.go", "package kite\n\nfunc A() {}\n",
			"kite/main.go", "package main\n\nfunc main() {}\n"},
			"build: go build -o bin/ ./kite, run: go run ./kite"},
		"environments that lint": {[]string{"tox.ini", "[testenv]\ncommands = ruff check\n", "x.py", "a = 1\n"}, ""},
		"tox of before 4": {[]string{"tox.ini", "[testenv]\nwhitelist_externals = poetry\ncommands = poetry run pytest\n",
			"x.py", "a = 1\n"}, ""},
		"a session that publishes": {[]string{"noxfile.py", "import nox\n@nox.session\ndef release(s):\n    s.run('flit', 'publish')\n\n" +
			"@nox.session(python=['3.9'])\n@nox.parametrize('a', [1])\ndef tests(s):\n    s.run('pytest')\n", "x.py", "a = 1\n"},
			"test: nox -s tests"},
		"rake without bundler": {[]string{"Rakefile", "task :test do\nend\n", "x.rb", "1\n"}, "test: rake test"},
		"meson without tests":  {[]string{"meson.build", "project('x', 'c')\n", "x.c", "int a;\n"}, "build: meson setup build && ninja -C build"},
		"meson with tests": {[]string{"meson.build", "project('x', 'c')\nsubdir('t')\n", "x.c", "int a;\n",
			"t/meson.build", "test('a', exe)\n"},
			"build: meson setup build && ninja -C build, test: meson test -C build"},
		"a task": {[]string{"README.md", "# X\n\n```sh\nphp artisan x:sync\n```\n", "artisan", "<?php\n"}, ""},
		"data first": {[]string{"README.md", "# X\n\n```sh\npython data/prepare.py\npython train.py\n```\n",
			"data/prepare.py", "print(1)\n", "train.py", "print(2)\n"}, "run: python train.py"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}

// wholeCommands returns the commands for the whole of a tree, which is given as files and their texts.
func wholeCommands(t *testing.T, files []string) string {
	t.Helper()
	tree := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		tree[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	var all []string
	for _, c := range readTree(t, tree).Commands {
		if !c.Part {
			all = append(all, c.Purpose+": "+c.Line)
		}
	}
	return strings.Join(all, ", ")
}
