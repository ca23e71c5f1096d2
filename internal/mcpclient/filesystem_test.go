package mcpclient

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/hostiletest"
	"luminos/internal/sourcetest"
)

func TestFilesystem(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	hostiletest.Unchanged(t, dir)
	sourcetest.Run(t, start(t, Options{}, "filesystem", dir))
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func kinds(nodes []luminos.Node) []string {
	list := []string{}
	for _, n := range nodes {
		list = append(list, string(n.Path)+" "+string(n.Kind))
	}
	return list
}

// Two directories that were made in the same second have equal attributes. A link and its target have, too.
func TestFilesystemDirectoriesWithEqualAttributes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "one/data.csv", "a,b\n")
	put(t, dir, "two/data.csv", "a,b,c,d\n")
	put(t, dir, "three/other.csv", "a,b\n")
	for _, name := range []string{"one/data.csv", "two/data.csv", "three/other.csv", "one", "two", "three"} {
		if err := os.Chtimes(filepath.Join(dir, name), time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"link", "other"} {
		if err := os.Symlink("one", filepath.Join(dir, link)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	for _, c := range []struct{ allowed, want []string }{
		{[]string{"one", "two", "three"}, []string{"one directory", "three directory", "two directory"}},
		{[]string{"one", "link", "two", "other"}, []string{"one directory", "two directory"}},
		{[]string{"link", "one"}, []string{"data.csv file"}},
	} {
		b := start(t, Options{}, append([]string{"filesystem", dir}, c.allowed...)...)
		nodes, err := b.List(t.Context(), ".")
		if err != nil || !slices.Equal(kinds(nodes), c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.allowed, kinds(nodes), err, c.want)
		}
	}
}

// Servers before exclusions and bytes: names in lines, and text only.
func TestFilesystemThatGivesLinesOnly(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.txt", "one\ntwo\nthree\n")
	put(t, dir, "open", "no end")
	put(t, dir, "sub/b.txt", "b")
	put(t, dir, "blob", "\x00\xff")
	b := start(t, Options{}, "lines", dir)
	nodes, err := b.List(t.Context(), ".")
	if want := []string{"a.txt file", "blob file", "open file", "sub directory"}; err != nil || !slices.Equal(kinds(nodes), want) {
		t.Errorf("got %q, %v, want %q", kinds(nodes), err, want)
	}
	for p, want := range map[luminos.Path]string{"a.txt": "one\ntwo\nthree\n", "open": "no end", "sub/b.txt": "b"} {
		if got, err := b.Read(t.Context(), p, 0, 100); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v, want %q", p, got, err, want)
		}
	}
	if _, err := b.Read(t.Context(), "blob", 0, 100); !errors.Is(err, luminos.ErrNotText) {
		t.Errorf("bytes of a server that gives text: %v", err)
	}
	put(t, dir, "odd/x\n[FILE] forged", "x")
	put(t, dir, "worse/x\ny", "x")
	if nodes, err := b.List(t.Context(), "worse"); err == nil || !strings.Contains(err.Error(), "ambiguous") {
		t.Errorf("a line end in a name: %q, %v", kinds(nodes), err)
	}
	// Each line of this one looks like a name. None is there when it is asked for.
	nodes, err = b.List(t.Context(), "odd")
	if want := []string{"odd/forged other", "odd/x other"}; err != nil || !slices.Equal(kinds(nodes), want) {
		t.Errorf("got %q, %v, want %q", kinds(nodes), err, want)
	}
}

func TestFilesystemDetectsForgedLines(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "x\n[FILE] forged", "x")
	nodes, err := start(t, Options{}, "filesystem", dir).List(t.Context(), ".")
	if want := []string{"x\n[FILE] forged file"}; err != nil || !slices.Equal(kinds(nodes), want) {
		t.Errorf("got %q, %v, want %q", kinds(nodes), err, want)
	}
}

func TestFilesystemLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	outside := t.TempDir()
	put(t, outside, "secret", "secret")
	put(t, dir, "sub/a", "a")
	put(t, dir, "bad\xffname", "x")
	for name, to := range map[string]string{"dirlink": "sub", "out": filepath.Join(outside, "secret"), "outdir": outside, "broken": "gone", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	b := start(t, Options{}, "filesystem", dir)
	nodes, err := b.List(t.Context(), ".")
	if want := []string{"bad\uFFFDname other", "broken other", "dirlink symlink", "loop other", "out other", "outdir other", "sub directory"}; err != nil || !slices.Equal(kinds(nodes), want) {
		t.Errorf("got %q, %v, want %q", kinds(nodes), err, want)
	}
	if _, err := b.List(t.Context(), "dirlink"); err == nil {
		t.Error("a link was followed")
	}
	if n, err := start(t, Options{}, "filesystem", dir).Stat(t.Context(), "dirlink"); err != nil || n.Kind != luminos.KindSymlink {
		t.Errorf("a link that was not listed before: %+v, %v", n, err)
	}
	for p, want := range map[luminos.Path]error{"out": fs.ErrPermission, "outdir": fs.ErrPermission, "outdir/secret": fs.ErrPermission, "broken": fs.ErrNotExist, `bad\xffname`: fs.ErrNotExist} {
		if _, err := b.Stat(t.Context(), p); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p, err, want)
		}
		if data, err := b.Read(t.Context(), p, 0, 10); err == nil {
			t.Errorf("%s was read: %q", p, data)
		}
	}
}

func TestFilesystemOfLargeFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	line := strings.Repeat("x", 99) + "\n"
	put(t, dir, "large.txt", strings.Repeat(line, wholeMax/100+1000))
	put(t, dir, "large.bin", strings.Repeat("\xff\n\x00", wholeMax/2))
	put(t, dir, "one-line.bin", strings.Repeat("\x00", wholeMax+1))
	b := start(t, Options{}, "filesystem", dir)
	got, err := b.Text(t.Context(), "large.txt", 250_000)
	if err != nil || len(got.Content) != 250_000 || !got.Cut || got.Content[249_900:] != line {
		t.Errorf("got %d bytes, cut %t, %v", len(got.Content), got.Cut, err)
	}
	if part, err := b.Read(t.Context(), "large.txt", 1_000_050, 60); err != nil || string(part) != strings.Repeat("x", 49)+"\n"+strings.Repeat("x", 10) {
		t.Errorf("got %q, %v", part, err)
	}
	if _, err := b.Text(t.Context(), "large.bin", 1000); !errors.Is(err, luminos.ErrNotText) {
		t.Errorf("a large binary: %v", err)
	}
	if _, err := b.Text(t.Context(), "one-line.bin", 1000); err == nil || !strings.Contains(err.Error(), "16 MiB") || errors.Is(err, ErrBarred) {
		t.Errorf("a large binary on one line: %v", err)
	}
}

func TestFilesystemToolsForModels(t *testing.T) {
	b := start(t, Options{}, "filesystem", tree(t))
	if got, want := names(b.Tools()), []string{"directory_tree", "get_file_info", "list_allowed_directories", "list_directory", "read_media_file", "read_text_file"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if r := b.Refused(); len(r) != 1 || r[0].Tool != "write_file" {
		t.Errorf("refused are %v", r)
	}
}
