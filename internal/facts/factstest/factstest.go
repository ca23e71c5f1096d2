// Package factstest gives tests of the readers small trees, scanned and opened
// as a run would; for tests only.
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

// Write puts files, contents by path, into a directory of their own.
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

// Dir scans and opens a directory.
func Dir(t testing.TB, dir string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	s, err := scan.Dir(t.Context(), dir, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	return src, s
}

// Tree is [Dir] of files as [Write] takes them.
func Tree(t testing.TB, files map[string]string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	return Dir(t, Write(t, files))
}

// Archive is [Dir] of the files of a txtar archive.
func Archive(t testing.TB, archive string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	return Dir(t, write(t, txtar.Parse([]byte(archive))))
}

// Holds reports evidence of lines that a second look does not bear out.
func Holds(t testing.TB, src luminos.Source, evidence ...luminos.Evidence) {
	t.Helper()
	for _, e := range evidence {
		if e.Lines == nil {
			t.Errorf("evidence of %s names no lines: %v", e.Path, e)
			continue
		}
		text, err := src.Text(t.Context(), e.Path, 8<<20)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text.Cite(e.Lines.First, e.Lines.Last), e); diff != "" {
			t.Errorf("evidence of %s does not hold (-second look +first):\n%s", e.Path, diff)
		}
	}
}

// Outliner outlines the files of a scan in this process, as the confined child
// of a run would.
type Outliner struct {
	Source luminos.Source
	Scan   *luminos.Scan
}

// Outlines implements [luminos.Outliner].
func (o Outliner) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	languages := map[luminos.Path]string{}
	for i := range o.Scan.Files {
		languages[o.Scan.Files[i].Path] = o.Scan.Files[i].Language
	}
	outlines := make([]*luminos.Outline, len(files))
	for i, p := range files {
		text, err := o.Source.Text(ctx, p, 1<<20)
		if err != nil {
			continue
		}
		if outlines[i], err = outline.Of(ctx, languages[p], []byte(text.Content)); err != nil {
			return outlines, err
		}
	}
	return outlines, nil
}
