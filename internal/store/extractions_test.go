package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
)

// TestExtractions returns a stored extraction under its key only, and counts a damaged or exchanged one as missing.
func TestExtractions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	c, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	inv, _, err := c.Begin(t.Context(), Begin{Target: "/t"})
	if err != nil {
		t.Fatal(err)
	}
	x := &luminos.Extraction{Reader: "r 1", Parts: []luminos.Part{{Name: "p", Text: "hello"}}}
	large := &luminos.Extraction{Reader: "r 1", Parts: []luminos.Part{{Text: strings.Repeat("x", extractionMax)}}}
	list := []StoredExtraction{{"a", x}, {"b", nil}, {"damaged", x}, {"exchanged", x}, {"large", large}, {"unused", x}}
	if err := inv.PutExtractions(list); err != nil {
		t.Fatal(err)
	}
	file := func(key string) string { return filepath.Join(dir, inv.ID(), extractionFile(key)) }
	b, err := os.ReadFile(file("a"))
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(file("exchanged"), b, 0o600)
	os.WriteFile(file("damaged"), []byte(strings.Replace(string(b), "hello", "hallo", 1)), 0o600)
	inv.Close()

	if inv, _, err = c.Begin(t.Context(), Begin{Target: "/t"}); err != nil {
		t.Fatal(err)
	}
	defer inv.Close()
	if got, ok := inv.Extraction("a"); !ok || got == nil || got.Content() != "hello\n" {
		t.Errorf("got %+v, %t", got, ok)
	}
	if got, ok := inv.Extraction("b"); !ok || got != nil {
		t.Errorf("a file without a reader: got %+v, %t", got, ok)
	}
	for _, key := range []string{"damaged", "exchanged", "large", "none"} {
		if got, ok := inv.Extraction(key); ok {
			t.Errorf("%s: got %+v", key, got)
		}
	}
	if n := len(inv.Problems()); n != 2 {
		t.Errorf("%d problems, want the damaged and the exchanged file: %v", n, inv.Problems())
	}
	if err := inv.PruneExtractions(); err != nil {
		t.Fatal(err)
	}
	if names, _ := inv.names(extractionsDir); len(names) != 2 {
		t.Errorf("%d files are left, want the two that were read", len(names))
	}
}

// TestExtractionsBound stores no extraction beyond the bound on all of them, and counts a file once.
func TestExtractionsBound(t *testing.T) {
	s := &extractionStore{used: map[string]int{}}
	first := s.use("a", extractionsMost-10)
	again := s.use("a", extractionsMost-10)
	if !first || !again || !s.use("b", 10) {
		t.Error("files within the bound are refused")
	}
	if s.use("c", 1) || s.use("b", 11) {
		t.Error("a file beyond the bound is accepted")
	}
}
