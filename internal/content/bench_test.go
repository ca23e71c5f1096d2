package content_test

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
)

// benchFiles returns names in about the proportions of large source trees, each
// with a fitting head of 16 KiB.
func benchFiles() (paths []luminos.Path, heads [][]byte) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog and goes home.\n", 280)
	code := strings.Repeat("func total(items []item) int {\n\tsum := 0\n\tfor _, it := range items {\n\t\tsum += it.price\n\t}\n\treturn sum\n}\n\n", 150)
	header := strings.Repeat("/* A comment about it. */\n#include <stdio.h>\nextern int open_it(const char *name, int flags);\n#define LIMIT 42\n\n", 150)
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x02\x00\x00\x00\x01\x00\x08\x06\x00\x00\x00" + strings.Repeat("\x17\x80\x00\xfe", 4000)
	for name, text := range map[string]string{
		"src/server/handler.go": code, "src/server/handler_test.go": code, "web/src/components/Button.tsx": code,
		"web/src/lib/api.ts": code, "lib/models/user.rb": code, "app/Http/Kernel.php": code, "tools/run.py": code,
		"crates/core/src/lib.rs": code, "src/main/java/org/example/App.java": code, "src/Program.cs": code,
		"include/project/open.h": header, "src/open.c": header, "src/open.cpp": header, "README.md": prose,
		"docs/guide/start.md": prose, "docs/index.html": prose, "package.json": code, "data/items.json": code,
		".github/workflows/ci.yml": prose, "config/app.yaml": prose, "notes.txt": prose, "LICENSE": prose,
		"assets/logo.png": png, "scripts/build.sh": "#!/bin/sh\n" + prose, "style/main.css": code,
		"web/dist/app.min.js": code, "web/app.js": code, "db/schema.sql": prose, "Makefile": code, ".gitignore": "*.o\n",
	} {
		paths, heads = append(paths, luminos.Path(name)), append(heads, []byte(text[:min(len(text), 16<<10)]))
	}
	return paths, heads
}

func perFile(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/file")
}

func BenchmarkIdentify(b *testing.B) {
	paths, heads := benchFiles()
	for b.Loop() {
		for i, p := range paths {
			content.Identify(p, false, heads[i])
		}
	}
	perFile(b, len(paths))
}

func BenchmarkIsGenerated(b *testing.B) {
	paths, heads := benchFiles()
	for b.Loop() {
		for i, p := range paths {
			content.IsGenerated(p, heads[i])
		}
	}
	perFile(b, len(paths))
}

func BenchmarkIsVendored(b *testing.B) {
	paths, _ := benchFiles()
	for b.Loop() {
		for _, p := range paths {
			content.IsVendored(p)
		}
	}
	perFile(b, len(paths))
}

func BenchmarkIdentifyBinaryWithoutSignature(b *testing.B) {
	head := []byte(strings.Repeat("\x00\x03\x9f\x01zqk", 2048))
	for b.Loop() {
		content.Identify("blob", false, head)
	}
}
