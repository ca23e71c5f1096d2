package manifest

import (
	"cmp"
	"slices"

	"luminos"
)

// maxPerPurpose is how many commands of one purpose are kept.
const maxPerPurpose = 20

// purposes in the order in which a newcomer needs them.
var purposes = []string{"install", "build", "run", "test", "lint", "format"}

// finishCommands orders commands by purpose, then by how directly the target
// says them: of the whole before those of small parts, at the root before
// elsewhere, measured before derived, and within one manifest in the order in
// which its reader gave them.
func (r *reader) finishCommands() {
	depth := func(c luminos.Command) int {
		if c.Dir == "" {
			return 0
		}
		return c.Dir.Depth()
	}
	slices.SortStableFunc(r.res.Commands, func(a, b luminos.Command) int {
		return cmp.Or(cmp.Compare(slices.Index(purposes, a.Purpose), slices.Index(purposes, b.Purpose)),
			cmp.Compare(yes(a.Part), yes(b.Part)), cmp.Compare(depth(a), depth(b)), cmp.Compare(basisOrder(a.Basis), basisOrder(b.Basis)), cmp.Compare(a.Dir, b.Dir))
	})
	type key struct {
		purpose, line string
		dir           luminos.Path
	}
	seen, count := map[key]bool{}, map[string]int{}
	var kept []luminos.Command
	for _, c := range r.res.Commands {
		k := key{c.Purpose, c.Line, c.Dir}
		if seen[k] || count[c.Purpose] >= maxPerPurpose || len(kept) >= maxCommands {
			continue
		}
		seen[k] = true
		count[c.Purpose]++
		kept = append(kept, c)
	}
	r.res.Commands = kept
}

func basisOrder(b luminos.Basis) int {
	if b == luminos.Measured {
		return 0
	}
	return 1
}

// taskNames are customary names of tasks by purpose, the most telling first.
var taskNames = map[string][]string{
	"install": {"setup", "bootstrap", "install-deps", "install-dev", "dev-setup", "init", "install"},
	"build":   {"build", "all", "compile", "dist", "bundle"},
	"run":     {"run", "start", "dev", "serve", "server", "develop", "up"},
	"test":    {"test", "tests", "unit", "unittest", "test-unit", "test:unit", "unit-test", "spec", "phpunit", "pytest", "test-all", "integration"},
	"lint":    {"lint", "vet", "typecheck", "type-check", "static-analysis", "staticcheck", "phpstan", "analyse", "clippy", "cs", "style", "check-format", "format-check", "fmt-check"},
	"format":  {"format", "fmt"},
}

// maxTasks is the maximum number of tasks of one purpose from one manifest.
const maxTasks = 3

// task is a named task of a task runner.
type task struct {
	line int    // of its definition, or 0
	at   string // text that only the line of its definition has, if line is 0
}

func (t task) cite(text luminos.Text) []luminos.Evidence {
	if t.line > 0 {
		return citeLine(text, t.line)
	}
	return cite(text, t.at)
}

// taskCommands adds the tasks of a task runner that have a customary name.
func (r *reader) taskCommands(p *pkg, runner string, tasks map[string]task) {
	for _, purpose := range purposes {
		n := 0
		for _, name := range taskNames[purpose] {
			if t, ok := tasks[name]; ok && n < maxTasks {
				n++
				r.command(p, purpose, runner+" "+name, t.cite(p.text))
			}
		}
	}
}
