package manifest

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestShellCommands(t *testing.T) {
	for script, want := range map[string][][]string{
		"a b && c|d; e &\nf":             {{"a", "b"}, {"c"}, {"d"}, {"e"}, {"f"}},
		"if go test ./...; then x; fi":   {{"go", "test", "./..."}, {"x"}},
		"A=1 B='2 3' sudo make \\\n all": {{"make", "all"}},
		"(cd x && y) # z":                {{"cd", "x"}, {"y"}},
		`echo "a; b" c#d 'e`:             {{"echo", "a; b", "c#d", "e"}},
		"$(CC) -o $(dir $(X)) y":         {{"$(CC)", "-o", "$(dir $(X))", "y"}},
		"@-echo x\n\t+@make y":           {{"echo", "x"}, {"make", "y"}},
		"":                               nil,
		"@ & | A=1":                      nil,
	} {
		if got := shellCommands(script); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("commands of %q: %q, want %q", script, got, want)
		}
	}
}

func TestStepOf(t *testing.T) {
	for script, want := range map[string]string{
		"pip install -r requirements.txt":       "install",
		"$(PYTHON) -m pip install -e .":         "install",
		"python3.12 -m pytest -q":               "test",
		"python -m build":                       "build",
		"./node_modules/.bin/jest --ci":         "test",
		"npx --yes prettier@3 --check .":        "lint",
		"poetry run black src":                  "format",
		"yarn":                                  "install",
		"yarn --frozen-lockfile":                "install",
		"yarn build":                            "build",
		"yarn workspace x":                      stepUnknown,
		"pnpm -r --filter x run test":           "test",
		"npm run lint --workspaces":             "lint",
		"$(MAKE) -C sub install":                "install",
		"make test-unit CC=gcc":                 "test",
		"go get example.com/a@latest":           stepUpdate,
		"go -C tools build ./x":                 stepUnknown,
		"ruff check --fix":                      stepUnknown,
		"./tool/go vet ./...":                   "lint",
		"bundle exec rspec":                     "test",
		"uv run --frozen mypy src":              "lint",
		"test -f x":                             stepNothing,
		"./configure":                           stepUnknown,
		"docker compose -f docker-dev.yml up":   stepUnknown,
		"composer run-script phpstan --no-ansi": "lint",
	} {
		if got := stepOf(shellCommands(script)[0]); got != want {
			t.Errorf("step of %q: %q, want %q", script, got, want)
		}
	}
}

// A name of a runner is one only as a word.
func TestScriptRunner(t *testing.T) {
	for _, c := range []struct{ test, unit, want string }{
		{"node test/javascript/run_web_test_runner.mjs", "", ""},
		{"node scripts/jest-like.js && prettier tape/", "", ""},
		{"eslint tap/ test/mocha", "", ""},
		{"bun run test", "", ""},
		{"nyc --reporter=text mocha", "", "mocha"},
		{"cross-env A=1 node ./node_modules/mocha/bin/_mocha --exit", "", "mocha"},
		{"npx -y ava@6 --watch", "", "ava"},
		{"node --import tsx --test 'test/*.ts'", "", "node test runner"},
		{"npm run lint && npm run unit -- --ci", "vitest run", "vitest"},
		{"yarn unit", "npm test", ""},
		{"wtr", "", "web test runner"},
		{"tap", "", "tap"},
	} {
		scripts := value{"test": c.test, "unit": c.unit}
		if got, _ := scriptRunner(scripts, "test", map[string]bool{}); got != c.want {
			t.Errorf("%q runs %q, want %q", c.test, got, c.want)
		}
	}
}

// The framework of a test is told by whole words, and cited where they stand.
func TestMarkersAreWords(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"web/package.json":    {Data: []byte(`{"scripts": {"test": "node java_runner.mjs"}, "devDependencies": {"qunit": "2"}}`)},
		"web/test/a_test.js":  {Data: []byte("import x from 'x'\nconst {module, test} = QUnit\n")},
		"src/test/ATest.java": {Data: []byte("import org.communit.Test;\nimport org.junit.Test;\nclass ATest {}\n")},
	})
	if want := []string{"qunit", "junit"}; !slices.Equal(res.TestFrameworks, want) && !slices.Equal(res.TestFrameworks, []string{"junit", "qunit"}) {
		t.Errorf("tests use %q, want %q", res.TestFrameworks, want)
	}
	if ev := res.Evidence["test_frameworks/qunit"]; len(ev) == 0 || ev[0].Lines.First != 2 {
		t.Errorf("qunit is cited by %v", ev)
	}
}
