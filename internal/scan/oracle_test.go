package scan

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// campaign multiplies the number of trees that the oracle tests make.
var campaign = flag.Int("campaign", 1, "how many times as many trees the oracle tests make")

// TestDiskUsageEqualsDu compares disk usage with the system's du, to the byte, on
// trees with hard links, sparse files, links and nested directories.
func TestDiskUsageEqualsDu(t *testing.T) {
	du, err := exec.LookPath("du")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("NOT CHECKED: disk usage against du, which is not installed here")
	}
	for seed := range uint64(4 * *campaign) {
		dir := t.TempDir()
		weighty(t, dir, rand.New(rand.NewPCG(seed, 1)))
		out, err := exec.Command(du, "-s", "-B1", dir).Output()
		if err != nil {
			t.Fatalf("du: %v", err)
		}
		want, err := strconv.ParseInt(strings.Fields(string(out))[0], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		s := scanned(t, dir, Options{})
		if got := s.DiskUsage.Allocated; got != want {
			t.Errorf("seed %d: allocated %d, du says %d", seed, got, want)
		}
	}
}

// weighty fills a directory with entries that are hard to weigh.
func weighty(t *testing.T, dir string, rng *rand.Rand) {
	t.Helper()
	dirs, files := []string{dir}, []string{}
	for i := range 120 {
		at := dirs[rng.IntN(len(dirs))]
		name := filepath.Join(at, fmt.Sprintf("n%d", i))
		var err error
		switch rng.IntN(7) {
		case 0:
			err = os.Mkdir(name, 0o755)
			dirs = append(dirs, name)
		case 1:
			if len(files) > 0 {
				err = os.Link(files[rng.IntN(len(files))], name)
			}
		case 2:
			err = os.Symlink(strings.Repeat("x", rng.IntN(200)+1), name)
		case 3: // a hole with something behind it
			var f *os.File
			if f, err = os.Create(name); err == nil {
				_, err = f.WriteAt([]byte("end"), rng.Int64N(1<<30))
				f.Close()
			}
			files = append(files, name)
		default:
			err = os.WriteFile(name, make([]byte, rng.IntN(20_000)), 0o644)
			files = append(files, name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir, map[string]string{".gitignore": "n1*\n", ".git/objects/x": "version control weighs too"})
}

// TestInvestigatedEqualsGit compares the investigated files with the list of git, on generated trees with
// generated ignore files of every kind of pattern. Of each tree some files are tracked although a pattern may
// exclude them, and the index has another version each time.
func TestInvestigatedEqualsGit(t *testing.T) {
	git := newGit(t)
	for seed := range uint64(25 * *campaign) {
		dir, rng := t.TempDir(), rand.New(rand.NewPCG(seed, 2))
		junk(t, dir, rng)
		git.run(t, dir, "init", "-q")
		compareWithGit(t, git, dir, seed)
		add := []string{"add", "-f"}
		if seed%4 == 1 {
			add = []string{"add", "-f", "-N"}
		}
		for _, f := range scanned(t, dir, Options{NoIgnore: true}).Files {
			if f.Kind == "" && rng.IntN(4) == 0 {
				add = append(add, ":(literal)"+f.Path.OS())
			}
		}
		git.run(t, dir, add...)
		git.run(t, dir, "update-index", "--index-version", strconv.Itoa(2+int(seed%3)))
		compareWithGit(t, git, dir, seed)
	}
}

func compareWithGit(t *testing.T, git gitOracle, dir string, seed uint64) {
	t.Helper()
	got := []string{}
	s := scanned(t, dir, Options{})
	for _, f := range s.Files {
		if f.Kind == "" {
			got = append(got, f.Path.OS())
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(git.list(t, dir), got); diff != "" || len(s.Unreadable) > 0 {
		t.Errorf("seed %d: %v (-git +scan):\n%s\n%s", seed, s.Unreadable, diff, ignoreFiles(t, dir))
	}
}

// TestTrackedFilesAreContent checks the files of repositories with tracked files that a rule excludes:
// repositories inside repositories, with an index of SHA-256, a sparse index, and an index that cannot be used.
func TestTrackedFilesAreContent(t *testing.T) {
	git := newGit(t)
	git.env = append(git.env, "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=B", "GIT_COMMITTER_EMAIL=b@example.org")
	files := map[string]string{".gitignore": "*.log\nbuild/\n.env\npackage.json\n", "a.log": "x", "b.log": "x",
		"build/kept.txt": "x", "build/other.txt": "x", "build/deep/kept.log": "x", "build/deep/other": "x",
		".env": "A=1", "package.json": "{}", "node_modules/x.js": "x", "inner/c.log": "x", "inner/d.txt": "x"}
	tracked := []string{"a.log", "build/kept.txt", "build/deep/kept.log", ".gitignore"}
	want := []string{".gitignore", "a.log", "build/deep/kept.log", "build/kept.txt", "inner/d.txt", "node_modules/x.js"}
	unknown := []string{".env", ".gitignore", "inner/d.txt", "node_modules/x.js", "package.json"}
	for says, test := range map[string]struct {
		init []string
		then func(dir string)
		want []string
		note string
	}{
		"as it is": {nil, func(string) {}, want, ""},
		"SHA-256":  {[]string{"--object-format=sha256"}, func(string) {}, want, ""},
		"a repository inside": {nil, func(dir string) {
			git.run(t, dir, "init", "-q", "inner") // its rules are its own
		}, []string{".gitignore", "a.log", "build/deep/kept.log", "build/kept.txt", "inner/c.log", "inner/d.txt",
			"node_modules/x.js"}, ""},
		"a split index": {nil, func(dir string) { git.run(t, dir, "update-index", "--split-index") }, unknown, "split over two files"},
		"a sparse index": {nil, func(dir string) {
			git.run(t, dir, "commit", "-q", "-m", "x")
			git.run(t, dir, "sparse-checkout", "init", "--cone", "--sparse-index")
			write(t, dir, files)
		}, []string{".gitignore", "a.log", "build/deep/kept.log", "build/deep/other", "build/kept.txt", "build/other.txt",
			"inner/d.txt", "node_modules/x.js"}, "the index is sparse"},
		"a damaged index": {nil, func(dir string) {
			write(t, dir, map[string]string{".git/index": "DIRC\x00\x00\x00\x02\x00\x00\x00\x09"})
		}, unknown, "it is damaged"},
		"an index elsewhere": {nil, func(dir string) {
			if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
				t.Fatal(err)
			}
			write(t, dir, map[string]string{".git": "gitdir: ../elsewhere\n"})
		}, unknown, ""},
		"no index": {nil, func(dir string) {
			git.run(t, dir, "commit", "-q", "-m", "x")
			git.run(t, dir, "pack-refs", "--all")
			if err := os.Remove(filepath.Join(dir, ".git", "index")); err != nil {
				t.Fatal(err)
			}
		}, unknown, "has no index"},
	} {
		dir := t.TempDir()
		write(t, dir, files)
		git.run(t, dir, append([]string{"init", "-q"}, test.init...)...)
		git.run(t, dir, append([]string{"add", "-f"}, tracked...)...)
		test.then(dir)
		s := scanned(t, dir, Options{})
		if diff := cmp.Diff(test.want, paths(s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", says, diff)
		}
		note := fmt.Sprint(s.Unreadable)
		if (len(s.Unreadable) > 0) != (test.note != "") || !strings.Contains(note, test.note) {
			t.Errorf("%s: %s, want %q", says, note, test.note)
		}
	}
}

// gitOracle runs git without any configuration of this machine.
type gitOracle struct{ env []string }

func newGit(t *testing.T) gitOracle {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("NOT CHECKED: ignore rules against git, which is not installed here")
	}
	home := t.TempDir()
	return gitOracle{append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "HOME="+home,
		"XDG_CONFIG_HOME="+home, "GIT_CEILING_DIRECTORIES="+filepath.Dir(home))}
}

// list returns the files in the repository dir, links left out, that git tracks or does not ignore.
func (g gitOracle) list(t *testing.T, dir string) []string {
	t.Helper()
	list := []string{}
	for name := range strings.SplitSeq(g.run(t, dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		if name == "" {
			continue
		}
		info, err := os.Lstat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().IsRegular() {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func (g gitOracle) run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, g.env, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

var (
	junkNames = []string{"build", "src", "doc", "a", "b", "foo.d", "x.log", "a.txt", "b.txt", "core", "c.o", "foo~", "#x#", "!bang",
		"sp ace ", "[br]", "é.txt", ".hidden", "7up", "back\\slash", "Temp", "vendor", "a.b.c", "-", "star*"}
	junkPatterns = []string{"*", "/*", "*/", "**", "**/", "/**", "!*/", "*.log", "*.txt", "!a.txt", "!b.txt", "build/", "/build", "!build/",
		"a/", "!a/", "a/b", "/a/b", "a/**", "!a/**", "a/**/b", "**/a", "**/a/b", "!**/b.txt", "src/*", "!src/a", "!/src/", "doc/*.txt", "doc/**/x.log",
		"[ab].txt", "[!a].txt", "[^b]*", "[a-c]", "[[:digit:]]*", "[[:bogus:]]", "[br]", "\\[br\\]", "[", "a[", "[]]", "x[]-]", "\\!bang", "!bang", "\\#x#", "#x#",
		"sp ace\\ ", "sp ace ", "sp*\\ ", "foo?", "foo.?", "foo\\~", "core", "!core", "c.*", "*.?", "?.b.?", "a**b", "**.txt", "é.txt", "é*", ".*", "!.gitignore",
		"back\\\\slash", "back\\", "Temp", "temp", "vendor//", "vendor/ ", "//a", "/", "", "  ", "!", "!!a", "./a", "a/.", "../a", "a/b/", "-", "star\\*", "*\\*",
		"**/**/b", "a/**/**/b", "/**/a", "**/doc/**", "!**/doc/*.txt", "foo.d/*", "!foo.d/x.log", "a/*/b", "*/a", "*/*/*", "!*/*/*", "\tcore", "core\t"}
)

// junk fills a directory with names that the patterns are about, and with
// ignore files made of them.
func junk(t *testing.T, dir string, rng *rand.Rand) {
	t.Helper()
	dirs := []string{dir}
	for range 60 {
		name := filepath.Join(dirs[rng.IntN(len(dirs))], junkNames[rng.IntN(len(junkNames))])
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		var err error
		switch rng.IntN(8) {
		case 0, 1, 2:
			err = os.Mkdir(name, 0o755)
			dirs = append(dirs, name)
		case 3:
			err = os.Symlink("src", name)
		default:
			err = os.WriteFile(name, []byte("x\n"), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, d := range dirs {
		if i > 0 && rng.IntN(4) > 0 {
			continue
		}
		text := ""
		if rng.IntN(5) == 0 {
			text = "\ufeff"
		}
		end := []string{"\n", "\r\n"}[rng.IntN(2)]
		for range rng.IntN(7) {
			text += junkPatterns[rng.IntN(len(junkPatterns))] + end
		}
		text += junkPatterns[rng.IntN(len(junkPatterns))] // no line end
		if err := os.WriteFile(filepath.Join(d, ".gitignore"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if rng.IntN(3) == 0 {
		write(t, dir, map[string]string{".git/info/exclude": junkPatterns[rng.IntN(len(junkPatterns))] + "\n"})
	}
}

// ignoreFiles shows the ignore files of a tree, for a reader of a failed test.
func ignoreFiles(t *testing.T, dir string) string {
	var b strings.Builder
	for _, f := range scanned(t, dir, Options{NoIgnore: true}).Files {
		if f.Path.Base() == ".gitignore" {
			data, _ := os.ReadFile(filepath.Join(dir, f.Path.OS()))
			fmt.Fprintf(&b, "%s: %q\n", f.Path, data)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, ".git", "info", "exclude"))
	if err == nil {
		fmt.Fprintf(&b, "info/exclude: %q\n", data)
	}
	return b.String()
}
