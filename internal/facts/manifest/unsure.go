package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// withoutUnsure returns commands without commands that can fail in a fresh clone: customary ones that build or test a
// tree with submodules, and commands of make from no document if a script "configure" has to run before.
func withoutUnsure(r *reader, all []luminos.Command) []luminos.Command {
	submodules, configured := r.tree.has(".gitmodules"), r.tree.has("configure")
	untested := goWithoutTests(r.tree.scan.Files)
	given := slices.Clone(all) // the list below is written over
	return slices.DeleteFunc(all, func(c luminos.Command) bool {
		program, task, _ := strings.Cut(c.Line, " ")
		if c.Dir == "" && (!Documented(c) || c.Purpose == "install" && checksOnly(r, program)) && aside(r, program) {
			return true
		}
		if makeStops(r, c) || idles(r, c) || lacksInstalled(r, c) || c.Dir == "" && sideTool(r, given, program) {
			return true
		}
		if !slices.Contains([]string{"install", "build", "test"}, c.Purpose) {
			return false
		}
		if c.Purpose == "test" && untested && testsGo(r, c) {
			return true // it finds none
		}
		if c.Purpose == "test" && testsNothing(r, c) || strings.HasPrefix(c.Line, "make") && foreignMake(r, c) {
			return true
		}
		if c.Purpose == "build" && onlyGenerates(r, c) {
			return true
		}
		if belied(r, c) || c.Purpose == "test" && retired().MatchString(script(r, c)) {
			return true
		}
		return ofDocuments().MatchString(task) ||
			submodules && c.Basis == luminos.Derived && c.Purpose != "install" ||
			configured && program == "make" && c.Dir == "" && c.Basis == luminos.Measured && !Documented(c)
	})
}

// checksOnly reports whether a program installs packages of npm that the target does not build with.
func checksOnly(r *reader, program string) bool {
	p := npmAt(r, luminos.Root)
	return slices.Contains(packageManagers, program) && p != nil && !p.doc.obj("scripts").has("build")
}

// manyGo is the number of files of Go from which on a target without a test of Go has no tests of Go.
const manyGo = 10

// goWithoutTests reports whether the files have many sources of Go, but no test.
func goWithoutTests(files []luminos.File) bool {
	sources := 0
	for i := range files {
		switch p := files[i].Path; {
		case strings.HasSuffix(string(p), "_test.go"):
			return false
		case p.Ext() == ".go":
			sources++
		}
	}
	return sources >= manyGo
}

// testsGo reports whether a command tests packages of Go, itself or by a rule of the makefile in its directory.
func testsGo(r *reader, c luminos.Command) bool {
	return goTest().MatchString(script(r, c))
}

// script returns the commands of the rules that a command of make runs, or else the command itself.
func script(r *reader, c luminos.Command) string {
	tasks, ok := strings.CutPrefix(c.Line, "make ")
	if c.Line == "make" {
		tasks, ok = defaultGoal(r.pkgs, cmp.Or(c.Dir, luminos.Root)), true
	}
	if !ok {
		return c.Line
	}
	var all []string
	for _, task := range strings.Fields(tasks) {
		if text := rule(r.pkgs, cmp.Or(c.Dir, luminos.Root), task); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

// belied reports whether a command runs a rule of a makefile whose commands are all known and have other effects than
// the purpose of the command, as "make check" that only lints. It is true for "make", too, if its default rule is known
// to run a program, to test or to lint, and not to build.
func belied(r *reader, c luminos.Command) bool {
	dir, text := cmp.Or(c.Dir, luminos.Root), script(r, c)
	resolve := func(program, name string) string {
		if program == "make" {
			return rule(r.pkgs, dir, name)
		}
		return ""
	}
	effects := cmdline.Effects(text, resolve)
	aside := func(e string) bool { return e != cmdline.Build && e != cmdline.Install }
	if c.Line == "make" && c.Purpose == cmdline.Build {
		return len(effects) > 0 && !slices.ContainsFunc(effects, func(e string) bool { return !aside(e) })
	}
	other := c.Line == "make check" && c.Purpose == cmdline.Test && rule(r.pkgs, dir, "test") != "" // which tests
	known := strings.HasPrefix(c.Line, "make ") && len(effects) > 0 && cmdline.Known(text, resolve)
	return (other || known) && !slices.Contains(effects, c.Purpose)
}

// generator matches a command that runs a program that generates sources.
var generator = lazyregexp.Lazy(`(?i)^(?:runhaskell|runghc|python3?|node|ruby|perl|php|bash|sh) (?:[\w.-]+/)*` +
	`(?:re)?gen(?:erate|erator)?(?:[_-]\w+)?\.\w+$|^go generate(?: \./\.\.\.)?$`)

// onlyGenerates reports whether a command of make only generates sources, which another manifest beside the makefile
// builds.
func onlyGenerates(r *reader, c luminos.Command) bool {
	dir := cmp.Or(c.Dir, luminos.Root)
	tasks, ok := strings.CutPrefix(c.Line, "make ")
	beside := func(p *pkg) bool { return p.Ecosystem != "make" && p.dir == dir }
	return ok && slices.ContainsFunc(r.pkgs, beside) && generates(r.pkgs, dir, strings.Fields(tasks), 0)
}

// generates reports whether each of the rules of the makefile in a directory, and each rule that they call, has only
// commands that generate sources.
func generates(pkgs []*pkg, dir luminos.Path, rules []string, depth int) bool {
	return depth < maxCalls && !slices.ContainsFunc(rules, func(name string) bool {
		return slices.ContainsFunc(strings.Split(rule(pkgs, dir, name), "\n"), func(command string) bool {
			called, ok := strings.CutPrefix(command, "make ")
			return !generator().MatchString(command) && !(ok && generates(pkgs, dir, []string{called}, depth+1))
		})
	})
}

// maxCalls is the maximum number of rules of make that call each other.
const maxCalls = 4

// checking matches words of programs that check a result, end with a failure, start tests or load a file beside them.
var checking = lazyregexp.Lazy(
	`(?i)assert|expect|should|fail|err|exit|check|raise|throw|die|abort|test|spec|equal|[!=~]=|["']\.{1,2}/`)

// compiling matches a command of a makefile that compiles a program.
var compiling = lazyregexp.Lazy(`^@?(?:\$[({](?:CC|CXX|LD)[)}]|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?) [^&|;]*$`)

// testsNothing reports whether a command only compiles, or only starts small programs of the target without a word of
// tests, as a rule "test" whose program prints versions.
func testsNothing(r *reader, c luminos.Command) bool {
	commands := strings.Split(script(r, c), "\n")
	compiled := 0
	for _, command := range commands {
		if compiling().MatchString(command) {
			compiled++
		} else if !strings.HasPrefix(command, "make ") {
			compiled = -len(commands)
		}
	}
	if compiled > 0 {
		return true
	}
	return !slices.ContainsFunc(commands, func(command string) bool {
		words := strings.Fields(command)
		if len(words) != 2 || !slices.Contains(interpreters, words[0]) || strings.HasSuffix(words[0], "sh") {
			return true // the commands of a script for a shell can fail
		}
		at := inside(cmp.Or(c.Dir, luminos.Root), words[1])
		t, ok := r.source(at, maxSmall)
		return !ok || t.Cut || strings.TrimSpace(t.Content) == "" || checking().MatchString(t.Content)
	})
}

// maxSmall is the maximum number of bytes of a program that is searched for words of tests.
const maxSmall = 8 << 10

// rule returns the commands of a rule of the makefile in a directory, behind commands of make for the rules that it
// calls, or "".
func rule(pkgs []*pkg, dir luminos.Path, name string) string {
	for _, p := range pkgs {
		if p.Ecosystem != "make" || p.dir != dir {
			continue
		}
		text := strings.ReplaceAll(p.text.Content, "\\\n", " ")
		t, ok := parseRules(text, makeRule)[name]
		if !ok {
			continue
		}
		lines := strings.Split(text, "\n")
		_, needs, _ := strings.Cut(lines[t.line-1], ":")
		needs, _, _ = strings.Cut(strings.TrimPrefix(needs, ":"), "#")
		var all []string
		for _, n := range strings.Fields(needs) {
			all = append(all, "make "+n)
		}
		return strings.Join(append(all, recipe(lines[t.line:])...), "\n")
	}
	return ""
}

var goTest = lazyregexp.Lazy(`\bgo test\b`)

// webLanguages are languages of the code in packages of npm.
var webLanguages = strings.Fields("JavaScript TypeScript Vue Svelte Astro CoffeeScript TSX JSX CSS SCSS Sass Less")

// packageLanguages holds the languages of the code that a program installs, builds or runs, by program.
var packageLanguages = map[string][]string{
	"npm": webLanguages, "pnpm": webLanguages, "yarn": webLanguages, "bun": webLanguages,
	"pip": {"Python"}, "pipenv": {"Python"}, "poetry": {"Python"}, "uv": {"Python"}, "pdm": {"Python"},
	"bundle": {"Ruby"}, "composer": {"PHP"}, "mix": {"Elixir"}, "swift": {"Swift"},
}

// aside reports whether a program is for packages of a language in which less than a quarter of the code is written:
// they are for tools or bindings. It is false without code.
func aside(r *reader, program string) bool {
	var all, own int64
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		if !f.Regular() || !f.Counted() || !r.tree.counts(f) || !content.IsProgramming(f.Language) {
			continue
		}
		all += f.Size
		if slices.Contains(packageLanguages[program], f.Language) {
			own += f.Size
		}
	}
	return packageLanguages[program] != nil && own*4 < all
}

// sideTool reports whether a program is for packages of other languages than the main one, which has a manifest of its
// own at the root, and no document types the program.
func sideTool(r *reader, all []luminos.Command, program string) bool {
	languages := packageLanguages[program]
	typed := func(c luminos.Command) bool { return Documented(c) && strings.HasPrefix(c.Line, program+" ") }
	other := languages != nil && r.language != "" && !slices.Contains(languages, r.language)
	return other && !slices.ContainsFunc(all, typed) &&
		slices.ContainsFunc(r.pkgs, func(p *pkg) bool {
			return p.isOwn() && p.dir == luminos.Root && !p.Lockfile && Rank(p.Ecosystem, r.language) != Unrelated
		})
}

// retired matches the command for tests that setuptools no longer has:
// https://setuptools.pypa.io/en/stable/history.html#v72-0-0.
var retired = lazyregexp.Lazy(`setup\.py test\b`)

// ofDocuments matches names of tasks for the documentation and the examples.
var ofDocuments = lazyregexp.Lazy(`(?:^|[ :_-])(?:docs?|documentation|manpages?|website|examples?|demos?)$`)

// markNarrow marks the commands that select some tests or one package, and the commands in a directory with less than
// two thirds of the target's own code, as commands of a part.
func markNarrow(r *reader) {
	areas := map[luminos.Path]*area{}
	for i, c := range r.res.Commands {
		r.res.Commands[i].Part = c.Part || narrow(c)
		if c.Dir != "" {
			areas[c.Dir] = &area{}
		}
	}
	if len(areas) == 0 {
		return
	}
	whole, _ := measure(r.tree, areas)
	for i := range r.res.Commands {
		c := &r.res.Commands[i]
		if a := areas[cmp.Or(c.Dir, luminos.Root)]; a != nil {
			c.Part = c.Part || a.code*3 < whole.code*2
		}
	}
}

// artefact matches the names of files that a build makes.
var artefact = lazyregexp.Lazy(`\.(?:tar\.\w+|tgz|zip|whl|jar|deb|rpm|gem|vsix|exe|dmg|phar|AppImage)$`)

// makesFirst reports whether a command needs a file that a build makes, or a directory outside of the target.
func (g *guide) makesFirst(words []string) bool {
	return slices.ContainsFunc(words[1:], func(w string) bool {
		return w[0] == '/' && !strings.HasPrefix(w, "//") || artefact().MatchString(w) && !g.tree.has(inside(g.dir, w))
	})
}

// namedValues are flags whose value is the next word.
var namedValues = strings.Fields(`-r -c --requirement --constraint --group --extra --with --without --only
	--python --path`)

// installsOwn reports whether a command installs the target or its dependencies, and not packages that it names.
func (g *guide) installsOwn(words []string) bool {
	if words[0] == "bundle" && (len(words) > 1 && words[1] != "install" || g.forUsers()) ||
		words[0] == "make" && words[len(words)-1] == "install" && g.copies() {
		return false
	}
	verb := slices.IndexFunc(words, func(w string) bool {
		return slices.Contains(strings.Fields("install i ci sync add get restore"), w)
	})
	if verb < 0 {
		return true
	}
	if strings.HasPrefix(words[0], "pip") && verb == len(words)-1 {
		return false // it names a command
	}
	for i := verb + 1; i < len(words); i++ {
		w := words[i]
		switch at := inside(g.dir, w); {
		case strings.Contains(w, "://"):
			return false
		case slices.Contains(namedValues, w):
			if i++; len(words) == verb+3 && w == "-r" && pathrole.Under(inside(g.dir, words[i]), luminos.DirDocumentation) {
				return false // the tools for the manual alone
			}
		case slices.Contains(packageManagers, words[0]) && w[0] != '-' && w[0] != '.':
			return false // a package, though a file has its name
		case strings.HasPrefix(w, "-"), strings.HasPrefix(w, "."), isAssignment(w):
		case at == "" || !g.tree.has(at) && !g.tree.dirs[at], words[0] != "make" && !strings.ContainsAny(w, "./"):
			return false
		}
	}
	return true
}

// forUsers reports whether the document is the README of a gem, where "bundle install" is for the users of the gem.
func (g *guide) forUsers() bool {
	gem := func(p *pkg) bool { return p.Path.Ext() == ".gemspec" && p.dir == luminos.Root }
	return strings.HasPrefix(strings.ToLower(g.text.Path.Base()), "readme") && slices.ContainsFunc(g.pkgs, gem)
}

// copies reports whether the rule "install" of the makefile in the working directory is not known to install packages.
func (g *guide) copies() bool {
	return !slices.ContainsFunc(g.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "make" && p.dir == g.dir && installs(p.text, "install", 0)
	})
}

func isAssignment(w string) bool { return strings.Contains(w, "=") && !strings.Contains(w, "==") }

// startsNothing reports whether a command runs a task that is known to start no program of the target: of a makefile,
// of Phoenix in a library, or of a tool of the target that builds.
func (g *guide) startsNothing(words []string) bool {
	if strings.HasPrefix(words[0], "./") && len(words) > 1 && !declares(g.reader, inside(g.dir, words[0])) &&
		slices.Contains([]string{"build", "bundle", "compile", "install", "publish"}, words[1]) {
		return true // "./bin/kite.js bundle -p tail"
	}
	if words[0] == "bundle" && g.forUsers() {
		return true // it starts the application of a user
	}
	own := func(p *pkg) bool { return p.Ecosystem == "npm" && len(words) > 1 && p.Name == words[1] }
	if words[0] == "npx" && slices.ContainsFunc(g.pkgs, own) {
		return true // it starts the published package
	}
	if isChore(words) {
		return true // as in "go run bootstrap.go"
	}
	if len(words) > 1 && words[0] == "mix" && words[1] == "phx.server" {
		return !g.tree.has(g.dir.Join("config/dev.exs"))
	}
	for _, p := range g.pkgs {
		if words[0] == "make" && p.Ecosystem == "make" && p.dir == g.dir {
			t, ok := parseRules(p.text.Content, makeRule)[words[len(words)-1]]
			return ok && !startsProgram(p.text.Lines()[t.line:])
		}
	}
	return false
}

// recipe returns the commands of a rule of make. lines begin after the head of the rule.
func recipe(lines []string) []string {
	var all []string
	for _, line := range lines {
		command, ok := strings.CutPrefix(line, "\t")
		if !ok {
			break
		}
		all = append(all, strings.TrimLeft(command, "@+- "))
	}
	return all
}

// onlyInstalls reports whether a rule of make has a recipe that installs packages and is not known to build.
func onlyInstalls(lines []string) bool {
	effects := cmdline.Effects(strings.Join(recipe(lines), "\n"), nil)
	return len(effects) == 1 && effects[0] == cmdline.Install
}

// startsProgram reports whether the recipe of a rule of make starts a program of the target. lines begin after the head
// of the rule.
func startsProgram(lines []string) bool {
	for _, command := range recipe(lines) {
		words := strings.Fields(command)
		if len(words) == 0 {
			continue
		}
		file := strings.HasPrefix(words[0], "./") || len(words) > 1 && slices.Contains(interpreters, path.Base(words[0]))
		if file || slices.Contains(cmdline.Effects(command, nil), cmdline.Run) {
			return true
		}
	}
	return false
}
