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

// TestInvestigatedEqualsGit compares the investigated files with the list of git, on
// generated trees with generated ignore files of every kind of pattern.
func TestInvestigatedEqualsGit(t *testing.T) {
	git := newGit(t)
	for seed := range uint64(25 * *campaign) {
		dir := t.TempDir()
		junk(t, dir, rand.New(rand.NewPCG(seed, 2)))
		want := git.list(t, dir)
		got := []string{}
		for _, f := range scanned(t, dir, Options{}).Files {
			if f.Kind == "" {
				got = append(got, f.Path.OS())
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d (-git +scan):\n%s\n%s", seed, diff, ignoreFiles(t, dir))
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

// list makes dir a repository with an empty index and returns the files, links
// left out, that git does not ignore.
func (g gitOracle) list(t *testing.T, dir string) []string {
	t.Helper()
	g.run(t, dir, "init", "-q")
	list := []string{}
	for name := range strings.SplitSeq(g.run(t, dir, "ls-files", "-z", "--others", "--exclude-standard"), "\x00") {
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
