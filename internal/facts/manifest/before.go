package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
)

// A command fails in a fresh clone if another step has to come first. Documents state such a step by its name, and
// pipelines install the programs that recipes run.

// firstSteps are names of tasks and scripts that prepare a clone for all others.
var firstSteps = []string{"bootstrap", "bootstrap.sh", "prepare"}

// taskRunners are programs that run a task of the target by its name, except package managers, which run "prepare" by
// themselves.
var taskRunners = strings.Fields("make just task rake nox invoke lein lerna mage gulp grunt doit")

// firstStep is a step that prepares a clone: a task of a runner, or a script, whose runner is "". Without a name there is
// no step.
type firstStep struct{ runner, name string }

// stepOf returns the step in a line of a document that prepares a clone.
func stepOf(line string) firstStep {
	at := func(w string) bool { return slices.Contains(firstSteps, path.Base(w)) }
	for _, words := range cmdline.Parts(line) {
		script := words[0]
		if len(words) > 1 && (script == "bash" || script == "sh") {
			script, words = words[1], words[1:]
		}
		i := slices.IndexFunc(words[1:], at)
		switch {
		case len(words) == 1 && at(script) && strings.Contains(line, "/"):
			return firstStep{"", strings.TrimSuffix(path.Base(script), ".sh")}
		case i >= 0 && slices.Contains(taskRunners, words[0]):
			return firstStep{words[0], words[1:][i]}
		}
	}
	return firstStep{}
}

// withoutUnprepared returns commands without the ones that build, test or run by the runner of the step that a document
// states before all, and without customary ones that install, if no command that installs or builds has the step. A
// script prepares for all runners.
func withoutUnprepared(r *reader, all []luminos.Command) []luminos.Command {
	step := r.said.first
	has := func(c luminos.Command) bool {
		return (c.Purpose == "install" || c.Purpose == "build") && strings.Contains(c.Line, step.name)
	}
	if step.name == "" || slices.ContainsFunc(all, has) {
		return all
	}
	return slices.DeleteFunc(all, func(c luminos.Command) bool {
		switch c.Purpose {
		case "install":
			return c.Basis == luminos.Derived
		case "build", "test", "run":
			program, _, _ := strings.Cut(c.Line, " ")
			same := step.runner == "" || step.runner == path.Base(program)
			return same && !strings.Contains(script(r, c), step.name) // it prepares by itself
		}
		return false
	})
}

// installers are programs that install others, with the words before the names.
var installers = []string{
	"pip install", "pipx install", "npm install", "npm i", "luarocks install", "gem install", "apt install",
	"apt-get install", "brew install", "cargo install", "go install",
}

// installedBy returns the programs that a command of a pipeline installs by their names.
func installedBy(line string) (names []string) {
	for _, words := range cmdline.Parts(line) {
		args := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "-") })
		global := words[0] != "npm" || slices.Contains(words, "-g") || slices.Contains(words, "--global")
		if len(args) < 3 || !global || !slices.Contains(installers, args[0]+" "+args[1]) {
			continue
		}
		for _, w := range args[2:] {
			w, _, _ = strings.Cut(w, "@")
			if i := strings.IndexAny(w, "=<>~["); i > 0 {
				w = w[:i]
			}
			names = append(names, path.Base(w))
		}
	}
	return names
}

// lacksInstalled reports whether a command of make tests by a program that a pipeline installs first, and neither a
// manifest nor a command that installs brings.
func lacksInstalled(r *reader, c luminos.Command) bool {
	if c.Purpose != "test" || !strings.HasPrefix(c.Line, "make") {
		return false
	}
	return slices.ContainsFunc(cmdline.Parts(script(r, c)), func(words []string) bool {
		name := words[0]
		brings := func(o luminos.Command) bool { return o.Purpose == "install" && strings.Contains(o.Line, name) }
		return slices.Contains(r.said.installed, name) && !slices.Contains(common, name) &&
			!slices.ContainsFunc(r.pkgs, func(p *pkg) bool { return p.isOwn() && p.needs(name) }) &&
			!slices.ContainsFunc(r.res.Commands, brings)
	})
}

// common are programs that most developers have.
var common = strings.Fields("make cmake ninja gcc g++ clang python node npm go cargo ruby perl php bash sh git curl")
