package fsserver

import (
	"cmp"
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
)

var update = flag.Bool("update", false, "write the results of the calls to testdata/transcript.txt")

// entryOf is an entry of an assembled source; fault is the error of reading it.
type entryOf struct {
	luminos.Node
	content string
	fault   error
}

// assembled is a source with entries of any kind, by path.
type assembled map[luminos.Path]entryOf

func (m assembled) List(_ context.Context, dir luminos.Path) ([]luminos.Node, error) {
	if err := m[dir].fault; err != nil {
		return nil, err
	}
	var list []luminos.Node
	for p, e := range m {
		if p != luminos.Root && p.Dir() == dir {
			list = append(list, e.Node)
		}
	}
	slices.SortFunc(list, func(a, b luminos.Node) int { return cmp.Compare(a.Path, b.Path) })
	return list, nil
}

func (m assembled) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	e, ok := m[p]
	if !ok {
		return luminos.Node{}, fs.ErrNotExist
	}
	return e.Node, nil
}

func (m assembled) Read(_ context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	e := m[p]
	from := min(offset, int64(len(e.content)))
	return []byte(e.content[from:min(from+int64(n), int64(len(e.content)))]), e.fault
}

func (m assembled) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return luminos.DigestOf(ctx, p, limit, m.Read)
}

func (m assembled) Text(context.Context, luminos.Path, int) (luminos.Text, error) {
	return luminos.Text{}, luminos.ErrNotText
}

// oddSource has entries of every kind, and files at the bounds of the tools.
func oddSource() assembled {
	m := assembled{}
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	add := func(p luminos.Path, n luminos.Node, content string) {
		n.Path = p
		if n.Kind == "" {
			n.Kind, n.Size = luminos.KindFile, cmp.Or(n.Size, int64(len(content)))
		}
		m[p] = entryOf{Node: n, content: content}
	}
	directory := luminos.Node{Kind: luminos.KindDir, Size: -1}
	for _, p := range []luminos.Path{".", "d", "d/empty", "odd", "shut", "sized"} {
		add(p, directory, "")
	}
	add("d/Main.go", luminos.Node{ModTime: at, Links: 2, Perm: 0o755, Allocated: 4096}, "// Package main is odd.\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n")
	add("d/abc.txt", luminos.Node{ModTime: at, Links: 1, Perm: 0o644, Allocated: 512}, "one\ntwo\nthree\nfour\n")
	add("d/empty.txt", luminos.Node{}, "")
	add("d/secret.txt", luminos.Node{}, "password: hunter"+"2!\n")
	add("d/.ignore", luminos.Node{}, "left.txt\n")
	add("d/left.txt", luminos.Node{}, "two\n")
	add("d/hidden.txt", luminos.Node{}, "a\x1b[2Jb\u202e\U000e0041\n")
	add("d/utf-16.txt", luminos.Node{}, "\xff\xfet\x00w\x00o\x00\n\x00")
	add("d/latin.txt", luminos.Node{}, "caf\xe9 two\n")
	add("d/picture.png", luminos.Node{}, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x06\x00\x00\x00")
	add("d/binary", luminos.Node{}, "two\x00\x01\x02")
	for name, kind := range map[luminos.Path]luminos.EntryKind{"fifo": luminos.KindFIFO, "socket": luminos.KindSocket, "device": luminos.KindDevice, "other": luminos.KindOther} {
		add("odd/"+name, luminos.Node{Kind: kind, Size: -1}, "")
	}
	add("odd/link", luminos.Node{Kind: luminos.KindSymlink, Size: 9, Target: "d/abc.txt"}, "")
	add("odd/unsized.txt", luminos.Node{Kind: luminos.KindFile, Size: -1}, "two\n")
	add(`odd/"quoted"`, luminos.Node{}, "x\n")
	for name, n := range map[string]int{"1999": 1999, "2000": 2000, "2001": 2001, "65536": 65536, "65537": 65537} {
		add(luminos.Path("sized/line-"+name), luminos.Node{}, strings.Repeat("x", n)+"\nnext\n")
	}
	add("sized/lines-500", luminos.Node{}, strings.Repeat("x\n", 500))
	add("sized/lines-501", luminos.Node{}, strings.Repeat("x\n", 501))
	add("sized/lines-2001", luminos.Node{}, strings.Repeat("x\n", 2001))
	add("sized/searched", luminos.Node{Size: 16 << 20}, "two\n")
	add("sized/unsearched", luminos.Node{Size: 16<<20 + 1}, "two\n")
	add("locked.txt", luminos.Node{}, "x\n")
	add("shut/a.txt", luminos.Node{}, "x\n")
	for p, fault := range map[luminos.Path]error{"locked.txt": fs.ErrPermission, "shut": fs.ErrPermission} {
		e := m[p]
		e.fault = fault
		m[p] = e
	}
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
