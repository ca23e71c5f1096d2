package fsserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/hostiletest"
)

// secret is the content of files outside of targets.
const secret = "what-stands-outside"

// readers are calls of every tool that takes a path.
var readers = []string{"list_directory", "read_file", "stat_file", "search_files", "parse_structure"}

// at returns the arguments of a tool for a path.
func at(tool, path string) args {
	if tool == "search_files" {
		return args{"path": path, "pattern": "."}
	}
	return args{"path": path}
}

// refused checks that every tool fails on a path with certain words, and shows no secret.
func refused(t *testing.T, k kit, path, words string) {
	t.Helper()
	for _, name := range readers {
		r := k.call(t, name, at(name, path))
		if !r.Failed || !strings.Contains(r.Text, words) || strings.Contains(r.Text, secret) {
			t.Errorf("%s of %.80q gives failed=%t %.300q, want a failure with %q", name, path, r.Failed, r.Text, words)
		}
	}
}

// outside makes a target and a directory beside it that must not be reached.
func outside(t *testing.T) (dir, beside string) {
	t.Helper()
	top := t.TempDir()
	dir, beside = filepath.Join(top, "target"), filepath.Join(top, "target-evil")
	write(t, dir, map[string]string{"a.txt": "inside\n", "sub/b.go": "package b\n\nfunc B() {}\n"})
	write(t, beside, map[string]string{"canary.txt": secret + "\n", "sub/canary.go": "package x // " + secret + "\n"})
	return dir, beside
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("this system makes no such link: %v", err)
	}
}

func TestT01DotDot(t *testing.T) {
	dir, _ := outside(t)
	hostiletest.Unchanged(t, dir)
	for _, p := range []string{"../target-evil/canary.txt", "..", "../", "sub/../../target-evil", "./..", "sub/..", "a.txt/..", "sub//../a.txt"} {
		refused(t, over(t, dir), p, `".."`)
	}
}

func TestT02Absolute(t *testing.T) {
	dir, beside := outside(t)
	for _, p := range []string{"/etc/passwd", "/", dir, beside + "/canary.txt", "//etc/passwd", `C:\Windows`, `\\server\share`} {
		refused(t, over(t, dir), p, "absolute")
	}
}

func TestT03SiblingPrefix(t *testing.T) {
	dir, _ := outside(t)
	for _, p := range []string{"-evil", "-evil/canary.txt", "target-evil/canary.txt"} {
		refused(t, over(t, dir), p, "no such file")
	}
}

func TestT04T05T08LinksOut(t *testing.T) {
	dir, beside := outside(t)
	for name, target := range map[string]string{
		"absolute": filepath.Join(beside, "canary.txt"), "relative": "../target-evil/canary.txt", "process": "/proc/self/root", "sub/up": "../../target-evil/canary.txt",
	} {
		link(t, target, filepath.Join(dir, name))
	}
	hostiletest.Unchanged(t, dir)
	k := over(t, dir)
	for _, p := range []string{"absolute", "relative", "process", "sub/up"} {
		for _, name := range readers {
			switch r := k.call(t, name, at(name, p)); {
			case name == "stat_file" && (r.Failed || !strings.Contains(r.Text, "not followed")):
				t.Errorf("stat_file of the link %q: %q", p, r.Text)
			case name != "stat_file" && (!r.Failed || !strings.Contains(r.Text, "symbolic link")):
				t.Errorf("%s of the link %q: failed=%t %q", name, p, r.Failed, r.Text)
			}
		}
	}
	refused(t, k, "process/etc/passwd", "symbolic link")
}

func TestT06LinkedDirectoryThenChild(t *testing.T) {
	dir, beside := outside(t)
	link(t, beside, filepath.Join(dir, "away"))
	link(t, "../target-evil", filepath.Join(dir, "relative"))
	k := over(t, dir)
	for _, p := range []string{"away/canary.txt", "away/sub", "away/sub/canary.go", "relative/canary.txt", "relative/sub/canary.go"} {
		refused(t, k, p, "symbolic link")
	}
	if r := k.fine(t, "search_files", args{"pattern": secret}); len(r.Data.(Found).Matches) > 0 {
		t.Errorf("a search went through a link: %q", r.Text)
	}
}

func TestT07LinkLoop(t *testing.T) {
	dir, _ := outside(t)
	for name, target := range map[string]string{"self": "self", "ping": "pong", "pong": "ping", "here": ".", "parent": "..", "sub/top": ".."} {
		link(t, target, filepath.Join(dir, name))
	}
	k := over(t, dir)
	for _, p := range []string{"self/x", "ping/x", "parent/target-evil"} {
		refused(t, k, p, "symbolic link")
	}
	if r := k.fine(t, "search_files", args{"pattern": "inside"}); len(r.Data.(Found).Matches) != 1 {
		t.Errorf("searching a tree with loops finds %q", r.Text)
	}
}

func TestT09OddPaths(t *testing.T) {
	dir, _ := outside(t)
	k := over(t, dir)
	refused(t, k, "a.txt\x00.go", "NUL")
	for _, p := range []string{strings.Repeat("n", 5000), strings.Repeat("d/", 2500) + "x", "looks\xff.txt", "%2e%2e/target-evil", "%2e%2e", "a.txt:ads", "a.txt::$DATA", "~", "a.txt ", `sub\b.go`, "A.TXT2"} {
		refused(t, k, p, "")
	}
	refused(t, k, strings.Repeat("n/", maxPath), "longer than")
	// spellings with a clear meaning are accepted
	for _, p := range []string{"a.txt", "./a.txt", "a.txt/", ".//a.txt", "././a.txt/."} {
		if r := k.fine(t, "read_file", args{"path": p}); !strings.Contains(r.Text, "1\tinside\n") {
			t.Errorf("reading %q gives %q", p, r.Text)
		}
	}
	for _, p := range []string{"", ".", "./", "././/"} {
		if r := k.fine(t, "list_directory", args{"path": p}); !strings.Contains(r.Text, "file 7 a.txt\n") {
			t.Errorf("listing %q gives %q", p, r.Text)
		}
	}
}

// Failures contain a hint.
func TestFailuresHelp(t *testing.T) {
	dir, _ := outside(t)
	k := over(t, dir)
	k.fails(t, "read_file", args{"path": "A.TXT"}, "There is a.txt")
	k.fails(t, "read_file", args{"path": "sub/c.go"}, "There is sub, which holds 1 entry")
	k.fails(t, "read_file", args{"path": "sub"}, "list_directory")
	k.fails(t, "read_file", args{"path": "a.txt/x"}, "a.txt is a file")
	k.fails(t, "list_directory", args{"path": "a.txt"}, "read_file")
	k.fails(t, "list_directory", args{"path": ".", "cursor": "AAAA"}, "omit it")
	k.fails(t, "read_file", args{"path": `"a.txt"`}, "without the quotes")
	k.fails(t, "read_file", args{"path": "a.txt", "offset": 2}, "it has 1 line, so there is no line 2")
	k.fails(t, "read_file", args{"path": "a.txt", "offset": -1}, "count from 1")
	k.fails(t, "search_files", args{"pattern": ""}, "empty")
	k.fails(t, "search_files", args{"pattern": "a\nb"}, "line end")
	k.fails(t, "search_files", args{"pattern": "(", "regex": true}, "literal text")
	k.fails(t, "search_files", args{"pattern": "((a{30}){30})[a-z]{900}", "regex": true}, "too large with its repetitions")
	k.fails(t, "parse_structure", args{"path": "a.txt"}, "read_file")
}

// T12: entries that hang or act when they are opened are refused at once.
func TestT12SpecialFiles(t *testing.T) {
	m := hostiletest.Tree(t, 12, hostiletest.Options{Crowd: 3, Readme: 100})
	k := over(t, m.Dir)
	n := 0
	for _, trick := range []hostiletest.Trick{hostiletest.FIFO, hostiletest.Socket, hostiletest.Device} {
		for _, e := range m.By(trick) {
			if e.Kind == luminos.KindFile {
				continue
			}
			n++
			for _, name := range readers {
				r := k.call(t, name, at(name, string(e.Path)))
				if r.Failed == (name == "stat_file") || !strings.Contains(r.Text, string(e.Kind)) {
					t.Errorf("%s of the %s: failed=%t %q", name, e.Kind, r.Failed, r.Text)
				}
			}
		}
	}
	if n == 0 {
		t.Skip("this system has no special files")
	}
}

// T13: a hard link is another name of a file, and no kernel can report where the other
// names are. The file is read, and its number of names is shown.
func TestT13HardLink(t *testing.T) {
	dir, beside := outside(t)
	write(t, beside, map[string]string{"shared.txt": "shared\n"})
	if err := os.Link(filepath.Join(beside, "shared.txt"), filepath.Join(dir, "shared.txt")); err != nil {
		t.Skipf("this system makes no such link: %v", err)
	}
	k := over(t, dir)
	if r := k.fine(t, "read_file", args{"path": "shared.txt"}); !strings.Contains(r.Text, "shared\n") {
		t.Errorf("%q", r.Text)
	}
	if r := k.fine(t, "stat_file", args{"path": "shared.txt"}); r.Data.(Stat).Links != 2 || !strings.Contains(r.Text, "hard links: 2") {
		t.Errorf("%q, %+v", r.Text, r.Data)
	}
	if r := k.fine(t, "stat_file", args{"path": "a.txt"}); strings.Contains(r.Text, "hard links") {
		t.Errorf("%q", r.Text)
	}
}

// T19: a path that looks like a URL is a name like any other.
func TestT19Addresses(t *testing.T) {
	dir, _ := outside(t)
	for _, p := range []string{"lum://host/a.txt", "file:///etc/passwd", "sub%2fb.go", "sub%2Fb.go", "a.txt?x", "a.txt#L1", "sub/%2e%2e/a.txt"} {
		refused(t, over(t, dir), p, "no such file")
	}
}

func FuzzPaths(f *testing.F) {
	for _, p := range []string{".", "", "..", "/", "a.txt", "./a.txt/", "sub/b.go", "\x00", "a/../b", `\x2e\x2e`, `sub\x2fb.go`, "%2e%2e", "a:b", "\u202e", strings.Repeat("a/", 300), "away/canary.txt", "away"} {
		f.Add(p)
	}
	top := f.TempDir()
	dir, beside := filepath.Join(top, "target"), filepath.Join(top, "beside")
	write(f, dir, map[string]string{"a.txt": "inside\n", "sub/b.go": "package b\n"})
	write(f, beside, map[string]string{"canary.txt": secret})
	if err := os.Symlink("../beside", filepath.Join(dir, "away")); err != nil {
		f.Skipf("this system makes no such link: %v", err)
	}
	k := over(f, dir)
	f.Fuzz(func(t *testing.T, path string) {
		if clean, err := parsePath(path); err == nil && (strings.Contains("/"+string(clean)+"/", "/../") || strings.HasPrefix(string(clean), "/") || clean == "") {
			t.Errorf("%q is taken for %q", path, clean)
		}
		for _, name := range readers {
			if r := k.call(t, name, at(name, path)); strings.Contains(r.Text, secret) {
				t.Errorf("%s of %q has been outside: %q", name, path, r.Text)
			}
		}
	})
}

func FuzzArguments(f *testing.F) {
	dir := f.TempDir()
	write(f, dir, map[string]string{"a.txt": "inside\n\x1b[2J\u202e\r\n\x00", "b.go": "package b\n"})
	k := toolsOf(f, open(f, dir), Options{Programs: []string{"wc"}, Run: echo})
	for _, seed := range []string{
		`{"path":"a.txt","offset":2,"limit":1}`, `{"path":".","cursor":"YWZ0ZXI6YQ","limit":1}`, `{"pattern":"i.*","regex":true,"path":"a.txt","limit":9}`,
		`{"program":"wc","args":["a",""]}`, `{"path":"b.go"}`, `null`, `[]`, `{"path":`, `{"path":"a.txt","limit":9223372036854775807,"offset":9223372036854775807}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for _, one := range k {
			r, err := one.Call(t.Context(), json.RawMessage(raw))
			if err != nil {
				t.Fatalf("%s %q: %v", one.Name, raw, err)
			}
			if strings.Contains(r.Text, "internal error") {
				t.Errorf("%s %q: %s", one.Name, raw, r.Text)
			}
			checkResult(t, one, raw, r)
		}
	})
}
