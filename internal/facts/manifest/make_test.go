package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
)

// "make" alone is a build command only if no target is called like one.
func TestMakeBuildsOnce(t *testing.T) {
	const byDefault = "CC := cc\nprogram: x.c\n\t$(CC) x.c\n"
	for name, c := range map[string]struct {
		makefile string
		want     []string
	}{
		"a target called build":    {byDefault + "build: program\n", []string{"make build"}},
		"no customary target":      {byDefault, []string{"make"}},
		"nothing that it compiles": {"program: x.md\n\tcat x.md\n", nil},
	} {
		for _, dir := range []luminos.Path{"", "sub"} {
			t.Run(name+" in "+string(dir), func(t *testing.T) {
				res := readTree(t, fstest.MapFS{string(dir.Join("Makefile")): {Data: []byte(c.makefile)}})
				var got []string
				for _, cmd := range res.Commands {
					if cmd.Purpose == "build" && cmd.Dir == dir {
						got = append(got, cmd.Line)
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("build commands %q, want %q", got, c.want)
				}
			})
		}
	}
}

// TestInstallOfABuild checks that a rule that installs the output of another rule is no step before the build.
func TestInstallOfABuild(t *testing.T) {
	for recipe, want := range map[string]bool{
		"cmake --install out": false, "$(MAKE) -C out install": false, "npm install": true, "pip install -e .": true,
	} {
		res := readTree(t, fstest.MapFS{"Makefile": {Data: []byte("build:\n\tcc x.c\n\ninstall: build\n\t" + recipe + "\n")}})
		if got := slices.ContainsFunc(res.Commands, func(c luminos.Command) bool { return c.Purpose == "install" }); got != want {
			t.Errorf("%s: %t, want %t", recipe, got, want)
		}
	}
}

// TestIdleRules checks that a rule of a makefile that does nothing but print is no command.
func TestIdleRules(t *testing.T) {
	for name, c := range map[string]struct {
		makefile string
		want     bool
	}{
		"a call of a rule that prints":   {"version:\n\t@echo 1\n\ntest: version\n", false},
		"a rule that makes a directory":  {"test:\n\tmkdir -p build/tests\n", false},
		"a rule that makes more":         {"test:\n\tmkdir -p build && ./x\n", true},
		"a call of a rule that works":    {"version:\n\t./x\n\ntest: version\n", true},
		"a recipe below a comment":       {"version:\n\t@echo 1\ntest: version\n# all\n\t./x\n", true},
		"a call of a rule of a variable": {"test: $(TESTS)\n", true},
		"a recipe in another file":       {"include x.mk\nversion:\n\t@echo 1\ntest: version\n", true},
		"a rule that calls itself":       {"test: check\ncheck: test\n", true},
	} {
		res := readTree(t, fstest.MapFS{"Makefile": {Data: []byte(c.makefile)}})
		got := slices.ContainsFunc(res.Commands, func(cmd luminos.Command) bool {
			return cmd.Line == "make test" || cmd.Line == "make check"
		})
		if got != c.want {
			t.Errorf("%s: a test command: %t, want %t", name, got, c.want)
		}
	}
}

func TestTasksOfARakefileAreBounded(t *testing.T) {
	var src strings.Builder
	for i := range maxRules + 2 {
		fmt.Fprintf(&src, "task :t%d\n", i)
	}
	tasks := parseRules(src.String(), rakeTask)
	if len(tasks) != maxRules || tasks["t0"].line != 1 || tasks[fmt.Sprintf("t%d", maxRules-1)].line != maxRules {
		t.Errorf("%d tasks, want the first %d", len(tasks), maxRules)
	}
}

// TestCommandsOfAReader checks the commands that a reader can use as they stand: "make check" needs something to check,
// a type check is no build, a task that rewrites expected results is not the first test, and manage.py needs a command.
func TestCommandsOfAReader(t *testing.T) {
	files := fstest.MapFS{
		"configure.ac":  {Data: []byte("AC_INIT([tool], [1.0])\n")},
		"Makefile.am":   {Data: []byte("check_PROGRAMS = fuzz\n")},
		"web/manage.py": {Data: []byte("import django\n\nif __name__ == '__main__':\n    main()\n")},
		"package.json": {Data: []byte(`{"name": "x",
			"scripts": {"test:typecheck": "tsc", "test:update": "vitest -u", "test": "vitest"}}`)},
		"AGENTS.md":     {Data: []byte("# x\n\n```bash\nyarn test:typecheck\nyarn test:update\n```\n")},
		"yarn.lock":     {Data: []byte("")},
		"src/a.ts":      {Data: []byte("export const a = 1\n")},
		"src/a.test.ts": {Data: []byte("import { test } from 'vitest'\n")},
	}
	first := map[string]string{}
	for _, c := range readTree(t, files).Commands {
		if first[c.Purpose] == "" {
			first[c.Purpose] = c.Line
		}
		if c.Line == "make check" {
			t.Error("make check without anything to check")
		}
	}
	wants := map[string]string{"run": "python web/manage.py runserver", "test": "yarn test", "lint": "yarn test:typecheck"}
	for purpose, want := range wants {
		if first[purpose] != want {
			t.Errorf("%s: %q, want %q", purpose, first[purpose], want)
		}
	}
}

// TestBuildsByConfigure checks that the commands of a guide which configure and build become one command, if the target
// has the script or a command makes it. Each guide is the text of a block.
func TestBuildsByConfigure(t *testing.T) {
	const all = "build: autoreconf -fi && ./configure --with-a=b && make README.md:5"
	for block, want := range map[string]string{
		"autoreconf -fi  # in a clone\n./configure --with-a=b\nmake -j8\nmake check\n": all + ", test: make check README.md:8",
		"autoreconf -fi\n./configure --with-a=b\nsudo make install\n":                  "",
		"autoreconf -fi && ./configure --with-a=b && make && make install\n":           all,
		"git submodule update --init\n\nautoreconf -fi\n./configure\nmake\n": "install: git submodule update --init README.md:5, " +
			"build: autoreconf -fi && ./configure && make README.md:7",
		"./configure\nmake\n":               "", // of an archive
		"./autogen.sh\n./configure\nmake\n": "",
		"tar xf a-1.0.tar.gz\ncd a-1.0\nautoreconf -fi\n./configure\nmake\n": "",
	} {
		var got []string
		for _, c := range readTree(t, fstest.MapFS{
			"configure.ac": {Data: []byte("AC_INIT([a], [1.0])\n")},
			"meson.build":  {Data: []byte("x = 1\n")},
			".gitmodules":  {Data: []byte("[submodule \"b\"]\n")},
			"README.md":    {Data: []byte("# A\n\nBuild it.\n```\n" + block + "```\n")},
		}).Commands {
			got = append(got, fmt.Sprintf("%s: %s %s:%d", c.Purpose, c.Line, c.Evidence[0].Path, c.Evidence[0].Lines.First))
		}
		if list := strings.Join(got, ", "); list != want {
			t.Errorf("%q: got %q, want %q", block, list, want)
		}
	}
}
