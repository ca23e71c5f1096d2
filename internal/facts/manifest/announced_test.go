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
