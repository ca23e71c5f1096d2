package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/mcpclient"
	"luminos/internal/sandbox"
	"luminos/internal/tool"
)

// glass returns a directory behind the built-in server, in a confined process.
func glass(b *testing.B) *mcpclient.Backend {
	b.Helper()
	dir := b.TempDir()
	write := func(name, content string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	write("small.txt", "One line.\n")
	write("64k.txt", strings.Repeat(strings.Repeat("\"quoted\"\tand <angled> ", 3)+"\n", 64<<10/64))
	for i := range 1000 {
		write(fmt.Sprintf("many/file%04d.txt", i), "x\n")
	}
	source := "package p\n"
	for i := 0; len(source) < 100_000; i++ {
		source += fmt.Sprintf("\n// F%d adds.\nfunc F%d(a, b int) int {\n\tif a > b {\n\t\treturn a + b\n\t}\n\treturn b\n}\n", i, i)
	}
	write("100k.go", source)
	for i := range 500 {
		write(fmt.Sprintf("src/f%03d.go", i), source[:5000])
	}
	g, err := mcpclient.Child(b.Context(), sandbox.Command, dir, mcpclient.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { g.Close() })
	return g
}

// BenchmarkGlass measures the cost of the process between the program and the target.
func BenchmarkGlass(b *testing.B) {
	b.Run("connect", func(b *testing.B) {
		dir := b.TempDir()
		for b.Loop() {
			g, err := mcpclient.Child(b.Context(), sandbox.Command, dir, mcpclient.Options{})
			if err != nil {
				b.Fatal(err)
			}
			g.Close()
		}
	})
	g := glass(b)
	tools := map[string]tool.Tool{}
	for _, t := range g.Tools() {
		tools[t.Name] = t
	}
	for _, call := range []struct{ name, tool, args string }{
		{"small read", "read_file", `{"path":"small.txt"}`},
		{"64 KiB read", "read_file", `{"path":"64k.txt","limit":2000}`},
		{"listing of 1000", "list_directory", `{"path":"many","limit":1000}`},
		{"parse of 100 KB", "parse_structure", `{"path":"100k.go"}`},
	} {
		b.Run(call.name, func(b *testing.B) {
			for b.Loop() {
				if r, err := tools[call.tool].Call(b.Context(), json.RawMessage(call.args)); err != nil || r.Failed {
					b.Fatal(r.Text, err)
				}
			}
		})
	}
	b.Run("outlines", func(b *testing.B) {
		outliner := luminos.CapabilitiesOf(g).Outliner
		if outliner == nil {
			b.Skip("there are no parsers")
		}
		var files []luminos.Path
		for i := range 500 {
			files = append(files, luminos.Path(fmt.Sprintf("src/f%03d.go", i)))
		}
		for b.Loop() {
			if _, err := outliner.Outlines(b.Context(), files); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(files)*b.N)/b.Elapsed().Seconds(), "outlines/s")
	})
}
