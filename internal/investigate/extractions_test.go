package investigate

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/sourcetest"
	"luminos/internal/store"
)

// madeUp returns the extractions of a test, and lists the files that it was asked for.
type madeUp struct {
	made  map[luminos.Path]*luminos.Extraction
	asked []luminos.Path
	fails bool
}

func (m *madeUp) Extract(
	_ context.Context, files []luminos.Path, _ luminos.Extract,
) ([]*luminos.Extraction, error) {
	m.asked = append(m.asked, files...)
	all := make([]*luminos.Extraction, len(files))
	for i, p := range files {
		if all[i] = m.made[p]; m.fails {
			return all, errors.New("the server died")
		}
	}
	return all, nil
}

// TestExtractionsAreStored runs three times over the same files: with the same contents, and with changes. No file is
// read again that was read, failed for a reason in itself, or has no reader.
func TestExtractionsAreStored(t *testing.T) {
	c, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "cache"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	src := sourcetest.Memory{}
	scan := &luminos.Scan{}
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	files := []luminos.Path{"busy.pdf", "closed.pdf", "gone.pdf", "none.bin", "read.pdf"}
	const member = "closed.pdf!/member.txt" // has the content of its archive
	for _, p := range files {
		src.Add(p, luminos.Node{ModTime: when}, string(p))
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: int64(len(p)), ModTime: when})
	}
	delete(src, "gone.pdf") // after the scan
	text := []luminos.Part{{Name: "page 1", Text: "hello"}}
	made := map[luminos.Path]*luminos.Extraction{
		"busy.pdf":   {Reader: "pdf 1", State: luminos.ExtractTooLarge, Again: true},
		"closed.pdf": {Reader: "pdf 1", State: luminos.ExtractEncrypted},
		"gone.pdf":   {Reader: "pdf 1", Parts: text},
		"read.pdf":   {Reader: "pdf 1", Parts: text},
		member:       {Reader: "archive 1 > text", Parts: text},
	}
	asked := append(slices.Clone(files), member)
	run := func(version string, digest byte, fails bool, twice ...int) ([]luminos.Path, *memory) {
		t.Helper()
		inv, _, err := c.Begin(t.Context(), store.Begin{Target: "/t"})
		if err != nil {
			t.Fatal(err)
		}
		defer inv.Close()
		m := &memory{inv: inv, summary: &luminos.Memory{}}
		m.scan, m.sums = scan, slices.Repeat([]luminos.Digest{{digest}}, len(files))
		m.changes = newChanges(src, scan, m.sumOf)
		e := &madeUp{made: made, fails: fails}
		o := &Options{Facts: facts.Reader{}, Variant: version}
		x := luminos.CapabilitiesOf(withExtractions(luminos.WithExtractor(src, e), m, o)).Extractor
		for _, bound := range append(twice, 100) {
			got, err := x.Extract(t.Context(), asked, luminos.Extract{Text: bound, Inner: bound / 2})
			if err == nil && (got[0].State != luminos.ExtractTooLarge || got[3] != nil || got[4].Content() != "hello\n") {
				t.Fatalf("got %+v", got)
			}
		}
		if m.summary.Extracted != len(e.asked) && !fails {
			t.Errorf("%d files are counted, %d were read", m.summary.Extracted, len(e.asked))
		}
		if err := inv.PruneExtractions(); err != nil {
			t.Fatal(err)
		}
		return e.asked, m
	}
	for _, tt := range []struct {
		name    string
		version string
		digest  byte
		fails   bool
		twice   []int
		want    []luminos.Path
	}{
		{name: "an extractor that ends", fails: true, want: asked},
		{name: "the first run", want: asked},
		{name: "the second run", want: []luminos.Path{"busy.pdf", "gone.pdf"}},
		{name: "another bound", twice: []int{200}, want: []luminos.Path{"busy.pdf", "gone.pdf", "read.pdf", member, "gone.pdf"}},
		{name: "no inner texts", twice: []int{1}, want: []luminos.Path{"busy.pdf", "gone.pdf", "read.pdf", member, "gone.pdf"}},
		{name: "another version", version: "2", want: asked},
		{name: "other contents", version: "2", digest: 1, want: asked},
	} {
		if got, _ := run(tt.version, tt.digest, tt.fails, tt.twice...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: read %q, want %q", tt.name, got, tt.want)
		}
	}
	if _, m := run("2", 1, false); !m.again {
		t.Error("a report with a failure of a busy machine would be used again")
	}
}

// TestExtractionsWithoutCache reads a file that fails once in a run without a cache.
func TestExtractionsWithoutCache(t *testing.T) {
	e := &madeUp{made: map[luminos.Path]*luminos.Extraction{"a": {State: luminos.ExtractDamaged}, "b": {}}}
	src := withExtractions(luminos.WithExtractor(sourcetest.Memory{}, e), &memory{}, &Options{})
	x := luminos.CapabilitiesOf(src).Extractor
	for range 2 {
		if _, err := x.Extract(t.Context(), []luminos.Path{"a", "b"}, luminos.Extract{Text: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if want := []luminos.Path{"a", "b", "b"}; !slices.Equal(e.asked, want) {
		t.Errorf("read %q, want %q", e.asked, want)
	}
}

// slow extracts a failure from each file, after the test permits it.
type slow struct {
	asked, permit chan struct{}
}

func (s slow) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	s.asked <- struct{}{}
	<-s.permit
	return slices.Repeat([]*luminos.Extraction{{State: luminos.ExtractDamaged}}, len(files)), nil
}

// TestExtractionsAtOnce asks twice for a file at the same time: it fails once for both.
func TestExtractionsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slow{make(chan struct{}, 2), make(chan struct{})}
		src := withExtractions(luminos.WithExtractor(sourcetest.Memory{}, s), &memory{}, &Options{})
		var calls sync.WaitGroup
		for bound := range 2 {
			calls.Go(func() {
				x := luminos.CapabilitiesOf(src).Extractor
				got, err := x.Extract(t.Context(), []luminos.Path{"a"}, luminos.Extract{Text: bound})
				if err != nil || got[0] == nil || got[0].State != luminos.ExtractDamaged {
					t.Errorf("got %+v, %v", got, err)
				}
			})
		}
		synctest.Wait()
		close(s.permit)
		calls.Wait()
		if n := len(s.asked); n != 1 {
			t.Errorf("the file was read %d times", n)
		}
	})
}
