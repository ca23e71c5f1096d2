package manifest

import (
	"strings"
	"testing"
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
		"profiles": {[]string{"stack.yaml", "packages: [.]\n", "x.cabal", "name: x\n",
			"README.md", "# X\n\nRun `stack install --profile`.\n"},
			"build: stack build, test: stack test"},
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
			"src/main/java/y/Main.java", "class Main {}\n"}, "build: ./gradlew build, test: ./gradlew test"},
		"a main class": {[]string{"gradlew", "", "build.gradle", "plugins { id 'application' }\nmainClass = 'y.Main'\n",
			"src/main/java/y/Main.java", "class Main {}\n"}, "build: ./gradlew build, run: ./gradlew run, test: ./gradlew test"},
		"settings that are not here": {[]string{"package.json",
			`{"name": "x", "scripts": {"build": "rm x && tsc --project tsconfig.dist.json"}}`}, ""},
		"settings that are here": {[]string{"package.json", `{"name": "x", "scripts": {"build": "tsc -p tsconfig.a.json"}}`,
			"tsconfig.a.json", "{}"}, "build: npm run build"},
		"several packages of Haskell": {[]string{"x.cabal", "name: x\nlibrary\n",
			"cabal.project", "packages: .\npackages: y z\npackages: w\n  ghc: 1\n"},
			"build: cabal build, test: cabal test"},
		"a workspace of Haskell": {[]string{"x.cabal", "name: x\nlibrary\n", "cabal.project", "packages:\n  .\n  y\n  ./z/\n"},
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
			"cmd/b/main.go", "package main\n\nfunc main() {}\n"}, "build: go build ./cmd/..., run: go run ./cmd/a, run: go run ./cmd/b"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}
