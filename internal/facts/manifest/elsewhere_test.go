package manifest

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestCommandsElsewhere checks that commands of documents and of CI for another directory, for users or for authors of
// the document are no commands of the target. Each tree is given as files and their texts.
func TestCommandsElsewhere(t *testing.T) {
	const npm, gem = `{"name": "x"}`, "Gem::Specification.new do |s|\n s.name = 'x'\nend\n"
	const makefile = "build:\n\tcc x.c\n"
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"a comment": {[]string{"package.json", npm, "README.md", "# X\n\n<!-- first run `npm install` -->\n"}, ""},
		"a long comment": {[]string{"package.json", npm, "README.md", "# X\n\n<!--\nrun `npm install`\n--> Run `npm ci`.\n"},
			"install: npm ci"},
		"in a submodule":    {[]string{"Makefile", "all:\n\tcc x.c\n", "README.md", "# X\n\nRun `make` in the `y` part.\n"}, "build: make all"},
		"here":              {[]string{"Makefile", "x:\n\tcc x.c\n", "README.md", "# X\n\nRun `make` in this place.\n"}, "build: make"},
		"in a made project": {[]string{"package.json", npm, "README.md", "# X\n\n```\nx new /tmp/y && cd /tmp/y\n```\n\n```\nnpm install\n```\n"}, ""},
		"the next section": {[]string{"package.json", npm, "README.md",
			"# X\n\n```\nx new /tmp/y && cd /tmp/y\n```\n\n## Y\n\n```\nnpm install\n```\n"}, "install: npm install"},
		"a section on a directory": {[]string{"package.json", npm, "core/x.js", "",
			"README.md", "# X\n\n## In the `core` directory\n\n```\nnpm install\n```\n"}, ""},
		"tools of the manual": {[]string{"a.py", "", "docs/requirements.txt", "sphinx\n",
			"README.md", "# X\n\n```\npip install -r docs/requirements.txt\n```\n"}, ""},
		"another repository": {[]string{"package.json", npm, "README.md",
			"# X\n\n```\n# In the y repo\nnpm install\n```\n"}, ""},
		"this repository": {[]string{"package.json", npm, "README.md",
			"# X\n\n```\n# In this repository\nnpm install\n```\n"}, "install: npm install"},
		"the same repository": {[]string{"package.json", npm, "README.md",
			"# X\n\n```\n# In the x repo\nnpm install\n```\n"}, "install: npm install"},
		"a step in a directory": {[]string{"Makefile", makefile, ".travis.yml", "script:\n  - pushd y\n  - make test\n"}, "build: make build"},
		"a path to fill in":     {[]string{"main.py", "", "README.md", "# X\n\n```\npython main.py /path/to/y\n```\n"}, ""},
		"an application of a user": {[]string{"x.gemspec", gem, "Gemfile", "gemspec\n", "bin/x", "#!/usr/bin/env ruby\n",
			"README.md", "# X\n\n```\nbundle exec ruby bin/x\n```\n"}, "install: bundle install"},
		"style before tests": {[]string{"x.gemspec", gem, "Gemfile", "gemspec\n",
			"Rakefile", "task :default => [:rubocop, :test]\ntask :test do\nend\n",
			"README.md", "# X\n\n```\nbundle exec rake\n```\n"}, "install: bundle install, test: bundle exec rake test"},
		"tasks before tasks": {[]string{"x.gemspec", gem, "Gemfile", "gemspec\n",
			"Rakefile", "task :test => [:check]\ntask :build => [:clean, :check]\n", "config.ru", "run X\n"}, "install: bundle install"},
		"a build with a need": {[]string{"x.gemspec", gem, "Gemfile", "gemspec\n", "Rakefile", "task :build => :key\n"},
			"install: bundle install"},
		"cabal beside stack": {[]string{"stack.yaml", "packages: [.]\n", "x.cabal", "name: x\nlibrary\n  exposed-modules: X\n",
			"X.hs", "x\n", "README.md", "# X\n\nstack install x\n\ncabal install x, cabal build\n"}, "build: cabal build"},
		"profiles": {[]string{"stack.yaml", "packages: [.]\n", "x.cabal", "name: x\n",
			"README.md", "# X\n\nRun `stack install --profile`.\n"},
			"build: stack build"},
		"other toolchains": {[]string{"Makefile", "install_targets:\n\trustup target add x\n",
			"README.md", "# X\n\nRun `make install_targets`.\n"}, ""},
		"results of tests": {[]string{"package.json", `{"name": "x", "scripts": {"test-regen": "node test/setup.js"}}`,
			"README.md", "# X\n\n```\nnpm run test-regen\n```\n"}, ""},
		"a task without a program": {[]string{"Taskfile.yml",
			"tasks:\n  dev:\n    cmds:\n      - git config x y\n  start:\n    cmds:\n      - ./x\n"}, "run: task start"},
		"tests by default": {[]string{"x.gemspec", gem, "Gemfile", "gemspec\n", "Rakefile", "task default: :test\n",
			"README.md", "# X\n\n```\nbundle exec rake\n```\n"}, "install: bundle install, test: bundle exec rake"},
		"a copy of what was built": {[]string{"Makefile", makefile + "install:\n\tcp x /usr/bin\n",
			"README.md", "# X\n\n```\nmake install\n```\n"}, "build: make build"},
		"a build for the copy": {[]string{"Makefile", makefile + "install: build\n\tcp x /usr/bin\n",
			"README.md", "# X\n\n```\nmake install\n```\n"}, "build: make build"},
		"an installation of packages": {[]string{"Makefile", makefile + "install: deps\ndeps:\n\tpip install -e .\n"},
			"install: make install, build: make build"},
		"sources that are not published": {[]string{"package.json",
			`{"name": "x", "source": "src/x.ts", "scripts": {"build": "microbundle"}}`}, ""},
		"a script for one directory": {[]string{"package.json", `{"name": "x", "scripts": {"build": "cd y && tsc -p ."}}`}, ""},
		"a script that is not here": {[]string{"composer.json", `{"name": "a/x"}`, ".github/workflows/site.yml",
			"jobs:\n  x:\n    steps:\n      - run: composer run build\n      - run: composer build\n"}, "install: composer install"},
		"a main class without a task to run it": {[]string{"gradlew", "", "build.gradle", "jar { manifest { attributes('Main-Class': 'y.Main') } }\n",
			"src/main/java/y/Main.java", "class Main {}\n"}, "build: ./gradlew build"},
		"a main class": {[]string{"gradlew", "", "build.gradle", "plugins { id 'application' }\nmainClass = 'y.Main'\n",
			"src/main/java/y/Main.java", "class Main {}\n", "src/test/java/y/MainTest.java", "class MainTest {}\n"},
			"build: ./gradlew build, run: ./gradlew run, test: ./gradlew test"},
		"settings that are not here": {[]string{"package.json",
			`{"name": "x", "scripts": {"build": "rm x && tsc --project tsconfig.dist.json"}}`}, ""},
		"settings that are here": {[]string{"package.json", `{"name": "x", "scripts": {"build": "tsc -p tsconfig.a.json"}}`,
			"tsconfig.a.json", "{}"}, "build: npm run build"},
		"several packages of Haskell": {[]string{"x.cabal", "name: x\nlibrary\ntest-suite x\n",
			"cabal.project", "packages: .\npackages: y z\npackages: w\n  ghc: 1\n"},
			"build: cabal build, test: cabal test"},
		"a workspace of Haskell": {[]string{"x.cabal", "name: x\nlibrary\n", "y/y.cabal", "name: y\nTest-Suite y\n", "cabal.project", "packages:\n  .\n  y\n  ./z/\n"},
			"build: cabal build all, test: cabal test all"},
		"several platforms": {[]string{"gradlew", "", "build.gradle.kts", "plugins { kotlin(\"multiplatform\") }\n"}, ""},
		"members by default": {[]string{"Cargo.toml", "[workspace]\nmembers = [\"y\", \"z\"]\ndefault-members = [\"y\"]\n",
			"y/Cargo.toml", "[package]\nname = \"y\"\n", "y/src/lib.rs", "//! y\n",
			"z/Cargo.toml", "[package]\nname = \"z\"\n", "z/src/lib.rs", "//! z\n"}, "build: cargo build, test: cargo test"},
		"an interpreter for tests": {[]string{"Cargo.toml", "[package]\nname = \"x\"\n", "src/lib.rs", "//! x\n",
			".travis.yml", "script: cargo miri test\n"}, "build: cargo build, test: cargo test"},
		"package of Julia": {[]string{"Project.toml", "name = \"X\"\nuuid = \"1\"\n", "src/X.jl", "module X\nend\n",
			"test/runtests.jl", "using X\n"},
			"install: julia --project -e 'using Pkg; Pkg.instantiate()', test: julia --project -e 'using Pkg; Pkg.test()'"},
		"environment of Julia": {[]string{"Project.toml", "[deps]\n", "src/X.jl", "module X\nend\n"}, ""},
		"package of R": {[]string{"DESCRIPTION", "Package: x\nVersion: 1.0\n", "R/x.R", "f <- 1\n"},
			"build: R CMD build ."},
		"description": {[]string{"DESCRIPTION", "A text.\n", "R/x.R", "f <- 1\n"}, ""},
		"section on another": {[]string{"package.json", `{"name": "x"}`,
			"README.md", "# X\n\n## Start\n\n```\nmkdir app\ncd app\n```\n\n```\nnpm i\n```\n"}, ""},
		"version as run": {[]string{"x", "#!/bin/sh\necho\n", "README.md", "# X\n\nRun `./x --version`.\n"}, ""},
		"side program of .NET": {[]string{"Zed.sln", "Project(\"{1}\") = \"Kite\", \"Kite\\Kite.csproj\"\n",
			"Kite/Kite.csproj",
			"<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>",
			"Kite/Program.cs", "class P { static void Main() {} }\n"}, "build: dotnet build"},
		"documentation as run": {[]string{"package.json",
			`{"name": "x", "files": ["a"], "scripts": {"dev": "vitepress dev docs"}}`}, ""},
		"published npm": {[]string{"package.json",
			`{"name": "x", "files": ["lib"], "scripts": {"build": "tsc"}}`, "lib/x.js", "f()\n"}, ""},
		"sources of npm": {[]string{"package.json", `{"name": "x", "files": ["lib"], "scripts": {"build": "babel src"}}`,
			"src/x.js", "f()\n"}, "build: npm run build"},
		"half a command": {[]string{"setup.py", "setup(name='x')\n",
			"README.md", "# X\n\nRun `pip install -e`.\n"}, "install: pip install ."},
		"an extra of a build by meson": {[]string{"pyproject.toml", "[build-system]\nbuild-backend = \"mesonpy\"\n" +
			"[project]\nname = \"x\"\noptional-dependencies.test = [\"pytest\"]\n"}, ""},
		"tests by an extra": {[]string{"setup.py", "setup(name='x', extras_require={'test': ['pytest>=7']})\n"},
			"install: pip install -e '.[test]'"},
		"tests by an extra of a configuration": {[]string{"setup.cfg",
			"[metadata]\nname = x\n[options.extras_require]\ndev =\n  tox\n  pytest\n"}, "install: pip install -e '.[dev]'"},
		"a task of a workspace of Cargo": {[]string{"Cargo.toml", "[workspace]\nmembers = [\"tools/ci\", \"kite\"]\n",
			"kite/Cargo.toml", "[package]\nname = \"kite\"\n", "kite/src/lib.rs", "pub fn f() {}\n",
			"tools/ci/Cargo.toml", "[package]\nname = \"ci\"\n", "tools/ci/src/main.rs", "fn main() {}\n",
			".github/workflows/a.yml", "      - name: Build & run tests\n        run: cargo run -p ci -- test\n" +
				"      - run: cargo run -p ci -- compile\n", ".github/workflows/b.yml", "      - run: python -m http.server &\n"},
			"build: cargo build, test: cargo run -p ci -- test"},
		"requirements of the tests": {[]string{"setup.py", "setup(name='x')\n", "tests/requirements.txt", "pytest\n",
			"tests/test_x.py", "def test_x(): pass\n",
			"doc/testing.md", "# X\n\n```\npip install -r tests/requirements.txt\npytest\n```\n"},
			"install: pip install ., test: pytest"},
		"an extra for the tests of plugins": {[]string{"setup.cfg",
			"[metadata]\nname = x\n[options.extras_require]\nhook_testing =\n  pytest\n"}, "install: pip install ."},
		"a test by its label": {[]string{"build.gradle", "apply plugin: 'java'\n", "gradlew", "#!/bin/sh\n",
			"src/A.java", "class A {}\n",
			".github/copilot-instructions.md", "# X\n\n- JDK 21 is needed\n- Run all tests: `./gradlew test`\n" +
				"- Detector tests: `./gradlew :detectors:test`\n- Look: `./gradlew clean`\n"},
			"build: ./gradlew build, test: ./gradlew test"},
		"tests by a documented extra": {[]string{"setup.py", "setup(name='x', extras_require={'test': ['pytest']})\n",
			"CONTRIBUTING.rst", "Install:\n\n    $ pip install -e .\n\nFor tests:\n\n::\n    $ pip install -v \".[test]\"\n"},
			"install: pip install -v \".[test]\", install: pip install -e ., install: pip install -e '.[test]'"},
		"an extra for a graphics card": {[]string{"setup.py", "setup(name='x')\n",
			"requirements.txt", "a\n", "README.md", "# X\n\n```\npip install -r requirements.txt\n" +
				"pip install --no-build-isolation -e .\n```\n\n```\npip install --no-build-isolation -e .[look,cuda102]\n" +
				"```\n\n## Tests\n\n```\npip install -r requirements.txt\n```\n"},
			"install: pip install --no-build-isolation -e ., install: pip install ."},
		"a gem with extensions": {[]string{"Rakefile", "Rake::ExtensionTask.new(\"x\")\n", "x.gemspec", "",
			".github/workflows/a.yml", "      - run: rake build\n"}, "build: rake compile"},
		"a gem without extensions": {[]string{"Rakefile", "require \"bundler/gem_tasks\"\n", "x.gemspec", "",
			".github/workflows/a.yml", "      - run: rake build\n"}, "build: rake build"},
		"a server that is checked": {[]string{"Makefile", "check-server:\n\t./compat/check.sh\n", "compat/check.sh", "x\n",
			"CONTRIBUTING.md", "# X\n\n```\nmake check-server\n```\n"}, ""},
		"a program in reStructuredText": {[]string{"setup.py", "setup(name='x')\n", "bin/x", "#!/usr/bin/python3\nrun()\n",
			"README.rst", "X\n=\n\nStart it:\n\n.. code:: shell\n\n  ./bin/x --defaults -d $HOME/dav\n\nIt serves.\n"},
			"install: pip install ., run: ./bin/x --defaults -d $HOME/dav"},
		"tests of unittest": {[]string{"pyproject.toml", "[project]\nname = \"x\"\noptional-dependencies.dev = [\"pytest\"]\n" +
			"[tool.pytest.ini_options]\nx = 1\n", "tests/__init__.py", "x\n", "CONTRIBUTING.md", "# X\n\n```\npython3 -m unittest tests.test_suite\n" +
			"python3 -m unittest tests.test_web\n```\n"},
			"install: pip install -e '.[dev]', test: python3 -m unittest tests.test_suite"},
		"a script of a shell": {[]string{"Makefile", "test:\n\tpython3 -m unittest\n", "script/test", "#!/bin/sh\npytest\n",
			".github/workflows/a.yml", "      - run: bash script/test\n"}, "test: bash script/test, test: make test"},
		"a script below the working directory": {[]string{"scripts/test", "#!/bin/sh\npytest\n",
			"CONTRIBUTING.md", "# X\n\n```sh\n./scripts/test\n```\n"}, "test: ./scripts/test"},
		"a script below the working directory by a shell": {[]string{"script/test", "#!/bin/sh\npytest\n",
			"CONTRIBUTING.md", "# X\n\n```sh\nbash ./script/test\n```\n"}, ""},
		"a lost script below the working directory": {[]string{
			"CONTRIBUTING.md", "# X\n\n```sh\n./scripts/test\n```\n"}, ""},
		"tests through a bridge": {[]string{"composer.json", `{"name": "x/y", "require-dev": {"symfony/phpunit-bridge": "^7"}}`,
			"phpunit.xml.dist", "<phpunit>\n"}, "install: composer install, test: vendor/bin/simple-phpunit"},
		"a build of examples": {[]string{".github/workflows/a.yml", "      - run: zig build examples\n", "build.zig", "x\n", "a.zig", "x\n"}, ""},
		"a package with the name of a file": {[]string{"README.md", "# X\n\n```\nnpm install --save x.css\n```\n", "x.css", "a {}\n",
			"package.json", `{"name": "x.css"}`}, ""},
		"configuration left behind": {[]string{".travis.yml", "script: tests/run-all-tests.sh\n", "tests/run-all-tests.sh", "x\n",
			".github/workflows/a.yml", "      - run: pytest --cov=x --cov-fail-under=9\n"}, ""},
		"a part of a project of PHP": {[]string{"composer.json", `{"name": "x/y"}`, "phpunit.xml.dist", "<phpunit>\n"},
			"install: composer install, test: phpunit"},
		"a lost script of a shell": {[]string{
			".github/workflows/a.yml", "      - run: bash script/test\n"}, ""},
		"make that tests": {[]string{"Makefile", "test:\n\t$(CC) x.c && ./a.out\n", "x.c", "int x;\n"}, "test: make test"},
		"make that compiles": {[]string{"Makefile", "x: x.c\n\tcc x.c\ntest: x\n\t$(CXX) -I src $< -o $@\n",
			"x.c", "int x;\n"}, "build: make"},
		"a shell in images": {[]string{"docker-compose.yml", "services:\n  dev:\n    build: .\n    tty: true\n", "Dockerfile", "FROM x\n"}, ""},
		"output of tests": {[]string{"tox.ini", "[testenv]\ncommands = pytest\n", "README.md", "# X\n\n    tests/test_x.py .. [100%]\n",
			"tests/test_x.py", "x\n"}, "test: tox"},
		"two solutions": {[]string{"Kite.sln", "", "Kite.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"/>", "Side.sln", ""},
			"build: dotnet build Kite.sln"},
		"beside setuptools": {[]string{"package.json", `{"name": "x", "scripts": {"test": "jest"}}`, "index.js", "f()\n",
			"README.md", "# X\n\nRun `npm test`.\n", "Makefile", "test:\n\tpython setup.py test\n"}, "test: npm test"},
		"tests of setuptools": {[]string{"setup.py", "setup(name='x')\n",
			"Makefile", "test:\n\tpython setup.py test\n"}, "install: pip install ."},
		"tests that are off": {[]string{"CMakeLists.txt", "project(x)\noption(X_TESTS \"tests\" OFF)\nenable_testing()\n"},
			"build: cmake -B build && cmake --build build"},
		"demonstrators": {[]string{"Zed/Zed.csproj",
			"<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><PackageId>Zed</PackageId></PropertyGroup></Project>",
			"Zed/A.cs", "class A {}\n", "ZedWithWeb/ZedWithWeb.csproj", "<Project Sdk=\"Microsoft.NET.Sdk.Web\"/>\n",
			"ZedWithWeb/Program.cs", "class P { static void Main() {} }\n"}, ""},
		"bindings of Swift": {[]string{"Package.swift", "let package = Package(name: \"x\")\n", "a.c", strings.Repeat("int a;\n", 50)}, ""},
		"two programs": {[]string{"go.mod", "module y.org/x\n", "cmd/a/main.go", "package main\n\nfunc main() {}\n",
			"cmd/b/main.go", "package main\n\nfunc main() {}\n"},
			"build: go build -o . ./cmd/..., run: go run ./cmd/a, run: go run ./cmd/b"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}

// TestStepThatChooses checks that a command of CI in one branch of a condition is not the source of a command.
func TestStepThatChooses(t *testing.T) {
	for script, want := range map[string]string{
		"          if x; then\n            npm run a\n          else\n            npm test\n          fi\n": "package.json",
		"          if x; then\n            npm run a\n          fi\n          npm test\n":                   ".github/workflows/a.yml",
	} {
		all := readTree(t, fstest.MapFS{
			"package.json":            {Data: []byte(`{"name": "x", "scripts": {"test": "mocha"}}`)},
			".github/workflows/a.yml": {Data: []byte("jobs:\n  a:\n    steps:\n      - run: |\n" + script)},
		}).Commands
		if len(all) != 1 || all[0].Line != "npm test" || string(all[0].Evidence[0].Path) != want {
			t.Errorf("%s: got %+v, want %s", script, all, want)
		}
	}
}

// TestClassesBesideManifest checks that the file that Composer loads is the place to start if the classes lie beside it.
func TestClassesBesideManifest(t *testing.T) {
	for files, want := range map[string]string{"a/f.php": "a/f.php", "lost.php": "."} {
		all := readTree(t, fstest.MapFS{"a/f.php": {Data: []byte("<?php\n")}, "composer.json": {Data: []byte(
			`{"name": "x/y", "autoload": {"psr-4": {"X\\Y\\": ""}, "files": ["` + files + `"]}}`)}}).EntryPoints
		if len(all) != 1 || string(all[0].Path) != want {
			t.Errorf("%s: got %+v, want %s", files, all, want)
		}
	}
}
