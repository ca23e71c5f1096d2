package investigate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/redact"
)

// Readers that read more or less of a file, in any order, make the same list, and it
// is bounded.
func TestMaskedPlacesAreAListOfTheFirst(t *testing.T) {
	var all []redact.Secret
	for i := range 500 {
		all = append(all, redact.Secret{Kind: "password", Line: i + 1, Last: i + 1})
	}
	head := append([]redact.Secret{}, all[:7]...)
	all[6].Last = 9 // the head was cut within it
	one, other := &masked{}, &masked{}
	one.add("a", head)
	one.add("a", all)
	other.add("a", all)
	other.add("a", head)
	other.add("a", all[:1])
	if diff := cmp.Diff(one.first, other.first); diff != "" || one.places != 500 || other.places != 500 {
		t.Errorf("%d and %d places: %s", one.places, other.places, diff)
	}
	if n := len(one.first); n != maskedOfFile || one.first[n-1].Lines.First != n || one.first[6].Lines.Last != 9 {
		t.Errorf("%d are kept: %+v", n, one.first)
	}
}

func TestDocstringsAreAside(t *testing.T) {
	text := "def f():\n    r\"\"\"Send.\n    token = 'x'\n    \"\"\"\n    sql = \"\"\"\n    token = 'x'\n\"\"\"\n" +
		"    '''one line'''\n    a, b = \"\"\"x\"\"\", \"\"\"y\"\"\"\n    token = 'x'\n"
	want := []bool{false, true, true, true, false, false, false, true, false, false, false}
	if diff := cmp.Diff(want, docstrings(strings.Split(text, "\n"))); diff != "" {
		t.Error(diff)
	}
	aside := asideIn("a.rs", []string{"let a = 1;", "#[cfg(test)]", "mod t {"})
	if aside(1) || !aside(3) || asideIn("a.txt", nil)(1) {
		t.Error("only lines below the first tests of a Rust file are aside")
	}
	doc := asideIn("a.ex", strings.Split("defmodule A do\n  @moduledoc ~S\"\"\"\n  key: \"x\"\n  \"\"\"\n  @key \"x\"\nend", "\n"))
	if doc(1) || !doc(3) || doc(5) {
		t.Error("only the documentation in a file of Elixir is aside")
	}
	pod := asideIn("a.pm", strings.Split("my $a = 1;\n=head1 A\n  key => 'x'\n=cut\nmy $b = 2;\n= 3;", "\n"))
	if pod(1) || !pod(2) || !pod(3) || pod(5) || pod(6) {
		t.Error("only the documentation in a Perl file is aside")
	}
	block := asideIn("a.go", []string{"key := 1", "\t/*", "{key: 1}", "*/", "key := 2", "glob := \"/*\"",
		"key := 3", "/* a */", "key := 4"})
	for n, want := range []bool{false, true, true, true, false, false, false, true, false} {
		if block(n+1) != want {
			t.Errorf("line %d in a comment: %v", n+1, !want)
		}
	}
}

func TestKeysThatADocumentShows(t *testing.T) {
	printed := []string{"Print the key:", "System.out.println(key);", "```"}
	if !shownKey("README.md", printed) || shownKey("key.pem", printed) ||
		shownKey("notes.md", []string{"The key of the server:"}) {
		t.Error("a key is an example if the lines before it in a document say so")
	}
	if far := append(printed, make([]string, exampleLines)...); shownKey("README.md", far) {
		t.Error("lines far above a key say nothing about it")
	}
}

func TestKeysWithNamesOfExamples(t *testing.T) {
	const begin = "-----BEGIN PRIVATE KEY-----"
	const first = "MIICXAIBAAKBgQ"
	if !namedExample([]string{"const KEY_PLACEHOLDER = `", begin, first}) ||
		namedExample([]string{"const KEY = `", begin, first}) ||
		namedExample([]string{"// an example", "", "a", "key = `", begin, first}) {
		t.Error("a key is an example if the name before it says so")
	}
	if !namedExample([]string{"const keyDataHolder =", begin + first}) ||
		namedExample([]string{"const accountHolder =", begin + first}) {
		t.Error("a holder of data shows an example, the holder of an account does not")
	}
	if !namedExample([]string{"", "const demoKey = '" + begin + first}) ||
		namedExample([]string{"const publicKey = 'placeholder'", "const privateKey = '" + begin + first}) {
		t.Error("a key in one line is an example if its own name says so")
	}
}

// TestShownPlaces gives each sign of an example beside a secret without the sign.
func TestShownPlaces(t *testing.T) {
	for _, c := range []struct{ path, shown, used string }{
		{"a.ts", `token: "x", // local test only`, `token: "x", // of the server`},
		{"a.ts", "// The public demo server.\ntoken: x", "// The server.\ntoken: x"},
		{"a.sh", "P=x # a demo, not for production", "P=x # tests show that production takes it"},
		{"a.hcl", "# Use a production KMS, such as that of a cloud.\nkms \"x\" {\n  key = \"x\"",
			"# Of the production KMS.\nkms \"x\" {\n  key = \"x\""},
		{"a.sh", "# Build-time values.\n# No more.\nA=b\nAUTH_SECRET=x", "# Build-time values.\n\nAUTH_SECRET=x"},
		{"a.sh", "# Build-time values.\nAUTH_SECRET=x", "echo build-time\nAUTH_SECRET=x"},
		{"a.cnf", "secret = $a::secret # pass:xxxxx", "secret = pass:xxxxx # of both"},
		{"a.sh", "# for tests\nP=x", "# for tests\nA=b\nP=x"},
		{"a.go", "var help = `Set it.\n\nEXAMPLES:\n  1. do\n     set KEY=x", "var help = `Set it.\n\n  set KEY=x"},
		{"a.go", "const h = `\nUsage:\n  set KEY=x", "const h = `\nUsage:\n  set\n`\nkey := x"},
		{"a.go", "// A public demo.\nc.set(host{\n  A: 1,\n  Key: 2,",
			"// A public demo.\nc.set(host{\n  A: 1,\n\n  Key: 2,"},
		{"a.go", "// A public demo.\nc.set(host{\n  Key: 2,", "// A public demo.\nset host\n  Key: 2,"},
		{"a.go", "func createDemoProject() {\n\tPassword: x", "func createProject() {\n\tPassword: x"},
		{"a.go", "func new_sample() {\n\tPassword: x", "func resample() {\n\tPassword: x"},
		{"a.go", "func demo() {\n\tPassword: x", "func demoteUser() {\n\tPassword: x"},
		{"a.json", "\"a\": \"This token is for testing a/b\",\n\"a\": \"x\"", "\"a\": \"testing\",\n\"a\": \"x\""},
		{"a.py", "GtagMP(\n    api_secret='x',", "Client(\n    api_secret='x',"},
		{"a.json", `  "example": "x",`, `  "exampleKey": "x",`},
		{"a.yaml", "  - example: x", "  - key: x"},
		{"a.js", "algolia: {\n  appId: 'a',\n  apiKey: 'x',", "payment: {\n  appId: 'a',\n  apiKey: 'x',"},
		{"a.go", "const h = `\nUsage:\n  set KEY=x", "// a comment\nUsage:\nconst h = `\nkey = x"},
	} {
		if !shown(luminos.Path(c.path), strings.Split(c.shown, "\n")) {
			t.Errorf("%q is shown as an example", c.shown)
		}
		if shown(luminos.Path(c.path), strings.Split(c.used, "\n")) {
			t.Errorf("%q is in use", c.used)
		}
	}
}
