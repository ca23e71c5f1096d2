package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// A command of a document or a step of CI is taken only if it has a customary form. Most false commands had another
// form: a check, a script for one machine, a part, a special case.

// starters are customary names of files that start a program, without extension.
var starters = strings.Fields("main app run start server serve index process train cli demo game bot")

// isStart reports whether a file has a customary name for the start of a program, or the name of the target.
func isStart(r *reader, at luminos.Path) bool {
	name := strings.TrimSuffix(at.Base(), at.Ext())
	return slices.Contains(starters, strings.ToLower(name)) || name != "" && nameClass(projectName(r.pkgs), name) == 0
}

// shells are programs that wait for commands.
var shells = []string{"bash", "sh", "zsh", "fish"}

// maxRunWords is the maximum number of words of a command that runs the target.
const maxRunWords = 4

// customary reports whether a command for a purpose is one that people type for the target as a whole: it has no paths
// and no options except plain ones, and its task has a customary name.
func customary(purpose, line string) bool {
	words := strings.Fields(line)
	if ofChanges().MatchString(words[len(words)-1]) {
		return false // it looks at a part
	}
	switch purpose {
	case "install":
		if (words[0] == "stack" || words[0] == "cabal") && hasOptions(line) {
			return false
		}
		if (words[0] == "rake" || words[0] == "task") && strings.Contains(line, ":") {
			return false // a task for a part
		}
		return !slices.Contains([]string{"make", "just", "task"}, words[0]) || len(words) == 1 ||
			slices.Contains(taskNames[purpose], words[len(words)-1])
	case "run":
		shows := func(w string) bool {
			return strings.Contains(w, "/") && pathrole.Of(luminos.Path(strings.TrimPrefix(w, "./"))) != ""
		}
		if slices.ContainsFunc(words[1:], shows) {
			return false // it reads a fixture or an example
		}
		if len(words) > 1 && slices.Contains(shells, words[len(words)-1]) {
			return false // a shell in which the target can be called: stack exec bash
		}
		tasks := words[0] == "hatch" || slices.Contains(taskRunners, words[0])
		if tasks && besides().MatchString(words[len(words)-1]) {
			return false // a task or an environment for documents
		}
		return len(words) <= maxRunWords && !slices.Contains(words, "--help") && !slices.Contains(words, "--version")
	case "build", "test":
		if purpose == "build" && strings.HasPrefix(words[0], "docker") {
			return false // it builds images, in which the target can be built
		}
		if words[len(words)-1] == "vitest" { // it watches
			return false
		}
		if ext := path.Ext(words[0]); ext == ".bat" || ext == ".cmd" { // for one system
			return false
		}
		return !hasOptions(line) && customaryTask(purpose, words)
	}
	return true
}

// ofChanges matches the names of tasks for the files that were changed.
var ofChanges = lazyregexp.Lazy(`[:-](?:changed|changes|staged|affected)$`)

// plainArgument matches the arguments that select no part of the target.
var plainArgument = lazyregexp.Lazy(`^(?:--workspace|--all|(?:\.|//?)/\.\.\.|\./cmd/\S+|test:\S+|[^-/=:][^/=:]*)$`)

// hasOptions reports whether a command has paths or options other than plain ones. They are for one machine, one part
// or one version.
func hasOptions(line string) bool {
	words := withoutShell(strings.Fields(line))
	if isUnittest(words) {
		return len(words) > 3 && (len(words) > 4 || !wholeSuite().MatchString(words[3]))
	}
	special := func(w string) bool { return !plainArgument().MatchString(w) }
	if verboseTests().MatchString(line) || isPytest(words) || isCargoTask(line) {
		return false
	}
	if words[0] == "dotnet" {
		line = strings.TrimSuffix(line, " -c Release")
		words = slices.DeleteFunc(strings.Fields(line), dotnetProject().MatchString)
	}
	script := words[0]
	if path.Ext(script) == "" && strings.HasPrefix(line, script) {
		script = strings.TrimPrefix(script, "./") // ./scripts/test
	}
	return strings.Count(script, "/") > 1 && words[0] != phpunit || slices.ContainsFunc(words[1:], special)
}

// wholeSuite matches the arguments of unittest that select all tests.
var wholeSuite = lazyregexp.Lazy(`^(?:discover|(?:\w+\.)?(?:test_?suite|all_?tests|test_?all|suite))$`)

// withoutShell returns a command without the shell that starts a script without an extension: "script/test" for "bash
// script/test". Others, such as tools/build.sh, are often for one machine.
func withoutShell(words []string) []string {
	if len(words) > 1 && (words[0] == "bash" || words[0] == "sh") && words[1][0] != '-' && path.Ext(words[1]) == "" {
		return words[1:]
	}
	return words
}

// verboseTests matches the tests of Go with options that report more, and the tests of Cargo with options that select
// all of them.
var verboseTests = lazyregexp.Lazy(`^go test(?: -(?:v|race))+ \./\.\.\.$|` +
	`^cargo test(?: --(?:workspace|all|all-features|all-targets|locked))+$`)

// isCargoTask reports whether a line runs a task of a workspace of Cargo and has nothing behind it.
func isCargoTask(line string) bool {
	task := cmdline.CargoTask(line)
	return task != "" && strings.HasSuffix(line, " "+task)
}

// dotnetProject matches the path of a project or a solution of .NET.
var dotnetProject = lazyregexp.Lazy(`^[\w.][\w./-]*\.(?:\w+proj|slnx?)$`)

// phases are the phases of Maven that leave a package, and that test.
var phases = map[string][]string{"build": {"package", "install", "verify"}, "test": {"test", "verify"}}

// gradleTasks are the tasks of Gradle that every project has.
var gradleTasks = strings.Fields("clean assemble build check test")

// customaryTask reports whether a command that builds or tests names a task only by a customary name.
func customaryTask(purpose string, words []string) bool {
	last := words[len(words)-1]
	switch {
	case words[0] == "mvn" && !slices.Contains(phases[purpose], last), words[0] == "dotnet" && last == "pack":
		return false
	case path.Base(words[0]) == "gradlew" || words[0] == "gradle":
		return !slices.ContainsFunc(words[1:], func(w string) bool { return !slices.Contains(gradleTasks, w) })
	case words[0] == "cargo" && slices.Contains(words, "miri"):
		return false // on an interpreter that few have
	case last != "pytest" && slices.Contains(words, "pytest"):
		return false // some of the tests
	case slices.Contains(packageManagers, words[0]):
		return slices.Contains(npmScripts[purpose], last)
	case (words[0] == "make" || words[0] == "just") && len(words) > 1:
		special := slices.ContainsFunc(words[1:len(words)-1], func(w string) bool { return !usualTask(w) })
		return !special && (slices.Contains(taskNames[purpose], last) || last == "check")
	}
	return true
}

// usualTask reports whether a task that runs before another has a customary name, such as "clean". Tasks with other
// names choose a variant: "make fips140 test".
func usualTask(name string) bool {
	usual := name == "clean" || name == "check"
	for _, names := range taskNames {
		usual = usual || slices.Contains(names, name)
	}
	return usual
}
