package manifest

import "testing"

// TestDisputedCommands checks that a customary command is left out if a document or a pipeline states another command
// for its purpose, and kept if one states it with options. Each tree is given as files and their texts.
func TestDisputedCommands(t *testing.T) {
	const crate, pom = "[package]\nname = \"x\"\n", "<project><artifactId>x</artifactId></project>"
	const python = "[project]\nname = \"x\"\n[project.optional-dependencies]\ntests = [\"pytest\"]\n" +
		"[tool.pytest.ini_options]\n"
	const install = "install: pip install -e '.[tests]'"
	step := func(command string) []string {
		return []string{"src/test/java/ATest.java", "class ATest {}\n", "pom.xml", pom,
			".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n      - run: " + command + "\n"}
	}
	pytest := func(more ...string) []string {
		return append([]string{"pyproject.toml", python,
			"x/a.py", "a = 1\n", "x/tests/test_a.py", "def test_a(): pass\n"}, more...)
	}
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"nothing stated": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n"},
			"build: cargo build, test: cargo test"},
		"a package with options": {step("./mvnw -B clean package -Pnative"), "build: mvn package"},
		"tests with options":     {step("mvn -B test -Pnative"), "build: mvn package, test: mvn test"},
		"another phase":          {step("mvn -B verify -Pnative"), "build: mvn package"},
		"a step of unknown purpose": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n",
			".github/workflows/a.yml", "      - run: bin/kaocha\n"}, "build: cargo build"},
		"a step that is called after tests": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n",
			".github/workflows/a.yml", "    steps:\n      - name: Run the tests\n        run: bin/kaocha\n"},
			"build: cargo build"},
		"the package at the root": {[]string{"go.mod", "module y.org/x\n", "x.go", "package x\n", "x_test.go", "package x\n",
			".github/workflows/a.yml", "      - run: go test -v\n"}, "test: go test ./..."},
		"the packages of another language": {[]string{"package.json", `{"name": "x", "dependencies": {"y": "1"}}`,
			"requirements.txt", "x\n", ".github/workflows/a.yml", "      - run: pip install -r requirements.txt\n"},
			"install: npm install"},
		"a section on tests": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n",
			"README.md", "# X\n\n## Running tests\n\n```\nbin/kaocha $X\n```\n"}, "build: cargo build"},
		"a section on one test": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n",
			"README.md", "# X\n\n## Tests\n\n```\ncargo test -- --ignored -p $X\n```\n"},
			"build: cargo build, test: cargo test"},

		"all tests by their directory": {pytest("CONTRIBUTING.md", "# X\n\nRun `pytest x/tests`.\n"),
			install + ", test: pytest"},
		"some tests by their directory": {pytest("y/test_b.py", "x\n", "CONTRIBUTING.md", "# X\n\nRun `pytest x`.\n"),
			install},
		"some tests in a text that announces code": {pytest("y/test_b.py", "x\n",
			"doc/install.rst", "X\n~~~~\n\nYou can use `pytest` to test::\n\n  $ pytest x -v\n"), install},
		"tests in a text that announces code": {pytest("CONTRIBUTING.rst",
			"X\n~~~~\n\nTo run them: ::\n\n    $ pytest\n"), install + ", test: pytest"},
		"tests in a directive": {[]string{"tests/test_x.py", "def test_x(): pass\n", "CONTRIBUTING.rst",
			"X\n~~~~\n\nUse it.\n\n.. code-block:: sh\n\n    $ pytest\n"}, "test: pytest"},
		"modules with examples": {pytest("doc/conf.py", "x\n", "CONTRIBUTING.md", "# X\n\nRun `pytest x`.\n",
			"setup.cfg", "[tool:pytest]\naddopts = --doctest-modules\n"), install},
		"another installer": {[]string{"Pipfile", "[packages]\nx = \"*\"\n", "requirements.txt", "x\n",
			".github/workflows/a.yml", "      - run: pip install -r requirements.txt\n"}, ""},
		"a service of a job": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n",
			".github/workflows/a.yml", "jobs:\n  a:\n    services:\n      db:\n    steps:\n      - run: cargo test\n"},
			"build: cargo build"},
		"a service in the background": {[]string{"Cargo.toml", crate, "src/lib.rs", "//! x\n",
			".github/workflows/a.yml", "    steps:\n      - run: |\n          firewalk &\n          cargo test\n"},
			"build: cargo build"},
		"a service in the section on tests": {[]string{"Makefile", "test:\n\t./x\n",
			"README.md", "# X\n\n## Testing\n\n```sh\ndocker-compose up -d\n```\n\n```sh\nmake test\n```\n"}, ""},
		"the end of a command": {[]string{"go.mod", "module y.org/x\n", "x.go", "package x\n", "x_test.go", "package x\n",
			"README.md", "# X\n\n```sh\nA=1 \\\n  go test -race ./...\n```\n"}, "test: go test ./..."},
		"an installation from the net": {[]string{"setup.py", "setup(name='x')\n",
			"README.md", "# X\n\n```sh\npip install --upgrade git+https://y.org/x.git#egg=x\n```\n"},
			"install: pip install ."},
		"an installer of tools": {[]string{"Pipfile", "[packages]\nx = \"*\"\n",
			".github/workflows/a.yml", "      - run: pip install twine\n"}, "install: pipenv install"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}

// TestFailingCommands checks that commands which end with a failure in a fresh clone, or start nothing, are left out.
// Each tree is given as files and their texts.
func TestFailingCommands(t *testing.T) {
	const program = "package main\n\nfunc main() {}\n"
	tox := func(text string) []string { return []string{"tox.ini", text, "tests/test_x.py", "x\n"} }
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"environments for many versions": {tox("[tox]\nenvlist = py{311,312}\n[testenv]\ncommands = pytest\n"), ""},
		"versions that can be missing": {tox("[tox]\nenvlist = py311, py312\nskip_missing_interpreters = true\n" +
			"[testenv]\ncommands = pytest\n"), "test: tox"},
		"one version": {tox("[tox]\nenvlist = py312\n[testenv]\ncommands = pytest\n"), "test: tox"},
		"a plugin":    {tox("[testenv]\nrunner = uv-venv-lock-runner\ncommands = pytest\n"), ""},
		"a plugin that tox installs": {
			tox("[tox]\nrequires = tox-uv\n[testenv]\nrunner = uv-venv-lock-runner\ncommands = pytest\n"),
			"test: tox"},
		"a variable":          {tox("[testenv]\ncommands = pytest {env:X}\n"), ""},
		"a rule that is gone": {[]string{"Makefile", "test: .vet .lint\n\n.vet:\n\tcc x.c\n"}, ""},
		"a rule by a pattern": {[]string{"Makefile", "test: .vet\n\t./x\n\n.%:\n\tcc x.c\n"},
			"test: make test"},
		"a rule by a variable": {[]string{"Makefile", "D = out\ntest: out/x\n\t./x\n\n$(D)/x:\n\tcc x.c\n"},
			"test: make test"},
		"a file": {[]string{"Makefile", "test: x.py\n\tpython x.py\n", "x.py", "assert 1\n"},
			"test: make test"},
		"a file that is gone":    {[]string{"Makefile", "A = x.py\ntest: $(A)\n\tpython x.py\n"}, ""},
		"a rule of an include":   {[]string{"Makefile", "include y.mk\ntest: x\n\t./x\n"}, "test: make test"},
		"a rule with a comment":  {[]string{"Makefile", "test: ## Run tests, ARGS=-v\n\t./x\n"}, "test: make test"},
		"a variable of a rule":   {[]string{"Makefile", "test: A = gone.x\ntest:\n\t./x\n"}, "test: make test"},
		"a rule without a space": {[]string{"Makefile", "test:x.py\n\tpython x.py\n", "x.py", "assert 1\n"}, "test: make test"},
		"a file of git":          {[]string{"Makefile", "test: a\n\t./x\na: .git/logs/HEAD\n\tcc x.c\n"}, "test: make test"},
		"a need of a need":       {[]string{"Makefile", "test: a\n\t./x\na: b\n\tcc x.c\n"}, ""},
		"packages without a module": {[]string{"Makefile", "test: a\na:\n\tgo test ./...\n", "x_test.go", "package x\n"},
			""},
		"a file without a module": {[]string{"Makefile", "build: a\na:\n\tgo run x/y.go > $@\n", "z/go.mod", "module x.org/z\n",
			"x/y.go", "package main\n\nimport \"x.org/y\"\n"}, ""},
		"a service": {[]string{"compose.yml", "services:\n  y:\n    build: .\n",

			"README.md", "# X\n\n`docker compose up y` starts it, or `docker compose up z`. Run `docker compose up y`.\n"},
			"run: docker compose up y, run: docker compose up"},
		"a service that is gone": {[]string{"compose.yml", "services:\n  y:\n    image: y\n",
			"README.md", "# X\n\nRun `docker-compose up z`.\n"}, ""},
		"a source by its path": {[]string{"x/_task_spec.py", "a = 1\n", "AGENTS.md", "# X\n\n- `x/_task_spec.py` - specs\n"},
			""},
		"a script that builds": {[]string{"package.json",
			`{"name": "x", "scripts": {"start": "npm-run-all a b", "a": "postcss a"}}`},
			""},

		"a script that watches": {[]string{"package.json", `{"name": "x", "scripts": {"dev": "postcss a.css -w"}}`}, ""},
		"an installation in steps": {[]string{"setup.cfg", "[x]\n", "requirements/a.in", "x\n",
			"x/setup.py", "setup(name='x')\n", "CONTRIBUTING.md",
			"# X\n\n```\npip install -r requirements/a.in\npip install -e x/\n```\n"},
			"install: pip install -e x/"},
		"an extra for tests": {[]string{"pyproject.toml", "[project]\nname = \"x\"\ndynamic = [\"optional-dependencies\"]\n",
			"README.md", "# X\n\n```\npip install .\n```\n\n## Y\n\n```\npip install -e \".[test]\"\n```\n"},
			"install: pip install -e \".[test]\", install: pip install ."},
		"an extra for developers": {[]string{"package.json", `{"name": "x", "scripts": {"build": "y"}}`, "x.js", "let a = 1000\n",
			"setup.py", "setup(name='x')\n",
			"CONTRIBUTING.md", "# X\n\n```\nnpm install\npip install -e .[dev]\n```\n"},
			"install: pip install -e .[dev], install: npm install, install: pip install ., build: npm run build"},
		"an image": {[]string{"compose.yml", "services:\n  y:\n    image: y\n    tty: true\n    build: .\n",
			"README.md", "# X\n\n```\ndocker-compose build\n```\n"}, ""},
		"a project of the reader": {[]string{"Package.swift", "let package = Package(name: \"Zap\")\n",
			"Sources/Zap/a.swift", "x\n",
			"README.md", "# Zap\n\n## Use\n\n```swift\n.package(url: \"https://y.org/Zap.git\", from: \"1\")\n```\n" +
				"Then run `swift build`.\n"}, "build: swift build"},
		"a POM for its metadata": {[]string{"pom.xml", "<project><artifactId>x</artifactId></project>", "src/x.clj", "x\n",
			"test/x_test.clj", "x\n"}, ""},
		"a script that serves": {[]string{"package.json", `{"name": "x", "scripts": {"start": "run-p a b", "a": "vite"}}`},
			"run: npm start"},
		"a program of a member": {[]string{"Cargo.toml", "[package]\nname = \"x\"\n[workspace]\nmembers = [\"c\"]\n",
			"src/lib.rs", "",
			"c/Cargo.toml", "[package]\nname = \"c\"\n", "c/src/main.rs", "fn main() {}\n"},
			"build: cargo build, run: cargo run -p c --bin c, test: cargo test"},
		"tests behind an option": {[]string{"CMakeLists.txt", "project(x)\noption(X_DEV \"a\" OFF)\n" +
			"if(NOT X_DEV)\n  return()\nendif()\nenable_testing()\nadd_test(y z)\n", "x.c", "int a;\n"}, "build: cmake -B build && cmake --build build"},
		"a program with arguments": {[]string{"go.mod", "module y.org/x\n", "main.go", program,
			"README.md", "# X\n\n```\n./x -config a.yml\n```\n"}, "build: go build ."},
		"a program beside one with arguments": {[]string{"go.mod", "module y.org/x\n", "cmd/x/main.go", program,
			"cmd/y/main.go", program, "README.md", "# X\n\n```\n./x -config a.yml\n```\n"}, "build: go build -o . ./cmd/..."},
		"a program with and without": {[]string{"go.mod", "module y.org/x\n", "main.go", program,
			"README.md", "# X\n\n```\nx -v\nx\n```\n"}, "build: go build ., run: go run ."},
		"a program that reads its arguments": {[]string{"go.mod", "module y.org/x\n",
			"main.go", "package main\n\nfunc main() { run(os.Args[1]) }\n"}, "build: go build ."},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}
