package diff

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestNames finds the names of interfaces and dependencies in code.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		name string
		path luminos.Path
		code string
		want bool
	}{
		{"environment variable A_B", "a.py", "env = \"A_B\",", true},
		{"environment variable A_B", "a.ts", "const { A_B } = process.env", true},
		{"environment variable A_B", "a.py", "A_BC, XA_B\n// A_B\n", false},
		{"program sh", "a.rs", "command: \"sh\".into()", true},
		{"program sh", "a.py", "run('sh -c x')", true},
		{"program sh", "a.py", "sh(\"bash\")", false},
		{"route /a", "a.ts", "get(`/a`)", true},
		{"route /a", "a.ts", "get('/ab')", false},
		{"service api.example.org", "a.ts", "x = 'http://api.example.org/v1'", true},
		{"listener 80", "a.ts", "80", false},
		{"program ", "a.ts", "\"\"", false},
		{"dependency typing-extensions (python)", "setup.py", "docs = ['Typing_Extensions>=1']", true},
		{"dependency pytest (python)", "tox.ini", "deps =\n  pytest\n", true},
		{"dependency pytest (python)", "tox.ini", "deps =\n  pytest-cov\n  # pytest\n", false},
		{"dependency flake8 (python)", "development.txt", "coverage\nflake8>=3.7\n", true},
		{"dependency flake8 (python)", "notes.txt", "We use flake8.", false},
		{"dependency flake8 (python)", "notes.txt", "flake8 is not needed any more", false},
		{"dependency flake8 (python)", "test.txt", "flake8[x] ; python_version < '3'\n", true},
		{"dependency tox (python)", "tox.ini", "[tox]", false},
		{"dependency setuptools (python)", "setup.py", "from setuptools import setup", false},
		{"dependency pytest (python)", "a.py", "import pytest", false},
		{"dependency ffi (rubygems)", "Gemfile.lock", "    ffi (1.17)", false},
		{"dependency rouge (rubygems)", "Rakefile", "s.add_development_dependency 'rouge', '~> 3.0'", true},
		{"dependency org.a:x (maven)", "pom-main.xml", "<groupId>org.a</groupId><artifactId>x</artifactId>", true},
		{"dependency org.a:x (maven)", "build.gradle", "junit: 'org.a:x:1'", true},
		{"dependency org.a:x (maven)", "pom.xml", "<groupId>org.b</groupId><artifactId>x</artifactId>", false},
		{"dependency chalk (npm)", "package.json", `{"dependencies": {}, "chalk": "chalk .", "dependencies": {}}`, false},
		{"dependency chalk (npm)", "package.json", `{"dependencies": {}, "dependencies": {"chalk" : "^1.0"}}`, true},
		{"dependency chalk (npm)", "a/package.json", `{"dependencies": {"chalk" : "^1.0"}}`, false},
		{"dependency ", "", "", false},
	} {
		s := Seek([]string{c.name})
		s.InDeclarations(c.path, c.code, func() bool { return false })
		s.InCode(c.code)
		if got := s.Found[c.name]; got != c.want {
			t.Errorf("%q in %q: %v", c.name, c.code, got)
		}
	}
}

// TestNamesInOneLine looks for a name that a file of one line has very often, in longer words or in a comment.
func TestNamesInOneLine(t *testing.T) {
	start := time.Now()
	for _, code := range []string{strings.Repeat("XA_B;", 200_000), "// " + strings.Repeat("A_B;", 250_000)} {
		s := Seek([]string{variable + "A_B"})
		if s.InCode(code); len(s.Found) > 0 {
			t.Errorf("found in %.10s", code)
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
	s := Seek([]string{variable + "A_B"})
	if s.InCode("# A_B A_B\nA_B"); len(s.Found) != 1 {
		t.Error("not found behind a comment")
	}
}

// TestLeaveOut removes the dependencies that the other side declares in another form, also from a group.
func TestLeaveOut(t *testing.T) {
	b := luminos.Facts{Dependencies: []luminos.Dependency{
		dependency("a", "1", "", "setup.cfg"), dependency("b", "1", "", "setup.cfg"), dependency("c", "1", "", "setup.cfg"),
		dependency("d", "1", "", "setup.cfg"), dependency("e", "1", "", "other.txt"),
		{Name: "f", Ecosystem: "npm", Manifest: "package.json"},
	}}
	a := luminos.Facts{Dependencies: []luminos.Dependency{dependency("g", "1", "", "other.txt")}}
	c := Of(report(a), report(b))
	doubtful := []string{"a", "b", "c", "d", "e"}
	for i := range doubtful {
		doubtful[i] = "dependency " + doubtful[i] + " (python)"
	}
	doubtful = append(doubtful, "dependency f (npm)")
	if d := cmp.Diff(doubtful, c.Doubtful(Added)); d != "" {
		t.Error(d)
	}
	c.LeaveOut(Added, map[string]bool{doubtful[0]: true, doubtful[4]: true})
	c.LeaveOut(Removed, map[string]bool{doubtful[1]: true})
	want := []string{
		"dependencies: added 3 dependencies in setup.cfg:  > b, c and d", "dependencies: added f (npm):  > any version",
		"dependencies: removed g (python): 1 > ",
	}
	if d := cmp.Diff(want, said(c)); d != "" {
		t.Error(d)
	}
}

// TestLeaveOutAll leaves an empty list, and bounds the texts of the rest of a group.
func TestLeaveOutAll(t *testing.T) {
	long := strings.Repeat("x", 2*longest)
	f := luminos.Facts{}
	for _, name := range []string{"a", "b", "c", "d" + long, "e" + long} {
		f.Dependencies = append(f.Dependencies, dependency(name, "1", "", "setup.cfg"))
	}
	c := Of(report(luminos.Facts{}), report(f))
	names := c.Doubtful(Added)
	c.LeaveOut(Added, map[string]bool{names[0]: true})
	if len(c.Changes) != 1 || len(c.Changes[0].After) > longest+2 {
		t.Errorf("changes %q", said(c))
	}
	found := map[string]bool{}
	for _, name := range names {
		found[name] = true
	}
	c.LeaveOut(Added, found)
	if b, err := json.Marshal(c.Changes); err != nil || string(b) != "[]" {
		t.Errorf("changes %s, %v", b, err)
	}
}
