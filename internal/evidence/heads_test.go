package evidence_test

import (
	"strings"
	"testing"

	"luminos"
)

// The heads of an excerpt are the ones around its first cited line, by the lines with their names.
func TestHeadsAreAroundTheCitedLine(t *testing.T) {
	body := strings.Repeat("        x()\n", 8)
	for name, c := range map[string]struct {
		path luminos.Path
		text string // the line with "CITED" is cited
		want string
	}{
		"a signature of several lines": {
			"a.py", "class A:\n    def put(\n        self,\n    ) -> None:\n" + body + "        CITED\n",
			"class A:|    def put("},
		"a signature that ends among the lines before": {
			"a.py", "def put(\n" + strings.Repeat("    a,\n", 9) + ") -> None:\n    y()\n    CITED\n", "def put("},
		"the last line of a signature": {"a.py", "def put(\n" + strings.Repeat("    a,\n", 9) + ") -> CITED:\n    pass\n",
			"def put("},
		"type parameters": {
			"a.go", "func Put[\n\tT any,\n](a T) {\n" + strings.Repeat("\tx()\n", 8) + "\tCITED\n",
			"func Put["},
		"a brace alone": {
			"a.cs", "  void Put(\n    int a)\n  {\n" + strings.Repeat("    x();\n", 8) + "    CITED\n",
			"  void Put("},
		"another function above": {"a.py", "def other():\n" + body + "\ndef put():\n        CITED\n", ""},
		"an outer block above":   {"a.py", "def put():\n" + body + "    if b:\n        CITED\n", "def put():"},
		"a line of documentation": {
			"a.py", "def put():\n    \"\"\"Puts\n    from a test::\n\n" + body + "        CITED\n    \"\"\"\n", "def put():"},
		"code after documentation": {
			"a.py", "# it isn'''t\ndef put():\n    '''Puts \"\"\"it'''\n    if b:\n" + body + "        CITED\n",
			"def put():|    if b:"},
		"a line at the margin": {"a.py", "def put():\n    if b:\n" + body + "CITED\n", ""},
		"a signature that goes on at the left": {
			"a.c", "int y;\nvoid put(int a,\n  int b) {\n" + body + "    CITED;\n",
			"void put(int a,"},
		"an empty line that is cited, too": {"a.py", "def put():\n" + body + "\n        CITED\n", "def put():"},
	} {
		n := 1 + strings.Count(c.text[:strings.Index(c.text, "CITED")], "\n")
		first := n
		if strings.Contains(c.text, "\n\n        CITED") {
			first--
		}
		list, err := checker(t, map[string]string{string(c.path): c.text}).Excerpts(t.Context(), []luminos.Claim{{
			Evidence: luminos.Evidence{Path: c.path, Lines: lines(first, n)},
		}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(list[0].Inside, "|"); got != c.want {
			t.Errorf("%s: the heads are %q, want %q", name, got, c.want)
		}
	}
}
