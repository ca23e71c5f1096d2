package manifest

import (
	"testing"
)

// TestStepsBefore checks the commands of trees whose documents or pipelines state a step that has to come first. Each
// tree is given as files and their texts.
func TestStepsBefore(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"tests that watch": {[]string{"package.json", `{"name": "x", "scripts": {"test": "vitest run"}}`, "a.js", "f()\n",
			"CONTRIBUTING.md", "# X\n\nRun `npx vitest` while you work.\n"}, "test: npm test"},
		"a section about watching": {[]string{"package.json", `{"name": "x", "scripts": {"test": "mocha"}}`, "a.js", "f()\n",
			"CONTRIBUTING.md", "# X\n\n## Watch tasks\n\nRun `npx mocha`.\n"}, "test: npm test"},
		"a tutorial": {[]string{"Makefile", "x: x.c\n\tcc x.c\n", "docs/getting-started.md", "# X\n\nRun `make`.\n"}, ""},
		"a document on building": {[]string{"Makefile", "x: x.c\n\tcc x.c\n", "docs/building.md", "# X\n\nRun `make`.\n"},
			"build: make"},
	} {
		if list := wholeCommands(t, c.files); list != c.want {
			t.Errorf("%s: got %q, want %q", name, list, c.want)
		}
	}
}
