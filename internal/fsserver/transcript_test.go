package fsserver

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/sourcetest"
)

var update = flag.Bool("update", false, "write the results of the calls to testdata/transcript.txt")

// oddSource has entries of every kind, and files at the bounds of the tools.
func oddSource() sourcetest.Memory {
	m := sourcetest.Memory{}
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	m.Add("d/empty", luminos.Node{Kind: luminos.KindDir, Size: -1}, "")
	m.Add("d/Main.go", luminos.Node{ModTime: at, Links: 2, Perm: 0o755, Allocated: 4096}, "// Package main is odd.\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n")
	m.Add("d/abc.txt", luminos.Node{ModTime: at, Links: 1, Perm: 0o644, Allocated: 512}, "one\ntwo\nthree\nfour\n")
	m.Add("d/empty.txt", luminos.Node{}, "")
	m.Add("d/secret.txt", luminos.Node{}, "password: hunter"+"2!\n")
	m.Add("d/.ignore", luminos.Node{}, "left.txt\n")
	m.Add("d/left.txt", luminos.Node{}, "two\n")
	m.Add("d/hidden.txt", luminos.Node{}, "a\x1b[2Jb\u202e\U000e0041\n")
	m.Add("d/utf-16.txt", luminos.Node{}, "\xff\xfet\x00w\x00o\x00\n\x00")
	m.Add("d/latin.txt", luminos.Node{}, "caf\xe9 two\n")
	m.Add("d/picture.png", luminos.Node{}, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x06\x00\x00\x00")
	m.Add("d/binary", luminos.Node{}, "two\x00\x01\x02")
	for name, kind := range map[luminos.Path]luminos.EntryKind{"fifo": luminos.KindFIFO, "socket": luminos.KindSocket, "device": luminos.KindDevice, "other": luminos.KindOther} {
		m.Add("odd/"+name, luminos.Node{Kind: kind, Size: -1}, "")
	}
	m.Add("odd/link", luminos.Node{Kind: luminos.KindSymlink, Size: 9, Target: "d/abc.txt"}, "")
	m.Add("odd/unsized.txt", luminos.Node{Kind: luminos.KindFile, Size: -1}, "two\n")
	m.Add(`odd/"quoted"`, luminos.Node{}, "x\n")
	for name, n := range map[string]int{"1999": 1999, "2000": 2000, "2001": 2001, "65536": 65536, "65537": 65537} {
		m.Add(luminos.Path("sized/line-"+name), luminos.Node{}, strings.Repeat("x", n)+"\nnext\n")
	}
	m.Add("sized/lines-500", luminos.Node{}, strings.Repeat("x\n", 500))
	m.Add("sized/lines-599", luminos.Node{}, strings.Repeat("x\n", 599))
	m.Add("sized/lines-600", luminos.Node{}, strings.Repeat("x\n", 600))
	m.Add("sized/lines-2001", luminos.Node{}, strings.Repeat("x\n", 2001))
	m.Add("sized/searched", luminos.Node{Size: 16 << 20}, "two\n")
	m.Add("sized/unsearched", luminos.Node{Size: 16<<20 + 1}, "two\n")
	m.Add("locked.txt", luminos.Node{}, "x\n")
	m.Add("shut/a.txt", luminos.Node{}, "x\n")
	m.Break("locked.txt", 0, fs.ErrPermission)
	m.Break("shut", 0, fs.ErrPermission)
	return m
}

// say returns its arguments as the output of a program: on standard error after "-e", with a status after "-s". After "-m"
// it returns many lines.
func say(_ context.Context, program string, args []string) Output {
	switch {
	case len(args) == 0:
		return Output{}
	case args[0] == "-e":
		return Output{Stderr: args[1], Status: 2}
	case args[0] == "-s":
		return Output{Stdout: args[1], Status: 1, Cut: true}
	case args[0] == "-m":
		return Output{Stdout: strings.Repeat("line\n", 14_000), Stderr: strings.Repeat("line\n", 2000)}
	}
	return Output{Stdout: program + " " + strings.Join(args, " ") + "\n"}
}

// testdata/transcript.txt has calls of tools after ">", then "ok" or "failed", the text and the structured content.
func TestTranscript(t *testing.T) {
	const file = "testdata/transcript.txt"
	given, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	k := toolsOf(t, oddSource(), Options{Programs: []string{"say", "tell"}, Run: say})
	var all strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(string(given), "> "), "\n> ") {
		line, want, _ := strings.Cut(part, "\n")
		name, input, _ := strings.Cut(line, " ")
		var a args
		if err := json.Unmarshal([]byte(input), &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for key, v := range a {
			if s, ok := v.(string); ok {
				a[key] = strings.ReplaceAll(s, "1000x", strings.Repeat("x", 1000))
			}
		}
		r := k.call(t, name, a)
		got := map[bool]string{true: "failed\n", false: "ok\n"}[r.Failed]
		lines := strings.SplitAfter(strings.TrimSuffix(r.Text, "\n"), "\n")
		for i, l := range lines {
			if len(l) > 600 {
				lines[i] = fmt.Sprintf("(%d bytes that end in %q)\n", len(l), l[len(l)-60:])
			}
		}
		if len(lines) > 40 {
			lines = append(append(lines[:3:3], fmt.Sprintf("(%d lines)\n", len(lines)-6)), lines[len(lines)-3:]...)
		}
		got += strings.TrimSuffix(strings.Join(lines, ""), "\n") + "\n"
		if data, err := json.Marshal(r.Data); err != nil {
			t.Fatal(err)
		} else if !r.Failed && len(data) < 2000 {
			got += "= " + string(data) + "\n"
		}
		// Without cgo there are no parsers.
		got = strings.NewReplacer("by patterns", "by PARSER", "by tree-sitter", "by PARSER",
			`"by":"patterns"`, `"by":"PARSER"`, `"by":"tree-sitter"`, `"by":"PARSER"`).Replace(got)
		if strings.TrimSpace(got) != strings.TrimSpace(want) && !*update {
			t.Errorf("> %s\ngot:\n%swant:\n%s", line, got, want)
		}
		all.WriteString("> " + line + "\n" + got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A call of run_command has at most 256 arguments with at most 64 KiB together.
func TestArgumentsAreBounded(t *testing.T) {
	k := toolsOf(t, oddSource(), Options{Programs: []string{"say"}, Run: say})
	for _, c := range []struct {
		n, size int
		fits    bool
	}{{256, 1, true}, {257, 1, false}, {1, 64 << 10, true}, {1, 64<<10 + 1, false}, {2, 32 << 10, true}, {2, 32<<10 + 1, false}} {
		r := k.call(t, "run_command", args{"program": "say", "args": slices.Repeat([]string{strings.Repeat("x", c.size)}, c.n)})
		if r.Failed == c.fits {
			t.Errorf("%+v: %.200s", c, r.Text)
		}
	}
	if _, ok := over(t, t.TempDir())["run_command"]; ok {
		t.Error("without programs there is the tool run_command")
	}
}
