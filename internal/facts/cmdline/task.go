package cmdline

import (
	"slices"
	"strings"
)

var (
	// runners are programs that run a task after the word "run": npm run x.
	runners = strings.Fields("npm bun deno nox hatch lerna")
	// directRunners are programs that run a task without another word: make x.
	directRunners = strings.Fields(`pnpm yarn composer make gmake just task rake mage invoke inv turbo nx grunt gulp poe
		doit hereby lein npm-run-all run-s run-p`)
	// several are runners that run each task of their arguments.
	several = strings.Fields("make npm-run-all run-s run-p")
)

func isRunner(program string) bool {
	return slices.Contains(runners, program) || slices.Contains(directRunners, program)
}

// taskOf returns the name of the project's task that a command runs, "x" for "npm run x", or "" if its program is no
// runner of tasks or the command is one of the runner's own, such as "npm install".
func taskOf(words []string) string {
	args := slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool {
		return strings.HasPrefix(w, "-") || isAssignment(w)
	})
	if !isRunner(words[0]) || len(args) == 0 {
		return ""
	}
	switch args[0] {
	case "run", "run-script", "task", "run-many":
		if len(args) > 1 {
			return args[1]
		}
		return ""
	case "test", "start":
		return args[0]
	}
	e, _ := lookUp(words, 1)
	own := slices.Contains(e, Install) || slices.Contains(e, Publish) || slices.Contains(e, Lint)
	if own || !slices.Contains(directRunners, words[0]) {
		return ""
	}
	return args[0]
}

// places are flags of runners whose value is the package or the directory of the task.
var places = strings.Fields("-C --directory --dir --prefix --cwd --filter -F --workspace")

// taskElsewhere returns the task that a command runs in a package or a directory that a flag selects, and whether there
// is one: "build" for "pnpm --filter test-utils build".
func taskElsewhere(words []string) (task string, other bool) {
	rest := words[:1:1]
	value := false // the word belongs to the flag before it
	for _, w := range words[1:] {
		name, _, joined := strings.Cut(w, "=")
		if place := slices.Contains(places, name); place || value {
			other, value = true, place && !joined
			continue
		}
		rest = append(rest, w)
	}
	task = taskOf(rest)
	return task, other && task != ""
}

// typeCheck reports whether a task checks types by its name, such as "test:typecheck" or "test:typing".
func typeCheck(task string) bool {
	last := task[strings.LastIndexByte(task, ':')+1:]
	if last == "typing" || last == "types" || last == "mypy" {
		return true
	}
	name := strings.NewReplacer("-", "", "_", "", ":", "").Replace(strings.ToLower(task))
	return strings.Contains(name, "typecheck") || strings.Contains(name, "checktypes")
}

// taskless reports whether a command of make or Maven names no task: it runs the first rule or the default goal.
func taskless(words []string) bool {
	if words[0] != "make" && words[0] != "mvn" {
		return false
	}
	return !slices.ContainsFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") })
}
