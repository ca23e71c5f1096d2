package manifest

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"luminos"
)

// goldenTrees returns the trees of testdata, by name.
func goldenTrees(t testing.TB) map[string]fstest.MapFS {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	trees := map[string]fstest.MapFS{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{}
		for _, f := range archive.Files[:len(archive.Files)-1] {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		trees[name] = files
	}
	return trees
}

// everyEvidence returns all the evidence in a result.
func everyEvidence(res *Result) []luminos.Evidence {
	var out []luminos.Evidence
	for _, m := range res.Manifests {
		out = append(out, m.Evidence...)
	}
	for _, e := range res.EntryPoints {
		out = append(out, e.Evidence...)
	}
	for _, c := range res.Commands {
		out = append(out, c.Evidence...)
	}
	for _, name := range slices.Sorted(maps.Keys(res.Evidence)) {
		out = append(out, res.Evidence[name]...)
	}
	return out
}

func TestEvidenceHolds(t *testing.T) {
	for name, files := range goldenTrees(t) {
		src, scan := fake(files)
		res, err := Read(t.Context(), src, scan, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range everyEvidence(res) {
			if e.Measure != "" {
				continue
			}
			text, err := src.Text(t.Context(), e.Path, maxMainText)
			if err != nil || e.Lines == nil {
				t.Errorf("%s: %+v: %v", name, e, err)
				continue
			}
			lines := text.Lines()[e.Lines.First-1 : e.Lines.Last]
			if luminos.DigestLines(lines) != e.SHA256 || e.Quote == "" || !strings.Contains(luminos.Fold(strings.Join(lines, " ")), e.Quote) {
				t.Errorf("%s: %s:%d does not hold %q", name, e.Path, e.Lines.First, e.Quote)
			}
		}
		for _, f := range res.TestFrameworks {
			if len(res.Evidence["test_frameworks/"+f]) == 0 {
				t.Errorf("%s: nothing backs the test framework %s", name, f)
			}
		}
	}
}

func TestSameTreeSameResult(t *testing.T) {
	for name, files := range goldenTrees(t) {
		first := readTree(t, files)
		for range 5 {
			if d := cmp.Diff(first, readTree(t, files)); d != "" {
				t.Fatalf("%s: %s", name, d)
			}
		}
	}
}

// slowGlob says the same as matchGlob in the obvious, exponential way.
func slowGlob(pat, elems []string) bool {
	switch {
	case len(pat) == 0:
		return len(elems) == 0
	case pat[0] == "**":
		return slowGlob(pat[1:], elems) || len(elems) > 0 && slowGlob(pat, elems[1:])
	case len(elems) == 0:
		return false
	}
	ok, _ := path.Match(pat[0], elems[0])
	return ok && slowGlob(pat[1:], elems[1:])
}

func TestMatchGlobAgainstTheObvious(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pat := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b*", "*", "**", "?c"}), 1, 6).Draw(t, "pattern")
		elems := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "bc", "d"}), 1, 6).Draw(t, "path")
		if got, want := matchGlob(strings.Join(pat, "/"), strings.Join(elems, "/")), slowGlob(pat, elems); got != want {
			t.Fatalf("matchGlob = %v, want %v", got, want)
		}
	})
}

// FuzzRead reads foreign bytes as every kind of file that has a reader.
func FuzzRead(f *testing.F) {
	for _, files := range goldenTrees(f) {
		for name, file := range files {
			f.Add(path.Base(name), string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		name = path.Base(name)
		if name == "." || name == "/" || strings.ContainsAny(name, "\x00\\") {
			return
		}
		// A reader that never ends would look like a slow fuzzer.
		stuck := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("stuck on %q: %q", name, content)) })
		defer stuck.Stop()
		res := readTree(t, fstest.MapFS{
			name: {Data: []byte(content)}, "sub/" + name: {Data: []byte(content)}, "src/main.c": {Data: []byte(content)}, "src/lib.rs": {},
			"lib/index.js": {}, "tests/test_a.py": {Data: []byte(content)}, "Sources/a/main.swift": {}, "src/a/__init__.py": {},
		})
		for _, p := range res.Problems {
			if strings.Contains(p.Reason, "internal error") {
				t.Errorf("%q: %s", p.Path, p.Reason)
			}
		}
		for _, e := range res.EntryPoints {
			isDir := slices.Contains([]luminos.Path{"src", "lib", "tests", "Sources"}, e.Path)
			if !strings.HasPrefix(string(e.Path), "sub") && e.Path != luminos.Path(name) && !isDir && e.Path.Depth() < 2 {
				t.Errorf("entry point %q is none of the files", e.Path)
			}
		}
	})
}
