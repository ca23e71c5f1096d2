package scan

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// corpus fills a directory with files of several languages, out of a seed.
func corpus(b *testing.B, dir string, files int, seed uint64) (bytes int64) {
	b.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	word := func() string { return junkWords[rng.IntN(len(junkWords))] }
	for i := range files {
		at := filepath.Join(dir, fmt.Sprintf("d%d", i%40), fmt.Sprintf("e%d", i%7))
		if err := os.MkdirAll(at, 0o755); err != nil {
			b.Fatal(err)
		}
		var text strings.Builder
		comment, ext := "//", []string{"go", "js", "java", "rs", "c", "py", "sh", "md", "json", "yaml"}[rng.IntN(10)]
		if ext == "py" || ext == "sh" || ext == "yaml" {
			comment = "#"
		}
		for range 20 + rng.IntN(300) {
			switch rng.IntN(6) {
			case 0:
				text.WriteString(comment + " " + word() + " " + word() + " " + word())
			case 1:
			default:
				fmt.Fprintf(&text, "\t%s = %s(%q, %d)", word(), word(), word(), rng.IntN(1000))
			}
			text.WriteByte('\n')
		}
		bytes += int64(text.Len())
		if err := os.WriteFile(filepath.Join(at, fmt.Sprintf("f%d.%s", i, ext)), []byte(text.String()), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return bytes
}

var junkWords = strings.Fields("value count index total reader writer buffer option result length offset parser handle server client")

// BenchmarkScan scans generated sources and reports how many times as long
// that takes as reading every byte of them.
func BenchmarkScan(b *testing.B) {
	dir := b.TempDir()
	size := corpus(b, dir, 4000, 1)
	raw := timed(func() { readAll(b, dir) }) // warms the cache
	raw = min(timed(func() { readAll(b, dir) }), timed(func() { readAll(b, dir) }), raw)
	b.SetBytes(size)
	for b.Loop() {
		scanned(b, dir, Options{Parallel: 1})
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(raw), "x-raw-read")
}

// BenchmarkScanMedia scans files with nothing to count and reports how many
// times as long that takes as a walk that looks at every entry.
func BenchmarkScanMedia(b *testing.B) {
	dir := b.TempDir()
	blob := append([]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), make([]byte, 300_000)...)
	for i := range 1000 {
		blob[200+i%200]++
		name := filepath.Join(dir, fmt.Sprintf("d%d", i%10), fmt.Sprintf("f%d.jpg", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, blob, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	raw := min(timed(func() { walkAll(b, dir) }), timed(func() { walkAll(b, dir) }), timed(func() { walkAll(b, dir) }))
	for b.Loop() {
		scanned(b, dir, Options{Parallel: 1})
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(raw), "x-raw-walk")
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func readAll(b *testing.B, dir string) {
	b.Helper()
	buf := make([]byte, 64<<10)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, buf)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

func walkAll(b *testing.B, dir string) {
	b.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			_, err = d.Info()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}
