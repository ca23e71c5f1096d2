package outline

import (
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
	for _, name := range []string{"python", "javascript", "typescript", "go", "rust", "java", "c", "cpp"} {
		c, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			b.Fatal(err)
		}
		language, _, _ := strings.Cut(string(c.Comment), ":")
		source := section(c, "source")
		text := []byte(strings.Repeat(source, sizeOfBench/len(source)+1)[:sizeOfBench])
		for by, outline := range map[luminos.OutlineBy]func() (*luminos.Outline, error){
			luminos.ByTreeSitter: func() (*luminos.Outline, error) { return Of(b.Context(), language, text) },
			luminos.ByPatterns:   func() (*luminos.Outline, error) { return WithoutParser(language, text), nil },
		} {
			b.Run(name+"/"+string(by), func(b *testing.B) {
				b.SetBytes(sizeOfBench)
				for b.Loop() {
					o, err := outline()
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
