package manifest

import (
	"slices"
	"testing"
	"testing/fstest"
)

// The name of a runner counts only as a whole word.
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

// Markers of test frameworks match whole words; the evidence is their line.
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
