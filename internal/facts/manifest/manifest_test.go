package manifest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"luminos"
)

var update = flag.Bool("update", false, "rewrite the wanted results in testdata")

// TestGolden reads the tree of each testdata/NAME.txtar and compares the result
// with the last file of the archive, "want".
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := fstest.MapFS{}, ""
			for _, f := range archive.Files {
				mode := fs.FileMode(0o644)
				if strings.HasPrefix(string(f.Data), "#!") {
					mode = 0o755
				}
				if f.Name == "want" {
					want = string(f.Data)
				} else {
					files[f.Name] = &fstest.MapFile{Data: f.Data, Mode: mode}
				}
			}
			got := show(readTree(t, files))
			if *update {
				archive.Files[len(archive.Files)-1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
				t.Error(d)
			}
		})
	}
}

// show formats a result for reading, one fact per line.
func show(res *Result) string {
	var b strings.Builder
	for _, m := range res.Manifests {
		fmt.Fprintf(&b, "manifest %s %s %s", m.Path, m.Ecosystem, m.Role)
		for _, s := range []string{m.Name, m.Version, m.License} {
			if s != "" {
				fmt.Fprintf(&b, " %s", s)
			}
		}
		if m.Lockfile {
			b.WriteString(" lockfile")
		}
		if m.Private {
			b.WriteString(" private")
		}
		if m.Workspace {
			fmt.Fprintf(&b, " workspace%v", m.Members)
		}
		if m.Description != "" {
			fmt.Fprintf(&b, " %q", m.Description)
		}
		if len(m.Evidence) > 0 {
			fmt.Fprintf(&b, " [%s]", lines(m.Evidence))
		}
		b.WriteByte('\n')
	}
	for _, e := range res.EntryPoints {
		fmt.Fprintf(&b, "entry %s %s %s: %s", e.Kind, e.Path, e.Name, e.Reason)
		for _, v := range e.Evidence {
			if v.Lines != nil {
				fmt.Fprintf(&b, " [%s:%d]", v.Path, v.Lines.First)
			}
		}
		b.WriteByte('\n')
	}
	for _, c := range res.Commands {
		fmt.Fprintf(&b, "%s (%s) %s: %s [%s]%s\n", c.Purpose, c.Basis, c.Dir, c.Line, lines(c.Evidence), map[bool]string{true: " part"}[c.Part])
	}
	for _, d := range res.Dependencies {
		fmt.Fprintf(&b, "needs %s\n", strings.Join(strings.Fields(strings.Join([]string{d.Ecosystem, d.Name, d.Version, d.Scope}, " ")), " "))
	}
	for _, f := range res.TestFrameworks {
		fmt.Fprintf(&b, "tests %s %d\n", f, len(res.Evidence["test_frameworks/"+f]))
	}
	for _, p := range res.Problems {
		fmt.Fprintf(&b, "problem %s: %s\n", p.Path, p.Reason)
	}
	return b.String()
}

// lines returns the first lines of evidence.
func lines(evidence []luminos.Evidence) string {
	var all []string
	for _, e := range evidence {
		if e.Lines != nil {
			all = append(all, fmt.Sprint(e.Lines.First))
		}
	}
	return strings.Join(all, " ")
}

func TestCancelled(t *testing.T) {
	src, scan := fake(fstest.MapFS{"go.mod": {Data: []byte("module m\n")}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, src, scan, "Go"); !errors.Is(err, context.Canceled) {
		t.Errorf("Read of a cancelled context: %v, want context.Canceled", err)
	}
}
