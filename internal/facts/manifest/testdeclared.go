package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// declaring returns evidence of the line that declares one of the dependencies names in a manifest of the ecosystem: in
// the nearest manifest above the test file f, or else in the first. It returns nil if no manifest declares one.
func declaring(r *reader, f *luminos.File, ecosystem string, names ...string) []luminos.Evidence {
	var best *pkg
	for _, p := range r.pkgs {
		fixture := p.Role == luminos.ManifestVendored || p.Role == luminos.ManifestTest && ecosystem == "npm"
		if p.Ecosystem != ecosystem || fixture || !p.needs(names...) {
			continue
		}
		if best == nil || f.Path.Within(p.dir) && (!f.Path.Within(best.dir) || p.dir.Depth() > best.dir.Depth()) {
			best = p
		}
	}
	if best == nil {
		return nil
	}
	for _, n := range names {
		if best.needs(n) {
			if ev := cite(best.text, n); ev != nil {
				return ev
			}
		}
	}
	return best.Evidence
}

// declaredIn returns a function that returns, for a test file, the first framework of choices whose
// package is declared by a manifest of one of the ecosystems, with evidence, or "".
func declaredIn(ecosystems string, choices ...marker) func(*reader, *luminos.File) (string, []luminos.Evidence) {
	return func(r *reader, f *luminos.File) (string, []luminos.Evidence) {
		for _, c := range choices {
			for eco := range strings.FieldsSeq(ecosystems) {
				if ev := declaring(r, f, eco, c.text); ev != nil {
					return c.framework, ev
				}
			}
		}
		return "", nil
	}
}

// always returns a function that returns the framework name for any test file, with evidence of the
// first line that contains the needle, or else of the first line that is not blank.
func always(name, needle string) func(*reader, *luminos.File) (string, []luminos.Evidence) {
	return func(r *reader, f *luminos.File) (string, []luminos.Evidence) {
		ev := r.citeMain(f.Path, needle)
		if ev == nil {
			ev = r.citeStart(f.Path)
		}
		return name, ev
	}
}

var pythonDeclared = declaredIn("python", marker{"pytest", "pytest"}, marker{"pytest", "pytest-cov"}, marker{"nose", "nose"})

func pythonFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	for _, name := range []string{"pytest.ini", "conftest.py"} {
		for _, c := range r.tree.byBase[name] {
			if role := r.tree.role(c); role != luminos.ManifestVendored && !pathrole.Fixture(c.Path) {
				if ev := r.citeStart(c.Path); ev != nil {
					return "pytest", ev
				}
			}
		}
	}
	for _, p := range r.pkgs {
		if p.Ecosystem == "python" && p.isOwn() {
			for _, needle := range []string{"[tool.pytest", "[tool:pytest]", "[pytest]"} {
				if ev := cite(p.text, needle); ev != nil {
					return "pytest", ev
				}
			}
		}
	}
	if name, ev := pythonDeclared(r, f); name != "" {
		return name, ev
	}
	// Only pytest collects plain functions with this name.
	if ev := r.citeMain(f.Path, "def test_"); ev != nil {
		return "pytest", ev
	}
	return "", nil
}

// scriptRunners are commands that run the tests of a package of npm, the most
// certain first. The words of a command follow each other; a flag may come later.
var scriptRunners = []marker{
	{"vitest", "vitest"}, {"jest", "jest"}, {"mocha", "mocha"}, {"mocha", "_mocha"}, {"node test runner", "node --test"}, {"bun test", "bun test"},
	{"deno test", "deno test"}, {"jest", "react-scripts test"}, {"ava", "ava"}, {"tap", "tap"}, {"tape", "tape"}, {"uvu", "uvu"}, {"jasmine", "jasmine"},
	{"karma", "ng test"}, {"qunit", "qunit"}, {"web test runner", "web-test-runner"}, {"web test runner", "wtr"}, {"karma", "karma"},
	{"playwright", "playwright test"}, {"cypress", "cypress run"},
}

var npmDeclared = declaredIn("npm", marker{"vitest", "vitest"}, marker{"jest", "jest"}, marker{"jest", "react-scripts"}, marker{"mocha", "mocha"},
	marker{"jasmine", "jasmine-core"}, marker{"ava", "ava"}, marker{"tap", "tap"}, marker{"tape", "tape"}, marker{"uvu", "uvu"}, marker{"qunit", "qunit"},
	marker{"web test runner", "@web/test-runner"}, marker{"karma", "karma"}, marker{"playwright", "@playwright/test"}, marker{"cypress", "cypress"})

// npmFramework returns the test framework of the script file f, with evidence: from the nearest
// package.json above f whose script "test" runs a test framework, or else from a package.json that
// declares a test framework as a dependency.
func npmFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	for dir := f.Path.Dir(); ; dir = dir.Dir() {
		if p := npmAt(r, dir); p != nil {
			if name, script := scriptRunner(p.doc.obj("scripts"), "test", map[string]bool{}); name != "" {
				return name, cite(p.text, quoted(script)+":")
			}
		}
		if dir == luminos.Root {
			return npmDeclared(r, f)
		}
	}
}

// scriptRunner returns the test framework that the script name of a package.json runs, directly or by running other
// scripts, and the name of the script that has the command, or "". seen holds the scripts that were searched.
func scriptRunner(scripts value, name string, seen map[string]bool) (framework, at string) {
	if seen[name] || len(seen) > 10 {
		return "", ""
	}
	seen[name] = true
	commands := shellCommands(scripts.str(name))
	for _, m := range scriptRunners {
		if slices.ContainsFunc(commands, func(words []string) bool { return runs(words, strings.Fields(m.text)) }) {
			return m.framework, name
		}
	}
	for _, words := range commands {
		if !slices.Contains(packageManagers, words[0]) {
			continue
		}
		for _, w := range words[1:] {
			if framework, at := scriptRunner(scripts, w, seen); framework != "" {
				return framework, at
			}
		}
	}
	return "", ""
}

var shellOperator = lazyregexp.Lazy(`[;&|\n()]+`)

// shellCommands splits a script into commands, and each command into words.
// Quotes are not interpreted.
func shellCommands(script string) [][]string {
	var all [][]string
	for _, command := range shellOperator().Split(clip(script, 8<<10), 60) {
		if words := strings.Fields(command); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// runs reports whether words, a command line, runs command, a program and at most one argument, also through another
// program: "npx jest". A program with a slash in its path counts only below node_modules.
func runs(words, command []string) bool {
	for i, w := range words {
		if strings.Contains(w, "/") && !strings.Contains(w, "node_modules/") || program(w) != command[0] {
			continue
		}
		switch rest := words[i+1:]; {
		case len(command) == 1, len(rest) > 0 && rest[0] == command[1]:
			return true
		case strings.HasPrefix(command[1], "-") && slices.Contains(rest, command[1]):
			return true
		}
	}
	return false
}

// program returns the name of the program in a word of a command line, without directory, version
// and extension: "jest" for "node_modules/.bin/jest.js".
func program(word string) string {
	word = word[strings.LastIndexByte(word, '/')+1:]
	if i := strings.IndexByte(word, '@'); i > 0 {
		word = word[:i]
	}
	return strings.TrimSuffix(strings.TrimSuffix(word, ".js"), ".mjs")
}

func rubyFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	if strings.HasSuffix(string(f.Path), "_spec.rb") {
		return always("rspec", "describe")(r, f)
	}
	if ev := declaring(r, f, "rubygems", "minitest"); ev != nil {
		return "minitest", ev
	}
	if ev := declaring(r, f, "rubygems", "test-unit"); ev != nil {
		return "test-unit", ev
	}
	if !namedRubyTest(f) {
		return "", nil
	}
	return always("minitest", "class ")(r, f)
}

func phpFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	if ev := declaring(r, f, "composer", "pestphp/pest"); ev != nil {
		return "pest", ev
	}
	if ev := declaring(r, f, "composer", "phpunit/phpunit"); ev != nil {
		return "phpunit", ev
	}
	return always("phpunit", "extends ")(r, f)
}
