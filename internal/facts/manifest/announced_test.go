package manifest

import "testing"

// TestWholeCommands checks that the whole form of a command wins over a shorter one that fails, and that commands which
// build or test nothing are left out. Each tree is given as files and their texts.
func TestWholeCommands(t *testing.T) {
	const scripts = `{"name": "x", "scripts": {"build": "remark --output web/"}}`
	const program = "package main\n\nfunc main() {}\n"
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"an announced command": {[]string{"go.mod", "module y.org/x\n", "main.go", program,
			"README.md", "# X\n\n* Using `go install`\n\n    ```shell\n    go install y.org/x@latest\n    ```\n"},
			"build: go build ., run: go run ."},
		"a program with commands": {[]string{"go.mod", "module y.org/x\n\nrequire github.com/spf13/cobra v1.8.0\n",
			"main.go", program}, "build: go build ."},
		"a program that draws": {[]string{"go.mod", "module y.org/x\n\nrequire github.com/gdamore/tcell/v2 v2.8.0\n",
			"main.go", program}, "build: go build ., run: go run ."},
		"a command in running text": {[]string{"go.mod", "module y.org/x\n", "main.go", program,
			"README.md", "# X\n\nBuild it using `go install`\n\n```shell\nx start\n```\n"},
			"build: go install, build: go build ."},
		"a tool for developers": {[]string{"go.mod", "module y.org/x\n", "main.go", program, "cmd/dev/z/main.go", program,
			".github/workflows/a.yml", "      - run: go install ./cmd/dev/z\n"}, "build: go build ., run: go run ."},
		"a tool that must be there": {[]string{"go.mod", "module y.org/x\n", "main.go", program,
			"Makefile", "html:\n\tx\n", "README.md", "# X\n\nOn a system with ``make`` available, spell with `make` installed.\n"},
			"build: go build ., run: go run ."},
		"a script with its input": {[]string{"package.json", scripts,
			".github/workflows/a.yml", "      - run: npm run build -- specs\n"},
			"build: npm run build -- specs, build: npm run build"},
		"a script with a flag": {[]string{"package.json", scripts,
			".github/workflows/a.yml", "      - run: npm run build -- --watch\n"}, "build: npm run build"},
		"a part that a document builds": {[]string{"package.json", `{"name": "x", "scripts": {"build": "vite build"}}`,
			"README.md", "# X\n\n```\nnpm run build -- specs\n```\n"}, "build: npm run build"},
		"a type of build that is demanded": {[]string{"CMakeLists.txt", "project(x C)\nif(NOT CMAKE_BUILD_TYPE)\n" +
			"  message(FATAL_ERROR \"Please set it\")\nendif()\n", "README.md", "# X\n\n```\ncmake -B build\n```\n"},
			"build: cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build"},
		"a type of build by default": {[]string{"CMakeLists.txt", "project(x C)\nif(NOT CMAKE_BUILD_TYPE)\n" +
			"  set(CMAKE_BUILD_TYPE Debug)\n  message(STATUS \"It is Debug\")\nendif()\n"},
			"build: cmake -B build && cmake --build build"},
		"all features in CI": {[]string{"Cargo.toml", "[package]\nname = \"x\"\n", "src/lib.rs", "pub fn x() {}\n",
			".github/workflows/a.yml", "      - run: cargo test --all-features\n"},
			"build: cargo build, test: cargo test --all-features, test: cargo test"},
		"specs of Crystal": {[]string{"shard.yml", "name: x\n", "src/x.cr", "x\n", "spec/x_spec.cr", "it\n"},
			"test: crystal spec"},
		"no specs of Crystal": {[]string{"shard.yml", "name: x\n", "src/x.cr", "x\n", "spec/helper.cr", "it\n"}, ""},
		"all targets of Bazel": {[]string{"MODULE.bazel", "module(name = \"x\")\n",
			"README.md", "# X\n\n```\nbazel build //...\nbazelisk test //...\nbazel test //x:y\n```\n"},
			"build: bazel build //..., test: bazelisk test //..."},
		"a service that was left": {[]string{"go.mod", "module x.org/y\n", "y_test.go", "package y\n",
			".circleci/config.yml", "      - run: go test -race ./...\n",
			".github/workflows/a.yml", "      - run: go test -v ./...\n"},
			"test: go test -v ./..., test: go test ./..."},
		"a setup for browsers": {[]string{"justfile", "browser-install:\n  x\nsetup:\n  x\n", "Taskfile.yml",
			"tasks:\n  docker:setup:\n    cmds: [x]\n", "README.md", "# X\n\n```\njust browser-install\n" +
				"task docker:setup\njust setup\n```\n"}, "install: just setup"},
		"a crate that generates": {[]string{"Cargo.toml", "[workspace]\nmembers = [\"gen-x\", \"y\"]\n",
			"gen-x/Cargo.toml", "[package]\nname = \"gen-x\"\n", "gen-x/src/main.rs", "fn main() {}\n",
			"y/Cargo.toml", "[package]\nname = \"y\"\n", "y/src/main.rs", "fn main() {}\n",
			"README.md", "# X\n\n```\ncargo run -p gen-x\ncargo run -p y\n```\n"},
			"build: cargo build, run: cargo run -p y, test: cargo test"},
		"a project without a language": {[]string{"CMakeLists.txt", "project(x VERSION 1 LANGUAGES NONE)\n" +
			"add_custom_target(lint COMMAND y --all)\nenable_testing()\nadd_test(NAME z COMMAND z)\n"}, ""},
		"a project that builds others": {[]string{"CMakeLists.txt", "project(x NONE)\nExternalProject_Add(y)\n"},
			"build: cmake -B build && cmake --build build"},
		"tests after a benchmark": {[]string{"Cargo.toml", "[package]\nname = \"x\"\n", "src/lib.rs", "pub fn x() {}\n",
			".github/workflows/bench.yml", "      - run: cargo test --workspace\n",
			".github/workflows/z.yml", "      - run: cargo test --all\n"},
			"build: cargo build, test: cargo test --all, test: cargo test --workspace, test: cargo test"},
		"pytest without a configuration": {[]string{"tests/test_x.py", "def test_x(): pass\n",
			".github/workflows/a.yml", "      - run: pytest\n"}, "test: pytest"},
		"pytest without tests": {[]string{"x.py", "y\n", ".github/workflows/a.yml", "      - run: pytest\n"}, ""},
		"pytest as a module": {[]string{"test/test_x.py", "def test_x(): pass\n",
			"README.md", "# X\n\n```bash\npython -m pytest\n```\n"}, "test: python -m pytest"},
		"a package of D": {[]string{"dub.sdl", "name \"x\"\n", "README.md", "# X\n\n```\ndub build\ndub test\n```\n"},
			"build: dub build, test: dub test"},
		"a package of Gleam": {[]string{"gleam.toml", "name = \"x\"\n", "README.md", "# X\n\n```\ngleam test\n```\n"},
			"test: gleam test"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}
