package ignore

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"luminos"
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
	scope := Scope{Excludes: excludes, Git: git, repo: &Repository{}}
	for name, want := range map[string]Verdict{
		"a.iso": {Ignored: true, Rule: "--exclude *.iso"}, "keep.iso": {}, "a.log": {Ignored: true, Rule: ".gitignore:1 *.log"},
		"keep.log": {Ignored: true, Rule: ".gitignore:1 *.log"}, "a.txt": {},
	} {
		if got := scope.Judge(name, name, false, Around{}); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

func TestExcludesAreBounded(t *testing.T) {
	star := func(n int) string { return "*" + strings.Repeat("a", n-2) + "?" }
	full := make([]string, globBytesMax/patternMax)
	for i := range full {
		full[i] = star(patternMax)
	}
	for name, c := range map[string]struct {
		patterns []string
		problem  string
	}{
		"none":            {nil, ""},
		"longest":         {[]string{strings.Repeat("a", patternMax)}, ""},
		"too long":        {[]string{strings.Repeat("a", patternMax+1)}, "is longer than 1,024 bytes"},
		"never matches":   {[]string{"a["}, `"a[" can never match`},
		"empty":           {[]string{""}, `"" can never match`},
		"most globs":      {full, ""},
		"one glob more":   {append(full, "*?"), `"*?" exceeds the limit of 16 KiB`},
		"names are cheap": {append(full, "name", "*.ext"), ""},
	} {
		r, err := ParseExcludes(c.patterns)
		if c.problem == "" && (err != nil || (r == nil) != (len(c.patterns) == 0)) || c.problem != "" && (!errors.Is(err, ErrExclude) || !strings.Contains(err.Error(), c.problem)) {
			t.Errorf("%s: %v, %v, want %q", name, r != nil, err, c.problem)
		}
	}
}

// The globs of all files from the root to a directory share one bound.
func TestGlobsOfParentsCount(t *testing.T) {
	glob := "*" + strings.Repeat("a", patternMax-2) + "?\n"
	parent, problem := Parse([]byte(strings.Repeat(glob, 10)), nil, ".gitignore", "")
	if problem != "" {
		t.Fatal(problem)
	}
	for n, want := range map[int]string{6: "", 7: "1 of its ignore patterns are over the limit and not applied"} {
		if _, problem := Parse([]byte(strings.Repeat(glob, n)), parent, "a/.gitignore", "a/"); problem != want {
			t.Errorf("%d patterns below: %q, want %q", n, problem, want)
		}
	}
}

func TestLengthOfIgnoreFileIsBounded(t *testing.T) {
	text := "a.txt\n\n" + strings.Repeat("#\n", (FileMax-12)/2) + "b.txt"
	for _, c := range []struct {
		text, problem string
		ignored       bool
	}{{text, "", true}, {text + "x", "only the first 1.0 MiB of its ignore patterns are applied", true}} {
		r, problem := Parse([]byte(c.text), nil, ".gitignore", "")
		v, _ := r.match("b.txt", "b.txt", false)
		if problem != c.problem || v.Ignored != c.ignored {
			t.Errorf("%d bytes: problem %q, b.txt ignored: %t", len(c.text), problem, v.Ignored)
		}
	}
	long := strings.Repeat("x", patternMax)
	r, problem := Parse([]byte(long+"x\n"+long+"\na.txt"), nil, ".gitignore", "")
	for name, want := range map[string]bool{long + "x": false, long: true, "a.txt": true} {
		if v, _ := r.match(name, name, false); v.Ignored != want || problem != "1 of its ignore patterns are over the limit and not applied" {
			t.Errorf("a name of %d bytes is ignored: %t, want %t; %q", len(name), v.Ignored, want, problem)
		}
	}
}

// The nearest file decides, then files above it. Paths count from the directory of the file.
func TestNearestFileDecides(t *testing.T) {
	parent, _ := Parse([]byte("\xef\xbb\xbf*.log\r\n\r\n/b.txt\r\n"), nil, ".gitignore", "")
	r, _ := Parse([]byte("!keep.log\n/b.txt\n"), parent, "a/.gitignore", "a/")
	for path, want := range map[string]string{"a/x.log": ".gitignore:1 *.log", "a/keep.log": "", "a/b.txt": "a/.gitignore:2 /b.txt", "a/c/b.txt": "", "a/c/keep.log": ""} {
		scope := Scope{Git: r, repo: &Repository{}}
		if got := scope.Judge(path, path[strings.LastIndexByte(path, '/')+1:], false, Around{}); got.Rule != want || got.Ignored != (want != "") {
			t.Errorf("%s: %+v, want %q", path, got, want)
		}
	}
	if same, _ := Parse([]byte("# nothing\n"), parent, "a/.gitignore", "a/"); same != parent {
		t.Error("a file without patterns does not have the rules of its parent")
	}
}

func TestVersionControl(t *testing.T) {
	for _, c := range []struct {
		name    string
		kind    luminos.EntryKind
		entries bool
		want    bool
	}{
		{".git", luminos.KindDir, false, true}, {".git", luminos.KindFile, false, true}, {".git", luminos.KindSymlink, true, false}, {".hg", luminos.KindDir, false, true},
		{".hg", luminos.KindFile, true, false}, {"CVS", luminos.KindDir, true, true}, {"CVS", luminos.KindDir, false, false}, {"src", luminos.KindDir, true, false},
	} {
		around := Around{Inside: func(string) bool { return c.entries }}
		if got := (&Scope{}).IsVersionControl(c.name, c.name, c.kind, around); got != c.want {
			t.Errorf("%+v: got %t", c, got)
		}
	}
}
