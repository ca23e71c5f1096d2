package redact

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ownSources returns the sources of this package: ordinary Go with more words of rules
// than usual.
func ownSources(b *testing.B) string {
	names, err := filepath.Glob("*.go")
	if err != nil {
		b.Fatal(err)
	}
	var all strings.Builder
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			b.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

func BenchmarkText(b *testing.B) {
	s := ownSources(b)
	plain := strings.Repeat("func (w *walker) visit(name string, depth int) error {\n\treturn w.open(name, depth+1)\n}\n\n", len(s)/90)
	b.Run("own source", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			Text(s)
		}
	})
	b.Run("without words", func(b *testing.B) {
		b.SetBytes(int64(len(plain)))
		for b.Loop() {
			Text(plain)
		}
	})
	b.Run("count", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			strings.Count(s, "password")
		}
	})
	b.Run("index", func(b *testing.B) {
		words := theIndex().words
		folded := make([]string, len(words))
		for i, w := range words {
			folded[i] = strings.ToLower(w)
		}
		for b.Loop() {
			newMachine(folded, make([]*set, len(folded)))
		}
	})
}
