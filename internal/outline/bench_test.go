package outline

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"luminos"
)

// sizeOfBench is the size of the outlined text: a long file.
const sizeOfBench = 100 << 10

// BenchmarkOf outlines 100 KiB of the source of a case, by each reader.
func BenchmarkOf(b *testing.B) {
	late, cancel := context.WithTimeout(b.Context(), 0)
	defer cancel()
	for _, name := range []string{"python", "javascript", "typescript", "go", "rust", "java", "c", "cpp"} {
		c, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			b.Fatal(err)
		}
		language, _, _ := strings.Cut(string(c.Comment), ":")
		source := section(c, "source")
		text := []byte(strings.Repeat(source, sizeOfBench/len(source)+1)[:sizeOfBench])
		for by, ctx := range map[luminos.OutlineBy]context.Context{luminos.ByTreeSitter: b.Context(), luminos.ByPatterns: late} {
			b.Run(name+"/"+string(by), func(b *testing.B) {
				b.SetBytes(sizeOfBench)
				for b.Loop() {
					o, err := Of(ctx, language, text)
					if err != nil {
						b.Fatal(err)
					}
					if o.By != by {
						b.Skipf("read by %s: %s", o.By, o.Reason)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "outlines/s")
			})
		}
	}
}
