package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// firstDeclared is the first of the frameworks whose package is declared.
func firstDeclared(r *reader, f *luminos.File, ecosystems []string, choices []marker) (string, []luminos.Evidence) {
	for _, c := range choices {
		for _, eco := range ecosystems {
			if ev := r.declaring(f, eco, c.text); ev != nil {
				return c.framework, ev
			}
		}
	}
	return "", nil
}

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
		if p.Ecosystem == "python" && p.tells() {
			for _, needle := range []string{"[tool.pytest", "[tool:pytest]", "[pytest]"} {
				if ev := cite(p.text, needle); ev != nil {
					return "pytest", ev
				}
			}
		}
	}
	if name, ev := firstDeclared(r, f, []string{"python", "conda"}, []marker{{"pytest", "pytest"}, {"pytest", "pytest-cov"}, {"nose", "nose"}}); name != "" {
		return name, ev
	}
	// Bare functions called test_ are what only pytest collects.
	if ev := r.citeMain(f.Path, "def test_"); ev != nil {
		return "pytest", ev
	}
	return "", nil
}

// scriptRunners are the commands that run the tests of a script, surest first;
// the words of one follow each other, and a flag may stand anywhere behind.
var scriptRunners = []marker{
	{"vitest", "vitest"}, {"jest", "jest"}, {"mocha", "mocha"}, {"mocha", "_mocha"}, {"node test runner", "node --test"}, {"bun test", "bun test"},
	{"deno test", "deno test"}, {"jest", "react-scripts test"}, {"ava", "ava"}, {"tap", "tap"}, {"tape", "tape"}, {"uvu", "uvu"}, {"jasmine", "jasmine"},
	{"karma", "ng test"}, {"qunit", "qunit"}, {"web test runner", "web-test-runner"}, {"web test runner", "wtr"}, {"karma", "karma"},
	{"playwright", "playwright test"}, {"cypress", "cypress run"},
}

func npmFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	// What the script says is surer than what is installed.
	owner := r.npmAbove(f.Path)
	for ; owner != nil; owner = r.npmAbove(owner.dir) {
		if name, script := scriptRunner(owner.doc.obj("scripts"), "test", map[string]bool{}); name != "" {
			return name, cite(owner.text, quoted(script)+":")
		}
		if owner.dir == luminos.Root {
			break
		}
	}
	if name, ev := firstDeclared(r, f, []string{"npm"}, []marker{{"vitest", "vitest"}, {"jest", "jest"}, {"jest", "react-scripts"}, {"mocha", "mocha"}, {"jasmine", "jasmine-core"},
		{"ava", "ava"}, {"tap", "tap"}, {"tape", "tape"}, {"uvu", "uvu"}, {"qunit", "qunit"}, {"web test runner", "@web/test-runner"}, {"karma", "karma"},
		{"playwright", "@playwright/test"}, {"cypress", "cypress"}}); name != "" {
		return name, ev
	}
	return "", nil
}

// scriptRunner is what runs the tests when the script of that name does, and the
// script that says so: that one, or one that it runs.
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

// runs reports whether a command runs, or wraps, the given program and
// argument. A word with a slash counts only below node_modules.
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

// program returns the name of a program: the last element of its path, without
// version and extension.
func program(word string) string {
	word = word[strings.LastIndexByte(word, '/')+1:]
	if i := strings.IndexByte(word, '@'); i > 0 {
		word = word[:i]
	}
	return strings.TrimSuffix(strings.TrimSuffix(word, ".js"), ".mjs")
}

// npmAbove is the nearest package.json in a directory above p.
func (r *reader) npmAbove(p luminos.Path) *pkg {
	for p != luminos.Root {
		p = p.Dir()
		if q := r.npmAt(p); q != nil {
			return q
		}
	}
	return nil
}

func rubyFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	if strings.HasSuffix(string(f.Path), "_spec.rb") {
		return always("rspec", "describe")(r, f)
	}
	if ev := r.declaring(f, "rubygems", "test-unit"); ev != nil && r.declaring(f, "rubygems", "minitest") == nil {
		return "test-unit", ev
	}
	if ev := r.declaring(f, "rubygems", "minitest"); ev != nil {
		return "minitest", ev
	}
	return always("minitest", "class ")(r, f)
}

func phpFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	if name, ev := firstDeclared(r, f, []string{"composer"}, []marker{{"pest", "pestphp/pest"}, {"phpunit", "phpunit/phpunit"}}); name != "" {
		return name, ev
	}
	return always("phpunit", "extends ")(r, f)
}

func jvmFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	return firstDeclared(r, f, []string{"maven", "gradle"}, []marker{
		{"junit", "junit:junit"}, {"junit", "org.junit.jupiter:junit-jupiter"}, {"junit", "org.springframework.boot:spring-boot-starter-test"}, {"testng", "org.testng:testng"},
	})
}

func nugetFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	return firstDeclared(r, f, []string{"nuget"}, []marker{{"xunit", "xunit"}, {"xunit", "xunit.v3"}, {"nunit", "NUnit"}, {"mstest", "MSTest.TestFramework"}, {"mstest", "MSTest"}})
}

func haskellFramework(r *reader, f *luminos.File) (string, []luminos.Evidence) {
	return firstDeclared(r, f, []string{"haskell"}, []marker{{"tasty", "tasty"}, {"hspec", "hspec"}, {"hunit", "HUnit"}, {"quickcheck", "QuickCheck"}})
}
