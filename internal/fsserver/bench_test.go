package fsserver

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/mcpext"
)

// inMemory returns a client of a server in the same process.
func inMemory(b *testing.B, files map[string]string) *mcp.ClientSession {
	dir := b.TempDir()
	write(b, dir, files)
	server, client := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- serve(ctx, open(b, dir), server, Options{}) }()
	c := mcp.NewClient(&mcp.Implementation{Name: "bench"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	if err := mcp.AddSendingCustomMethod[*mcpext.ReadParams, *mcpext.ReadResult](c, mcpext.MethodRead); err != nil {
		b.Fatal(err)
	}
	session, err := c.Connect(ctx, client, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { session.Close(); cancel(); <-served })
	return session
}

func benchmarkCall(b *testing.B, s *mcp.ClientSession, tool string, a args) {
	for b.Loop() {
		r, err := s.CallTool(b.Context(), &mcp.CallToolParams{Name: tool, Arguments: a})
		if err != nil || r.IsError {
			b.Fatal(r, err)
		}
	}
}

// sourceText returns a text that looks like source code.
func sourceText(size int) string {
	const line = "\tif err := w.write(\"<name>\", &item{id: 1, quoted: 'x'}); err != nil {\n"
	return strings.Repeat(line, size/len(line))
}

func BenchmarkReadSmall(b *testing.B) {
	benchmarkCall(b, inMemory(b, map[string]string{"a.go": sourceText(1000)}), "read_file", args{"path": "a.go"})
}

func BenchmarkRead64KiB(b *testing.B) {
	text := sourceText(60 << 10) // with the numbers of its lines, 64 KiB
	b.SetBytes(int64(len(text)))
	benchmarkCall(b, inMemory(b, map[string]string{"a.go": text}), "read_file", args{"path": "a.go", "limit": 2000})
}

func BenchmarkList1000(b *testing.B) {
	files := map[string]string{}
	for i := range 1000 {
		files[fmt.Sprintf("file-%04d.go", i)] = "x"
	}
	benchmarkCall(b, inMemory(b, files), "list_directory", args{"path": ".", "limit": 1000})
}

func BenchmarkMethodRead64KiB(b *testing.B) {
	text := sourceText(64 << 10)
	s := inMemory(b, map[string]string{"a.go": text})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, err := mcp.CallCustomMethod[*mcpext.ReadParams, *mcpext.ReadResult](b.Context(), s, mcpext.MethodRead, &mcpext.ReadParams{Path: "a.go", N: 1 << 20})
		if err != nil || len(r.Data) != len(text) {
			b.Fatal(r, err)
		}
	}
}

// BenchmarkReadSmallDirect measures the same call without MCP.
func BenchmarkReadSmallDirect(b *testing.B) {
	dir := b.TempDir()
	write(b, dir, map[string]string{"a.go": sourceText(1000)})
	k := over(b, dir)
	raw := []byte(`{"path":"a.go"}`)
	for b.Loop() {
		if r, err := k["read_file"].Call(b.Context(), raw); err != nil || r.Failed {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	dir := b.TempDir()
	files := map[string]string{}
	for i := range 500 {
		files[fmt.Sprintf("d%d/f%d.go", i%20, i)] = sourceText(20_000)
	}
	write(b, dir, files)
	k := over(b, dir)
	b.SetBytes(500 * 20_000)
	for b.Loop() {
		if r, err := k["search_files"].Call(b.Context(), []byte(`{"pattern":"no(where|place)","regex":true}`)); err != nil || r.Failed {
			b.Fatal(r, err)
		}
	}
}
