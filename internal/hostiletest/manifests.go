package hostiletest

import (
	"fmt"
	"strings"
)

// nesting is the depth of the nested bombs: enough to end a recursive parser's stack or patience.
const nesting = 100_000

// manifests makes broken, enormous and deeply nested manifests, which a reader should give up on.
func (m *maker) manifests() {
	d := m.place("manifests")
	m.all(BadFile, d, bombs())
}

// bombs returns the contents of broken, enormous and deeply nested manifests by file name.
func bombs() map[string]string {
	open, shut := strings.Repeat("[", nesting), strings.Repeat("]", nesting)
	return map[string]string{
		"arrays/package.json":          `{"name": "bomb", "scripts": ` + open + shut + "}",
		"unclosed/package.json":        strings.Repeat(`{"a":`, nesting),
		"types/package.json":           `{"name": ["no"], "version": {}, "scripts": 3, "bin": false, "workspaces": {"packages": 7}, "dependencies": [1], "license": [[]]}`,
		"half/package.json":            `{"name": "half", "scripts": {"test": "jest`,
		"enormous/package.json":        `{"name": "enormous", "dependencies": {` + many(50_000, `"dependency-%d": "1.0.0", `) + `"z": "1"}}`,
		"invalid/package.json":         "{\"name\": \"inv\xff\xfe\", \"description\": \"\x00\x1b[31m\"}",
		"bom/package.json":             "\uFEFF{\"name\": \"bom\"}",
		"null/package.json":            "null",
		"broken/composer.json":         `{"name": "a/b",, "require": {}}`,
		"deep/composer.json":           `{"require": ` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + "}",
		"tables/Cargo.toml":            "[package]\nname = \"tables\"\n" + many(nesting, "[a.t%d]\n"),
		"dotted/Cargo.toml":            "[package" + strings.Repeat(".a", nesting) + "]\nname = \"dotted\"\n",
		"broken/Cargo.toml":            "[package\nname = broken",
		"arrays/pyproject.toml":        "x = " + open + shut + "\n",
		"inline/pyproject.toml":        "x = " + strings.Repeat("{a = ", nesting) + "1" + strings.Repeat("}", nesting) + "\n",
		"twice/pyproject.toml":         "[project]\nname = \"one\"\n[project]\nname = \"two\"\n",
		"entities/pom.xml":             entities(),
		"nested/pom.xml":               "<project>" + strings.Repeat("<a>", nesting) + strings.Repeat("</a>", nesting) + "</project>",
		"external/pom.xml":             "<!DOCTYPE p [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<project><name>&x;</name></project>",
		"unclosed/pom.xml":             "<project><modelVersion>4.0.0</modelVersion><artifactId>half",
		"nested/app.csproj":            strings.Repeat("<ItemGroup>", nesting),
		"aliases/compose.yaml":         aliases(),
		"nested/compose.yaml":          "services: " + open + shut + "\n",
		"indented/pnpm-workspace.yaml": indented(2000),
		"loop/.gitlab-ci.yml":          "a: &a\n  b: *a\ninclude: *a\n",
		".github/workflows/x.yml":      "on: push\njobs: {a: {steps: [{run: \"\x01\"}]}\n  b:\n\t- tab\n",
		".github/workflows/big.yml":    "name: big\njobs:\n" + many(20_000, "  job-%d: {runs-on: x}\n"),
		"returns/compose.yaml":         "services: |\n  x\n" + strings.Repeat("\r", 30_000),
		"marks/pubspec.yaml":           "name: " + strings.Repeat("@", 16_000) + "\n" + strings.Repeat("- @\n", 10_000),
		"keys/Cargo.toml":              "[package]\nname = \"keys\"\n" + many(30_000, "k%d = 1\n"),
		"data/tabs.yaml":               "- a: \"" + strings.Repeat("a\t", nesting) + "\"\n",
		"data/blank.yaml":              "- a: |\n    x\n" + strings.Repeat("\n", 2*nesting),
		"data/returns.yaml":            "- a: |\n    x\n" + strings.Repeat("\r", 2*nesting),
		"data/entries.yaml":            many(45_000, "key%06d: value99\n"),
		"data/left-out.yaml":           strings.Repeat("- a:\n", 2*nesting),
		"data/paths.yaml":              strings.Repeat("k", 16_000) + ":\n" + strings.Repeat("- a: 1\n", nesting),
		"broken/go.mod":                "module \"unclosed\nrequire (\n",
		"enormous/go.mod":              "module example.com/enormous\n\nrequire (\n" + many(20_000, "\texample.com/m%d v1.0.0\n") + ")\n",
		"parens/CMakeLists.txt":        "project" + strings.Repeat("(", nesting),
		"long/Makefile":                "all: " + strings.Repeat("x ", 1<<20) + "\n",
		"continued/Makefile":           strings.Repeat("a = b \\\n", 50_000),
		"continued/Dockerfile":         "FROM a\nRUN " + strings.Repeat("x \\\n", 50_000),
		"many/Dockerfile":              many(20_000, "FROM image%d AS x\n"),
		"many/requirements.txt":        many(50_000, "package-%d==1.0\n") + "-r requirements.txt\n",
		"broken/setup.cfg":             "[metadata\nname = = =\n" + strings.Repeat("[", 1000),
		"quotes/Gemfile":               "source " + strings.Repeat("'\"", 50_000),
		"brackets/build.gradle":        "plugins " + strings.Repeat("{ ", nesting),
		"broken/settings.gradle.kts":   "include(\":\uFFFD\", ",
		"LICENSES/LICENSE":             strings.Repeat("Permission is hereby granted, free of charge, ", 20_000),
	}
}

// many returns the results of formatting each number from 0 to n-1 with the format, joined.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// entities returns an XML document that is small until its entities are replaced, then enormous.
func entities() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE project [\n<!ENTITY e0 \"ha\">\n")
	for i := 1; i <= 20; i++ {
		fmt.Fprintf(&b, "<!ENTITY e%d %q>\n", i, strings.Repeat(fmt.Sprintf("&e%d;", i-1), 10))
	}
	b.WriteString("]>\n<project><artifactId>&e20;</artifactId></project>\n")
	return b.String()
}

// aliases returns a YAML document that is small until its aliases are followed, then enormous.
func aliases() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [ha, ha]\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i, i-1, i-1, i-1, i-1, i-1, i-1, i-1, i-1)
	}
	b.WriteString("services: *a40\n")
	return b.String()
}

// indented returns a YAML document of nested mappings, one for each level, each on a line of its
// own.
func indented(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i))
		b.WriteString("a:\n")
	}
	return b.String()
}

// astray makes valid manifests and sources that refer to files outside of the target, or to themselves.
func (m *maker) astray() {
	d := m.place("astray")
	up := strings.Repeat("../", 30)
	m.all(Astray, d, map[string]string{
		"npm/package.json":        fmt.Sprintf(`{"name": "astray", "main": %q, "bin": {"x": "/etc/passwd"}, "workspaces": ["../*", "/etc", %q]}`, up+"etc/passwd", m.Outside),
		"cargo/Cargo.toml":        fmt.Sprintf("[workspace]\nmembers = [\"../..\", %q, \"**/**/**\"]\n\n[package]\nname = \"astray\"\nreadme = %q\n\n[[bin]]\nname = \"x\"\npath = \"/etc/passwd\"\n", up, m.Outside+"/canary.txt"),
		"go/go.work":              "go 1.26\n\nuse (\n\t../../..\n\t/etc\n)\n",
		"python/pyproject.toml":   fmt.Sprintf("[project]\nname = \"astray\"\nreadme = %q\nlicense = {file = \"/etc/passwd\"}\n", up+"etc/passwd"),
		"maven/pom.xml":           "<project><artifactId>astray</artifactId><modules><module>../../..</module><module>.</module></modules></project>",
		"python/requirements.txt": "-r ../../../../etc/passwd\n-e .\n-c http://localhost:1/\n",
		"docker/Dockerfile":       "FROM scratch\nCOPY ../../../etc/passwd /\nENTRYPOINT [\"/bin/sh\"]\n",
		"docker/compose.yaml":     "include: [../../../etc/passwd]\nservices:\n  x: {build: ../../.., env_file: /proc/self/environ}\n",
		"go/main.go":              "package main\n\nimport _ \"../../../../etc\"\n\nfunc main() {}\n",
		"npm/index.js":            "require('../../../../../../etc/passwd'); require('/etc/passwd'); require('\\u001b[2J');\n",
		"sphinx/index.rst":        ".. include:: /etc/passwd\n\n.. literalinclude:: ../../../etc/passwd\n",
		"gitlab/.gitlab-ci.yml":   "include:\n  - local: ../../../etc/passwd\n  - remote: http://localhost:1/\n",
		"self/package.json":       `{"name": "self", "workspaces": [".", "./", "*", "../self"]}`,
	})
}
