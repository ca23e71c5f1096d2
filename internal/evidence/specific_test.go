package evidence_test

import (
	"strings"
	"testing"

	"luminos"
)

// A quote that could stand in any file, or no quote at all, is refused with and without line numbers.
func TestUnspecificQuoteIsRefused(t *testing.T) {
	c := checker(t, map[string]string{
		"README.md": "# Small\n\nA small thing that walks. It is not production ready.\n\n\n" + strings.Repeat("more text\n", 40),
		"a.go": strings.Repeat("package small\n\nfunc Walk() error {\n\tif err != nil {\n\t\treturn nil\n\t} else {\n\t\t"+
			"return errUnknown\n\t}\n"+
			"\treturn n + rest(small)\n}\n", 2),
	})
	for name, test := range map[string]struct {
		path  luminos.Path
		quote string
		lines *luminos.LineRange
	}{
		"no quote":                        {"README.md", "", lines(3, 3)},
		"blank lines":                     {"README.md", "", lines(4, 5)},
		"white space":                     {"README.md", " \n\t", lines(3, 5)},
		"a sign":                          {"README.md", "#", lines(1, 1)},
		"signs of code":                   {"a.go", "} else {", lines(6, 6)},
		"a closing brace":                 {"a.go", "}", lines(8, 9)},
		"a letter":                        {"README.md", "A", lines(3, 3)},
		"a common word":                   {"README.md", "that", lines(3, 3)},
		"common words":                    {"README.md", "It is not", lines(3, 3)},
		"a key word":                      {"a.go", "return", lines(5, 5)},
		"a common line of code":           {"a.go", "return nil", lines(5, 5)},
		"a keyword and a letter":          {"a.go", "return n", lines(9, 9)},
		"a common condition":              {"a.go", "if err != nil {", lines(4, 4)},
		"one word of a sentence":          {"README.md", "production", lines(3, 3)},
		"a fragment of a word":            {"README.md", "roducti", lines(3, 3)},
		"fragments of two words":          {"README.md", "roduction rea", lines(3, 3)},
		"a word and a fragment of a word": {"README.md", "production rea", lines(3, 3)},
		"a fragment of a word and a word": {"README.md", "uction ready", lines(3, 3)},
	} {
		for where, e := range map[string]luminos.Evidence{
			"with lines": {Path: test.path, Quote: test.quote, Lines: test.lines}, "without lines": {Path: test.path, Quote: test.quote},
		} {
			if got, err := c.Cite(t.Context(), e); err == nil {
				t.Errorf("%s, %s: %q is evidence: %+v", name, where, test.quote, got)
			}
		}
	}
}

// A common quote is accepted if it is a whole line, or several, with a word, and no other line is the same.
func TestQuoteOfTheOnlyLineIsFound(t *testing.T) {
	c := checker(t, map[string]string{
		"a.py": "def put(\n    x,\n) -> None:\n    try:\n        use(x)\n    else:\n        return None, x\n\n\n" +
			"def get(\n) -> None:\n    return None\n    }\n",
		"b.yml": strings.Repeat("x: y\n", 50) + "continue-on-error: true\n",
	})
	for _, test := range []struct {
		e    luminos.Evidence
		want *luminos.LineRange // nil is an error
	}{
		{luminos.Evidence{Path: "b.yml", Quote: "continue-on-error: true"}, lines(51, 51)},
		{luminos.Evidence{Path: "b.yml", Quote: "continue-on-error: true", Lines: lines(40, 60)}, lines(40, 51)},
		{luminos.Evidence{Path: "b.yml", Quote: "continue-on-error: true", Lines: lines(1, 51)}, lines(51, 51)},
		{luminos.Evidence{Path: "a.py", Quote: "return None", Lines: lines(7, 7)}, lines(12, 12)},
		{luminos.Evidence{Path: "a.py", Quote: "try:"}, lines(4, 4)},
		{luminos.Evidence{Path: "a.py", Quote: ") -> None: return None"}, lines(11, 12)},
		{luminos.Evidence{Path: "a.py", Quote: ") -> None:", Lines: lines(3, 3)}, nil},
		{luminos.Evidence{Path: "a.py", Quote: "return", Lines: lines(12, 12)}, nil},
		{luminos.Evidence{Path: "a.py", Quote: "}", Lines: lines(13, 13)}, nil},
	} {
		got, err := c.Cite(t.Context(), test.e)
		if (err == nil) != (test.want != nil) || err == nil && *got.Lines != *test.want {
			t.Errorf("%+v: %+v, %v", test.e, got.Lines, err)
		}
		if err != nil && !strings.Contains(err.Error(), "copy the whole line, or two lines") {
			t.Errorf("%v does not say what helps", err)
		}
	}
}

// Short quotes are accepted if they name something.
func TestSpecificQuoteIsFound(t *testing.T) {
	c := checker(t, map[string]string{
		"go.mod":           "module example.com/small\n\ngo 1.26\n",
		"requirements.txt": "flask\nrequests>=2.1\n",
		"a.py":             "import os\nMAX_RETRIES = 3\nparseCitation(x)\ndef walk(self):\n    pass\n",
		"zh.md":            "这是一个小程序，它遍历目录。\n",
		"fr.md":            "Le café est fermé aujourd’hui.\n",
		"x.yaml":           "port: 8080\nlicense: MIT\n",
	})
	for _, e := range []luminos.Evidence{
		{Path: "go.mod", Quote: "go 1.26"}, {Path: "go.mod", Quote: "example.com/small"}, {Path: "requirements.txt", Quote: "flask"},
		{Path: "requirements.txt", Quote: "requests>=2.1"}, {Path: "a.py", Quote: "MAX_RETRIES"}, {Path: "a.py", Quote: "parseCitation"},
		{Path: "a.py", Quote: "def walk(self)"}, {Path: "zh.md", Quote: "它遍历目录"}, {Path: "fr.md", Quote: "café est fermé"},
		{Path: "x.yaml", Quote: "port: 8080"}, {Path: "x.yaml", Quote: "license: MIT"},
	} {
		if _, err := c.Cite(t.Context(), e); err != nil {
			t.Errorf("%s %q: %v", e.Path, e.Quote, err)
		}
	}
}

// The kind of a path shows that the path exists, and nothing about a statement.
func TestKindIsNoEvidenceOfAStatement(t *testing.T) {
	c := checker(t, map[string]string{"a.csv": "name,age\nx,7\n"})
	for m, ok := range map[luminos.Measure]bool{luminos.MeasureKind: false, luminos.MeasureRows: true} {
		e := luminos.Evidence{Path: "a.csv", Measure: m, Value: map[bool]string{true: "1", false: "file"}[ok], Statement: "It contains personal data of minors."}
		if _, err := c.Cite(t.Context(), e); (err == nil) != ok {
			t.Errorf("the measure %s: %v", m, err)
		}
	}
}
