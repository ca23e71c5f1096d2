package render

import (
	"testing"

	"luminos"
)

// TestWholeSentences checks that a sentence that needs the text around it does not describe a directory.
func TestWholeSentences(t *testing.T) {
	for s, want := range map[string]bool{
		"An asynchronous, pipelined PostgreSQL client.":                      true,
		"Utilities for RxJava 2.x.":                                          true,
		"`serde` support for times.":                                         true,
		"… handles all the user-configuration.":                              true,
		"This package contains the lombok installer.":                        true,
		"Module with system specific types.":                                 true,
		"For the various ways to send logs to Loki, see the documentation.":  false,
		"This is the driver file for V1.1 of the DocBook HTML Forms Module.": false,
		"This feature is only available on Android.":                         false,
		"This file describes how the test suite is organized.":               false,
		"By default, Coil 3.x does not include support for loading images.":  false,
		"These instructions detail the process.":                             false,
		"It's possible to extend a mainline image.":                          false,
		"Build (will create a bundle and copy it to the directory)":          false,
		"Special thanks to @codemicro for moving this to core.":              false,
		"Module exports.":                    false,
		"platforms/ codecs/ dsps/":           true, // its directories are named: see namesChild
		"Modernizr v2.6.2 www.modernizr.com": false,
		"The modules are the following.":     false,
		"Several ways to run it:":            false,
		"A sentence that the facts have shortened because it is much too long…": false,
		"Defines the public isort interface":                                    false,
	} {
		if got := isWhole(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

// TestOwnWords checks which texts of a target describe a directory.
func TestOwnWords(t *testing.T) {
	child := &node{DirFacts: &luminos.DirFacts{Path: "lib/unit-tests"}}
	for name, c := range map[string]struct {
		about, from, title, readme string
		want                       []string
	}{
		"README": {
			"Parsers of dates.", "lib/README.md", "Reading of dates", "lib/README.md",
			[]string{"Parsers of dates.", "Reading of dates"},
		},
		"two sentences":             {"Parsers of dates. And more.", "lib/__init__.py", "", "", []string{"Parsers of dates."}},
		"of a source file":          {"Parsers of dates.", "lib/dates.js", "", "", nil},
		"of a packager":             {"Parsers of dates.", "lib/README.Debian", "Kite for Debian", "lib/README.Debian", nil},
		"of a child":                {"The `unit-tests` are tests.", "lib/README.md", "", "", nil},
		"of another file":           {"", "", "An issue of dates", "lib/issue.md", nil},
		"heading as name":           {"", "", "Module lib", "lib/README.md", nil},
		"a module":                  {"", "", "Module kite-core of all", "lib/README.md", nil},
		"name of target and plural": {"", "", "Kite Libs", "lib/README.md", nil},
		"name of target":            {"", "", "Kite documentation", "lib/README.md", nil},
		"one word":                  {"", "", "Compose", "lib/README.md", nil},
		"a code":                    {"", "", "[Kite] of dates", "lib/README.md", nil},
	} {
		dir := &luminos.DirFacts{Path: "lib", About: c.about}
		dir.AboutEvidence = []luminos.Evidence{{Path: luminos.Path(c.from)}}
		facts := &luminos.Facts{Name: "x.org/kite"}
		facts.Documents = []luminos.Document{{Path: luminos.Path(c.readme), Title: c.title}}
		var got []string
		for _, q := range ownWords(facts, &node{DirFacts: dir, children: []*node{child}}) {
			got = append(got, q.text)
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] || len(got) > 1 && got[1] != c.want[1] {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestTitlesOfFiles checks that a title that repeats the name of its file or of the target is left out.
func TestTitlesOfFiles(t *testing.T) {
	f := &luminos.Facts{Name: "the-kite", Documents: []luminos.Document{
		{Path: "config.md", Title: "Config"}, {Path: "README.md", Title: "The kite"}, {Path: "a.md", Title: "Two kites"},
		{Path: "cv.tex", Title: "My education"}, {Path: "c.md", Title: "Theme"},
	}, Papers: []luminos.Paper{{Path: "cv.tex", Sections: 3}}}
	want := map[luminos.Path]string{"config.md": "", "README.md": "", "a.md": "“Two kites”", "cv.tex": "", "b.md": "", "c.md": ""}
	for p, want := range want {
		if got := titleOf(f, p); got != want {
			t.Errorf("%s: %s, want %s", p, got, want)
		}
	}
}

// TestHeadingOfTests checks that the heading of a README does not describe a directory with a role.
func TestHeadingOfTests(t *testing.T) {
	facts := &luminos.Facts{Documents: []luminos.Document{{Path: "a/README.md", Title: "Don't panic"}}}
	for role, want := range map[luminos.DirRole]int{"": 1, luminos.DirTests: 0} {
		if got := ownWords(facts, &node{DirFacts: &luminos.DirFacts{Path: "a", Role: role}}); len(got) != want {
			t.Errorf("%q: %v", role, got)
		}
	}
}
