package coreutils_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/coreutils"
	"luminos/internal/hostiletest"
	"luminos/internal/localdir"
)

// run runs a command line that is split at spaces.
func run(t *testing.T, src *localdir.Dir, line string) coreutils.Output {
	t.Helper()
	args := strings.Split(line, " ")
	return coreutils.Run(t.Context(), src, args[0], args[1:])
}

func TestT20FlagsThatWriteOrExecuteAreRefused(t *testing.T) {
	dir, src := tree(t, map[string]string{"a": "a.txt\x00", "a.txt": "two\none\n", "evil.sh": "#!/bin/sh\ntouch pwned\n"})
	if err := os.Chmod(filepath.Join(dir, "evil.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	hostiletest.Unchanged(t, dir)
	for _, line := range []string{
		"find . -exec ./evil.sh {} ;", "find . -execdir ./evil.sh {} +", "find . -ok ./evil.sh ;", "find . -okdir ./evil.sh ;", "find . -delete",
		"find . -fprint out", "find . -fprint0 out", "find . -fprintf out %p", "find . -fls out", "find -files0-from a", "find . -name x -o -delete", "find . ( -delete )", "find . ! -delete",
		"sort -o out a.txt", "sort -oout a.txt", "sort --output=out a.txt", "sort --output out a.txt", "sort -ro out a.txt", "sort a.txt -o out", "sort --compress-program=./evil.sh a.txt", "sort --files0-from=a", "sort -T . a.txt", "sort -S 1 a.txt",
		"uniq a.txt out", "file -f a", "file -m a a.txt", "file -C -m a", "file -z a.txt", "file -Z a.txt", "file -p a.txt", "wc --files0-from=a", "du --files0-from=a", "du -X a .",
		"grep -f a.txt a.txt", "grep --file=a.txt a.txt", "grep -P (a+)+$ a.txt", "grep --perl-regexp a a.txt", "grep --exclude-from=a x a.txt", "sha256sum -c a.txt", "sha256sum --check a.txt",
		"find -L .", "find . -follow", "ls -L", "du -L", "stat -L a.txt", "file -L a.txt",
	} {
		o := run(t, src, line)
		if o.Status == 0 || o.Stdout != "" || !strings.Contains(o.Stderr, "unsupported flag -") && !strings.Contains(o.Stderr, "nothing here writes") {
			t.Errorf("%s: %+v, want an error for the flag", line, o)
		}
	}
	for _, line := range []string{"xxd a.txt out", "sh -c id", "./evil.sh", "evil.sh", "", "git status", "rg --pre ./evil.sh x", "xargs wc", "tree -o out"} {
		if o := run(t, src, line); o.Status != 127 || o.Stdout != "" || !strings.Contains(o.Stderr, "grep, head, ls") {
			t.Errorf("%s: %+v, want an error that lists the programs", line, o)
		}
	}
	// The error for an unknown flag lists the supported flags.
	if o := run(t, src, "wc --wordz a.txt"); o.Status != 2 || !strings.Contains(o.Stderr, "-w/--words") {
		t.Errorf("unknown flag: %+v", o)
	}
}

func TestT21FindDeleteIsRefused(t *testing.T) {
	dir, src := tree(t, fixed)
	before, err := hostiletest.Hash(dir)
	if err != nil {
		t.Fatal(err)
	}
	o := run(t, src, "find . -delete -name x")
	after, err := hostiletest.Hash(dir)
	if diff := before.Diff(after); err != nil || len(diff) > 0 {
		t.Errorf("the tree changed: %v, %v", diff, err)
	}
	if o.Status == 0 || o.Stdout != "" || !strings.Contains(o.Stderr, "nothing here writes") {
		t.Errorf("%+v, want a refusal", o)
	}
}

func TestRefusedFlagOfFindIsNamed(t *testing.T) {
	_, src := tree(t, fixed)
	if o := run(t, src, "find . -exec ls"); o.Status == 0 || !strings.Contains(o.Stderr, "unsupported flag -exec ") {
		t.Errorf("%+v, want the name of the flag", o)
	}
}

func TestT22T23T24OperandsAreOnlyNames(t *testing.T) {
	dir, src := tree(t, map[string]string{"@list": "literal\n", "list": "secret\n", "-o/tmp/x": "odd\n", "-rf": "dash\n"})
	hostiletest.Unchanged(t, dir)
	for line, want := range map[string]string{
		"head @list": "literal\n", "sort @list": "literal\n", "grep lit @list": "literal\n", "sort -- -o/tmp/x": "odd\n", "sort ./-o/tmp/x": "odd\n", "head -- -rf": "dash\n",
	} {
		if o := run(t, src, line); o.Stdout != want || o.Status != 0 {
			t.Errorf("%s: %+v, want %q", line, o, want)
		}
	}
	if o := run(t, src, "sort -o/tmp/x list"); o.Status == 0 || o.Stdout != "" {
		t.Errorf("sort -o/tmp/x: %+v", o)
	}
}

func TestT01T02T09OperandsOutsideTheTargetAreRefused(t *testing.T) {
	dir, src := tree(t, map[string]string{"a": "inside\n", "d/x": "deep\n"})
	hostiletest.Unchanged(t, dir)
	for _, name := range []string{"../a", "..", "d/../a", "/etc/passwd", dir + "/a", "", "a\x00b", "a/", "a/x", "gone", strings.Repeat("x", 5000), "\xff\xfe", "-"} {
		for _, p := range []string{"wc", "head", "tail", "sort", "uniq", "cut", "sha256sum", "grep", "stat", "file", "ls", "du", "find"} {
			args := map[string][]string{"cut": {"-c1-", "--", name}, "grep": {"-e", "inside", "--", name}, "find": {name}}[p]
			if args == nil {
				args = []string{"--", name}
			}
			o := coreutils.Run(t.Context(), src, p, args)
			if o.Status == 0 || strings.Contains(o.Stdout, "inside") || o.Stderr == "" {
				t.Errorf("%s %.40q: %+v", p, args, o)
			}
		}
	}
	// The valid operands are still processed.
	if o := coreutils.Run(t.Context(), src, "head", []string{"-q", "../a", "a"}); o.Stdout != "inside\n" || o.Status != 1 {
		t.Errorf("one valid operand: %+v", o)
	}
}

func TestT26TailDoesNotWait(t *testing.T) {
	_, src := tree(t, fixed)
	for _, line := range []string{"tail -f a.txt", "tail -F a.txt", "tail --follow a.txt", "tail --follow=name a.txt", "tail --retry a.txt", "tail -n 1 -f a.txt", "tail -fn1 a.txt"} {
		if o := run(t, src, line); o.Status == 0 || o.Stdout != "" || !strings.Contains(o.Stderr, "waits") {
			t.Errorf("%s: %+v", line, o)
		}
	}
}

func TestT27ArgumentsStayLiteral(t *testing.T) {
	odd := []string{"a; id", "$(id)", "`id`", "new\nline", "$HOME", "a && b", "| cat", "> out", "*.txt", "~"}
	files := map[string]string{"plain.txt": "plain\n"}
	for _, name := range odd {
		files[name] = "found " + name + "\n"
	}
	dir, src := tree(t, files)
	hostiletest.Unchanged(t, dir)
	for _, name := range odd {
		if o := coreutils.Run(t.Context(), src, "head", []string{name}); o.Stdout != files[name] || o.Status != 0 {
			t.Errorf("head %q: %+v", name, o)
		}
		if strings.Contains(name, "\n") {
			continue
		}
		if o := coreutils.Run(t.Context(), src, "grep", []string{"-rhF", name}); o.Stdout != files[name] {
			t.Errorf("grep %q: %+v", name, o)
		}
	}
}

func TestT14NamesCannotForgeLines(t *testing.T) {
	name := "a\nforged: 1\x1b[2J\u202egnp"
	dir, src := tree(t, map[string]string{"d/" + name: "x\n", "d/\"quoted\"": "x\n", "d/\xff": "x\n"})
	hostiletest.Unchanged(t, dir)
	for _, line := range []string{"ls d", "ls -l d", "ls -R .", "find .", "find . -name a*", "grep -r x .", "grep -rl x", "grep -rc x", "du -a", "ls -a d"} {
		o := run(t, src, line)
		if o.Status != 0 || !strings.Contains(o.Stdout, `a\nforged: 1\x1b[2J\u202egnp"`) || strings.Contains(o.Stdout, "\nforged") {
			t.Errorf("%s: %+v", line, o)
		}
	}
	if o := run(t, src, "ls d"); !strings.HasPrefix(o.Stdout, `"\"quoted\""`+"\n") {
		t.Errorf("a name that begins with a quotation mark is not quoted: %s", o.Stdout)
	}
	for _, p := range []string{"wc", "sha256sum", "stat", "file", "head", "ls", "du", "find", "grep"} {
		args := []string{"d/" + name, "d/\"quoted\"", `d/\xff`}
		if p == "grep" {
			args = append([]string{"x"}, args...)
		}
		o := coreutils.Run(t.Context(), src, p, args)
		if o.Status != 0 || strings.Contains(o.Stdout, "\nforged") || !strings.Contains(o.Stdout, `forged: 1\x1b`) {
			t.Errorf("%s: %+v", p, o)
		}
		if o := coreutils.Run(t.Context(), src, p, []string{"d/gone" + name}); strings.Contains(o.Stderr, "\nforged") || o.Status == 0 {
			t.Errorf("%s: %+v", p, o)
		}
	}
}

func TestT34T36PlantedProgramsAndSettingsAreIgnored(t *testing.T) {
	dir, src := tree(t, map[string]string{
		".git/config": "[core]\n\tfsmonitor = touch ran\n[diff]\n\texternal = touch ran\n", ".git/HEAD": "ref: refs/heads/main\n",
		"wc": "#!/bin/sh\necho planted\n", "rg": "#!/bin/sh\necho planted\n", "grep": "#!/bin/sh\necho planted\n", "a.txt": "one\n", ".ripgreprc": "--pre=./rg\n",
	})
	for _, name := range []string{"wc", "rg", "grep"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("PATH", ".:"+dir)
	t.Setenv("GREP_OPTIONS", "-v")
	hostiletest.Unchanged(t, dir)
	for line, want := range map[string]string{
		"wc -l a.txt": "1 a.txt\n", "grep one a.txt": "one\n", "find .git -type f": ".git/HEAD\n.git/config\n", "grep -rl fsmonitor .git": ".git/config\n",
		"stat -c %s .git/HEAD": "21\n", "file -b a.txt": "ASCII text\n",
	} {
		if o := run(t, src, line); o.Stdout != want || o.Status != 0 {
			t.Errorf("%s: %+v, want %q", line, o, want)
		}
	}
}

// TestT25SpecialFilesAreNotRead also checks that links are described and not followed.
func TestT25SpecialFilesAreNotRead(t *testing.T) {
	m := hostiletest.Tree(t, 5, hostiletest.Options{Crowd: 20})
	src, err := localdir.Open(m.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	var odd []hostiletest.Made
	for _, trick := range []hostiletest.Trick{hostiletest.FIFO, hostiletest.Socket, hostiletest.Device, hostiletest.LinkOut, hostiletest.LinkLoop, hostiletest.LinkBroken, hostiletest.LinkInside} {
		odd = append(odd, m.By(trick)...)
	}
	if len(odd) < 5 {
		t.Skip("no special files can be created here")
	}
	for _, e := range odd {
		if e.Kind == "file" || e.Kind == "directory" {
			continue
		}
		for _, p := range []string{"wc", "head", "tail", "sort", "uniq", "cut", "sha256sum", "grep"} {
			args := []string{"--", string(e.Path)}
			switch p {
			case "cut":
				args = append([]string{"-c1-"}, args...)
			case "grep":
				args = append([]string{"-r", "-e", ""}, args...)
			}
			if o := coreutils.Run(t.Context(), src, p, args); o.Status == 0 || o.Stdout != "" || !strings.Contains(o.Stderr, "only regular files are read") && !strings.Contains(o.Stderr, "links are not followed") {
				t.Errorf("%s of the %s %q: %+v", p, e.Kind, e.Path, o)
			}
		}
		for _, p := range []string{"stat", "file", "ls", "find", "du"} {
			if o := coreutils.Run(t.Context(), src, p, []string{"./" + string(e.Path)}); o.Status != 0 || o.Stdout == "" {
				t.Errorf("%s of the %s %q: %+v", p, e.Kind, e.Path, o)
			}
		}
	}
}
