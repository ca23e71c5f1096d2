package coreutils_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"luminos/internal/coreutils"
	"luminos/internal/hostiletest"
	"luminos/internal/localdir"
)

// These tests compare with the real programs if they are the GNU versions.

// tree creates files, keyed by name, and opens their directory.
func tree(t testing.TB, files map[string]string) (string, *localdir.Dir) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		put(t, dir, name, content)
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return dir, src
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// oracle skips the test if a program is not the GNU version.
func oracle(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		out, err := exec.Command(name, "--version").Output()
		if err != nil || !bytes.Contains(out, []byte("GNU")) {
			t.Skipf("NOT COMPARED: GNU %s is not installed", name)
		}
	}
}

// runReal runs the real program.
func runReal(t testing.TB, dir, name string, args []string) (stdout string, status int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=" + os.Getenv("PATH")}
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(out), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out), 0
}

// fataler is a testing.TB or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// same compares a run with the real program. If unordered is true, the order of
// lines is ignored.
func same(f fataler, t *testing.T, dir string, src *localdir.Dir, unordered bool, name string, args ...string) {
	f.Helper()
	want, wantStatus := runReal(t, dir, name, args)
	got := coreutils.Run(t.Context(), src, name, args)
	if unordered {
		want, got.Stdout = sorted(want), sorted(got.Stdout)
	}
	if diff := cmp.Diff(want, got.Stdout); diff != "" || got.Status != wantStatus {
		f.Fatalf("%s %q: status %d, want %d; (-want +got):\n%s\nstderr: %s", name, args, got.Status, wantStatus, diff, got.Stderr)
	}
}

func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

var fixed = map[string]string{
	"a.txt": "one\ntwo words\n\nthree more words\tand a tab\nTWO\ntwo\n", "b.txt": "no end of line\nlast", "empty": "",
	"numbers": "10\n9\n-3\n2.50\n2.5\n0\n-0\n\nx\n1e3\n007\n 8\n", "table.csv": "name,age,city\nann,30,rome\nbob,4,paris\nno delimiter\n,,\ncy,100,\n",
	"dup": "a\na\nb\nA\na\n\n\nc d e\nx d e\n", "dir/inner.go": "package x\n\nfunc two() {}\n",
	"dir/sub/deep.txt": "two deep\n", "dir/.hidden": "two hidden\n", ".top": "two\n", "bin": "two\x00\x01\x02two\n", "dir/z.txt": "nothing here\n",
	"-o": "one\ntwo\n", "sub dir/with space.txt": "two\nthree\n", "big.txt": strings.Repeat("line of text that is long enough\n", 5000),
}

// cases are command lines, separated at spaces; "␣" is a space in an argument.
var cases = []string{
	"wc a.txt", "wc -l a.txt", "wc -w a.txt b.txt", "wc -c a.txt", "wc a.txt b.txt empty big.txt", "wc -lc a.txt", "wc --lines --bytes b.txt", "wc missing a.txt",
	"wc bin", "wc -m a.txt", "wc -l empty", "wc missing", "wc -- -o",
	"head a.txt", "head -n 2 a.txt", "head -n2 a.txt b.txt", "head -2 a.txt", "head --lines=3 a.txt", "head -n -2 a.txt", "head -c 7 a.txt", "head -c -4 a.txt", "head -c 1K big.txt",
	"head -q -n 1 a.txt b.txt", "head -n 0 a.txt", "head empty a.txt", "head -n x a.txt", "head -n 100 b.txt", "head missing a.txt", "head -n +2 a.txt", "head -n -0 b.txt",
	"tail a.txt", "tail -n 2 a.txt", "tail -n +3 a.txt", "tail -n +1 b.txt", "tail -n +0 b.txt", "tail -c 5 a.txt", "tail -c +5 a.txt", "tail -3 big.txt", "tail -n 1 a.txt b.txt", "tail -n 0 a.txt",
	"tail -q -n 1 a.txt b.txt", "tail -n 1900 big.txt", "tail -n 1 empty", "tail -n -2 a.txt",
	"sort numbers", "sort -n numbers", "sort -rn numbers", "sort -u dup", "sort -t , -k 2n table.csv", "sort -t, -k2,2nr -k1,1 table.csv", "sort -k 2 a.txt",
	"sort -r a.txt b.txt", "sort -t: -k3 a.txt", "sort missing", "sort -nu numbers", "sort -k 0 a.txt",
	"uniq dup", "uniq -c dup", "uniq -d dup", "uniq -u dup", "uniq -i dup", "uniq -ci dup", "uniq -du dup", "uniq empty",
	"cut -d , -f 2 table.csv", "cut -d, -f1,3 table.csv", "cut -d, -f2- table.csv", "cut -d, -f-2 table.csv", "cut -s -d, -f2 table.csv", "cut -c 1-3 a.txt", "cut -b2,4- a.txt",
	"cut -d␣ -f2 a.txt", "cut -f1 a.txt", "cut a.txt", "cut -f 0 a.txt", "cut -f 3-1 a.txt", "cut -d, -f9 table.csv", "cut -d= -f1 a.txt",
	"cut -f1 missing a.txt", "cut -d ab -f1 a.txt",
	"sha256sum a.txt b.txt", "sha256sum bin missing",
	"ls", "ls -1", "ls -a", "ls -A", "ls -r", "ls -S", "ls -t", "ls -tr", "ls -R", "ls -aR", "ls -RA", "ls dir a.txt", "ls a.txt b.txt", "ls -d dir .", "ls -p", "ls missing", "ls missing a.txt dir", "ls -1S dir", "ls dir/", "ls -Sr dir ./dir", "ls -1 -- -o",
	"grep two a.txt", "grep -n two a.txt b.txt", "grep -i TWO a.txt", "grep -v two a.txt", "grep -c two a.txt b.txt", "grep -l two a.txt b.txt", "grep -L two a.txt b.txt", "grep -o w[a-z]* a.txt", "grep -w word a.txt", "grep -w words a.txt",
	"grep -x two a.txt", "grep -q two a.txt", "grep nothing a.txt", "grep -e one -e three a.txt", "grep -F . a.txt b.txt", "grep -E o(n|r)e? a.txt", "grep -h two a.txt dup", "grep -H two a.txt", "grep two missing", "grep -s two missing a.txt",
	"grep -q two missing a.txt", "grep -A1 two a.txt", "grep -B1 two a.txt", "grep -C 1 -n TWO a.txt dup", "grep -1 one a.txt", "grep -m1 two a.txt", "grep -m 1 -A2 two a.txt", "grep two bin", "grep -c two bin", "grep -a two b.txt", "grep two dir", "grep ^$ a.txt",
	"grep \\(one\\|two\\) a.txt", "grep o\\+ a.txt", "grep o\\{2\\} a.txt", "grep -E w{1,2}o a.txt", "grep a* b.txt", "grep *a b.txt", "grep (a) a.txt", "grep a|b a.txt", "grep -E ^(one|two)$ a.txt", "grep [[:upper:]] a.txt", "grep [^a-z] a.txt", "grep \\bmore\\b a.txt",
	"grep \\<two\\> a.txt", "grep -on wo a.txt", "grep -c -v two a.txt", "grep -vn two a.txt", "grep -- -o a.txt", "grep [ a.txt", "grep \\( a.txt", "grep -E ( a.txt", "grep -E a{1 a.txt", "grep -lv two a.txt b.txt", "grep -cl two a.txt empty", "grep -oE o*? a.txt", "grep -Eo (a|ab)(c|bcd)? a.txt", "grep -m0 two a.txt", "grep -c x empty", "grep -L two empty a.txt", "grep -A1 -m1 two a.txt dup", "grep -ow two a.txt", "grep -ivn two a.txt",
}

var unordered = []string{
	"grep -r two", "grep -rn two .", "grep -r two dir", "grep -rl two dir a.txt", "grep -rc two dir", "grep -rL two", "grep -r --include=*.txt two", "grep -r --exclude=*.go two .", "grep -r --exclude-dir=sub two .", "grep -ri TWO --include=*.{go,txt} .", "grep -rh two dir",
	"find", "find .", "find . -name *.txt", "find . -iname *.TXT", "find . -type f", "find . -type d", "find . -type f -name a*", "find . -maxdepth 1", "find . -mindepth 2", "find . -empty", "find . -size +1k", "find . -size -3c", "find . -size 1", "find . -not -name *.txt", "find . ! -name *.txt -type f",
	"find . ( -name a* -o -name b* ) -print", "find . -name a* -o -name b*", "find . -path ./dir/*", "find dir a.txt", "find dir/ -name *.go", "find missing", "find . -name .*", "find . -type f,d", "find . -mtime -1", "find . -mtime +1", "find . -newer a.txt", "find . -name a.txt -a -type f",
	"find . -name [!a]*", "find . -name [ab].txt", "find . -name ?.txt", "find . -name", "find . -type x", "find . -maxdepth x", "find . (", "find . -wholename *sub*", "find . -type f -size 0", "find . -name . -o -name *.csv", "find . -mmin -10 -type f", "find dir -maxdepth 0", "find . -name */", "find -name **.txt",
	"du", "du -a", "du -s", "du -sh", "du -h dir", "du -d 1", "du --max-depth=1 dir", "du -a dir a.txt", "du -c dir a.txt", "du -sk .", "du -b big.txt", "du -h big.txt a.txt", "du missing", "du -sa", "du -ah dir",
	"stat -c %n␣%s␣%F␣%a␣%A␣%h␣%b a.txt empty dir", "stat -c %y␣%Y a.txt", "stat --format=%s:%n a.txt b.txt", "stat missing",
}

func TestLikeTheRealPrograms(t *testing.T) {
	dir, src := tree(t, fixed)
	// All entries differ in age, for -t and -newer.
	age := time.Now().Add(-72 * time.Hour).Truncate(time.Second)
	err := filepath.Walk(dir, func(name string, _ os.FileInfo, err error) error {
		age = age.Add(2 * time.Hour)
		return errors.Join(err, os.Chtimes(name, age, age))
	})
	if err != nil {
		t.Fatal(err)
	}
	hostiletest.Unchanged(t, dir)
	for i, line := range append(slices.Clone(cases), unordered...) {
		t.Run(line, func(t *testing.T) {
			args := strings.Split(line, " ")
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "␣", " ")
			}
			oracle(t, args[0])
			same(t, t, dir, src, i >= len(cases), args[0], args[1:]...)
		})
	}
}

// lines draws a text from a small vocabulary, so that lines, fields and matches repeat.
func lines(t *rapid.T, label string) string {
	word := rapid.SampledFrom([]string{"a", "b", "ab", "A", "aB", "1", "10", "-2", "0.5", " ", "  ", "\t", ",", ".", "_", "*", "", "abc"})
	line := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 6).Draw(t, "words"), "") })
	text := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, label), "\n")
	if rapid.Bool().Draw(t, "ended") && text != "" {
		text += "\n"
	}
	return text
}

// flags draws a subset of a list of flags and replaces "N" by a small number.
func flags(t *rapid.T, some ...string) []string {
	var list []string
	for _, f := range some {
		if rapid.IntRange(0, 4).Draw(t, f) == 0 {
			list = append(list, strings.ReplaceAll(f, "N", fmt.Sprint(rapid.IntRange(0, 4).Draw(t, "N"))))
		}
	}
	return list
}

// commands draw the arguments of each program.
var commands = map[string]func(*rapid.T) []string{
	"wc": func(t *rapid.T) []string { return append(flags(t, "-l", "-w", "-c", "-m"), "x", "y") },
	"head": func(t *rapid.T) []string {
		return append(flags(t, "-nN", "-n-N", "-cN", "-c-N", "-q"), "x", "y")
	},
	// For an amount of 0 GNU tail prints no headers and no errors: not compared.
	"tail": func(t *rapid.T) []string {
		return append(flags(t, rapid.SampledFrom([]string{"-n1", "-n3", "-n+N", "-c2", "-c7", "-c+N"}).Draw(t, "amount"), "-q"), "x", "y")
	},
	"uniq": func(t *rapid.T) []string { return append(flags(t, "-c", "-d", "-u", "-i"), "x") },
	"sort": func(t *rapid.T) []string {
		key := func() string {
			k := fmt.Sprint(rapid.IntRange(1, 3).Draw(t, "field"))
			k += rapid.SampledFrom([]string{"", "n", "r", "nr"}).Draw(t, "order")
			if rapid.Bool().Draw(t, "ranged") {
				k += fmt.Sprintf(",%d", rapid.IntRange(1, 3).Draw(t, "last"))
			}
			return "-k" + k
		}
		args := flags(t, "-n", "-r", "-u", rapid.SampledFrom([]string{"-t,", "-ta"}).Draw(t, "tab"))
		for range rapid.IntRange(0, 2).Draw(t, "keys") {
			args = append(args, key())
		}
		return append(args, "x", "y")
	},
	"cut": func(t *rapid.T) []string {
		list := rapid.StringMatching(`[1-4](-[4-6]?)?(,[1-5](-[5-9]?)?)?`).Draw(t, "list")
		return append(append(flags(t, "-s", "-d,", "-d "), rapid.SampledFrom([]string{"-f", "-c", "-b"}).Draw(t, "by")+list), "x", "y")
	},
	"grep": func(t *rapid.T) []string {
		args := flags(t, "-i", "-v", "-n", "-c", rapid.SampledFrom([]string{"-l", "-L"}).Draw(t, "list"), "-o", rapid.SampledFrom([]string{"-w", "-x"}).Draw(t, "bounds"), rapid.SampledFrom([]string{"-h", "-H"}).Draw(t, "names"), "-mN", "-q", rapid.SampledFrom([]string{"-E", "-F", "-G"}).Draw(t, "syntax"))
		if !slices.Contains(args, "-o") {
			args = append(args, flags(t, "-AN", "-BN", "-CN")...)
		}
		piece := rapid.SampledFrom([]string{"a", "b", ".", "a*", "ab", "[ab]", "[^a]", "^", "$", "1", " ", `\.`, "b*", "_", `\w`, `\b`, "(a)", `\(a\|b\)`, "a|b", `a\{1,2\}`, "a{2}", "b+", "c?", `\W`, "[[:digit:]]"})
		for range rapid.IntRange(1, 2).Draw(t, "patterns") {
			args = append(args, "-e", strings.Join(rapid.SliceOfN(piece, 1, 4).Draw(t, "pattern"), ""))
		}
		return append(args, "x", "y")
	},
}

func TestPropertyLikeTheRealPrograms(t *testing.T) {
	for name, draw := range commands {
		t.Run(name, func(t *testing.T) {
			oracle(t, name)
			dir, src := tree(t, nil)
			rapid.Check(t, func(r *rapid.T) {
				put(t, dir, "x", lines(r, "x"))
				put(t, dir, "y", lines(r, "y"))
				same(r, t, dir, src, false, name, draw(r)...)
			})
		})
	}
}
