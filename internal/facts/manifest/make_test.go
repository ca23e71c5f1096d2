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
