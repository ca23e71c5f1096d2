package scan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/ignore"
)

// TestSourcesOfRules checks the order of the sources of rules, and the rule that
// is reported.
func TestSourcesOfRules(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		".gitignore":        "*.log\nkeep.tmp\n/out/\n",
		".ignore":           "!keep.log\nnotes.txt\n",
		"sub/.gitignore":    "!sub.log\n",
		".git/info/exclude": "mine.txt\nkept-by-gitignore.txt\n",
		".git/HEAD":         "ref: refs/heads/main\n",
		"a.log":             "x", "keep.log": "x", "sub/sub.log": "x", "sub/other.log": "x", "keep.tmp": "x", "notes.txt": "x", "mine.txt": "x",
		"out/deep/built.bin": "x", "out/.gitignore": "!built.bin\n", "sub/out/a.txt": "x", "big.iso": "x", "sub/big.iso": "x",
		"CVS/Entries": "x", "cvs/CVS/resume.pdf": "x", ".hidden/x.txt": "x",
	})
	for _, test := range []struct {
		says string
		opts Options
		want []string
	}{
		{"by default", Options{}, []string{".gitignore", ".hidden/x.txt", ".ignore", "big.iso", "cvs/CVS/resume.pdf", "keep.log",
			"sub/.gitignore", "sub/big.iso", "sub/out/a.txt", "sub/sub.log"}},
		{"excludes cannot be overruled", Options{Excludes: []string{"*.iso", "keep.log", "/sub/out"}}, []string{".gitignore", ".hidden/x.txt", ".ignore",
			"cvs/CVS/resume.pdf", "sub/.gitignore", "sub/sub.log"}},
		{"an exclude with an exception", Options{Excludes: []string{"*.iso", "!/big.iso"}}, []string{".gitignore", ".hidden/x.txt", ".ignore", "big.iso",
			"cvs/CVS/resume.pdf", "keep.log", "sub/.gitignore", "sub/out/a.txt", "sub/sub.log"}},
		{"without ignore files", Options{NoIgnore: true, Excludes: []string{"*.log", "out", "CVS"}}, []string{".gitignore", ".hidden/x.txt", ".ignore", "big.iso",
			"keep.tmp", "mine.txt", "notes.txt", "sub/.gitignore", "sub/big.iso"}},
	} {
		if diff := cmp.Diff(test.want, paths(scanned(t, dir, test.opts))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.says, diff)
		}
	}
	rules := map[luminos.Path]string{}
	s := scanned(t, dir, Options{Excludes: []string{"*.iso"}})
	for _, r := range s.Ignored.Roots {
		rules[r.Path] = r.Rule
	}
	want := map[luminos.Path]string{
		".git": ignore.VersionControlRule, "CVS": ignore.VersionControlRule, "a.log": ".gitignore:1 *.log", "sub/other.log": ".gitignore:1 *.log",
		"keep.tmp": ".gitignore:2 keep.tmp", "notes.txt": ".ignore:2 notes.txt", "out": ".gitignore:3 /out/", "mine.txt": ".git/info/exclude:1 mine.txt",
		"big.iso": "--exclude *.iso", "sub/big.iso": "--exclude *.iso",
	}
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if s.Ignored.Files != 12 || s.Ignored.Allocated != s.DiskUsage.Ignored+s.DiskUsage.VCS {
		t.Errorf("ignored %d files, %d bytes; disk usage %+v", s.Ignored.Files, s.Ignored.Allocated, s.DiskUsage)
	}
}

// TestCommit checks that all files of a commit count, as tracked files in a work tree do: lefthook has programs for
// packages in bin, CocoaPods whole repositories of another system.
func TestCommit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		".gitignore": "bin\n*.log\n", ".ignore": "notes.txt\n", "bin/a.js": "x", "node_modules/b/c.js": "x",
		"spec/.hg/store": "x", "a.log": "x", "notes.txt": "x",
	})
	want := []string{".gitignore", ".ignore", "a.log", "bin/a.js", "node_modules/b/c.js", "spec/.hg/store"}
	if diff := cmp.Diff(want, paths(scanned(t, dir, Options{Commit: true}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Where links lead.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a/b/file": "x", "c/": ""})
	want := []luminos.Link{}
	for _, l := range []luminos.Link{
		{Path: "a/absolute", Target: dir + "/a/b/file", Status: luminos.LinkOutside},
		{Path: "a/b/dangling", Target: "../nothing", Status: luminos.LinkBroken},
		{Path: "a/b/to-root", Target: "../..", Status: luminos.LinkLoop},
		{Path: "a/b/to-self", Target: "to-self", Status: luminos.LinkLoop},
		{Path: "a/b/up", Target: "../../../etc/passwd", Status: luminos.LinkOutside},
		{Path: "a/file-as-dir", Target: "b/file/x", Status: luminos.LinkBroken},
		{Path: "a/out-and-in", Target: "../../" + filepath.Base(dir) + "/c", Status: luminos.LinkOutside},
		{Path: "a/ping", Target: "pong", Status: luminos.LinkLoop},
		{Path: "a/pong", Target: "ping", Status: luminos.LinkLoop},
		{Path: "a/relative", Target: "./b//file", Status: luminos.LinkInside},
		{Path: "a/root", Target: "/", Status: luminos.LinkOutside},
		{Path: "a/sibling", Target: "../c", Status: luminos.LinkInside},
		{Path: "a/through", Target: "sibling/../a/relative", Status: luminos.LinkInside},
		{Path: "a/through-out", Target: "root/etc", Status: luminos.LinkOutside},
		{Path: "c/\x1b[2J\\xff", Target: "\\xfe", Status: luminos.LinkBroken},
	} {
		if err := os.Symlink(luminos.Path(l.Target).OS(), filepath.Join(dir, l.Path.OS())); err != nil {
			t.Skip("this system or user lacks what the test needs:", err)
		}
		want = append(want, l)
	}
	s := scanned(t, dir, Options{})
	if diff := cmp.Diff(want, s.Links); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, f := range s.Files {
		if (f.Kind == luminos.KindSymlink) != (f.Path != "a/b/file") {
			t.Errorf("%q has kind %q", f.Path, f.Kind)
		}
	}
}

func TestTree(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		".git/HEAD": "x", ".gitignore": "build/\nsecret\n", ".hidden": "x", "README.md": "12345", "build/a/b": "1234567", "secret": "x",
		"src/deep/deeper/deepest.go": "package x\n", "src/main.go": "package main\n", "bad\x1b[31m\u202ename": "x", "b\xffyte": "x",
	}
	for i := range childrenMax + 3 {
		files[fmt.Sprintf("many/f%02d", i)] = "x"
	}
	write(t, dir, files)
	if err := os.Symlink("src/main.go", filepath.Join(dir, "link")); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	s := scanned(t, dir, Options{Depth: 2})
	lines := strings.Split(s.TreeRendered, "\n")
	many := 0
	short := lines[:0]
	for _, l := range lines {
		if strings.Contains(l, "── f") {
			many++
			continue
		}
		short = append(short, l)
	}
	want := `.
├── build/ [ignored]
├── many/
│   └── … 3 more
├── src/
│   ├── deep/
│   └── main.go
├── README.md
├── b\xffyte
├── "bad\x1b[31m\u202ename"
├── link → src/main.go
├── secret [ignored]
└── … 2 hidden files
`
	if diff := cmp.Diff(want, strings.Join(short, "\n")); diff != "" || many != childrenMax {
		t.Errorf("%d of many (-want +got):\n%s", many, diff)
	}
	if all := scanned(t, dir, Options{Depth: 1, All: true}).TreeRendered; !strings.Contains(all, ".git/ [version control]\n") ||
		!strings.Contains(all, ".hidden\n") || strings.Contains(all, "main.go\n├") {
		t.Errorf("with hidden entries:\n%s", all)
	}
}

// TestVersionControlIsNotCountedAsIgnored checks that the sizes of .git and of
// ignored files are two numbers.
func TestVersionControlIsNotCountedAsIgnored(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": strings.Repeat("x", 100_000), ".gitignore": "*.log\n", "a.log": "x"})
	s := scanned(t, dir, Options{})
	sizes := map[string]int64{}
	for _, r := range s.Ignored.Roots {
		sizes[string(r.Path)] = r.Allocated
	}
	if u := s.DiskUsage; len(sizes) != 2 || u.VCS != sizes[".git"] || u.Ignored != sizes["a.log"] || u.VCS < 100_000 {
		t.Errorf("version control %d, ignored %d, of %v", u.VCS, u.Ignored, sizes)
	}
}
