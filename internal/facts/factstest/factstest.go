// Package factstest scans and opens small trees for tests of the readers of
// facts, and checks the promises that all readers make. For tests only.
package factstest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/outline"
	"luminos/internal/scan"
)

// Write writes files, given as contents by path, into a new temporary directory
// and returns the directory.
func Write(t testing.TB, files map[string]string) string {
	t.Helper()
	a := &txtar.Archive{}
	for name, content := range files {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(content)})
	}
	return write(t, a)
}

func write(t testing.TB, a *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(a, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Dir scans a directory and opens it as a source, which is closed when the test ends. It returns both.
func Dir(t testing.TB, dir string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := scan.Dir(t.Context(), src, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return src, s
}

// Tree writes files as [Write] does, then scans and opens their directory.
func Tree(t testing.TB, files map[string]string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	return Dir(t, Write(t, files))
}

// Archive extracts a txtar archive into a temporary directory. It returns that directory as an open
// source, and its scan.
func Archive(t testing.TB, archive string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	return Dir(t, write(t, txtar.Parse([]byte(archive))))
}

// Holds fails the test for each piece of evidence that does not equal a new
// citation of the same lines, or that cites no lines.
func Holds(t testing.TB, src luminos.Source, evidence ...luminos.Evidence) {
	t.Helper()
	for _, e := range evidence {
		if e.Lines == nil {
			t.Errorf("the evidence from the file %q cites no lines: %v", e.Path, e)
			continue
		}
		text, err := src.Text(t.Context(), e.Path, 8<<20)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text.Cite(e.Lines.First, e.Lines.Last), e); diff != "" {
			t.Errorf("the evidence from the file %q differs from a new citation of its lines (-cited again +got):\n%s", e.Path, diff)
		}
	}
}

// Parsed returns src with an outliner that parses the files of the scan in this process. Outside of
// tests a confined child process parses them.
func Parsed(src luminos.Source, scan *luminos.Scan) luminos.Source {
	return luminos.WithOutliner(src, outliner{src, scan})
}

type outliner struct {
	source luminos.Source
	scan   *luminos.Scan
}

// Outlines parses the files in this process and returns their outlines; the outline of a file that cannot be read is
// nil. It implements [luminos.Outliner].
func (o outliner) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	languages := map[luminos.Path]string{}
	for i := range o.scan.Files {
		languages[o.scan.Files[i].Path] = o.scan.Files[i].Language
	}
	outlines := make([]*luminos.Outline, len(files))
	for i, p := range files {
		text, err := o.source.Text(ctx, p, 1<<20)
		if err != nil {
			continue
		}
		if outlines[i], err = outline.Of(ctx, languages[p], []byte(text.Content)); err != nil {
			return outlines, err
		}
	}
	return outlines, nil
}
