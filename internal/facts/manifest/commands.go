package manifest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

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
	"install": {"setup", "bootstrap", "deps", "install-deps", "install-dev", "dev-setup", "init", "install"},
	"build":   {"build", "all", "compile", "dist", "bundle"},
	"run":     {"run", "start", "dev", "serve", "server", "develop", "up"},
	"test":    {"test", "tests", "check", "unit", "unittest", "test-unit", "test:unit", "unit-test", "spec", "phpunit", "pytest", "test-all", "integration"},
	"lint":    {"lint", "vet", "typecheck", "type-check", "static-analysis", "staticcheck", "phpstan", "analyse", "clippy", "cs", "style", "check-format", "format-check", "fmt-check"},
	"format":  {"format", "fmt"},
}

// maxTasks is how many tasks of one name's purpose one file contributes.
const maxTasks = 3

// taskCommands adds the tasks of a task runner that have a customary name, for
// what they do where their recipes tell.
func (r *reader) taskCommands(p *pkg, runner string, tasks map[string]task) {
	for _, named := range purposes {
		n := 0
		for _, name := range taskNames[named] {
			t, ok := tasks[name]
			if !ok || n == maxTasks {
				continue
			}
			if purpose := t.purpose(named); purpose != "" {
				n++
				r.command(p, purpose, runner+" "+name, t.cite(p.text))
			}
		}
	}
}

// ownProgram adds the first task that does nothing but run a program which the
// manifest declares, where none is called as such tasks are by custom.
func (r *reader) ownProgram(p *pkg, tasks map[string]task, line func(name string) string) {
	programs := map[luminos.Path]bool{}
	for _, e := range r.entries {
		if e.pkg == p && kindOrder(e.Kind) == 0 {
			programs[e.Path] = true
		}
	}
	if len(programs) == 0 || slices.ContainsFunc(taskNames["run"], func(name string) bool { return tasks[name].name != "" }) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(tasks)) {
		t := tasks[name]
		if len(t.does) != 1 || len(t.first) > 0 || stepByName(name) != stepUnknown || strings.HasPrefix(name, "pre") || strings.HasPrefix(name, "post") {
			continue
		}
		commands := shellCommands(t.does[0])
		if len(commands) == 1 && slices.ContainsFunc(commands[0][:min(len(commands[0]), 3)], func(w string) bool { return programs[inside(p.dir, w)] }) {
			r.command(p, "run", line(name), t.cite(p.text))
			return
		}
	}
}
