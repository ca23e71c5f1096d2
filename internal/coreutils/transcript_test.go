package coreutils_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/coreutils"
	"luminos/internal/sourcetest"
)

var update = flag.Bool("update", false, "write the results of the commands to testdata/transcript.txt")

// masked is a source with a file "secret" whose digest is not the digest of the bytes that Read returns.
type masked struct{ sourcetest.Memory }

func (m masked) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	if p == "secret" {
		return luminos.Digest{1}, nil
	}
	return m.Memory.Digest(ctx, p, limit)
}

// kinds returns a source with entries of every kind, and with properties that are not known.
func kinds() masked {
	m := sourcetest.Memory{}
	at := time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC)
	add := func(p luminos.Path, n luminos.Node, content string) {
		if n.ModTime.IsZero() && p != "d/plain" {
			n.ModTime = at
		}
		m.Add(p, n, content)
	}
	add(".", luminos.Node{Kind: luminos.KindDir, Size: -1, Links: 2, Perm: 0o755, Allocated: 4096}, "")
	add("d", luminos.Node{Kind: luminos.KindDir, Size: -1, Links: 2, Perm: 0o755, Allocated: 4096}, "")
	add("d/.hidden", luminos.Node{Links: 1, Perm: 0o600, Allocated: 512}, "h\n")
	add("d/plain", luminos.Node{}, "one\ntwo\n") // a server knows only the size
	add("d/twin", luminos.Node{Links: 2, Perm: 0o755, Allocated: 1024}, "two\n")
	add("d/unsized", luminos.Node{Kind: luminos.KindFile, Size: -1}, "one\ntwo\nthree\n")
	add("empty", luminos.Node{}, "")
	add("odd", luminos.Node{Kind: luminos.KindDir, Size: -1}, "")
	for name, kind := range map[luminos.Path]luminos.EntryKind{"fifo": luminos.KindFIFO, "socket": luminos.KindSocket, "device": luminos.KindDevice, "other": luminos.KindOther} {
		add("odd/"+name, luminos.Node{Kind: kind, Size: -1}, "")
	}
	add("odd/link", luminos.Node{Kind: luminos.KindSymlink, Size: 7, Target: "d/plain"}, "")
	add("odd/late", luminos.Node{Kind: luminos.KindSymlink, Size: -1, Target: "d/late"}, "")
	add("odd/nowhere", luminos.Node{Kind: luminos.KindSymlink, Size: -1}, "")
	add("sizes", luminos.Node{Kind: luminos.KindDir, Size: -1}, "")
	for i, n := range []int64{1, 1023, 1024, 1025, 10137, 10138, 10240, 10241, 1047552, 1047553, 1 << 20, 5 << 30, 1 << 40, 1 << 60} {
		add(luminos.Path(fmt.Sprintf("sizes/%02d", i)), luminos.Node{Kind: luminos.KindFile, Size: n, ModTime: at.Add(time.Duration(i) * time.Hour)}, "")
	}
	add("text", luminos.Node{Kind: luminos.KindDir, Size: -1}, "")
	add("text/binary", luminos.Node{}, "two\x00two\n")
	add("text/late-nul", luminos.Node{}, strings.Repeat("two\n", 9000)+"x\x00two\n")
	add("text/utf-16", luminos.Node{}, "\xff\xfet\x00w\x00o\x00\n\x00")
	add("text/latin", luminos.Node{}, "caf\xe9 two\n")
	add("text/utf-8", luminos.Node{}, "caf\u00e9 two\n")
	add("text/script", luminos.Node{}, "#!/bin/sh\necho two\n")
	add("text/picture.png", luminos.Node{}, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x06\x00\x00\x00")
	add("secret", luminos.Node{}, "password: (masked)\n")
	add("long", luminos.Node{}, strings.Repeat("a b\tc\n", 20_000))
	add("locked", luminos.Node{}, "x\n")
	add("broken", luminos.Node{}, strings.Repeat("two\n", 40_000))
	add("shut", luminos.Node{Kind: luminos.KindDir, Size: -1}, "")
	m.Break("locked", 0, fs.ErrPermission)
	m.Break("shut", 0, fs.ErrPermission)
	m.Break("broken", 64<<10, fs.ErrClosed)
	return masked{m}
}

// testdata/transcript.txt has command lines after "$", with their output, their messages after "!" and their status.
func TestTranscript(t *testing.T) {
	const file = "testdata/transcript.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	src := kinds()
	var all strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(string(text), "$ "), "\n$ ") {
		line, want, _ := strings.Cut(part, "\n")
		if strings.HasPrefix(line, "#") {
			all.WriteString(part + "\n")
			continue
		}
		args := strings.Split(line, " ")
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "␣", " ")
		}
		o := coreutils.Run(t.Context(), src, args[0], args[1:])
		if strings.Count(o.Stdout, "\n") > 40 {
			o.Stdout = fmt.Sprintf("(%d lines, %d bytes)\n", strings.Count(o.Stdout, "\n"), len(o.Stdout))
		}
		got := o.Stdout
		if got != "" && !strings.HasSuffix(got, "\n") {
			got += "(no line end)\n"
		}
		for message := range strings.Lines(o.Stderr) {
			got += "! " + message
		}
		if o.Status != 0 {
			got += fmt.Sprintf("status %d\n", o.Status)
		}
		if strings.TrimSpace(got) != strings.TrimSpace(want) && !*update {
			t.Errorf("$ %s\ngot:\n%swant:\n%s", line, got, want)
		}
		all.WriteString("$ " + line + "\n" + got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// panicking is a source that panics when it is read.
type panicking struct{ luminos.Source }

func (panicking) Read(context.Context, luminos.Path, int64, int) ([]byte, error) { panic("no\x1bway") }

func TestPanicEndsRunWithMessage(t *testing.T) {
	o := coreutils.Run(t.Context(), panicking{kinds()}, "grep", []string{"-s", "two", "d/plain"})
	if o.Status != 2 || !strings.HasPrefix(o.Stderr, `grep: internal error: no\x1bway; try`) {
		t.Errorf("got %+v", o)
	}
}

// The arguments, with a byte after each, have at most 64 KiB.
func TestLengthOfArgumentsIsBounded(t *testing.T) {
	for n, want := range map[int]int{64 << 10: 1, 64<<10 + 1: 2} {
		o := coreutils.Run(t.Context(), kinds(), "head", []string{strings.Repeat("x", n-9), "missing"})
		if got := strings.Contains(o.Stderr, "the arguments are longer than 64 KiB"); got != (want == 2) || o.Status != want {
			t.Errorf("%d bytes: status %d, %.80s", n, o.Status, o.Stderr)
		}
	}
}
