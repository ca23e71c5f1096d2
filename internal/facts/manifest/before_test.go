package manifest

import (
	"strings"
	"testing"
)

// TestStepsBefore checks the commands of trees whose documents or pipelines state a step that has to come first. Each
// tree is given as files and their texts.
func TestStepsBefore(t *testing.T) {
	const lein = "(defproject x \"1.0\")\n"
	const luarocks = "      - run: sudo luarocks install vusted 1.0\n"
	nox := []string{"noxfile.py", "@nox.session\ndef tests(session):\n    session.run('pytest')\n",
		"pyproject.toml", "[project]\nname = \"x\"\n", "x.py", "a = 1\n"}
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"a bootstrap": {[]string{"project.clj", lein, "bin/x", "#!/bin/sh\n", "CONTRIBUTING.md",
			"# X\n\n```bash\n$ cd core\n$ lein bootstrap # or x\n```\n\n# Tests\n\nRun `lein test`.\n"}, ""},
		"a step of another runner": {[]string{"project.clj", lein, "Makefile", "prepare:\n\ttouch x\n", "CONTRIBUTING.md",
			"# X\n\nRun `lein test`.\n\n# Releases\n\n```\nmake prepare\n```\n"}, "test: lein test"},
		"no bootstrap": {[]string{"project.clj", lein, "CONTRIBUTING.md", "# X\n\nRun `lein test`.\n"}, "test: lein test"},
		"a package with that name": {[]string{"project.clj", lein, "CONTRIBUTING.md",
			"# X\n\n```\nnpm install bootstrap\nlein test\n```\n"}, "test: lein test"},
		"a preparation by nox": {append([]string{"CONTRIBUTING.md", "# X\n\n```\nnox -s prepare\n```\n"}, nox...), ""},
		"nothing to prepare":   {nox, "install: pip install ., test: nox -s tests"},
		"a rule that prepares by itself": {[]string{"Makefile", "build: bootstrap\n\tcc x.c\nbootstrap:\n\t./x\n",
			"CONTRIBUTING.md", "# X\n\n```\nmake bootstrap\n```\n"}, "build: make build"},
		"a program that a pipeline installs": {[]string{"Makefile", "test:\n\tvusted ./test\n",
			".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n" + luarocks + "      - run: make test\n"}, ""},
		"a program that nothing installs": {[]string{"Makefile", "test:\n\tvusted ./test\n"}, "test: make test"},
		"a program that the manifest brings": {[]string{"Makefile", "test:\n\tpytest\n",
			"setup.py", "setup(name='x', extras_require={'test': ['pytest']})\n", ".github/workflows/a.yml",
			"jobs:\n  a:\n    steps:\n      - run: pip install pytest\n      - run: make test\n"},
			"install: pip install -e '.[test]', test: make test"},
		"a list of targets": {[]string{"CONTRIBUTING.md", "# X\n\nYou can run `$ make` to see the tasks.\n", "Makefile",
			"A := $(shell x)\n\ndefault: list-tasks\n\n# List\nlist-tasks:\n\t@echo A\n" +
				"\t@$(MAKE) -pRrq -f $(lastword $(MAKEFILE_LIST)) : 2>/dev/null | awk -v RS= '{print $$1}' | sort\n" +
				"\nall: x.c\n\tcc x.c\n"}, "build: make all"},
		"a default goal": {[]string{"CONTRIBUTING.md", "# X\n\nRun `make`.\n",
			"Makefile", "help:\n\t@echo A\n\nx: x.c\n\tcc x.c\n\n.DEFAULT_GOAL := x\n"}, "build: make"},
		"documents by default": {[]string{"Makefile", "default: \\\n\tgenerate\n\ngenerate:\n\tgo run ./generator/app.go\n",
			"CONTRIBUTING.md", "# X\n\nRun `make`.\n"}, ""},
		"a list that is written": {[]string{"CONTRIBUTING.md", "# X\n\nRun `make`.\n",
			"Makefile", "x.h:\n\tsed s/a/b/ x.in > x.h\n"}, "build: make"},
		"tests that watch": {[]string{"package.json", `{"name": "x", "scripts": {"test": "vitest run"}}`, "a.js", "f()\n",
			"CONTRIBUTING.md", "# X\n\nRun `npx vitest` while you work.\n"}, "test: npm test"},
		"a section about watching": {[]string{"package.json", `{"name": "x", "scripts": {"test": "mocha"}}`, "a.js", "f()\n",
			"CONTRIBUTING.md", "# X\n\n## Watch tasks\n\nRun `npx mocha`.\n"}, "test: npm test"},
		"packages of another language": {[]string{"DESCRIPTION", "Package: x\nVersion: 1.0\n",
			"R/x.R", strings.Repeat("f <- 1\n", 30), "package.json",
			`{"name": "y", "devDependencies": {"esbuild": "1"}, "scripts": {"build": "esbuild a.ts"}}`,
			"package-lock.json", "{}", "a.ts", strings.Repeat("f()\n", 30)}, "build: R CMD build ."},
		"a tutorial": {[]string{"Makefile", "x: x.c\n\tcc x.c\n", "docs/getting-started.md", "# X\n\nRun `make`.\n"}, ""},
		"a document on building": {[]string{"Makefile", "x: x.c\n\tcc x.c\n", "docs/building.md", "# X\n\nRun `make`.\n"},
			"build: make"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}
