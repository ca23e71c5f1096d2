package coreutils_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"luminos"
	"luminos/internal/coreutils"
	"luminos/internal/hostiletest"
	"luminos/internal/localdir"
)

// fake is a Source with one file.
type fake struct {
	size int64
	read func(ctx context.Context, offset int64, n int) ([]byte, error)
	got  atomic.Int64
}

func (f *fake) node(p luminos.Path) luminos.Node {
	if p == luminos.Root {
		return luminos.Node{Path: p, Kind: luminos.KindDir, Size: -1}
	}
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: f.size}
}

func (f *fake) List(context.Context, luminos.Path) ([]luminos.Node, error) {
	return []luminos.Node{f.node("f")}, nil
}

func (f *fake) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	if p != "f" && p != luminos.Root {
		return luminos.Node{}, fs.ErrNotExist
	}
	return f.node(p), nil
}

func (f *fake) Read(ctx context.Context, _ luminos.Path, offset int64, n int) ([]byte, error) {
	b, err := f.read(ctx, offset, n)
	f.got.Add(int64(len(b)))
	return b, err
}

func (f *fake) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return luminos.DigestOf(ctx, p, limit, f.Read)
}

func (f *fake) Text(context.Context, luminos.Path, int) (luminos.Text, error) {
	return luminos.Text{}, luminos.ErrNotText
}

// flood returns a source with one file of a terabyte of lines.
func flood() *fake {
	block := strings.Repeat("a line of a flood\n", 1<<20/18+1)
	return &fake{size: 1 << 40, read: func(_ context.Context, _ int64, n int) ([]byte, error) { return []byte(block[:n]), nil }}
}

func TestT28FloodIsCut(t *testing.T) {
	for _, line := range []string{"head -n 1000000000 f", "head -c 1T f", "head -n -1 f", "tail -n +1 f", "tail -c 1G f", "cut -c 1- f", "grep -v x f", "grep -o [a-z] f", "grep a -r", "head -c 99999999999999999999999 f"} {
		src := flood()
		args := strings.Split(line, " ")
		o := coreutils.Run(t.Context(), src, args[0], args[1:])
		if !o.Cut || len(o.Stdout) > 64<<10 || len(o.Stdout) < 60<<10 || !strings.Contains(o.Stderr, "64 KiB") || o.Status != 0 {
			t.Errorf("%s: status %d, %d bytes, cut %v, %s", line, o.Status, len(o.Stdout), o.Cut, o.Stderr)
		}
		if got := src.got.Load(); got > 32<<20 {
			t.Errorf("%s: read %d bytes", line, got)
		}
	}
	for _, line := range []string{"wc f", "wc -l f", "sha256sum f", "sort f"} {
		src := flood()
		args := strings.Split(line, " ")
		o := coreutils.Run(t.Context(), src, args[0], args[1:])
		if o.Status == 0 || o.Stdout != "" || !strings.Contains(o.Stderr, "256 MiB") || src.got.Load() > 1<<20 {
			t.Errorf("%s: %+v after %d bytes", line, o, src.got.Load())
		}
	}
	if o := coreutils.Run(t.Context(), flood(), "wc", []string{"-c", "f"}); o.Stdout != "1099511627776 f\n" || o.Status != 0 {
		t.Errorf("wc -c must not read the file: %+v", o)
	}
}

func TestT29LongRunsAreStopped(t *testing.T) {
	blocked := &fake{size: 100, read: func(ctx context.Context, _ int64, _ int) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	// Matching this expression against this line takes minutes.
	endless := &fake{size: 8 << 20, read: func(_ context.Context, offset int64, n int) ([]byte, error) {
		return slices.Repeat([]byte("a"), max(0, min(n, 8<<20-int(offset)))), nil
	}}
	for name, c := range map[string]struct {
		src  *fake
		line string
	}{
		"a source that blocks":          {blocked, "head f"},
		"a source that blocks a digest": {blocked, "sha256sum f"},
		"a source that blocks a search": {blocked, "grep -r x"},
		"a long match":                  {endless, "grep -E ((a?){30}){30}b f"},
		"a long match of parts":         {endless, "grep -oE ((a?){30}){30}b f"},
		"a long match by words":         {endless, "grep -cwE ((a?){30}){30}b f"},
	} {
		args := strings.Split(c.line, " ")
		o := coreutils.RunShortly(t.Context(), c.src, 100*time.Millisecond, args[0], args[1:])
		if !o.Cut || o.Status == 0 || !strings.Contains(o.Stderr, "stopped after 100ms") {
			t.Errorf("%s: %+v", name, o)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o := coreutils.Run(ctx, blocked, "head", []string{"f"}); o.Status == 0 || !strings.Contains(o.Stderr, "interrupted") {
		t.Errorf("interrupted run: %+v", o)
	}
}

func TestLimitsAreReported(t *testing.T) {
	files := map[string]string{"long": strings.Repeat("x", 20<<10), "big": strings.Repeat("line\n", 50<<10), "some": strings.Repeat("line\n", 1000)}
	for i := range 100 {
		files[fmt.Sprintf("dir/%03d", i)] = "x\n"
	}
	dir, src := tree(t, files)
	hostiletest.Unchanged(t, dir)
	for line, want := range map[string]string{
		"find dir": "after 50 entries", "ls dir": "after 50 entries", "du -s dir": "after 50 entries", "grep -rc x dir": "after 50 entries", "ls -R": "after 50 entries",
		"grep -c y big": "after reading 100 KiB", "uniq -d big": "after reading 100 KiB", "sort big": "reads at most 100 KiB", "sort some": "more than the 1.0 KiB that sort holds",
		"grep y long": "longer than 8.0 KiB", "cut -c 1 long": "longer than 8.0 KiB", "wc -l big": "reads at most 100 KiB",
	} {
		args := strings.Split(line, " ")
		o := coreutils.RunSmall(t.Context(), src, args[0], args[1:])
		if o.Status == 0 || !strings.Contains(o.Stderr, want) || strings.Contains(want, "after") && !o.Cut {
			t.Errorf("%s: %+v, want %q", line, o, want)
		}
	}
	if o := coreutils.Run(t.Context(), src, "grep", []string{strings.Repeat("a", 1<<20)}); o.Status != 2 || !strings.Contains(o.Stderr, "arguments are longer") {
		t.Errorf("long arguments: %+v", o)
	}
	if o := coreutils.Run(t.Context(), src, "grep", []string{"-E", "(((a{100}){100}){100}){100}", "some"}); o.Status != 2 || o.Stderr == "" {
		t.Errorf("exponential expression: %+v", o)
	}
	missing := slices.Repeat([]string{"gone"}, 5000)
	if o := coreutils.Run(t.Context(), src, "wc", missing); len(o.Stderr) > 64<<10 || !o.Cut || !strings.Contains(o.Stderr, "more messages") {
		t.Errorf("many messages: %d bytes, %v", len(o.Stderr), o.Cut)
	}
}

// clean fails the test if the output contains control characters, is too long or
// reports an internal error.
func clean(t testing.TB, what string, o coreutils.Output) {
	t.Helper()
	for _, s := range []string{o.Stdout, o.Stderr} {
		if len(s) > 64<<10 || !utf8.ValidString(s) {
			t.Fatalf("%s: %d bytes, valid: %v", what, len(s), utf8.ValidString(s))
		}
		if i := strings.IndexFunc(s, func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\t' || 0x7F <= r && r < 0xA0 || 0x202A <= r && r <= 0x202E || 0xE0000 <= r && r <= 0xE007F
		}); i >= 0 {
			t.Fatalf("%s: %q is in the output", what, s[max(0, i-20):min(len(s), i+20)])
		}
	}
	if strings.Contains(o.Stderr, "internal error") || o.Status < 0 || o.Status > 2 && o.Status != 127 {
		t.Fatalf("%s: status %d, %s", what, o.Status, o.Stderr)
	}
}

func TestHostileTree(t *testing.T) {
	m := hostiletest.Tree(t, 7, hostiletest.Options{Crowd: 100})
	src, err := localdir.Open(m.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	try := func(name string, args ...string) {
		o := coreutils.Run(t.Context(), src, name, args)
		clean(t, fmt.Sprintf("%s %.200q", name, args), o)
		// The secret lies outside the target; only .git files name the place.
		if strings.Contains(o.Stdout, m.Secret) && name != "find" && !strings.Contains(fmt.Sprint(args), ".git") && !strings.Contains(fmt.Sprint(args), "-r") {
			t.Errorf("%s %.200q shows a file outside the target", name, args)
		}
	}
	// Only find descends into the deep directory chain, where the cost of a step grows
	// with the depth. The loop below tries its files.
	deep, _, _ := strings.Cut(string(m.By(hostiletest.Deep)[0].Path), "/")
	for _, line := range []string{"find . -empty", "ls -laR", "ls -ltr", "grep -rlw the . --exclude-dir " + deep} {
		args := strings.Split(line, " ")
		try(args[0], args[1:]...)
	}
	for _, e := range m.Made {
		if e.Trick == hostiletest.Crowd || e.Trick == hostiletest.Deep && e.Kind == luminos.KindDir { // all alike
			continue
		}
		p := "./" + string(e.Path)
		if len(p) > 2000 {
			p = string(e.Path)
		}
		for _, name := range []string{"wc", "head", "tail", "sort", "uniq", "file", "stat", "ls"} {
			try(name, p)
		}
		try("du", "-d0", p)
		try("cut", "-f1", p)
		try("grep", "-n", "e", p)
		if e.Trick != hostiletest.Sparse {
			try("sha256sum", p)
		}
	}
}

func TestUsageNamesEveryFlag(t *testing.T) {
	if names := coreutils.Names(); len(names) != 13 || !slices.IsSorted(names) {
		t.Errorf("the programs are %q", names)
	}
	_, src := tree(t, nil)
	flags := map[string]string{"wc": "-l/--lines", "grep": "--include GLOB", "find": "-maxdepth N", "ls": "-1", "tail": "-n/--lines NUM", "du": "-k"}
	for _, name := range coreutils.Names() {
		o := coreutils.Run(t.Context(), src, name, []string{"--help"})
		if u := o.Stdout; o.Status != 0 || !strings.HasPrefix(u, name+" [FLAG]...") || !strings.Contains(u, flags[name]) || strings.Contains(u, "digit") {
			t.Errorf("%s --help: %+v", name, o)
		}
		o = coreutils.Run(t.Context(), src, name, nil)
		if reads := !slices.Contains([]string{"ls", "find", "du"}, name); reads != (o.Status != 0) {
			t.Errorf("%s without operands: %+v", name, o)
		}
	}
}
