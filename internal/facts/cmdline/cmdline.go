// Package cmdline finds the effects of a command line on a project, such as building, testing,
// running or publishing. An effect follows from the program and its arguments, not from the name that
// the project gave to the command.
package cmdline

import (
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"luminos/internal/lazyregexp"
)

// The effects of a command.
const (
	Install = "install"
	Build   = "build"
	Run     = "run"
	Test    = "test"
	Lint    = "lint"
	Scan    = "scan" // for weaknesses
	Format  = "format"
	Publish = "publish"
	Deploy  = "deploy"
	Links   = "links" // checks that addresses in documents exist
)

// maxLine is the maximum number of bytes of a line that is classified. Longer lines have no
// effects.
const maxLine = 16 << 10

// Effects returns the effects of the commands in a line of shell, such as Test, in the order of the commands and
// without repetition. An unknown command adds nothing. For a task ("npm run x") the commands decide that resolve
// returns, or its name if resolve is nil or returns "". The name of a script ("./x.sh") decides its effect, together
// with the commands that resolve returns.
func Effects(line string, resolve Resolver) []string {
	return walk{resolve: resolve}.effects(line, 0)
}

// Certain returns the effects that [Effects] returns, without the effects that only the name of a task or a
// script states, unless it states tests or lints: "npm run build" can copy files.
func Certain(line string, resolve Resolver) []string {
	return walk{resolve: resolve, certain: true}.effects(line, 0)
}

// walk finds the effects of commands and of the tasks that they run.
type walk struct {
	resolve Resolver
	certain bool // names state only tests and lints
}

// Resolver returns the commands of the task name of a program such as "npm", of the task that "make" or "mvn" run by
// default if name is "", or of the script with the path name if program is "". It returns "" if they are unknown.
type Resolver func(program, name string) string

// maxNested is the maximum number of tasks that call each other.
const maxNested = 4

func (w walk) effects(line string, depth int) []string {
	if len(line) > maxLine || depth > maxNested {
		return nil
	}
	var all []string
	for _, words := range commands(line) {
		for _, e := range w.ofCommand(words, depth) {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return all
}

// ofCommand returns the effects, such as Test, of a single command, which is given as words.
func (w walk) ofCommand(words []string, depth int) []string {
	words = unwrap(words)
	if len(words) == 0 {
		return nil
	}
	file, written := scriptFile(words), words[0]
	own := strings.Contains(words[0], "/")
	if words[0] = program(words[0]); len(words) == 2 && (words[1] == "--version" || words[1] == "--help") {
		return nil
	}
	if e, ok := bySpelling(words); ok {
		return e
	}
	if runsTests().MatchString(written + " " + strings.Join(words[1:], " ")) {
		return []string{Test}
	}
	if task, other := taskElsewhere(words); other {
		return w.named(named(task))
	}
	if task := taskOf(words); task != "" {
		return w.ofTask(words, task, depth)
	}
	if taskless(words) && w.resolve != nil {
		if e := w.effects(w.resolve(words[0], ""), depth+1); len(e) > 0 {
			return e
		}
	}
	if task := ownTask(words); task != "" {
		return w.named(named(task))
	}
	if installsTool(words) {
		return []string{Install}
	}
	if e := sessions(words); e != nil {
		return e
	}
	if e, ok := lookUp(words, 0); ok && !(own && words[0] == Build) { // "scripts/build" is a script, "build" builds wheels
		return e
	}
	e := slices.Concat(w.named(script(words)), lastWord(written))
	if file != "" && w.resolve != nil {
		for _, inner := range w.effects(w.resolve("", file), depth+1) {
			if !slices.Contains(e, inner) {
				e = append(e, inner)
			}
		}
	}
	return e
}

// ownTask returns the task of the program with the tasks of a workspace of Cargo, most often xtask, that a command
// runs: "test" for "cargo xtask test" and "cargo run -p ci -- test". Else it returns "".
func ownTask(words []string) string {
	if task := CargoTask(strings.Join(words, " ")); slices.Contains([]string{Test, Lint}, Named(task)) {
		return task
	}
	return ""
}

// CargoTask returns the task of the program with the tasks of a workspace of Cargo that a line runs, or "".
func CargoTask(line string) string {
	if m := taskOfCargo().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// taskOfCargo matches a command that runs a task; its group is the task.
var taskOfCargo = lazyregexp.Lazy(`^cargo (?:xtask|run (?:(?:-q|--quiet|--release) )?` +
	`(?:-p|--package|--bin)[ =](?:xtask|ci) --) ([a-z][\w-]*)\b`)

// installsTool reports whether a command installs a program of Go by its version, or by a variable, or the tools that
// go.mod lists.
func installsTool(words []string) bool {
	if len(words) < 3 || words[0] != "go" || words[1] != "install" {
		return false
	}
	last := words[len(words)-1]
	return last == "tool" || strings.Contains(last, "@") || strings.HasPrefix(last, "$") && !strings.HasPrefix(last, "$(")
}

// ofTask returns the effects of a command that runs a task of the project.
func (w walk) ofTask(words []string, task string, depth int) []string {
	if w.resolve != nil {
		if script := w.resolve(words[0], task); script == "wireit" { // whose commands are elsewhere in the manifest
			return w.named(named(task))
		} else if script != "" {
			rest := strings.Join(words[slices.Index(words, task)+1:], " ")
			if slices.Contains(several, words[0]) && rest != "" {
				rest = "\n" + words[0] + " " + rest // further tasks
			}
			e := w.effects(script+" "+rest, depth+1)
			if own := Named(task); len(e) == 1 && e[0] == Run && slices.Contains([]string{Test, Lint, Format}, own) &&
				len((walk{certain: true}).effects(script, 0)) == 0 {
				return []string{own} // the name of the task says more than the one of the script
			}
			if len(e) == 1 && e[0] == Build && typeCheck(task) {
				return []string{Lint} // a compiler checks types as well
			}
			return e
		}
	}
	if e, ok := lookUp(words, 1); ok {
		return e
	}
	if typeCheck(task) {
		return []string{Lint}
	}
	if Named(task) == Test && renews(words) {
		return nil
	}
	return w.named(named(task))
}

// runsTests matches a program of the project that runs its tests, by its place, and parts of the tests of mix.
var runsTests = lazyregexp.Lazy(`^(?:\S*/)?tests?/run(?:[-_](?:all|tests?)\w*)?(?: |$)|^mix test\.`)

// bySpelling returns the effects of a command with variables, as in [byVariable], or of a program whose name says that
// it lints, such as awesome-lint, and whether it is one of them.
func bySpelling(words []string) (effects []string, ok bool) {
	if strings.HasSuffix(words[0], "-lint") && table()[words[0]] == nil {
		return []string{Lint}, true
	}
	return byVariable(words)
}

// byVariable returns the effects of a command with variables, and whether it is one. A program in a variable, such as
// cargo or a wrapper, builds or tests if its first argument says so. If a variable holds the action of xcodebuild, the
// effects are not known.
func byVariable(words []string) (effects []string, ok bool) {
	variable := func(w string) bool { return strings.HasPrefix(w, "$") }
	if variable(words[0]) && len(words) > 1 && (words[1] == "build" || words[1] == "test") {
		return []string{verbs()[words[1]]}, true
	}
	return nil, words[0] == "xcodebuild" && slices.ContainsFunc(words, variable)
}

// program returns the usual name of a program, given with directory, wrapper or extension: "gradle" for "./gradlew".
func program(word string) string {
	base := path.Base(strings.ReplaceAll(word, `\`, "/"))
	switch base = strings.TrimSuffix(strings.TrimSuffix(base, ".exe"), ".cmd"); base {
	case "gradlew", "gradlew.bat":
		return "gradle"
	case "mvnw", "mvnd":
		return "mvn"
	case "python3", "py":
		return "python"
	case "pip3":
		return "pip"
	}
	if strings.HasPrefix(base, "clang-") {
		return versioned().ReplaceAllString(base, "$1$2")
	}
	return base
}

// versioned matches the name of a program of Clang with a version: clang-tidy-12.
var versioned = lazyregexp.Lazy(`^([a-z-]+?)-\d+((?:\.py)?)$`)

var (
	// wrappers are programs that start the command after them, and words of the shell before a command.
	wrappers = strings.Fields(`sudo time exec env xvfb-run nice nohup then do else ! command if xargs
		npx bunx pnpx uvx cross-env
		dotenv env-cmd retry call`)
	// pairs are wrappers of two words.
	pairs = []string{
		"bundle exec", "poetry run", "uv run", "pipenv run", "pdm run", "rye run", "npm exec", "pnpm exec",
		"pnpm dlx", "yarn exec", "yarn dlx", "bun x", "python -m", "go tool", "mise exec", "mise x", "dotnet tool",
		"pipx run", "composer exec",
		"nix develop", "nix shell", "pixi run", "opam exec",
	}
	// scripted are programs of a project that an interpreter starts, but that are known by their own name.
	scripted = []string{"manage.py", "setup.py", "artisan"}
)

// unwrap returns a command without the assignments and programs before it, and their flags: "jest" for "CI=1 npx jest".
func unwrap(words []string) []string {
	words = slices.Clone(words)
	for len(words) > 0 {
		name, next := program(words[0]), ""
		if len(words) > 1 {
			next = words[1]
		}
		switch {
		case isAssignment(words[0]) || words[0] == "--" || words[0] == "@":
			words = words[1:]
			continue
		case slices.Contains(wrappers, name):
			words = skipFlags(withoutValues(words[1:]))
			continue
		case len(words) > 2 && slices.Contains(pairs, name+" "+next):
			words = skipFlags(withoutValues(words[2:]))
			continue
		case slices.Contains(scripted, path.Base(next)) && path.Ext(name) == "":
			words = words[1:]
			continue
		}
		if tool := toolOfGo(words); tool != nil {
			words = tool
			continue
		}
		return words
	}
	return nil
}

// toolOfGo returns the command of a known program that "go run" compiles from its sources, or nil: "ginkgo -r" for "go
// run ./ginkgo -r".
func toolOfGo(words []string) []string {
	if len(words) < 3 || words[0] != "go" || words[1] != "run" {
		return nil
	}
	tool := skipFlags(words[2:])
	if len(tool) == 0 {
		return nil
	}
	at, _, _ := strings.Cut(tool[0], "@")
	name := path.Base(at)
	if _, ok := lookUp(append([]string{name}, tool[1:]...), 0); !ok || !strings.Contains(at, "/") {
		return nil
	}
	return append([]string{name}, tool[1:]...)
}

// valued are flags of pairs whose value is the next word, as in "uv run --group dev tox".
var valued = strings.Fields(`--group --only-group --extra --with --with-requirements --python --project --directory
	--env-file --index`)

// withoutValues returns words without the values of the first flags.
func withoutValues(words []string) []string {
	for i := 0; i+1 < len(words) && strings.HasPrefix(words[i], "-"); i++ {
		if slices.Contains(valued, words[i]) {
			words = slices.Delete(slices.Clone(words), i+1, i+2)
		}
	}
	return words
}

func skipFlags(words []string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		words = words[1:]
	}
	return words
}

// isAssignment reports whether a word of a command line has the form NAME=value.
func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	special := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return found && name != "" && !strings.ContainsFunc(name, special)
}

// verbs returns the words in names of tasks and scripts that state an effect, with the effect.
var verbs = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for effect, list := range map[string]string{
		Test: `test tests testing spec specs e2e unit unittest unittests integration pytest phpunit runtest runtests e2etest
			testrunner testsuite jest vitest doctest doctests`,
		Lint: `lint vet typecheck types typing style eslint fmtcheck staticcheck clippy phpstan stylelint checkstyle pylint
			stan psalm flake8 mypy pycodestyle ruff isort rubocop perltidy perlcritic shellcheck ktlint detekt`,
		Format:  "format fmt prettier",
		Build:   "build compile dist bundle make prebuild prebuildify",
		Run:     "run start dev serve server develop up watch",
		Publish: "publish release upload", Deploy: "deploy",
		Install: "install setup deps",
	} {
		for word := range strings.FieldsSeq(list) {
			all[word] = effect
		}
	}
	return all
})

// Named returns the effect that the name of a task, a script or a step states, by the first word that means one: Test
// for "unit-tests" and, since "run" gives way to other words, for "Run tests". Else it returns "", as for "check"
// alone, which means tests in make and style in npm, and for "port_tests", which changes the tests.
func Named(name string) string {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	effect, checks := "", checkNames().MatchString(path.Base(name))
	if strings.HasPrefix(name, "run-clang-") { // it ends with an error if a file is not in style
		return Lint
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(name), between) {
		switch e := verbs()[w]; {
		case e == "", checks && (e == Run || e == Build): // "check-server" starts a server to check it
			continue
		case w == "run":
			effect = Run
			continue
		case e == Format && dataFormat().MatchString(name):
			continue
		case e == Format && strings.Contains(name, "check"):
			return Lint
		case e == Test && changesTests().MatchString(path.Base(name)):
			return ""
		default:
			return e
		}
	}
	return effect
}

// dataFormat matches the names of scripts about the format of data, not of source code.
var dataFormat = lazyregexp.Lazy(`(?i)(?:^|[^a-z])formats?[-_ ]compat`)

// checkNames matches the names of scripts and tasks that start, build or compare something in order to check it.
var checkNames = lazyregexp.Lazy(`^(?:check|(?:ensure|verify|validate|assert)[-_:.])`)

// changesTests matches the names of scripts that write tests, or the results that tests expect.
var changesTests = lazyregexp.Lazy(`^(?:port|update|regenerate|generate|gen|convert|migrate|rename|split|` +
	`create|add|fix)[-_]|[-_:](?:update|regenerate|bless|accept)[-_:]` +
	`(?:allow-?list|snapshots?|fixtures?|baselines?|goldens?|expect\w+)$|` +
	`:(?:update|bless|regenerate)$`)

func named(name string) []string {
	if e := Named(name); e != "" {
		return []string{e}
	}
	return nil
}
