package investigate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/facts"
)

// curious is an engine whose entries depend on a file outside of the unit, and on the names in a directory outside.
type curious struct {
	*fakeEngine
	dir string
}

func (c curious) Ask(_ context.Context, q luminos.Inquiry) string {
	if q.Tool == "list" {
		return c.listed(q.Path)
	}
	b, err := os.ReadFile(filepath.Join(c.dir, string(q.Path)))
	if err != nil {
		return "missing"
	}
	return string(b)
}

func (c curious) listed(p luminos.Path) string {
	var names []string
	entries, _ := os.ReadDir(filepath.Join(c.dir, string(p)))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.ToValidUTF8(strings.Join(names, " "), "?")
}

func (c curious) Investigate(ctx context.Context, u luminos.Unit) (luminos.Findings, error) {
	f, err := c.fakeEngine.Investigate(ctx, u)
	h := hash(u.Path())
	file := luminos.Path(filepath.Join(dirNames[h%len(dirNames)], "README.md"))
	for _, q := range []luminos.Inquiry{
		{Tool: "read", Args: string(file), Path: file},
		{Tool: "list", Path: luminos.Path(dirNames[h/7%len(dirNames)])},
	} {
		if q.Path.Within(u.Path()) || err != nil {
			continue
		}
		q.Answer = c.Ask(ctx, q)
		f.Inquiries = append(f.Inquiries, q)
		f.Entries[0].Summary += " It refers to " + q.Answer + "."
	}
	return f, err
}

// copyTree copies a directory with names that are not UTF-8 and links that lead nowhere, which [os.CopyFS] refuses.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.Join(to, strings.TrimPrefix(p, from))
		switch {
		case d.IsDir():
			return os.MkdirAll(name, 0o755)
		case d.Type()&os.ModeSymlink != 0:
			link, err := os.Readlink(p)
			return errors.Join(err, os.Symlink(link, name))
		}
		b, err := os.ReadFile(p)
		return errors.Join(err, os.WriteFile(name, b, 0o644))
	})
}

// TestIncrementalEqualsCleanWithInquiries does the same as [TestIncrementalEqualsClean] with an engine whose units look
// outside of their subtree. At the end the state of the last report is restored, which costs nothing.
func TestIncrementalEqualsCleanWithInquiries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := newEditedTarget(t, 5, 20)
		report := func(remember bool) (string, []luminos.Path) {
			e := curious{&fakeEngine{}, w.dir}
			run := w.run
			if remember {
				run = w.remembered
			}
			r, err := run(context.Background(), Options{Facts: facts.Reader{}, Engine: e})
			if err != nil {
				t.Fatal(err)
			}
			if m := r.Run.Memory; m != nil && (m.Failed != "" || len(m.Problems) > 0 || len(m.Volatile) > 0) {
				t.Fatalf("memory: %+v", m)
			}
			return withoutRun(r), e.answered()
		}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			got, _ := report(true)
			if want, _ := report(false); want != got {
				t.Fatalf("after\n%s\nthe report is not that of a clean run (-clean +incremental):\n%s", strings.Join(w.log, "\n"), cmp.Diff(want, got))
			}
			before := w.dir + " before"
			if err := errors.Join(os.Rename(w.dir, before), copyTree(before, w.dir)); err != nil {
				t.Fatal(err)
			}
			settings := w.scan
			w.edit(t)
			report(true)
			if err := errors.Join(os.RemoveAll(w.dir), os.Rename(before, w.dir)); err != nil {
				t.Fatal(err)
			}
			w.scan = settings
			if again, asked := report(true); again != got || len(asked) > 0 {
				t.Fatalf("after\n%s\nand its undoing %q were asked for again:\n%s", strings.Join(w.log, "\n"), asked, cmp.Diff(got, again))
			}
			w.edit(t)
		}
	})
}
