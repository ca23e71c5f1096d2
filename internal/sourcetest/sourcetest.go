// Package sourcetest is a test suite for implementations of luminos.Source and of
// its capabilities. For tests only.
package sourcetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// Files are the files of the source under test: contents by path.
var Files = map[luminos.Path]string{
	"readme.md":         "# Title\n\nText.\n",
	"dir/b.txt":         "one\r\ntwo\r\nthree",
	"dir/a.txt":         "",
	"dir/sub/.hidden":   "hidden\n",
	"latin1.txt":        "caf\xe9\n",
	"utf16.txt":         "\xff\xfeh\x00\xe9\x00\n\x00",
	"bom.txt":           "\xef\xbb\xbfbom\n",
	"binary.bin":        "\x00\x01\x02\x03",
	"late.txt":          "K\u00e4se\n" + strings.Repeat("filler\n", 20_000) + "caf\xe9\n\x00\x00",
	"one-line.txt":      strings.Repeat("\u00e4", 10_000),
	"name with\nbreak":  "x\n",
	`looks\x5cxff.txt`:  "escaped\n",
	"dir/sub/Upper.TXT": "x\n",
	"dir/code.go":       "package dir\n\n// F returns nothing.\nfunc F() {}\n",
}

// Run tests a source whose files are exactly Files, and its capability to outline
// files if it has one. [Tables] tests the capability to describe tables.
func Run(t *testing.T, src luminos.Source) {
	t.Run("List", func(t *testing.T) { list(t, src) })
	t.Run("Stat", func(t *testing.T) { stat(t, src) })
	t.Run("Read", func(t *testing.T) { read(t, src) })
	t.Run("Text", func(t *testing.T) { text(t, src) })
	t.Run("Digest", func(t *testing.T) { digest(t, src) })
	if o := luminos.CapabilitiesOf(src).Outliner; o != nil {
		t.Run("Outlines", func(t *testing.T) { outlines(t, o) })
	}
	t.Run("limits", func(t *testing.T) { limits(t, src) })
	t.Run("paths", func(t *testing.T) { paths(t, src) })
	t.Run("cancellation", func(t *testing.T) { cancellation(t, src) })
	t.Run("concurrency", func(t *testing.T) { concurrency(t, src) })
}

func list(t *testing.T, src luminos.Source) {
	for dir, want := range map[luminos.Path][]string{
		".": {"binary.bin file 4", "bom.txt file 7", "dir directory", "late.txt file 140013", "latin1.txt file 5",
			`looks\x5cxff.txt file 8`, "name with\nbreak file 2", "one-line.txt file 20000", "readme.md file 15", "utf16.txt file 8"},
		"dir":     {"dir/a.txt file 0", "dir/b.txt file 15", "dir/code.go file 47", "dir/sub directory"},
		"dir/sub": {"dir/sub/.hidden file 7", "dir/sub/Upper.TXT file 2"},
	} {
		nodes, err := src.List(t.Context(), dir)
		if err != nil {
			t.Errorf("listing the directory %q: %v", dir, err)
			continue
		}
		var got []string
		for _, n := range nodes {
			got = append(got, describe(n))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("listing the directory %q (-want +got):\n%s", dir, diff)
		}
	}
	if _, err := src.List(t.Context(), "readme.md"); err == nil {
		t.Error("a file was listed")
	}
}

func stat(t *testing.T, src luminos.Source) {
	for p, content := range Files {
		n, err := src.Stat(t.Context(), p)
		if err != nil || n.Path != p || n.Kind != luminos.KindFile || n.Size != int64(len(content)) {
			t.Errorf("the node of %q is %+v, %v", p, n, err)
		}
	}
	for _, p := range []luminos.Path{".", "dir", "dir/sub"} {
		if n, err := src.Stat(t.Context(), p); err != nil || n.Path != p || n.Kind != luminos.KindDir {
			t.Errorf("the node of %q is %+v, %v", p, n, err)
		}
	}
}

func read(t *testing.T, src luminos.Source) {
	for p, content := range Files {
		for _, offset := range []int{0, 1, 3, len(content), len(content) + 1} {
			for _, n := range []int{0, 1, 7, 1 << 20} {
				from := min(offset, len(content))
				want := content[from:min(from+n, len(content))]
				got, err := src.Read(t.Context(), p, int64(offset), n)
				if err != nil || string(got) != want {
					t.Errorf("reading %q, %d bytes from offset %d, gives %d bytes and %v, want %d bytes", p, n, offset, len(got), err, len(want))
				}
			}
		}
	}
	if _, err := src.Read(t.Context(), "dir", 0, 1); !errors.Is(err, luminos.ErrNotRegular) {
		t.Errorf("reading a directory gives %v, want %v", err, luminos.ErrNotRegular)
	}
}

func text(t *testing.T, src luminos.Source) {
	for p, want := range map[luminos.Path]luminos.Text{
		"readme.md":  {Content: "# Title\n\nText.\n", Encoding: "us-ascii"},
		"dir/b.txt":  {Content: "one\ntwo\nthree", Encoding: "us-ascii"},
		"dir/a.txt":  {Content: "", Encoding: "us-ascii"},
		"latin1.txt": {Content: "caf\u00e9\n", Encoding: "windows-1252"},
		"utf16.txt":  {Content: "h\u00e9\n", Encoding: "utf-16le"},
		"bom.txt":    {Content: "bom\n", Encoding: "utf-8-bom"},
	} {
		want.Path = p
		got, err := src.Text(t.Context(), p, 1000)
		if err != nil {
			t.Errorf("reading the text of the file %q: %v", p, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reading the text of the file %q (-want +got):\n%s", p, diff)
		}
	}
	if _, err := src.Text(t.Context(), "binary.bin", 1000); !errors.Is(err, luminos.ErrNotText) {
		t.Errorf("a binary as text gives %v, want %v", err, luminos.ErrNotText)
	}
}

func digest(t *testing.T, src luminos.Source) {
	for p, content := range Files {
		for _, limit := range []int64{0, 1, 7, int64(len(content)), 1 << 20, math.MaxInt64} {
			want := luminos.Digest(sha256.Sum256([]byte(content[:min(limit, int64(len(content)))])))
			if got, err := src.Digest(t.Context(), p, limit); err != nil || got != want {
				t.Errorf("the digest of at most %d bytes of %q is %v, %v, want %v", limit, p, got, err, want)
			}
		}
	}
	if _, err := src.Digest(t.Context(), "dir", 1); !errors.Is(err, luminos.ErrNotRegular) {
		t.Errorf("digesting a directory gives %v, want %v", err, luminos.ErrNotRegular)
	}
	if _, err := src.Digest(t.Context(), "gone", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("digesting a missing file gives %v, want %v", err, fs.ErrNotExist)
	}
	if _, err := src.Digest(t.Context(), "readme.md", -1); err == nil {
		t.Error("a negative limit is no error")
	}
}

func outlines(t *testing.T, o luminos.Outliner) {
	got, err := o.Outlines(t.Context(), []luminos.Path{"dir/code.go", "gone", "dir/code.go"})
	if err != nil || len(got) != 3 {
		t.Fatalf("%d outlines and %v, want 3", len(got), err)
	}
	if got[1] != nil {
		t.Errorf("a missing file has the outline %+v", got[1])
	}
	for _, i := range []int{0, 2} {
		if got[i] == nil || got[i].Language != "Go" || len(got[i].Symbols) != 1 || got[i].Symbols[0].Name != "F" {
			t.Errorf("the outline of a Go file is %+v", got[i])
		}
	}
	if got, err := o.Outlines(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("requesting the outlines of no files gives %v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Outlines(ctx, []luminos.Path{"dir/code.go"}); !errors.Is(err, context.Canceled) {
		t.Errorf("requesting an outline after cancellation gives %v, want %v", err, context.Canceled)
	}
}

// Tables tests the capability of a source to describe tables: the table at the path p must have the description want.
func Tables(t *testing.T, src luminos.Source, p luminos.Path, want luminos.Table) {
	t.Helper()
	if n, err := src.Stat(t.Context(), p); err != nil || !n.Table || n.Kind != luminos.KindFile {
		t.Errorf("the node of the table %q is %+v, %v", p, n, err)
	}
	tables := luminos.CapabilitiesOf(src).Tables
	if tables == nil {
		t.Fatal("the source has no tables")
	}
	got, err := tables.Table(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table %q (-want +got):\n%s", p, diff)
	}
	for other, want := range map[luminos.Path]error{luminos.Root: luminos.ErrNotTable, p.Dir(): luminos.ErrNotTable, p + "x": fs.ErrNotExist, "../x": fs.ErrInvalid} {
		if _, err := tables.Table(t.Context(), other); !errors.Is(err, want) {
			t.Errorf("describing %q as a table gives %v, want %v", other, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tables.Table(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("describing a table after cancellation gives %v, want %v", err, context.Canceled)
	}
}

// limits checks that a text with a limit has the encoding of the whole text and is its beginning, and that it ends
// with a line end if it is cut and contains one. Citations depend on this.
func limits(t *testing.T, src luminos.Source) {
	for _, p := range []luminos.Path{"readme.md", "dir/b.txt", "late.txt", "one-line.txt", "utf16.txt", "latin1.txt"} {
		whole, err := src.Text(t.Context(), p, 1<<20)
		if err != nil || whole.Cut {
			t.Errorf("reading the whole text of %q: cut is %t, the error is %v", p, whole.Cut, err)
			continue
		}
		for _, limit := range []int{0, 1, 2, 4, 5, 6, 7, 100, 999, 65_536, 65_537, 139_000} {
			part, err := src.Text(t.Context(), p, limit)
			if err != nil {
				t.Errorf("reading at most %d bytes of text of %q: %v", limit, p, err)
				continue
			}
			if part.Encoding != whole.Encoding {
				t.Errorf("the encoding of %q is %s in its first %d bytes, and %s in the whole text", p, part.Encoding, limit, whole.Encoding)
			}
			if cut := len(Files[p]) > limit; part.Cut != cut {
				t.Errorf("the text of %q with the limit %d: cut is %t, want %t", p, limit, part.Cut, cut)
			}
			if !strings.HasPrefix(whole.Content, part.Content) {
				t.Errorf("the first %d bytes of %q do not begin as the whole does: %.80q", limit, p, part.Content)
			}
			if strings.Contains(part.Content, "\n") && part.Cut && !strings.HasSuffix(part.Content, "\n") {
				t.Errorf("the first %d bytes of %q end within a line", limit, p)
			}
		}
	}
}

// paths checks that the source returns errors for paths of missing entries, for strings that are
// not paths, and for negative offsets.
func paths(t *testing.T, src luminos.Source) {
	for _, p := range []luminos.Path{"gone", "dir/gone", "gone/a.txt", "readme.md/x", "README.md ", "looks\xff.txt"} {
		_, err := src.Stat(t.Context(), p)
		if p != "looks\xff.txt" && !errors.Is(err, fs.ErrNotExist) || err == nil {
			t.Errorf("the attributes of %q, which does not exist, give the error %v", p, err)
		}
	}
	for _, p := range []luminos.Path{"", "/", "/etc/passwd", "..", "../x", "dir/..", "dir/../readme.md", "./readme.md", "dir/", "dir//a.txt",
		`\x2e\x2e`, `dir\x2fa.txt`, `readme.md\x00`, "readme.md\x00"} {
		_, errStat := src.Stat(t.Context(), p)
		_, errList := src.List(t.Context(), p)
		_, errRead := src.Read(t.Context(), p, 0, 1)
		_, errText := src.Text(t.Context(), p, 1)
		_, errDigest := src.Digest(t.Context(), p, 1)
		if errStat == nil || errList == nil || errRead == nil || errText == nil || errDigest == nil {
			t.Errorf("%q, which is no path in a source, is accepted as one: %v, %v, %v, %v, %v", p, errStat, errList, errRead, errText, errDigest)
		}
	}
	for _, offset := range []int64{-1, -1 << 62} {
		if _, err := src.Read(t.Context(), "readme.md", offset, 1); err == nil {
			t.Errorf("reading from the negative offset %d gives no error", offset)
		}
	}
}

func cancellation(t *testing.T, src luminos.Source) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, errStat := src.Stat(ctx, "readme.md")
	_, errList := src.List(ctx, ".")
	_, errRead := src.Read(ctx, "readme.md", 0, 1)
	_, errText := src.Text(ctx, "readme.md", 1)
	_, errDigest := src.Digest(ctx, "readme.md", 1)
	for _, err := range []error{errStat, errList, errRead, errText, errDigest} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("calling the source after cancellation gives %v, want %v", err, context.Canceled)
		}
	}
}

func concurrency(t *testing.T, src luminos.Source) {
	want, err := src.List(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				got, err := src.List(t.Context(), ".")
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("listing the directory concurrently gives %v, %v", got, err)
				}
				if b, err := src.Read(t.Context(), "readme.md", 0, 7); err != nil || string(b) != "# Title" {
					t.Errorf("reading the file concurrently gives %q, %v", b, err)
				}
			}
		})
	}
	wg.Wait()
}

func describe(n luminos.Node) string {
	if n.Kind == luminos.KindFile {
		return fmt.Sprintf("%s %s %d", n.Path, n.Kind, n.Size)
	}
	return fmt.Sprintf("%s %s", n.Path, n.Kind)
}
