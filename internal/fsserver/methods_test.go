package fsserver

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/mcpext"
	"luminos/internal/outline"
)

func TestMethodRead(t *testing.T) {
	dir, _ := outside(t)
	large := strings.Repeat("0123456789abcdef", (mcpext.MaxRead+1000)/16)
	write(t, dir, map[string]string{"large": large, "bytes": "\x00\xff\xfe"})
	link(t, "a.txt", filepath.Join(dir, "link"))
	s := connect(t, open(t, dir), Options{})
	read := func(p string, offset int64, n int) *mcpext.ReadResult {
		r, err := mcp.CallCustomMethod[*mcpext.ReadParams, *mcpext.ReadResult](t.Context(), s, mcpext.MethodRead, &mcpext.ReadParams{Path: p, Offset: offset, N: n})
		if err != nil {
			t.Fatalf("reading %q: %v", p, err)
		}
		return r
	}
	for _, c := range []struct {
		path   string
		offset int64
		n      int
		want   string
	}{
		{"a.txt", 0, 100, "inside\n"}, {"a.txt", 3, 2, "id"}, {"a.txt", 7, 5, ""}, {"a.txt", 1 << 40, 5, ""}, {"a.txt", 0, 0, ""},
		{"bytes", 0, 10, "\x00\xff\xfe"}, {"large", 16, math.MaxInt, large[16 : 16+mcpext.MaxRead]},
	} {
		if r := read(c.path, c.offset, c.n); r.Problem != "" || string(r.Data) != c.want {
			t.Errorf("%d bytes of %q from %d: %d bytes, %q", c.n, c.path, c.offset, len(r.Data), r.Problem)
		}
	}
	for p, want := range map[string]mcpext.Problem{
		"gone": mcpext.ProblemNotExist, "a.txt/x": mcpext.ProblemNotExist, "sub": mcpext.ProblemNotRegular, "link": mcpext.ProblemNotRegular, ".": mcpext.ProblemNotRegular,
		"": mcpext.ProblemInvalid, "/etc/passwd": mcpext.ProblemInvalid, "../target-evil/canary.txt": mcpext.ProblemInvalid, "./a.txt": mcpext.ProblemInvalid, "sub/": mcpext.ProblemInvalid,
	} {
		if r := read(p, 0, 10); r.Problem != want || len(r.Data) > 0 {
			t.Errorf("reading %q: %q and the problem %q, want %q", p, r.Data, r.Problem, want)
		}
	}
	for _, bad := range [][2]int64{{-1, 1}, {0, -1}} {
		if r := read("a.txt", bad[0], int(bad[1])); r.Problem != mcpext.ProblemInvalid {
			t.Errorf("reading %d from %d: %+v", bad[1], bad[0], r)
		}
	}
	if os.Getuid() > 0 {
		if err := os.Chmod(filepath.Join(dir, "bytes"), 0); err != nil {
			t.Fatal(err)
		}
		if r := read("bytes", 0, 1); r.Problem != mcpext.ProblemPermission {
			t.Errorf("%+v", r)
		}
	}
}

func TestMethodOutlines(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"text.txt": "prose\n", "empty.go": "", "binary.go": "\x00\x01\x02\x03"}
	var many []string
	for i := range 150 {
		name := fmt.Sprintf("p/f%03d.go", i)
		many = append(many, name)
		var text strings.Builder
		text.WriteString("package p\n")
		for j := range 40 {
			fmt.Fprintf(&text, "\n// Func%d%s does something that takes some words to say.\nfunc Func%[1]d%[2]s(a, b int) (int, error) { return a, nil }\n", j, strings.Repeat("x", 40))
		}
		files[name] = text.String()
	}
	files["huge.go"] = "package p\n" + strings.Repeat("\n// F is documented at length: "+strings.Repeat("<&>", 60)+"\nfunc F(a, b int) (int, error)  { return a, nil }\n", 1200)
	write(t, dir, files)
	s := connect(t, open(t, dir), Options{})
	ask := func(parse int64, paths ...string) *mcpext.OutlinesResult {
		r, err := mcp.CallCustomMethod[*mcpext.OutlinesParams, *mcpext.OutlinesResult](t.Context(), s, mcpext.MethodOutlines, &mcpext.OutlinesParams{Paths: paths, Parse: parse})
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(r)
		if err != nil || len(b) > mcpext.MaxOutlines {
			t.Errorf("an answer of %d bytes, %v", len(b), err)
		}
		return r
	}
	r := ask(1<<30, "gone.go", "text.txt", "binary.go", "../x.go", "p", "empty.go", many[0])
	if len(r.Outlines) != 7 {
		t.Fatalf("%d outlines", len(r.Outlines))
	}
	for i, o := range r.Outlines {
		if (o != nil) != (i >= 5) {
			t.Errorf("outline %d is %+v", i, o)
		}
	}
	if o := r.Outlines[6]; len(o.Symbols) != 40 || o.Symbols[0].Name != "Func0"+strings.Repeat("x", 40) {
		t.Errorf("%+v", o)
	}
	size := int64(len(files[many[0]]))
	if len(outline.Grammars()) > 0 {
		r = ask(2*size+size/2, many[:4]...)
		var by []luminos.OutlineBy
		for _, o := range r.Outlines {
			by = append(by, o.By)
		}
		if fmt.Sprint(by) != "[tree-sitter tree-sitter patterns patterns]" || r.Parsed > 2*size+10 || r.Parsed < 2*size-500 {
			t.Errorf("read by %v, %d bytes of %d parsed", by, r.Parsed, 2*size)
		}
	}
	// ask for the rest until nothing is left
	rest, rounds := many, 0
	for ; len(rest) > 0 && rounds < 100; rounds++ {
		r := ask(0, rest...)
		if len(r.Outlines) == 0 {
			t.Fatal("an answer without outlines")
		}
		rest = rest[len(r.Outlines):]
	}
	if rounds < 2 || rounds > 20 {
		t.Errorf("all were had in %d rounds", rounds)
	}
	if r := ask(0, "huge.go", "empty.go"); len(r.Outlines) == 0 || !r.Outlines[0].Cut {
		t.Errorf("what does not fit into an answer is not cut: %d outlines", len(r.Outlines))
	}
	if r := ask(0); len(r.Outlines) != 0 {
		t.Errorf("%+v", r)
	}
}
