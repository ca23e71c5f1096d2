package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// maxPerPurpose is the maximum number of commands of one purpose.
const maxPerPurpose = 20

// purposes of commands, in the order in which a newcomer needs them.
var purposes = []string{"install", "build", "run", "test", "lint", "format"}

// finishCommands returns commands sorted by purpose; then commands of the whole target come before commands of parts,
// commands of directories with the main program, of which main is the path, before others, commands of less deep
// directories first, and then by their source: documented commands first, customary ones last. It
// removes duplicates, and all beyond maxPerPurpose of one purpose or maxCommands together.
func finishCommands(all []luminos.Command, main luminos.Path) []luminos.Command {
	depth := func(c luminos.Command) int {
		if c.Dir == "" {
			return 0
		}
		return c.Dir.Depth()
	}
	beside := func(c luminos.Command) bool { return !main.Within(cmp.Or(c.Dir, luminos.Root)) }
	slices.SortStableFunc(all, func(a, b luminos.Command) int {
		return cmp.Or(
			cmp.Compare(slices.Index(purposes, a.Purpose), slices.Index(purposes, b.Purpose)),
			compareBool(a.Part, b.Part),
			compareBool(beside(a), beside(b)),
			cmp.Compare(depth(a), depth(b)),
			compareBool(changesTests(a), changesTests(b)),
			compareBool(narrow(a), narrow(b)),
			cmp.Compare(sourceOrder(a), sourceOrder(b)),
			compareBool(measures(a), measures(b)),
			cmp.Compare(a.Dir, b.Dir))
	})
	type key struct {
		purpose, line string
		dir           luminos.Path
	}
	seen, count := map[key]bool{}, map[string]int{}
	var kept []luminos.Command
	for _, c := range all {
		k := key{c.Purpose, c.Line, c.Dir}
		if seen[k] || count[c.Purpose] >= maxPerPurpose || len(kept) >= maxCommands {
			continue
		}
		seen[k] = true
		count[c.Purpose]++
		kept = append(kept, c)
	}
	return kept
}

// testVariant matches the names of tasks that run tests for another purpose than to check the target.
var testVariant = lazyregexp.Lazy(`[\s:-](?:update|watch|debug)\b`)

// changesTests reports whether a command runs tests in order to rewrite their expected results, or without an end.
func changesTests(c luminos.Command) bool {
	return c.Purpose == "test" && testVariant().MatchString(c.Line)
}

// selectors are flags of programs that select a part of the tests or packages.
var selectors = map[string]string{
	"cargo": "--test --bench --bin --example -p --package --doc --lib",
	"go":    "-run", "pytest": "-k", "dotnet": "--filter --framework -f",
	"phpunit": "--filter", "pnpm": "--filter -F", "yarn": "workspace", "gradlew": "--tests", "gradle": "--tests",
	"tox": "-e", "nox": "-e",
	"mvn": "-pl -Dtest", "mvnw": "-pl -Dtest", "jest": "-t --testNamePattern", "vitest": "-t", "mocha": "-g --grep",
}

var (
	// oneKind matches the names of tasks that run one kind of tests, and of some tasks that run all kinds.
	oneKind = lazyregexp.Lazy(`^(?:test[:-].+|.+[:-]test|e2e|integration)$`)
	// allKinds matches the names of tasks that run all kinds of tests.
	allKinds = lazyregexp.Lazy(`^(?:tests?[:-]all|all[:-]tests?)$`)
)

// oneTool matches commands that test the root package of Go only, or only in a browser.
var oneTool = lazyregexp.Lazy(`^go test(?: \.)?$|^(?:npx |pnpm |yarn )?(?:playwright|cypress)\b`)

// narrow reports whether a command that builds or tests selects one test, one kind of tests or one package: by a flag
// of its program, by a task such as "test-go", or, unless the file is itself the program, by the path of one test
// file.
func narrow(c luminos.Command) bool {
	if c.Purpose != "test" && c.Purpose != "build" || isCargoTask(c.Line) {
		return false
	}
	var flags []string
	words := strings.Fields(c.Line)
	last := words[len(words)-1]
	kind := oneKind().MatchString(last) && !allKinds().MatchString(last) &&
		words[0] != "hatch" // it names the environment first
	if c.Purpose == "test" && (kind || oneTool().MatchString(c.Line)) {
		return true
	}
	if len(words) > 2 && words[0] == "cargo" && words[1] == "test" && !strings.HasPrefix(words[2], "-") {
		return true // tests by their names
	}
	for i, w := range words {
		flag, _, _ := strings.Cut(w, "=")
		if slices.Contains(flags, flag) || strings.HasPrefix(flag, "--only") {
			return true
		}
		flags = append(flags, strings.Fields(selectors[path.Base(w)])...)
		file, _, _ := strings.Cut(w, "::")
		source := path.Ext(file) != "" && !dotnetProject().MatchString(file)
		if i > 0 && source && pathrole.TestFile(luminos.Path(file)) && !slices.Contains(interpreters, words[i-1]) {
			return true
		}
	}
	return false
}

// sourceOrder returns the rank of a command by the file that has it. Conventions come last.
func sourceOrder(c luminos.Command) source {
	switch {
	case c.Basis != luminos.Measured:
		return fromConvention
	case len(c.Evidence) == 0:
		return fromManifest
	}
	return sourceOf(c.Evidence[0].Path)
}

// measures reports whether a command is of a file that measures how fast the target is, by its name.
func measures(c luminos.Command) bool {
	return len(c.Evidence) > 0 && strings.Contains(strings.ToLower(c.Evidence[0].Path.Base()), "bench")
}

// Documented reports whether a document of the target has a command.
func Documented(c luminos.Command) bool { return sourceOrder(c) == fromDocument }

// isProse reports whether the file p is a text for people.
func isProse(p luminos.Path) bool {
	switch strings.ToLower(p.Ext()) {
	case "", ".md", ".markdown", ".rst", ".txt", ".adoc", ".org":
		return formatOf(p) == nil
	}
	return false
}

// taskNames are customary names of tasks by purpose, the most important first.
var taskNames = map[string][]string{
	"install": {"setup", "install-deps", "install-dev", "dev-setup", "init", "install"},
	"build":   {"build", "all", "compile"},
	"run":     {"run", "start", "dev", "serve", "server", "develop"},
	"test": {"test", "tests", "unit", "unittest", "test-unit", "test:unit", "unit-test", "spec", "phpunit", "pytest",
		"test-all", "integration"},
	"lint": {"lint", "vet", "typecheck", "type-check", "static-analysis", "staticcheck", "phpstan", "analyse", "clippy",
		"cs", "style", "check-format", "format-check", "fmt-check"},
	"format": {"format", "fmt"},
}

// maxTasks is the maximum number of tasks of one purpose from one manifest.
const maxTasks = 3

// task is a named task of a task runner.
type task struct {
	line int    // of its definition, or 0
	at   string // text that only the line of its definition has, if line is 0
	// program is the first word of its commands, if they are on the line.
	program string
}

func (t task) cite(text luminos.Text) []luminos.Evidence {
	if t.line > 0 {
		return citeLine(text, t.line)
	}
	if ev := cite(text, t.at, t.program); ev != nil {
		return ev
	}
	return cite(text, t.at)
}

// taskCommands adds a command for each task with a customary name, at most maxTasks for each
// purpose, such as "make test" if the task runner is make.
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
