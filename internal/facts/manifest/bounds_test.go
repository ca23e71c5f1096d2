package manifest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
)

// Each list and each amount of work ends at its bound: n things are kept, and the next is left out.
func TestBounds(t *testing.T) {
	// numbered returns n lines, or other pieces, that differ by a number.
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	// repeated returns the files of a tree with n more files.
	repeated := func(n int, name, content string, files fstest.MapFS) fstest.MapFS {
		for i := range n {
			files[fmt.Sprintf(name, i)] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(content, "%d", fmt.Sprint(i)))}
		}
		return files
	}
	one := func(name, content string) fstest.MapFS { return fstest.MapFS{name: {Data: []byte(content)}} }
	entries := func(r *Result) int { return len(r.EntryPoints) }
	deps := func(r *Result) int { return len(r.Dependencies) }
	commands := func(r *Result) int { return len(r.Commands) }
	problems := func(r *Result) int { return len(r.Problems) }
	members := func(r *Result) (n int) {
		for _, m := range r.Manifests {
			n += len(m.Members)
		}
		return n
	}
	for name, c := range map[string]struct {
		tree  func(n int) fstest.MapFS
		count func(*Result) int
		bound int
	}{
		"programs of a package of npm": {func(n int) fstest.MapFS {
			return repeated(n, "%03d.js", "", one("package.json", `{"bin": {`+numbered(n, `"b%03[1]d": "%03[1]d.js",`)+`"z": "none.js"}}`))
		}, entries, maxBins},
		"console scripts": {func(n int) fstest.MapFS {
			return repeated(n, "m%d.py", "", one("pyproject.toml", "[project]\nname = \"x\"\n[project.scripts]\n"+numbered(n, "s%03[1]d = \"m%[1]d:f\"\n")))
		}, entries, maxBins},
		"entry points": {func(n int) fstest.MapFS {
			return repeated(n, "cmd/c%d/main.go", "package main\n\nfunc main() {}\n", one("go.mod", "module m\n"))
		}, entries, maxEntryPoints},
		"dependencies": {func(n int) fstest.MapFS {
			return one("requirements.txt", numbered(n, "p%d\n"))
		}, deps, maxDependencies},
		"dependencies of a test": {func(n int) fstest.MapFS {
			return one("tests/requirements.txt", numbered(n, "p%d\n"))
		}, deps, maxFewDeps},
		"commands of one purpose": {func(n int) fstest.MapFS {
			return repeated(n, "s%d/package.json", `{"scripts": {"lint": "x"}}`, fstest.MapFS{})
		}, commands, maxPerPurpose},
		"tasks of one purpose": {func(n int) fstest.MapFS {
			return one("Makefile", strings.Join([]string{"lint:", "vet:", "typecheck:", "type-check:", "style:"}[:n], "\n")+"\n")
		}, commands, maxTasks},
		"commands of a README": {func(n int) fstest.MapFS {
			return repeated(n, "x%d/main.py", "", one("README.md", "```\n"+numbered(n, "python x%d/main.py\n")+"```\n"))
		}, commands, maxShown},
		"derived run commands": {func(n int) fstest.MapFS {
			tree := repeated(n, "cmd/c%d/main.go", "package main\n\nfunc main() {}\n", one("go.mod", "module m\n"))
			return tree
		}, func(r *Result) int { return commands(r) - 1 }, maxRuns},
		"problems": {func(n int) fstest.MapFS {
			return repeated(n, "d%d/package.json", "{", fstest.MapFS{})
		}, problems, maxProblems + 1},
		"patterns of a workspace": {func(n int) fstest.MapFS {
			return repeated(n, "m%d/package.json", "{}", one("package.json", `{"workspaces": [`+numbered(n-1, `"m%d",`)+fmt.Sprintf(`"m%d"]}`, n-1)))
		}, members, maxGlobs},
		"workspaces": {func(n int) fstest.MapFS {
			tree := repeated(n, "w%d/package.json", `{"workspaces": ["m"]}`, fstest.MapFS{})
			return repeated(n, "w%d/m/package.json", "{}", tree)
		}, members, maxWorkspaces},
		"scripts": {func(n int) fstest.MapFS {
			return repeated(n, "src/s%d.py", "if __name__ == '__main__':\n", fstest.MapFS{})
		}, entries, maxScripts},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{c.bound, c.bound + 1, c.bound + 2} {
				if got := c.count(readTree(t, c.tree(n))); got != c.bound {
					t.Errorf("%d of %d are in the result, want %d", got, n, c.bound)
				}
			}
			if got := c.count(readTree(t, c.tree(c.bound-1))); got != c.bound-1 {
				t.Errorf("%d of %d are in the result, want all", got, c.bound-1)
			}
		})
	}
}

func TestLimitsOfText(t *testing.T) {
	long := strings.Repeat("x", 800)
	res := readTree(t, fstest.MapFS{
		"package.json": {Data: []byte(`{"name": "` + long + `", "version": "` + strings.ReplaceAll(long, "x", "1") + `", "description": "` + long + `", "license": "` + long + `",
			"dependencies": {"` + strings.Repeat("n", 200) + `": "` + long + `", "` + strings.Repeat("n", 201) + `": "1", " ": "1"}}`)},
		"big/package.json":   {Data: []byte(`{"name": "x"}` + strings.Repeat(" ", maxText))},
		"whole/package.json": {Data: []byte(`{"name": "x"}` + strings.Repeat(" ", maxText-len(`{"name": "x"}`)))},
	})
	m := res.Manifests[slices.IndexFunc(res.Manifests, func(m luminos.Manifest) bool { return m.Path == "package.json" })]
	for _, c := range []struct {
		field string
		want  int
	}{{m.Name, 200}, {m.Version, 100}, {m.Description, 500}, {m.License, 200}} {
		if len(c.field) != c.want || strings.Trim(c.field, "x1") != "" {
			t.Errorf("a field of %d bytes, %q, want the first %d", len(c.field), c.field, c.want)
		}
	}
	if len(res.Dependencies) != 1 || len(res.Dependencies[0].Version) != 100 {
		t.Errorf("dependencies %v, want the name of 200 bytes with a version of 100", res.Dependencies)
	}
	if len(res.Problems) != 1 || res.Problems[0].Path != "big/package.json" {
		t.Errorf("problems %v, want the manifest that is too large", res.Problems)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"aé", 2, "a"}, {"éé", 3, "é"}, {"€", 2, ""}, {"", 0, ""}} {
		if got := clip(c.s, c.n); got != c.want {
			t.Errorf("clip(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

// failing is a source whose files cannot be read.
type failing struct{ luminos.Source }

func (failing) Text(context.Context, luminos.Path, int) (luminos.Text, error) {
	return luminos.Text{}, errors.New("denied")
}

// panicking is a source that panics for one file.
type panicking struct{ luminos.Source }

func (s panicking) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	if p == "package.json" {
		panic("boom")
	}
	return s.Source.Text(ctx, p, limit)
}

func TestUnreadableManifests(t *testing.T) {
	src, scan := fake(fstest.MapFS{
		"package.json": {Data: []byte("{}")}, "Makefile": {Data: []byte("test:\n")}, "test.sh": {Data: []byte("x")},
		"README.md": {}, "a.c": {Data: []byte("int main() {}")}, "index.html": {},
	})
	res, err := Read(t.Context(), failing{src}, scan, "C")
	if err != nil || len(res.Read) != 0 || len(res.Commands) != 1 || len(res.Commands[0].Evidence) != 0 || res.Commands[0].Basis != luminos.Derived {
		t.Errorf("result %+v, error %v: want a derived command for test.sh, and no files read", res, err)
	}
	if len(res.Problems) != 2 || res.Problems[0].Path != "Makefile" {
		t.Errorf("problems %v, want both manifests", res.Problems)
	}
	res, err = Read(t.Context(), panicking{src}, scan, "C")
	if err != nil || len(res.Problems) != 1 || res.Problems[0].Path != "package.json" || len(res.Commands) != 2 {
		t.Errorf("result %+v, error %v: want a problem of package.json, and the other commands", res, err)
	}
}

// The budget of bytes ends the search of sources, and the result says so.
func TestSourceBudget(t *testing.T) {
	src, scan := fake(fstest.MapFS{"a": {Data: []byte(strings.Repeat("x", 3000))}, "b": {}, "c": {}})
	s := &sources{ctx: t.Context(), src: src, tree: newTree(scan), read: map[luminos.Path]bool{}, budget: 6000}
	for _, c := range []struct {
		path   luminos.Path
		ok     bool
		budget int
	}{{"a", true, 3000}, {"b", true, 1976}, {"gone", false, 952}, {"c", true, -72}, {"c", false, -72}} {
		if _, ok := s.source(c.path, 4000); ok != c.ok || s.budget != c.budget {
			t.Errorf("%s: read %v, budget %d, want %v, %d", c.path, ok, s.budget, c.ok, c.budget)
		}
	}
	if !s.cut || s.read["gone"] || len(s.read) != 3 {
		t.Errorf("cut %v, read %v: want the end of the budget recorded, and three files", s.cut, s.read)
	}
	s.budget, s.cut = 0, false
	if s.source("a", 10); !s.cut {
		t.Error("a file is read without a budget")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.ctx, s.budget, s.cut = ctx, 100, false
	if _, ok := s.source("a", 10); ok || s.cut {
		t.Errorf("a file is read after cancellation: %v, cut %v", ok, s.cut)
	}
}
