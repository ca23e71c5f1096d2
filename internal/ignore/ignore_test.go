package ignore

import (
	"fmt"
	"strings"
	"testing"
)

// Ignore files out to exhaust the reader are applied as far as the limits go,
// and that is said.
func TestIgnoreFileLimits(t *testing.T) {
	var many, globs strings.Builder
	for i := range patternsMax + 10 {
		fmt.Fprintf(&many, "name%d\n", i)
	}
	for i := range 3000 {
		fmt.Fprintf(&globs, "*a*b?[c]%d*\n", i)
	}
	for says, test := range map[string]struct{ text, problem string }{
		"too many patterns": {many.String(), "10 of its ignore patterns are over the limit and not applied"},
		"a long pattern":    {"a.txt\n" + strings.Repeat("x", patternMax+1), "1 of its ignore patterns are over the limit and not applied"},
		"too many bytes":    {"a.txt\n" + strings.Repeat("#\n", FileMax), "only the first 1.0 MiB of its ignore patterns are applied"},
		"globs":             {globs.String(), "patterns are over the limit and not applied"},
		"nothing":           {"# only\n\n!\n/\n[\nx\\\n", ""},
	} {
		r, problem := Parse([]byte(test.text), nil, ".gitignore", "")
		if (problem == "") != (test.problem == "") || !strings.Contains(problem, test.problem) {
			t.Errorf("%s: problem %q, want %q", says, problem, test.problem)
		}
		if says == "nothing" && r != nil {
			t.Errorf("%s makes rules of %d patterns", says, len(r.list))
		}
	}
}

// FuzzRules holds the patterns to their promise: no panic, and nothing that
// takes longer than its length allows.
func FuzzRules(f *testing.F) {
	for text, name := range map[string]string{
		"*\n!*/\n": "src/a.txt", "/**\n!b.txt": "a/b.txt", "a/**/b": "a/x/y/b", "[[:bogus:]]\n[!a].txt": "b.txt", "\\#x#\nx[]-]": "#x#",
		"sp ace\\ \n//a\nvendor//": "sp ace ", "back\\\\slash\nback\\": "back\\slash", "\xef\xbb\xbf*.log\r\n": "x.log", "**/**/b\n../a": "a/b",
	} {
		f.Add(text, name)
	}
	f.Add(strings.Repeat("**/a/", 200), strings.Repeat("a/", 300)+"b")
	f.Add("*"+strings.Repeat("a", 250)+"?b", strings.Repeat("a", 255))
	f.Fuzz(func(t *testing.T, text, name string) {
		r, _ := Parse([]byte(text), nil, ".gitignore", "")
		if name == "" || strings.HasPrefix(name, "/") {
			return
		}
		r.match(name, name[strings.LastIndexByte(name, '/')+1:], false)
	})
}

// TestExceptionOfTheUserOverrulesOnlyExcludes checks that "!" in --exclude takes
// back another --exclude, and never a line of an ignore file.
func TestExceptionOfTheUserOverrulesOnlyExcludes(t *testing.T) {
	excludes, err := ParseExcludes([]string{"*.iso", "!keep.iso", "!keep.log"})
	if err != nil {
		t.Fatal(err)
	}
	git, _ := Parse([]byte("*.log\n"), nil, ".gitignore", "")
	scope := Scope{Excludes: excludes, Git: git}
	for name, want := range map[string]Verdict{
		"a.iso": {true, "--exclude *.iso"}, "keep.iso": {}, "a.log": {true, ".gitignore:1 *.log"}, "keep.log": {true, ".gitignore:1 *.log"}, "a.txt": {},
	} {
		if got := scope.Judge(name, name, false); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
