package fsserver

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/search"
)

// matches returns the matches of a search as path:line.
func matches(t *testing.T, k kit, a args) []string {
	t.Helper()
	var got []string
	for _, m := range k.fine(t, "search_files", a).Data.(Found).Matches {
		got = append(got, fmt.Sprintf("%s:%d", m.Path, m.Line))
	}
	return got
}

func TestSearchFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.txt": "one Needle\nneedle two\r\nneedle [x]\n", "sub/b.go": "package b // needle\n", "sub/deep/c.txt": "no\n\n\nneedle at the end",
		"utf16.txt": "\xff\xfen\x00e\x00e\x00d\x00l\x00e\x00\n\x00", "latin.txt": "caf\xe9 needle\n", "binary.bin": "needle\x00\x01\x02",
		".gitignore": "*.log\nbuild/\n", ".ignore": "secret.txt\n", "x.log": "needle\n", "build/out.txt": "needle\n", "secret.txt": "needle\n",
		"sub/.gitignore": "!keep.log\nlocal.txt\n", "sub/keep.log": "needle\n", "sub/local.txt": "needle\n", "sub/y.log": "needle\n", "sub/deep/z.log": "needle\n",
		".git/config": "needle\n", ".git/HEAD": "x\n", ".git/info/exclude": "mine.txt\n", "mine.txt": "needle\n", ".hidden/h.txt": "needle\n",
		"cvs/CVS/Entries": "needle\n", "doc/CVS/resume.txt": "needle\n",
	})
	k := over(t, dir)
	for name, c := range map[string]struct {
		a    args
		want []string
	}{
		"literal":           {args{"pattern": "needle"}, []string{".hidden/h.txt:1", "a.txt:2", "a.txt:3", "doc/CVS/resume.txt:1", "latin.txt:1", "sub/b.go:1", "sub/deep/c.txt:4", "sub/keep.log:1", "utf16.txt:1"}},
		"no expression":     {args{"pattern": "[x]"}, []string{"a.txt:3"}},
		"expression":        {args{"pattern": `(?i)^\w+ NEEDLE`, "regex": true}, []string{"a.txt:1"}},
		"ends of lines":     {args{"pattern": `two$`, "regex": true}, []string{"a.txt:2"}},
		"decoded":           {args{"pattern": "café"}, []string{"latin.txt:1"}},
		"below":             {args{"pattern": "needle", "path": "sub"}, []string{"sub/b.go:1", "sub/deep/c.txt:4", "sub/keep.log:1"}},
		"further below":     {args{"pattern": "needle", "path": "sub/deep/"}, []string{"sub/deep/c.txt:4"}},
		"one file":          {args{"pattern": "needle", "path": "a.txt"}, []string{"a.txt:2", "a.txt:3"}},
		"an ignored one":    {args{"pattern": "needle", "path": "x.log"}, []string{"x.log:1"}},
		"an ignored place":  {args{"pattern": "needle", "path": "build"}, []string{"build/out.txt:1"}},
		"version control":   {args{"pattern": "needle", "path": ".git"}, []string{".git/config:1"}},
		"nothing":           {args{"pattern": "haystack"}, nil},
		"limited":           {args{"pattern": "needle", "limit": 2}, []string{".hidden/h.txt:1", "a.txt:2"}},
		"limited to enough": {args{"pattern": "needle", "path": "a.txt", "limit": 2}, []string{"a.txt:2", "a.txt:3"}},
	} {
		if diff := cmp.Diff(c.want, matches(t, k, c.a)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	r := k.fine(t, "search_files", args{"pattern": "needle"})
	if !strings.Contains(r.Text, "not searched: 9 ignored, 1 not text]") || r.Data.(Found).Cut {
		t.Errorf("%s", r.Text)
	}
	if r := k.fine(t, "search_files", args{"pattern": "needle", "limit": 2}); !r.Data.(Found).Cut || !strings.Contains(r.Text, "stopped at 2 matches") {
		t.Errorf("%s", r.Text)
	}
	if r := k.fine(t, "search_files", args{"pattern": "needle", "path": "a.txt", "limit": 2}); r.Data.(Found).Cut {
		t.Errorf("it says that there is more, and there is not: %s", r.Text)
	}
}

// The head of a result without matches does not say that case counts if the expression ignores it.
func TestSearchThatIgnoresCase(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.txt": "one\n"})
	k := over(t, dir)
	for pattern, want := range map[string]bool{"(?i)two": false, "two": true, "(?s)two": true} {
		r := k.fine(t, "search_files", args{"pattern": pattern, "regex": true})
		if strings.Contains(r.Text, "case counts") != want {
			t.Errorf("%s: %s", pattern, r.Text)
		}
	}
}

// unhurried is a source that takes a tenth of a second for each read.
type unhurried struct{ luminos.Source }

func (u unhurried) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	time.Sleep(100 * time.Millisecond) // of the bubble's clock
	return u.Source.Read(ctx, p, offset, n)
}

// A search that takes longer than its time returns the matches until then, and its result names the limit.
func TestSearchEndsInTime(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"a.txt": "xxxy\n"}
	for i := range 40 {
		files[fmt.Sprintf("b%02d.txt", i)] = "xx\n"
	}
	write(t, dir, files)
	root := open(t, dir)
	synctest.Test(t, func(t *testing.T) {
		k := toolsOf(t, unhurried{root}, Options{Timeout: 2 * time.Second})
		began := time.Now()
		r := k.fine(t, "search_files", args{"pattern": "(x+x+){200}y|xy", "regex": true})
		if d, ok := r.Data.(Found); !ok || !d.Cut || len(d.Matches) != 1 || !strings.Contains(r.Text, "stopped after 1.5s, in b") {
			t.Errorf("%.500s", r.Text)
		}
		if took := time.Since(began); took < 1500*time.Millisecond || took > 1600*time.Millisecond {
			t.Errorf("it took %v", took)
		}
	})
}

func TestSearchBounds(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"many.txt": strings.Repeat(strings.Repeat("é", 400)+"needle"+strings.Repeat("日", 400)+"\n", 3000), "escape.txt": "\x1b[2Jneedle\u202e\a\n"})
	k := over(t, dir)
	r := k.fine(t, "search_files", args{"pattern": "needle", "limit": 1000})
	if !strings.Contains(r.Text, `escape.txt:1: \x1b[2Jneedle\u202e\x07`) || !r.Data.(Found).Cut || strings.Contains(r.Text, "\uFFFD") {
		t.Errorf("%.500s", r.Text)
	}
	for l := range strings.Lines(r.Text) {
		if strings.HasPrefix(l, "many") && (len(l) > 300 || !strings.Contains(l, "éneedle日") || !strings.Contains(l, "…")) {
			t.Fatalf("%q", l)
		}
	}
}

// TestSearchedFilesAsInCounts counts the files as the scope of a claim does: a picture has no text that was searched.
func TestSearchedFilesAsInCounts(t *testing.T) {
	r := &lineList{}
	var done search.Searched
	done.Files, done.Described = 390, 1
	got := r.result(luminos.Node{Kind: luminos.KindDir, Path: "."}, &searchInput{}, done)
	if !strings.Contains(got.Text, ", 389 files searched") || r.found.Files != 389 ||
		done.Scope()[:18] != "389 files searched" {
		t.Errorf("%d files: %s", r.found.Files, got.Text)
	}
}
