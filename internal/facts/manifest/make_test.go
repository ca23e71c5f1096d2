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
